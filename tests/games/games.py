"""Small games for tests only: fixture `small_games` lets them be loaded."""

from __future__ import annotations

import shutil
from pathlib import Path

from tables import contents

from ttt_asp import paths
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline

# A token goes round three places; x may end the game at place 2. Play can go on for ever.
ROUND = contents("games/round.lp")
# Steps of one or two up a ladder of `top`: places recur after different numbers of moves.
LADDER = contents("games/ladder.lp")
# Three ways a step, all to the same position.
BRAIDS = contents("games/braids.lp")
# Nim with one pile; who is not on turn has a move that does nothing, and `next` asks for it.
NIM = contents("games/nim.lp")
TOGETHER = contents("games/together.lp")
GOALLESS = contents("games/goalless.lp")
# Stones on a row of points; x wins who joins both ends. Being joined is recursive.
BRIDGE = contents("games/bridge.lp")
GAMES = {
    "round": ROUND,
    "ladder": LADDER,
    "braids": BRAIDS,
    "nim": NIM,
    "together": TOGETHER,
    "goalless": GOALLESS,
    "bridge": BRIDGE,
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
