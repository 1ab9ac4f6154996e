"""Squares without coordinates, laid out as a grid where their lines are those of one.

So the numbers of `take three that add up to 15` are a magic square.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.games.recognition.sets import said
from ttt_asp.games.recognition.sheet import Cell, Marks, Square, grid_lines
from ttt_asp.lp.source import Source, parse
from ttt_asp.solving.ground import ground

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


def kinds_of_squares(rules: Source, facts: Facts, deadline: Deadline) -> Source | None:
    """Rules that name corners, edges and the center of a game whose lines are those of a grid.

    Squares and lines keep the names that the game gives them; so does what it says itself.

    Args:
        rules: of a game that lists its winning sets.
        facts: what holds in every position.
        deadline: when to give up.

    Returns:
        The rules; None where the lines are those of no grid, or do not tell which squares are
        corners: those of 4x4 may as well be laid out with the corners in the middle.

    Raises:
        Expired: time is up.
    """
    # a file may say other things by the same names, of more arguments
    lines = {row[0]: set[Square]() for row in facts.get("line", ()) if len(row) == 1}
    for row in facts.get("part_of", ()):
        if len(row) == 2 and row[1] in lines:
            lines[row[1]].add(row[0])
    squares = sorted(row[0] for row in facts.get("square", ()) if len(row) == 1)
    cells = laid_out(squares, [frozenset(lines[line]) for line in sorted(lines)], deadline)
    if not cells:
        return None
    rows, cols = max(cells.values())
    kinds = {square: _kinds(cells[square], rows, cols) for square in squares}
    through = {square: sum(square in line for line in lines.values()) for square in squares}
    if len({(through[square], kinds[square]) for square in squares}) > len({*through.values()}):
        return None
    found = {
        kind: [str(square) for square in squares if kind in kinds[square]]
        for kind in ("corner", "edge", "center")
    }
    at = {cell: square for square, cell in cells.items()}
    pairs = {(one, at[rows + 1 - cells[one][0], cols + 1 - cells[one][1]])
             for one in squares if "corner" in kinds[one]}  # fmt: skip
    across = {
        (one, other)
        for line in lines.values()
        if any("center" in kinds[square] for square in line)
        for one, other in permutations([square for square in line if "corner" in kinds[square]], 2)
    }
    if pairs == across:  # else lines do not tell which corners are opposite
        found["opposite"] = [f"{one},{other}" for one, other in sorted(pairs)]
    for own, _ in rules.defined:
        found.pop(own, None)
    said = [f"{kind}({';'.join(some)})." for kind, some in found.items() if some]
    head = f"%*! Its lines are those of a grid of {rows} x {cols} squares. *%"
    text = "\n".join([head, *said])
    return parse(text.encode(), f"{rules.label} (as a grid)") if said else None


def _kinds(cell: Cell, rows: int, cols: int) -> frozenset[str]:
    """What the vocabulary calls a square of a grid."""
    i, j = cell
    found = set()
    if i in (1, rows) or j in (1, cols):
        found.add("corner" if i in (1, rows) and j in (1, cols) else "edge")
    if abs(2 * i - rows - 1) < 2 and abs(2 * j - cols - 1) < 2:
        found.add("center")
    return frozenset(found)


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
    text = "\n".join([said("grid.lp"), *_facts(squares, lines, others, rows)])
    atoms, _ = ground(text, deadline, ["--warn=none", f"--solve-limit={_MOST}"]).first()
    return {a.arguments[0]: a.arguments[1] for a in atoms or () if a.match("as_at", 2)}


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
