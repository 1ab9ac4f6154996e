"""`ttt-asp steal`."""

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.analyses.stealing import CONDITIONS, find_bait
from ttt_asp.claims.problem import free_play
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits


def command(
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A first move, as eat(cell(3,4)).")],
    game: options.GameName = "chomp",
    const: options.Const = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Check whether strategies can be stolen: is a first move a bait?

    With a bait or without it, the same moves are legal afterwards, and whoever wins after it as
    the second player wins without it as the first. So the second player has no winning strategy:
    the first could steal it. Exit status: 0 a bait, 1 none, 3 unknown.

    Examples:
    ttt-asp steal "eat(cell(3,4))" -c rows=3 -c cols=4
    ttt-asp steal "eat(cell(2,4))" -c rows=3 -c cols=4
    """
    with Progress() as progress:
        limits = Limits(Deadline(time_limit), progress=progress.tell)
        match = free_play(options.Played(game, const).load(limits.deadline))
        found = find_bait(match, move, limits)
    if json:
        typer.echo(json_module.dumps(asdict(found), indent=2, ensure_ascii=False))
        return 1 if found.broken else 0
    if found.broken:
        after = f"after {', '.join(found.moves)}: " if found.moves else ""
        typer.echo(f"{found.trap} is no bait: {after}{CONDITIONS[found.broken].format(found.move)}")
        return 1
    first, second = found.first, found.second
    typer.echo(
        f"{found.trap} is a bait: {second} has no winning strategy, as {first} could steal it"
    )
    typer.echo(f"  checked after all moves there can be, up to {found.longest}")
    typer.echo(f"  so {first} wins with best play, where plays end and none is a tie (Zermelo)")
    return 0
