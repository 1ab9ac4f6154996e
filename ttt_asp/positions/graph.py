"""The moves of plays as a graph, sweeps over it, and plays through it as people are shown them.

Games may come to the same position after different numbers of moves. Positions are then taken
one by one, each when all moves into it were seen (Kahn's algorithm). Positions that cannot be taken
so lie on a cycle of positions or after one: there is an infinite play.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.lp.dependencies import shortest_path
from ttt_asp.positions.exploration import Exploration, Occurrence
from ttt_asp.positions.machine import Machine
from ttt_asp.records import dataclass
from ttt_asp.verdict import Move, Play, simultaneous_move

Position = TypeVar("Position")
Value = TypeVar("Value")
Steps = Sequence[tuple[Move, int]]

# Positions looked at between two looks at the clock.
_STEP = 10000


@dataclass(frozen=True)
class Graph:
    """The moves of all plays.

    Attributes:
        moves: of each position, with the position after each.
        order: the positions, each after all that lead to it; those on a cycle, and after one,
            are left out.
    """

    moves: Mapping[int, Steps]
    order: Sequence[int]

    @property
    def cyclic(self) -> bool:
        """Whether there is an infinite play."""
        return len(self.order) < len(self.moves)

    def lasso(self, start: int) -> list[tuple[Move, int]]:
        """Return a shortest path to a cycle, and once round it: its end was there before."""
        acyclic = set(self.order)
        inside = {p for p in self.moves if p not in acyclic}
        # a position after a cycle is not on it: it comes first in the order of reversed moves
        back: dict[int, list[tuple[Move, int]]] = {position: [] for position in inside}
        for position in inside:
            for move, after in self.moves[position]:
                back[after].append((move, position))
        inside.difference_update(sorted_graph(back.items(), Deadline()).order)
        way = self.way([start], inside) if start not in inside else []
        steps, seen = way, {start, *(position for _, position in way)}
        position = way[-1][1] if way else start
        while True:  # every position inside has a move that stays inside
            move, position = next(step for step in self.moves[position] if step[1] in inside)
            steps.append((move, position))
            if position in seen:
                return steps
            seen.add(position)

    def way(self, start: list[int], targets: set[int]) -> list[tuple[Move, int]]:
        """Return a shortest path from one of some positions to a target; empty if it is one."""
        path = shortest_path(
            start,
            lambda position: (after for _, after in self.moves[position]),
            targets.__contains__,
        )
        return [
            next(step for step in self.moves[before] if step[1] == position)
            for before, position in pairwise(path)
        ]

    def longest(self, start: int) -> list[tuple[Move, int]]:
        """Return a longest play; of a graph without a cycle."""
        heights = backward_induction(
            self.order,
            lambda position: (after for _, after in self.moves[position]),
            lambda position, heights: 1 + max(heights, default=-1),
        )
        steps: list[tuple[Move, int]] = []
        while following := self.moves[steps[-1][1] if steps else start]:
            steps.append(max(following, key=lambda step: heights[step[1]]))
        return steps


def backward_induction(
    order: Sequence[Position],
    after: Callable[[Position], Iterable[Position]],
    value: Callable[[Position, list[Value]], Value],
) -> dict[Position, Value]:
    """Compute a value for each position by backward induction.

    Args:
        order: positions, each before all that come after it.
        after: the positions after one, all of which are in the order.
        value: of a position, from those after it.
    """
    values: dict[Position, Value] = {}
    for position in reversed(order):
        values[position] = value(position, [values[other] for other in after(position)])
    return values


def graph_of(
    exploration: Exploration, deadline: Deadline, among: Collection[int] | None = None
) -> Graph:
    """Return the moves of all plays, in an order of the positions.

    Args:
        exploration: a complete one, each position once.
        deadline: when to give up.
        among: between which positions; None for all.

    Raises:
        Expired: time is up.
    """
    steps = _steps(exploration)
    if among is None:
        return sorted_graph(steps, deadline)
    within = ((p, [step for step in outgoing if step[1] in among])
              for p, outgoing in steps if p in among)  # fmt: skip
    return sorted_graph(within, deadline)


def sorted_graph(steps: Iterable[tuple[int, Steps]], deadline: Deadline) -> Graph:
    """Return the moves at positions, in an order of these; see `graph_of`."""
    moves: dict[int, Steps] = {}
    incoming: dict[int, int] = {}
    for position, outgoing in steps:
        if len(moves) % _STEP == 0:
            deadline.check()
        moves[position] = outgoing
        for _, after in outgoing:
            incoming[after] = incoming.get(after, 0) + 1
    order = [position for position in moves if position not in incoming]
    for number, position in enumerate(order):
        if number % _STEP == 0:
            deadline.check()
        for _, after in moves[position]:
            incoming[after] -= 1
            if not incoming[after]:
                order.append(after)
    return Graph(moves, order)


def _steps(exploration: Exploration) -> Iterator[tuple[int, Steps]]:
    for layer in exploration.layers:
        positions = exploration.form.unpacked(layer)
        steps: list[list[tuple[Move, int]]] = [[] for _ in positions]
        for action, places, after in exploration.successors(layer):
            for place, position in zip(places, exploration.form.unpacked(after), strict=True):
                steps[place].append((action.move, position))
        yield from zip(positions, steps, strict=True)


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
