"""Squares without coordinates, laid out as a grid where their lines are those of one.

So the numbers of `take three that add up to 15` are a magic square.
"""

from collections.abc import Iterator, Mapping, Sequence

import clingo

from ttt_asp.deadline import STEP, Deadline
from ttt_asp.games.recognition.lines import Cell, grid_lines
from ttt_asp.games.recognition.sets import said
from ttt_asp.games.recognition.sheet import Marks, Square

# A grid that takes more conflicts to find is not looked for any longer.
_MOST = 20_000
# Nor on more squares.
_LARGEST = 49


def laid_out(
    squares: Sequence[Square], lines: Sequence[Marks], deadline: Deadline
) -> Mapping[Square, Cell]:
    """Row and column of every square, if some grid has just these lines; else nothing.

    Args:
        squares: all of them.
        lines: sets of squares, the same for all roles.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    lengths = {len(line) for line in lines}
    if len(lengths) != 1 or len(squares) > _LARGEST:
        return {}
    (length,) = lengths
    for rows in range(2, int(len(squares) ** 0.5) + 1):
        sides = (rows, len(squares) // rows)
        known = set(grid_lines(sides, length))
        if rows * sides[1] == len(squares) and len(known) == len(lines):
            cells = {_place(i, j): (i, j) for i in range(1, rows + 1)
                     for j in range(1, sides[1] + 1)}  # fmt: skip
            rows_of = [
                frozenset(_place(*cell) for cell in row) for row in sorted(map(sorted, known))
            ]
            found = fitted(squares, lines, list(cells), rows_of, deadline)
            if found:
                return {square: cells[place] for square, place in found.items()}
    return {}


def _place(i: int, j: int) -> Square:
    return clingo.Tuple_([clingo.Number(i), clingo.Number(j)])


def fitted(
    squares: Sequence[Square],
    lines: Sequence[Marks],
    others: Sequence[Square],
    rows: Sequence[Marks],
    deadline: Deadline,
) -> dict[Square, Square]:
    """Which squares of another board are those of a board, so that lines are lines; else nothing.

    Args:
        squares: of the board.
        lines: sets of them.
        others: squares of the other board, as many.
        rows: sets of them, as many.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    control = clingo.Control(["--warn=none", f"--solve-limit={_MOST}"], lambda *_: None)
    control.add("base", [], "\n".join([said("grid.lp"), *_facts(squares, lines, others, rows)]))
    deadline.run(control.ground)
    found: dict[Square, Square] = {}

    def on_model(model: clingo.Model) -> bool:
        for atom in model.symbols(atoms=True):
            if atom.match("as_at", 2):
                square, place = atom.arguments
                found[square] = place
        return False

    with control.solve(on_model=on_model, async_=True) as handle:
        while not handle.wait(STEP):
            deadline.check()
        handle.get()
    return found


def _facts(
    squares: Sequence[Square],
    lines: Sequence[Marks],
    others: Sequence[Square],
    rows: Sequence[Marks],
) -> Iterator[str]:
    yield from (f"as_cell({place})." for place in others)
    yield from (f"as_square({square})." for square in squares)
    for number, row in enumerate(rows):
        yield f"as_row({number})."
        yield from (f"as_on({place},{number})." for place in sorted(row))
    for number, line in enumerate(lines):
        yield f"as_set({number})."
        yield from (f"as_in({square},{number})." for square in sorted(line))
