"""Two squares for each line of a game, none for two lines; or lines that are too many for that.

It is a bipartite matching: what a position before any move holds (see `ahead`). What it finds is
seen to be a pairing, or by counting to leave no room for one, before anybody hears of it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import clingo

from ttt_asp.analyses.ahead.board import Board, bits
from ttt_asp.analyses.ahead.position import Position
from ttt_asp.analyses.pairing.periodic import refuse_misere
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.reached import Reached, Tell
from ttt_asp.result import Result, plain

Line = TypeVar("Line", bound=Hashable)
Square = TypeVar("Square", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Pairing(Result):
    """The lines of a game, and two squares for each.

    Attributes:
        game: the game. lines: the squares of each line.
        pairs: for every line its two squares; empty where that cannot be.
        crowded: then, lines that have fewer than two squares for each between them.
    """

    game: Game
    lines: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    pairs: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    crowded: tuple[clingo.Symbol, ...]

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return not self.crowded

    @property
    def means(self) -> str:
        """How it was found, in words."""
        return "a bipartite matching"

    @property
    def squares(self) -> tuple[clingo.Symbol, ...]:
        """The squares of the crowded lines."""
        return tuple(sorted({square for line in self.crowded for square in self.lines[line]}))

    def as_json(self) -> dict[str, Any]:
        """The pairing as plain data: the pair of every line, or the crowded lines' squares."""
        crowded = {line: self.lines[line] for line in self.crowded}
        return {
            "game": self.game.name,
            "means": self.means,
            "pairs": plain(self.pairs),
            "crowded": plain(crowded),
        }


def find_pairing(game: Game, deadline: Deadline, tell: Tell | None = None) -> Pairing:
    """Look for two squares for every line of a game, all different.

    Args:
        game: which.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first.
        InternalError: what was found is wrong.
        Expired: time is up.
    """
    # in order: what is found does not hang on the order in which clingo happens to ground
    squares = {line: sorted(some) for line, some in lines_in(game.facts).items()}
    if not squares:
        raise wrong(
            f"{game.name} has no lines here", Location.argument("game"), "line(L), part_of(C,L)"
        )
    if len(game.roles) != 2:
        raise wrong(f"a pairing is for two roles, {game.name} has {len(game.roles)}")
    refuse_misere(game)
    if tell is not None:
        tell(Reached(f"looking for two squares for each of {len(squares):,} lines"))
    pairs, crowded = deadline.run(lambda: match(squares))
    found = Pairing(game, squares, pairs, tuple(sorted(crowded)))
    if not _right(found):
        raise internal(f"the matching is wrong about a pairing of {game.name}")
    return found


def _right(found: Pairing) -> bool:
    """Whether pairs are of their lines and all different, or crowded lines have too few squares."""
    if found.crowded:
        return len(found.squares) < 2 * len(found.crowded)
    chosen = {square for pair in found.pairs.values() for square in pair}
    return (
        found.pairs.keys() == found.lines.keys()
        and len(chosen) == 2 * len(found.lines)
        and all(
            len(two) == 2 and {*two} <= {*found.lines[line]} for line, two in found.pairs.items()
        )
    )


def match(
    lines: Mapping[Line, Sequence[Square]],
) -> tuple[Mapping[Line, Sequence[Square]], Sequence[Line]]:
    """Choose two squares for each line, none twice.

    Args:
        lines: the squares of each line.

    Returns:
        For every line its squares; if that cannot be none, and lines that have too few squares
        between them (Hall's condition).
    """
    squares = list(dict.fromkeys(square for some in lines.values() for square in some))
    places = {square: 1 << place for place, square in enumerate(squares)}
    masks = tuple(sum(places[square] for square in set(some)) for some in lines.values())
    found = Position(Board("maker", "breaker", tuple(map(str, squares)), masks))
    if found.missing:
        names = list(lines)
        return {}, [names[number] for number in found.crowded(1)]
    held = zip(lines, found.held, strict=True)
    return {line: [squares[place] for place in bits(own)] for line, own in held}, ()
