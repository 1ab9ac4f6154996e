"""Games of two roles who choose at once, in plain Python, solved by trying all supports.

A matrix game is worth what a square part of it says in which both roles draw so that the other's
choice does not matter, if neither can do better by what is left out (Shapley and Snow 1950): all
square parts are tried. Nothing is optimized, and no inequality is an equation's slack.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, Protocol

from tables import contents

Matrix = Sequence[Sequence[Fraction]]


def solved(equations: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of linear equations, each with its constant last; None without a single one."""
    size = len(equations)
    rows = [list(row) for row in equations]
    for column in range(size):
        pivot = next((n for n in range(column, size) if rows[n][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [n / rows[column][column] for n in rows[column]]
        for other in range(size):
            if other != column and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [
                    n - factor * p for n, p in zip(rows[other], rows[column], strict=True)
                ]
    return [row[-1] for row in rows]


def equalizing(part: Matrix) -> tuple[list[Fraction], Fraction] | None:
    """The shares of rows with which each column gets the same, and this; None without such."""
    one, none = Fraction(1), Fraction(0)
    equations = [[*column, -one, none] for column in zip(*part, strict=True)]
    equations.append([*([one] * len(part)), none, one])
    found = solved(equations)
    if found is None or min(found[:-1]) < 0:
        return None
    return found[:-1], found[-1]


def matrix_value(matrix: Matrix) -> Fraction:
    """What a matrix game is worth to who chooses the row."""
    height, width = len(matrix), len(matrix[0])
    for size in range(1, min(height, width) + 1):
        for rows, columns in product(
            combinations(range(height), size), combinations(range(width), size)
        ):
            part = [[matrix[i][j] for j in columns] for i in rows]
            mine, theirs = equalizing(part), equalizing(list(zip(*part, strict=True)))
            if mine is None or theirs is None:
                continue
            (shares, value), (others, _) = mine, theirs
            gets = [
                sum(share * matrix[i][j] for share, i in zip(shares, rows, strict=True))
                for j in range(width)
            ]
            pays = [
                sum(share * matrix[i][j] for share, j in zip(others, columns, strict=True))
                for i in range(height)
            ]
            if min(gets) >= value >= max(pays):
                return value
    raise AssertionError("every matrix game has a value")


class AtOnce(Protocol):
    """A game: the first role's choices, the second's, and where both lead."""

    @property
    def start(self) -> Any:
        """The first position."""

    def over(self, position: Any) -> int | None:
        """The first role's goal where play is over."""

    def choices(self, position: Any, role: int) -> Sequence[Any]:
        """What a role may do; nothing, where it may not."""

    def after(self, position: Any, mine: Any, theirs: Any) -> Any:
        """The position after both; what a role does that may do nothing is None."""


def value(game: AtOnce, begin: Any = None) -> tuple[Fraction, bool, int]:
    """What the first role can force on average, whether certain moves do, and the positions.

    Play begins at a position, else at the first one.
    """
    pure = True

    @cache
    def worth(position: Any) -> Fraction:
        nonlocal pure
        goal = game.over(position)
        if goal is not None:
            return Fraction(goal)
        mine, theirs = (game.choices(position, role) or [None] for role in (0, 1))
        matrix = [[worth(game.after(position, a, b)) for b in theirs] for a in mine]
        low = max(map(min, matrix))
        high = min(map(max, zip(*matrix, strict=True)))
        pure = pure and low == high
        return matrix_value(matrix)

    found = worth(game.start if begin is None else begin)
    return found, pure, worth.cache_info().currsize


@dataclass(frozen=True)
class Crossroads:
    """A token on nodes: where it goes next, both say at once.

    Attributes:
        may: how many choices each role has at a node. leads: where each pair leads.
        ends: the first role's goal where play is over.
        seconds: the second's there, where it is not the rest of 100.
    """

    may: Mapping[int, tuple[int, int]]
    leads: Mapping[tuple[int, int | None, int | None], int]
    ends: Mapping[int, int]
    seconds: Mapping[int, int] = field(default_factory=dict)

    start = 0

    def over(self, node: int) -> int | None:
        return self.ends.get(node)

    def choices(self, node: int, role: int) -> Sequence[int]:
        return range(self.may[node][role])

    def after(self, node: int, mine: int | None, theirs: int | None) -> int:
        return self.leads[node, mine, theirs]

    def game(self) -> str:
        """The game as a file has it."""
        theirs_of = {node: self.seconds.get(node, 100 - goal) for node, goal in self.ends.items()}
        facts = [f"over({node},{goal},{theirs_of[node]})." for node, goal in self.ends.items()]
        for node, numbers in self.may.items():
            for role, number in zip("xo", numbers, strict=True):
                facts += [f"may({node},{role},{choice})." for choice in range(number)]
        for (node, mine, theirs), after in self.leads.items():
            if mine is None or theirs is None:
                role, choice = ("o", theirs) if mine is None else ("x", mine)
                facts.append(f"alone({node},{role},{choice},{after}).")
            else:
                facts.append(f"leads({node},{mine},{theirs},{after}).")
        nodes = f"node(0..{max([*self.may, *self.ends])})."
        return "\n".join([nodes, *facts, contents("oracles/crossroads.lp")])

    def turned(self) -> "Crossroads":
        """The game as the second role sees it, which has its own goals."""
        return Crossroads(
            {node: (theirs, mine) for node, (mine, theirs) in self.may.items()},
            {(node, theirs, mine): after for (node, mine, theirs), after in self.leads.items()},
            {node: self.seconds.get(node, 100 - goal) for node, goal in self.ends.items()},
        )


def random_crossroads(chance: random.Random, size: int, most: int = 3) -> Crossroads:
    """A random game of so many nodes, whose moves lead to later ones."""
    may: dict[int, tuple[int, int]] = {}
    leads: dict[tuple[int, int | None, int | None], int] = {}
    ends: dict[int, int] = {}
    for node in range(size):
        if node >= size - 3 or (node and chance.random() < 0.2):
            ends[node] = chance.choice((0, 0, 17, 50, 50, 80, 100, 100))
            continue
        may[node] = chance.choice(
            [(chance.randint(1, most), chance.randint(1, most))] * 4 + [(2, 0), (0, 2)]
        )
        mine, theirs = (range(number) if number else [None] for number in may[node])
        for pair in product(mine, theirs):
            leads[node, *pair] = chance.randint(node + 1, min(size - 1, node + 5))
    return Crossroads(may, leads, ends)


@dataclass(frozen=True)
class Rows:
    """Both mark a free square at once; one that both choose is taken from both.

    Whoever has one of its lines whole wins; both at once is a tie, and so is a full board. A
    position is the squares of the first, of the second, and those that nobody gets.
    """

    squares: int
    lines: tuple[Sequence[frozenset[int]], Sequence[frozenset[int]]]
    start: tuple[frozenset[int], ...] = (frozenset(),) * 3

    def over(self, position: tuple[frozenset[int], ...]) -> int | None:
        mine, theirs = (
            any(line <= owned for line in lines)
            for owned, lines in zip(position, self.lines, strict=False)
        )
        if mine or theirs or len(frozenset().union(*position)) == self.squares:
            return 50 + 50 * mine - 50 * theirs
        return None

    def choices(self, position: tuple[frozenset[int], ...], _: int) -> Sequence[int]:
        taken = frozenset().union(*position)
        return [square for square in range(self.squares) if square not in taken]

    def after(
        self, position: tuple[frozenset[int], ...], mine: int, theirs: int
    ) -> tuple[frozenset[int], ...]:
        first, second, nobodys = position
        if mine == theirs:
            return first, second, nobodys | {mine}
        return first | {mine}, second | {theirs}, nobodys


# The edges of each of two boxes: the middle one is 3.
BOXES = ({0, 1, 2, 3}, {3, 4, 5, 6})


@dataclass(frozen=True)
class Boxes:
    """Both draw an edge at once: who closes a box has to take it, and who has more loses.

    Three edges are drawn as play begins, and perhaps more. A box that both close is nobody's. The
    second role may not draw the middle edge. A position is the edges, and the boxes of either.
    """

    drawn: tuple[int, ...] = ()

    @property
    def start(self) -> tuple[frozenset[int], ...]:
        return frozenset({2, 5, 6, *self.drawn}), frozenset(), frozenset()

    def over(self, position: tuple[frozenset[int], ...]) -> int | None:
        edges, mine, theirs = position
        if len(edges) < 7:
            return None
        return 50 + 50 * (len(mine) < len(theirs)) - 50 * (len(mine) > len(theirs))

    def choices(self, position: tuple[frozenset[int], ...], role: int) -> Sequence[int]:
        return [edge for edge in range(7) if edge not in position[0] and (edge, role) != (3, 1)]

    def after(
        self, position: tuple[frozenset[int], ...], mine: int, theirs: int | None
    ) -> tuple[frozenset[int], ...]:
        edges, *boxes = position
        new = edges | {edge for edge in (mine, theirs) if edge is not None}
        closed = [n for n, box in enumerate(BOXES) if box <= new and not box <= edges]
        for owned, edge, other in ((0, mine, theirs), (1, theirs, mine)):
            own = [n for n in closed if edge in BOXES[n] and other not in BOXES[n]]
            boxes[owned] = boxes[owned].union(own)
        return new, *boxes
