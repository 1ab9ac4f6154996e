"""The moves of plays as a graph, and sweeps over it.

Games may come to the same position after different numbers of moves. Positions are then taken
one by one, each when all moves into it were seen (Kahn's algorithm). Positions that cannot be taken
so lie on a cycle of positions or after one: there is an infinite play.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from ttt_asp.deadline import Deadline
from ttt_asp.lp.dependencies import shortest_path
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.graph import Steps, path_to_cycle, steps_of
from ttt_asp.verdict import Move

Position = TypeVar("Position")
Value = TypeVar("Value")

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

    def lasso(self, start: int) -> Steps:
        """Return a shortest path to a cycle, and once round it: its end was there before."""
        return path_to_cycle(self.moves, start)

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

    def height(self, start: int) -> int:
        """Return the length of a longest play; of a graph without a cycle."""
        heights: dict[int, int] = backward_induction(
            self.order,
            lambda position: (after for _, after in self.moves[position]),
            lambda position, heights: 1 + max(heights, default=-1),
        )
        return heights[start]


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


def graph_of(exploration: Exploration, deadline: Deadline) -> Graph:
    """Return the moves of all plays, in an order of the positions.

    Args:
        exploration: a complete one, each position once.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    return sorted_graph(steps_of(exploration), deadline)


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
