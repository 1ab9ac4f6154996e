"""Positions and plays as pictures in SVG, for light and dark pages, and for notebooks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import ceil
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

from ttt_asp.errors import wrong
from ttt_asp.games.layout import completed_lines
from ttt_asp.games.notation import Notation
from ttt_asp.layout import FREE, Layout, Line
from ttt_asp.result import Brief
from ttt_asp.show.blocks import Board, Place, Strip
from ttt_asp.verdict import Verdict

if TYPE_CHECKING:
    from jinja2 import Environment

# The side of a square, in pixels.
SQUARE = 30
# The number of kinds that have a color of their own; letters tell the others apart.
_COLORS = 6
# Lengths in pixels: the space between boards, a line of text, about the width of a character.
_GAP, _LINE, _CHARACTER = 18, 15, 7.2
# The number of boards side by side.
_ABREAST = 5
# Characters of a line below a narrow board; longer words are cut.
_CAPTION = 26
_HERE = Path(__file__).parent
# In the colors of the report's page, so that x and o look alike wherever they are drawn.
STYLE = "\n" + (_HERE / "svg.css").read_text("utf-8")


@cache
def templates(*folders: Path) -> "Environment":
    """Return the templates of folders, and then of this one; every text is escaped."""
    # who asks for no picture need not wait for it
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader([*folders, _HERE]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def board_svg(notation: Layout, shown: Board) -> str:
    """Return one board without a style of its own; empty where the game has none.

    Args:
        notation: the game's.
        shown: the board; its title is for those who do not see it.
    """
    if not notation.cells:
        return ""
    width, height = extent(notation)
    title = ": ".join(filter(None, [shown.title, notation.text(shown.position)]))
    boards = [_board(notation, shown, 2, 2)]
    return _drawn(width=width + 4, height=height + 4, title=title, boards=boards, style="")


def picture(notation: Layout, shown: Sequence[Board], title: str) -> str:
    """Return boards side by side, on a ground of their own: any viewer shows them readably.

    Args:
        notation: the game's.
        shown: the boards.
        title: what the picture shows, for those who do not see it.
    """
    across, down = extent(notation)
    captions_of = [(board.title, *board.below) for board in shown]
    words = " ".join(chain.from_iterable(captions_of)).split()
    longest = max(map(len, words), default=0)
    most = max(int(across / _CHARACTER), min(_CAPTION, longest))
    texts = [[_wrapped(text, most) for text in captions] for captions in captions_of]
    above = max(len(lines[0]) for lines in texts)
    below = max(sum(map(len, lines[1:])) for lines in texts)
    lines_of_all = chain.from_iterable(chain.from_iterable(texts))
    longest = max((min(len(line), most) for line in lines_of_all), default=0)
    wide = max(across, ceil(longest * _CHARACTER))
    gap = _GAP if len(notation.blocks) < 2 else 3 * _GAP  # more than between a cube's layers
    head = above * _LINE + 4 if above else 0
    high = head + down + below * _LINE
    abreast = min(len(shown), max(1, min(_ABREAST, 900 // (wide + gap))))
    width = abreast * (wide + gap) - gap + 2 * _GAP
    height = ceil(len(shown) / abreast) * (high + _GAP) + _GAP
    boards = []
    for number, (board, (heading, *captions)) in enumerate(zip(shown, texts, strict=True)):
        x = _GAP + number % abreast * (wide + gap)
        y = _GAP + number // abreast * (high + _GAP)
        over = _placed(heading, most, (above - len(heading)) * _LINE, "lost" if board.lost else "")
        under = [line for text in captions for line in text]
        under_it = _placed(under, most, head + down + 3, "by")
        boards.append({**_board(notation, board, x, y), "above": over, "under": under_it})
    given = {"boards": boards, "head": head, "most": most, "style": STYLE}
    return _drawn(width=width, height=height, title=title, **given) + "\n"


def _drawn(**given: Any) -> str:
    return templates().get_template("picture.svg.j2").render(side=SQUARE, **given)


def _wrapped(text: str, most: int) -> list[str]:
    """Return a text in lines; a sign stays with the part behind it, long words are not broken."""
    lines = wrap(text.replace("△ ", "△\xa0"), most, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _placed(
    texts: Sequence[str], most: int, top: int, style: str
) -> list[tuple[str, bool, int, str]]:
    """Return lines of text from a height down; a viewer shows all of a cut one when pointed at.

    Each is a text, whether it is cut, its height, and its style.
    """
    return [(text, len(text) > most, top + n * _LINE - 4, style) for n, text in enumerate(texts, 1)]


def extent(notation: Layout) -> tuple[int, int]:
    """Return the width and the height of a game's board, in pixels; 0 where it has none.

    Where marks fall, the numbers of the columns stand below it.
    """
    rows = max((row for row, _ in notation.cells), default=0)
    columns = max((column for _, column in notation.cells), default=0)
    foot = _LINE if notation.falls else 0
    return _corner(notation, (rows, columns + 1))[0] if rows else 0, rows * SQUARE + foot


def _corner(notation: Layout, place: Place) -> tuple[int, int]:
    """Return the upper left corner of a square, in pixels."""
    row, column = place
    shift = (row - 1) * SQUARE // 2 if notation.slanted else 0
    return (column - 1) * SQUARE + shift, (row - 1) * SQUARE


def _completed(notation: Layout, position: frozenset[str]) -> list[Line]:
    """Return the lines that are complete at a position: of all lines, where the game is known."""
    if isinstance(notation, Notation):
        return completed_lines(notation.game, position)
    true = notation.spelling.meant_all(position)
    return [line for line in notation.lines if true.issuperset(line.marks.values())]


def _board(notation: Layout, shown: Board, x: int, y: int) -> dict[str, Any]:
    """Return a board for the template, which draws it with its upper left corner at `x`, `y`."""
    rows = notation.rows(shown.position) if notation.cells else []
    roles = list(notation.glyphs.values())
    squares = []
    for i, j in sorted(notation.cells):
        glyph = rows[i - 1][j - 1]
        square = {
            "at": _corner(notation, (i, j)),
            "kind": " ".join(["sq", *_kinds(shown, (i, j))]),
            "new": (i, j) in shown.new,
            "glyph": glyph if glyph != FREE else "",
            "owner": f" m{roles.index(glyph) % 2}" if glyph in roles else "",
            "label": shown.labels.get((i, j), ""),
            "star": (i, j) in shown.may,
        }
        squares.append(square)
    order = notation.roles
    lines = [
        (order.index(line.role) % 2, line.straight, [_corner(notation, at) for at in line.places])
        for line in _completed(notation, shown.position)
    ]
    columns = {column: _corner(notation, (len(rows) + 1, column)) for _, column in notation.cells}
    feet = sorted(columns.items()) if notation.falls else []
    drawn = {"squares": squares, "completed": lines, "feet": feet}
    return {"x": x, "y": y, "lost": shown.lost, **drawn}


def _kinds(shown: Board, place: Place) -> Iterator[str]:
    if place in shown.new:
        yield "bad" if shown.lost else "new"
    elif place in shown.kinds:
        yield f"k{shown.kinds[place] % _COLORS}"
    elif place in shown.may:
        yield "may"


@dataclass(frozen=True, slots=True)
class Picture(Brief):
    """A picture that a notebook shows.

    Attributes:
        svg: its text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(verdict: Annotated[Verdict, "the answer of `prove`, or of `report`."]) -> Picture:
    """Return the play that shows a verdict, as boards.

    Raises:
        InputError: there is no such play.
    """
    if verdict.play is None or verdict.layout is None:
        raise wrong(f"no play shows that {verdict.claim} is {verdict.verdict}")
    lost = verdict.blunder.move if verdict.blunder else None
    shown = Strip(verdict.layout, verdict.play, lost).boards
    return Picture(picture(verdict.layout, shown, f"{verdict.claim}: {verdict.verdict}"))
