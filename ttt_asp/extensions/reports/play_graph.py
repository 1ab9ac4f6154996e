"""All plays of a match-up as a graph that a page lets its reader walk through."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.exploring.graph import backward_induction, graph_of
from ttt_asp.extensions.exploring.inspection import (
    Inspection,
    explore_uncounted,
    inspect_batches,
    positions_of,
)
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.links import outcome_names
from ttt_asp.positions.machine import Machine
from ttt_asp.result import Result
from ttt_asp.verdict import STUCK

# Positions that a page can show, at most.
MOST = 100_000
# What happens where no more positions are shown; no role is called so.
LATER = "..."


@dataclass(frozen=True)
class Walk(Result):
    """All plays of a match-up; the lists after `outcomes` have an entry for each position.

    Attributes:
        roles: their names.
        cells: the places (row, column) of the board, in the order of their glyphs.
        parts: for each role the parts of its strategy's outermost `first`.
        actions: the actions, each with the number of the place it is about, None for no place.
        outcomes: how plays end.
        shown: its glyphs, one for each place of `cells`; its fluents where there is no board.
        mover, decided, ending: numbers: of the role that chooses, of the part of its strategy that
            decides, of the outcome; -1 where there is none, or for a part where there is no choice.
        moves: for each move the number of the action, then that of the position after it.
        plays: the number of plays with each outcome from here on; None if plays may not end.
    """

    roles: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    parts: tuple[tuple[str, ...], ...]
    actions: tuple[tuple[str, int | None], ...]
    outcomes: tuple[str, ...]
    shown: Sequence[tuple[str, ...]]
    mover: Sequence[int]
    decided: list[int]
    ending: Sequence[int]
    moves: Sequence[Sequence[int]]
    plays: list[list[int] | None]
    status = "yes"


def walk(match: Match, limits: Limits) -> Walk:
    """Collect every position that plays come to, with the moves that they make there.

    Args:
        match: the game and the strategy of each role.
        limits: at most `MOST` positions are taken.

    Raises:
        InputError: there are too many positions, or the explicit engine does not apply.
        Expired: time is up.
    """
    plays = all_plays(match, limits)
    seen = walk_of(plays, match, limits)
    _count(plays, seen, limits.deadline)
    return seen


def all_plays(match: Match, limits: Limits) -> Exploration:
    """Explore all plays; see `walk`."""
    plays = explore_uncounted(match, limits, MOST)
    if plays.stopped:
        why = f"not all plays can be shown: {plays.stopped.reason}"
        raise wrong(why, Location("report"))
    return plays


def reason_of(error: InputError | Expired) -> str:
    """Return why there are no plays to be shown."""
    return error.diagnostics[0].message if isinstance(error, InputError) else str(error)


def walk_of(plays: Exploration, match: Match, limits: Limits) -> Walk:
    """Return the walk through plays that were explored, without numbers of plays.

    Raises:
        Expired: time is up.
    """
    machine, deadline = plays.machine, limits.deadline
    order = positions_of(plays)
    others = [] if plays.stuck is None else [STUCK]
    walk = walk_through(match, machine, order, inspect_batches(machine, order, deadline), others)
    start = 0
    for layer in plays.layers:
        deadline.check()
        for batch in plays.batches(layer):
            for parts in machine.parts.values():
                for number, (_, gate) in enumerate(parts):
                    for place in batch.indices(batch.values[gate]):
                        walk.decided[start + int(place)] = number
        start += plays.form.size(layer)
    return walk


def walk_through(
    match: Match,
    machine: Machine,
    order: Sequence[int],
    looked: Iterable[Inspection | None],
    others: Sequence[str],
) -> Walk:
    """Return the walk through positions, without deciding parts and numbers of plays.

    Args:
        match: the game and the strategy of each role.
        machine: its gates.
        order: the positions, packed.
        looked: each position, inspected; None where it is not shown.
        others: outcomes besides goals: `LATER`, `STUCK`.
    """
    game, notation = match.game, Notation(match.game)
    roles = tuple(map(game.spelt, machine.roles))
    cells = tuple(sorted(notation.cells))
    places = {place: number for number, place in enumerate(cells)}
    actions = {action.move: number for number, action in enumerate(machine.actions)}
    numbers = {position: number for number, position in enumerate(order)}
    mover, moves = list[int](), list[list[int]]()
    ends = list[tuple[int, ...] | str | None]()
    for look in looked:
        end: tuple[int, ...] | str | None = LATER
        if look is not None:
            goals = tuple(look.goals[role] for role in machine.roles) if look.terminal else None
            end = STUCK if look.stuck else goals
        ends.append(end)
        steps = () if look is None or end is not None else look.allowed
        mover.append(machine.roles.index(steps[0].move.role) if steps else -1)
        made: list[int] = []
        for step in steps:
            made += actions[step.move], numbers[step.after]
        moves.append(made)
    vectors = sorted({end for end in ends if isinstance(end, tuple)}, reverse=True)
    named = outcome_names(roles, vectors)
    # several vectors may have one name, as ties do
    outcomes = [*dict.fromkeys([*named.values(), *others])]
    names = [named[end] if isinstance(end, tuple) else end for end in ends]
    return Walk(
        roles,
        cells,
        tuple(tuple(text for text, _ in machine.parts[role]) for role in machine.roles),
        tuple(
            (game.spelt(action.action), places.get(notation.places.get(action.action, (0, 0))))
            for action in actions
        ),
        tuple(outcomes),
        [_glyphs_at(notation, cells, machine.unpack(position)) for position in order],
        mover,
        [-1] * len(order),
        [-1 if name is None else outcomes.index(name) for name in names],
        moves,
        [None] * len(order),
    )


def _glyphs_at(
    notation: Notation, cells: Sequence[tuple[int, int]], position: frozenset[str]
) -> tuple[str, ...]:
    """Return the glyphs of some places; the fluents where there is no board."""
    if not cells:
        return tuple(sorted(map(notation.game.spelt, position)))
    rows = notation.rows(position)
    return tuple(rows[i - 1][j - 1] for i, j in cells)


def _count(plays: Exploration, walk: Walk, deadline: Deadline) -> None:
    """Count the plays that end in each way from each position on, from the last ones back."""
    way: Sequence[int] = range(len(walk.plays))
    if not plays.layered:
        graph = graph_of(plays, deadline)
        if graph.cyclic:
            return
        # the graph has the positions in the order of the walk
        numbers = {position: number for number, position in enumerate(graph.moves)}
        way = [numbers[position] for position in graph.order]

    def value(number: int, after: list[list[int]]) -> list[int]:
        own = [int(walk.ending[number] == outcome) for outcome in range(len(walk.outcomes))]
        return [sum(counts) for counts in zip(own, *after, strict=True)]

    ends = backward_induction(way, lambda number: walk.moves[number][1::2], value)
    for number, counts in ends.items():
        walk.plays[number] = counts
