"""`ttt-asp pairing --ahead N`."""

import json as json_module
import shlex
import sys
from pathlib import Path

import typer

from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.certificates.replies import write_replies
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.show.ahead import ahead_text
from ttt_asp.show.paint import paint_for

EXIT = {"found": 0, "none": 1, "unknown": 3}


def ahead_command(
    ahead: int,
    played: options.Played,
    certificate: Path | None,
    deadline: Deadline,
    most: int | None,
    json: bool,
) -> int:
    """Look for a pairing after some moves, and say what was found.

    Args:
        ahead: how many moves of the breaker's.
        played: the game.
        certificate: the file for it, if there is to be one.
        deadline: when to give up.
        most: how many positions may be looked at.
        json: whether to print JSON.

    Returns:
        The exit status.
    """
    with Progress() as progress:
        found = find_ahead(played.load(deadline), ahead, deadline, progress.tell, most)
    size = None
    if certificate is not None and found.verdict == "found":
        size = write_replies(certificate, found)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(ahead_text(found, paint_for(sys.stdout)))
    if size is not None:
        next_ = f"next: ttt-asp verify {shlex.quote(str(certificate))}"
        typer.echo(f"wrote {certificate} ({size:,} bytes); {next_}", err=json)
    elif certificate is not None:
        typer.echo(f"no certificate: the answer is {found.verdict}", err=True)
    return EXIT[found.verdict]
