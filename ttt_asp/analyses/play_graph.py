"""All plays of a match-up as a graph that can be walked: what a page shows of a proof."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.claims.problem import Match
from ttt_asp.engines.spelling import spelt_ending
from ttt_asp.errors import Location, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration, vectors
from ttt_asp.positions.explore import explored
from ttt_asp.positions.graph import backwards, graph_of
from ttt_asp.positions.layers import Positions
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.outcomes import endings
from ttt_asp.result import Result
from ttt_asp.verdict import STUCK

# Of more positions no page is made.
MOST = 100_000


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
    machine = found.machine
    notation = Notation(match.game)
    numbers: dict[int, int] = {}
    for layer in found.layers:
        for position in found.form.unpacked(layer):
            numbers[position] = len(numbers)
    vectors = sorted(found.vectors, reverse=True)
    # several vectors may have one name, as ties do
    names = endings(machine.roles, found.vectors)
    outcomes = list(dict.fromkeys(names[vector] for vector in vectors))
    kinds = {vector: outcomes.index(names[vector]) for vector in vectors}
    if found.stuck is not None:
        outcomes.append(STUCK)
    cells = tuple(sorted(notation.cells))
    stops = tuple(Stop(glyphs_at(notation, cells, machine.unpack(p))) for p in numbers)
    actions = {action.move: number for number, action in enumerate(machine.actions)}
    roles = {role: number for number, role in enumerate(machine.roles)}
    start = 0
    for layer in found.layers:
        limits.deadline.check()
        _ends_and_deciders(found, layer, stops[start:], kinds, len(outcomes) - 1)
        for action, where, after in found.successors(layer):
            for place, position in zip(where, found.form.unpacked(after), strict=True):
                stop = stops[start + int(place)]
                stop.mover = roles[action.move.role]
                stop.moves.append((actions[action.move], numbers[position]))
        start += found.form.size(layer)
    _count(found, stops, numbers, len(outcomes), limits)
    return Walk(
        tuple(map(match.game.spelt, machine.roles)),
        cells,
        tuple(tuple(text for text, _ in machine.parts[role]) for role in machine.roles),
        actions_shown(machine, match, cells),
        tuple(spelt_ending(end, match.game) for end in outcomes),
        stops,
    )


def actions_shown(
    machine: Machine, match: Match, cells: Sequence[tuple[int, int]]
) -> tuple[tuple[str, int | None], ...]:
    """Every action as people write it, with the number of the place it is about."""
    aims, numbers = Notation(match.game).places, {place: n for n, place in enumerate(cells)}
    return tuple(
        (match.game.spelt(action.move.action), numbers.get(aims.get(action.move.action, (0, 0))))
        for action in machine.actions
    )


def glyphs_at(
    notation: Notation, cells: Sequence[tuple[int, int]], position: frozenset[str]
) -> tuple[str, ...]:
    """The glyphs of some places, or the fluents, where there is no board."""
    if not cells:
        return tuple(sorted(map(notation.game.spelt, position)))
    rows = notation.rows(position)
    return tuple(rows[i - 1][j - 1] for i, j in cells)


def _ends_and_deciders(
    found: Exploration,
    layer: Positions,
    stops: Sequence[Stop],
    kinds: Mapping[tuple[int, ...], int],
    stuck: int,
) -> None:
    machine = found.machine
    for batch in found.batches(layer):
        values = batch.values
        for vector, ends in vectors(batch, machine.goals, values[machine.terminal]):
            for place in batch.indices(ends):
                stops[int(place)].ending = kinds[vector]
        for place in batch.indices(values[machine.stuck]):
            stops[int(place)].ending = stuck
        for parts in machine.parts.values():
            for number, (_, gate) in enumerate(parts):
                for place in batch.indices(values[gate]):
                    stops[int(place)].decided = number


def _count(
    found: Exploration,
    stops: Sequence[Stop],
    numbers: Mapping[int, int],
    outcomes: int,
    limits: Limits,
) -> None:
    """How many plays end how from each position on, from the last ones back."""
    order = list(numbers.values())
    if not found.layered:
        graph = graph_of(found, limits.deadline)
        if graph.cyclic:
            return
        order = [numbers[position] for position in graph.order]

    def value(number: int, after: list[list[int]]) -> list[int]:
        own = [int(stops[number].ending == outcome) for outcome in range(outcomes)]
        return [sum(some) for some in zip(own, *after, strict=True)]

    plays = backwards(order, lambda number: (after for _, after in stops[number].moves), value)
    for number, counts in plays.items():
        stops[number].plays = counts
