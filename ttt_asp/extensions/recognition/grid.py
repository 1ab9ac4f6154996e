"""Squares without coordinates, laid out as a grid where their lines are those of one.

So the numbers of `take three that add up to 15` are a magic square.
"""

from collections.abc import Sequence
from itertools import permutations

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.interpretation import Marks, Square, asp_text
from ttt_asp.games.facts import Facts, facts_of, lines_in
from ttt_asp.lp.source import Source, parse
from ttt_asp.solving.ground import ground

# `cell(I,J)`, or a square of a cube, as the vocabulary calls them.
Cell = clingo.Symbol

# A grid that takes more conflicts to find is not looked for any longer.
_MOST = 20_000
# Nor on more squares.
_LARGEST = 49


def of_board(sides: tuple[int, ...], length: int) -> Facts:
    """Return the vocabulary's facts about a grid with lines of a length, or about a cube."""
    names = ["board/grid.lp", "lines/grid_lines.lp"]
    given = f"size({','.join(map(str, sides))}). in_a_row({length})."
    if len(sides) > 2:
        names = ["board/cube.lp", "lines/cube_lines.lp"]
        given = f"cube({sides[0]},{len(sides)})."
    return facts_of(ground(asp_text(*(f"vocabulary/{name}" for name in names)) + given))


def numbers(cell: Cell) -> tuple[int, ...]:
    """Return the coordinates of a square."""
    return tuple(symbol.number for symbol in cell.arguments)


def laid_out(
    squares: Sequence[Square], lines: Sequence[Marks], deadline: Deadline
) -> dict[Square, Cell]:
    """Return the `cell(I,J)` of every square if some grid has just these lines; else {}.

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
        if rows * sides[1] != len(squares):
            continue
        grid = of_board(sides, length)
        known = sorted(set(lines_in(grid).values()), key=sorted)
        cells = sorted(cell for (cell,) in grid["square"])
        if len(known) == len(lines) and (placed := fitted(squares, lines, cells, known, deadline)):
            return placed
    return {}


def kinds_of_squares(rules: Source, facts: Facts, deadline: Deadline) -> Source | None:
    """Write rules that name the corners, edges and center of a game with the lines of a grid.

    Squares and lines keep the names that the game gives them, and its own rules stay.

    Args:
        rules: of a game that lists its winning sets.
        facts: the facts of every position.
        deadline: when to give up.

    Returns:
        The rules; None if the lines are those of no grid, or do not tell which squares are
        corners: those of 4x4 may as well be laid out with the corners in the middle.

    Raises:
        Expired: time is up.
    """
    lines = lines_in(facts)
    squares = sorted(row[0] for row in facts.get("square", ()) if len(row) == 1)
    cells = laid_out(squares, list(lines.values()), deadline)
    if not cells:
        return None
    rows, cols = max(map(numbers, cells.values()))
    grid = of_board((rows, cols), 1)
    at = {cell: square for square, cell in cells.items()}
    squares_of = {
        kind: sorted(at[cell] for (cell,) in grid.get(kind, ()))
        for kind in ("corner", "edge", "center")
    }
    through = {square: sum(square in line for line in lines.values()) for square in squares}
    kinds = {(through[s], *(s in members for members in squares_of.values())) for s in squares}
    if len(kinds) > len(set(through.values())):
        return None
    words = {kind: list(map(str, members)) for kind, members in squares_of.items()}
    pairs = {(at[symbol], at[other]) for symbol, other in grid["opposite"]}
    across = set[tuple[clingo.Symbol, ...]]()
    for line in lines.values():
        if not line.isdisjoint(squares_of["center"]):
            across.update(permutations(line & set(squares_of["corner"]), 2))
    if pairs == across:  # else lines do not tell which corners are opposite
        words["opposite"] = [f"{symbol},{other}" for symbol, other in sorted(pairs)]
    for name, _ in rules.defined:
        words.pop(name, None)
    text = [f"{kind}({';'.join(members)})." for kind, members in words.items() if members]
    head = f"%*! Its lines are those of a grid of {rows} x {cols} squares. *%"
    return parse("\n".join([head, *text]).encode(), f"{rules.label} (as a grid)") if text else None


def fitted(
    squares: Sequence[Square],
    lines: Sequence[Marks],
    others: Sequence[Square],
    rows: Sequence[Marks],
    deadline: Deadline,
) -> dict[Square, Square]:
    """Match squares of a board with those of another, lines with lines; return {} if none fits.

    Args:
        squares: of the board.
        lines: sets of them.
        others: squares of the other board, whose number is the same.
        rows: sets of these, whose number is that of the lines.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    facts = [f"as_cell({place})." for place in others]
    facts += (f"as_square({square})." for square in squares)
    for number, row in enumerate(rows):
        facts += (f"as_row({number}).", *(f"as_on({place},{number})." for place in sorted(row)))
    for number, line in enumerate(lines):
        facts += (f"as_set({number}).", *(f"as_in({square},{number})." for square in sorted(line)))
    text = "\n".join([asp_text("recognition/grid.lp"), *facts])
    atoms, _ = ground(text, deadline, ["--warn=none", f"--solve-limit={_MOST}"]).first()
    return {a.arguments[0]: a.arguments[1] for a in atoms or () if a.match("as_at", 2)}
