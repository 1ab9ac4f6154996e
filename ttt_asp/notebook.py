"""Boards in notebooks: what `_repr_svg_` and `_repr_html_` show."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from ttt_asp.errors import InputError, wrong
from ttt_asp.games.game import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.show.svg import play_svg, position_svg
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a notebook shows.

    Attributes:
        svg: its text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(found: Verdict) -> Picture:
    """The play that shows a verdict, as boards.

    Raises:
        InputError: there is no such play, or its game is not to be found any more.
    """
    if found.play is None:
        raise wrong(f"no play shows that {found.claim} is {found.verdict}")
    notation = Notation(load_game(found.game, found.const))
    lost = found.blunder.move if found.blunder else None
    return Picture(play_svg(notation, found.play, lost, f"{found.claim}: {found.verdict}"))


def board(
    position: str,
    role: str | None = None,
    *,
    game: str = "tictactoe",
    const: Mapping[str, int | str] | None = None,
) -> Picture:
    """A position as a board.

    Args:
        position: as `--position` takes it, such as `x../.o./..x`.
        role: who is to move, where the marks do not tell.
        game: the game's name.
        const: its constants.

    Raises:
        InputError: it is no position of the game.
    """
    constants = {name: str(value) for name, value in (const or {}).items()}
    notation = Notation(load_game(game, constants))
    return Picture(position_svg(notation, notation.parse(position, role), (), ""))


def as_html(found: Verdict) -> str:
    """A verdict as a piece of HTML: a sentence, who plays what, and the play."""
    who = "; ".join(f"{role} plays {text}" for role, text in found.roles.items())
    said = (
        f"<p><b>{escape(found.claim)}: {found.verdict}</b> ({escape(found.reason)})<br>"
        f"{escape(who)}</p>"
    )
    try:
        return said + draw(found).svg
    except InputError:
        return said
