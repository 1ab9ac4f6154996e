"""Holes: places in a strategy's term for which tactics are to be found, and the pool of these.

`?` is a hole, `?NAME` the same one wherever the name stands, and `...` between the operands of a
`first` any number of holes that may stay empty. A hole becomes a tactic with a name that no file
can have, so a term with holes goes the way of every other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, permutations, product

from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.games.game import Game
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import ANY, load_strategy
from ttt_asp.strategies.tactics import game_of
from ttt_asp.strategies.terms import OPERATORS, Composition, leaves


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole.

    Attributes:
        name: the tactic that stands for it, as `_hole_1_1`.
        follows: for a line of `...`, the hole of the line before; empty for the first.
        spare: whether it may stay empty, as such a line may.
    """

    name: str
    follows: str = ""
    spare: bool = False


@dataclass
class Holes:
    """The holes of strategies, in the order in which they stand there.

    Attributes:
        lines: the number of holes that `...` stands for.
        found: the holes by name. places: the number of places of each in the terms.
    """

    lines: int
    found: dict[str, Hole] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def replaced(self, node: Composition, number: int) -> Composition:
        """Replace the holes of a parsed term by tactics.

        Args:
            node: the term.
            number: the strategy's number; its unnamed holes are its own.

        Raises:
            InputError: `...` stands elsewhere than once between the operands of a `first`.
        """
        if node.operator == "lines":
            raise wrong("... stands for lines of a first(...)", node.location, "first(..., any)")
        if node.operator == "hole":
            name = f"_hole_{node.name}" if node.name else f"_hole_{number}_{len(self.found) + 1}"
            return self._tactic(Hole(name), node)
        many = [operand for operand in node.operands if operand.operator == "lines"]
        if node.operator == "first" and many:
            if len(many) > 1:
                raise wrong("one ... is enough in a first(...)", many[1].location, "leave it out")
            operands: list[Composition] = []
            for operand in node.operands:
                if operand.operator == "lines":
                    operands += self._lines(operand, number, alone=len(node.operands) == 1)
                else:
                    operands.append(self.replaced(operand, number))
            return replace(node, operands=tuple(operands))
        return replace(node, operands=tuple(self.replaced(o, number) for o in node.operands))

    def _lines(self, node: Composition, number: int, alone: bool) -> Iterator[Composition]:
        if self.lines > (most := OPERATORS["first"][1]):
            raise wrong(f"... is {most} lines at most", Location.argument("lines"), "as 8")
        before = ""
        for _ in range(self.lines):
            name = f"_hole_{number}_{len(self.found) + 1}"
            spare = bool(before) or not alone  # a list has a line
            yield self._tactic(Hole(name, before, spare), node)
            before = name

    def _tactic(self, hole: Hole, node: Composition) -> Composition:
        self.found.setdefault(hole.name, hole)
        self.places[hole.name] = self.places.get(hole.name, 0) + 1
        return Composition("tactic", hole.name, (), node.location)


def fill_holes(node: Composition, fillers: Mapping[str, Composition]) -> Composition | None:
    """Fill the holes of a term; return None for a hole that stays empty.

    Args:
        node: a term with tactics for its holes.
        fillers: the filler of each hole, by the hole's name.
    """
    if node.operator == "tactic" and node.name.startswith("_hole_"):
        return fillers.get(node.name)
    filled = [fill_holes(operand, fillers) for operand in node.operands]
    operands = [operand for operand in filled if operand is not None]
    if node.operator == "first" and len(operands) == 1:
        return operands[0]
    return replace(node, operands=tuple(operands))


# What stands for nothing where a hole stays empty.
EMPTY = "0"
# What has to be in some holes for two terms to be the same: pairs of a hole's name and a hole's
# name, a term, or `EMPTY`.
Equations = Sequence[tuple[str, str]]


def repetitions(
    node: Composition, holes: Holes, fillers: Mapping[str, Composition]
) -> Iterator[Equations]:
    """Find fillings by which a line of a `first` repeats an earlier one and so never decides.

    Args:
        node: a resolved term with tactics for its holes.
        holes: the holes behind these tactics.
        fillers: the terms that may be put into them, by their texts.

    Yields:
        The filler of each hole in such a filling; `EMPTY` for none.
    """
    fillers = {text: term for text, term in fillers.items() if text != INVENTED}
    if node.operator == "first":
        for number, later in enumerate(node.operands):
            for earlier in node.operands[:number]:
                if _has_hole(earlier) or _has_hole(later):
                    shapes = product(_shortened(earlier, holes), _shortened(later, holes))
                    for (empty, term), (more, other) in shapes:
                        for equations in _equal(term, other, fillers):
                            yield tuple(dict.fromkeys([*empty, *more, *equations]))
    for operand in node.operands:
        yield from repetitions(operand, holes, fillers)


def _shortened(node: Composition, holes: Holes) -> Iterator[tuple[Equations, Composition]]:
    """Yield a term with fewer and fewer of its spare holes, and the holes that are empty then."""
    lines = [o.name for o in node.operands if o.name in holes.found and holes.found[o.name].spare]
    for number in range(len(lines) + 1):
        kept = [operand for operand in node.operands if operand.name not in lines[number:]]
        for inner in product(*(_shortened(operand, holes) for operand in kept)):
            empty = [(name, EMPTY) for name in lines[number : number + 1]]
            for equations, _ in inner:
                empty += equations
            operands = tuple(operand for _, operand in inner)
            alone = node.operator == "first" and len(operands) == 1
            yield empty, operands[0] if alone else replace(node, operands=operands)


def _equal(
    first: Composition, other: Composition, fillers: Mapping[str, Composition]
) -> Iterator[Equations]:
    """Yield the fillings that make two terms equal, one for each way."""
    for hole, term in ((first, other), (other, first)):
        if not hole.name.startswith("_hole_"):
            continue
        if hole.name == term.name:
            yield []
        elif term.name.startswith("_hole_") or str(term) in fillers:
            yield [(hole.name, str(term))]
        elif _has_hole(term):
            for text, filler in fillers.items():
                yield from ([(hole.name, text), *more] for more in _equal(term, filler, fillers))
        return
    same = (first.operator, first.name) == (other.operator, other.name)
    if same and len(first.operands) == len(other.operands):
        pairs = zip(first.operands, other.operands, strict=True)
        for ways in product(*(_equal(*pair, fillers) for pair in pairs)):
            yield list(chain.from_iterable(ways))


def _has_hole(node: Composition) -> bool:
    """Whether a term has a tactic that stands for a hole."""
    return any(name.startswith("_hole_") for name, _ in leaves(node))


# The filler that stands for rules made of literals, a name that no tactic can have. Whether two
# such holes are filled alike is not known before.
INVENTED = "_invented"
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
        literals: the names of tactics, each a literal, of which `INVENTED` rules are made.
    """

    tactics: tuple[str, ...]
    fillers: Mapping[str, Composition]
    by_lines: bool = False
    lines: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()

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
