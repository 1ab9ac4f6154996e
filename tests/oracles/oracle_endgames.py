"""An independent oracle for endgames against a bare king, in plain Python and numpy.

It shares nothing with the product. White has its king and some other pieces, black its king. A
position is whose move it is ("w" or "b"), the square of white's king, white's other pieces, and the
square of black's king. A square is row * cols + column, from 0 and from the top; other pieces are
pairs of a letter (R, Q, B, N) and a square, in order.

The rules are those of chess, but for promotion and counting: nobody moves into check, a king may
take what is not guarded, mate wins. Play is over without a winner in a stalemate of either side,
and when white has lost all but its king.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import numpy as np

Pieces = tuple[tuple[str, int], ...]
Position = tuple[str, int, Pieces, int]
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = tuple((i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if abs(i) != abs(j))
# By the letter of a piece its directions, and how many squares it may go in each.
GAITS: dict[str, tuple[tuple[tuple[int, int], ...], int]] = {
    "K": (STRAIGHT + DIAGONAL, 1),
    "Q": (STRAIGHT + DIAGONAL, 99),
    "R": (STRAIGHT, 99),
    "B": (DIAGONAL, 99),
    "N": (JUMPS, 1),
}


KINDS = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}


@dataclass(frozen=True)
class Endgame:
    """King and these other pieces (as "R" or "BN") against king, on a board of rows x cols."""

    rows: int
    cols: int
    others: str = "R"

    # --- squares ----------------------------------------------------------------------------

    @cached_property
    def rays(self) -> dict[str, list[list[list[int]]]]:
        """By letter and square: the squares in each direction, the nearest first."""
        squares = range(self.rows * self.cols)
        return {kind: [self.rays_from(kind, at) for at in squares] for kind in GAITS}

    def rays_from(self, kind: str, at: int) -> list[list[int]]:
        """The squares on an empty board in each direction of a piece."""
        rays = []
        directions, reach = GAITS[kind]
        for down, right in directions:
            row, column, ray = at // self.cols + down, at % self.cols + right, list[int]()
            while len(ray) < reach and 0 <= row < self.rows and 0 <= column < self.cols:
                ray.append(row * self.cols + column)
                row, column = row + down, column + right
            if ray:
                rays.append(ray)
        return rays

    def attacked(self, kind: str, at: int, occupied: Iterable[int]) -> Iterator[int]:
        """The squares that a piece attacks; the first piece in its way is among them."""
        for ray in self.rays[kind][at]:
            for square in ray:
                yield square
                if square in occupied:
                    break

    # --- positions --------------------------------------------------------------------------

    def check(self, position: Position) -> bool:
        """Whether black's king is attacked."""
        _, king, others, black = position
        occupied = {king, black, *(at for _, at in others)}
        return any(black in self.attacked(kind, at, occupied) for kind, at in others)

    def legal(self, position: Position) -> bool:
        """Whether all stand on squares of their own, and who is not to move is not in check."""
        turn, king, others, black = position
        if len({king, black, *(at for _, at in others)}) < 2 + len(others):
            return False
        if black in self.attacked("K", king, ()):
            return False
        return turn == "b" or not self.check(position)

    def positions(self, turn: str) -> Iterator[Position]:
        """All legal positions with all of the pieces, and this side to move."""
        squares = range(self.rows * self.cols)
        placed = {
            tuple(sorted(zip(self.others, at, strict=True)))
            for at in permutations(squares, len(self.others))
        }
        for others in sorted(placed):
            free = [square for square in squares if square not in {at for _, at in others}]
            for one, other in combinations(free, 2):
                for king, black in ((one, other), (other, one)):
                    if self.legal((turn, king, others, black)):
                        yield turn, king, others, black

    def drawn(self, turn: str, generator: random.Random) -> Position:
        """A legal position with all of the pieces, by lot."""
        while True:
            king, black, *at = generator.sample(range(self.rows * self.cols), 2 + len(self.others))
            others = tuple(sorted(zip(self.others, at, strict=True)))
            if self.legal((turn, king, others, black)):
                return turn, king, others, black

    # --- moves ------------------------------------------------------------------------------

    def moves(self, position: Position) -> dict[tuple[str, int, int], Position]:
        """What the side to move may do, as (letter, from, to), and where each leads.

        Who has no pieces but the king has nothing to play for: then there are no moves.
        """
        turn, king, others, black = position
        if not others:
            return {}
        found: dict[tuple[str, int, int], Position] = {}
        if turn == "b":
            for to in self.attacked("K", black, ()):
                left = tuple(one for one in others if one[1] != to)
                found["k", black, to] = ("w", king, left, to)
        else:
            own = {king, *(at for _, at in others)}
            for to in self.attacked("K", king, ()):
                if to not in own:
                    found["K", king, to] = ("b", to, others, black)
            for kind, at in others:
                rest = list(others)
                rest.remove((kind, at))
                for to in self.attacked(kind, at, own | {black}):
                    if to not in own and to != black:
                        moved = tuple(sorted([*rest, (kind, to)]))
                        found[kind, at, to] = ("b", king, moved, black)
        return {move: after for move, after in found.items() if self.legal(after)}

    def over(self, position: Position) -> str | None:
        """How play has ended: "mate", "stalemate" or "bare" (white's king is); else None."""
        if not position[2]:
            return "bare"
        if self.moves(position):
            return None
        return "mate" if position[0] == "b" and self.check(position) else "stalemate"

    # --- values -----------------------------------------------------------------------------

    @cached_property
    def distances(self) -> dict[Position, int | None]:
        """Half-moves to mate with best play by all legal positions; None where white cannot win.

        White mates as soon as it can, black as late as it can.
        """
        return solved(self, lambda position: self.moves(position).values(), every=False)

    # --- text -------------------------------------------------------------------------------

    def cell(self, square: int) -> str:
        """What the product's rules call a square."""
        row, column = divmod(square, self.cols)
        return f"cell({row + 1},{column + 1})"

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """The letters of white's other pieces, and what the product's rules call these."""
        called = [KINDS[letter] for letter in self.others]
        if len({*called}) < len(called):
            called = [called[0], "twin"]
        return list(zip(self.others, called, strict=True))

    def fluents(self, position: Position) -> frozenset[str]:
        """A position in the words of the product's rules."""
        turn, king, others, black = position
        left = list(others)
        found = {f"at(white,king,{self.cell(king)})", f"at(black,king,{self.cell(black)})"}
        for letter, name in self.names:
            at = next((one for one in left if one[0] == letter), None)
            if at:
                left.remove(at)
                found.add(f"at(white,{name},{self.cell(at[1])})")
        return frozenset({*found, "turn(white)" if turn == "w" else "turn(black)"})

    def text(self, position: Position) -> str:
        """The rows from the top, as "..k/.../RK."."""
        board = ["."] * (self.rows * self.cols)
        for letter, at in (("K", position[1]), ("k", position[3]), *position[2]):
            board[at] = letter
        rows = range(0, len(board), self.cols)
        return "/".join("".join(board[row : row + self.cols]) for row in rows)

    def read(self, text: str, turn: str = "w") -> Position:
        """The position that such rows show."""
        at: dict[str, list[int]] = {}
        for square, letter in enumerate(text.replace("/", "")):
            at.setdefault(letter, []).append(square)
        others = [(letter, square) for letter in set(self.others) for square in at.get(letter, ())]
        return turn, at["K"][0], tuple(sorted(others)), at["k"][0]


