"""`ttt-asp bench`."""

from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.api.reading import amount
from ttt_asp.bench.timing import tasks, timed
from ttt_asp.cli.calls import print_json, print_result
from ttt_asp.cli.progress import Progress
from ttt_asp.show.tables import bench_table

_Runs = Annotated[int, Parameter("--runs", "Best of N.", metavar="N", read=amount("runs", 1, 3))]
_Large = Annotated[bool, Parameter("--large", "Also boards of 4x4: takes minutes, and gigabytes.")]


def command(runs: _Runs = 3, large: _Large = False, json: Json = False) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it is
    the bounded engine, which has 10 s to answer a claim.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    with Progress() as progress:
        rows = timed(tasks(large), runs, progress.tell)
    if json:
        print_json([asdict(row) for row in rows])
        return
    print_result([bench_table(rows)])
    typer.echo(f"best of {runs} runs in one process; engine bounded, and 4x4, once")
