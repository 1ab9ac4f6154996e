"""Results as text: the output of their commands."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from math import ceil
from textwrap import wrap

from ttt_asp.layout import Layout
from ttt_asp.result import Result
from ttt_asp.show.blocks import (
    BLUNDER,
    Block,
    Board,
    Boards,
    Changes,
    Drawing,
    Place,
    Strip,
    Table,
    Wrapped,
    blocks,
)
from ttt_asp.show.terminal import painted, printed, unpainted, wrapped

WIDTH = 80
_COLORS = {"-": "red", "+": "green", "": ""}
_STYLES = ("bold cyan", "bold yellow", "bold green", "bold red")
_GAP = "   "
# Boards are set so far apart, at most, that the names below them fit, in characters.
_CAPTION = 20


def text(shown: Result | Iterable[Block], width: int = WIDTH) -> str:
    """Return a result or blocks as text, without color."""
    return unpainted("\n".join(lines(shown, width)))


def lines(
    shown: Result | Iterable[Block], width: int = WIDTH, terminal: bool = False
) -> Iterator[str]:
    """Yield the lines of a result or blocks, painted.

    Args:
        shown: a result, or blocks.
        width: of a line, in characters, where it can be broken.
        terminal: whether headlines are broken too.
    """
    for part in blocks(shown) if isinstance(shown, Result) else shown:
        yield from _lines(part, width, terminal)


def _lines(part: Block, width: int, terminal: bool) -> Iterator[str]:
    match part:
        case str():
            yield part
        case Wrapped(headline=True) if not terminal:
            yield part.text
        case Wrapped():
            yield from wrapped(part.text, width, part.hang)
        case Table():
            yield from _table(part)
        case Boards(only_pages=False):
            for number, board in enumerate(part.boards):
                if number > 0:
                    yield ""
                if board.title:
                    yield board.title
                yield from (line.rstrip() for line in _board(part.notation, board, width))
                for caption in board.below:
                    yield from wrapped(caption, width, len(caption) - len(caption.lstrip()) + 2)
        case Strip():
            yield from _strip(part, width)
        case Drawing():
            yield from part.lines
        case Changes():
            for sign, line in part.lines:
                yield painted(f"  {sign or ' '} {line}", _COLORS[sign])


def _table(shown: Table) -> Iterator[str]:
    """Yield columns as wide as they need to be, two spaces between them."""
    lines = [list(shown.header), *map(list, shown.rows)]
    widths = [max(map(printed, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["─" * width for width in widths])
    aligned = shown.right.ljust(len(widths))
    for line in lines:
        cells = zip(line, widths, aligned, strict=True)
        yield "  ".join(_padded(*cell) for cell in cells).rstrip()


def _padded(cell: str, width: int, side: str) -> str:
    space = " " * (width - printed(cell))
    return space + cell if side == "r" else cell + space


def _board(notation: Layout, shown: Board, width: int) -> list[str]:
    """Return the lines of one board, or the fluents, where the game has no board.

    The last move is in brackets, a recommended one a `*`. Layers of a cube go below one another
    where a line would have more characters than `width`.
    """
    if not notation.cells:
        return _fluents(shown.position, width)
    rows = notation.rows(shown.position)
    roles = list(notation.glyphs.values())
    longest = max(map(len, notation.signs))
    wide = max([longest + 2, *(len(label) + 1 for label in shown.labels.values())])
    wide += wide % 2 if notation.slanted else 0  # rows are shifted by half a square

    def cell(place: Place) -> str:
        glyph = rows[place[0] - 1][place[1] - 1]
        free = glyph not in roles  # games may draw what nobody owns, as bars of chocolate
        recommended = free and place in shown.may
        seen = shown.labels.get(place, "*" if recommended else glyph) if free else glyph
        style = _STYLES[roles.index(glyph) % len(_STYLES)] if glyph in roles else "dim"
        text = painted(seen.rjust(longest), "bold green" if recommended else style)
        text = f"[{text}]" if place in shown.new else f" {text}"
        return text + " " * (wide - printed(text))

    lines: list[str] = []
    # all layers that fit go side by side, the same number in each row of layers
    blocks = notation.blocks
    fitting = (width + len(_GAP)) // (max(map(len, blocks)) * wide + len(_GAP))
    count = ceil(len(blocks) / ceil(len(blocks) / max(1, fitting)))
    groups = [blocks[start : start + count] for start in range(0, len(blocks), count)]
    for band in notation.bands:
        for number, group in enumerate(groups):
            if lines:  # where a row of layers takes several, the next one is farther off
                lines += ["", ""] if number == 0 and len(groups) > 1 else [""]
            for shift, i in enumerate(band):
                line = _GAP.join("".join(cell((i, j)) for j in block) for block in group)
                lines.append(" " * (shift * wide // 2 if notation.slanted else 0) + line)
            if notation.falls:  # a move is a column's number
                numbers = (str(j).rjust(longest + 1).ljust(wide) for j in group[0])
                lines.append(painted("".join(numbers).rstrip(), "dim"))
    return lines


def _fluents(position: frozenset[str], width: int) -> list[str]:
    """Return the fluents of a position, on as few lines as they fit."""
    return wrapped(", ".join(sorted(position)), width) or ["no fluent holds"]


def _strip(shown: Strip, width: int) -> Iterator[str]:
    """Yield a play as boards side by side, each under its move, the new mark in brackets.

    Below a board stands the part of the strategy that recommended the move.
    """
    notation, play = shown.notation, shown.play
    if not notation.cells:
        for number, (move, decided) in enumerate(play.decided, 1):
            mark = painted(BLUNDER, "bold red") if number == shown.lost else ""
            by = f"  ({decided})" if decided else ""
            yield f"{number}. {move.role} {move.action}{mark}{by}"
        yield from ("", *_fluents(play.positions[-1], width))
        return
    titles = [board.title for board in shown.boards]
    boards = [_board(notation, board, width) for board in shown.boards]
    if not play.moves:
        yield from boards[0]
        return
    below = [" ".join(t for t in board.below if t != play.result) for board in shown.boards]
    words = " ".join(below).split()
    wide = max([*map(printed, boards[0]), *(min(len(word), _CAPTION) for word in words)])
    parts = [
        [title, *lines, *wrap(decided, wide, break_on_hyphens=False)]
        for title, lines, decided in zip(titles, boards, below, strict=True)
    ]
    wide = max(wide, *map(len, titles))
    # boards are farther apart than the layers of one
    gap = _GAP if len(notation.blocks) == 1 else 2 * _GAP
    count = max(1, (width + len(gap)) // (wide + len(gap)))
    for start in range(0, len(parts), count):
        if start > 0:
            yield ""
        for row in zip_longest(*parts[start : start + count], fillvalue=""):
            line = gap.join(f"{cell}{' ' * (wide - printed(cell))}" for cell in row).rstrip()
            yield line.replace(BLUNDER, painted(BLUNDER, "bold red"))
