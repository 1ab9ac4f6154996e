"""The function that says what a strategy recommends."""

from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedStrategyArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.extensions.exploring.suggestion import Suggestion
from ttt_asp.extensions.exploring.suggestion import suggest as suggest_at


def suggest(
    strategy: p.Strategy,
    position: Annotated[
        str | None,
        Parameter("--position", "The position, rows from the top, such as x../.o./..x",
                  "the position, rows from the top, such as `x../.o./..x`; None for the first.",
                  "POSITION",
                  "the first"),
    ] = None,
    role: Annotated[
        str | None,
        Parameter("--as", "The role to move (default: as the marks tell).", metavar="ROLE"),
    ] = None,
    **loaded: Unpack[TimedStrategyArguments],
) -> Suggestion:  # fmt: skip
    """Show what a strategy recommends at a position.

    It names the tactic that decided, and those before it, which recommend nothing.

    Examples:
    ttt-asp suggest good_for_o --position "x../.o./..x" --as o
    ttt-asp suggest "first(defeat, fork)" --position "x.o/.x./..o"
    """
    given = Arguments(loaded, position=position)
    chosen = given.strategy(strategy, role, here=True)
    given.limits.tell("grounding")
    return suggest_at(given.game, chosen, position, role, given.limits.deadline)
