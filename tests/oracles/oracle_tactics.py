"""Boards, positions and tactics of the oracle: tic-tac-toe in plain Python.

It shares nothing with the product. Squares are (row, column) pairs counted from 1, row 1 on top; a
tactic is a function from a position and a player to a set of free squares.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

Square = tuple[int, int]
Squares = frozenset[Square]
NOTHING: Squares = frozenset()


class Position(NamedTuple):
    """The marks of both players, and whose turn it is ("x" or "o")."""

    x: Squares
    o: Squares
    mover: str

    def marks(self, player: str) -> Squares:
        return self.x if player == "x" else self.o


INITIAL = Position(NOTHING, NOTHING, "x")


@dataclass(frozen=True)
class Board:
    """A board of rows x cols squares on which `line` marks in a straight run win."""

    rows: int = 3
    cols: int = 3
    line: int = 3
    misere: int = 0  # 1: who completes a line loses

    # what the brute force asks of a game
    roles = ("x", "o")
    start = INITIAL

    def mover(self, position: Position) -> str:
        return position.mover

    def moves(self, position: Position) -> Squares:
        return legal(self, position)

    def after(self, position: Position, square: Square) -> Position:
        return place(position, position.mover, square)

    def over(self, position: Position) -> str | None:
        return result(self, position)

    @cached_property
    def squares(self) -> Squares:
        return frozenset((r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1))

    @cached_property
    def lines(self) -> frozenset[Squares]:
        """Every straight run of `line` squares: in rows, columns and both diagonals."""
        runs = {
            frozenset((r + i * dr, c + i * dc) for i in range(self.line))
            for r, c in self.squares
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        }
        return frozenset(run for run in runs if run <= self.squares)

    @cached_property
    def corners(self) -> Squares:
        return frozenset((r, c) for r in (1, self.rows) for c in (1, self.cols))

    @cached_property
    def edges(self) -> Squares:
        """The border without the corners."""
        border = {(r, c) for r, c in self.squares if r in (1, self.rows) or c in (1, self.cols)}
        return frozenset(border) - self.corners

    @cached_property
    def centers(self) -> Squares:
        """The one, two or four squares in the middle."""
        return frozenset(
            (r, c)
            for r, c in self.squares
            if abs(2 * r - (self.rows + 1)) < 2 and abs(2 * c - (self.cols + 1)) < 2
        )


def other(player: str) -> str:
    """The player's opponent."""
    return "o" if player == "x" else "x"


def parse_board(text: str, mover: str | None = None) -> Position:
    """Read rows from the top ("x../.o./..x"); the mover follows from the counts unless given."""
    rows = text.split("/")
    if len({len(row) for row in rows}) != 1 or set(text) - set("xo./"):
        raise ValueError(f"not a board: {text!r}")
    at = {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}
    x = frozenset(square for square, mark in at.items() if mark == "x")
    o = frozenset(square for square, mark in at.items() if mark == "o")
    if mover is None:
        if len(x) - len(o) not in (0, 1):
            raise ValueError(f"the counts do not tell who moves: {text!r}")
        mover = "x" if len(x) == len(o) else "o"
    return Position(x, o, mover)


def show_board(board: Board, position: Position) -> str:
    """The inverse of parse_board."""

    def mark(square: Square) -> str:
        return "x" if square in position.x else "o" if square in position.o else "."

    rows = range(1, board.rows + 1)
    return "/".join("".join(mark((r, c)) for c in range(1, board.cols + 1)) for r in rows)


def free(board: Board, position: Position) -> Squares:
    """The squares without a mark."""
    return board.squares - position.x - position.o


def place(position: Position, player: str, square: Square) -> Position:
    """The position after the player has marked the square; the opponent is to move."""
    if player == "x":
        return Position(position.x | {square}, position.o, "o")
    return Position(position.x, position.o | {square}, "x")


@lru_cache(maxsize=1 << 16)
def result(board: Board, position: Position) -> str | None:
    """ "x", "o" or "tie" at a terminal position, None where play goes on."""
    for player in ("x", "o"):
        marks = position.marks(player)
        for run in board.lines:
            if run <= marks:
                return other(player) if board.misere else player
    return None if free(board, position) else "tie"


def legal(board: Board, position: Position) -> Squares:
    """What the mover may mark: nothing once the game is over."""
    return NOTHING if result(board, position) else free(board, position)


# --- tactics ------------------------------------------------------------------------------------

Tactic = Callable[[Board, Position, str], Squares]


def open_lines(board: Board, position: Position, player: str, missing: int) -> list[Squares]:
    """The free squares of each line that misses that many marks of the player, none the other's.

    A line with "2" of 3 marks misses one, a line with "1" of 3 misses two, on every board.
    """
    own, foreign = position.marks(player), position.marks(other(player))
    rests = [run - own for run in board.lines if not run & foreign]
    return [rest for rest in rests if len(rest) == missing]


def threats(board: Board, position: Position, player: str) -> set[tuple[Square, Square]]:
    """(move, forced answer): both free squares of a line that misses two marks, either way."""
    rests = open_lines(board, position, player, 2)
    return {(a, b) for rest in rests for a in rest for b in rest if a != b}


