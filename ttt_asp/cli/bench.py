"""`ttt-asp bench`."""

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.bench.tasks import YARDSTICK, every_size, induction, match_ups, paper, searches
from ttt_asp.bench.timing import timed
from ttt_asp.cli import options
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import whole
from ttt_asp.errors import wrong
from ttt_asp.show.bench import bench_table


def command(
    runs: Annotated[
        int, whole("--runs", of="runs", least=1, example=3, metavar="N", help="Best of N.")
    ] = 3,
    large: Annotated[
        bool,
        typer.Option("--large", help="Also boards of 4x4: takes minutes, and gigabytes."),
    ] = False,
    pairings: Annotated[
        bool,
        typer.Option("--induction", help="Only pairings and proofs by induction, 5x5 to 20x20."),
    ] = False,
    fill: Annotated[
        bool, typer.Option("--fill", help="Only searches for strategies with holes.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--every", help="Only claims about every size of a game.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it are
    the bounded engine, which has 10 s to answer a claim, and a breadth-first
    search in plain Python, which knows the rules and no strategy; reading is in
    no time of these.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    given = {"induction": pairings, "fill": fill, "every": every, "large": large and not fill}
    only = [name for name, on in given.items() if on]
    if len(only) > 1:
        raise wrong(f"--{only[0]} and --{only[1]} exclude each other")
    with Progress() as progress:
        tasks = (
            every_size() if every else induction() if pairings else searches(large) if fill
            else [*paper(), *match_ups(large)]
        )  # fmt: skip
        rows = timed(tasks, runs, progress.tell)
    if json:
        typer.echo(json_module.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False))
        return
    say([bench_table(rows)])
    alone = pairings or fill or every
    once = "4x4" if fill and large else "" if alone else "engine bounded, and 4x4,"
    typer.echo(f"best of {runs} runs in one process{once and f'; {once} once'}")
    if not alone and not YARDSTICK.is_file():
        typer.echo("plain Python: benchmarks/breadth_first.py is not installed, only in a checkout")
