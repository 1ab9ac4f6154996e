"""`ttt-asp matrix`."""

import json as json_module
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.jobs import workers
from ttt_asp.analyses.matrix import Score, pairs_of, scores
from ttt_asp.analyses.report import Finding, Reporter
from ttt_asp.claims.question import Question, read
from ttt_asp.cli import completion, options
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.game import Game
from ttt_asp.show.matrix import matrix_csv, matrix_table
from ttt_asp.show.page import page
from ttt_asp.strategies.library import Library


def command(
    played: options.Played,
    spent: options.Spent,
    strategy: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]",
            help="Names or terms; else all of the library.",
            autocompletion=completion.strategy,
        ),
    ] = None,
    strategies: options.Strategies = None,
    json: options.Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            parser=output,
            help="Write a heat map, with every match to walk.",
        ),
    ] = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
) -> int:
    """Let every strategy play every one.

    It shows plays won, lost and tied, and the strongest claim that holds of all plays.

    Limits are for each match. Won and lost are the first role's. Exit
    status: 0, 2 wrong input, 3 a match was ended by a limit, or Ctrl-C.

    Examples:
    ttt-asp matrix
    ttt-asp matrix good_for_x careful_o any --csv
    """
    if json + csv + (html is not None) > 1:
        raise wrong("--json, --csv and --html exclude each other")
    library, game = options.open_with_warnings(strategies), played.load()
    pairs = pairs_of(strategy or [], game, library)
    options.warn(one for pair in pairs for one in pair)
    found: list[Score] = []
    findings: list[Finding] = []
    stop: Stop | None = None
    try:
        with workers(jobs, scheduler) as executor, Progress() as progress:
            limits = replace(spent.limits(), progress=progress.tell)
            for score in scores(pairs, game, library, limits, executor):
                found.append(score)
            if html is not None:
                findings = list(_findings(found, game, library, limits))
    except STOPS as error:  # the matches that were played stand
        stop = stop_of(error)
    roles = [game.spelt(role) for role in game.roles]
    if html is not None and not stop:
        title = f"{game.name}: {len(found)} match-ups"
        write_bytes(html, page(title, findings, found).encode())
        typer.echo(f"wrote {html}")
    elif json:
        plain = [one.as_json() for one in found]
        typer.echo(json_module.dumps(plain, indent=2, ensure_ascii=False))
    elif csv:
        typer.echo(matrix_csv(roles, found), nl=False)
    elif found:
        typer.echo(matrix_table(roles, found))
    if stop:
        unwritten = "" if html is None else f"; {html} is not written"
        typer.echo(f"unknown: {stop}{unwritten}", err=True)
    return options.EXIT["unknown"] if stop or any(score.stopped for score in found) else 0


def _findings(found: list[Score], game: Game, library: Library, limits: Limits) -> list[Finding]:
    """What a page says of each match: the claim that holds, and all plays."""
    reporter, findings = Reporter(replace(limits, progress=None)), []
    for number, score in enumerate(found, 1):
        limits.tell("pages", number - 1, len(found))
        # where no claim holds, the one that the first role would like best to hold
        claim = score.claim or f"{game.spelt(game.roles[0])} never loses"
        asked = Question(claim, score.roles, game.name, game.constants, folders=library.folders)
        problem = read(asked, limits.afresh().deadline)
        verdict = answer(problem, "explicit", reporter.limits.afresh())
        data, missing = reporter.plays(problem, verdict)
        name = f"match-{number}"
        findings.append(Finding(name, verdict, problem, walk=data, missing=missing))
    return findings
