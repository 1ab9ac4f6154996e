"""`ttt-asp pairing`."""

import json as json_module
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.pairing.files import find_pairing, write_pairing
from ttt_asp.cli import options
from ttt_asp.cli.pairing_ahead import Before, ahead_command
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output as file_to_write
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.show.pairings import pairing_text


def command(
    played: options.Played,
    before: Before,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="DIR", readable=False, help="The folder of strategies."
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            parser=file_to_write,
            help="With --ahead: write what verify checks.",
        ),
    ] = None,
    time_limit: options.TimeLimit = None,
    name: Annotated[str, typer.Option("--name", help="The tactic's name.")] = "pairing",
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Say how it was found.")] = False,
    json: options.Json = False,
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. The tactic, the strategy, a lemma
    and the claim that it proves are written to DIR. When there is no pairing, the lines that have
    too few squares are printed, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, up to N, such that there is a pairing
    then, whatever the first player does. Exit status: 0 found, 1 none up to N, 3 unknown.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -g hypercube -c side=7 -c dim=3 --ahead 4
    """
    deadline = Deadline(time_limit)
    if before.ahead is not None:
        return ahead_command(before, played, output, name, certificate, deadline, json)
    for option, value in ("--max-positions", before.max_positions), ("--certificate", certificate):
        if value is not None:
            raise wrong("it is for searches ahead", Location(option), "with --ahead N")
    if output is None:
        raise wrong("no folder to write to", Location("--output"), "-o DIR, or --ahead N")
    with Progress() as progress:
        found = find_pairing(played.load(deadline), deadline, progress.tell)
    if json:
        files = [] if found.crowded else write_pairing(found, output, name)
        said = {**found.as_json(), "files": [str(path) for path in files]}
        typer.echo(json_module.dumps(said, indent=2, ensure_ascii=False))
        return 1 if found.crowded else 0
    if verbose:
        typer.echo(f"found by {found.means}")
    if found.crowded:
        typer.echo(pairing_text(found))
        return 1
    for path in write_pairing(found, output, name):
        typer.echo(f"wrote {path}")
    claims = shlex.quote(str(output / "claims" / f"{name}.toml"))
    typer.echo(f"next: ttt-asp prove {claims}")
    return 0
