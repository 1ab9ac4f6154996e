"""Repairs: edits of a list with what each one saves, or exceptions as boards."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from ttt_asp.analyses.repair.result import Edited, Exceptions, Overruled, Repair, Repaired
from ttt_asp.games.notation import Notation
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, Board, Boards, Changes, OnPages, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.sentences import sentence
from ttt_asp.show.verdicts import answered, play, proof
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# How many positions are drawn.
_DRAWN = 12


def repair(found: Repair) -> Iterator[Block]:
    """The edits as a diff of the list, the play that each one saves, and the proof."""
    yield from _head(found, len(found.edits), "edit")
    yield f"  {_searched(found)}"
    if found.answer != "repaired":
        return
    yield from ("", Changes(list(changes(found))))
    notation = Notation(found.given.problem.game)
    for number, one in enumerate(found.edits, 1):
        title, without = edited(one, number, found)
        yield from ("", Wrapped(INK(title, "bold")), without)
        if one.verdict is not None:
            yield from play(one.verdict, notation)
    yield from _proof(found.strategy, found.after)


def exceptions(found: Exceptions) -> Iterator[Block]:
    """The positions at which a strategy is overruled, as boards, and the proof."""
    yield from _head(found, len(found.overruled), "exception")
    if found.positions is not None:
        said = f"{many(found.positions, 'position')} up to symmetry"
        yield f"  {said}, {found.seconds:.3f} s"
    if found.answer != "repaired":
        return
    notation = Notation(found.given.problem.game)
    yield ""
    yield Boards(notation, [_exception(one, notation) for one in found.overruled[:_DRAWN]])
    if len(found.overruled) > _DRAWN:
        yield from ("", f"and {len(found.overruled) - _DRAWN} more; JSON has all")
    role = notation.game.spelt(found.given.role)
    yield from _proof(found.after.roles[role] if found.after else "", found.after)


def _head(found: Repaired, count: int, what: str) -> Iterator[Block]:
    """The answer, what is changed or why nothing is, and who plays what."""
    problem = found.given.problem
    number = found.reason
    if found.answer == "repaired":
        number = f"{many(count, what)}; with fewer it does not hold"
    yield f"{answered(problem.claimed, found.answer)} ({number})"
    yield OnPages(sentence(found.before))
    for role, text in found.before.roles.items():
        own = role == problem.game.spelt(found.given.role)
        yield f"  {role} plays {text}{f': {found.before.verdict}' if own else ''}"


def _searched(found: Repair) -> str:
    said = many(len([name for name in found.pool if name != ANY]), "tactic")
    said += " and any" if ANY in found.pool else ""
    if found.answer == "unknown" and found.excluded:
        said += f", no repair by {many(found.excluded, 'edit')}"
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


def edited(one: Edited, number: int, found: Repair) -> tuple[str, str]:
    """An edit, and what happens without it."""
    title = f"Edit {number}: {one.edit}." if len(found.edits) > 1 else f"The edit: {one.edit}."
    if not one.without:
        return title, "Without it no line is left."
    if one.verdict is None:
        return title, "Without it: no verdict, as a pick names no single action."
    return title, f"Without it: {one.verdict.verdict} ({one.verdict.reason})."


def _exception(one: Overruled, notation: Notation) -> Board:
    spelt = notation.game.spelt
    may = {notation.places[action] for action in one.instead if action in notation.places}
    below = [
        f"play {' or '.join(map(spelt, one.instead))}",
        f"  instead of {', '.join(map(spelt, one.recommended)) or 'nothing'}",
    ]
    if others := len(one.pages) - 1:
        number = f"{others} positions" if others > 1 else "a position"
        below.append(f"  and so at {number} that a turn or reflection takes it to")
    return Board(one.position, may=may, below=tuple(below))


def _proof(term: str, verdict: Verdict | None) -> Iterator[Block]:
    yield from ("", Wrapped(INK(term, "bold"), 2))
    if verdict is not None:
        yield OnPages(sentence(verdict))
        yield from proof(verdict, f"{verdict.claimed}: ")
