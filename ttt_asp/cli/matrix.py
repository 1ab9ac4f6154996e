"""`ttt-asp matrix`."""

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.jobs import workers
from ttt_asp.analyses.matrix import Score, scores
from ttt_asp.analyses.report import Finding, Reporter
from ttt_asp.claims.question import Question, read
from ttt_asp.cli import completion, options
from ttt_asp.cli.progress import Progress, matches_done
from ttt_asp.cli.values import output
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
) -> None:
    """Let every strategy play every one.

    It shows plays won, lost and tied, and the strongest claim that holds of all plays.

    Limits are for each match. Won and lost are the first role's.

    Examples:
    ttt-asp matrix
    ttt-asp matrix good_for_x careful_o any --csv
    """
    if json + csv + (html is not None) > 1:
        raise wrong("--json, --csv and --html exclude each other")
    library, game, limits = options.open_with_warnings(strategies), played.load(), spent.limits()
    with workers(jobs, scheduler) as executor, Progress(matches_done) as progress:
        found = list(scores(strategy or [], game, library, limits, executor, progress.callback))
    roles = [game.spelt(role) for role in game.roles]
    if html is not None:
        findings = list(_findings(found, game, library, limits))
        title = f"{game.name}: {len(found)} match-ups"
        write_bytes(html, page(title, findings, found).encode())
        typer.echo(f"wrote {html}")
    elif json:
        plain = [one.as_json() for one in found]
        typer.echo(json_module.dumps(plain, indent=2, ensure_ascii=False))
    elif csv:
        typer.echo(matrix_csv(roles, found), nl=False)
    else:
        typer.echo(matrix_table(roles, found))


def _findings(found: list[Score], game: Game, library: Library, limits: Limits) -> list[Finding]:
    """What a page says of each match: the claim that holds, and all plays."""
    reporter, findings = Reporter(limits), []
    for number, score in enumerate(found, 1):
        # where no claim holds, the one that the first role would like best to hold
        claim = score.claim or f"{game.spelt(game.roles[0])} never loses"
        asked = Question(claim, score.roles, game.name, game.constants, folders=library.folders)
        problem = read(asked, limits.afresh().deadline)
        verdict = answer(problem, "explicit", limits.afresh())
        data, missing = reporter.plays(problem, verdict)
        name = f"match-{number}"
        findings.append(Finding(name, verdict, problem, walk=data, missing=missing))
    return findings
