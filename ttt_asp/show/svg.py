"""Positions and plays as pictures in SVG, for light and dark pages, and for notebooks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from textwrap import wrap

from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.errors import wrong
from ttt_asp.games.begin import begun
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board, Panel
from ttt_asp.show.boards import panels
from ttt_asp.show.squares import STYLE, extent, squares
from ttt_asp.show.suggestions import recommended
from ttt_asp.verdict import Verdict

# Lengths in pixels: the space between boards, a line of text, about the width of a character.
_GAP, _LINE, _CHARACTER = 18, 15, 7.2
# As many boards stand side by side.
_ABREAST = 5
# Characters of a line below a narrow board; longer words are cut.
_CAPTION = 26


def suggestion_svg(found: Suggestion) -> str:
    """The position of a suggestion, with what is recommended there."""
    advice, notation = found.advice, Notation(found.game)
    title = f"{advice.role} to move" + (f": {advice.decided}" if advice.decided else "")
    if advice.terminal:
        title = f"The game is over: {advice.result}"
    shown = Board(found.position, may=recommended(advice, notation).values())
    return picture(notation, [Panel(shown, title)], title)


def board_svg(notation: Notation, shown: Board, title: str) -> str:
    """One board without a style of its own; empty where the game has none.

    Args:
        notation: the game's.
        shown: what is to be seen.
        title: what the picture shows, for those who do not see it.
    """
    if not notation.cells:
        return ""
    width, height = extent(notation)
    said = ": ".join(filter(None, [title, notation.text(shown.position)]))
    return "\n".join([*_head(width + 4, height + 4, said), '<g transform="translate(2 2)">',
                      *squares(notation, shown), "</g></svg>"])  # fmt: skip


def picture(notation: Notation, shown: Sequence[Panel], title: str) -> str:
    """Boards side by side, on a ground of their own, so that any viewer shows them readably.

    Args:
        notation: the game's.
        shown: the boards.
        title: what the picture shows, for those who do not see it.
    """
    across, down = extent(notation)
    words = [word for one in shown for text in (one.title, *one.below) for word in text.split()]
    longest = max(map(len, words), default=0)
    most = max(int(across / _CHARACTER), min(_CAPTION, longest))
    texts = [[_wrapped(text, most) for text in (panel.title, *panel.below)] for panel in shown]
    above = max(len(lines[0]) for lines in texts)
    below = max(sum(map(len, lines[1:])) for lines in texts)
    longest = max(
        (min(len(line), most) for lines in texts for text in lines for line in text), default=0
    )
    wide = max(across, ceil(longest * _CHARACTER))
    gap = _GAP if len(notation.blocks) < 2 else 3 * _GAP  # more than between a cube's layers
    head = above * _LINE + 4 if above else 0
    high = head + down + below * _LINE
    abreast = min(len(shown), max(1, min(_ABREAST, 900 // (wide + gap))))
    width = abreast * (wide + gap) - gap + 2 * _GAP
    height = ceil(len(shown) / abreast) * (high + _GAP) + _GAP
    parts = [*_head(width, height, title), f"<style>{STYLE}</style>"]
    for number, (panel, (heading, *captions)) in enumerate(zip(shown, texts, strict=True)):
        x = _GAP + number % abreast * (wide + gap)
        y = _GAP + number // abreast * (high + _GAP)
        style = "lost" if panel.board.lost else ""
        parts.append(f'<g transform="translate({x} {y})">')
        parts += _lines(heading, most, (above - len(heading)) * _LINE, style)
        parts.append(f'<g transform="translate(0 {head})">')
        parts += squares(notation, panel.board)
        parts.append("</g>")
        below_it = [line for text in captions for line in text]
        parts += _lines(below_it, most, head + down + 3, "by")
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _head(width: int, height: int, title: str) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">'
    )
    yield f'<title>{escape(title)}</title><rect class="ground" width="100%" height="100%"/>'


def _wrapped(text: str, most: int) -> list[str]:
    """A text in lines; a sign stays with the part behind it, long words are not broken."""
    lines = wrap(text.replace("△ ", "△\xa0"), most, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _lines(texts: Sequence[str], most: int, top: int, style: str) -> Iterator[str]:
    """Lines of text from a height down; of a cut one a viewer shows all when pointed at."""
    given = f' class="{style}"' if style else ""
    for number, text in enumerate(texts, 1):
        cut = len(text) > most
        shown = f"{text[: most - 1]}…" if cut else text
        whole = f"<title>{escape(text)}</title>" if cut else ""
        y = top + number * _LINE - 4
        yield f'<text y="{y}"{given}>{whole}{escape(shown)}</text>'


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a notebook shows.

    Attributes:
        svg: its text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(found: Verdict) -> Picture:
    """The play that shows a verdict, as boards.

    Raises:
        InputError: there is no such play, or its game is not to be found any more.
    """
    if found.play is None:
        raise wrong(f"no play shows that {found.claim} is {found.verdict}")
    notation = Notation(begun(found.game, found.const, found.position))
    lost = found.blunder.move if found.blunder else None
    shown = list(panels(notation, found.play, lost))
    return Picture(picture(notation, shown, f"{found.claim}: {found.verdict}"))
