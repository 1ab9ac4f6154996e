"""How notebooks show strategies that were looked for: repairs, fillings, shortest lists."""

from html import escape

from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.analyses.shorten import Shortened, best_of
from ttt_asp.games.notation import Notation
from ttt_asp.result import html_of
from ttt_asp.show.html import boards_html, display, paragraph, table_html
from ttt_asp.show.notebook import played
from ttt_asp.show.repairs import DRAWN, changes, edited, how_many
from ttt_asp.show.sentences import many, sentence
from ttt_asp.show.shortenings import size_of
from ttt_asp.show.squares import Board
from ttt_asp.show.svg import Drawn, board_svg


@html_of.register
def _repair(found: Repair) -> str:
    parts = [paragraph(f"({how_many(found)})", f"{found.given.problem.claimed}: {found.answer}"),
             paragraph(sentence(found.before))]  # fmt: skip
    tags = {"-": "del", "+": "ins", "": "code"}
    for sign, line in changes(found) if found.answer == "repaired" else ():
        parts.append(f"<{tags[sign]}>{sign or ' '} {escape(line)}</{tags[sign]}>")
    for number, one in enumerate(found.edits, 1):
        title, without = edited(one, number, found)
        parts += [
            paragraph(without, title),
            *(played(one.verdict) if one.verdict is not None else ()),
        ]
    parts += [paragraph(sentence(found.after))] if found.after is not None else []
    return display(parts)


@html_of.register
def _exceptions(found: Exceptions) -> str:
    notation = Notation(found.given.problem.game)
    boards = []
    for one in found.overruled[:DRAWN]:
        may = {notation.places[action] for action in one.instead if action in notation.places}
        said = (
            f"play {' or '.join(one.instead)} instead of {', '.join(one.recommended) or 'nothing'}"
        )
        alike = len(one.pages) - 1
        also = (f"and so at {many(alike, 'position')} like this",) if alike else ()
        svg = board_svg(notation, Board(one.position, may=may), said)
        boards.append(Drawn("", svg, (said, *also)))
    more = len(found.overruled) - DRAWN
    return display([
        paragraph(f"({how_many(found)})", f"{found.given.problem.claimed}: {found.answer}"),
        paragraph(sentence(found.before)),
        boards_html(boards),
        *([paragraph(f"and {more} more")] if more > 0 else []),
        *([paragraph(sentence(found.after))] if found.after is not None else []),
    ])  # fmt: skip


@html_of.register
def _fillings(found: Fillings) -> str:
    claims = " and ".join(dict.fromkeys(str(part.problem.claim) for part in found.task.parts))
    rows = [
        ("; ".join(one.terms.values()), str(one.cost),
         "; ".join(f"{v.claim}: {v.verdict}" for v in one.verdicts) or "not put to the engines")
        for one in found.strategies
    ]  # fmt: skip
    same = [paragraph(f"{', '.join(group)}: the same here.") for group in found.same]
    many_more = f"{found.number:,} keep the claims." if found.number is not None else ""
    return display([
        paragraph(f"({found.reason}) {many_more}", f"{claims}: {found.answer}"),
        table_html(("strategy", "cost", "verdicts"), rows, " r") if rows else "",
        *(same if found.answer == "filled" else []),
    ])  # fmt: skip


@html_of.register
def _shortened(found: Shortened) -> str:
    rows = [("given", found.given.text, size_of(found, found.cost, len(found.given.lines)))]
    for title, one in (("of its own lines", found.own), ("of these and the pool's", found.pool)):
        best = best_of(one) if one else None
        if one is not None and best is not None:
            size = size_of(found, best.cost, best.lines)
            fewest = "with fewer there is none" if one.shortest else "whether fewer do is not known"
            rows.append((title, "; ".join(best.terms.values()), f"{size}; {fewest}"))
        elif one is not None:
            rows.append((title, f"{one.answer}: {one.reason}", ""))
    shown = table_html(("list", "strategy", "length"), rows)
    return display([paragraph("", sentence(found.verdict)), shown])
