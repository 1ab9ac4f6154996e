"""`ttt-asp pairing`."""

import json as json_module
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.pairing.cube import CubePairing, counted_cube
from ttt_asp.analyses.pairing.files import Pairing, find_pairing, write_pairing
from ttt_asp.analyses.pairing.periodic import PeriodicPairing, find_periodic
from ttt_asp.analyses.pairing.periodic_files import write_periodic
from ttt_asp.cli import options
from ttt_asp.cli.pairing_ahead import Before, ahead_command
from ttt_asp.cli.periodic import Plane
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output as file_to_write
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.files import json_for, write_bytes
from ttt_asp.show.pairings import cube_text, pairing_text
from ttt_asp.show.periodic import counted_text, periodic_text

Found = Pairing | PeriodicPairing | CubePairing


def command(
    played: options.Played,
    before: Before,
    plane: Plane,
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
            help="With --ahead, or of a cube by counting: write what verify checks.",
        ),
    ] = None,
    time_limit: options.TimeLimit = None,
    name: Annotated[str, typer.Option("--name", help="The tactic's name.")] = "pairing",
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Say how it was found.")] = False,
    json: options.Json = False,
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    The second player, answering in the same pair, never loses. With -o the tactic, the strategy, a
    lemma and the claim that it proves are written to DIR. Where a cube has long lines, counting
    shows that there is one, and nothing is searched unless -o asks for it. When there is no
    pairing, it is said why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, up to N, such that there is a pairing
    then, whatever the first player does. Exit status: 0 found, 1 none up to N, 3 unknown.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    if before.ahead is not None:
        if plane.period is not None:
            raise wrong("all boards at once need no moves", Location("--ahead"), "or --period")
        deadline = Deadline(time_limit)
        return ahead_command(before, played, output, name, certificate, deadline, json)
    if before.max_positions is not None:
        raise wrong("it is for searches ahead", Location("--max-positions"), "with --ahead N")
    if plane.count and plane.period is None:
        raise wrong("pairings are counted where they repeat", Location("--count"), "--period 8")
    cube = None if plane.period else counted_cube(played.game, played.constants)
    if certificate is not None and cube is None:
        what = "counting shows no pairing here"
        hint = "-o writes the claim of one that is found: `ttt-asp prove` it with --certificate"
        raise wrong(what, Location("--certificate"), hint)
    found = cube if cube and output is None else _found(played, plane, Deadline(time_limit))
    files = _written(found, output, name) if output is not None and found.there else []
    if certificate is not None and cube is not None:
        write_bytes(certificate, json_for(certificate, cube.certificate()))
    if json:
        paths = [*files, *([certificate] if certificate else [])]
        said = {**found.as_json(), "files": [str(path) for path in paths]}
        typer.echo(json_module.dumps(said, indent=2, ensure_ascii=False))
        return 0 if found.there else 1
    if verbose:
        typer.echo(f"found by {found.means}")
    if not files:
        typer.echo(_text(found))
    elif isinstance(found, PeriodicPairing) and found.counted is not None:
        typer.echo(counted_text(found.counted))
    for path in files:
        typer.echo(f"wrote {path}")
    if files:
        typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}")
    if certificate is not None:
        typer.echo(f"wrote {certificate}; next: ttt-asp verify {shlex.quote(str(certificate))}")
    return 0 if found.there else 1


def _found(played: options.Played, plane: Plane, deadline: Deadline) -> Found:
    with Progress() as progress:
        game = played.load(deadline)
        if plane.period is None:
            return find_pairing(game, deadline, progress.tell)
        return find_periodic(game, plane.period, deadline, progress.tell, plane.count)


def _written(found: Found, folder: Path, name: str) -> list[Path]:
    if isinstance(found, PeriodicPairing):
        return write_periodic(found, folder, name)
    return write_pairing(found, folder, name) if isinstance(found, Pairing) else []


def _text(found: Found) -> str:
    if isinstance(found, PeriodicPairing):
        return periodic_text(found)
    return pairing_text(found) if isinstance(found, Pairing) else cube_text(found)
