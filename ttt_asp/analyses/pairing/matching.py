"""Two squares for every line, all different: what a position before any move holds (see `ahead`).

`asp/pairing.lp` says the same in two rules, and finds pairings of boards as fast. That there is
none it shows by counting pigeons one by one: 6x6x6 takes it for ever, and the matching a
millisecond, with the lines that are too many for their squares.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ttt_asp.analyses.ahead.board import Board, bits
from ttt_asp.analyses.ahead.position import Position

Line = TypeVar("Line", bound=Hashable)
Square = TypeVar("Square", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Matching(Generic[Line, Square]):
    """What was found.

    Attributes:
        chosen: for every line its squares; empty when that cannot be.
        crowded: else lines that have too few squares between them (Hall's condition).
    """

    chosen: Mapping[Line, tuple[Square, ...]]
    crowded: tuple[Line, ...] = ()


def match(lines: Mapping[Line, Sequence[Square]]) -> Matching[Line, Square]:
    """Choose two squares for each line, none twice.

    Args:
        lines: the squares of each line.
    """
    squares = list(dict.fromkeys(square for some in lines.values() for square in some))
    places = {square: 1 << place for place, square in enumerate(squares)}
    masks = tuple(sum(places[square] for square in set(some)) for some in lines.values())
    found = Position(Board("maker", "breaker", tuple(map(str, squares)), masks))
    if found.missing:
        names = list(lines)
        return Matching({}, tuple(names[number] for number in found.crowded(1)))
    held = zip(lines, found.held, strict=True)
    return Matching({line: tuple(squares[place] for place in bits(own)) for line, own in held})
