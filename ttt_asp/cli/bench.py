"""`ttt-asp bench`."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from ttt_asp.api.parameters import Json, Parameter
from ttt_asp.api.reading import whole
from ttt_asp.bench.every import run_every
from ttt_asp.bench.tasks import YARDSTICK, induction, match_ups, paper, searches
from ttt_asp.bench.timing import Row, timed
from ttt_asp.cli.printing import say, say_json
from ttt_asp.cli.progress import Progress
from ttt_asp.errors import wrong
from ttt_asp.show.bench import bench_table

_Runs = Annotated[int, Parameter("--runs", "Best of N.", metavar="N", read=whole("runs", 1, 3))]
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
        if every:
            rows = [_theorem(one) for one in run_every(runs, progress.tell)]
        elif pairings:
            rows = timed(induction(), runs, progress.tell)
        elif fill:
            rows = timed(searches(large), runs, progress.tell)
        else:
            rows = timed([*paper(), *match_ups(large)], runs, progress.tell)
    if json:
        say_json([asdict(row) for row in rows])
        return
    say([bench_table(rows)])
    alone = pairings or fill or every
    once = "4x4" if fill and large else "" if alone else "engine bounded, and 4x4,"
    typer.echo(f"best of {runs} runs in one process{once and f'; {once} once'}")
    if not alone and not YARDSTICK.is_file():
        typer.echo("plain Python: benchmarks/breadth_first.py is not installed, only in a checkout")


def _theorem(one: Mapping[str, Any]) -> Row:
    claim = f"{one['claim']}, for every size with {one['every']}"
    return Row(one["id"], claim, "auto", one["verdict"], {}, one["seconds"])
