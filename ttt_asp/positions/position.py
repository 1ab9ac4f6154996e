"""The facts at one position, and the errors about some: no search is needed.

Some positions are an error, never a verdict, as no verdict would mean anything. Where a play ends
the rules of the game have to give each role a goal value. Where a `pick` names no single action the
order is wrong, and no reading of the strategy would be the one its author meant; so plays stop
there, and every engine looks for such positions before anything else.
"""

from collections.abc import Iterable, Mapping, Sequence

import clingo

from ttt_asp.errors import Diagnostic, InputError, Location, Undetermined, Unsuited, internal, wrong
from ttt_asp.games import layout
from ttt_asp.games.facts import derived_at
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure, state_predicates
from ttt_asp.programs.compose import Node, with_signs
from ttt_asp.programs.program import positions_program
from ttt_asp.solving.ground import ground
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import Move

GOALLESS = "not every role has exactly one goal"
_GOALS = frozenset(map(str, range(101)))


def stray_error(game: Game, position: Iterable[str]) -> InputError:
    """Return the error about a position in which a term is true that is no fluent."""
    stray = min(set(position).difference(game.base))
    message = f"some play makes {game.spelt(stray)} true, which is no fluent"
    heads = [head for head in game.rules.heads if head.name == "next"]
    where = game.rules.location(heads[0].begin, heads[0].end) if heads else None
    return wrong(message, where or Location(game.rules.label), "base(F) says what is one")


def undetermined_error(
    game: Game,
    strategies: Mapping[str, Strategy],
    undetermined: Iterable[tuple[clingo.Symbol, clingo.Symbol]],
    position: Iterable[str],
) -> Undetermined:
    """Return the error about a `pick` whose order names no single action.

    Args:
        game: whose position it is.
        strategies: of which some role's has the order.
        undetermined: the arguments of `undetermined(P,W)` at the position; at least one.
        position: the fluents that hold.
    """
    actor, why = min(undetermined)
    role = actor.arguments[0] if actor.match("player", 2) else actor
    order = str(why.arguments[0])
    here = Notation(game).text(position)
    message = (
        f"at {here} the order {order} names no single action for {role}: {undetermined_reason(why)}"
    )
    hint = "every action that is recommended needs a rank, and the lowest may be one action's only"
    return Undetermined([Diagnostic(message, _order_location(order, strategies), hint)])


def undetermined_reason(why: clingo.Symbol) -> str:
    """Return the reason W of `undetermined(P,W)` in words."""
    action = why.arguments[1]
    if why.name == "unranked":
        return f"{action} has no rank"
    if why.name == "ranks":
        return f"{action} has several ranks"
    return f"{action} and {why.arguments[2]} have the same rank"


def _order_location(order: str, strategies: Mapping[str, Strategy]) -> Location | None:
    for strategy in strategies.values():
        for source in strategy.tactics:
            for head in source.heads:
                if head.name == "order" and head.first == order:
                    return source.location(head.begin, head.end)
    return None


def goalless_error(game: Game, position: Iterable[str]) -> InputError:
    """Return the error about a game in which a play ends without a goal value, or with several.

    Args:
        game: that game.
        position: the fluents of the play's last position.
    """
    message = f"a play ends at {Notation(game).text(position)}, where {GOALLESS}"
    message += strange_goals(game, position)
    where = Location(game.rules.label)
    return wrong(message, where, "goal(P,V) says what a role gets, one number from 0 to 100")


def strange_goals(game: Game, position: Iterable[str]) -> str:
    """Return which goals at a position count for none, to be added to `GOALLESS`; or nothing."""
    sources = closure([game.rules], game.vocabulary, frozenset({("goal", 2)}))
    goals = derived_at(sources, game.constants, position).get("goal", ())
    strange = [f"goal({role},{value})" for role, value in goals if str(value) not in _GOALS]
    return f" ({game.spelt(min(strange))} is not from 0 to 100)" if strange else ""


class SimultaneousMoves(Unsuited):
    """Raised where several roles choose at once."""


def simultaneous_at(game: Game, position: frozenset[str]) -> SimultaneousMoves:
    """Return the error about a position where several roles choose at once."""
    message = f"several roles choose at once at {Notation(game).text(position)}"
    hint = (
        "one role has to choose at a time here; engine bounded proves claims about such games, and "
        "`solve`, `odds` and `play --against` take those of two roles"
    )
    return SimultaneousMoves([Diagnostic(message, Location(game.rules.label), hint)])


Atoms = Mapping[tuple[str, int], list[tuple[clingo.Symbol, ...]]]


