"""The recommendations of a strategy at a position, and what decides there."""

from collections.abc import Mapping

from ttt_asp.deadline import Deadline
from ttt_asp.games.game import Game
from ttt_asp.positions.position import (
    Atoms,
    actions_of,
    deciding_part,
    facts_along,
    goals_in,
    result,
    undetermined_error,
)
from ttt_asp.programs.compose import compose
from ttt_asp.records import dataclass
from ttt_asp.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice of a role's strategy at a position.

    Attributes:
        role: whose strategy.
        terminal: the game is over here.
        legal: the role's legal actions, sorted.
        recommended: the actions that the strategy allows the role, sorted; a single legal action
            is always allowed.
        suggested: the actions that the strategy itself recommends, asked or not, sorted.
        decided: the part of the strategy that decided; None when it was not asked.
        silent: the parts before it, which recommend nothing here.
        goals: each role's goal value, where the position gives it one.
        result: who won, and how, where the game is over.
    """

    role: str
    terminal: bool
    legal: tuple[str, ...]
    recommended: tuple[str, ...]
    suggested: tuple[str, ...]
    decided: str | None
    silent: tuple[str, ...]
    goals: Mapping[str, int]
    result: str = ""


def advise(
    game: Game, role: str, strategy: Strategy, position: frozenset[str], deadline: Deadline
) -> Advice:
    """Evaluate a strategy at a position.

    Args:
        game: the game.
        role: whose strategy.
        strategy: resolved.
        position: the fluents that hold.
        deadline: when to give up.

    Raises:
        InputError: a `pick` of the strategy names no single action here.
    """
    atoms = facts_at(game, {role: strategy}, position, deadline)
    if ("terminal", 0) not in atoms and (reasons := atoms.get(("undetermined", 2))):
        raise undetermined_error(game, {role: strategy}, [(r, why) for r, why in reasons], position)
    composed = compose({role: strategy})[0]
    nodes = {node.name: node for node in composed.nodes}
    legal = actions_of(atoms, "legal", role)
    recommended = actions_of(atoms, "recommended", role)
    terminal = ("terminal", 0) in atoms
    decided: str | None = None
    silent: tuple[str, ...] = ()
    if len(legal) > 1 and not terminal:
        decided, silent = deciding_part(nodes[composed.root], nodes, atoms)
    goals = goals_in(game, atoms)
    suggested = tuple(str(action) for (action,) in sorted(atoms.get((composed.root, 1), ())))
    outcome = result(game, atoms) if terminal else ""
    return Advice(role, terminal, legal, recommended, suggested, decided, silent, goals, outcome)


def facts_at(
    game: Game, strategies: Mapping[str, Strategy], position: frozenset[str], deadline: Deadline
) -> Atoms:
    """Evaluate strategies at one position; see `facts_along`.

    Raises:
        Expired: time is up.
    """
    return deadline.run(lambda: facts_along(game, strategies, [position]))[0]
