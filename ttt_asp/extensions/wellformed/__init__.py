"""Whether a game is well-formed: plays end, somebody can move, goals are there."""

from ttt_asp.extension import Extension

EXTENSION = Extension(
    package=__name__, uses=("authoring", "exploring"), hooks={"game_check": "checking:check_game"}
)
