"""`ttt-asp bench`."""

from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.api import parameters as p
from ttt_asp.api.parameters import Amount, Parameter
from ttt_asp.cli.calls import Progress, print_json, print_result


def bench(
    runs: Annotated[
        int, Parameter("--runs", "Runs; the best counts.", metavar="N", read=Amount("runs", 1, 3))
    ] = 3,
    large: Annotated[
        bool, Parameter("--large", "Also time boards of 4x4, which takes minutes, and gigabytes.")
    ] = False,
    json: p.Json = False,
) -> None:
    """Time the paper's claims and the engines, best of N runs.

    Reading parses and checks every file afresh; lifting makes the program.

    Of match-ups the explicit engine looks at every position. Beside it is
    the bounded engine, which has 10 s to answer a claim.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 1 --json
    """
    # imported here, as above
    from ttt_asp.extensions.bench.timing import LONG, bench_table, tasks, timed

    with Progress() as progress:
        rows = timed(tasks(large), runs, progress.tell)
    if json:
        print_json([asdict(row) for row in rows])
        return
    print_result([bench_table(rows)])
    typer.echo(f"best of {runs} runs in one process; what takes {LONG:g} s, once")
