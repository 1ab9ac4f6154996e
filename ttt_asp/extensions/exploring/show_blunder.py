"""What is seen of the move that lost a claim, and of all mistakes."""

from collections.abc import Iterator, Sequence

from ttt_asp.extension import commands
from ttt_asp.extensions.exploring.mistakes import Mistakes
from ttt_asp.layout import Layout
from ttt_asp.show.blocks import Block, Wrapped
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

# Longer terms are not read in a sentence, nor longer lists of moves.
_LONGEST, _MOVES = 48, 4


def blame(verdict: Verdict) -> Iterator[Block]:
    """Yield the blunder of a verdict, all its mistakes, and whether a strategy may be repaired."""
    if verdict.layout is not None:
        yield from _mistake(verdict, verdict.layout)
        yield from _mistakes(verdict.mistakes, verdict.layout)
    if "repair" in commands() and _repairable(verdict):
        yield "`ttt-asp repair`, asked the same, looks for the smallest change."


def _repairable(verdict: Verdict) -> bool:
    """Return whether a given strategy does not keep the claim, and another one may."""
    lost, play = verdict.blunder, verdict.play
    if verdict.verdict not in ("refuted", "incomplete") or verdict.every:
        return False
    if verdict.recommended is not None or (play and play.ending == "cut"):
        return False
    last = play.positions[-1] if play else frozenset()
    # no list mends a program that gave no answer, or may give another one
    if any(last in asked.failed or asked.differing for asked in verdict.programs.values()):
        return False
    # of a role that may do anything no list is to blame
    mine = [verdict.roles[lost.role]] if lost else verdict.roles.values()
    hopeless = lost is not None and lost.refinement == "impossible"
    return not hopeless and any(text != ANY for text in mine)


def _mistake(verdict: Verdict, layout: Layout) -> Iterator[Block]:
    """Yield the move that lost the claim, and whether the strategy is to blame."""
    lost, sentences = verdict.blunder, blunder_sentences(verdict)
    yield from ("", Wrapped(sentences[0])) if sentences else ()
    if lost is None:
        return
    if lost.move is not None:
        yield f"  allowed: {', '.join(lost.allowed)}"
        yield f"  of these keep the claim: {', '.join(lost.keeping) or 'none'}"
    if lost.missed:
        yield f"  not allowed, but would keep it: {', '.join(lost.missed)}"
    if lost.refinement == "some":
        yield "Some refinement of the strategy keeps the claim: it forbids"
        for position, actions in list(lost.forbidden.items())[:3]:
            yield f"  at {layout.text(position)}: {', '.join(actions)}"
        if lost.forbidden_count > 3:
            yield f"  and so at {lost.forbidden_count:,} positions in all"
    elif lost.hopeless is not None:
        yield "No refinement of the strategy keeps the claim: every allowed move loses it"
        yield f"  at {layout.text(lost.hopeless)}, where others would keep it"


def _mistakes(found: Mistakes | None, layout: Layout) -> Iterator[str]:
    """Yield all mistakes, each with what would be right."""
    if found is None or not found.number:
        return
    yield from ("", f"{found}:")
    for mistake in found.listed:
        right = ", ".join(mistake.keeping) or "nothing"
        yield f"  at {layout.text(mistake.position)}: {', '.join(mistake.chosen)}; right: {right}"
    if (more := found.number - len(found.listed)) > 0:
        yield f"  and {more:,} more"


def blunder_sentences(verdict: Verdict) -> tuple[str, ...]:
    """Return sentences about the move that lost a refuted claim, and the moves that keep it.

    Returns:
        One sentence or two; where no blunder is named one that says why.
    """
    lost, play, layout = verdict.blunder, verdict.play, verdict.layout
    if lost is None or play is None or layout is None:
        return (f"N{verdict.no_blunder_reason[1:]}.",) if verdict.no_blunder_reason else ()
    if lost.move is None:
        return (f"{lost.role} could not have kept the claim: no strategy of {lost.role}'s does.",)
    move, decided = play.decided[lost.move - 1]
    line = f"its line {in_sentence(decided)}" if decided else "its strategy"
    allows = "allows" if ANY in (decided, verdict.roles.get(lost.role)) else "recommends"
    count = len(lost.allowed)
    choice = "the only move" if count == 1 else f"one of the {count} moves"
    made = with_place(layout, move.action)
    first = (
        f"Move {lost.move} is the blunder: {lost.role} plays {made}, {choice} that {line} {allows}."
    )
    others = [with_place(layout, action) for action in lost.keeping or lost.missed]
    better = listed_words(others, "or")
    if lost.keeping:
        said = f"{lost.role}'s strategy {allows} that too, and leaves the choice open"
    else:
        said = f"{lost.role}'s strategy does not {allows[:-1]} that"
    return first, f"With {better} the claim could still have been kept; {said}."


def with_place(notation: Layout, action: str) -> str:
    """Return an action with the row, the column, and in a cube the layer, that it points at."""
    place = notation.places.get(notation.spelling.meant(action))
    if place is None:
        return action
    row, band = _within(place[0], notation.bands)
    column, block = _within(place[1], notation.blocks)
    at = f"row {row}, column {column}"
    if len(notation.bands) * len(notation.blocks) > 1:
        at = f"layer {band * len(notation.blocks) + block + 1}, {at}"
    return f"{action} ({at})"


def _within(number: int, runs: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the number of a row within its layer, and of the layer."""
    return next((run.index(number) + 1, n) for n, run in enumerate(runs) if number in run)


def in_sentence(text: str) -> str:
    """Return a term as a sentence names it."""
    return text if len(text) <= _LONGEST else "its strategy"


def listed_words(names: Sequence[str], word: str = "and") -> str:
    """Return names as a sentence lists them; the first ones if there are many."""
    if len(names) > _MOVES:
        names = [*names[: _MOVES - 1], f"{len(names) - _MOVES + 1} others"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
