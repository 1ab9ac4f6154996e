"""The function that proves claims."""

from typing import Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import LISTENER, Arguments
from ttt_asp.api.groups import ProveArguments
from ttt_asp.claims.problem import Problem
from ttt_asp.engines.answer import answer, problem_of_play, read_question, trusted_verdict
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.limits import Limits
from ttt_asp.verdict import Verdict


def prove(
    claim: p.ClaimOrFile,
    roles: p.Roles = None,
    *,
    engine: p.Engine = DEFAULT,
    **asked: Unpack[ProveArguments],
) -> Verdict:
    """Prove or refute what strategies guarantee.

    Returns:
        The verdict, true in a condition only when the claim is proved; `unknown` when a limit
        was reached or Ctrl-C was pressed.
    """
    given = Arguments(asked)
    return answered(posed(given, claim, roles, engine), engine, given.limits)


def posed(given: Arguments, claim: str, roles: p.Roles, engine: str) -> Problem | Verdict:
    """Read a claim; where a limit is reached before that is done, its verdict is known already."""
    return read_question(given.posed(claim, roles), engine, given.limits, given.with_programs)


def answered(claim: Problem | Verdict, engine: str, limits: Limits) -> Verdict:
    """Answer a claim that was read; the listener hears of its strategies."""
    if isinstance(claim, Verdict):
        return claim
    verdict = trusted_verdict(answer(claim, engine, limits), claim)
    LISTENER.get().loaded(problem_of_play(claim, verdict).strategies.values())
    return verdict
