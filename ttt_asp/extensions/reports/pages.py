"""Functions and commands whose answers fill a page: the report on claims, the matrix of matches."""

import webbrowser
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Unpack

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import SearchArguments, TimedPlayArguments
from ttt_asp.api.parameters import DEFAULT_CLAIMS, ClaimOrFile, Parameter, replacing, written
from ttt_asp.cli.calls import Call, Progress, print_result, print_warnings, status_of
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.engines.answer import trusted_verdict
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import wrong
from ttt_asp.extensions.claimfiles.answering import prove_claims
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.claimfiles.command import asked_of, claims_table, file_status
from ttt_asp.extensions.processes.jobs import ask, workers
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import Matrix, matrix_csv, participants, scores
from ttt_asp.extensions.reports.page import PAGE, page
from ttt_asp.extensions.reports.page.matches import MatchUps, match_ups, matches_page
from ttt_asp.extensions.reports.play_graph import Walk
from ttt_asp.extensions.reports.play_graph import walk as walk_match
from ttt_asp.extensions.reports.report import ClaimReport, Reporter
from ttt_asp.files import refuse_others_file, write_bytes
from ttt_asp.limits import ProgressReport
from ttt_asp.show.blocks import Block, first_line
from ttt_asp.show.verdicts import headline
from ttt_asp.strategies.library import Library, summaries
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
    match = given.match(roles)
    if any(strategy.asked for strategy in match.strategies.values()):
        match = given.asker("").with_rules(match)  # which may not throw dice
    return walk_match(match, given.limits)


def report_command(  # noqa: D103
    call: Call[Verdict],
    claim: ClaimOrFile = DEFAULT_CLAIMS,
    out: Annotated[Path, written("--output -o", "The page to write.")] = Path("report.html"),
    show: Annotated[bool, Parameter("--open", "Open the page in a browser.")] = False,
) -> int:
    refuse_others_file(out, PAGE)
    asked, library = asked_of(claim, call.given)
    if claim.endswith(".toml"):
        message, status = _of_file(Path(asked), library, call, out)
    else:
        verdict = call.answer(claim=claim, path=out, strategies=library.folders)
        message, status = first_line(headline(verdict)), status_of(verdict)
    opened = show and webbrowser.open(out.resolve().as_uri())
    hint = "" if opened else ": open it in a browser, as --open does"
    print_result([message, f"wrote {out}{hint}"])
    return status


def _of_file(path: Path, library: Library, call: Call[Verdict], out: Path) -> tuple[Block, int]:
    """Write the page of a file's claims; return a summary of them, and the exit status."""
    entries, engine = read_claims(path), call.given.get("engine", DEFAULT)
    with Progress():
        answered = prove_claims(entries, library, engine, Arguments(call.given, None).limits)
    limits, repairs = Arguments(call.given, None).limits, call.given.get("repair", False)
    reporter = Reporter(limits, library, repairs)
    findings = list[ClaimReport]()
    with Progress("going through plays") as progress:
        for entry, (problem, verdict) in zip(entries, answered, strict=False):
            progress.tell(ProgressReport("claims on the page", len(findings), len(answered)))
            asked = entry.question(library.folders)
            findings.append(reporter.finding(entry.id, asked, problem, verdict, entry))
    verdicts = [verdict for _, verdict in answered]
    count = Counter(verdict.verdict for verdict in verdicts)
    each = ", ".join(f"{number} {answer}" for answer, number in count.items())
    write_bytes(out, page(f"{path.stem}: {each}", findings).encode())
    return claims_table(entries[: len(answered)], verdicts), file_status(entries, verdicts)


_Html = Annotated[
    Path | None,
    p.written("--html", "Write a heat map that opens every match.", read=replacing(PAGE)),
]


def matrix_command(  # noqa: D103
    call: Call[Matrix],
    csv: Annotated[bool, Parameter("--csv", "Print CSV.")] = False,
    html: _Html = None,
    jobs: p.Jobs = 1,
    scheduler: p.Scheduler = None,
) -> int:
    if call.json + csv + (html is not None) > 1:
        raise wrong("--json, --csv and --html exclude each other")
    given = Arguments(call.given, time_limit=None)
    with Progress():
        texts = [given.text(name, "STRATEGY") for name in call.given.get("names", ())]
    game, library = given.game, given.library
    strategies, unfit = participants(texts, game, library)
    print_warnings(strategies)
    played: list[Score] = []
    played_all: MatchUps | None = None
    stop: Stop | None = None
    try:
        with workers(jobs, scheduler) as executor, Progress():
            limits = Arguments(call.given).limits
            for score in scores(strategies, game, limits, executor):
                played.append(score)
            played += unfit
            if html is not None:
                limits.tell("going through plays")
                played_all = match_ups(strategies, played, game, replace(limits, progress=None))
    except STOPS as error:  # the matches that were played stand
        stop = stop_of(error)
    if html is not None and played_all is not None:
        title = f"{game.name}: {len(played):,} match-ups"
        about = summaries(played_all.strategies, library)
        write_bytes(html, matches_page(title, played_all, about).encode())
        typer.echo(f"wrote {html}")
    elif csv:
        typer.echo(matrix_csv([game.spelt(role) for role in game.roles], played), nl=False)
    elif played or call.json:
        call.print_answer(Matrix(game, tuple(played)))
    if stop:
        unwritten = "" if html is None else f"; {html} is not written"
        typer.echo(f"unknown: {stop}{unwritten}", err=True)
    return 3 if stop or any(score.stopped for score in played) else 0
