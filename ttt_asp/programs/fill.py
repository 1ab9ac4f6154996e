"""The program whose answer sets are the fillings of holes: operators, the fill frame, and facts."""

from collections.abc import Iterable, Mapping

from ttt_asp.lp.syntax import signatures
from ttt_asp.programs.assembly import Program, assembled, render
from ttt_asp.programs.compose import compose
from ttt_asp.programs.lift import lift
from ttt_asp.programs.sources import generated
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import Strategy

_LABEL = "asp/frames/fill.lp.j2"
_FIXED = signatures("role/1 opponent/2")
_ABOUT = (
    "Run it with `clingo FILE`: an answer set is a filling, no answer set means that none keeps",
    "the claims.",
)


def fill_program(
    strategies: Mapping[str, Composition],
    facts: Iterable[str],
    before: str = "",
    shortest: bool = False,
) -> Program:
    """Put the program together.

    Args:
        strategies: resolved terms with tactics for their holes, each under a name that stands for
            the role that plays it.
        facts: about holes, fillers and situations; see the fill frame.
        before: another frame, which says what holes recommend.
        shortest: whether fillings of the lowest cost are asked for.
    """
    players = {name: Strategy(name, term, ()) for name, term in strategies.items()}
    composed = generated("operators.lp.j2", roles=compose(players), called=False)
    state = (composed.defined | signatures("legal/2 suggests/3")) - _FIXED
    given = [f"role({name}). opponent({name},other({name}))." for name in strategies]
    frame = before + render("frames/fill.lp.j2", facts=[*given, *facts], shortest=shortest)
    return assembled("Fillings", _ABOUT, [lift(composed, state)], frame, _LABEL)
