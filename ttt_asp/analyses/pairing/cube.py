"""Pairings of cubes of any dimension, as far as counting alone shows that there is one.

A cube n^D has ((n+2)^D - n^D)/2 lines of n squares. At most (3^D - 1)/2 of them go through one
square if n is odd: at the middle every coordinate stays, goes up or goes down, and half of these
ways are the others walked backwards. If n is even it is 2^D - 1: no coordinate is its own mirror
image, so which of them move on a line through a square, if not none, says which line it is. Where
n is twice that or more, any K lines have 2 K squares, and by Hall's theorem each has two squares of
its own.

Source: A. W. Hales and R. I. Jewett, Regularity and positional games (1963); Y. Jäckle,
Combinatorial and positional game theory in Lean (2024).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.result import Result

GAME = "hypercube"
# What its file says, if nothing else is given.
_DEFAULTS = {"side": 3, "dim": 3}
# Numbers of lines of more bits are written as powers; no number that is given has more digits.
_BITS, _DIGITS = 50, 1000


@dataclass(frozen=True, slots=True)
class CubePairing(Result):
    """A cube on which there is a pairing, by counting.

    Attributes:
        side: squares to a side. dim: dimensions.
    """

    side: int
    dim: int

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return True

    @property
    def means(self) -> str:
        """How it was found, in words."""
        return "counting"

    @property
    def lines(self) -> int:
        """How many lines there are; a number of any size."""
        many: int = ((self.side + 2) ** self.dim - self.side**self.dim) // 2
        return many

    @property
    def most(self) -> int:
        """How many lines go through a square, at most."""
        return most_through(self.side, self.dim)

    @property
    def _few(self) -> bool:
        return self.dim * self.side.bit_length() <= _BITS

    @property
    def shown_lines(self) -> str:
        """The number of lines, or if it is long how it is worked out."""
        if self._few:
            return f"{self.lines:,}"
        return f"({self.side + 2:,}^{self.dim} - {self.side:,}^{self.dim})/2"

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "game": GAME,
            "const": {"side": self.side, "dim": self.dim},
            "means": self.means,
            "lines": self.lines if self._few else self.shown_lines,
            "most_lines_through_a_square": self.most,
        }

    def certificate(self) -> dict[str, Any]:
        """The certificate, as `certificates/checker/cubes.py` checks it: two numbers."""
        return {
            "format": "ttt-asp certificate",
            "version": 1,
            "kind": "pairing of a cube",
            "claim": "o never loses",
            "side": self.side,
            "dim": self.dim,
        }


def most_through(side: int, dim: int) -> int:
    """How many lines of a cube go through one of its squares, at most.

    Args:
        side: squares to a side, 2 or more.
        dim: dimensions.
    """
    most: int = (3**dim - 1) // 2 if side % 2 else 2**dim - 1
    return most


def counted_cube(game: str, constants: Mapping[str, str]) -> CubePairing | None:
    """The pairing of a cube whose lines are long enough, without reading the game.

    Args:
        game: its name.
        constants: those given.

    Returns:
        None for another game, where counting is not enough, or where something is wrong with the
        constants: it is for reading the game to say what.
    """
    known = all(
        name in _DEFAULTS and value.isascii() and value.isdecimal() and len(value) <= _DIGITS
        for name, value in constants.items()
    )
    if game != GAME or not known:
        return None
    given = _DEFAULTS | {name: int(value) for name, value in constants.items()}
    cube = given["side"] >= 2 and given["dim"] >= 1
    return cube_pairing(given["side"], given["dim"]) if cube else None


def cube_pairing(side: int, dim: int) -> CubePairing | None:
    """A pairing of a cube, if counting shows that there is one: of any size, without a search.

    Args:
        side: squares to a side, 2 or more.
        dim: dimensions, 1 or more.

    Returns:
        None where more lines may go through a square than half of what a line is long: `pairing`
        looks for one there.

    Raises:
        InputError: that is no cube.
    """
    for name, value, least in (("side", side, 2), ("dim", dim, 1)):
        if value < least:
            raise wrong(f"{name} must be {least} or more", Location(name))
        if value >= 10**_DIGITS:
            raise wrong(f"{name} has more than {_DIGITS:,} digits", Location(name))
    # lest the powers of a large dimension be worked out: a square is on 2^dim - 1 lines or more
    if dim > side.bit_length() or side < 2 * most_through(side, dim):
        return None
    return CubePairing(side, dim)
