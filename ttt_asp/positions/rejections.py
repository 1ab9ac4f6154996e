"""Positions that are an error, never a verdict: no verdict would mean anything.

Where a play ends the rules of the game have to give each role a goal value. Where a `pick` names no
single action the order is wrong, and no reading of the strategy would be the one its author meant;
so plays stop there, and every engine looks for such positions before anything else.
"""

from collections.abc import Iterable, Mapping

import clingo

from ttt_asp.errors import Diagnostic, InputError, Location, Undetermined, Unsuited, wrong
from ttt_asp.games.facts import facts_at
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation
from ttt_asp.lp.dependencies import closure
from ttt_asp.strategies.strategy import Strategy

GOALLESS = "not every role has exactly one goal"
_GOALS = frozenset(map(str, range(101)))


def stray_error(game: Game, position: Iterable[str]) -> InputError:
    """Return the error about a position in which a term is true that is no fluent."""
    stray = min(set(position).difference(game.base))
    message = f"some play makes {game.spelt(stray)} true, which is no fluent"
    heads = [head for head in game.rules.heads if head.name == "next"]
    where = game.rules.location(heads[0].begin, heads[0].end) if heads else None
    return wrong(message, where or Location(game.rules.label), "base(F) says what is one")


def undetermined_error(
    game: Game,
    strategies: Mapping[str, Strategy],
    undetermined: Iterable[tuple[clingo.Symbol, clingo.Symbol]],
    position: Iterable[str],
) -> Undetermined:
    """Return the error about a `pick` whose order names no single action.

    Args:
        game: whose position it is.
        strategies: of which some role's has the order.
        undetermined: the arguments of `undetermined(P,W)` at the position; at least one.
        position: the fluents that hold.
    """
    actor, why = min(undetermined)
    role = actor.arguments[0] if actor.match("player", 2) else actor
    order = str(why.arguments[0])
    here = Notation(game).text(position)
    message = (
        f"at {here} the order {order} names no single action for {role}: {undetermined_reason(why)}"
    )
    hint = "every action that is recommended needs a rank, and the lowest may be one action's only"
    return Undetermined([Diagnostic(message, _order_location(order, strategies), hint)])


def undetermined_reason(why: clingo.Symbol) -> str:
    """Return the reason W of `undetermined(P,W)` in words."""
    action = why.arguments[1]
    if why.name == "unranked":
        return f"{action} has no rank"
    if why.name == "ranks":
        return f"{action} has several ranks"
    return f"{action} and {why.arguments[2]} have the same rank"


def _order_location(order: str, strategies: Mapping[str, Strategy]) -> Location | None:
    for strategy in strategies.values():
        for source in strategy.tactics:
            for head in source.heads:
                if head.name == "order" and head.first == order:
                    return source.location(head.begin, head.end)
    return None


def goalless_error(game: Game, position: Iterable[str]) -> InputError:
    """Return the error about a game in which a play ends without a goal value, or with several.

    Args:
        game: that game.
        position: the fluents of the play's last position.
    """
    message = f"a play ends at {Notation(game).text(position)}, where {GOALLESS}"
    message += strange_goals(game, position)
    where = Location(game.rules.label)
    return wrong(message, where, "goal(P,V) says what a role gets, one number from 0 to 100")


def strange_goals(game: Game, position: Iterable[str]) -> str:
    """Return which goals at a position count for none, to be added to `GOALLESS`; or nothing."""
    sources = closure([game.rules], game.vocabulary, frozenset({("goal", 2)}))
    goals = facts_at(sources, game.constants, position).get("goal", ())
    strange = [f"goal({role},{value})" for role, value in goals if str(value) not in _GOALS]
    return f" ({game.spelt(min(strange))} is not from 0 to 100)" if strange else ""


class SimultaneousMoves(Unsuited):
    """Raised where several roles choose at once."""


def simultaneous_at(game: Game, position: frozenset[str]) -> SimultaneousMoves:
    """Return the error about a position where several roles choose at once."""
    message = f"several roles choose at once at {Notation(game).text(position)}"
    hint = (
        "one role has to choose at a time here; engine bounded proves claims about such games, and "
        "`solve`, `odds` and `play --against` take those of two roles"
    )
    return SimultaneousMoves([Diagnostic(message, None, hint)])
