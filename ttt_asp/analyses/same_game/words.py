"""What the things of one game are called in another one that is the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import clingo

from ttt_asp.analyses.same_game.same import lines_between, squares_between
from ttt_asp.errors import Location, wrong
from ttt_asp.games.fact_kinds import Facts
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import closure, state_predicates
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature
from ttt_asp.programs.same_game import Pairing

Rows = frozenset[tuple[str, ...]]


@dataclass(frozen=True)
class Words:
    """Names of squares, lines and roles of one game in another one, and what is said of them.

    Attributes:
        first, second: the games. by: the map between them.
    """

    first: Game
    second: Game
    by: Pairing
    _same: dict[Signature, bool] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def squares(self) -> Mapping[str, str]:
        """The square of the second game for each square of the first."""
        return squares_between(self.first, self.second, self.by.moves)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The same of everything that has a name: squares, lines, roles."""
        lines = lines_between(self.first, self.second, self.by.moves)
        return {**lines, **self.by.roles, **self.squares}

    @cached_property
    def patterns(self) -> frozenset[Signature]:
        """Which terms squares and lines of the first game are: name and number of arguments."""
        facts = self.first.facts
        named = [row[0] for what in ("square", "line") for row in facts.get(what, ())]
        functions = (one for one in named if one.type == clingo.SymbolType.Function)
        return frozenset((one.name, len(one.arguments)) for one in functions)

    def refuse_others(self) -> None:
        """Refuse games whose moves are no marks on squares.

        Raises:
            InputError: one of them is no such game, or its squares cannot be told from numbers.
        """
        for game in (self.first, self.second):
            if game.laid_over:
                what = f"{game.name} has squares and lines that were recognised in its own words"
                hint = (
                    "it takes tactics as they are: play it by -g, or transfer between other games"
                    if game is self.second
                    else "nothing has to be transferred from it: it is a game of lines, and "
                    "strategies are in the words of those that the vocabulary has; name one by -g"
                )
                raise wrong(what, Location("--game" if game is self.first else "--to"), hint)
            if not {"square", "line"} <= set(game.facts) or ("marked", 2) not in game.defined:
                what = f"{game.name} is no game of marks on squares and lines"
                hint = "strategies are transferred between such games"
                raise wrong(what, Location("--game" if game is self.first else "--to"), hint)
        if any(square.isdigit() for square in self.squares):
            what = f"squares of {self.first.name} are numbers, which may mean other things too"
            raise wrong(what, Location("--game"), "transfer from the game with other names")

    def image(self, term: clingo.Symbol) -> str | None:
        """What a term of the first game is in the second; None for what has no name there."""
        if (known := self.names.get(str(term))) is not None:
            return known
        if term.type != clingo.SymbolType.Function:
            return str(term)
        if (term.name, len(term.arguments)) in self.patterns:
            return None
        inner = [self.image(argument) for argument in term.arguments]
        if None in inner:
            return None
        comma = "," if not term.name and len(inner) == 1 else ""
        said = ",".join(map(str, inner))
        return f"{term.name}({said}{comma})" if term.arguments else str(term)

    def images(self, rows: Iterable[Iterable[clingo.Symbol]]) -> Rows | None:
        """The same of tuples; None if one of them has no name there."""
        found = set()
        for row in rows:
            terms = [self.image(term) for term in row]
            if None in terms:
                return None
            found.add(tuple(map(str, terms)))
        return frozenset(found)

    def same(self, signature: Signature, mine: Facts) -> bool:
        """Whether a predicate that no position changes says the same in both games.

        Args:
            signature: which.
            mine: what holds in the first.
        """
        if signature not in self._same:
            self._same[signature] = self._compared(signature, mine)
        return self._same[signature]

    def _compared(self, signature: Signature, mine: Facts) -> bool:
        if signature not in self.second.defined or signature in stated(self.second):
            return False
        theirs = unchanging(self.second, (), frozenset({signature}))
        rows = frozenset(tuple(map(str, row)) for row in rows_of(theirs, signature))
        return self.images(rows_of(mine, signature)) == rows


def unchanging(game: Game, more: Sequence[Source], wanted: frozenset[Signature]) -> Facts:
    """The facts that no position changes.

    Args:
        game: which.
        more: files besides, of tactics.
        wanted: predicates of the vocabulary to be there.
    """
    sources = closure([game.rules, *more], game.vocabulary, wanted)
    return static_facts(sources, game.constants)


def stated(game: Game, more: Iterable[Source] = ()) -> frozenset[Signature]:
    """The predicates that depend on the position, those of files besides included."""
    return state_predicates([game.rules, *game.vocabulary, *more])


def rows_of(facts: Facts, signature: Signature) -> list[tuple[clingo.Symbol, ...]]:
    """The tuples of a predicate, sorted."""
    name, arity = signature
    return sorted(row for row in facts.get(name, ()) if len(row) == arity)
