"""The roles that are to keep a claim, of which one blundered where it is refuted."""

from collections.abc import Sequence
from dataclasses import replace

from ttt_asp.claims.problem import Problem
from ttt_asp.games.game import chance_role


def keepers(problem: Problem) -> Sequence[str]:
    """Return the roles that are to keep the claim, so that one of them blundered if it is refuted.

    It is the role that the claim is about; the others where that one is not to win, and all
    where nobody is named. Of several only those with a strategy, if there are any.
    """
    claim, given = problem.claim, problem.given
    hindered = (claim.quantifier, claim.outcome) in (("never", "wins"), ("always", "loses"))
    if claim.role is not None and not hindered:
        return [claim.role]
    players = [r for r in problem.strategies if r not in (claim.role, chance_role(problem.game))]
    return [r for r in players if r in given] or players or [*problem.strategies]


def mistaken(problem: Problem) -> str:
    """Return a question, where the only strategy given is not of the role which the claim is about.

    It is empty where nothing seems to be mistaken.
    """
    role, claim, game = problem.claim.role, problem.claim, problem.game
    if len(problem.given) != 1 or role not in keepers(problem) or role in problem.given:
        return ""
    (other,) = problem.given
    if claim.quantifier not in ("never", "always") or other == chance_role(game):
        return ""
    name, spelt = game.spelt(other), game.spelt(str(replace(claim, role=other)))
    return (
        f"the claim is about {game.spelt(str(role))}, who may do anything; the strategy "
        f"is {name}'s: did you mean {spelt}?"
    )
