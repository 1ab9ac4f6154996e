"""Lists that were found: for holes, the shortest, and the one that explains choices."""

from collections.abc import Iterator

from ttt_asp.extensions.synthesis.fill.result import Filled, Fillings
from ttt_asp.extensions.synthesis.identify.identify import Identified, Violation
from ttt_asp.extensions.synthesis.shorten import Shortened, shortest_of
from ttt_asp.games.notation import Notation
from ttt_asp.progress_report import number_of
from ttt_asp.show.blocks import Block, Table, Wrapped, first_line
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import STYLES, claim_and_answer, game_of, proof, with_constants
from ttt_asp.strategies.strategy import ANY


def fillings(fillings: Fillings) -> Iterator[Block]:
    """Yield the question, the answer, and the strategies that were found with their proofs."""
    parts = fillings.task.parts
    claims = " and ".join(dict.fromkeys(part.problem.claimed for part in parts))
    yield first_line(f"{claim_and_answer(claims, fillings.answer)} ({fillings.reason})")
    for part in parts:
        game = part.problem.game
        who = ", ".join(f"{game.spelt(r)} plays {text}" for r, text in part.question.roles.items())
        of = f"{part.problem.claimed} in {with_constants(game.name, game.constants)}: "
        yield Wrapped(f"  {of if len(parts) > 1 else ''}{who}", 4)
    yield f"  {_searched(fillings)}"
    for filling in fillings.strategies:
        yield from ("", *_strategy(filling, fillings))
    if fillings.number is not None:
        yield from ("", _number(fillings, fillings.number))
    if fillings.same and fillings.answer == "filled":
        yield from ("", "The same here, at every position that fillings come to:")
        yield from (f"  {', '.join(group)}" for group in fillings.same)


def _searched(fillings: Fillings) -> str:
    pool = fillings.task.pool
    tactics = number_of(len(pool.tactics), "tactic") + (" and any" if ANY in pool.fillers else "")
    more = len(pool.fillers) - len(pool.tactics) - (ANY in pool.fillers)
    tactics += f", {more:,} pairs of them" if more else ""
    looked = number_of(fillings.positions, "choice") if fillings.positions else ""
    tried = number_of(fillings.candidates, "candidate") if fillings.counterexamples else ""
    return ", ".join(filter(None, [tactics, looked, tried, f"{fillings.seconds:.3f} s"]))


def _strategy(filling: Filled, fillings: Fillings) -> Iterator[Block]:
    yield from (Wrapped(painted(text, "bold"), 2) for text in filling.terms.values())
    named = number_of(filling.cost, "line" if fillings.task.pool.by_lines else "tactic")
    yield f"  {named} in the holes{'; with fewer there is none' if fillings.shortest else ''}"
    for verdict in filling.verdicts:
        yield from proof(verdict, f"{verdict.claimed} in {game_of(verdict)}: ", "    ")
    if not filling.verdicts:
        yield "  not put to the engines: there was no time"


def _number(fillings: Fillings, number: int) -> str:
    noun = "filling" if number == 1 else "fillings"
    cost = " of this cost" if fillings.shortest else ""
    shown = len(fillings.strategies)
    rest = f"; a higher limit shows more than {shown}" if number > shown else ""
    return f"{number:,} {noun}{cost} keep{'s' if number == 1 else ''} the claims{rest}."


def shortening(shortening: Shortened) -> Iterator[Block]:
    """Yield the given list, the shortest of its own lines, and the shortest with the pool too."""
    given = shortening.given
    size = _size(shortening, shortening.cost, len(given.lines))
    seconds = (shortening.pool or shortening.own).seconds
    claim = painted(given.problem.claimed, "bold")
    yield first_line(f"{claim}: proved with {given.text}, {size} ({seconds:.3f} s)")
    yield from ("", "Of its own lines, in any order:")
    yield from _list(shortening, shortening.own)
    if shortening.pool is not None:
        pool = shortening.pool.task.pool
        tactics = len(pool.tactics)
        names = [f"the pool's {tactics} tactics" if tactics > 1 else "the pool's tactic"]
        names = [*(names if tactics else []), *([ANY] if ANY in pool.fillers else [])]
        yield from ("", f"Of these and of {' and '.join(names)}:")
        yield from _list(shortening, shortening.pool)


def _list(shortening: Shortened, fillings: Fillings) -> Iterator[Block]:
    best = shortest_of(fillings)
    if best is None:
        yield f"  {painted(fillings.answer, STYLES['unknown'])}: {fillings.reason}"
        return
    yield from (Wrapped(painted(text, "bold"), 2) for text in best.terms.values())
    fewer = "with fewer there is none"
    if not fillings.shortest:
        fewer = f"{painted(fillings.answer, STYLES['unknown'])} whether fewer do: {fillings.reason}"
    yield f"  {_size(shortening, best.cost, best.lines)}; {fewer}"
    for verdict in best.verdicts:
        yield from proof(verdict)


def _size(shortening: Shortened, cost: int, lines: int) -> str:
    """Return the length of a list: 5 tactics in 4 lines."""
    tactics = "" if shortening.own.task.pool.by_lines else f"{number_of(cost, 'tactic')} in "
    return f"{tactics}{number_of(lines, 'line')}"


# Exceptions that are shown, at most; JSON has all.
_SHOWN = 10


def identified(best: Identified) -> Iterator[Block]:
    """Yield the list, how much it explains, whether that is the most, its lines, exceptions."""
    if not best.list:
        yield f"unknown: no list was found ({best.reason})"
        return
    explains = f"{best.explained:,} of {number_of(best.choices, 'choice')}"
    yield Wrapped(f"{painted(best.list, 'bold')} explains {explains}", 2)
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
