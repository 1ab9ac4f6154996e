"""An independent oracle for games of completing sets of squares, in plain Python.

It shares nothing with the product. Squares are any hashable things, a position is who owns which
square, and the order of the moves is a list of roles. A tactic is a function from a position and a
role to a set of free squares.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Any

import brute_force
from tables import constant, tupled

Square = Hashable
Sets = frozenset[frozenset[Square]]
Owned = tuple[frozenset[Square], frozenset[Square]]  # of the first role and of the second


@dataclass(frozen=True)
class Sets2:
    """A game of two roles.

    Attributes:
        roles: their names; the first is Maker in a Maker-Breaker game.
        squares: all of them.
        wins: the sets that each role ends the game with, by completing one.
        order: who makes each move; the game is over after the last.
        start: what each role owns at first.
        misere: completing a set loses.
        otherwise: who wins when nobody completes one, or "tie".
    """

    roles: tuple[str, str]
    squares: frozenset[Square]
    wins: tuple[Sets, Sets]
    order: tuple[int, ...]
    start: Owned = (frozenset(), frozenset())
    misere: bool = False
    otherwise: str = "tie"
    memo: brute_force.Known = field(default_factory=dict, compare=False, hash=False)

    def longest(self) -> int:
        return max(len(one) for sets in self.wins for one in sets)

    def mover(self, owned: Owned) -> str:
        return self.roles[self.order[made(self, owned)]]

    def moves(self, owned: Owned) -> frozenset[Square]:
        return free(self, owned)

    def after(self, owned: Owned, square: Square) -> Owned:
        return mark(owned, self.order[made(self, owned)], square)

    def over(self, owned: Owned) -> str | None:
        return result(self, owned)


def alternating(
    squares: Iterable[Square],
    sets: Iterable[Iterable[Square]],
    *,
    roles: tuple[str, str] = ("x", "o"),
    misere: bool = False,
    maker_breaker: bool = False,
) -> Sets2:
    """The usual game: moves in turn until the board is full, the same sets for both."""
    every = frozenset(squares)
    wins = frozenset(frozenset(one) for one in sets)
    order = tuple(n % 2 for n in range(len(every)))
    # with misere, Maker wants to avoid the sets, and wins when there is none
    last = roles[0 if misere else 1] if maker_breaker else "tie"
    mine = (wins, frozenset[frozenset[Square]]()) if maker_breaker else (wins, wins)
    return Sets2(roles, every, mine, order, misere=misere, otherwise=last)


def hypercube(side: int, dim: int) -> Sets2:
    """n^D: points with coordinates from 1, and sequences of points as lines (sets, once each)."""
    numbers = range(1, side + 1)
    sequences = [tuple(numbers), tuple(reversed(numbers)), *((i,) * side for i in numbers)]
    sets = set()
    for chosen in product(sequences, repeat=dim):
        line = frozenset(zip(*chosen, strict=True))
        if len(line) > 1:
            sets.add(line)
    return alternating(product(numbers, repeat=dim), sets)


GRID = frozenset(product((1, 2, 3), repeat=2))
ROWS = [frozenset((i, j) for j in (1, 2, 3)) for i in (1, 2, 3)]
COLUMNS = [frozenset((i, j) for i in (1, 2, 3)) for j in (1, 2, 3)]
DIAGONALS = [frozenset({(1, 1), (2, 2), (3, 3)}), frozenset({(1, 3), (2, 2), (3, 1)})]
ELLS = [frozenset(ell) for ell in tupled(constant(__file__, "ELLS"))]
BLOCKS = [ell | {(2, 2)} for ell in ELLS]

# Sets of three numbers of 1 to 9 that add up to 15.
SCRABBLE = alternating(
    range(1, 10), [some for some in combinations(range(1, 10), 3) if sum(some) == 15]
)

# Exercise 10.4 of Simply Scheme, each from the squares 1 to 9 by hand.
VARIANTS = {
    "corner_triples": alternating(GRID, [*ROWS, *COLUMNS, *DIAGONALS, *ELLS]),
    "no_diagonals": alternating(GRID, [*ROWS, *COLUMNS]),
    "corner_blocks": alternating(GRID, [*ROWS, *COLUMNS, *DIAGONALS, *BLOCKS]),
}


def read_pg(text: str) -> Sets2:
    """A game in the .pg format, without any checks."""
    sections: dict[str, list[list[str]]] = {}
    name = ""
    for line in text.splitlines():
        words = line.split("%")[0].split()
        if words and words[0][0] == "#":
            name = words[0]
        elif words:
            sections.setdefault(name, []).append(words)

    def flat(section: str) -> list[str]:
        return [word for words in sections.get(section, []) for word in words]

    black = frozenset(flat("#blackinitials"))
    white = frozenset(flat("#whiteinitials"))
    squares = frozenset(flat("#positions"))
    turns = set(flat("#blackturns"))
    order = tuple(0 if time in turns else 1 for time in flat("#times"))
    sets = [
        frozenset[frozenset[Square]](frozenset(line) for line in sections.get(name, []))
        for name in ("#blackwins", "#whitewins")
    ]
    return Sets2(
        ("black", "white"),
        squares,
        (sets[0], sets[1]),
        order[: len(squares - black - white)],
        (black, white),
        otherwise="tie" if sets[1] else "white",
    )


def written_pg(sets: Iterable[Iterable[str]], squares: Sequence[str], first: str) -> str:
    """A game in the .pg format: black is to complete one of the sets, and `first` begins."""
    times = range(len(squares))
    turns = [n for n in times if (n % 2 == 0) == (first == "black")]
    text = [
        "#times", " ".join(f"t{n}" for n in times),
        "#blackturns", " ".join(f"t{n}" for n in turns),
        "#positions", " ".join(squares), "#blackwins", *map(" ".join, sets),
    ]  # fmt: skip
    return "\n".join(text) + "\n"


@cache
def paired(lines: tuple[frozenset[Any], ...], free: frozenset[Any]) -> bool:
    """Whether lines can have two free squares each, all different: by trying."""
    return not lines or any(
        paired(lines[1:], free - {*pair}) for pair in combinations(sorted(lines[0] & free), 2)
    )


def free(game: Sets2, owned: Owned) -> frozenset[Square]:
    return game.squares - owned[0] - owned[1]


def made(game: Sets2, owned: Owned) -> int:
    """How many moves were made."""
    return sum(len(owned[n]) - len(game.start[n]) for n in (0, 1))


def result(game: Sets2, owned: Owned) -> str | None:
    """Who has won, "tie", or None where play goes on."""
    for role in (0, 1):
        if any(one <= owned[role] for one in game.wins[role]):
            return game.roles[1 - role if game.misere else role]
    return game.otherwise if made(game, owned) == len(game.order) else None


def mark(owned: Owned, role: int, square: Square) -> Owned:
    if role == 0:
        return owned[0] | {square}, owned[1]
    return owned[0], owned[1] | {square}


def value(game: Sets2, owned: Owned | None = None) -> str:
    """Who wins when both play as well as can be, or "tie"."""
    return brute_force.value(game, owned, game.memo)


# --- tactics ------------------------------------------------------------------------------------


def missing(game: Sets2, owned: Owned, role: int, number: int) -> list[frozenset[Square]]:
    """What is missing of a role's sets without marks of the other, where `number` squares are."""
    rests = [one - owned[role] for one in game.wins[role] if not one & owned[1 - role]]
    return [rest for rest in rests if len(rest) == number]


