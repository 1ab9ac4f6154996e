"""Games that do not say what a play is worth: none of their verdicts would mean anything."""

from collections.abc import Set as AbstractSet

from ttt_asp.errors import InputError, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.notation import Notation


def goalless(game: Game, position: AbstractSet[str]) -> InputError:
    """What is wrong with a game in which a play ends without a goal value, or with several.

    Args:
        game: that game.
        position: the fluents of the play's last position.
    """
    written = Notation(game).write(frozenset(position))
    shown = written if isinstance(written, str) else "{" + ", ".join(written) + "}"
    return wrong(
        f"a play ends at {shown}, where not every role has exactly one goal",
        None,
        "goal(P,V) says what a role gets, one number from 0 to 100",
    )
