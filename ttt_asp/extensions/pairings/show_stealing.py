"""A game: its parts, whether it is well-formed, and whether strategies can be stolen in it."""

from collections.abc import Iterator

from ttt_asp.extensions.pairings.stealing import ROLES, SITUATIONS, Stealing, conditions
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Block, Board, Boards


def stealing(stealing: Stealing) -> Iterator[Block]:
    """Yield the answer, and the positions that break a condition."""
    game = stealing.game
    first, second = game.spelt(stealing.first), game.spelt(stealing.second)
    sizes = f", for every size with {stealing.every}" if stealing.every else ""
    trap = game.spelt(stealing.trap)
    if stealing.broken:
        seen = f"{trap} is no bait" if trap else f"{game.name}: strategies cannot be stolen"
        yield f"{seen}, as far as is seen{sizes}"
        if stealing.size:
            yield f"  at {stealing.size}:"
        yield f"  {stealing.broken}: {stealing.fails}"
        for situation, position in stealing.positions.items():
            yield from ("", _situation(situation, position, Notation(game)))
        if stealing.move:
            yield from ("", f"move: {game.spelt(stealing.move)}")
        return
    if stealing.unknown:
        yield f"{f'whether {trap} is a bait' if trap else game.name}: unknown{sizes}"
        yield f"  the solver does not know whether {_asked(stealing.unknown)} at every size"
    else:
        about = f"{trap} is a bait" if trap else game.name
        yield f"{about}: {second} has no winning strategy, as {first} could steal it{sizes}"
        count = len(conditions(stealing.trap))
        why = "what answers it is as good at once" if trap else f"an extra mark never hurts {first}"
        yield f"  {why}: {count} conditions hold at all positions"
        if stealing.formulas:
            yield f"  {len(stealing.formulas)} of them by z3, as formulas"
        ends = ", as plays end and none is a tie"
        marks = " or a tie where plays end; a win, where none is a tie"
        yield f"  so {first} can force a win{ends if trap else marks}"
    if stealing.checked:
        yield f"  every condition holds by clingo at {stealing.checked}"


def _asked(unknown: str) -> str:
    return "the same role moves first" if unknown == ROLES else f"the condition {unknown} holds"


def _situation(situation: str, position: frozenset[str], notation: Notation) -> Boards:
    who = notation.mover(position)
    turn = f" ({notation.game.spelt(who)} to move)" if who else ""
    return Boards(notation, [Board(position, title=f"{SITUATIONS[situation]}{turn}:")])
