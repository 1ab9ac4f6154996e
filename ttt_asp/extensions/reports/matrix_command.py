"""`ttt-asp matrix`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.cli.calls import Call
from ttt_asp.cli.progress import Progress, print_warnings
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.errors import wrong
from ttt_asp.extensions.processes.jobs import workers
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.match_ups import MatchUps, match_ups
from ttt_asp.extensions.reports.matrix import Matrix, participants, scores
from ttt_asp.extensions.reports.page.matches import matches_page
from ttt_asp.extensions.reports.tables import matrix_csv
from ttt_asp.files import write_bytes
from ttt_asp.strategies.library import summaries

_Html = Annotated[Path | None, p.written("--html", "Write a heat map that opens every match.")]


def command(  # noqa: D103
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
