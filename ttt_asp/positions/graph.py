"""Plays as people are shown them: paths through the graph of moves."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.lp.dependencies import components, shortest_path
from ttt_asp.positions.exploration import Exploration, Occurrence
from ttt_asp.positions.links import Links
from ttt_asp.positions.machine import Machine
from ttt_asp.verdict import Move, Play, simultaneous_move

# The moves of plays at a position, or along a path, each with the position after it.
Steps = Sequence[tuple[Move, int]]


def steps_of(exploration: Exploration) -> Iterator[tuple[int, Steps]]:
    """Yield each position with the moves of plays from there."""
    for layer in exploration.layers:
        positions = exploration.form.unpacked(layer)
        steps: list[list[tuple[Move, int]]] = [[] for _ in positions]
        for action, places, after in exploration.successors(layer):
            for place, position in zip(places, exploration.form.unpacked(after), strict=True):
                steps[place].append((action.move, position))
        yield from zip(positions, steps, strict=True)


def lasso(exploration: Exploration, among: Container[int], deadline: Deadline) -> Steps:
    """Return a shortest path from the first position to a cycle, and once round it.

    Args:
        exploration: a complete one.
        among: positions from each of which a play goes on for ever, the first of them.
        deadline: when to give up.
    """
    moves: dict[int, Steps] = {}
    for position, steps in steps_of(exploration):
        deadline.check()
        if position in among:
            moves[position] = [step for step in steps if step[1] in among]
    return path_to_cycle(moves, exploration.machine.init)


def path_to_cycle(moves: Mapping[int, Steps], start: int) -> Steps:
    """Return a shortest path to a position on a cycle, and then a shortest way round from there.

    Args:
        moves: at each position.
        start: a position from which some path comes to a cycle.
    """

    def following(position: int) -> list[int]:
        return [after for _, after in moves[position]]

    recurring = set[int]()
    for component in components([start], following):
        if len(component) > 1 or component[0] in following(component[0]):
            recurring.update(component)
    path = shortest_path([start], following, recurring.__contains__)
    path += shortest_path(following(path[-1]), following, path[-1].__eq__)
    return [
        next(step for step in moves[before] if step[1] == position)
        for before, position in pairwise(path)
    ]


def longest_path(exploration: Exploration, links: Links, moves: int) -> Steps:
    """Return the beginning of a longest play.

    Args:
        exploration: a complete one, of plays that end.
        links: its moves backwards.
        moves: of the beginning; the play has as many.
    """
    steps: list[tuple[Move, int]] = []
    position = exploration.machine.init
    for height in range(links.height(position) - 1, links.height(position) - 1 - moves, -1):
        here = exploration.small([[position]])
        ((_, following),) = steps_of(here)
        step = next(step for step in following if links.height(step[1]) == height)
        steps.append(step)
        position = step[1]
    return steps


def shortest_play(exploration: Exploration, spot: Occurrence, ending: str) -> Play:
    """Return a play to a position of a layer; there is none with fewer moves.

    Args:
        exploration: the exploration.
        spot: where the play ends.
        ending: how it ends there.
    """
    steps: list[tuple[Move, int]] = []
    position = spot.position
    for depth in range(spot.depth - 1, -1, -1):
        move, before = _predecessor(exploration, depth, position)
        steps.append((move, position))
        position = before
    return readable_play(exploration, position, steps[::-1], ending)


def readable_play(
    exploration: Exploration, start: int, steps: Sequence[tuple[Move, int]], ending: str
) -> Play:
    """Return a play as people are shown it.

    Args:
        exploration: the exploration.
        start: the first position.
        steps: each move and the position after it.
        ending: how it ends.
    """
    positions = [start, *(position for _, position in steps)]
    unpacked = tuple(exploration.machine.unpack(position) for position in positions)
    return Play(tuple(_merged(exploration.machine, start, steps)), unpacked, ending)


def _merged(machine: Machine, start: int, steps: Sequence[tuple[Move, int]]) -> Iterator[Move]:
    """Return the moves; simultaneous ones, where nobody chooses, as a single one."""
    if not steps:
        return
    before = [start, *(position for _, position in steps[:-1])]
    batch = machine.evaluated(before)
    places = {move: set(batch.indices(batch.values[gate])) for move, gate in machine.legal.items()}
    for place, (move, _) in enumerate(steps):
        legal = [move for move, where in places.items() if place in where]
        roles = {move.role for move in legal}
        if len(roles) == len(legal) > 1:
            yield simultaneous_move(legal)
        else:
            yield move


def _predecessor(exploration: Exploration, depth: int, position: int) -> tuple[Move, int]:
    """Return a move from a layer to a position, and the position before it."""
    form, layer = exploration.form, exploration.layers[depth]
    before: set[int] = set()
    leading = form.leading(layer, position)
    for action, places, after in exploration.successors(layer):
        sources = leading(places, after)
        if sources and not form.folds:
            return action.move, min(sources)
        before.update(sources)
    if before:  # up to symmetry: which of their moves it is has still to be seen
        return _predecessor(exploration.small([sorted(before)]), 0, position)
    raise internal("no move leads to a position that was reached")
