"""Positions and plays as pictures in SVG, for light and dark pages."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.games.notation import FREE, Notation
from ttt_asp.show.boards import changed
from ttt_asp.verdict import Play

# Lengths in pixels: a square, the space between boards, a line of text.
_SQUARE, _GAP, _LINE = 30, 18, 15
# As many boards stand side by side.
_ABREAST = 5
# About the width of a character of text.
_CHARACTER = 6.3
_STYLE = """
.ttt text{font:12px system-ui,sans-serif;fill:#1c1e21}
.ttt .sq{fill:#fff;stroke:#8a9099}
.ttt .new{fill:#fdf0c2}.ttt .may{fill:#d9efd9}.ttt .bad{fill:#fbd9d6}
.ttt .m0{stroke:#0b62a4}.ttt .m1{stroke:#b3471b}.ttt .mark{fill:none;stroke-width:3}
.ttt .by{fill:#5b6169}.ttt .lost{fill:#b3261e;font-weight:600}
@media (prefers-color-scheme:dark){
.ttt text{fill:#e6e8eb}.ttt .sq{fill:#1d2126;stroke:#6b727b}
.ttt .new{fill:#4d4215}.ttt .may{fill:#1f4a2a}.ttt .bad{fill:#5e2320}
.ttt .m0{stroke:#6db8f2}.ttt .m1{stroke:#f2a07b}.ttt .by{fill:#a2a9b1}.ttt .lost{fill:#ff8a80}}
"""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Panel:
    """A board with what is written around it.

    Attributes:
        position: the fluents.
        title: above it; below: lines of text below it.
        new: places of the last move; may: places that are recommended.
        lost: whether the move lost the claim.
    """

    position: frozenset[str]
    title: str = ""
    below: tuple[str, ...] = ()
    new: Collection[Place] = ()
    may: Collection[Place] = ()
    lost: bool = False


def position_svg(
    notation: Notation, position: frozenset[str], may: Collection[Place], title: str
) -> str:
    """A picture of one position.

    Args:
        notation: the game's.
        position: the fluents.
        may: the places of what is recommended, shaded.
        title: a line above it; empty for none.
    """
    return _picture(notation, [Panel(position, title, may=may)], title or "A position")


def suggestion_svg(found: Suggestion) -> str:
    """The position of a suggestion, with what is recommended there."""
    notation, advice = Notation(found.game), found.advice
    may = {notation.places[a] for a in advice.recommended if a in notation.places}
    decided = f": {advice.decided}" if advice.decided else ""
    return position_svg(notation, found.position, may, f"{advice.role} to move{decided}")


def play_svg(notation: Notation, play: Play, blunder: int | None, title: str) -> str:
    """A picture of a play: its boards side by side, each under its move.

    Args:
        notation: the game's.
        play: what to show.
        blunder: the number of the move that lost the claim, if one did.
        title: what the picture shows, for those who do not see it.
    """
    return _picture(notation, list(panels(notation, play, blunder)), title)


def panels(notation: Notation, play: Play, blunder: int | None) -> Iterator[Panel]:
    """The boards of a play: after each move, and the first if it does not begin with the game."""
    if play.anywhere or not play.moves:
        yield Panel(play.positions[0], "from here")
    for number, (move, decided) in enumerate(play.decided, 1):
        before, after = play.positions[number - 1], play.positions[number]
        lost = number == blunder
        title = f"{number}. {move.role}{' ??' if lost else ''}"
        action = () if notation.cells else (move.action,)
        below = (*action, *_cut(decided))
        yield Panel(after, title, below, changed(notation, before, after), (), lost)


def _cut(text: str) -> list[str]:
    """A part of a strategy on lines of its own, one an operand."""
    return [
        f"{sign}{part}"
        for number, part in enumerate(text.split(" △ "))
        if part
        for sign in ("△ " if number else "",)
    ]


def _picture(notation: Notation, boards: Sequence[Panel], title: str) -> str:
    rows = max((row for row, _ in notation.cells), default=0)
    columns = max((column for _, column in notation.cells), default=0)
    texts = [text for panel in boards for text in (panel.title, *panel.below)]
    wide = max([columns * _SQUARE, *(ceil(len(text) * _CHARACTER) for text in texts)])
    most = max((len(panel.below) for panel in boards), default=0)
    head = _LINE + 4 if any(panel.title for panel in boards) else 0
    high = head + rows * _SQUARE + most * _LINE
    abreast = min(len(boards), max(1, min(_ABREAST, 900 // (wide + _GAP))))
    width = abreast * (wide + _GAP) + _GAP
    height = ceil(len(boards) / abreast) * (high + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    for number, panel in enumerate(boards):
        x = _GAP + number % abreast * (wide + _GAP)
        y = _GAP + number // abreast * (high + _GAP)
        parts.append(f'<g transform="translate({x} {y})">')
        if panel.title:
            style = ' class="lost"' if panel.lost else ""
            parts.append(f'<text y="{_LINE - 4}"{style}>{escape(panel.title)}</text>')
        parts.append(f'<g transform="translate(0 {head})">')
        parts += _squares(notation, panel)
        parts.append("</g>")
        for line, text in enumerate(panel.below, 1):
            y = head + rows * _SQUARE + line * _LINE
            parts.append(f'<text class="by" y="{y}">{escape(text)}</text>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _squares(notation: Notation, panel: Panel) -> Iterator[str]:
    if not notation.cells:
        return
    shown = notation.rows(panel.position)
    for i, j in notation.cells:
        kind = "may" if (i, j) in panel.may else ""
        if (i, j) in panel.new:
            kind = "bad" if panel.lost else "new"
        x, y = (j - 1) * _SQUARE, (i - 1) * _SQUARE
        style = f"sq {kind}".strip()
        yield f'<rect class="{style}" x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}"/>'
        if (glyph := shown[i - 1][j - 1]) != FREE:
            yield _mark(glyph, x, y, list(notation.glyphs.values()))


def _mark(glyph: str, x: int, y: int, glyphs: Sequence[str]) -> str:
    near, far, half = 8, _SQUARE - 8, _SQUARE // 2
    number = glyphs.index(glyph) % 2 if glyph in glyphs else 0
    if glyph == "x":
        lines = (
            f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
        )
        return f'<path class="mark m{number}" d="{lines}"/>'
    if glyph == "o":
        return f'<circle class="mark m{number}" cx="{x + half}" cy="{y + half}" r="{half - 7}"/>'
    return f'<text x="{x + half}" y="{y + half + 4}" text-anchor="middle">{escape(glyph)}</text>'
