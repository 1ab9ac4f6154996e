"""The list that explains choices: how often each line was kept, and the exceptions."""

from collections.abc import Iterator

from ttt_asp.analyses.identify.identify import Identified, Violation
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Table, Wrapped
from ttt_asp.show.terminal import COLORED

# So many exceptions are shown; JSON has all.
_SHOWN = 10


def identified(best: Identified) -> Iterator[Block]:
    """Yield the list, how much it explains, whether that is the most, its lines, exceptions."""
    if not best.list:
        yield f"unknown: no list was found ({best.reason})"
        return
    explains = f"{best.explained:,} of {number_of(best.choices, 'choice')}"
    yield Wrapped(f"{COLORED(best.list, 'bold')} explains {explains}", 2)
    of = f" in {number_of(best.games, 'game')}" if best.games is not None else ""
    yield f"  of {best.role} by {best.source}{of}, {number_of(best.positions, 'position')}"
    counted = "" if best.exact else ", which --exact counts as well"
    if best.loose:
        yield f"  at {number_of(best.loose, 'position')} it allows something else besides{counted}"
    if best.answer == "found":
        lists = f"list of up to {number_of(min(best.most, best.pool), 'line')} of the pool"
        cost = "lines" if best.by_lines else "tactics"
        fewer = f", and none with fewer {cost} violates as few" if best.cost > 1 else ""
        yield Wrapped(f"  no {lists} violates fewer choices{fewer}; {best.seconds:.3f} s", 4)
    else:
        yield f"  the best so far, not proved to be the best there is ({best.reason})"
    yield ""
    rows = [[line.term, _kept(line.said, line.kept)] for line in best.lines]
    yield Table(["line", "is kept"], rows)
    if best.exceptions:
        yield from ("", f"{number_of(len(best.exceptions), 'exception')}:")
    notation = Notation(best.game)
    for violation in best.exceptions[:_SHOWN]:
        yield Wrapped(f"  {_exception(violation, notation)}", 4)
    if (more := len(best.exceptions) - _SHOWN) > 0:
        yield f"  and {more:,} more (--json has all)"


def _kept(decided: int, kept: int) -> str:
    """Return how often a line was kept where it decided."""
    return f"{kept:,} of {decided:,} times" if decided else "never decides"


def _exception(violation: Violation, notation: Notation) -> str:
    chosen = ", ".join(
        action if times == 1 else f"{action} {times:,} times"
        for action, times in violation.chosen.items()
    )
    may = (
        f"{violation.line} recommends {', '.join(violation.recommended)}"
        if violation.line
        else "no line decides"
    )
    return f"at {notation.text(violation.position)}: {chosen or 'nothing'}; {may}"
