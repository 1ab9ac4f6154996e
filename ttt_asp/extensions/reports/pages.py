"""Functions whose answers fill a page: the report on a claim, and the matrix of matches."""

from collections.abc import Sequence
from concurrent.futures import Executor
from os import PathLike
from pathlib import Path
from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import SearchArguments, TimedPlayArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.engines.answer import trusted_verdict
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.extensions.processes.jobs import ask
from ttt_asp.extensions.reports.matrix import Matrix, participants, scores
from ttt_asp.extensions.reports.page import PAGE, page
from ttt_asp.extensions.reports.play_graph import Walk
from ttt_asp.extensions.reports.play_graph import walk as walk_match
from ttt_asp.extensions.reports.report import Reporter
from ttt_asp.files import refuse_others_file, write_bytes
from ttt_asp.verdict import Verdict


def report(
    claim: p.Claim,
    path: Annotated[str | PathLike[str], "the page to write."],
    roles: p.Roles = None,
    *,
    horizon: p.Horizon = None,
    engine: p.Engine = DEFAULT,
    repair: Annotated[
        bool, Parameter("--repair", "Show the smallest change that mends a refuted claim, too.")
    ] = False,
    **played: Unpack[TimedPlayArguments],
) -> Verdict:
    """Write a page: verdicts, plays as boards, proofs to walk through.

    The page is one file that needs no network. A file of the same name is replaced only if it is
    such a page.

    Returns:
        The claim's verdict.

    Examples:
    ttt-asp report -o report.html
    ttt-asp report "o never loses" --o careful_o -o careful.html
    """
    given = Arguments(played, None, horizon=horizon)
    refuse_others_file(Path(path), PAGE)
    limits, question = given.limits, given.with_books(given.posed(claim, roles), True)
    problem, verdict = ask(question, engine, limits)
    verdict = trusted_verdict(verdict, problem)
    limits.tell("going through plays")
    reporter = Reporter(limits, given.library, repair)
    finding = reporter.finding("claim", question, problem, verdict)
    write_bytes(Path(path), page(verdict.claim, [finding]).encode())
    return verdict


def matrix(
    names: Annotated[
        p.Plays | Sequence[p.Plays],
        Parameter(help="Names or terms of strategies (default: the whole library).",
                  doc="strategies, one or several; none for all of the library.",
                  metavar="[STRATEGY...]", many=True, completes="strategy"),
    ] = (),
    *more: Annotated[p.Plays, "further strategies."],
    executor: Annotated[Executor | None, "plays several matches at once."] = None,
    **searched: Unpack[SearchArguments],
) -> Matrix:  # fmt: skip
    """Let every strategy play every one.

    It counts the plays that the first role wins, loses and ties, and shows the strongest claim that
    holds of all plays.

    Limits hold for each match. Exit status: 0; 2 for wrong input; 3 if a limit or Ctrl-C ended a
    match.

    Examples:
    ttt-asp matrix
    ttt-asp matrix good_for_x careful_o any --csv
    """
    given = Arguments(searched)
    several = [names, *more] if isinstance(names, str) or callable(names) else [*names, *more]
    texts = [given.text(name, "STRATEGY") for name in several]
    strategies, unfit = participants(texts, given.game, given.library)
    played = scores(strategies, given.game, given.limits, executor)
    return Matrix(given.game, (*played, *unfit))


def walk(
    roles: p.Roles = None,
    **played: Unpack[TimedPlayArguments],
) -> Walk:
    """Go through all plays of a match, as a graph."""
    given = Arguments(played, None)
    return walk_match(given.match_of_books(roles), given.limits)
