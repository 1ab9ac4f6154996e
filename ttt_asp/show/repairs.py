"""Repairs as text: edits of a list with what each one saves, or exceptions as boards."""

from collections.abc import Iterator
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
DRAWN = 12


def repair(found: Repair, paint: Paint, width: int) -> str:
    """The edits as a diff of the list, the play that each one saves, and the proof."""
    lines = [*_head(found, paint), f"  {_searched(found)}"]
    if found.answer != "repaired":
        return "\n".join(lines)
    lines += ["", *_diff(found, paint)]
    for number, one in enumerate(found.edits, 1):
        lines += ["", *_reason(one, number, found, paint, width)]
    lines += ["", *_proof(found.strategy, found.after, paint, width)]
    return "\n".join(lines)


def exceptions(found: Exceptions, paint: Paint, width: int) -> str:
    """The positions at which a strategy is overruled, as boards, and the proof."""
    count = len(found.overruled)
    lines = [*_head(found, paint)]
    if found.positions is not None:
        unit = "position" if found.positions == 1 else "positions"
        lines.append(f"  {found.positions:,} {unit} up to symmetry, {found.seconds:.3f} s")
    if found.answer != "repaired":
        return "\n".join(lines)
    notation = Notation(found.given.problem.game)
    for one in found.overruled[:DRAWN]:
        lines += ["", *_exception(one, found.given, notation, paint, width)]
    if count > DRAWN:
        lines += ["", f"and {count - DRAWN} more; --json has all"]
    game = found.given.problem.game
    name = found.after.roles[game.spelt(found.given.role)] if found.after else ""
    lines += ["", *_proof(name, found.after, paint, width)]
    return "\n".join(lines)


def how_many(found: Repair | Exceptions) -> str:
    """How many changes there are; where there are none, why."""
    if found.answer != "repaired":
        return found.reason
    if isinstance(found, Repair):
        count, what = len(found.edits), "edit"
    else:
        count, what = len(found.overruled), "exception"
    return f"{count} {what}{'s' if count != 1 else ''}; with fewer it does not hold"


def _head(found: Repair | Exceptions, paint: Paint) -> Iterator[str]:
    given = found.given
    claim = paint(given.problem.claimed, "bold")
    said = paint(found.answer, STYLES[found.answer])
    yield f"{claim}: {said} ({how_many(found)})"
    for role, text in found.before.roles.items():
        own = role == given.problem.game.spelt(given.role)
        verdict = f": {found.before.verdict}" if own else ""
        yield f"  {role} plays {text}{verdict}"


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


def changes(found: Repair) -> Iterator[tuple[str, str]]:
    """The lines of the repaired list, and those that it lacks, each with `-`, `+` or nothing."""
    old, new = [str(line) for line in found.given.lines], found.lines
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = kind == "equal"
        yield from (("" if same else "-", line) for line in old[a:b])
        yield from (("+", line) for line in new[c:d] if not same)


def _diff(found: Repair, paint: Paint) -> Iterator[str]:
    for sign, line in changes(found):
        colour = {"-": "red", "+": "green"}.get(sign, "")
        yield paint(f"  {sign or ' '} {line}", colour) if colour else f"    {line}"


def _reason(one: Edited, number: int, found: Repair, paint: Paint, width: int) -> Iterator[str]:
    title, without = edited(one, number, found)
    yield from (paint(line, "bold") for line in wrap(title, width))
    yield without
    if one.verdict is not None and one.verdict.play is not None:
        yield ""
        yield play(one.verdict, Notation(found.given.problem.game), paint, width)


def edited(one: Edited, number: int, found: Repair) -> tuple[str, str]:
    """An edit, and what happens without it."""
    title = f"Edit {number}: {one.edit}." if len(found.edits) > 1 else f"The edit: {one.edit}."
    if not one.without:
        return title, "Without it no line is left."
    if one.verdict is None:
        return title, "Without it: no verdict, as a pick names no single action."
    return title, f"Without it: {one.verdict.verdict} ({one.verdict.reason})."


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
        yield f"  {verdict.claimed}: {verdict.verdict}, engine {verdict.engine}"
        if verdict.positions is not None:
            yield f"  {numbers(verdict)}"
        yield from (f"  {warning}" for warning in verdict.warnings)
