"""Several squares for every line, all different: a bipartite matching (Hopcroft and Karp).

`asp/pairing.lp` says the same in two rules, and finds pairings of boards as fast. That there is
none it shows by counting pigeons one by one: 6x6x6 takes it for ever, and the matching a
millisecond, with the lines that are too many for their squares.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

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


def match(lines: Mapping[Line, Sequence[Square]], number: int = 2) -> Matching[Line, Square]:
    """Choose squares for lines, none twice.

    Args:
        lines: the squares of each line.
        number: how many squares a line is to get.
    """
    places = [line for line in lines for _ in range(number)]
    options = [list(lines[line]) for line in places]
    owner: dict[Square, int] = {}  # the place that a square is given to
    given: list[Square | None] = [None] * len(places)
    while True:
        level = _levels(options, owner, given)
        if level is None:
            break
        for place in range(len(places)):
            if given[place] is None:
                _augment(place, options, owner, given, level)
    if None not in given:
        chosen: dict[Line, tuple[Square, ...]] = dict.fromkeys(lines, ())
        for line, square in zip(places, given, strict=True):
            if square is not None:
                chosen[line] = (*chosen[line], square)
        return Matching(chosen)
    return Matching({}, _crowded(places, options, owner, given.index(None)))


def _levels(
    options: Sequence[Sequence[Square]],
    owner: Mapping[Square, int],
    given: Sequence[Square | None],
) -> list[int] | None:
    """How many steps each place is from one without a square; None if no more can be had."""
    level = [0 if square is None else -1 for square in given]
    queue = [place for place, square in enumerate(given) if square is None]
    reached = False
    for place in queue:
        for square in options[place]:
            other = owner.get(square)
            if other is None:
                reached = True
            elif level[other] < 0:
                level[other] = level[place] + 1
                queue.append(other)
    return level if reached else None


def _augment(
    start: int,
    options: Sequence[Sequence[Square]],
    owner: dict[Square, int],
    given: list[Square | None],
    level: list[int],
) -> None:
    """Give `start` a square along a path of rising levels, if there is one."""
    path = [(start, iter(options[start]))]
    taken: list[Square] = []
    while path:
        place, squares = path[-1]
        for square in squares:
            other = owner.get(square)
            if other is None:
                taken.append(square)
                for (one, _), new in zip(path, taken, strict=True):
                    owner[new] = one
                    given[one] = new
                return
            if level[other] == level[place] + 1:
                taken.append(square)
                path.append((other, iter(options[other])))
                break
        else:
            level[place] = -1
            path.pop()
            if taken:
                taken.pop()


def _crowded(
    places: Sequence[Line],
    options: Sequence[Sequence[Square]],
    owner: Mapping[Square, int],
    start: int,
) -> tuple[Line, ...]:
    """The lines that compete, directly or not, with one that went without a square."""
    found = {start: None}
    queue = [start]
    for place in queue:
        for square in options[place]:
            other = owner[square]  # were it free, `start` could have had a square
            if other not in found:
                found[other] = None
                queue.append(other)
    return tuple(dict.fromkeys(places[place] for place in found))
