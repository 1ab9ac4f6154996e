"""Whether strategies can be stolen, in words and with the positions where they cannot."""

from collections.abc import Iterator

from ttt_asp.analyses.extra_mark import CONDITIONS, SITUATIONS, Stealing
from ttt_asp.analyses.extra_mark_every import ROLES
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Panel


def stealing(found: Stealing) -> Iterator[Block]:
    """What was found, and of a condition that is broken the positions that show it."""
    game = found.game
    first, second = game.spelt(found.first), game.spelt(found.second)
    sizes = f", for every size with {found.every}" if found.every else ""
    if found.broken:
        yield f"{game.name}: strategies cannot be stolen, as far as is seen{sizes}"
        if found.size:
            yield f"  at {found.size}:"
        yield f"  {found.broken}: {found.fails}"
        for situation, position in found.positions.items():
            yield from ("", _situation(situation, position, Notation(game)))
        if found.move:
            yield from ("", f"move: {game.spelt(found.move)}")
        return
    if found.unknown:
        yield f"{game.name}: unknown{sizes}"
        yield f"  the solver does not know whether {_asked(found.unknown)} at every size"
    else:
        yield f"{game.name}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(CONDITIONS)
        yield f"  an extra mark never hurts {first}: {count} conditions hold at all positions"
        if found.formulas:
            yield f"  {len(found.formulas)} of them by z3, as formulas"
        yield f"  so {first} can force a win or a tie where plays end; a win, where none is a tie"
    if found.checked:
        yield f"  every condition holds by clingo at {found.checked}"


def _asked(unknown: str) -> str:
    return "the same role moves first" if unknown == ROLES else f"the condition {unknown} holds"


def _situation(situation: str, position: frozenset[str], notation: Notation) -> Boards:
    who = notation.mover(position)
    turn = f" ({notation.game.spelt(who)} to move)" if who else ""
    return Boards(notation, [Panel(Board(position), f"{SITUATIONS[situation]}{turn}:")])
