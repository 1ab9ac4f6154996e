"""Positions, verdicts and suggestions that are drawn."""

from typing import Annotated

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.extensions.drawing.svg import Picture, picture
from ttt_asp.extensions.exploring.positions import PositionReader
from ttt_asp.extensions.exploring.show import recommended
from ttt_asp.extensions.exploring.suggestion import Suggestion
from ttt_asp.show.blocks import Board


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
    notation = PositionReader(Arguments(game=game, const=const).game)
    shown = Board(notation.parse(position, role))
    return Picture(picture(notation, [shown], "A position"))


def picture_of(result: Suggestion) -> str:
    """Return a position with what is recommended there as SVG."""
    advice, notation = result.advice, PositionReader(result.game)
    title = f"{advice.role} to move" + (f": {advice.decided}" if advice.decided else "")
    if advice.terminal:
        title = f"The game is over: {advice.result}"
    shown = Board(result.position, may=recommended(advice, notation).values(), title=title)
    return picture(notation, [shown], title)
