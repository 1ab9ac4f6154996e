"""`ttt-asp pairing`."""

import json as json_module
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import Pairing, find_pairing
from ttt_asp.analyses.pairing.periodic import PeriodicPairing, find_periodic
from ttt_asp.analyses.pairing.periodic_files import write_periodic
from ttt_asp.cli import options
from ttt_asp.cli.pairing_ahead import Before, ahead_command
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output as file_to_write
from ttt_asp.cli.values import whole
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong

Found = Pairing | PeriodicPairing


def command(
    played: options.Played,
    before: Before,
    period: Annotated[
        int | None,
        whole(
            "--period",
            of="rows and columns",
            least=1,
            example=8,
            metavar="K",
            help="For all boards at once: pairs repeat every K rows and columns.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="DIR", readable=False, help="Write them to this folder."
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

    The second player, answering in the same pair, never loses. With -o the tactic, the strategy, a
    lemma and the claim that it proves are written to DIR. When there is no pairing, it is
    said why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, up to N, such that there is a pairing
    then, whatever the first player does.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    if before.ahead is not None:
        if period is not None:
            raise wrong("all boards at once need no moves", Location("--ahead"), "or --period")
        deadline = Deadline(time_limit)
        return ahead_command(before, played, output, name, certificate, deadline, json)
    if before.max_positions is not None:
        raise wrong("it is for searches ahead", Location("--max-positions"), "with --ahead N")
    if certificate is not None:
        what = "it is written with --ahead N, moves before there is a pairing"
        raise wrong(what, Location("--certificate"), "--ahead 0 for a pairing at once")
    found = _found(played, period, Deadline(time_limit))
    files = _written(found, output, name) if output is not None and found.there else []
    if json:
        said = {**found.as_json(), "files": [str(path) for path in files]}
        typer.echo(json_module.dumps(said, indent=2, ensure_ascii=False))
        return 0 if found.there else 1
    if verbose:
        typer.echo(f"found by {found.means}")
    if not files:
        say(found)
    for path in files:
        typer.echo(f"wrote {path}")
    if files:
        typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}")
    return 0 if found.there else 1


def _found(played: options.Played, period: int | None, deadline: Deadline) -> Found:
    with Progress() as progress:
        game = played.load(deadline)
        if period is None:
            return find_pairing(game, deadline, progress.tell)
        return find_periodic(game, period, deadline, progress.tell)


def _written(found: Found, folder: Path, name: str) -> list[Path]:
    if isinstance(found, PeriodicPairing):
        return write_periodic(found, folder, name)
    return write_pairing(found, folder, name)
