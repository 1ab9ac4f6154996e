"""The squares of one board as SVG: marks, the last move, what is recommended, completed lines."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from ttt_asp.games.layout import FREE, completed
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Place

# The side of a square, in pixels.
SQUARE = 30
# Of so many kinds colours are told apart; letters tell the others.
COLOURS = 6
# In the colours of the report's page, so that x and o look alike wherever they are drawn.
STYLE = "\n" + Path(__file__).with_suffix(".css").read_text("utf-8")


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
