"""`ttt-asp pairing --ahead N`."""

import json as json_module
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.ahead.files import write_ahead
from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates import replies
from ttt_asp.certificates.write import write
from ttt_asp.cli import options
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import whole
from ttt_asp.deadline import Deadline

EXIT = {"found": 0, "none": 1, "unknown": 3}


@dataclass(frozen=True)
class Before:
    """What may come before there is a pairing."""

    ahead: Annotated[
        int | None,
        whole("--ahead", of="moves", least=0, example=3, metavar="N",
              help="Let the second player move up to N times before."),
    ] = None  # fmt: skip
    max_positions: Annotated[
        int | None,
        whole("--max-positions", of="positions", least=1, example=100_000, metavar="N",
              help="With --ahead: give up beyond."),
    ] = None  # fmt: skip


def ahead_command(
    before: Before,
    played: options.Played,
    output: Path | None,
    name: str,
    certificate: Path | None,
    deadline: Deadline,
    json: bool,
) -> int:
    """Look for a pairing after some moves, and say what was found.

    Args:
        before: how many moves of the breaker's, and how many positions may be looked at.
        played: the game.
        output: the folder for the strategy, if it is to be written.
        name: the tactic's.
        certificate: the file for the certificate, if there is to be one.
        deadline: when to give up.
        json: whether to print JSON.

    Returns:
        The exit status.
    """
    with Progress() as progress:
        game = played.load(deadline)
        asked = before.ahead or 0
        found = find_ahead(game, asked, deadline, progress.tell, before.max_positions)
    if not json:
        say(found)
    files: list[Path] = []
    said: list[str] = []
    missing: list[str] = []
    there = found.verdict == "found"
    if certificate is not None and there:
        with Progress("writing the certificate"):
            size = write(certificate, lambda: replies.certificate(found), Deadline())
        said.append(f"wrote {certificate} ({size:,} bytes); {_next('verify', certificate)}")
    elif certificate is not None:
        missing.append(f"no certificate: the answer is {found.verdict}")
    if output is not None and there:
        with Progress("writing the replies"):
            written = write_ahead(found, output, name, deadline)
        if isinstance(written, str):
            missing.append(f"no strategy: {written}; the certificate is the proof (--certificate)")
        else:
            files = written
            said += [f"wrote {path}" for path in files]
            said.append(_next("prove", output / "claims" / f"{name}.toml"))
    elif output is not None:
        missing.append(f"no strategy: the answer is {found.verdict}")
    if json:
        data = {**found.as_json(), "files": [str(path) for path in files]}
        typer.echo(json_module.dumps(data, indent=2, ensure_ascii=False))
    for line in said:
        typer.echo(line, err=json)
    for what in missing:
        typer.echo(what, err=True)
    return EXIT[found.verdict]


def _next(command: str, path: Path) -> str:
    return f"next: ttt-asp {command} {shlex.quote(str(path))}"
