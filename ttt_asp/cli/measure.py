"""`ttt-asp bench`."""

import json as json_module
from typing import Annotated

import typer

from ttt_asp.cli import options


def bench(
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Best of N.")] = 5,
    json: options.Json = False,
) -> None:
    """Time the paper's claims: reading and lifting, grounding, solving; the best of N runs.

    Lifting is timed with nothing kept from earlier runs: files are read, parsed and checked.

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
    header = ["claim", "verdict", "lift ms", "ground ms", "solve ms", "total ms"]
    header += ["atoms", "rules", "conflicts"]
    lines = [
        [row["id"], row["verdict"],
         *(f"{1000 * row['seconds'][part]:.1f}" for part in ("lift", "ground", "solve", "total")),
         *(str(row["statistics"][part]) for part in ("atoms", "rules", "conflicts"))]
        for row in rows
    ]  # fmt: skip
    typer.echo(table(header, lines, "  rrrrrrr"))
    typer.echo(f"best of {runs} runs in one process")
