"""Whether strategies can be stolen, in words and with the positions where they cannot."""

from collections.abc import Iterator

from ttt_asp.analyses.extra_mark import CONDITIONS, SITUATIONS, Stealing
from ttt_asp.analyses.extra_mark_every import ROLES
from ttt_asp.games.notation import Notation
from ttt_asp.show.boards import board
from ttt_asp.show.paint import Paint


def stealing_text(found: Stealing, paint: Paint, width: int) -> str:
    """What was found, and of a condition that is broken the positions that show it."""
    return "\n".join(_lines(found, paint, width))


def _lines(found: Stealing, paint: Paint, width: int) -> Iterator[str]:
    game = found.game
    first, second = game.spelt(found.first), game.spelt(found.second)
    sizes = f", for every size with {found.every}" if found.every else ""
    if found.unknown:
        yield f"{game.name}: unknown{sizes}"
        yield f"  the solver does not know whether {_asked(found.unknown)} at every size"
        yield from _checked(found)
        return
    if not found.broken:
        yield f"{game.name}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(CONDITIONS)
        yield f"  an extra mark never hurts {first}: {count} conditions hold at all positions"
        yield from _formulas(found)
        yield f"  so {first} can force a win or a tie where plays end; a win, where none is a tie"
        yield from _checked(found)
        return
    yield f"{game.name}: strategies cannot be stolen, as far as is seen{sizes}"
    if found.size:
        yield f"  at {found.size}:"
    yield f"  {found.broken}: {found.fails}"
    notation = Notation(game)
    for situation, position in found.positions.items():
        who = notation.mover(position)
        turn = f" ({game.spelt(who)} to move)" if who else ""
        yield f"\n{SITUATIONS[situation]}{turn}:"
        yield from (line.rstrip() for line in board(notation, position, paint, width=width))
    if found.move:
        yield f"\nmove: {game.spelt(found.move)}"


def _asked(unknown: str) -> str:
    return "the same role moves first" if unknown == ROLES else f"the condition {unknown} holds"


def _formulas(found: Stealing) -> Iterator[str]:
    if found.formulas:
        yield f"  {len(found.formulas)} of them by z3, as formulas"


def _checked(found: Stealing) -> Iterator[str]:
    if found.checked:
        yield f"  every condition holds by clingo at {found.checked}"
