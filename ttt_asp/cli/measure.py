"""`ttt-asp bench`."""

import json as json_module
from typing import Annotated

import typer

from ttt_asp.cli import options


def bench(
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Best of N.")] = 5,
    json: options.Json = False,
) -> None:
    """Time the paper's claims: reading, lifting, grounding, solving; the best of N runs.

    Reading parses and checks every file afresh; lifting makes the program of what was read.

    Examples:
    ttt-asp bench
    ttt-asp bench --runs 20 --json
    """
    from ttt_asp.bench import run_bench
    from ttt_asp.show.table import table

    rows = run_bench(runs)
    if json:
        typer.echo(json_module.dumps(rows, indent=2, ensure_ascii=False))
        return
    header = ["claim", "verdict", "read ms", "lift ms", "ground ms", "solve ms", "total ms"]
    header += ["atoms", "rules", "conflicts"]
    lines = []
    for row in rows:
        parts = ("read", "lift", "ground", "solve", "total")
        seconds = [f"{1000 * row['seconds'][part]:.1f}" for part in parts]
        counts = [str(row["statistics"][part]) for part in ("atoms", "rules", "conflicts")]
        lines.append([row["id"], row["verdict"], *seconds, *counts])
    typer.echo(table(header, lines, "  rrrrrrrr"))
    typer.echo(f"best of {runs} runs in one process")
