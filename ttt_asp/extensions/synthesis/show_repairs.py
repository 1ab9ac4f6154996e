"""Repairs: edits of a list with the play that each one saves, or exceptions as boards."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from ttt_asp.extensions.synthesis.repair.lists import Edit
from ttt_asp.extensions.synthesis.repair.result import Exceptions, Overruled, Repair, Repaired
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Board, Boards, Changes, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import claim_and_answer, play, proof
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# Positions that are drawn, at most.
_DRAWN = 12


def repair(repair: Repair) -> Iterator[Block]:
    """Yield the edits as a diff of the list, the play that each one saves, and the proof."""
    yield from _head(repair, len(repair.edits), "edit")
    yield f"  {_searched(repair)}"
    if repair.answer != "repaired":
        return
    yield from ("", Changes(list(changes(repair))))
    for number, edit in enumerate(repair.edits, 1):
        title, without = edited(edit, number, repair)
        yield from ("", Wrapped(painted(title, "bold")), without)
        if edit.verdict is not None:
            yield from play(edit.verdict)
    yield from _proof(repair.strategy, repair.after)


def exceptions(exceptions: Exceptions) -> Iterator[Block]:
    """Yield the positions at which a strategy is overruled, as boards, and the proof."""
    yield from _head(exceptions, len(exceptions.overruled), "exception")
    if exceptions.positions is not None:
        count = f"{number_of(exceptions.positions, 'position')} up to symmetry"
        yield f"  {count}, {exceptions.seconds:.3f} s"
    if exceptions.answer != "repaired":
        return
    notation = Notation(exceptions.given.problem.game)
    yield ""
    yield Boards(
        notation, [_exception(overruled, notation) for overruled in exceptions.overruled[:_DRAWN]]
    )
    if len(exceptions.overruled) > _DRAWN:
        yield from ("", f"and {len(exceptions.overruled) - _DRAWN} more; JSON has all")
    role = notation.game.spelt(exceptions.given.role)
    yield from _proof(exceptions.after.roles[role] if exceptions.after else "", exceptions.after)


def _head(repair: Repaired, count: int, noun: str) -> Iterator[Block]:
    """Yield the answer, the number of changes or why there are none, and who plays what."""
    problem = repair.given.problem
    number = repair.reason
    if repair.answer == "repaired":
        number = f"{number_of(count, noun)}; with fewer it does not hold"
    yield first_line(f"{claim_and_answer(problem.claimed, repair.answer)} ({number})")
    for role, text in repair.before.roles.items():
        repaired = role == problem.game.spelt(repair.given.role)
        yield f"  {role} plays {text}{f': {repair.before.verdict}' if repaired else ''}"


def _searched(repair: Repair) -> str:
    summary = number_of(len([name for name in repair.pool if name != ANY]), "tactic")
    summary += " and any" if ANY in repair.pool else ""
    if repair.answer == "unknown" and repair.excluded:
        summary += f", no repair by {number_of(repair.excluded, 'edit')}"
    if repair.changed is not None:
        summary += f", another choice at {repair.changed:,} of {repair.positions:,} positions"
    if repair.counterexamples:
        summary += f", {repair.candidates:,} candidates"
    return f"{summary}, {repair.seconds:.3f} s"


def changes(repair: Repair) -> Iterator[tuple[str, str]]:
    """Yield the lines of the repaired list, and those gone, each with `-`, `+` or nothing."""
    old, new = [str(line) for line in repair.given.lines], repair.lines
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = kind == "equal"
        yield from (("" if same else "-", line) for line in old[a:b])
        yield from (("+", line) for line in new[c:d] if not same)


def edited(edit: Edit, number: int, repair: Repair) -> tuple[str, str]:
    """Return an edit, and what happens without it."""
    title = f"Edit {number}: {edit}." if len(repair.edits) > 1 else f"The edit: {edit}."
    if not edit.without:
        return title, "Without it no line is left."
    if edit.verdict is None:
        return title, "Without it: no verdict, as a pick names no single action."
    return title, f"Without it: {edit.verdict.verdict} ({edit.verdict.reason})."


def _exception(overruled: Overruled, notation: Notation) -> Board:
    spelt = notation.game.spelt
    may = {notation.places[action] for action in overruled.instead if action in notation.places}
    below = [
        f"play {' or '.join(map(spelt, overruled.instead))}",
        f"  instead of {', '.join(map(spelt, overruled.recommended)) or 'nothing'}",
    ]
    if others := len(overruled.pages) - 1:
        number = f"{others} positions" if others > 1 else "a position"
        below.append(f"  and so at {number} that a turn or reflection takes it to")
    return Board(overruled.position, may=may, below=tuple(below))


def _proof(term: str, verdict: Verdict | None) -> Iterator[Block]:
    yield from ("", Wrapped(painted(term, "bold"), 2))
    if verdict is not None:
        yield from proof(verdict, f"{verdict.claimed}: ")
