"""The worth of positions to a role."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a position to a role.

    Attributes:
        value: the goal value that the role can force.
        steps: how many moves off it is at most; 0 where that does not matter.
    """

    value: int
    steps: int = 0


# Worths to a role of positions that are reached after a number of moves.
Values = Callable[[int, Sequence[int]], list[Worth]]
