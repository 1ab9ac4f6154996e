"""`ttt-asp pairing`."""

import json as json_module
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.pairing.files import Pairing, find_pairing, write_pairing
from ttt_asp.analyses.pairing.periodic import PeriodicPairing, find_periodic
from ttt_asp.analyses.pairing.periodic_files import write_periodic
from ttt_asp.cli import options
from ttt_asp.cli.periodic import Plane
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.show.pairings import pairing_text
from ttt_asp.show.periodic import counted_text, periodic_text


def command(
    played: options.Played,
    plane: Plane,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="DIR", readable=False, help="Write them to this folder."
        ),
    ] = None,
    time_limit: options.TimeLimit = None,
    name: Annotated[str, typer.Option("--name", help="The tactic's name.")] = "pairing",
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Say how it was found.")] = False,
    json: options.Json = False,
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. With -o the tactic, the strategy, a
    lemma and the claim that it proves are written to DIR. When there is no pairing, it is said why,
    as by the lines that have too few squares, and the exit status is 1.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing --period 8 -c line=9
    """
    if plane.count and plane.period is None:
        raise wrong("pairings are counted where they repeat", Location("--count"), "--period 8")
    found = _found(played, plane, Deadline(time_limit))
    files = [] if output is None or not found.there else _written(found, output, name)
    if json:
        said = {**found.as_json(), "files": [str(path) for path in files]}
        typer.echo(json_module.dumps(said, indent=2, ensure_ascii=False))
        return 0 if found.there else 1
    if verbose:
        typer.echo(f"found by {found.means}")
    if not files:
        typer.echo(_text(found))
        return 0 if found.there else 1
    if isinstance(found, PeriodicPairing) and found.counted is not None:
        typer.echo(counted_text(found.counted))
    for path in files:
        typer.echo(f"wrote {path}")
    typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}")
    return 0


def _found(played: options.Played, plane: Plane, deadline: Deadline) -> Pairing | PeriodicPairing:
    with Progress() as progress:
        game = played.load(deadline)
        if plane.period is None:
            return find_pairing(game, deadline, progress.tell)
        return find_periodic(game, plane.period, deadline, progress.tell, plane.count)


def _written(found: Pairing | PeriodicPairing, folder: Path, name: str) -> list[Path]:
    if isinstance(found, PeriodicPairing):
        return write_periodic(found, folder, name)
    return write_pairing(found, folder, name)


def _text(found: Pairing | PeriodicPairing) -> str:
    if isinstance(found, PeriodicPairing):
        return periodic_text(found)
    return pairing_text(found)
