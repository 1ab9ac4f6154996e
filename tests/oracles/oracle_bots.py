"""Games of tic-tac-toe between bots, played one by one; it shares nothing with the package.

A board is nine characters, row by row. A bot is a table: for a board the squares, 0 to 8, that it
may mark there; none where it gives no move. Whose board is not in it, may mark any free square.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
Bot = Mapping[str, Sequence[int]]


def mover(board: str) -> str:
    return "x" if board.count("x") == board.count("o") else "o"


def winner(board: str) -> str:
    full = [line for line in LINES if len({board[int(n)] for n in line} | {"."}) == 2]
    return next((board[int(line[0])] for line in full if "." not in taken(board, line)), "")


def taken(board: str, line: str) -> str:
    return "".join(board[int(n)] for n in line)


def marked(board: str, square: int) -> str:
    return board[:square] + mover(board) + board[square + 1 :]


def boards(board: str = "." * 9, seen: set[str] | None = None) -> set[str]:
    """Every board that can come, whatever anybody plays."""
    seen = set() if seen is None else seen
    if board not in seen:
        seen.add(board)
        if not winner(board):
            for square in (n for n in range(9) if board[n] == "."):
                boards(marked(board, square), seen)
    return seen


@dataclass
class Played:
    """What came of all games: how many ended how, `stuck` among them, and where bots were asked."""

    ends: Counter[str] = field(default_factory=Counter)
    asked: dict[str, set[str]] = field(default_factory=lambda: {"x": set(), "o": set()})


def play(bots: Mapping[str, Bot], board: str = "." * 9, into: Played | None = None) -> Played:
    """Play every game to its end."""
    into = into or Played()
    if winner(board) or "." not in board:
        into.ends[winner(board) or "tie"] += 1
        return into
    free, role = [n for n in range(9) if board[n] == "."], mover(board)
    squares: Sequence[int] = free
    if len(free) > 1 and role in bots:
        into.asked[role].add(board)
        squares = bots[role].get(board, free)
    for square in squares:
        play(bots, marked(board, square), into)
    if not squares:
        into.ends["stuck"] += 1
    return into


def verdict(ends: Mapping[str, int], role: str) -> str:
    """What is to be said of "ROLE never loses"."""
    other = "o" if role == "x" else "x"
    return "incomplete" if ends.get("stuck") else "refuted" if ends.get(other) else "proved"


def best(role: str) -> Iterator[tuple[str, int]]:
    """A move of best play for each board of a role, found from the ends of games."""
    values: dict[str, int] = {}

    def value(board: str) -> int:
        if board not in values:
            won = winner(board)
            after = [value(marked(board, n)) for n in range(9) if not won and board[n] == "."]
            choose = max if mover(board) == role else min
            over = (won == role) - (won not in ("", role))
            values[board] = choose(after) if after else over
        return values[board]

    for board in boards():
        free = [n for n in range(9) if board[n] == "."]
        if free and not winner(board) and mover(board) == role:
            yield board, max(free, key=lambda n: value(marked(board, n)))
