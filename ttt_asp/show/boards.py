"""Positions and plays as boards of text."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from ttt_asp.show.paint import Paint, printed
from ttt_asp.sources.position import FREE, Notation
from ttt_asp.verdict import Play

_STYLES = ("bold cyan", "bold yellow", "bold green", "bold red")
_GAP = "   "
# Behind the move that lost the claim, as in books on chess.
BLUNDER = " ??"
# Boards are set so far apart, at most, that the names below them fit, in characters.
_CAPTION = 20


def board(
    notation: Notation,
    position: frozenset[str],
    paint: Paint,
    bracketed: Collection[tuple[int, int]] = (),
    starred: Collection[tuple[int, int]] = (),
) -> list[str]:
    """The lines of one board, or one line for each fluent where the game has no board.

    Args:
        notation: the game's.
        position: the fluents that hold.
        paint: for the marks.
        bracketed: places shown in brackets, as the last move.
        starred: free places shown as `*`, as what is recommended.
    """
    if not notation.cells:
        return sorted(position)
    roles = list(notation.glyphs.values())
    lines = []
    for i, row in enumerate(notation.rows(position), 1):
        cells = []
        for j, glyph in enumerate(row, 1):
            shown = "*" if glyph == FREE and (i, j) in starred else glyph
            style = _STYLES[roles.index(glyph) % len(_STYLES)] if glyph in roles else "dim"
            text = paint(shown, "bold green" if shown == "*" else style)
            cells.append(f"[{text}]" if (i, j) in bracketed else f" {text} ")
        lines.append("".join(cells))
    return lines


def strip(
    notation: Notation, play: Play, paint: Paint, width: int, blunder: int | None = None
) -> str:
    """A play as boards side by side, each under its move, the new mark in brackets.

    Below a board stands the part of the strategy that recommended the move.

    Args:
        notation: the game's.
        play: what to show.
        paint: for the marks.
        width: of the terminal, in characters.
        blunder: the number of the move that lost the claim, marked `??`; None if there is none.
    """
    if not notation.cells:
        return "\n".join(_lines(play, blunder, paint))
    if not play.moves:
        return "\n".join(board(notation, play.positions[0], paint))
    wide = 3 * max(column for _, column in notation.cells)
    words = [word for text in play.deciders for word in text.split()]
    wide = max([wide, *(min(len(word), _CAPTION) for word in words)])
    panels: list[list[str]] = []
    if play.anywhere:
        panels.append(["from here", *board(notation, play.positions[0], paint)])
    for number, (move, decided) in enumerate(play.decided, 1):
        before, after = play.positions[number - 1], play.positions[number]
        new = changed(notation, before, after)
        title = f"{number}. {move.role}{BLUNDER if number == blunder else ''}"
        lines = board(notation, after, paint, new)
        panels.append([title, *lines, *wrap(decided, wide, break_on_hyphens=False)])
    wide = max(wide, *(len(panel[0]) for panel in panels))
    count = max(1, (width + len(_GAP)) // (wide + len(_GAP)))
    blocks = [panels[start : start + count] for start in range(0, len(panels), count)]
    return "\n\n".join(_beside(block, wide, paint) for block in blocks)


def _lines(play: Play, blunder: int | None, paint: Paint) -> Iterator[str]:
    for number, (move, decided) in enumerate(play.decided, 1):
        by = f"  ({decided})" if decided else ""
        mark = f" {paint(BLUNDER.strip(), 'bold red')}" if number == blunder else ""
        yield f"{number}. {move.role} {move.action}{mark}{by}"


def changed(
    notation: Notation, before: frozenset[str], after: frozenset[str]
) -> list[tuple[int, int]]:
    """The places whose glyph differs between two positions."""
    new = after ^ before
    return [place for place, glyphs in notation.cells.items() if new & set(glyphs.values())]


def _beside(panels: Sequence[Sequence[str]], wide: int, paint: Paint) -> str:
    lines = []
    for row in zip_longest(*panels, fillvalue=""):
        cells = [f"{cell}{' ' * (wide - printed(cell))}" for cell in row]
        line = _GAP.join(cells).rstrip()
        lines.append(line.replace(BLUNDER, paint(BLUNDER, "bold red")))
    return "\n".join(lines)