def defeat(board: Board, position: Position, player: str) -> Squares:
    """Complete a line."""
    return NOTHING.union(*open_lines(board, position, player, 1))


def defend(board: Board, position: Position, player: str) -> Squares:
    """Mark what completes a line of the opponent's."""
    return defeat(board, position, other(player))


def fork(board: Board, position: Position, player: str) -> Squares:
    """A free square on two different lines that miss two marks."""
    on = Counter(s for rest in open_lines(board, position, player, 2) for s in rest)
    return frozenset(square for square, lines in on.items() if lines >= 2)


def opposite_corner(board: Board, position: Position, player: str) -> Squares:
    """A free corner diagonally opposite a corner that the opponent holds."""
    held = board.corners & position.marks(other(player))
    mirrored = frozenset((board.rows + 1 - r, board.cols + 1 - c) for r, c in held)
    return mirrored & free(board, position)


def threaten_non_center(board: Board, position: Position, player: str) -> Squares:
    """A threat whose forced answer is not in the center."""
    pairs = threats(board, position, player)
    return frozenset(move for move, answer in pairs if answer not in board.centers)


def threaten_safely(board: Board, position: Position, player: str) -> Squares:
    """A threat whose forced answer is not, at present, a fork of the opponent's."""
    danger = fork(board, position, other(player))
    pairs = threats(board, position, player)
    return frozenset(move for move, answer in pairs if answer not in danger)


def block_fork(board: Board, position: Position, player: str) -> Squares:
    """Where the opponent has a fork: a threat whose answer is no fork then, or else that fork."""
    danger = fork(board, position, other(player))
    if not danger:
        return NOTHING
    safe = frozenset(
        move
        for move, answer in threats(board, position, player)
        if answer not in fork(board, place(position, player, move), other(player))
    )
    return safe or danger


def open_on_edge(board: Board, position: Position, player: str) -> Squares:
    """An edge square, as long as the player has no mark."""
    return NOTHING if position.marks(player) else board.edges & free(board, position)


def spoil(board: Board, position: Position, player: str) -> Squares:
    """The free squares on most lines that have marks of the opponent and none of the player."""
    mine, theirs = position.marks(player), position.marks(other(player))
    worth = [
        line for line in board.lines if theirs & frozenset(line) and not mine & frozenset(line)
    ]
    counts = {square: sum(square in line for line in worth) for square in free(board, position)}
    most = max(counts.values(), default=0)
    return frozenset(s for s, number in counts.items() if number == most) if most else NOTHING


def open_in_corner(board: Board, position: Position, player: str) -> Squares:
    """A corner, as long as nobody has a mark."""
    return NOTHING if position.x | position.o else board.corners


@lru_cache
def nqthm_table() -> dict[tuple[Squares, Squares], Squares]:
    """The table of the nqthm player: the reply for each pair of x's and o's marks."""
    with (Path(__file__).parent / "nqthm_book.csv").open(encoding="utf-8") as lines:
        rows = [line.strip().split(",") for line in lines][1:]
    found = {}
    for marks, reply in rows:
        by = {
            m: frozenset((i // 3 + 1, i % 3 + 1) for i in range(9) if marks[i] == m) for m in "xo"
        }
        found[by["x"], by["o"]] = frozenset({(int(reply) // 3 + 1, int(reply) % 3 + 1)})
    assert len(found) == len(rows) == 164
    return found


def nqthm_replies(board: Board, position: Position, player: str) -> Squares:
    """The table's reply, to o on its turn."""
    if (player, position.mover) != ("o", "o"):
        return NOTHING
    return nqthm_table().get((position.x, position.o), NOTHING)


TACTICS: dict[str, Tactic] = {
    "advance": lambda board, position, player: frozenset(
        square for rest in open_lines(board, position, player, 2) for square in rest
    ),
    "any": lambda board, position, player: free(board, position),
    "block_fork": block_fork,
    "center": lambda board, position, player: board.centers & free(board, position),
    "center_or_corner": lambda board, position, player: (
        (board.centers | board.corners) & free(board, position)
    ),
    "corner": lambda board, position, player: board.corners & free(board, position),
    "defeat": defeat,
    "defend": defend,
    "edge": lambda board, position, player: board.edges & free(board, position),
    "fork": fork,
    "nqthm_replies": nqthm_replies,
    "open_in_corner": open_in_corner,
    "open_on_edge": open_on_edge,
    "spoil": spoil,
    "opposite_corner": opposite_corner,
    "threaten_non_center": threaten_non_center,
    "threaten_safely": threaten_safely,
}
# On boards whose lines are all as long, as they are here.
TACTICS |= {
    "pair": TACTICS["defeat"],
    "pivot": TACTICS["fork"],
    "single": TACTICS["advance"],
    "two_squares": lambda board, position, player: NOTHING,
}


@lru_cache(maxsize=1 << 18)
def suggests(name: str, board: Board, position: Position, player: str) -> Squares:
    """What the tactic of that name recommends to the player."""
    return TACTICS[name](board, position, player)
