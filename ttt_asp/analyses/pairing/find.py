"""Two squares for each line of a game: by ASP, or by a matching, which says why there are none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from ttt_asp.analyses.pairing.answer_set import CONFLICTS, MOST_LINES, pair
from ttt_asp.analyses.pairing.matching import Matching, match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.games.facts import lines_in
from ttt_asp.games.game import Game
from ttt_asp.reached import Reached, Tell
from ttt_asp.result import Result, plain


@dataclass(frozen=True, slots=True)
class Pairing(Result):
    """The lines of a game, and two squares for each.

    Attributes:
        game: the game. lines: the squares of each line.
        matching: the pairs, or the lines that are too many.
        means: how that was found, in words.
    """

    game: Game
    lines: Mapping[clingo.Symbol, Sequence[clingo.Symbol]]
    matching: Matching[clingo.Symbol, clingo.Symbol]
    means: str

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return not self.crowded

    @property
    def crowded(self) -> tuple[clingo.Symbol, ...]:
        """Lines that have fewer than two squares for each between them; empty if none have."""
        return tuple(sorted(self.matching.crowded))

    @property
    def squares(self) -> tuple[clingo.Symbol, ...]:
        """The squares of the crowded lines."""
        return tuple(sorted({square for line in self.crowded for square in self.lines[line]}))

    def as_json(self) -> dict[str, Any]:
        """The pairing as plain data: the pair of every line, or the crowded lines' squares."""
        pairs = {} if self.crowded else self.matching.chosen
        crowded = {line: self.lines[line] for line in self.crowded}
        told = {"game": self.game.name, "means": self.means, "pairs": pairs, "crowded": crowded}
        return {key: plain(value) for key, value in told.items()}


def find_pairing(game: Game, deadline: Deadline, tell: Tell | None = None) -> Pairing:
    """Look for two squares for every line of a game, all different.

    By ASP where that is fast; by a bipartite matching else, and for the lines that are too many.

    Args:
        game: which.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first.
        InternalError: ASP and the matching contradict each other.
        Expired: time is up.
    """
    # in order: what is found does not hang on the order in which clingo happens to ground
    squares = {line: sorted(some) for line, some in lines_in(game.facts).items()}
    if not squares:
        raise wrong(f"{game.name} has no lines here", Location("--game"), "line(L), part_of(C,L)")
    if len(game.roles) != 2:
        raise wrong(f"a pairing is for two roles, {game.name} has {len(game.roles)}")
    if tell is not None:
        tell(Reached(f"looking for two squares for each of {len(squares):,} lines"))
    return deadline.run(lambda: _paired(game, squares, deadline))


def _paired(
    game: Game, squares: Mapping[clingo.Symbol, Sequence[clingo.Symbol]], deadline: Deadline
) -> Pairing:
    if len(squares) > MOST_LINES:
        means = f"a bipartite matching, as there are more than {MOST_LINES:,} lines for ASP"
        return Pairing(game, squares, match(squares), means)
    if chosen := pair(squares, deadline):
        return Pairing(game, squares, Matching(chosen), "ASP, asp/pairing.lp")
    matching = match(squares)
    if chosen is None:
        means = f"a bipartite matching, as ASP gave up after {CONFLICTS:,} conflicts"
    elif matching.crowded:
        means = "ASP, asp/pairing.lp, and a bipartite matching, which says why"
    else:
        raise internal(f"asp/pairing.lp says that {game.name} has no pairing, but it has one")
    return Pairing(game, squares, matching, means)
