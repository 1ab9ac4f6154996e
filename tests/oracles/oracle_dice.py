"""Bots that throw dice, as programs and as tables of chances; and all games that they can play.

It shares nothing with the package: chances are written down where the program is, not found by
running it. A board is its squares, row by row, as in `oracle_bots`.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from tables import constant

Chances = Mapping[int, Fraction]


@dataclass(frozen=True)
class Board:
    """A board, on which marks may have to stand on others."""

    rows: int
    columns: int
    line: int
    gravity: bool = False
    roles = ("x", "o")

    @property
    def start(self) -> str:
        return "." * (self.rows * self.columns)

    def text(self, board: str) -> str:
        n = self.columns
        return "/".join(board[start : start + n] for start in range(0, len(board), n))

    def mover(self, board: str) -> str:
        return "x" if board.count("x") == board.count("o") else "o"

    def moves(self, board: str) -> list[int]:
        n = self.columns
        stands = [not self.gravity or at + n >= len(board) or board[at + n] != "."
                  for at in range(len(board))]  # fmt: skip
        return [at for at, mark in enumerate(board) if mark == "." and stands[at]]

    def after(self, board: str, square: int) -> str:
        return board[:square] + self.mover(board) + board[square + 1 :]

    def over(self, board: str) -> str | None:
        for row, column, (down, right) in product(
            range(self.rows), range(self.columns), [(0, 1), (1, 0), (1, 1), (1, -1)]
        ):
            places = [(row + k * down, column + k * right) for k in range(self.line)]
            if all(0 <= r < self.rows and 0 <= c < self.columns for r, c in places):
                marks = {board[r * self.columns + c] for r, c in places}
                if len(marks) == 1 and marks != {"."}:
                    return marks.pop()
        return None if "." in board else "tie"


def uniform(squares: Sequence[int]) -> dict[int, Fraction]:
    """Each equally likely; those that stand there twice are twice as likely."""
    chances: dict[int, Fraction] = {}
    for square in squares:
        chances[square] = chances.get(square, Fraction(0)) + Fraction(1, len(squares))
    return chances


def weighted(squares: Sequence[int], weights: Sequence[Fraction]) -> dict[int, Fraction]:
    total = sum(weights)
    return {s: w / total for s, w in zip(squares, weights, strict=False) if w}


def mixed(first: Chances, second: Chances, share: Fraction) -> dict[int, Fraction]:
    """The first with a share, else the second."""
    keys = {*first, *second}
    found = {k: share * first.get(k, Fraction(0)) + (1 - share) * second.get(k, Fraction(0))
             for k in keys}  # fmt: skip
    return {k: chance for k, chance in found.items() if chance}


# What a bot does where it has the free squares `f`, counted from 1, at least two of them: the
# expression that does it, and its chances.
F = Fraction
WAYS: list[tuple[str, Callable[[list[int]], Mapping[int, Fraction]]]] = [
    ("f[0]", lambda f: {f[0]: F(1)}),
    ("random.choice(f)", uniform),
    ("choice(f)", uniform),
    ("random.choices(f[:2], [3, 1])[0]", lambda f: weighted(f[:2], [F(3), F(1)])),
    ("random.choices(f[:2], cum_weights=[0.5, 2])[0]", lambda f: weighted(f[:2], [F(1), F(3)])),
    ("f[random.randrange(len(f))]", uniform),
    ("f[random.randint(1, 2) - 1]", lambda f: uniform(f[:2])),
    ("shuffled(f[:3])[0]", lambda f: uniform(f[:3])),
    ("random.sample(f, 2)[1]", uniform),
    ("f[random.getrandbits(1)]", lambda f: uniform(f[:2])),
    ("f[int(random.random() * len(f))]", uniform),
    ("f[0] if random.random() < 0.3 else f[-1]", lambda f: weighted([f[0], f[-1]], [F(3), F(7)])),
    ("f[0] if 0.25 >= random.random() else random.choice(f)",
     lambda f: mixed({f[0]: F(1)}, uniform(f), F(1, 4))),
    ("f[0] if random.uniform(2, 4) > 3.5 else f[-1]",
     lambda f: weighted([f[0], f[-1]], [F(1), F(3)])),
    ("levels(f)", lambda f: weighted([f[0], f[-1]], [F(3), F(5)])),
    ("secrets.choice(f)", uniform),
    ("dice.choice(f)", uniform),
    ("random.SystemRandom().choice(f)", uniform),
    ("random.Random(7).choice(f[:1])", lambda f: {f[0]: F(1)}),
    ("fixed(f)", lambda f: {f[-1]: F(1)}),
    ("[*f, f[0]]", lambda f: uniform([*f, f[0]])),
    ("{f[0]: 2, f[-1]: 0.5}", lambda f: weighted([f[0], f[-1]], [F(4), F(1)])),
    ("{f[0]: 1, f[-1]: 0}", lambda f: {f[0]: F(1)}),
    ("choice([f[0], [f[0], f[-1], f[-1]]])", lambda f: weighted([f[0], f[-1]], [F(2), F(1)])),
    ("choice([{f[0]: 1, f[-1]: 3}, f[-1]])", lambda f: weighted([f[0], f[-1]], [F(1), F(7)])),
]  # fmt: skip

_TEXT: str = constant(__file__, "_TEXT")


@dataclass
class Bot:
    """A bot that does at each position one of several ways."""

    board: Board
    seed: int
    ways: Sequence[int]

    @property
    def text(self) -> str:
        """The program."""
        listed = ", ".join(f"lambda f: {WAYS[way][0]}" for way in self.ways)
        text = _TEXT.replace("SEED", str(self.seed)).replace("GRAVITY", str(self.board.gravity))
        return f"{text}\nWAYS = [{listed}]\n"

    def chances(self, board: str) -> Chances:
        """What it does at a board, squares counted from 0."""
        written = f"{self.board.text(board)}{self.seed}".encode()
        way = self.ways[zlib.crc32(written) % len(self.ways)]
        free = [square + 1 for square in self.board.moves(board)]
        return {square - 1: chance for square, chance in WAYS[way][1](free).items()}


@dataclass
class Played:
    """What comes of all games.

    Attributes:
        reached: all boards. asked: those at which the bot had a choice of moves.
        plays: how many games end how. odds: how likely each end is.
    """

    reached: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    plays: dict[str, int] = field(default_factory=dict)
    odds: dict[str, Fraction] = field(default_factory=dict)


def play(bot: Bot, role: str) -> Played:
    """Play all games of a bot against who may do anything, all moves being equally likely."""
    rules, found = bot.board, Played()
    layer = {rules.start: (1, Fraction(1))}
    while layer:
        after: dict[str, tuple[int, Fraction]] = {}
        for board, (number, likely) in layer.items():
            found.reached.add(board)
            end = rules.over(board)
            if end is not None:
                found.plays[end] = found.plays.get(end, 0) + number
                found.odds[end] = found.odds.get(end, Fraction(0)) + likely
                continue
            chances: Chances = uniform(rules.moves(board))
            if rules.mover(board) == role and len(chances) > 1:
                found.asked.add(board)
                chances = bot.chances(board)
            for square, chance in chances.items():
                there = rules.after(board, square)
                before = after.get(there, (0, Fraction(0)))
                after[there] = before[0] + number, before[1] + likely * chance
        layer = after
    return found
