"""Positions and plays as boards of text."""

from collections.abc import Collection, Sequence

from ttt_asp.show.paint import Paint
from ttt_asp.sources.position import FREE, Notation
from ttt_asp.verdict import Play

_STYLES = ("bold cyan", "bold yellow", "bold green", "bold red")
_GAP = "   "


def board(
    notation: Notation,
    position: frozenset[str],
    paint: Paint,
    bracketed: Collection[tuple[int, int]] = (),
    starred: Collection[tuple[int, int]] = (),
) -> list[str]:
    """The lines of one board, or the fluents, where the game has no board.

    Args:
        notation: the game's.
        position: the fluents that hold.
        paint: for the marks.
        bracketed: places shown in brackets, as the last move.
        starred: free places shown as `*`, as what is recommended.
    """
    if not notation.cells:
        return fluents(position)
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


def fluents(position: frozenset[str], width: int = 80) -> list[str]:
    """The fluents of a position, as few lines as they fit on."""
    lines: list[str] = []
    for number, fluent in enumerate(sorted(position), 1):
        shown = fluent + ("," if number < len(position) else "")
        if lines and len(lines[-1]) + 1 + len(shown) <= width:
            lines[-1] += f" {shown}"
        else:
            lines.append(shown)
    return lines or ["no fluent holds"]


def strip(notation: Notation, play: Play, paint: Paint, width: int) -> str:
    """A play as boards side by side, each under its move, the new mark in brackets.

    Args:
        notation: the game's.
        play: what to show.
        paint: for the marks.
        width: of the terminal, in characters.
    """
    if not notation.cells:
        moves = [f"{n}. {m.role} {m.action}" for n, m in enumerate(play.moves, 1)]
        return "\n".join([*moves, "", *fluents(play.positions[-1])])
    if not play.moves:
        return "\n".join(board(notation, play.positions[0], paint))
    panels = [["from here", *board(notation, play.positions[0], paint)]] if play.anywhere else []
    for number, move in enumerate(play.moves, 1):
        before, after = play.positions[number - 1], play.positions[number]
        new = changed(notation, before, after)
        panels.append([f"{number}. {move.role}", *board(notation, after, paint, new)])
    wide = 3 * max(column for _, column in notation.cells)
    wide = max(wide, *(len(panel[0]) for panel in panels))
    count = max(1, (width + len(_GAP)) // (wide + len(_GAP)))
    blocks = []
    for start in range(0, len(panels), count):
        blocks.append(_beside(panels[start : start + count], wide))
    return "\n\n".join(blocks)


def changed(
    notation: Notation, before: frozenset[str], after: frozenset[str]
) -> list[tuple[int, int]]:
    """The places whose glyph differs between two positions."""
    new = after ^ before
    return [place for place, glyphs in notation.cells.items() if new & set(glyphs.values())]


def _beside(panels: Sequence[Sequence[str]], wide: int) -> str:
    lines = []
    for number, row in enumerate(zip(*panels, strict=True)):
        # only titles are padded: board rows are of equal width, and may have colours
        cells = [cell.ljust(wide) if number == 0 else cell for cell in row]
        lines.append(_GAP.join(cells).rstrip())
    return "\n".join(lines)
