"""The program whose answer sets are fillings of holes."""

from collections.abc import Iterable, Mapping

from ttt_asp.lp.syntax import signatures
from ttt_asp.lp.templates import render
from ttt_asp.programs.assembly import Program, assembled
from ttt_asp.programs.compose import compose
from ttt_asp.programs.lift import lift
from ttt_asp.programs.sources import generated
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import Strategy

_OF_ROLES = signatures("role/1 opponent/2")
_FILLINGS = (
    "Run it with `clingo FILE`: an answer set is a filling, no answer set means that none keeps",
    "the claims.",
)


def fill_program(
    strategies: Mapping[str, Composition],
    facts: Iterable[str],
    before: str = "",
    shortest: bool = False,
) -> Program:
    """Write the program whose answer sets are fillings of holes (the fill frame), without a game.

    Args:
        strategies: resolved terms with tactics for their holes, each under a name for the role that
            plays it.
        facts: about holes, fillers and situations; see the fill frame.
        before: another frame, which defines the recommendations of holes.
        shortest: whether fillings of the lowest cost are asked for.
    """
    players = {name: Strategy(name, term, ()) for name, term in strategies.items()}
    composed = generated("operators.lp.j2", roles=compose(players), called=False)
    state = (composed.defined | signatures("legal/2 suggests/3")) - _OF_ROLES
    given = [f"role({name}). opponent({name},other({name}))." for name in strategies]
    frame = before + render("synthesis/fill.lp.j2", facts=[*given, *facts], shortest=shortest)
    return assembled(
        "Fillings", _FILLINGS, [lift(composed, state)], frame, "asp/synthesis/fill.lp.j2"
    )
