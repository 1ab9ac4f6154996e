"""The worth of positions to a role, and how far off a win or a loss is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ttt_asp.limits import number_of

# The goal values of a role that has won, and of one that has lost.
WON, LOST = 100, 0


@dataclass(frozen=True, slots=True)
class Distance:
    """How far off the end is with best play, for a role that wins or loses.

    Attributes:
        moves: all roles' moves until then: the fewest in which the role can force its win, or the
            most for which it can put off its loss.
        own: how many of them are the role's; None where that is not known.
    """

    moves: int
    own: int | None

    @property
    def opposed(self) -> "Distance":
        """The same for the only other role, which loses or wins."""
        return Distance(self.moves, None if self.own is None else self.moves - self.own)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a position to a role.

    Attributes:
        value: the goal value that the role can force.
        steps: how many moves off it is at most; 0 where that does not matter.
        own: how many of them are the role's; None where that is not known.
    """

    value: int
    steps: int = 0
    own: int | None = None

    @property
    def by_move(self) -> "Worth":
        """The worth of a move of the role's to where this one is."""
        return Worth(self.value, self.steps + 1, None if self.own is None else self.own + 1)

    @property
    def distance(self) -> Distance | None:
        """How far off the win or the loss is; None where it is neither."""
        return Distance(self.steps, self.own) if self.value in (WON, LOST) else None

    @property
    def order(self) -> tuple[int, int]:
        """A sort key, the best first: wins and ties soon, losses late."""
        return -self.value, self.steps if self.value else -self.steps


def in_moves(distance: Distance) -> str:
    """Return how far off the end is in words: in 7 moves, 4 of its own."""
    moves = f"in {number_of(distance.moves, 'move')}"
    own = distance.own not in (None, distance.moves)
    return f"{moves}, {distance.own} of its own" if own else moves


# Worths to a role of positions that are reached after a number of moves.
Values = Callable[[int, Sequence[int]], list[Worth]]
