"""Whether there is room for a pair in every line of the plane: counting, before any search."""

from dataclasses import dataclass

# By direction, how many rows down and columns to the right the next square of a line is.
STEPS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}


@dataclass(frozen=True, slots=True)
class Room:
    """How many pairs are needed, and how many there is room for; of any two squares of a line.

    Two squares count as one, and so do two lines, if they are a multiple of the period apart.

    Attributes:
        period: after how many rows and columns pairs repeat.
        line: how many squares in a row are a line.
    """

    period: int
    line: int

    @property
    def lines(self) -> int:
        """How many lines there are: one from every square in four directions."""
        return len(STEPS) * self.period**2

    @property
    def most(self) -> int:
        """How many of them a pair can be in: of neighbours it is so many."""
        return min(self.line - 1, self.period)

    @property
    def pairs(self) -> int:
        """How many pairs there is room for."""
        return self.period**2 // 2

    @property
    def each(self) -> int:
        """How many pairs every row needs, and every column and diagonal; 0 if none is enough."""
        return -(-self.period // self.most) if self.most else 0

    @property
    def needed(self) -> int:
        """How many pairs are needed; 0 if no number is enough."""
        return len(STEPS) * self.period * self.each

    @property
    def enough(self) -> bool:
        """Whether that many have room; else there is no pairing."""
        return 0 < self.needed <= self.pairs
