"""Results as HTML that needs nothing else, for notebooks; every text is escaped."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from ttt_asp.extensions.drawing.svg import STYLE, board_svg, templates
from ttt_asp.result import Result
from ttt_asp.show.blocks import Block, blocks
from ttt_asp.show.terminal import PAINTED

_SHEET = f"<style>{STYLE}\n{Path(__file__).with_suffix('.css').read_text('utf-8')}</style>"


def html(shown: Result) -> str:
    """Return a result as a display of its own."""
    return f'<div class="ttt-out">{_SHEET}\n{fragment(blocks(shown))}\n</div>'


def fragment(shown: Iterable[Block]) -> str:
    """Return blocks for a page that has a style for them."""
    from markupsafe import Markup

    def inline(text: str) -> str:
        """Return a painted text: all paint is bold."""
        pieces = [(escape(piece), codes) for piece, codes in painted_pieces(text) if piece]
        return Markup("".join(f"<b>{part}</b>" if codes else part for part, codes in pieces))

    parts = [(type(part).__name__, part) for part in shown]
    template = templates().get_template("blocks.html.j2")
    return template.render(parts=parts, inline=inline, board_svg=board_svg)


def painted_pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a painted text, each with the codes of its paint, if it has any."""
    first, *rest = PAINTED.split(text)
    yield first, ""
    for codes, piece in zip(rest[::2], rest[1::2], strict=True):
        yield piece, codes.removesuffix("m").removeprefix("0")
