"""The function that writes pages."""

from os import PathLike
from pathlib import Path
from typing import Annotated, Unpack

from ttt_asp.analyses.report import Reporter
from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedPlayArguments
from ttt_asp.api.players import trusted_verdict
from ttt_asp.engines.answer import ask
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.files import write_bytes
from ttt_asp.show.page import page
from ttt_asp.verdict import Verdict


def report(
    claim: p.Claim,
    path: Annotated[str | PathLike[str], "the page to write."],
    roles: p.Roles = None,
    *,
    horizon: p.Horizon = None,
    engine: p.Engine = DEFAULT,
    **played: Unpack[TimedPlayArguments],
) -> Verdict:
    """Write a page: verdicts, plays as boards, proofs to walk through.

    The page is one file that needs no network.

    Returns:
        The claim's verdict.

    Examples:
    ttt-asp report -o report.html
    ttt-asp report "o never loses" --o careful_o -o careful.html
    """
    given = Arguments(played, None, horizon=horizon)
    limits, question = given.limits, given.with_replies(given.posed(claim, roles), True)
    problem, verdict = ask(question, engine, limits)
    verdict = trusted_verdict(verdict, problem)
    limits.tell("going through plays")
    finding = Reporter(limits, given.library).finding("claim", question, problem, verdict)
    write_bytes(Path(path), page(verdict.claim, [finding]).encode())
    return verdict
