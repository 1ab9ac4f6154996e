"""`ttt-asp steal`."""

from dataclasses import asdict
from typing import Annotated, Unpack

import typer

from ttt_asp.analyses.extra_mark import Stealing
from ttt_asp.analyses.stealing import CONDITIONS, Bait, find_bait
from ttt_asp.api.parameters import Game, Parameter
from ttt_asp.api.plain_values import Loaded, game_of, limits_of
from ttt_asp.claims.condition import OPTION
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.cli.calls import Call
from ttt_asp.cli.printing import say_json
from ttt_asp.errors import Location, wrong

_Move = Annotated[
    str | None, Parameter(help="A first move, as eat(cell(3,4)): a bait?", metavar="MOVE")
]


def command(call: Call[Stealing], move: _Move = None, game: Game = "") -> int:
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
    if move is None:
        found = call.answer(game=game or DEFAULT_GAME)
        return call.say(found) or (3 if found.unknown else int(not found))
    if "every" in call.given:
        what = "whether a move is a bait is asked of one size"
        raise wrong(what, Location(OPTION), "leave out the move, or --every")
    bait = call.to(_bait).answer(move=move, game=game or "chomp")
    if call.json:
        say_json(asdict(bait))
    else:
        typer.echo(_text(bait))
    return int(bool(bait.broken))


def _bait(move: str, **given: Unpack[Loaded]) -> Bait:
    limits = limits_of(given, max_positions=None)
    return find_bait(free_play(game_of(given, limits.deadline)), move, limits)


def _text(found: Bait) -> str:
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
