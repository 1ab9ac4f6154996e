"""`ttt-asp pairing --ahead N`."""

import shlex
from pathlib import Path

import typer

from ttt_asp.analyses.ahead.files import write_ahead
from ttt_asp.analyses.pairing.find import Pairing
from ttt_asp.api.pairings import pairing_ahead
from ttt_asp.certificates.write import replies, write
from ttt_asp.cli.calls import Call
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline


def ahead_command(
    call: Call[Pairing],
    ahead: int,
    max_positions: int | None,
    output: Path | None,
    name: str,
    certificate: Path | None,
) -> int:
    """Look for a pairing after some moves, and say what was found.

    Args:
        call: with the game.
        ahead: how many moves of the breaker's.
        max_positions: how many positions may be looked at.
        output: the folder for the strategy, if it is to be written.
        name: the tactic's.
        certificate: the file for the certificate, if there is to be one.

    Returns:
        The exit status.
    """
    deadline = Deadline(call.given.get("time_limit"))
    found = call.to(pairing_ahead).answer(ahead=ahead, max_positions=max_positions)
    status = 0 if call.json else call.say(found)
    files: list[Path] = []
    said: list[str] = []
    missing: list[str] = []
    there = found.verdict == "found"
    if certificate is not None and there:
        with Progress("writing the certificate"):
            size = write(certificate, lambda: replies(found), Deadline())
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
    if call.json:
        status = call.say(found, files=[str(path) for path in files])
    for line in said:
        typer.echo(line, err=call.json)
    for what in missing:
        typer.echo(what, err=True)
    return status


def _next(command: str, path: Path) -> str:
    return f"next: ttt-asp {command} {shlex.quote(str(path))}"
