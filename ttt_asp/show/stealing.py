"""Whether strategies can be stolen, in words and with the positions where they cannot."""

from collections.abc import Iterator

from ttt_asp.analyses.stealing import SITUATIONS, Stealing, conditions
from ttt_asp.analyses.stealing_every import ROLES
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards, Panel


def stealing(found: Stealing) -> Iterator[Block]:
    """What was found, and of a condition that is broken the positions that show it."""
    game = found.game
    first, second = game.spelt(found.first), game.spelt(found.second)
    sizes = f", for every size with {found.every}" if found.every else ""
    trap = game.spelt(found.trap)
    if found.broken:
        seen = f"{trap} is no bait" if trap else f"{game.name}: strategies cannot be stolen"
        yield f"{seen}, as far as is seen{sizes}"
        if found.size:
            yield f"  at {found.size}:"
        yield f"  {found.broken}: {found.fails}"
        for situation, position in found.positions.items():
            yield from ("", _situation(situation, position, Notation(game)))
        if found.move:
            yield from ("", f"move: {game.spelt(found.move)}")
        return
    if found.unknown:
        yield f"{f'whether {trap} is a bait' if trap else game.name}: unknown{sizes}"
        yield f"  the solver does not know whether {_asked(found.unknown)} at every size"
    else:
        about = f"{trap} is a bait" if trap else game.name
        yield f"{about}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(conditions(found.trap))
        why = "what answers it is as good at once" if trap else f"an extra mark never hurts {first}"
        yield f"  {why}: {count} conditions hold at all positions"
        if found.formulas:
            yield f"  {len(found.formulas)} of them by z3, as formulas"
        ends = ", as plays end and none is a tie"
        marks = " or a tie where plays end; a win, where none is a tie"
        yield f"  so {first} can force a win{ends if trap else marks}"
    if found.checked:
        yield f"  every condition holds by clingo at {found.checked}"


def _asked(unknown: str) -> str:
    return "the same role moves first" if unknown == ROLES else f"the condition {unknown} holds"


def _situation(situation: str, position: frozenset[str], notation: Notation) -> Boards:
    who = notation.mover(position)
    turn = f" ({notation.game.spelt(who)} to move)" if who else ""
    return Boards(notation, [Panel(Board(position), f"{SITUATIONS[situation]}{turn}:")])
