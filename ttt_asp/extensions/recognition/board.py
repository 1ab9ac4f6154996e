"""The board of a game of lines: names and places of its squares, and its lines.

Squares with two or more coordinates, numbers or names that a relation of the game's own puts in a
row, become `cell(I,J)`, as in our own games; so do others that can be laid out as a grid whose
lines are theirs: the numbers of `take three that add up to 15` are a magic square. Lines get the
names of a grid's or a cube's if they are all the lines of one.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import permutations
from math import prod

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.interpretation import (
    Interpretation,
    Marks,
    Sets,
    Square,
    asp_text,
    lines_of,
    same_lines_for_all,
)
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


# Dimensions of the cubes that the vocabulary draws, at most.
_DRAWN = 4


@dataclass(frozen=True)
class RecognisedBoard:
    """The board.

    Attributes:
        names: the name of each square.
        sides: rows and columns, or the sides of a cube; empty where squares have no coordinates.
        length: how long the lines are, if they are all those of a grid or a cube of that size.
        places: row and column of each square where the vocabulary does not say them.
    """

    names: Mapping[Square, clingo.Symbol]
    sides: tuple[int, ...] = ()
    length: int = 0
    places: Mapping[Square, tuple[int, int]] | None = None


def board(
    sheet: Interpretation,
    sets: Sets,
    facts: Facts,
    needed: AbstractSet[tuple[Square, Square]],
    deadline: Deadline,
) -> RecognisedBoard:
    """Work out the board of a game.

    Args:
        sheet: the meanings of its fluents.
        sets: the lines of every role.
        facts: the facts of every position, with relations that may order coordinates.
        needed: pairs of a square and one that is always marked before it, and lies below it.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    cells = {
        square: clingo.Function("cell", list(map(clingo.Number, at)))
        for square, at in _turned_upright(_cells(sheet.squares, facts), needed).items()
    }
    lines = lines_of(sets)
    if not cells and same_lines_for_all(sets):
        cells = laid_out(sheet.squares, sorted(lines, key=sorted), deadline)
    if not cells:
        return RecognisedBoard({square: square for square in sheet.squares})
    sides = tuple(map(max, zip(*map(numbers, cells.values()), strict=True)))
    width, full = len(sides), len(cells) == prod(sides)
    cube = width > 2 and len(set(sides)) == 1
    if full and (width == 2 or (cube and sides[0] > 1)):
        sizes = {len(symbols) for symbols in lines}
        length = sizes.pop() if len(sizes) == 1 else 0
        if length and _same_lines(
            {*lines_in(of_board(sides, length)).values()}, sheet, sets, cells
        ):
            return RecognisedBoard(cells, sides, length)
        if width == 2:
            return RecognisedBoard(cells, sides)
    return RecognisedBoard(cells, sides, 0, _places(cells))


def _cells(squares: Sequence[Square], facts: Facts) -> dict[Square, tuple[int, ...]]:
    """Return the coordinates of every square; empty where they have none."""
    widths = {len(symbol.arguments) if symbol.type == clingo.SymbolType.Function else 0
              for symbol in squares}  # fmt: skip
    if len(widths) != 1 or not 2 <= max(widths) <= _DRAWN:
        return {}
    axes = []
    for values in zip(*(symbol.arguments for symbol in squares), strict=True):
        order = _order(set(values), facts)
        if not order:
            return {}
        axes.append({value: number for number, value in enumerate(order, 1)})
    return {
        symbol: tuple(axis[value] for axis, value in zip(axes, symbol.arguments, strict=True))
        for symbol in squares
    }


def _turned_upright(
    cells: dict[Square, tuple[int, ...]], needed: AbstractSet[tuple[Square, Square]]
) -> dict[Square, tuple[int, ...]]:
    """Turn a board with two coordinates so that squares marked first are in its last row."""
    pairs = [(cells[symbol], cells[other]) for symbol, other in needed if cells]
    if not pairs or len(pairs[0][0]) != 2:
        return cells
    for axis in (0, 1):
        if all(i[axis] > j[axis] and i[1 - axis] == j[1 - axis] for i, j in pairs):
            most = max(cell[axis] for cell in cells.values())
            return {
                symbol: (most + 1 - cell[axis], cell[1 - axis]) for symbol, cell in cells.items()
            }
    return cells


def _order(values: set[clingo.Symbol], facts: Facts) -> list[clingo.Symbol]:
    """Sort coordinates: numbers, or names in the order of some relation."""
    if all(value.type == clingo.SymbolType.Number for value in values):
        return sorted(values)
    for name in sorted(facts):
        pairs = [row for row in facts[name] if len(row) == 2 and values.issuperset(row)]
        after = dict(pairs)
        first = values - set(after.values())
        if len(pairs) == len(after) == len(values) - 1 and len(first) == 1:
            order = list(first)
            while order[-1] in after and len(order) < len(values):
                order.append(after[order[-1]])
            if len(order) == len(values):
                return order
    return []


def _same_lines(
    known: AbstractSet[frozenset[Cell]],
    sheet: Interpretation,
    sets: Sets,
    cells: Mapping[Square, Cell],
) -> bool:
    """Whether the lines of every role are these, but for those that it can never complete."""
    for role in sheet.roles:
        mine = {cells[square] for owner, square in sheet.marks.values() if owner == role}
        lines = {frozenset(cells[square] for square in symbols) for symbols in sets[role]}
        if lines != {line for line in known if line <= mine}:
            return False
    return True


def _places(cells: Mapping[Square, Cell]) -> dict[Square, tuple[int, int]]:
    """Rows and columns: layers side by side, and rows of layers below one another."""
    sides, places = tuple(map(max, zip(*map(numbers, cells.values()), strict=True))), {}
    for square, cell in cells.items():
        i, j, k, m = (*numbers(cell), 1, 1)[:4]
        places[square] = ((m - 1) * (sides[0] + 1) + i, (k - 1) * (sides[1] + 1) + j)
    return places
