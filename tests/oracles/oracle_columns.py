"""Games where marks fall, in plain Python: values, positions, tactics; nothing of ttt_asp.

A position is a tuple of columns, each a text of marks from the bottom up: ("xo", "", "x"). A square
is (column, height), both counted from 1, and heights from the bottom. Values are worked out another
way, on bits of a number, as programs that play Connect Four do.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import brute_force

Square = tuple[int, int]
Columns = tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A board, and how many squares in a row win."""

    rows: int
    cols: int
    line: int = 4
    roles = ("x", "o")

    @cached_property
    def lines(self) -> list[list[Square]]:
        """All lines, each as its squares."""
        ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
        found = []
        for column in range(1, self.cols + 1):
            for height in range(1, self.rows + 1):
                for right, up in ways:
                    line = [(column + n * right, height + n * up) for n in range(self.line)]
                    if 1 <= line[-1][0] <= self.cols and 1 <= line[-1][1] <= self.rows:
                        found.append(line)
        return found

    @property
    def start(self) -> Columns:
        """The position before the first move."""
        return ("",) * self.cols

    def owner(self, here: Columns, square: Square) -> str:
        """Whose mark is on a square; empty where there is none."""
        column, height = square
        return here[column - 1][height - 1 : height]

    def won(self, here: Columns) -> str:
        """Who owns a line; empty if nobody does."""
        for line in self.lines:
            owners = {self.owner(here, square) for square in line}
            if owners in ({"x"}, {"o"}):
                return owners.pop()
        return ""

    def playable(self, here: Columns) -> set[Square]:
        """The squares that a mark can fall to."""
        return {(n, len(c) + 1) for n, c in enumerate(here, 1) if len(c) < self.rows}

    moves = playable

    def mover(self, here: Columns) -> str:
        return "xo"[sum(map(len, here)) % 2]

    def after(self, here: Columns, square: Square) -> Columns:
        """The position after the mover's mark has fallen to a square."""
        column = square[0] - 1
        return (*here[:column], here[column] + self.mover(here), *here[column + 1 :])

    def over(self, here: Columns) -> str | None:
        return self.won(here) or (None if self.playable(here) else "tie")

    def written(self, here: Columns) -> str:
        """A position as the command line has it, rows from the top."""
        heights = range(self.rows, 0, -1)
        return "/".join("".join(c[h - 1 : h] or "." for c in here) for h in heights)

    def action(self, square: Square) -> str:
        """The action of marking a square."""
        return f"mark(cell({self.rows + 1 - square[1]},{square[0]}))"


Tactic = Callable[[Board, Columns, str], set[Square]]


def _short(board: Board, here: Columns, role: str, missing: int) -> Iterator[list[Square]]:
    """The squares that lines lack of which a role owns all others."""
    for line in board.lines:
        lacking = [square for square in line if board.owner(here, square) != role]
        if len(lacking) == missing and not any(board.owner(here, square) for square in lacking):
            yield lacking


def _threat(parity: int) -> Tactic:
    def made(board: Board, here: Columns, role: str) -> set[Square]:
        now = board.playable(here)
        found = set()
        for pair in _short(board, here, role, 2):
            for one, other in (pair, pair[::-1]):
                next_one = (one[0], one[1] + 1)
                if one in now and other not in now and other != next_one and other[1] % 2 == parity:
                    found.add(one)
        return found

    return made


def _not_under(board: Board, here: Columns, role: str) -> set[Square]:
    deadly = {lacking[0] for lacking in _short(board, here, _other(role), 1)}
    return {one for one in board.playable(here) if (one[0], one[1] + 1) not in deadly}


def _claimeven(board: Board, here: Columns, role: str) -> set[Square]:
    heads = {n: c[-1:] for n, c in enumerate(here, 1)}
    now = board.playable(here)
    return {one for one in now if one[1] % 2 == 0 and heads[one[0]] == _other(role)}


def partner(rows: int, square: Square) -> Square:
    """The partner of a square on six columns and an even number of rows."""
    column, height = square
    if column in (3, 4) and height in (1, rows):
        return 7 - column, height
    upward = height % 2 == (0 if column in (3, 4) else 1)
    return column, height + (1 if upward else -1)


def _answer_pair(board: Board, here: Columns, role: str) -> set[Square]:
    now, theirs = board.playable(here), _other(role)
    return {one for one in now if board.owner(here, partner(board.rows, one)) == theirs}


def _other(role: str) -> str:
    return "o" if role == "x" else "x"


TACTICS: dict[str, Tactic] = {
    "odd_threat": _threat(1),
    "even_threat": _threat(0),
    "not_under": _not_under,
    "claimeven": _claimeven,
    "answer_pair": _answer_pair,
    "inner_column": lambda board, here, _: {c for c in board.playable(here) if c[0] in (3, 4)},
    "last_square": lambda board, here, _: {c for c in board.playable(here) if c[1] == board.rows},
}


def plays(board: Board, replies: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """How many positions come up, and how plays end, if o plays the first of some tactics.

    Behind them stands every legal move; x plays any.
    """

    def recommended(here: Columns) -> set[Square]:
        told = (TACTICS[name](board, here, "o") for name in replies)
        return next(filter(None, told), board.playable(here))

    seen = brute_force.explore(board, {"o": recommended})
    return seen.positions, {end: seen.ends[end] for end in (*board.roles, "tie")}


def value(rows: int, cols: int, line: int = 4) -> int:
    """What the game is worth to who moves first: 1, 0 or -1, by alpha and beta on bits.

    A column is `rows` bits from the bottom up and one that stays free, so that no line goes from
    one column into the next.
    """
    high = rows + 1
    bottom = sum(1 << high * column for column in range(cols))
    column_bits = [((1 << rows) - 1) << high * column for column in range(cols)]
    board = sum(column_bits)
    order = sorted(column_bits, key=lambda bits: abs(2 * column_bits.index(bits) - cols + 1))
    table: dict[int, tuple[int, int]] = {}

    def complete(marks: int) -> bool:
        for step in (1, high, high - 1, high + 1):
            run = marks
            for n in range(1, line):
                run &= marks >> n * step
            if run:
                return True
        return False

    def mirrored(key: int) -> int:
        turned = 0
        for column in range(cols):
            turned |= (key >> high * column & (1 << high) - 1) << high * (cols - 1 - column)
        return turned

    def search(mine: int, taken: int, alpha: int, beta: int) -> int:
        moves, theirs = taken + bottom & board, mine ^ taken
        if not moves:
            return 0
        squares = [moves & bits for bits in order if moves & bits]
        if any(complete(mine | square) for square in squares):
            return 1
        forced = [square for square in squares if complete(theirs | square)]
        if len(forced) > 1:
            return -1
        key = mine + taken + bottom
        key = min(key, mirrored(key))
        low, most = table.get(key, (-1, 1))
        if low >= beta or most <= alpha or low == most:
            return low if low >= beta or low == most else most
        alpha, beta = max(alpha, low), min(beta, most)
        best, bound = -1, alpha
        for square in forced or squares:
            best = max(best, -search(theirs, taken | square, -beta, -bound))
            bound = max(bound, best)
            if bound >= beta:
                break
        table[key] = (
            (low, min(most, best)) if best <= alpha
            else (max(low, best), most) if best >= beta
            else (best, best)
        )  # fmt: skip
        return best

    return search(0, 0, -1, 1)
