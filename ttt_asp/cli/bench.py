"""`ttt-asp bench`."""

import json as json_module
from typing import Annotated

import typer

from ttt_asp.bench.claims import run_bench
from ttt_asp.bench.engines import compare
from ttt_asp.bench.every import run_every
from ttt_asp.bench.fill import run_fill
from ttt_asp.bench.induction import run_induction
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import whole
from ttt_asp.errors import wrong
from ttt_asp.show.bench import (
    claims_table,
    engines_table,
    every_table,
    fill_table,
    induction_table,
)


def command(
    runs: Annotated[
        int, whole("--runs", of="runs", least=1, example=3, metavar="N", help="Best of N.")
    ] = 3,
    large: Annotated[
        bool,
        typer.Option("--large", help="Also boards of 4x4: takes minutes, and gigabytes."),
    ] = False,
    induction: Annotated[
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
    search in plain Python, which knows the rules and no strategy.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    given = {"induction": induction, "fill": fill, "every": every, "large": large and not fill}
    only = [name for name, on in given.items() if on]
    if len(only) > 1:
        raise wrong(f"--{only[0]} and --{only[1]} exclude each other")
    if induction or fill or every:
        with Progress() as progress:
            tell = progress.tell
            if every:
                timed, shown = run_every(runs, tell), every_table
            elif fill:
                timed, shown = run_fill(runs, large, tell), fill_table
            else:
                timed, shown = run_induction(runs, tell), induction_table
        if json:
            typer.echo(json_module.dumps(timed, indent=2, ensure_ascii=False))
            return
        typer.echo(shown(timed))
        once = "; 4x4 once" if fill and large else ""
        typer.echo(f"best of {runs} runs in one process, files read afresh{once}")
        return
    with Progress() as progress:
        rows = run_bench(runs, progress.tell)
    if not json:
        typer.echo(claims_table(rows))
        typer.echo(f"best of {runs} runs in one process\n")
    with Progress() as progress:
        compared = compare(runs, large, progress.tell)
    if json:
        typer.echo(json_module.dumps([*rows, *compared], indent=2, ensure_ascii=False))
        return
    typer.echo(engines_table(compared))
    typer.echo("ratio: to explicit, which grounds, and explores everything; reading is in no time")
    typer.echo(f"best of {runs} runs in one process; bounded, and all of 4x4, run once")
