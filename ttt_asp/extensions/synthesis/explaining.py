"""The function that says which parts of a strategy a proof needs."""

from typing import Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ClaimArguments
from ttt_asp.claims.question import read
from ttt_asp.errors import Argument
from ttt_asp.extensions.synthesis.explain import Explanation
from ttt_asp.extensions.synthesis.explain import explain as explain_problem
from ttt_asp.games.roles import role_of


def explain(
    claim: p.Claim,
    roles: p.Roles = None,
    of: p.WhoseList = None,
    **asked: Unpack[ClaimArguments],
) -> Explanation:
    """Say which tactics of a strategy a proof needs.

    The strategy has to be first(...). Every subset of its parts is tried in two ways: with the
    other parts deleted, and with every legal move allowed where another part decides.

    Examples:
    ttt-asp explain "x never loses" --x good_for_x --o any
    ttt-asp explain "o never loses" --o newell_simon
    """
    given = Arguments(asked)
    problem = read(given.question(claim, roles), given.limits.deadline)
    first = problem.subject or problem.game.roles[0]
    role = role_of(of, problem.game, Argument("of")) if of else first
    return explain_problem(problem, role, given.limits)
