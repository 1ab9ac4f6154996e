"""The lines of a board, and those that somebody has completed at a position."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from ttt_asp.games.game import Game


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a role may complete.

    Attributes:
        role: whose.
        name: the game's for it, as `row(1,1)`.
        fluents: that hold when it is complete.
        places: (row, column) of each of its squares, in order.
    """

    role: str
    name: str
    fluents: frozenset[str]
    places: tuple[tuple[int, int], ...]

    @property
    def straight(self) -> bool:
        """Whether its squares are next to each other in one direction, as they are drawn."""
        steps = {
            (after[0] - before[0], after[1] - before[1])
            for before, after in zip(self.places, self.places[1:], strict=False)
        }
        return len(steps) == 1 and max(map(abs, *steps)) == 1


@cache
def places(game: Game) -> Mapping[str, tuple[int, int]]:
    """Where each square is drawn: (row, column)."""
    given = game.facts.get("place", ())
    return {str(square): (row.number, column.number) for square, row, column in given}


@cache
def marks(game: Game) -> Mapping[tuple[str, str], Mapping[str, str]]:
    """For each role and line of its own the line's squares, each with the role's mark there.

    Lines that no marks complete are left out.
    """
    squares: dict[str, list[str]] = {}
    for square, line in game.facts.get("part_of", ()):
        squares.setdefault(str(line), []).append(str(square))
    base = set(game.base)
    # where a game of lines was recognised, other fluents say who owns what
    named = {(str(r), str(c)): str(fluent) for fluent, r, c in game.facts.get("mark_of", ())}
    found = {}
    for role, line in game.facts.get("line_for", ()):
        parts = squares.get(str(line), ())
        fluents = {c: named.get((str(role), c), f"marked({role},{c})") for c in parts}
        if fluents and base.issuperset(fluents.values()):
            found[str(role), str(line)] = fluents
    return found


@cache
def lines(game: Game) -> tuple[Line, ...]:
    """Every line of each role whose squares have places; none where no marks complete them."""
    known = places(game)
    found = []
    for (role, line), fluents in marks(game).items():
        parts = sorted(fluents, key=lambda one: known.get(one, (0, 0)))
        if known.keys() >= set(parts):
            at = tuple(known[square] for square in parts)
            found.append(Line(role, line, frozenset(fluents.values()), at))
    return tuple(found)


def completed(game: Game, position: AbstractSet[str]) -> Iterator[Line]:
    """The lines that are complete at a position."""
    true = game.meant(position)
    return (line for line in lines(game) if line.fluents <= true)


def owned(game: Game, position: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """The lines that are complete at a position, each with its role, wherever squares are drawn."""
    for (role, line), fluents in marks(game).items():
        if position >= set(fluents.values()):
            yield role, line
