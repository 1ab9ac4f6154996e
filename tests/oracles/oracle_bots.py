"""Games of tic-tac-toe between bots, played one by one; it shares nothing with the package.

A board is nine characters, row by row. A bot is a table: for a board the squares, 0 to 8, that it
may mark there; none where it gives no move. Whose board is not in it, may mark any free square.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import brute_force
from oracle_dice import Board

Bot = Mapping[str, Sequence[int]]


RULES = Board(3, 3, 3)
mover = RULES.mover


def boards() -> frozenset[str]:
    """Every board that can come, whatever anybody plays."""
    return brute_force.explore(RULES).reached


@dataclass
class Played:
    """What came of all games: how many ended how, `stuck` among them, and where bots were asked."""

    ends: Counter[str]
    asked: dict[str, set[str]]


def play(bots: Mapping[str, Bot]) -> Played:
    """Play every game to its end."""

    def playing(bot: Bot) -> brute_force.Strategy:
        return lambda board: bot.get(board, RULES.moves(board))

    seen = brute_force.explore(RULES, {role: playing(bot) for role, bot in bots.items()})
    chosen = [board for board in seen.reached if board.count(".") > 1 and not RULES.over(board)]
    asked = {role: {one for one in chosen if mover(one) == role and role in bots} for role in "xo"}
    return Played(seen.ends, asked)


def verdict(ends: Mapping[str, int], role: str) -> str:
    """What is to be said of "ROLE never loses"."""
    other = "o" if role == "x" else "x"
    return "refuted" if ends.get(other) else "incomplete" if ends.get("stuck") else "proved"


def best(role: str) -> Iterator[tuple[str, int]]:
    """A move of best play for each board of a role."""
    known: brute_force.Known = {}

    def value(board: str) -> int:
        winner = brute_force.value(RULES, board, known)
        return (winner == role) - (winner not in ("tie", role))

    for board in boards():
        if RULES.over(board) is None and mover(board) == role:
            yield board, max(RULES.moves(board), key=lambda n: value(RULES.after(board, n)))
