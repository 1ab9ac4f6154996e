"""The notation of a game: how its positions are written, and the words for whose turn it is."""

from collections.abc import Iterable
from functools import cached_property

from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.games.game import Game
from ttt_asp.games.layout import layout_of
from ttt_asp.layout import Layout


class Notation(Layout):
    """How positions of a game are written."""

    def __init__(self, game: Game) -> None:
        """Take over the layout of a game."""
        vars(self).update(vars(layout_of(game)), game=game)

    game: Game

    @cached_property
    def turns(self) -> dict[str, str]:
        """The fluent that says that a role is to move, by role."""
        return {role: fluent for fluent, role in self.movers.items()}

    def who_moves(self, position: Iterable[str]) -> str:
        """Name whose turn it is as the game's own file does, or `somebody`."""
        return self.game.spelt(self.mover(position) or "somebody")


def begin_at(game: Game, text: str | None) -> Game:
    """Return a game that begins at a position, as an extension reads it.

    Args:
        game: the game.
        text: the position; None for where the rules begin.

    Raises:
        InputError: it is no position of the game, or nobody reads it.
    """
    if text is None:
        return game
    if (begun_at := hook("begun_at")) is None:
        message = f"positions are read by {missing('--position')}"
        raise wrong(message, Location.argument("position"))
    begun: Game = begun_at(game, text)
    return begun
