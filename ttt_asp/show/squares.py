"""The squares of one board as SVG: marks, the last move, what is recommended, completed lines."""

from collections.abc import Iterator
from html import escape

from ttt_asp.games.layout import FREE, completed
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Place

# The side of a square, in pixels.
SQUARE = 30
# Of so many kinds colours are told apart; letters tell the others.
COLOURS = 6
# In the colours of the report's page, so that x and o look alike wherever they are drawn.
STYLE = """
.ttt text{font:12px system-ui,sans-serif;fill:#1c1e21}
.ttt .ground{fill:#fff}.ttt .sq{fill:#fff;stroke:#8a9099}
.ttt .new{fill:#fdf0c2}.ttt .may{fill:#cfeacf}.ttt .bad{fill:#fbd9d6}
.ttt .edge{fill:none;stroke:#1c1e21;stroke-width:2}
.ttt .slip{fill:none;stroke:#b3261e;stroke-width:3;stroke-dasharray:5 3}
.ttt .star{fill:#1b6e35}.ttt text.in{font-weight:600;text-anchor:middle}
.ttt .mark{fill:none;stroke-width:3}.ttt .m0{stroke:#0b62a4}.ttt .m1{stroke:#b3471b}
.ttt text.m0{fill:#0b62a4;stroke:none}.ttt text.m1{fill:#b3471b;stroke:none}
.ttt .line{stroke-width:5;stroke-linecap:round;stroke-opacity:.55}
.ttt .ring{stroke-width:4;stroke-opacity:.55}
.ttt .by{fill:#5b6169}.ttt .lost{fill:#b3261e;font-weight:600}
.ttt .k0{fill:#cde3f7}.ttt .k1{fill:#fbdcc4}.ttt .k2{fill:#d3efd3}.ttt .k3{fill:#ecd9f4}
.ttt .k4{fill:#fbf1b5}.ttt .k5{fill:#d7dade}
@media (prefers-color-scheme:dark){
.ttt text{fill:#e6e8eb}.ttt .ground{fill:#14171a}.ttt .sq{fill:#1d2126;stroke:#6b727b}
.ttt .new{fill:#4d4215}.ttt .may{fill:#1f5a2f}.ttt .bad{fill:#5e2320}
.ttt .edge{stroke:#e6e8eb}.ttt .slip{stroke:#ff8a80}.ttt .star{fill:#a8ecbf}
.ttt .m0{stroke:#6db8f2}.ttt .m1{stroke:#f2a07b}
.ttt text.m0{fill:#6db8f2}.ttt text.m1{fill:#f2a07b}.ttt .by{fill:#a2a9b1}.ttt .lost{fill:#ff8a80}
.ttt .k0{fill:#1c3f5e}.ttt .k1{fill:#5c3318}.ttt .k2{fill:#1f4a2a}.ttt .k3{fill:#48295a}
.ttt .k4{fill:#4d4615}.ttt .k5{fill:#3c434b}
}
"""


def extent(notation: Notation) -> tuple[int, int]:
    """The width and the height of a game's board, in pixels; 0 where it has none."""
    rows = max((row for row, _ in notation.cells), default=0)
    columns = max((column for _, column in notation.cells), default=0)
    return _corner(notation, (rows, columns + 1))[0] if rows else 0, rows * SQUARE


def squares(notation: Notation, shown: Board) -> Iterator[str]:
    """The elements of a board whose upper left corner is at 0, 0."""
    if not notation.cells:
        return
    rows, edges = notation.rows(shown.position), []
    for (i, j), x, y in ((place, *_corner(notation, place)) for place in sorted(notation.cells)):
        style = " ".join(["sq", *_kinds(shown, (i, j))])
        yield f'<rect class="{style}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'
        if (i, j) in shown.new:
            edge, side = "slip" if shown.lost else "edge", SQUARE - 4
            edges.append(
                f'<rect class="{edge}" x="{x + 2}" y="{y + 2}" width="{side}" height="{side}"/>'
            )
        glyph = rows[i - 1][j - 1]
        if glyph != FREE:
            yield mark(notation, glyph, x, y)
        elif (i, j) in shown.labels:
            yield _text(shown.labels[i, j], x, y)
        elif (i, j) in shown.may:
            yield _star(x + SQUARE / 2, y + SQUARE / 2)
    yield from edges
    yield from _completed(notation, shown.position)


def mark(notation: Notation, glyph: str, x: int = 0, y: int = 0) -> str:
    """What a square is marked with, drawn in the square whose upper left corner is at `x`, `y`."""
    near, far, half = 8, SQUARE - 8, SQUARE // 2
    roles = list(notation.glyphs.values())
    owner = f" m{roles.index(glyph) % 2}" if glyph in roles else ""
    if glyph in "xX":
        lines = (
            f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
        )
        return f'<path class="mark{owner}" d="{lines}"/>'
    if glyph in "oO":
        return f'<circle class="mark{owner}" cx="{x + half}" cy="{y + half}" r="{half - 7}"/>'
    return _text(glyph, x, y, owner)


def _corner(notation: Notation, place: Place) -> tuple[int, int]:
    """Where the upper left corner of a square is, in pixels."""
    row, column = place
    shift = (row - 1) * SQUARE // 2 if notation.slanted else 0
    return (column - 1) * SQUARE + shift, (row - 1) * SQUARE


def _kinds(shown: Board, place: Place) -> Iterator[str]:
    if place in shown.new:
        yield "bad" if shown.lost else "new"
    elif place in shown.kinds:
        yield f"k{shown.kinds[place] % COLOURS}"
    elif place in shown.may:
        yield "may"


def _text(text: str, x: int, y: int, owner: str = "") -> str:
    """A word in a square; a long one gets narrower."""
    wide = SQUARE - 4
    fit = f' textLength="{wide}" lengthAdjust="spacingAndGlyphs"' if len(text) > 3 else ""
    return (
        f'<text class="in{owner}" x="{x + SQUARE // 2}" y="{y + SQUARE // 2 + 4}"{fit}>'
        f"{escape(text)}</text>"
    )


def _star(x: float, y: float) -> str:
    """A star of five points, drawn, as not every font has one."""
    path = "M0-7 1.9-2.3 6.7-2.2 2.9.9 4.2 5.7 0 3-4.2 5.7-2.9.9-6.7-2.2-1.9-2.3Z"
    return f'<path class="star" transform="translate({x:g} {y:g})" d="{path}"/>'


def _completed(notation: Notation, position: frozenset[str]) -> Iterator[str]:
    """A stroke through each completed line; a frame around its squares where it is not straight."""
    roles, half = notation.game.roles, SQUARE // 2
    for line in completed(notation.game, position):
        owner = f"m{roles.index(line.role) % 2}"
        corners = [_corner(notation, place) for place in line.places]
        if line.straight:
            (x, y), (u, v) = corners[0], corners[-1]
            yield (f'<path class="line {owner}" d="M{x + half} {y + half}L{u + half} {v + half}"/>')
            continue
        for x, y in corners:
            yield (
                f'<rect class="ring mark {owner}" x="{x + 6}" y="{y + 6}" '
                f'width="{SQUARE - 12}" height="{SQUARE - 12}"/>'
            )