def facts_along(
    game: Game, strategies: Mapping[str, Strategy], positions: Sequence[frozenset[str]]
) -> list[Atoms]:
    """Evaluate strategies at several positions, by one grounding.

    Args:
        game: the game.
        strategies: of the roles in question.
        positions: the fluents of each.

    Returns:
        The facts at each position; facts that hold at all positions are left out.
    """
    program = positions_program(game, strategies)
    state = state_predicates([part.lifted.source for part in program.parts])
    facts = "".join(
        f"situation({number}).\n" + "".join(f"true({fluent},{number}).\n" for fluent in position)
        for number, position in enumerate(positions)
    )
    atoms: list[dict[tuple[str, int], list[tuple[clingo.Symbol, ...]]]] = [{} for _ in positions]
    options = ["--warn=no-atom-undefined"]
    program_ground = ground(program.text + facts, options=options, diagnose=program.diagnostics)
    ground_atoms = program_ground.control.symbolic_atoms
    for name, arity in sorted(state):  # of books there are thousands of other atoms
        for atom in ground_atoms.by_signature(name, arity + 1):
            if not atom.is_fact:
                raise internal(f"{atom.symbol} is neither true nor false at a position")
            *arguments, where = atom.symbol.arguments
            atoms[where.number].setdefault((name, arity), []).append(tuple(arguments))
    return list(atoms)


def undetermined_at(
    game: Game, strategies: Mapping[str, Strategy], position: frozenset[str]
) -> InputError:
    """Return the error about a position where a `pick` names no single action."""
    (atoms,) = facts_along(game, strategies, [position])
    reasons = [(role, why) for role, why in atoms.get(("undetermined", 2), ())]
    if not reasons:
        raise internal(f"an undetermined `pick` that is none at {sorted(position)}")
    return undetermined_error(game, strategies, reasons, position)


def actions_of(atoms: Atoms, predicate: str, role: str) -> tuple[str, ...]:
    """Return a role's actions under `legal` or `recommended`, sorted."""
    return tuple(str(a) for r, a in sorted(atoms.get((predicate, 2), ())) if str(r) == role)


def result(game: Game, atoms: Atoms, last: Move | None = None) -> str:
    """Say who won, and how: with which lines, else after which move; empty if play goes on.

    Args:
        game: which.
        atoms: the facts at the position; those of the game's rules are enough.
        last: the move that led to it.
    """
    if ("terminal", 0) not in atoms:
        return ""
    goals = goals_in(game, atoms)
    owned: dict[str, list[str]] = {}
    owners = [(str(role), str(line)) for role, line in sorted(atoms.get(("owns", 2), ()))]
    if game.laid_over:  # its rules do not ask who owns lines
        held = {str(fluent) for (fluent,) in atoms.get(("true", 1), ())}
        owners = [(line.role, line.name) for line in layout.completed_lines(game, held)]
    for role, line in owners:
        owned.setdefault(role, []).append(line)
    winners = [role for role, value in goals.items() if value == 100]
    if len(winners) != 1 or any(value for role, value in goals.items() if role not in winners):
        if goals and all(0 < value < 100 for value in goals.values()):
            return "a tie"
        told = ", ".join(f"{role} {value}" for role, value in goals.items())
        return f"goals {told}" if told else "no goals"
    (winner,) = winners
    if winner in owned:
        return f"{winner} wins with {' and '.join(owned[winner])}"
    losers = [f"{role} has {' and '.join(owned[role])}" for role in game.roles if role in owned]
    if losers:
        return f"{winner} wins, as {losers[0]}"
    if game.facts.get("line_for"):
        return f"{winner} wins, as nobody has a line"
    if last is None:
        return f"{winner} wins"
    how = f"with {last.action}" if last.role == winner else f"after {last.role} {last.action}"
    return f"{winner} wins {how}"


def goals_in(game: Game, atoms: Atoms) -> dict[str, int]:
    """Return each role's goal value at a position, where its facts give it one."""
    goals = {str(role): int(str(value)) for role, value in atoms.get(("goal", 2), ())}
    return {role: goals[role] for role in game.roles if role in goals}


def deciding_part(
    root: Node, nodes: Mapping[str, Node], atoms: Atoms
) -> tuple[str | None, tuple[str, ...]]:
    """Return the part of a composition that decides at a position, and those before it."""
    if root.operator != "first":
        return (with_signs(root.term) if (root.name, 1) in atoms else None), ()
    parts = [with_signs(nodes[name].term) for name in root.operands]
    speaking = [number for number, name in enumerate(root.operands) if (name, 1) in atoms]
    if not speaking:
        return None, tuple(parts)
    return parts[speaking[0]], tuple(parts[: speaking[0]])
