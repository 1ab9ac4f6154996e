"""The function that proves claims."""

from typing import Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.listener import LISTENER
from ttt_asp.api.plain_values import Proving, limits_of, question_of
from ttt_asp.engines.answer import answer, pose, shown_at
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.verdict import Verdict


def prove(
    claim: p.ClaimOrFile,
    roles: p.Roles = None,
    *,
    engine: p.Engine = DEFAULT,
    **asked: Unpack[Proving],
) -> Verdict:
    """Prove or refute what strategies guarantee.

    Returns:
        The verdict, true in a condition only when the claim is proved; `unknown` when a limit
        was reached or Ctrl-C was pressed.
    """
    limits, heard = limits_of(asked), LISTENER.get()
    posed = pose(question_of(claim, roles, asked), engine, limits)
    if isinstance(posed, Verdict):
        return posed
    heard.posed(posed)
    found = answer(posed, engine, limits)
    heard.loaded(shown_at(posed, found).strategies.values())
    return found
