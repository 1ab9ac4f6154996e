"""`ttt-asp steal`."""

import json as json_module
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from ttt_asp.analyses.extra_mark import find_stealing
from ttt_asp.analyses.stealing import CONDITIONS, Bait, find_bait
from ttt_asp.claims.problem import free_play
from ttt_asp.cli import options
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.show.paint import paint_for
from ttt_asp.show.stealing import stealing_json, stealing_text

_Move = Annotated[
    str | None, typer.Argument(metavar="MOVE", help="A first move, as eat(cell(3,4)): a bait?")
]


def command(
    move: _Move = None,
    game: options.GameName = "",
    const: options.Const = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Prove that the second player has no winning strategy: it is stolen.

    The first player could use it. Where moves are marks: as an extra mark never hurts. With MOVE
    (in chomp, unless -g says otherwise): as that first move is a bait, so that with it or without
    it the same moves are legal afterwards, and whoever wins after it as the second player wins
    without it as the first. Exit status: 0 proved, or a bait; 1 not so, which proves nothing; 3
    unknown.

    Examples:
    ttt-asp steal -c rows=4 -c cols=4 -c line=4
    ttt-asp steal "eat(cell(3,4))" -g chomp -c rows=3 -c cols=4
    """
    named = game or ("tictactoe" if move is None else "chomp")
    with Progress() as progress:
        limits = Limits(Deadline(time_limit), progress=progress.tell)
        match = free_play(options.Played(named, const).load(limits.deadline))
        if move is None:
            found = find_stealing(match, limits)
            broken, said = found.broken, stealing_json(found)
            text = stealing_text(found, paint_for(sys.stdout), options.width())
        else:
            bait = find_bait(match, move, limits)
            broken, said, text = bait.broken, asdict(bait), _bait_text(bait)
    typer.echo(_json(said) if json else text)
    return 1 if broken else 0


def _json(said: Mapping[str, Any]) -> str:
    return json_module.dumps(said, indent=2, ensure_ascii=False)


def _bait_text(found: Bait) -> str:
    if found.broken:
        after = f"after {', '.join(found.moves)}: " if found.moves else ""
        return f"{found.trap} is no bait: {after}{CONDITIONS[found.broken].format(found.move)}"
    first, second = found.first, found.second
    return "\n".join(
        (
            f"{found.trap} is a bait: {second} has no winning strategy, as {first} could steal it",
            f"  checked after all moves there can be, up to {found.longest}",
            f"  so {first} wins with best play, where plays end and none is a tie (Zermelo)",
        )
    )