def solved(game: Endgame, after: Any, every: bool) -> dict[Position, int | None]:
    """Half-moves to mate by all legal positions; None where mate is not forced.

    `after` says for a position where moves lead; black makes the longest of them. White makes the
    shortest, or with `every` whatever `after` has there: then a position counts as won if all plays
    from it end in mate, and has the most half-moves of these. A play that goes round is no win.
    """
    every_position = [*game.positions("w"), *game.positions("b")]
    index = {position: number for number, position in enumerate(every_position)}
    sources, targets = list[int](), list[int]()
    for number, position in enumerate(every_position):  # grows while captures are found
        for found in after(position):
            if found not in index:
                index[found] = len(every_position)
                every_position.append(found)
            sources.append(number)
            targets.append(index[found])
    source, target = np.array(sources, np.int64), np.array(targets, np.int64)
    white = np.array([position[0] == "w" for position in every_position])
    moves = np.bincount(source, minlength=len(white))
    mates = [i for i in np.flatnonzero(~white & (moves == 0)) if mated(game, every_position[i])]
    distance = np.full(len(white), -1)
    distance[mates] = 0
    # A half-move more each time: white's turns are odd, black's even.
    half_moves, quiet = 0, 0
    while quiet < 2:
        half_moves += 1
        known = distance[target] >= 0
        turn = white if half_moves % 2 else ~white
        if half_moves % 2 and not every:
            ripe = np.bincount(source[known], minlength=len(white)) > 0
        else:
            ripe = (np.bincount(source[~known], minlength=len(white)) == 0) & (moves > 0)
        ripe &= turn & (distance < 0)
        distance[ripe] = half_moves
        quiet = 0 if ripe.any() else quiet + 1
    found_distances = distance.tolist()
    return {p: None if found_distances[i] < 0 else found_distances[i] for p, i in index.items()}


def mated(game: Endgame, position: Position) -> bool:
    """Whether it is mate."""
    return game.over(position) == "mate"
