"""Results as text: what their commands print."""

from collections.abc import Iterable, Iterator

from ttt_asp.result import Result
from ttt_asp.show.blocks import (
    Block,
    Boards,
    Changes,
    Drawing,
    Strip,
    Table,
    Wrapped,
    blocks,
)
from ttt_asp.show.boards import board, strip
from ttt_asp.show.paint import INK, printed, unpainted, wrapped

WIDTH = 80
_COLOURS = {"-": "red", "+": "green", "": ""}


def text(shown: Result | Iterable[Block], colour: bool = False, width: int = WIDTH) -> str:
    """What is to be seen, as text.

    Args:
        shown: a result, or blocks.
        colour: whether it is painted, see `paint`.
        width: of a line, in characters, where it can be broken.
    """
    parts = blocks(shown) if isinstance(shown, Result) else shown
    said = "\n".join(line for part in parts for line in _lines(part, width))
    return said if colour else unpainted(said)


def _lines(part: Block, width: int) -> Iterator[str]:
    match part:
        case str():
            yield part
        case Wrapped():
            yield from wrapped(part.text, width, part.hang)
        case Table():
            yield from _table(part)
        case Boards():
            for number, panel in enumerate(part.panels):
                yield from [""] * bool(number)
                yield from [panel.title] * bool(panel.title)
                yield from (line.rstrip() for line in board(part.notation, panel.board, width))
                for said in panel.below:
                    yield from wrapped(said, width, len(said) - len(said.lstrip()) + 2)
        case Strip():
            yield strip(part.notation, part.play, width, part.lost)
        case Drawing():
            yield from part.lines
        case Changes():
            for sign, line in part.lines:
                yield INK(f"  {sign or ' '} {line}", _COLOURS[sign])


def _table(shown: Table) -> Iterator[str]:
    """Columns as wide as they need to be, two spaces between them."""
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
