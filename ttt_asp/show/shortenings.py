"""The shortest lists that keep a proved claim."""

from collections.abc import Iterator

from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.shorten import Shortened, best_of
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, OnPages, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.sentences import sentence
from ttt_asp.show.verdicts import STYLES, proof
from ttt_asp.strategies.strategy import ANY


def shortening(found: Shortened) -> Iterator[Block]:
    """The given list, the shortest of its own lines, and the shortest with the pool besides."""
    given = found.given
    size = _size(found, found.cost, len(given.lines))
    seconds = (found.pool or found.own).seconds
    claim = INK(given.problem.claimed, "bold")
    yield f"{claim}: proved with {given.text}, {size} ({seconds:.3f} s)"
    yield OnPages(sentence(found.verdict))
    yield from ("", "Of its own lines, in any order:")
    yield from _list(found, found.own)
    if found.pool is not None:
        pool = found.pool.task.pool
        tactics = len(pool.tactics)
        names = [f"the pool's {tactics} tactics" if tactics > 1 else "the pool's tactic"]
        names = [*(names if tactics else []), *([ANY] if ANY in pool.fillers else [])]
        yield from ("", f"Of these and of {' and '.join(names)}:")
        yield from _list(found, found.pool)


def _list(found: Shortened, one: Fillings) -> Iterator[Block]:
    best = best_of(one)
    if best is None:
        yield f"  {INK(one.answer, STYLES['unknown'])}: {one.reason}"
        return
    yield from (Wrapped(INK(text, "bold"), 2) for text in best.terms.values())
    fewer = "with fewer there is none"
    if not one.shortest:
        fewer = f"{INK(one.answer, STYLES['unknown'])} whether fewer do: {one.reason}"
    yield f"  {_size(found, best.cost, best.lines)}; {fewer}"
    for verdict in best.verdicts:
        yield from proof(verdict)


def _size(found: Shortened, cost: int, lines: int) -> str:
    """How long a list is: 5 tactics in 4 lines."""
    in_lines = many(lines, "line")
    return in_lines if found.own.task.pool.by_lines else f"{many(cost, 'tactic')} in {in_lines}"
