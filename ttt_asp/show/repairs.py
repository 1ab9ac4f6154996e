"""Repairs as text: edits of a list with what each one saves, or exceptions as boards."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from textwrap import wrap

from ttt_asp.analyses.fill.given_list import GivenList
from ttt_asp.analyses.repair.result import Edited, Exceptions, Overruled, Repair
from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint
from ttt_asp.show.verdicts import numbers, play
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

STYLES = {
    "repaired": "bold green",
    "proved": "bold green",
    "none": "bold red",
    "unknown": "bold yellow",
}
# How many positions are drawn.
_DRAWN = 12


def repair(found: Repair, paint: Paint, width: int) -> str:
    """The edits as a diff of the list, the play that each one saves, and the proof."""
    lines = [*_head(found, _how_many(found), paint), f"  {_searched(found)}"]
    if found.answer != "repaired":
        return "\n".join(lines)
    lines += ["", *_diff([str(line) for line in found.given.lines], found.lines, paint)]
    for number, one in enumerate(found.edits, 1):
        lines += ["", *_reason(one, number, found, paint, width)]
    lines += ["", *_proof(found.strategy, found.after, paint, width)]
    return "\n".join(lines)


def exceptions(found: Exceptions, paint: Paint, width: int) -> str:
    """The positions at which a strategy is overruled, as boards, and the proof."""
    count = len(found.overruled)
    many = f"{count} exception{'s' if count != 1 else ''}; with fewer it does not hold"
    lines = [*_head(found, many if found.answer == "repaired" else "", paint)]
    if found.positions is not None:
        unit = "position" if found.positions == 1 else "positions"
        lines.append(f"  {found.positions:,} {unit} up to symmetry, {found.seconds:.3f} s")
    if found.answer != "repaired":
        return "\n".join(lines)
    notation = Notation(found.given.problem.game)
    for one in found.overruled[:_DRAWN]:
        lines += ["", *_exception(one, found.given, notation, paint, width)]
    if count > _DRAWN:
        lines += ["", f"and {count - _DRAWN} more; --json has all"]
    name = found.after.roles[found.given.role] if found.after else ""
    lines += ["", *_proof(name, found.after, paint, width)]
    return "\n".join(lines)


def _head(found: Repair | Exceptions, many: str, paint: Paint) -> Iterator[str]:
    given = found.given
    claim = paint(str(given.problem.claim), "bold")
    said = paint(found.answer, STYLES[found.answer])
    yield f"{claim}: {said} ({many or found.reason})"
    for role, text in found.before.roles.items():
        verdict = f": {found.before.verdict}" if role == given.role else ""
        yield f"  {role} plays {text}{verdict}"


def _how_many(found: Repair) -> str:
    if found.answer != "repaired":
        return ""
    count = len(found.edits)
    return f"{count} edit{'s' if count != 1 else ''}; with fewer it does not hold"


def _searched(found: Repair) -> str:
    tactics = len([name for name in found.pool if name != ANY])
    said = f"{tactics} tactic{'s' if tactics != 1 else ''}"
    said += " and any" if ANY in found.pool else ""
    if found.answer == "unknown" and found.excluded:
        said += f", no repair by {found.excluded} edit{'s' if found.excluded != 1 else ''}"
    if found.changed is not None:
        said += f", another choice at {found.changed:,} of {found.positions:,} positions"
    if found.counterexamples:
        said += f", {found.candidates:,} candidates"
    return f"{said}, {found.seconds:.3f} s"


def _diff(old: Sequence[str], new: Sequence[str], paint: Paint) -> Iterator[str]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (f"    {line}" for line in old[a:b])
            continue
        yield from (paint(f"  - {line}", "red") for line in old[a:b])
        yield from (paint(f"  + {line}", "green") for line in new[c:d])


def _reason(one: Edited, number: int, found: Repair, paint: Paint, width: int) -> Iterator[str]:
    title = f"Edit {number}: {one.edit}." if len(found.edits) > 1 else f"The edit: {one.edit}."
    yield from (paint(line, "bold") for line in wrap(title, width))
    if not one.without:
        yield "Without it no line is left."
    elif one.verdict is None:
        yield "What happens without it was not found out in time."
    else:
        yield f"Without it: {one.verdict.verdict} ({one.verdict.reason})."
        if one.verdict.play is not None:
            yield ""
            yield play(one.verdict, Notation(found.given.problem.game), paint, width)


def _exception(
    one: Overruled, given: GivenList, notation: Notation, paint: Paint, width: int
) -> Iterator[str]:
    starred = {notation.places[a] for a in one.instead if a in notation.places}
    for line in board(notation, one.position, paint, starred=starred, width=width):
        yield line.rstrip()
    spelt = given.problem.game.spelt
    said = ", ".join(map(spelt, one.recommended)) or "nothing"
    yield from wrap(f"play {' or '.join(map(spelt, one.instead))}", width)
    yield from wrap(f"instead of {said}", width, initial_indent="  ", subsequent_indent="  ")
    others = len(one.pages) - 1
    if others:
        many = f"{others} positions" if others > 1 else "a position"
        yield f"  and so at {many} that a turn or reflection takes it to"


def _proof(term: str, verdict: Verdict | None, paint: Paint, width: int) -> Iterator[str]:
    yield from (paint(line, "bold") for line in wrap(term, width, subsequent_indent="  "))
    if verdict is not None:
        yield f"  {verdict.claim}: {verdict.verdict}, engine {verdict.engine}"
        if verdict.positions is not None:
            yield f"  {numbers(verdict)}"
        yield from (f"  {warning}" for warning in verdict.warnings)
