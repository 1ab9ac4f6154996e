"""What each move does, held to a search of one's own: minimax on the board of three by three."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from workbench_server import answered

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def worth(board: str) -> int:
    """What x can force: 1, 0 or -1."""
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "x" else -1
    if "." not in board:
        return 0
    values = [worth(one) for one in after(board)]
    return max(values) if mover(board) == "x" else min(values)


def mover(board: str) -> str:
    return "x" if board.count("x") == board.count("o") else "o"


def after(board: str) -> list[str]:
    return [board[:i] + mover(board) + board[i + 1 :] for i in range(9) if board[i] == "."]


def judged(board: str, claim: str, **roles: str) -> dict[str, Any]:
    position = "/".join(board[i : i + 3] for i in (0, 3, 6))
    status, found = answered("judge", {"claim": claim, "roles": roles, "position": position})
    assert status == 200, found
    return found


def positions(number: int) -> list[str]:
    """Positions of random plays at which somebody has a choice."""
    chance, found = random.Random(47), list[str]()
    while len(found) < number:
        board = "." * 9
        for _ in range(chance.randrange(7)):
            ends = any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in LINES)
            if not ends:
                board = chance.choice(after(board))
        if board.count(".") > 1 and not any(
            board[a] != "." and board[a] == board[b] == board[c] for a, b, c in LINES
        ):
            found.append(board)
    return found


def square(action: str) -> int:
    row, column = action.removeprefix("mark(cell(").removesuffix("))").split(",")
    return 3 * (int(row) - 1) + int(column) - 1


def test_by_best_play() -> None:
    for board in positions(25):
        answer = judged(board, "always tie")
        assert answer["by"] == "best play"
        sign = 1 if mover(board) == "x" else -1
        best = max(sign * worth(one) for one in after(board))
        for action, said in answer["moves"].items():
            i = square(action)
            value = sign * worth(board[:i] + mover(board) + board[i + 1 :])
            assert said == ("loses" if value < best else "wins" if best == 1 else "safe"), (
                board,
                i,
            )


def test_by_the_claim() -> None:
    by_claim = 0
    for board in positions(25):
        answer = judged(board, "o never loses", o="first(corner, any)")
        if mover(board) != "o" or worth(board) == 1:
            assert answer["by"] == "best play"
            continue
        by_claim += 1
        assert answer["by"] == "claim"
        for action, said in answer["moves"].items():
            i = square(action)
            assert said == ("loses" if worth(board[:i] + "o" + board[i + 1 :]) == 1 else "safe")
    assert by_claim > 5


def test_the_others_keep_to_their_strategies() -> None:
    """Who only takes the first free square may be met with moves that best play refutes."""
    board = "x........"
    free = judged(board, "o never loses")["moves"]
    assert [square(action) for action, said in free.items() if said == "safe"] == [4]
    weak = judged(board, "o never loses", x="pick(any, reading)")["moves"]
    assert sum(said == "safe" for said in weak.values()) > 4
