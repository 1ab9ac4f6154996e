"""Tables of plain text."""

from collections.abc import Sequence

from ttt_asp.show.paint import printed


def table(header: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Columns as wide as they need to be, two spaces between them.

    Args:
        header: the columns' names.
        rows: their cells, colours allowed.
        right: `r` at the places of columns that are aligned to the right, else anything.
    """
    lines = [list(header), *map(list, rows)]
    widths = [max(printed(line[i]) for line in lines) for i in range(len(header))]
    lines.insert(1, ["─" * width for width in widths])
    aligned = right.ljust(len(header))
    return "\n".join(
        "  ".join(
            _pad(c, w, side) for c, w, side in zip(line, widths, aligned, strict=True)
        ).rstrip()
        for line in lines
    )


def _pad(cell: str, width: int, side: str) -> str:
    space = " " * (width - printed(cell))
    return space + cell if side == "r" else cell + space
