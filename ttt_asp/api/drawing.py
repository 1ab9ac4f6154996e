"""The function that draws a position."""

from typing import Annotated

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.games.notation import Notation
from ttt_asp.show.blocks import Board
from ttt_asp.show.svg import Picture, picture


def board(
    position: Annotated[str, Parameter("--position", doc="as `position` takes it.")],
    role: Annotated[
        str | None, Parameter("--as", doc="who is to move, where the marks do not tell.")
    ] = None,
    *,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
) -> Picture:
    """Draw a position as a board."""
    notation = Notation(Arguments(game=game, const=const).game)
    shown = Board(notation.parse(position, role))
    return Picture(picture(notation, [shown], "A position"))
