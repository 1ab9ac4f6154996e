"""An independent oracle for Hex, in plain Python; it shares nothing with the product.

A position is who owns which hexagon, as two sets of (row, column); the first is x's.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations

Hexagon = tuple[int, int]
Owned = tuple[frozenset[Hexagon], frozenset[Hexagon]]
EMPTY: Owned = (frozenset(), frozenset())
# A hexagon's neighbors in a board whose rows lie half a hexagon further right each: two beside it,
# two above it, two below it.
AROUND = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))


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


def after(rows: int, cols: int, owned: Owned) -> list[Owned]:
    """The positions after one more move; none where the game is over."""
    free = sorted(board(rows, cols) - owned[0] - owned[1])
    if winners(rows, cols, owned):
        return []
    if len(owned[0]) == len(owned[1]):
        return [(owned[0] | {one}, owned[1]) for one in free]
    return [(owned[0], owned[1] | {one}) for one in free]


def positions(rows: int, cols: int) -> set[Owned]:
    """All that plays come to."""
    layer, found = {EMPTY}, {EMPTY}
    while layer:
        layer = {new for one in layer for new in after(rows, cols, one)}
        found |= layer
    return found


def plays(rows: int, cols: int) -> Counter[str]:
    """How many plays end in which way."""

    @lru_cache(None)
    def of(owned: Owned) -> tuple[tuple[str, int], ...]:
        total: Counter[str] = Counter()
        for new in after(rows, cols, owned):
            total.update(dict(of(new)))
        if not total:
            total["".join(sorted(winners(rows, cols, owned))) or "tie"] = 1
        return tuple(total.items())

    return Counter(dict(of(EMPTY)))


def value(rows: int, cols: int) -> str:
    """Who wins with best play, "x", "o" or "tie"."""

    @lru_cache(None)
    def of(owned: Owned) -> str:
        over = winners(rows, cols, owned)
        mine, yours = "xo" if len(owned[0]) == len(owned[1]) else "ox"
        found = {of(new) for new in after(rows, cols, owned)}
        if not found:
            return min(over, default="tie")
        return mine if mine in found else "tie" if "tie" in found else yours

    return of(EMPTY)


def across(hexagon: Hexagon) -> Hexagon:
    """Its mirror image across the long diagonal of a board with one row more than columns."""
    row, column = hexagon
    return (column + 1, row) if row <= column else (column, row - 1)


def ends_across(rows: int, cols: int) -> set[str]:
    """How plays can end in which o answers each move across; the answers have to be free."""

    @lru_cache(None)
    def of(owned: Owned) -> frozenset[str]:
        found: set[str] = set()
        for mine, yours in after(rows, cols, owned):
            if over := winners(rows, cols, (mine, yours)):
                found |= over
                continue
            (new,) = mine - owned[0]
            answer = across(new)
            assert answer in board(rows, cols) - mine - yours
            both = (mine, yours | {answer})
            found |= winners(rows, cols, both) or of(both)
        return frozenset(found)

    return set(of(EMPTY))


def full_boards(rows: int, cols: int) -> list[Owned]:
    """Every board without a free hexagon, whoever owns how many."""
    every = board(rows, cols)
    return [
        (frozenset(mine), every - frozenset(mine))
        for count in range(len(every) + 1)
        for mine in combinations(sorted(every), count)
    ]
