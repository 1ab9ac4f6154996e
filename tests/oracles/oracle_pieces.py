"""Chess pieces on small boards, in plain Python: set-ups, moves, forks, pins; nothing of ttt_asp.

A board maps squares (row, column) to pieces ("white", "rook"). Lines are walked square by square
until something stands there; nothing is asked of pairs of squares.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

Square = tuple[int, int]
Piece = tuple[str, str]
Board = dict[Square, Piece]
Move = tuple[Square, Square]

KINDS = ("queen", "rook", "bishop", "knight")
WORTH = {"knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 1000}
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTING = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
WAYS = {"rook": STRAIGHT, "bishop": SLANTING, "queen": STRAIGHT + SLANTING}
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def other(side: str) -> str:
    """The other side."""
    return "black" if side == "white" else "white"


@dataclass(frozen=True)
class Grid:
    """A board of so many rows and columns."""

    rows: int
    cols: int

    @cached_property
    def squares(self) -> list[Square]:
        """Its squares."""
        return list(product(range(1, self.rows + 1), range(1, self.cols + 1)))

    def walk(self, square: Square, way: Square) -> Iterator[Square]:
        """The squares that lie in one direction, the nearest first."""
        row, column = square[0] + way[0], square[1] + way[1]
        while 1 <= row <= self.rows and 1 <= column <= self.cols:
            yield row, column
            row, column = row + way[0], column + way[1]

    def attacked(self, board: Board, square: Square) -> Iterator[Square]:
        """The squares that the piece on a square attacks, whoever stands there."""
        kind = board[square][1]
        if kind in WAYS:
            for way in WAYS[kind]:
                for met in self.walk(square, way):
                    yield met
                    if met in board:
                        break
            return
        for down, right in STRAIGHT + SLANTING if kind == "king" else JUMPS:
            met = square[0] + down, square[1] + right
            if 1 <= met[0] <= self.rows and 1 <= met[1] <= self.cols:
                yield met

    def in_check(self, board: Board, side: str) -> bool:
        """Whether a king stands where the other side attacks."""
        return any(
            board.get(met) == (side, "king")
            for square, (whose, _) in board.items()
            if whose != side
            for met in self.attacked(board, square)
        )

    def moves(self, board: Board, side: str) -> Iterator[Move]:
        """The legal moves of a side; no king is ever taken."""
        for square in [square for square, (whose, _) in board.items() if whose == side]:
            for met in self.attacked(board, square):
                there = board.get(met)
                if there is not None and (there[0] == side or there[1] == "king"):
                    continue
                if not self.in_check(moved(board, (square, met)), side):
                    yield square, met

    def forks(self, board: Board, side: str) -> set[Move]:
        """The moves after which the piece that moved attacks two of the other side's."""
        found = set()
        for move in self.moves(board, side):
            after = moved(board, move)
            hit = [met for met in self.attacked(after, move[1]) if met in after]
            if len([met for met in hit if after[met][0] != side]) >= 2:
                found.add(move)
        return found

    def pins(self, board: Board, side: str) -> set[Move]:
        """The moves after which the piece that moved attacks one with more worth right behind."""
        found = set()
        for move in self.moves(board, side):
            after = moved(board, move)
            for way in WAYS.get(after[move[1]][1], []):
                met = [after[square] for square in self.walk(move[1], way) if square in after][:2]
                if [whose for whose, _ in met] == [other(side)] * 2:
                    first, second = (WORTH[kind] for _, kind in met)
                    if first < second:
                        found.add(move)
        return found

    def setups(self, white: Sequence[str], black: Sequence[Sequence[str]]) -> Iterator[Board]:
        """All boards with the kings and a white piece, and black ones, of any of some kinds.

        White is to move, so black is not in check, nor do the kings stand side by side: that would
        be one.
        """
        choices = [["king"], ["king"], white, *black]
        whose = ["white", "black", "white", *("black" for _ in black)]
        for squares in product(self.squares, repeat=len(choices)):
            if len(set(squares)) < len(squares):
                continue
            for kinds in product(*choices):
                board = dict(zip(squares, zip(whose, kinds, strict=True), strict=True))
                if not self.in_check(board, "black"):
                    yield board


def moved(board: Board, move: Move) -> Board:
    """The board after a move."""
    after = {square: piece for square, piece in board.items() if square != move[0]}
    after[move[1]] = board[move[0]]
    return after
