"""`ttt-asp steal`."""

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer

from ttt_asp.analyses.extra_mark import Stealing, find_stealing
from ttt_asp.analyses.extra_mark_every import find_stealing_every
from ttt_asp.analyses.stealing import CONDITIONS, Bait, find_bait
from ttt_asp.claims.condition import OPTION
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.sizes import read_sizes
from ttt_asp.cli import options
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.result import Result

_Move = Annotated[
    str | None, typer.Argument(metavar="MOVE", help="A first move, as eat(cell(3,4)): a bait?")
]


def command(
    move: _Move = None,
    game: options.GameName = "",
    const: options.Const = None,
    every: options.Every = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Prove that the second player has no winning strategy: it is stolen.

    The first player could use it. Where moves are marks: as an extra mark never hurts. With MOVE
    (in chomp, unless -g says otherwise): as that first move is a bait, so that with it or without
    it the same moves are legal afterwards, and whoever wins after it as the second player wins
    without it as the first. With --every: at
    all sizes at once.

    Examples:
    ttt-asp steal --every "0 < rows, 0 < cols" -c line=4
    ttt-asp steal "eat(cell(3,4))" -g chomp -c rows=3 -c cols=4
    """
    if move is not None and every is not None:
        what = "whether a move is a bait is asked of one size"
        raise wrong(what, Location(OPTION), "leave out the move, or --every")
    played = options.Played(game or ("tictactoe" if move is None else "chomp"), const)
    with Progress() as progress:
        limits = Limits(Deadline(time_limit), progress=progress.tell)
        if move is None:
            found = _stealing(played, every, limits)
            status, said = (3 if found.unknown else int(not found)), found.as_json()
            shown: Result | list[str] = found
        else:
            bait = find_bait(free_play(played.load(limits.deadline)), move, limits)
            status, said, shown = int(bool(bait.broken)), asdict(bait), [_bait_text(bait)]
    if json:
        typer.echo(json_module.dumps(said, indent=2, ensure_ascii=False))
    else:
        say(shown)
    return status


def _stealing(played: options.Played, every: str | None, limits: Limits) -> Stealing:
    if every is None:
        return find_stealing(free_play(played.load(limits.deadline)), limits)
    sizes, game = read_sizes(every, played.game, played.constants, limits.deadline)
    return find_stealing_every(sizes, game, limits)


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
