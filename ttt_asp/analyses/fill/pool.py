"""What may be put into holes: tactics, and two of them under an operator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.games.game import Game
from ttt_asp.strategies.composition import Composition, leaves
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import ANY, load_strategy

# A tactic with so many facts is a table of positions, a book: no line of a strategy.
_TABLE = 10


@dataclass(frozen=True)
class Pool:
    """What may be put into holes.

    Attributes:
        tactics: the names of the tactics in it, sorted, without `any`.
        fillers: all terms by their text.
        cost: of each.
        by_lines: whether that is 1, instead of the number of tactics that it names.
        lines: other terms in it that are taken whole, as the lines of a given list.
    """

    tactics: tuple[str, ...]
    fillers: Mapping[str, Composition]
    cost: Mapping[str, int]
    by_lines: bool = False
    lines: tuple[str, ...] = ()

    def with_lines(self, lines: Sequence[Composition], alone: bool = False) -> "Pool":
        """The same pool with the lines of a given list.

        Args:
            lines: resolved terms.
            alone: leave out everything else.
        """
        fillers = {} if alone else dict(self.fillers)
        new = {str(line): line for line in lines if str(line) not in fillers}
        cost = {text: self.cost_of(line) for text, line in new.items()}
        kept = {} if alone else dict(self.cost)
        whole = tuple(text for text in new if text != ANY)
        tactics = () if alone else self.tactics
        return Pool(tactics, fillers | new, kept | cost, self.by_lines, whole)

    def cost_of(self, term: Composition) -> int:
        """How many tactics a term names, or 1; at least that."""
        return 1 if self.by_lines else max(1, len(leaves(term)))


def pool_of(
    names: Sequence[str] | None,
    games: Sequence[Game],
    library: Library,
    pairs: Sequence[str] = (),
    by_lines: bool = False,
    argument: str = "pool",
) -> Pool:
    """Everything that may be put into holes.

    Args:
        names: of tactics and `any`, exactly these; None for all that have a meaning in the games,
            and `any`, but for books.
        games: the boards on which the strategies are to stand.
        library: where names are looked up.
        pairs: `refine` and `either`, as far as two tactics under them may fill a hole too.
        by_lines: whether every filler costs 1, instead of the number of tactics that it names.
        argument: by which the names were given, for messages.

    Raises:
        InputError: a name is none of a tactic, or nothing fits the games.
    """
    if names is None:
        chosen = [name for name in library.names("tactic") if _fits(name, games, library)]
        with_any = True
    else:
        chosen = sorted({*_checked(names, games, library, argument)} - {ANY})
        with_any = ANY in names
    if not chosen and not with_any:
        raise wrong("no tactic of the pool fits the game", Location.argument(argument))
    found = {name: Composition("tactic", name) for name in chosen}
    if with_any:
        found[ANY] = Composition(ANY)
    alone = list(found.values())[: len(chosen)]
    both = [Composition("refine", "", two) for two in permutations(alone, 2) if "refine" in pairs]
    both += [Composition("either", "", two) for two in combinations(alone, 2) if "either" in pairs]
    found |= {str(term): term for term in both}
    pool = Pool(tuple(chosen), found, {}, by_lines)
    return replace(pool, cost={text: pool.cost_of(term) for text, term in found.items()})


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


def _checked(
    names: Sequence[str], games: Sequence[Game], library: Library, argument: str
) -> Sequence[str]:
    known = [*library.names("tactic"), ANY]
    for name in names:
        if name not in known:
            hint = nearest(name, known, "`ttt-asp list tactics` shows them all")
            raise wrong(f"there is no tactic {name}", Location.argument(argument), hint)
        for game in games:
            load_strategy(name, game.roles[0], game, library)
    return names
