"""The function that writes pages."""

from os import PathLike
from pathlib import Path
from typing import Annotated

from ttt_asp.analyses.report import Reporter
from ttt_asp.api import parameters as p
from ttt_asp.api.plain_values import library_of, limits_of, question_of
from ttt_asp.claims.question import DEFAULT_GAME
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
    x: p.X = None,
    o: p.O = None,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
    position: p.Position = None,
    horizon: p.Horizon = None,
    engine: p.Engine = DEFAULT,
    strategies: p.Folders = (),
    time_limit: p.TimeLimit = None,
) -> Verdict:
    """Write a page about a claim: the verdict, its play as boards, all plays to walk through.

    Returns:
        The claim's verdict.

    Raises:
        InputError: anything wrong with what was given, or the page cannot be written.
        InternalError: two engines disagree.
    """
    limits = limits_of(time_limit)
    question = question_of(claim, roles, x, o, game, const, strategies, horizon,
                           position=position)  # fmt: skip
    problem, found = ask(question, engine, limits)
    limits.tell("going through plays")
    finding = Reporter(limits, library_of(strategies)).finding("claim", question, problem, found)
    write_bytes(Path(path), page(found.claim, [finding]).encode())
    return found
