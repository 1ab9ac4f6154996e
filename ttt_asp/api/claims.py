"""The function that proves claims."""

from typing import Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import ProveArguments
from ttt_asp.api.listener import LISTENER
from ttt_asp.engines.answer import answer, problem_of_play, read_question, trusted_verdict
from ttt_asp.engines.registry import DEFAULT
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
    given, heard = Arguments(asked), LISTENER.get()
    posed = read_question(given.posed(claim, roles), engine, given.limits, given.with_replies)
    if isinstance(posed, Verdict):
        return posed
    heard.posed(posed)
    verdict = trusted_verdict(answer(posed, engine, given.limits), posed)
    heard.loaded(problem_of_play(posed, verdict).strategies.values())
    return verdict
