"""Plays through what was explored: a shortest one to a position, one round a cycle."""

from collections.abc import Iterator, Sequence

from ttt_asp.errors import internal
from ttt_asp.positions.exploration import Exploration, Spot
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.small import Small
from ttt_asp.verdict import Move, Play, at_once

Steps = list[tuple[Move, int]]


def shortest(found: Exploration, spot: Spot, ending: str) -> Play:
    """A play to a position of a layer; there is none with fewer moves.

    Args:
        found: what was explored.
        spot: where the play ends.
        ending: how it ends there.
    """
    steps: Steps = []
    position = spot.position
    for depth in range(spot.depth - 1, -1, -1):
        move, before = _into(found, depth, position)
        steps.append((move, position))
        position = before
    return written(found, position, steps[::-1], ending)


def written(found: Exploration, start: int, steps: Sequence[tuple[Move, int]], ending: str) -> Play:
    """A play as people are shown it.

    Args:
        found: what was explored.
        start: the first position.
        steps: each move and the position after it.
        ending: how it ends.
    """
    positions = [start, *(position for _, position in steps)]
    unpacked = tuple(found.machine.unpack(position) for position in positions)
    return Play(tuple(_together(found.machine, start, steps)), unpacked, ending)


def _together(machine: Machine, start: int, steps: Sequence[tuple[Move, int]]) -> Iterator[Move]:
    """The moves; those of all who act at once, where nobody chooses, as a single one."""
    if not steps:
        return
    before = [start, *(position for _, position in steps[:-1])]
    batch = Small(len(machine.base)).batch(before, machine.rules)
    places = {one: set(batch.indices(batch.values[gate])) for one, gate in machine.legal.items()}
    for place, (move, _) in enumerate(steps):
        legal = [one for one, where in places.items() if place in where]
        roles = {one.role for one in legal}
        if len(roles) == len(legal) > 1:
            yield at_once(legal)
        else:
            yield move


def _into(found: Exploration, depth: int, position: int) -> tuple[Move, int]:
    """A move from a layer to a position, and the position before it."""
    form, layer = found.form, found.layers[depth]
    before: set[int] = set()
    leading = form.leading(layer, position)
    for action, places, after in found.successors(layer):
        some = leading(places, after)
        if some and not form.folds:
            return action.move, min(some)
        before.update(some)
    if before:  # up to symmetry: which of their moves it is has still to be seen
        return _into(found.small([sorted(before)]), 0, position)
    raise internal("no move leads to a position that was reached")
