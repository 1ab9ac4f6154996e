"""All plays of a match-up as a graph that can be walked: what a page shows of a proof."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.engines.spelling import spelt_ending
from ttt_asp.errors import Location, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explored
from ttt_asp.positions.graph import backwards, graph_of
from ttt_asp.positions.look import Look, looks
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.outcomes import endings
from ttt_asp.result import Result
from ttt_asp.verdict import STUCK

# Of more positions no page is made.
MOST = 100_000
# What happens where no more positions are shown; no role is called so.
LATER = "..."


@dataclass
class Stop:
    """A position of plays.

    Attributes:
        shown: its glyphs, one for each place of `Walk.cells`; its fluents where there is no board.
        mover: the number of the role that chooses; None where play is over.
        decided: the number of the part of the mover's strategy that decides; None where the
            role has no choice, or play is over.
        ending: the number of the outcome here, of `Walk.outcomes`; None where play goes on.
        moves: the numbers of an action and of the position after it.
        plays: how many plays end with each outcome from here on; None if plays may not end.
    """

    shown: tuple[str, ...]
    mover: int | None = None
    decided: int | None = None
    ending: int | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    plays: list[int] | None = None


@dataclass(frozen=True)
class Walk(Result):
    """All plays of a match-up.

    Attributes:
        roles: their names.
        cells: the places (row, column) of the board, in the order of their glyphs.
        parts: for each role the parts of its strategy's outermost `first`.
        actions: each with the number of the place it is about, None if it is about none.
        outcomes: how plays end.
        stops: the positions, the first one first.
    """

    roles: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    parts: tuple[tuple[str, ...], ...]
    actions: tuple[tuple[str, int | None], ...]
    outcomes: tuple[str, ...]
    stops: tuple[Stop, ...]

    def as_json(self) -> dict[str, Any]:
        """The walk as plain data, positions as columns: small when it is compressed."""
        none = -1
        return {
            "roles": self.roles,
            "cells": self.cells,
            "parts": self.parts,
            "actions": self.actions,
            "outcomes": self.outcomes,
            "shown": [stop.shown for stop in self.stops],
            "mover": [none if stop.mover is None else stop.mover for stop in self.stops],
            "decided": [none if stop.decided is None else stop.decided for stop in self.stops],
            "ending": [none if stop.ending is None else stop.ending for stop in self.stops],
            "moves": [[number for move in stop.moves for number in move] for stop in self.stops],
            # texts, as a page's numbers are exact up to 2^53 only
            "plays": [stop.plays and [str(number) for number in stop.plays] for stop in self.stops],
        }


def walk(match: Match, limits: Limits) -> Walk:
    """Every position that plays come to, with the moves that they make there.

    Args:
        match: who plays what.
        limits: at most `MOST` positions are taken.

    Raises:
        InputError: there are too many positions, or the explicit engine does not apply.
        Expired: time is up.
    """
    return walk_of(all_plays(match, limits), match, limits)


def all_plays(match: Match, limits: Limits) -> Exploration:
    """Explore all plays; see `walk`."""
    found = explored(match, limits, MOST)
    if found.stopped:
        raise wrong(f"not all plays can be shown: {found.stopped.reason}", Location("report"))
    return found


def walk_of(found: Exploration, match: Match, limits: Limits) -> Walk:
    """The walk through plays that were explored.

    Args:
        found: all of them.
        match: who plays what.
        limits: when to give up.

    Raises:
        Expired: time is up.
    """
    machine, deadline = found.machine, limits.deadline
    order = [position for layer in found.layers for position in found.form.unpacked(layer)]
    others = [] if found.stuck is None else [STUCK]
    walk = walk_past(match, machine, order, looks(machine, order, deadline), others)
    start = 0
    for layer in found.layers:
        deadline.check()
        for batch in found.batches(layer):
            for parts in machine.parts.values():
                for number, (_, gate) in enumerate(parts):
                    for place in batch.indices(batch.values[gate]):
                        walk.stops[start + int(place)].decided = number
        start += found.form.size(layer)
    _count(found, walk, order, deadline)
    return walk


def walk_past(
    match: Match,
    machine: Machine,
    order: Sequence[int],
    seen: Iterable[Look | None],
    others: Sequence[str],
) -> Walk:
    """The walk through positions, but for what decides, and how many plays end how.

    Args:
        match: who plays what.
        machine: its gates.
        order: the positions, packed.
        seen: what there is at each; None where that is not shown.
        others: outcomes besides goals: `LATER`, `STUCK`.
    """
    game, notation = match.game, Notation(match.game)
    cells = tuple(sorted(notation.cells))
    actions = {action.move: number for number, action in enumerate(machine.actions)}
    roles = {role: number for number, role in enumerate(machine.roles)}
    numbers = {position: number for number, position in enumerate(order)}
    stops, ends = list[Stop](), list[tuple[Stop, tuple[int, ...] | str]]()
    for position, one in zip(order, seen, strict=True):
        stops.append(stop := Stop(_glyphs_at(notation, cells, machine.unpack(position))))
        if one is None:
            ends.append((stop, LATER))
        elif one.terminal:
            ends.append((stop, tuple(one.goals[role] for role in machine.roles)))
        elif one.stuck:
            ends.append((stop, STUCK))
        else:
            stop.mover = roles[one.mover or ""]
            stop.moves += [(actions[step.move], numbers[step.after]) for step in one.allowed]
    vectors = sorted({end for _, end in ends if isinstance(end, tuple)}, reverse=True)
    named = endings(machine.roles, vectors)
    # several vectors may have one name, as ties do
    outcomes = list(dict.fromkeys([*named.values(), *others]))
    for stop, end in ends:
        stop.ending = outcomes.index(end if isinstance(end, str) else named[end])
    return Walk(
        tuple(map(game.spelt, machine.roles)),
        cells,
        tuple(tuple(text for text, _ in machine.parts[role]) for role in machine.roles),
        _actions(machine, match, cells),
        tuple(spelt_ending(end, game) for end in outcomes),
        tuple(stops),
    )


def _actions(
    machine: Machine, match: Match, cells: Sequence[tuple[int, int]]
) -> tuple[tuple[str, int | None], ...]:
    """Every action as people write it, with the number of the place it is about."""
    aims, numbers = Notation(match.game).places, {place: n for n, place in enumerate(cells)}
    return tuple(
        (match.game.spelt(action.move.action), numbers.get(aims.get(action.move.action, (0, 0))))
        for action in machine.actions
    )


def _glyphs_at(
    notation: Notation, cells: Sequence[tuple[int, int]], position: frozenset[str]
) -> tuple[str, ...]:
    """The glyphs of some places, or the fluents, where there is no board."""
    if not cells:
        return tuple(sorted(map(notation.game.spelt, position)))
    rows = notation.rows(position)
    return tuple(rows[i - 1][j - 1] for i, j in cells)


def _count(found: Exploration, walk: Walk, order: Sequence[int], deadline: Deadline) -> None:
    """How many plays end how from each position on, from the last ones back."""
    stops = walk.stops
    way: Sequence[int] = range(len(stops))
    if not found.layered:
        graph = graph_of(found, deadline)
        if graph.cyclic:
            return
        numbers = {position: number for number, position in enumerate(order)}
        way = [numbers[position] for position in graph.order]

    def value(number: int, after: list[list[int]]) -> list[int]:
        own = [int(stops[number].ending == outcome) for outcome in range(len(walk.outcomes))]
        return [sum(some) for some in zip(own, *after, strict=True)]

    plays = backwards(way, lambda number: (after for _, after in stops[number].moves), value)
    for number, counts in plays.items():
        stops[number].plays = counts
