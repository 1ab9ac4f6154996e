"""The list that explains what was chosen: how often each line was kept, and the exceptions."""

from collections.abc import Iterator

from ttt_asp.analyses.identify.identify import Identified, Violation
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Table, Wrapped
from ttt_asp.show.terminal import COLORED

# So many exceptions are shown; JSON has all.
_SHOWN = 10


def identified(found: Identified) -> Iterator[Block]:
    """The list, how much it explains and whether that is the most, its lines, the exceptions."""
    if not found.list:
        yield f"unknown: no list was found ({found.reason})"
        return
    explains = f"{found.explained:,} of {number_of(found.choices, 'choice')}"
    yield Wrapped(f"{COLORED(found.list, 'bold')} explains {explains}", 2)
    of = f" in {number_of(found.games, 'game')}" if found.games is not None else ""
    yield f"  of {found.role} by {found.source}{of}, {number_of(found.positions, 'position')}"
    counted = "" if found.exact else ", which --exact counts as well"
    if found.loose:
        yield f"  at {number_of(found.loose, 'position')} it allows something else besides{counted}"
    if found.answer == "found":
        lists = f"list of up to {number_of(min(found.most, found.pool), 'line')} of the pool"
        cost = "lines" if found.by_lines else "tactics"
        fewer = f", and none with fewer {cost} violates as few" if found.cost > 1 else ""
        yield Wrapped(f"  no {lists} violates fewer choices{fewer}; {found.seconds:.3f} s", 4)
    else:
        yield f"  the best so far, not proved to be the best there is ({found.reason})"
    yield ""
    rows = [[line.term, _kept(line.said, line.kept)] for line in found.lines]
    yield Table(["line", "is kept"], rows)
    if found.exceptions:
        yield from ("", f"{number_of(len(found.exceptions), 'exception')}:")
    notation = Notation(found.game)
    for violation in found.exceptions[:_SHOWN]:
        yield Wrapped(f"  {_exception(violation, notation)}", 4)
    if (more := len(found.exceptions) - _SHOWN) > 0:
        yield f"  and {more:,} more (--json has all)"


def _kept(said: int, kept: int) -> str:
    """How often a line was kept where it decided."""
    return f"{kept:,} of {said:,} times" if said else "never decides"


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
