"""Small games for tests only: fixture `small_games` lets them be loaded."""

import shutil
from pathlib import Path

from tables import contents

from ttt_asp import paths
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline

# round: a token goes round three places; x may end the game at place 2. Play can go on for ever.
# rho: a token goes to one of two circles, and may leave the first.
# ladder: steps of one or two up to `top`: places recur after different numbers of moves.
# braids: three ways a step, all to the same position.
# nim: one pile; who is not on turn has a move that does nothing, and `next` asks for it.
# bridge: stones on a row of points; x wins who joins both ends. Being joined is recursive.
GAMES = {
    name: contents(f"games/{name}.lp")
    for name in ("round", "rho", "ladder", "braids", "nim", "together", "goalless", "bridge")
}


def written(folder: Path) -> Path:
    """Write the games of this file to a copy of the logic."""
    asp = folder / "asp"
    shutil.copytree(paths.ASP, asp)
    for name, text in GAMES.items():
        (asp / "games" / f"{name}.lp").write_text(text)
    return asp


def problem(
    claim: str,
    game: str = "tictactoe",
    horizon: int | None = None,
    const: dict[str, int] | None = None,
    **roles: str,
) -> Problem:
    """A question about a game, strategies by role."""
    constants = {name: str(value) for name, value in (const or {}).items()}
    return read(Question(claim, roles, game=game, const=constants, horizon=horizon), Deadline())
