"""Fillings of strategies with holes, and the strategies that were found with what proves them."""

from collections.abc import Iterator

from ttt_asp.analyses.fill.result import Filled, Fillings
from ttt_asp.reached import many
from ttt_asp.show.blocks import Block, Wrapped
from ttt_asp.show.paint import INK
from ttt_asp.show.verdicts import answered, game_of, proof, with_constants
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
    rest = f"; --limit N shows more than {shown}" if number > shown else ""
    return f"{number:,} {fillings}{cost} keep{'s' if number == 1 else ''} the claims{rest}."
