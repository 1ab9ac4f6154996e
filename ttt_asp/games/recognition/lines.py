"""The lines of boards and of games, as sets."""

from collections.abc import Iterator
from itertools import product

import clingo

from ttt_asp.games.recognition.same import Sets
from ttt_asp.games.recognition.sheet import Marks

# Row and column, or the coordinates of a cube's square, from 1.
Cell = tuple[int, ...]


def grid_lines(sides: Cell, length: int) -> Iterator[frozenset[Cell]]:
    """The lines of so many squares in a row of a grid."""
    rows, cols = sides
    for i, j, (di, dj) in product(
        range(1, rows + 1), range(1, cols + 1), ((0, 1), (1, 0), (1, 1), (1, -1))
    ):
        line = [(i + k * di, j + k * dj) for k in range(length)]
        if length and 1 <= line[-1][0] <= rows and 1 <= line[-1][1] <= cols:
            yield frozenset(line)


def cube_lines(side: int, width: int) -> Iterator[frozenset[Cell]]:
    """The lines of a cube."""
    ways = [*((k,) * side for k in range(1, side + 1)), tuple(range(1, side + 1)),
            tuple(range(side, 0, -1))]  # fmt: skip
    for chosen in product(ways, repeat=width):
        line = frozenset(zip(*chosen, strict=True))
        if len(line) == side:
            yield line


def lines_of(sets: Sets) -> dict[Marks, list[clingo.Symbol]]:
    """Every set and the roles whose line it is."""
    found: dict[Marks, list[clingo.Symbol]] = {}
    for role, ones in sets.items():
        for one in ones:
            found.setdefault(one, []).append(role)
    return found
