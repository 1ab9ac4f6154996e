"""`ttt-asp pairing --ahead N`."""

import json as json_module
import sys

import typer

from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.show.ahead import ahead_text
from ttt_asp.show.paint import paint_for

EXIT = {"found": 0, "none": 1, "unknown": 3}


def ahead_command(
    ahead: int, played: options.Played, deadline: Deadline, most: int | None, json: bool
) -> int:
    """Look for a pairing after some moves, and say what was found.

    Args:
        ahead: how many moves of the breaker's.
        played: the game.
        deadline: when to give up.
        most: how many positions may be looked at.
        json: whether to print JSON.

    Returns:
        The exit status.
    """
    with Progress() as progress:
        found = find_ahead(played.load(deadline), ahead, deadline, progress.tell, most)
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(ahead_text(found, paint_for(sys.stdout)))
    return EXIT[found.verdict]
