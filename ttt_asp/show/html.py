"""Pieces of HTML that need nothing else: paragraphs, tables, boards; every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

from ttt_asp.show.squares import STYLE
from ttt_asp.show.svg import Drawn

_RIGHT = ' class="r"'
_SHEET = f"""<style>{STYLE}
.ttt-out{{font:14px/1.5 system-ui,sans-serif;max-width:62rem}}.ttt-out p{{margin:.4em 0}}
.ttt-out table{{border-collapse:collapse;margin:.6em 0}}
.ttt-out th,.ttt-out td{{text-align:left;padding:.15em .9em .15em 0;vertical-align:top;
border-bottom:1px solid #8a909966}}
.ttt-out th.r,.ttt-out td.r{{text-align:right;font-variant-numeric:tabular-nums}}
.ttt-boards{{display:flex;flex-wrap:wrap;gap:1em;margin:.6em 0}}.ttt-boards figure{{margin:0}}
.ttt-out svg{{display:block;max-width:100%;height:auto}}
.ttt-boards figcaption{{max-width:11em;font-size:12px;
overflow-wrap:anywhere}}.ttt-boards .lost{{color:#b3261e;font-weight:600}}
.ttt-out ins,.ttt-out del{{display:block;text-decoration:none;font-family:monospace}}
.ttt-out code{{display:block;white-space:pre-wrap}}
@media (prefers-color-scheme:dark){{.ttt-boards .lost{{color:#ff8a80}}}}
</style>"""


def display(parts: Iterable[str]) -> str:
    """A display of its own: pieces of HTML, one below the other, with their style."""
    return "\n".join([f'<div class="ttt-out">{_SHEET}', *parts, "</div>"])


def paragraph(text: str, strong: str = "") -> str:
    """A paragraph of plain text.

    Args:
        text: what it says.
        strong: what it begins with, in bold.
    """
    before = [f"<b>{escape(strong)}</b>"] if strong else []
    return f"<p>{' '.join([*before, escape(text)])}</p>"


def table_html(header: Sequence[str], rows: Iterable[Sequence[str]], right: str = "") -> str:
    """A table; see `table.table`."""
    aligned = right.ljust(len(header))

    def line(cells: Sequence[str], tag: str) -> str:
        shown = (
            f"<{tag}{_RIGHT if side == 'r' else ''}>{escape(cell)}</{tag}>"
            for cell, side in zip(cells, aligned, strict=True)
        )
        return f"<tr>{''.join(shown)}</tr>"

    body = "\n".join(line(row, "td") for row in rows)
    return f"<table><thead>{line(header, 'th')}</thead>\n<tbody>{body}</tbody></table>"


def boards_html(boards: Iterable[Drawn]) -> str:
    """Boards side by side, as many as there is room for, with titles and captions."""
    figures = []
    for one in boards:
        style = ' class="lost"' if one.lost else ""
        captions = "<br/>".join(map(escape, one.captions))
        figures.append(
            f"<figure><div{style}>{escape(one.title)}</div>{one.svg}"
            f"<figcaption>{captions}</figcaption></figure>"
        )
    return f'<div class="ttt-boards">{"".join(figures)}</div>'
