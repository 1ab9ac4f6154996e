"""The pool that holes are filled from: tactics, and two of them under an operator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.games.game import Game
from ttt_asp.strategies.composition import Composition, leaves
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import ANY, load_strategy
from ttt_asp.strategies.tactics import game_of

# The number of facts from which on a tactic is a table of positions, a book: no line of a strategy.
_TABLE = 10


@dataclass(frozen=True)
class Pool:
    """The terms that may be put into holes.

    Attributes:
        tactics: the names of the tactics in it, sorted, without `any`.
        fillers: all terms by their text.
        by_lines: whether each costs 1, instead of the number of tactics that it names.
        lines: other terms in it that are taken whole, as the lines of a given list.
    """

    tactics: tuple[str, ...]
    fillers: Mapping[str, Composition]
    by_lines: bool = False
    lines: tuple[str, ...] = ()

    @cached_property
    def cost(self) -> Mapping[str, int]:
        """Return the cost of each filler."""
        return {text: self.cost_of(term) for text, term in self.fillers.items()}

    def with_lines(self, lines: Sequence[Composition], alone: bool = False) -> "Pool":
        """Return the same pool with the lines of a given list.

        Args:
            lines: resolved terms.
            alone: leave out everything else.
        """
        rest = replace(self, tactics=(), fillers={}) if alone else self
        new = {str(line): line for line in lines if str(line) not in rest.fillers}
        whole = tuple(text for text in new if text != ANY)
        return replace(rest, fillers={**rest.fillers, **new}, lines=whole)

    def cost_of(self, term: Composition) -> int:
        """Return how many tactics a term names, at least 1; or 1 where each filler costs 1."""
        return 1 if self.by_lines else max(1, len(leaves(term)))


def pool_of(
    names: Sequence[str] | None,
    games: Sequence[Game],
    library: Library,
    pairs: Sequence[str] = (),
    by_lines: bool = False,
) -> Pool:
    """Return the pool of all terms that may be put into holes.

    Args:
        names: of tactics and `any`, exactly these; None for all that have a meaning in the games,
            and `any`, but for books.
        games: the boards on which the strategies are to stand.
        library: where names are looked up.
        pairs: `refine` and `either`, as far as two tactics under them may fill a hole too.
        by_lines: whether every filler costs 1, instead of the number of tactics that it names.

    Raises:
        InputError: a name is not a tactic's, or no tactic fits the games.
    """
    if names is None:
        names = [*(name for name in library.names("tactic") if _fits(name, games, library)), ANY]
    else:
        _check(names, games, library)
    if not names:
        raise wrong("no tactic of the pool fits the game", Location.argument("pool"))
    chosen = sorted({*names} - {ANY})
    alone = [Composition("tactic", name) for name in chosen]
    pairs_of = {"refine": permutations(alone, 2), "either": combinations(alone, 2)}
    fillers = [*alone, *([Composition(ANY)] if ANY in names else [])]
    for operator, terms in pairs_of.items():
        fillers += [Composition(operator, "", two) for two in terms if operator in pairs]
    return Pool(tuple(chosen), {str(term): term for term in fillers}, by_lines)


def _fits(name: str, games: Sequence[Game], library: Library) -> bool:
    source = library.entries[name].read()
    facts = sum(1 for statement in source.statements if statement.heads and not statement.body)
    if facts >= _TABLE:
        return False
    about = game_of(source)
    for game in games:
        if about is not None and about[0] != game.name:
            return False
        # nobody has to name the default game: who does is about that board
        if about and game.name == DEFAULT_GAME and not about[1].items() <= game.constants.items():
            return False
        try:
            if load_strategy(name, game.roles[0], game, library).warnings:
                return False
        except InputError:  # it speaks of what the game does not have
            return False
    return True


def _check(names: Sequence[str], games: Sequence[Game], library: Library) -> None:
    known = [*library.names("tactic"), ANY]
    for name in names:
        if name not in known:
            hint = nearest(name, known, "`ttt-asp list tactics` shows them all")
            raise wrong(f"there is no tactic {name}", Location.argument("pool"), hint)
        for game in games:
            load_strategy(name, game.roles[0], game, library)
