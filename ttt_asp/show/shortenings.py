"""The shortest lists that keep a proved claim, as text."""

from collections.abc import Iterator
from textwrap import wrap

from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.shorten import Shortened, best_of
from ttt_asp.show.paint import Paint
from ttt_asp.show.verdicts import numbers
from ttt_asp.strategies.strategy import ANY


def shortening(found: Shortened, paint: Paint, width: int) -> str:
    """The given list, the shortest of its own lines, and the shortest with the pool besides."""
    given = found.given
    claim = paint(given.problem.claimed, "bold")
    size = size_of(found, found.cost, len(given.lines))
    seconds = (found.pool or found.own).seconds
    lines = [f"{claim}: proved with {given.text}, {size} ({seconds:.3f} s)", ""]
    lines.append("Of its own lines, in any order:")
    lines += _list(found, found.own, paint, width)
    if found.pool is not None:
        tactics = len(found.pool.task.pool.tactics)
        names = [f"the pool's {tactics} tactics" if tactics > 1 else "the pool's tactic"]
        names = [
            *(names if tactics else []),
            *([ANY] if ANY in found.pool.task.pool.fillers else []),
        ]
        lines += ["", f"Of these and of {' and '.join(names)}:"]
        lines += _list(found, found.pool, paint, width)
    return "\n".join(lines)


def _list(found: Shortened, one: Fillings, paint: Paint, width: int) -> Iterator[str]:
    best = best_of(one)
    if best is None:
        yield f"  {paint(one.answer, 'bold yellow')}: {one.reason}"
        return
    for text in best.terms.values():
        yield from (paint(line, "bold") for line in wrap(text, width, subsequent_indent="  "))
    size = size_of(found, best.cost, best.lines)
    if one.shortest:
        yield f"  {size}; with fewer there is none"
    else:
        yield f"  {size}; {paint(one.answer, 'bold yellow')} whether fewer do: {one.reason}"
    for verdict in best.verdicts:
        yield f"  {verdict.verdict}, engine {verdict.engine}"
        if verdict.positions is not None:
            yield f"  {numbers(verdict)}"
        yield from (f"  {warning}" for warning in verdict.warnings)


def size_of(found: Shortened, cost: int, lines: int) -> str:
    """How long a list is: 5 tactics in 4 lines."""
    in_lines = f"{lines} line{'s' if lines != 1 else ''}"
    if found.own.task.pool.by_lines:
        return in_lines
    return f"{cost} tactic{'s' if cost != 1 else ''} in {in_lines}"
