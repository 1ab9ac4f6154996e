"""Fillings of strategies with holes, and the shortest lists, with what proves them."""

from collections.abc import Iterator

from ttt_asp.analyses.fill.result import Filled, Fillings
from ttt_asp.analyses.shorten import Shortened, best_of
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, OnPages, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.sentences import sentence
from ttt_asp.show.verdicts import STYLES, answered, game_of, proof, with_constants
from ttt_asp.strategies.strategy import ANY


def fillings(found: Fillings) -> Iterator[Block]:
    """What was asked, the answer, and the strategies that were found with what proves them."""
    parts = found.task.parts
    claims = " and ".join(dict.fromkeys(part.problem.claimed for part in parts))
    yield f"{answered(claims, found.answer)} ({found.reason})"
    for part in parts:
        game = part.problem.game
        who = ", ".join(f"{game.spelt(r)} plays {text}" for r, text in part.question.roles.items())
        of = f"{part.problem.claimed} in {with_constants(game.name, game.constants)}: "
        yield Wrapped(f"  {of if len(parts) > 1 else ''}{who}", 4)
    yield f"  {_searched(found)}"
    for one in found.strategies:
        yield from ("", *_strategy(one, found))
    if found.number is not None:
        yield from ("", _number(found, found.number))
    if found.same and found.answer == "filled":
        yield from ("", "The same here, at every position that fillings come to:")
        yield from (f"  {', '.join(group)}" for group in found.same)


def _searched(found: Fillings) -> str:
    pool = found.task.pool
    tactics = many(len(pool.tactics), "tactic") + (" and any" if ANY in pool.fillers else "")
    more = len(pool.fillers) - len(pool.tactics) - (ANY in pool.fillers)
    tactics += f", {more:,} pairs of them" if more else ""
    looked = many(found.positions, "choice") if found.positions else ""
    tried = many(found.candidates, "candidate") if found.counterexamples else ""
    return ", ".join(filter(None, [tactics, looked, tried, f"{found.seconds:.3f} s"]))


def _strategy(one: Filled, found: Fillings) -> Iterator[Block]:
    yield from (Wrapped(INK(text, "bold"), 2) for text in one.terms.values())
    named = many(one.cost, "line" if found.task.pool.by_lines else "tactic")
    yield f"  {named} in the holes{'; with fewer there is none' if found.shortest else ''}"
    for verdict in one.verdicts:
        yield from proof(verdict, f"{verdict.claimed} in {game_of(verdict)}: ", "    ")
    if not one.verdicts:
        yield "  not put to the engines: there was no time"


def _number(found: Fillings, number: int) -> str:
    fillings = "filling" if number == 1 else "fillings"
    cost = " of this cost" if found.shortest else ""
    shown = len(found.strategies)
    rest = f"; a higher limit shows more than {shown}" if number > shown else ""
    return f"{number:,} {fillings}{cost} keep{'s' if number == 1 else ''} the claims{rest}."


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