def center(game: Sets2, owned: Owned, role: int) -> frozenset[Square]:
    """The middle of a cube of an odd side, whose squares are tuples of numbers from 1."""
    side = max(max(square) for square in game.squares)  # type: ignore[call-overload]
    middle = {s for s in game.squares if all(2 * n == side + 1 for n in s)}  # type: ignore[attr-defined]
    return free(game, owned) & middle


Tactic = Callable[[Sets2, Owned, int], frozenset[Square]]


def defeat(game: Sets2, owned: Owned, role: int) -> frozenset[Square]:
    return frozenset[Square]().union(*missing(game, owned, role, 1))


def fork(game: Sets2, owned: Owned, role: int) -> frozenset[Square]:
    on = Counter(square for rest in missing(game, owned, role, 2) for square in rest)
    return frozenset(square for square, lines in on.items() if lines > 1)


TACTICS: dict[str, Tactic] = {
    "defeat": defeat,
    "defend": lambda game, owned, role: defeat(game, owned, 1 - role),
    "fork": fork,
    "center": center,
    "any": lambda game, owned, role: free(game, owned),
}


# --- plays --------------------------------------------------------------------------------------


def chosen(
    game: Sets2, owned: Owned, role: int, strategies: Mapping[str, Iterable[str]]
) -> frozenset[Square]:
    """What the first of the role's tactics that says anything says; a single free square else."""
    squares = free(game, owned)
    if len(squares) > 1:
        for name in strategies[game.roles[role]]:
            if found := TACTICS[name](game, owned, role) & squares:
                return found
        return frozenset()
    return squares


@dataclass(frozen=True)
class Explored:
    """Distinct positions that occur in plays, and the plays by who wins, "tie" or "stuck"."""

    positions: int
    plays: Counter[str]


def explore(game: Sets2, strategies: Mapping[str, Iterable[str]]) -> Explored:
    """All plays in which both roles keep to first(TACTIC, ...)."""

    def playing(role: int) -> brute_force.Strategy:
        return lambda owned: chosen(game, owned, role, strategies)

    seen = brute_force.explore(game, {role: playing(n) for n, role in enumerate(game.roles)})
    return Explored(seen.positions, seen.ends)
