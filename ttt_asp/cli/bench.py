"""`ttt-asp bench`."""

from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.api.reading import amount
from ttt_asp.bench.tasks import YARDSTICK, every_size, induction, match_ups, paper, searches
from ttt_asp.bench.timing import timed
from ttt_asp.cli.calls import print_json, print_result
from ttt_asp.cli.progress import Progress
from ttt_asp.errors import wrong
from ttt_asp.show.tables import bench_table

_Runs = Annotated[int, Parameter("--runs", "Best of N.", metavar="N", read=amount("runs", 1, 3))]
_Large = Annotated[bool, Parameter("--large", "Also boards of 4x4: takes minutes, and gigabytes.")]
_Pairings = Annotated[
    bool, Parameter("--induction", "Only pairings and proofs by induction, 5x5 to 20x20.")
]
_Fill = Annotated[bool, Parameter("--fill", "Only searches for strategies with holes.")]
_Every = Annotated[bool, Parameter("--every", "Only claims about every size of a game.")]


def command(
    runs: _Runs = 3,
    large: _Large = False,
    pairings: _Pairings = False,
    fill: _Fill = False,
    every: _Every = False,
    json: Json = False,
) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it are
    the bounded engine, which has 10 s to answer a claim, and a breadth-first
    search in plain Python, which knows the rules and no strategy.

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
        print_json([asdict(row) for row in rows])
        return
    print_result([bench_table(rows)])
    alone = pairings or fill or every
    once = "4x4" if fill and large else "" if alone else "engine bounded, and 4x4,"
    typer.echo(f"best of {runs} runs in one process{once and f'; {once} once'}")
    if not alone and not YARDSTICK.is_file():
        typer.echo("plain Python: benchmarks/breadth_first.py is not installed, only in a checkout")
