"""Pairings found, and proofs by induction that they are enough, on boards of growing size."""

import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttt_asp.analyses.pairing.files import write_pairing
from ttt_asp.analyses.pairing.find import Pairing, find_pairing
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import ask
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import LOADED, load_game
from ttt_asp.lp.source import parse
from ttt_asp.reached import Reached, Tell

CLAIM = "o never loses"
NAME = "pairing"


@dataclass(frozen=True, slots=True)
class Board:
    """A board: the game and its constants.

    Attributes:
        name: what the row is called. game: its name. const: its constants.
        find: whether the proof is also tried without the lemma.
    """

    name: str
    game: str
    const: Mapping[str, str]
    find: bool = True


def _square(side: int) -> Board:
    const = dict.fromkeys(("rows", "cols", "line"), str(side))
    return Board(f"{side}x{side}", "tictactoe", const)


BOARDS = (
    *map(_square, (5, 8, 12, 20)),
    Board("8^3", "hypercube", {"side": "8", "dim": "3"}, find=False),
)


def run_induction(runs: int, tell: Tell) -> list[dict[str, Any]]:
    """Find a pairing for each board, and prove that o never loses by it.

    Args:
        runs: how often.
        tell: called with how far it is.

    Returns:
        A row a board: `id`, `engine`, `claim`, `game`, `const`, `lines`, `pairing` (what found it),
        `verdict`, and `seconds`: `pairing`, `given` (the proof with the lemma), `found` (without
        it; None where that is not tried). Each is the best of `runs` runs, files read afresh.
    """
    rows = []
    for number, board in enumerate(BOARDS):
        tell(Reached("boards", number, len(BOARDS)))
        rows.append(_row(board, runs))
    return rows


def _row(board: Board, runs: int) -> dict[str, Any]:
    found, pairing = min((_pairing(board) for _ in range(runs)), key=lambda one: one[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pairing(found, folder, NAME)
        given = [_proof(board, folder, [f"{NAME}_kept"]) for _ in range(runs)]
        sought = [_proof(board, folder, []) for _ in range(runs if board.find else 0)]
    verdicts = sorted({verdict for verdict, _ in [*given, *sought]})
    return {
        "id": board.name,
        "engine": "induction",
        "claim": CLAIM,
        "game": board.game,
        "const": dict(board.const),
        "lines": len(found.lines),
        "pairing": found.means,
        "verdict": ", ".join(verdicts),
        "seconds": {
            "pairing": pairing,
            "given": min(seconds for _, seconds in given),
            "found": min((seconds for _, seconds in sought), default=None),
        },
    }


def _afresh() -> float:
    parse.cache_clear()
    LOADED.clear()
    return time.perf_counter()


def _pairing(board: Board) -> tuple[Pairing, float]:
    begun = _afresh()
    found = find_pairing(load_game(board.game, board.const), Deadline())
    return found, time.perf_counter() - begun


def _proof(board: Board, folder: Path, lemmas: list[str]) -> tuple[str, float]:
    begun = _afresh()
    players = {"o": f"by_{NAME}"}
    asked = Question(CLAIM, players, board.game, board.const, None, tuple(lemmas), (folder,))
    found = ask(asked, "induction", Limits())[1]
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    return found.verdict, time.perf_counter() - begun
