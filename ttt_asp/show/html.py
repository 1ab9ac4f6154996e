"""Results as HTML that needs nothing else, for notebooks; every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from ttt_asp.games.notation import Notation
from ttt_asp.result import Result
from ttt_asp.show.blocks import (
    Block,
    Board,
    Boards,
    Changes,
    Drawing,
    OnPages,
    Strip,
    Table,
    Wrapped,
    blocks,
)
from ttt_asp.show.paint import strokes
from ttt_asp.show.svg import STYLE, board_svg

_RIGHT = ' class="r"'
_SHEET = f"<style>{STYLE}\n{Path(__file__).with_suffix('.css').read_text('utf-8')}</style>"
_TAGS = {"-": "del", "+": "ins", "": "code"}


def html(shown: Result) -> str:
    """What is to be seen of a result, in a display of its own."""
    return f'<div class="ttt-out">{_SHEET}\n{fragment(blocks(shown))}\n</div>'


def fragment(shown: Iterable[Block]) -> str:
    """Blocks, for a page that has a style for them."""
    return "\n".join(filter(None, map(_html, shown)))


def _html(part: Block) -> str:
    match part:
        case str() | Wrapped():
            return _paragraph(part if isinstance(part, str) else part.text)
        case Table():
            return _table(part)
        case Boards() | Strip():
            return _figures(part)
        case Drawing():
            lines = "\n".join(map(_inline, part.lines))
            return f"<pre>{lines}</pre>"
        case OnPages():
            return _html(part.shown)
        case Changes():
            return "".join(_change(sign, line) for sign, line in part.lines)


def _paragraph(text: str) -> str:
    style = ' class="in"' if text.startswith(" ") else ""
    return f"<p{style}>{_inline(text.strip())}</p>" if text else ""


def _inline(text: str) -> str:
    """A painted text: all paint is bold."""
    pieces = [(escape(piece), codes) for piece, codes in strokes(text) if piece]
    return "".join(f"<b>{piece}</b>" if codes else piece for piece, codes in pieces)


def _change(sign: str, line: str) -> str:
    return f"<{_TAGS[sign]}>{sign or ' '} {escape(line)}</{_TAGS[sign]}>"


def _table(shown: Table) -> str:
    aligned = shown.right.ljust(len(shown.header))

    def line(cells: Sequence[str], tag: str) -> str:
        each = zip(cells, aligned, strict=True)
        tags = ((f"{tag}{_RIGHT if side == 'r' else ''}", cell) for cell, side in each)
        return f"<tr>{''.join(f'<{one}>{_inline(cell)}</{tag}>' for one, cell in tags)}</tr>"

    body = "\n".join(line(row, "td") for row in shown.rows)
    return f"<table><thead>{line(shown.header, 'th')}</thead>\n<tbody>{body}</tbody></table>"


def _figures(shown: Boards | Strip) -> str:
    """Boards side by side, as many as there is room for, or positions written out."""
    written = isinstance(shown, Boards) and not shown.notation.cells
    each = (_figure(shown.notation, one, written) for one in shown.boards)
    return f'<div class="boards">{"".join(each)}</div>'


def _figure(notation: Notation, one: Board, written: bool) -> str:
    style = ' class="lost"' if one.lost else ""
    position = ", ".join(sorted(one.position)) or "no fluent holds"
    captions = "<br/>".join(escape(line.strip()) for line in (*[position] * written, *one.below))
    picture = board_svg(notation, one)
    return (
        f"<figure{style}><div{style}>{escape(one.title)}</div>{picture}"
        f"<figcaption>{captions}</figcaption></figure>"
    )
