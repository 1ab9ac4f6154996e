"""Pairings: two squares for each line of a game, none shared; or lines too many for that.

It is a bipartite matching, that of a position before any move (see `ahead`). The answer is checked:
pairs have to be a pairing, and crowded lines have to have too few squares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import clingo

from ttt_asp.errors import internal, wrong
from ttt_asp.extensions.pairings.board import MakerBoard, bits, no_lines
from ttt_asp.extensions.pairings.periodic import refuse_misere
from ttt_asp.extensions.pairings.position import Position
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.result import Result, Status, record


@dataclass(frozen=True, slots=True)
class Pairing(Result):
    """A pairing of a game's lines, or a proof that there is none.

    Attributes:
        game: the game. lines: the squares of each line.
        pairs: for every line its two squares; empty where there is no pairing.
        crowded: if there is none, k lines with fewer than 2k squares together.
    """

    game: Game
    lines: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    pairs: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    crowded: tuple[clingo.Symbol, ...]

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.there else "no"

    @property
    def there(self) -> bool:
        """Whether there is a pairing."""
        return not self.crowded

    @property
    def squares(self) -> tuple[clingo.Symbol, ...]:
        """The squares of the crowded lines."""
        crowded = (self.lines[line] for line in self.crowded)
        return tuple(sorted(set[clingo.Symbol]().union(*crowded)))

    def as_json(self) -> dict[str, Any]:
        """Return the pairing as plain data: every line's pair, or the crowded lines' squares."""
        crowded = {line: self.lines[line] for line in self.crowded}
        return record(self, "game", "pairs", "crowded", game=self.game.name, crowded=crowded)


def find_pairing(game: Game, limits: Limits) -> Pairing:
    """Look for two squares for every line of a game, all different.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first.
        InternalError: the matching is wrong.
        Expired: time is up.
    """
    # in order: what is found does not hang on the order in which clingo happens to ground
    squares = {line: sorted(on_line) for line, on_line in lines_in(game.facts).items()}
    if not squares:
        raise no_lines(game)
    if len(game.roles) != 2:
        raise wrong(f"a pairing is for two roles, {game.name} has {len(game.roles)}")
    refuse_misere(game)
    limits.tell(f"looking for two squares for each of {len(squares):,} lines")
    pairs, crowded = limits.deadline.run(lambda: match(squares))
    pairing = Pairing(game, squares, pairs, tuple(sorted(crowded)))
    if not _right(pairing):
        raise internal(f"the matching is wrong about a pairing of {game.name}")
    return pairing


def _right(pairing: Pairing) -> bool:
    """Whether pairs are of their lines and all different, or crowded lines have too few squares."""
    lines, pairs = pairing.lines, pairing.pairs
    if pairing.crowded:
        return len(pairing.squares) < 2 * len(pairing.crowded)
    chosen = set[clingo.Symbol]().union(*pairs.values())
    fitting = all(len(pair) == 2 and {*pair} <= {*lines[line]} for line, pair in pairs.items())
    return fitting and pairs.keys() == lines.keys() and len(chosen) == 2 * len(lines)


def match(lines: Mapping[Any, Sequence[Any]]) -> tuple[Mapping[Any, Sequence[Any]], Sequence[Any]]:
    """Choose two squares for each line, none twice.

    Returns:
        For every line its squares; where that is impossible no squares, and lines that have too few
        squares between them (Hall's condition).
    """
    squares = list(dict.fromkeys(chain.from_iterable(lines.values())))
    places = {square: 1 << place for place, square in enumerate(squares)}
    masks = tuple(sum(places[square] for square in set(on_line)) for on_line in lines.values())
    position = Position(MakerBoard("maker", "breaker", tuple(map(str, squares)), masks))
    if position.missing:
        names = list(lines)
        return {}, [names[number] for number in position.crowded(1)]
    held = zip(lines, position.held, strict=True)
    return {line: [squares[place] for place in bits(pair)] for line, pair in held}, ()
