"""An independent oracle for Hex, in plain Python; it shares nothing with the product.

A position is who owns which hexagon, as two sets of (row, column); the first is x's.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import brute_force

Hexagon = tuple[int, int]
Owned = tuple[frozenset[Hexagon], frozenset[Hexagon]]
EMPTY: Owned = (frozenset(), frozenset())
# A hexagon's neighbors in a board whose rows lie half a hexagon further right each: two beside it,
# two above it, two below it.
AROUND = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))


@dataclass(frozen=True)
class Hex:
    """The game on a board with these rows and columns."""

    rows: int
    cols: int
    roles = ("x", "o")
    start = EMPTY

    def mover(self, owned: Owned) -> str:
        return "x" if len(owned[0]) == len(owned[1]) else "o"

    def moves(self, owned: Owned) -> frozenset[Hexagon]:
        return board(self.rows, self.cols) - owned[0] - owned[1]

    def after(self, owned: Owned, hexagon: Hexagon) -> Owned:
        mine, yours = owned
        if self.mover(owned) == "x":
            return mine | {hexagon}, yours
        return mine, yours | {hexagon}

    def over(self, owned: Owned) -> str | None:
        won = winners(self.rows, self.cols, owned)
        return "".join(sorted(won)) or (None if self.moves(owned) else "tie")


@cache
def board(rows: int, cols: int) -> frozenset[Hexagon]:
    return frozenset((i, j) for i in range(1, rows + 1) for j in range(1, cols + 1))


def connected(mine: frozenset[Hexagon], axis: int, length: int) -> bool:
    """Whether a chain goes from coordinate 1 to `length`, of rows (axis 0) or columns (axis 1)."""
    todo = [one for one in mine if one[axis] == 1]
    seen = set(todo)
    while todo:
        i, j = todo.pop()
        if (i, j)[axis] == length:
            return True
        fresh = {(i + di, j + dj) for di, dj in AROUND} & mine - seen
        seen |= fresh
        todo += fresh
    return False


def winners(rows: int, cols: int, owned: Owned) -> set[str]:
    """Who has joined both sides: x top and bottom, o left and right."""
    found = {"x"} if connected(owned[0], 0, rows) else set()
    return found | ({"o"} if connected(owned[1], 1, cols) else set())


def across(hexagon: Hexagon) -> Hexagon:
    """Its mirror image across the long diagonal of a board with one row more than columns."""
    row, column = hexagon
    return (column + 1, row) if row <= column else (column, row - 1)


def ends_across(rows: int, cols: int) -> set[str]:
    """How plays can end in which o answers each move across; the answers have to be free."""
    game = Hex(rows, cols)

    def answers(owned: Owned) -> Collection[Hexagon]:
        return {across(one) for one in owned[0]} - owned[1]

    return {*brute_force.explore(game, {"o": answers}).ends}


def full_boards(rows: int, cols: int) -> list[Owned]:
    """Every board without a free hexagon, whoever owns how many."""
    every = board(rows, cols)
    return [
        (frozenset(mine), every - frozenset(mine))
        for count in range(len(every) + 1)
        for mine in combinations(sorted(every), count)
    ]
