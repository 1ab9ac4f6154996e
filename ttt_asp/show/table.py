"""Tables of plain text."""

import re
from collections.abc import Sequence

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Columns as wide as they need to be, two spaces between them.

    Args:
        header: the columns' names.
        rows: their cells, colours allowed.
        right: `r` at the places of columns that are aligned to the right, else anything.
    """
    lines = [list(header), *map(list, rows)]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(header))]
    lines.insert(1, ["─" * width for width in widths])
    aligned = right.ljust(len(header))
    return "\n".join(
        "  ".join(
            _pad(c, w, side) for c, w, side in zip(line, widths, aligned, strict=True)
        ).rstrip()
        for line in lines
    )


def _width(cell: str) -> int:
    return len(_ESCAPES.sub("", cell))


def _pad(cell: str, width: int, side: str) -> str:
    space = " " * (width - _width(cell))
    return space + cell if side == "r" else cell + space
