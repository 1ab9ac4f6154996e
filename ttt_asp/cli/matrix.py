"""`ttt-asp matrix`."""

import json as json_module
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.jobs import workers
from ttt_asp.analyses.match_ups import MatchUps, match_ups
from ttt_asp.analyses.matrix import pairs_of, scores
from ttt_asp.analyses.score import Score
from ttt_asp.cli import completion, options
from ttt_asp.cli.library import open_with_warnings, warn
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.errors import wrong
from ttt_asp.files import write_bytes
from ttt_asp.games.begin import begin_at
from ttt_asp.show.matrix import matrix_csv, scores_table
from ttt_asp.show.page.matches import matches_page
from ttt_asp.strategies.library import summaries


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
    position: options.Position = None,
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
    library, game = open_with_warnings(strategies), begin_at(played.load(), position)
    pairs, unfit = pairs_of(strategy or [], game, library)
    warn(one for pair in pairs for one in pair)
    found: list[Score] = []
    played_all: MatchUps | None = None
    stop: Stop | None = None
    try:
        with workers(jobs, scheduler) as executor, Progress() as progress:
            limits = replace(spent.limits(), progress=progress.tell)
            for score in scores(pairs, game, library, limits, executor):
                found.append(score)
            found += unfit
            if html is not None:
                limits.tell("going through plays")
                played_all = match_ups(pairs, found, game, replace(limits, progress=None))
    except STOPS as error:  # the matches that were played stand
        stop = stop_of(error)
    roles = [game.spelt(role) for role in game.roles]
    if html is not None and played_all is not None:
        title = f"{game.name}: {len(found):,} match-ups"
        about = summaries(played_all.strategies, library)
        write_bytes(html, matches_page(title, played_all, about).encode())
        typer.echo(f"wrote {html}")
    elif json:
        plain = [one.as_json() for one in found]
        typer.echo(json_module.dumps(plain, indent=2, ensure_ascii=False))
    elif csv:
        typer.echo(matrix_csv(roles, found), nl=False)
    elif found:
        say([scores_table(roles, found)])
    if stop:
        unwritten = "" if html is None else f"; {html} is not written"
        typer.echo(f"unknown: {stop}{unwritten}", err=True)
    return options.EXIT["unknown"] if stop or any(score.stopped for score in found) else 0
