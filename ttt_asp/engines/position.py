"""What holds, and what a strategy recommends, at one position: plain facts, no search."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.engines.clingo.messages import diagnostics
from ttt_asp.engines.rejections import undetermined
from ttt_asp.errors import InputError, internal
from ttt_asp.games.game import Game
from ttt_asp.programs.compose import Node, compose, signed
from ttt_asp.programs.program import Program, position_program, positions_program
from ttt_asp.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Advice:
    """What a role's strategy says at a position.

    Attributes:
        role: whose strategy.
        terminal: the game is over here.
        legal: the role's legal actions, sorted.
        recommended: what the role may do by its strategy, sorted; all it may, if that is one.
        suggested: what the strategy itself recommends, asked or not, sorted.
        decided: the part of the strategy that decided; None when it was not asked.
        silent: the parts before it, which recommend nothing here.
        goals: each role's goal value, where the position gives it one.
    """

    role: str
    terminal: bool
    legal: tuple[str, ...]
    recommended: tuple[str, ...]
    suggested: tuple[str, ...]
    decided: str | None
    silent: tuple[str, ...]
    goals: Mapping[str, int]


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
    program = position_program(game, {role: strategy})
    atoms = deadline.run(lambda: facts_at(program, position))
    if ("terminal", 0) not in atoms and (found := atoms.get(("undetermined", 2))):
        raise undetermined(game, {role: strategy}, [(r, why) for r, why in found], position)
    composed = compose({role: strategy})[0]
    nodes = {node.name: node for node in composed.nodes}
    legal = actions_of(atoms, "legal", role)
    recommended = actions_of(atoms, "recommended", role)
    terminal = ("terminal", 0) in atoms
    decided: str | None = None
    silent: tuple[str, ...] = ()
    if len(legal) > 1 and not terminal:
        decided, silent = decider(nodes[composed.root], nodes, atoms)
    goals = {str(r): int(str(value)) for r, value in atoms.get(("goal", 2), ())}
    goals = {r: goals[r] for r in game.roles if r in goals}
    suggested = tuple(str(action) for (action,) in sorted(atoms.get((composed.root, 1), ())))
    return Advice(role, terminal, legal, recommended, suggested, decided, silent, goals)


Atoms = Mapping[tuple[str, int], list[tuple[clingo.Symbol, ...]]]


def facts_at(program: Program, position: Iterable[str]) -> Atoms:
    """Ground a program about one position, with the fluents that hold there as facts.

    Args:
        program: a `position_program`.
        position: the fluents.
    """
    return _facts(program, "".join(f"true({fluent}).\n" for fluent in sorted(position)))


def facts_along(
    game: Game, strategies: Mapping[str, Strategy], positions: Sequence[frozenset[str]]
) -> list[Atoms]:
    """The same at several positions, by one grounding.

    Args:
        game: the game.
        strategies: of the roles in question.
        positions: the fluents of each.

    Returns:
        For each position what holds there; what holds at all of them is left out.
    """
    program, state = positions_program(game, strategies)
    facts = "".join(
        f"situation({number}).\n" + "".join(f"true({fluent},{number}).\n" for fluent in position)
        for number, position in enumerate(positions)
    )
    found: list[dict[tuple[str, int], list[tuple[clingo.Symbol, ...]]]] = [{} for _ in positions]
    for (name, arity), rows in _facts(program, facts).items():
        if (name, arity - 1) in state:
            for *arguments, where in rows:
                found[where.number].setdefault((name, arity - 1), []).append(tuple(arguments))
    return list(found)


def _facts(program: Program, facts: str) -> Atoms:
    messages: list[str] = []
    control = clingo.Control(["--warn=no-atom-undefined"], lambda _, m: messages.append(m))
    try:
        control.add("base", [], program.text + facts)
        control.ground()
    except RuntimeError:
        raise InputError(diagnostics(program, messages)) from None
    if messages:
        raise InputError(diagnostics(program, messages))
    found: dict[tuple[str, int], list[tuple[clingo.Symbol, ...]]] = {}
    for atom in control.symbolic_atoms:
        if not atom.is_fact:
            raise internal(f"{atom.symbol} is neither true nor false at a position")
        symbol = atom.symbol
        found.setdefault((symbol.name, len(symbol.arguments)), []).append(tuple(symbol.arguments))
    return found


def ranked(
    game: Game, role: str, strategy: Strategy, position: frozenset[str], deadline: Deadline
) -> tuple[str, ...]:
    """The actions under a `pick` that have a rank at a position, in the order of their ranks.

    Args:
        game: the game.
        role: who is to choose.
        strategy: a `pick`.
        position: the fluents that hold.
        deadline: when to give up.
    """
    program = position_program(game, {role: strategy})
    atoms = deadline.run(lambda: facts_at(program, position))
    root = compose({role: strategy})[0].root
    found = sorted((rank, action) for action, rank in atoms.get((f"{root}_rank", 2), ()))
    return tuple(str(action) for _, action in found)


def undetermined_at(
    game: Game, strategies: Mapping[str, Strategy], position: frozenset[str]
) -> InputError:
    """The error about a position where a `pick` names no single action."""
    found = facts_at(position_program(game, strategies), position).get(("undetermined", 2), [])
    if not found:
        raise internal(f"an undetermined `pick` that is none at {sorted(position)}")
    return undetermined(game, strategies, [(role, why) for role, why in found], position)


def actions_of(atoms: Atoms, predicate: str, role: str) -> tuple[str, ...]:
    """A role's actions under `legal` or `recommended`, sorted."""
    return tuple(str(a) for r, a in sorted(atoms.get((predicate, 2), ())) if str(r) == role)


def decider(
    root: Node, nodes: Mapping[str, Node], atoms: Atoms
) -> tuple[str | None, tuple[str, ...]]:
    """The part of a composition that decides at a position, and those before it."""
    if root.operator != "first":
        return (signed(root.term) if (root.name, 1) in atoms else None), ()
    parts = [signed(nodes[name].term) for name in root.operands]
    speaking = [number for number, name in enumerate(root.operands) if (name, 1) in atoms]
    if not speaking:
        return None, tuple(parts)
    return parts[speaking[0]], tuple(parts[: speaking[0]])
