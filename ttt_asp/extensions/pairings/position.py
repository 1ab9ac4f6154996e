"""Positions, each with a largest matching, of open lines with two free squares each.

A line is open while the breaker has no mark on it. The matching is repaired after each mark, not
found anew: a mark of the breaker's closes lines, whose squares are free for others then; one of
the maker's takes a square, and at most one line has to find another.
"""

from functools import reduce
from operator import or_

from ttt_asp.extensions.pairings.board import MakerBoard, bits

# The line that a square is given to, if it is given to none.
_NOBODY = -1


class Position:
    """A position and its matching; never changed once it is made.

    Attributes:
        board: the lines. maker, breaker: the squares that each has marked.
        free: those that nobody has marked.
        open: the numbers of the lines without a mark of the breaker's, as bits.
        missing: how many squares the open lines are short of, two a line; none is a pairing.
        held: the squares given to each line.
        loose: free squares that are given to no line.
    """

    __slots__ = ("_owner", "_short", "board", "breaker", "free", "held", "loose", "maker",
                 "missing", "open")  # fmt: skip

    def __init__(self, board: MakerBoard) -> None:
        """Set up the position of a board before anybody moves."""
        self.board = board
        self.maker, self.breaker = board.marked
        self.free = (1 << len(board.squares)) - 1 & ~self.maker & ~self.breaker
        self.loose = self.free
        self.held = [0] * len(board.lines)
        self._owner = [_NOBODY] * len(board.squares)
        self.open = self.missing = 0
        self._short: list[int] = []  # the lines that squares are missing for
        full = set[int]()
        for number, line in enumerate(board.lines):
            if not line & self.breaker:
                self.open |= 1 << number
                self._give(number, full)

    def with_maker(self, square: int) -> "Position":
        """Return the position after a mark of the maker's."""
        after = self._copy()
        mark = 1 << square
        after.maker |= mark
        after.free &= ~mark
        after.loose &= ~mark
        line = after._owner[square]
        if line >= 0:
            after._owner[square] = _NOBODY
            after.held[line] &= ~mark
            if line in after._short:
                after.missing += 1
            else:
                # A line that was short before still is: a path from there to a loose square would
                # have been one before the mark.
                after._give(line, set())
        return after

    def with_breaker(self, square: int) -> "Position":
        """Return the position after a mark of the breaker's."""
        after = self._copy()
        mark = 1 << square
        after.breaker |= mark
        after.free &= ~mark
        for line in self.board.through[square]:
            if after.open >> line & 1:
                after.open &= ~(1 << line)
                for given in bits(after.held[line]):
                    after._owner[given] = _NOBODY
                after.loose |= after.held[line]
                after.held[line] = 0
        after.loose &= ~mark
        if after._short:
            short, after._short, after.missing = after._short, [], 0
            full = set[int]()
            for line in short:
                if after.open >> line & 1:
                    after._give(line, full)
        return after

    def crowded(self, most: int | None = None) -> list[int]:
        """Return open lines with too few free squares between them.

        Args:
            most: from how many lines that are short of squares to look for those that compete with
                them; from all, `missing` says by how many the squares are too few.
        """
        lines, parts, owner = self._short[:most], self.board.parts, self._owner
        seen = {_NOBODY, *lines}
        for line in lines:
            for square in parts[line]:
                if (other := owner[square]) not in seen:
                    seen.add(other)
                    lines.append(other)
        return lines

    def spare(self) -> int:
        """The free squares any one of which the maker may have, and a pairing is left.

        Each is left free by some pairing: it is loose, or its line can have a loose square for it,
        or one whose line can, and so on. (Only where there is a pairing.)
        """
        spare = self.loose
        lines = list(bits(self.open))
        while True:
            left = []
            for line in lines:
                if self.board.lines[line] & spare:
                    spare |= self.held[line]
                else:
                    left.append(line)
            if len(left) == len(lines):
                return spare
            lines = left

    def covered(self) -> int:
        """The squares of open lines."""
        return reduce(or_, map(self.board.lines.__getitem__, bits(self.open)), 0)

    def _copy(self) -> "Position":
        after = object.__new__(Position)
        after.board, after.open, after.missing = self.board, self.open, self.missing
        after.maker, after.breaker = self.maker, self.breaker
        after.free, after.loose = self.free, self.loose
        after.held, after._owner = self.held.copy(), self._owner.copy()
        after._short = self._short.copy()
        return after

    def _give(self, line: int, full: set[int]) -> None:
        """Give a line two squares, along paths on which others take other squares.

        Args:
            line: which.
            full: lines from which no path leads to a loose square; it grows.
        """
        lack = 2 - self.held[line].bit_count()
        while lack and line not in full and self._augment(line, full):
            lack -= 1
        if lack:
            self.missing += lack
            self._short.append(line)

    def _augment(self, start: int, full: set[int]) -> bool:
        lines, parts, owner, held = self.board.lines, self.board.parts, self._owner, self.held
        # By whom a line's square is wanted, and which.
        wanted = {start: (_NOBODY, 0), _NOBODY: (_NOBODY, 0)}
        queue = [start]
        for line in queue:
            if loose := lines[line] & self.loose:
                square = loose & -loose
                self.loose ^= square
                while True:
                    held[line] |= square
                    owner[square.bit_length() - 1] = line
                    if line == start:
                        return True
                    other, taken = wanted[line]
                    held[line] ^= taken
                    line, square = other, taken
            for place in parts[line]:
                if (other := owner[place]) not in wanted and other not in full:
                    wanted[other] = line, 1 << place
                    queue.append(other)
        full.update(queue)
        return False
