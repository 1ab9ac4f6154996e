"""Positions and plays as boards of text."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil
from textwrap import wrap

from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Panel, Place
from ttt_asp.show.paint import INK, printed
from ttt_asp.verdict import Play

_STYLES = ("bold cyan", "bold yellow", "bold green", "bold red")
_GAP = "   "
# Behind the move that lost the claim, as in books on chess.
BLUNDER = " ??"
# Boards are set so far apart, at most, that the names below them fit, in characters.
_CAPTION = 20


def board(notation: Notation, shown: Board, width: int) -> list[str]:
    """The lines of one board, or the fluents, where the game has no board.

    Args:
        notation: the game's.
        shown: what is to be seen; the last move is in brackets, what is recommended a `*`.
        width: layers of a cube go below one another where a line would have more characters.
    """
    if not notation.cells:
        return fluents(shown.position, width)
    rows = notation.rows(shown.position)
    roles = list(notation.glyphs.values())
    longest = max(len(glyph) for glyphs in notation.cells.values() for glyph in glyphs)
    wide = max([longest + 2, *(len(label) + 1 for label in shown.labels.values())])
    wide += wide % 2 if notation.slanted else 0  # rows are shifted by half a square

    def cell(place: Place) -> str:
        glyph = rows[place[0] - 1][place[1] - 1]
        free = glyph not in roles  # games may draw what nobody owns, as bars of chocolate
        recommended = free and place in shown.may
        seen = shown.labels.get(place, "*" if recommended else glyph) if free else glyph
        style = _STYLES[roles.index(glyph) % len(_STYLES)] if glyph in roles else "dim"
        text = INK(seen.rjust(longest), "bold green" if recommended else style)
        text = f"[{text}]" if place in shown.new else f" {text}"
        return text + " " * (wide - printed(text))

    lines: list[str] = []
    groups = list(_fitting(notation.blocks, wide, width))
    for band in notation.bands:
        for number, blocks in enumerate(groups):
            if lines:  # where a row of layers takes several, the next one is farther off
                lines += ["", ""] if number == 0 and len(groups) > 1 else [""]
            for shift, i in enumerate(band):
                line = _GAP.join("".join(cell((i, j)) for j in block) for block in blocks)
                lines.append(" " * (shift * wide // 2 if notation.slanted else 0) + line)
    return lines


def _fitting(
    blocks: Sequence[Sequence[int]], wide: int, width: int
) -> Iterator[list[Sequence[int]]]:
    """Layers that go side by side, as many as fit, evenly many in each row of layers."""
    longest = max(len(block) for block in blocks) * wide + len(_GAP)
    fitting = max(1, (width + len(_GAP)) // longest)
    rows = ceil(len(blocks) / fitting)
    count = ceil(len(blocks) / rows)
    for start in range(0, len(blocks), count):
        yield list(blocks[start : start + count])


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


def strip(notation: Notation, play: Play, width: int, blunder: int | None = None) -> str:
    """A play as boards side by side, each under its move, the new mark in brackets.

    Below a board stands the part of the strategy that recommended the move.

    Args:
        notation: the game's.
        play: what to show.
        width: of the terminal, in characters.
        blunder: the number of the move that lost the claim, marked `??`; None if there is none.
    """
    if not notation.cells:
        lines = list(_lines(play, blunder))
        return "\n".join([*lines, "", *fluents(play.positions[-1], width)])
    shown = list(panels(notation, play, blunder))
    boards = [board(notation, panel.board, width) for panel in shown]
    if not play.moves:
        return "\n".join(boards[0])
    wide = max(printed(line) for line in boards[0])
    words = [word for text in play.deciders for word in text.split()]
    wide = max([wide, *(min(len(word), _CAPTION) for word in words)])
    below = [*[""] * play.anywhere, *(decided for _, decided in play.decided)]
    parts = [
        [panel.title, *lines, *wrap(decided, wide, break_on_hyphens=False)]
        for panel, lines, decided in zip(shown, boards, below, strict=True)
    ]
    wide = max(wide, *(len(panel.title) for panel in shown))
    # boards are farther apart than the layers of one
    gap = _GAP if len(notation.blocks) == 1 else 2 * _GAP
    count = max(1, (width + len(gap)) // (wide + len(gap)))
    blocks = [parts[start : start + count] for start in range(0, len(parts), count)]
    return "\n\n".join(_beside(block, wide, gap) for block in blocks)


def panels(notation: Notation, play: Play, blunder: int | None) -> Iterator[Panel]:
    """The boards of a play: after each move, and the first if it does not begin with the game."""
    if play.anywhere or not play.moves:
        yield Panel(Board(play.positions[0]), "from here")
    for number, (move, decided) in enumerate(play.decided, 1):
        before, after = play.positions[number - 1], play.positions[number]
        lost = number == blunder
        title = f"{number}. {move.role}{BLUNDER if lost else ''}"
        action = "" if notation.cells else move.action
        result = play.result if number == len(play.moves) else ""
        board = Board(after, changed(notation, before, after), lost)
        yield Panel(board, title, tuple(filter(None, (action, decided, result))))


def _lines(play: Play, blunder: int | None) -> Iterator[str]:
    for number, (move, decided) in enumerate(play.decided, 1):
        by = f"  ({decided})" if decided else ""
        mark = f" {INK(BLUNDER.strip(), 'bold red')}" if number == blunder else ""
        yield f"{number}. {move.role} {move.action}{mark}{by}"


def changed(notation: Notation, before: frozenset[str], after: frozenset[str]) -> list[Place]:
    """The places whose glyph differs between two positions."""
    new = after ^ before
    return [place for place, glyphs in notation.cells.items() if new & set(glyphs.values())]


def _beside(panels: Sequence[Sequence[str]], wide: int, gap: str) -> str:
    lines = []
    for row in zip_longest(*panels, fillvalue=""):
        cells = [f"{cell}{' ' * (wide - printed(cell))}" for cell in row]
        line = gap.join(cells).rstrip()
        lines.append(line.replace(BLUNDER, INK(BLUNDER, "bold red")))
    return "\n".join(lines)
