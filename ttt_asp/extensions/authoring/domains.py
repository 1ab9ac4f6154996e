"""The terms that arguments of predicates can be, as far as rules and constant facts say so.

Nothing is ground here: a variable of a rule stands for the terms that the first positive atom with
it in the rule's body allows, an argument of a predicate for those in its rules' heads. So terms may
wrongly be taken as possible, never as impossible: two terms that do not meet are never equal.

The words of a game, of which its tactics may speak, are its actions and fluents, as such terms, and
its relations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from math import prod

import clingo
from clingo.ast import AST, ASTType, Sign

from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import GAME, Heads, heads_of
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature, Statement, nodes_in, signatures

# Symbols that no file can have: any term, any number; they may stand within terms.
ANYTHING, NUMBER = clingo.Function("_"), clingo.Function("#number")
Domain = frozenset[clingo.Symbol]
_ANY, _NUMBER = Domain((ANYTHING,)), Domain((NUMBER,))
_ARITHMETIC = ASTType.Interval, ASTType.BinaryOperation
# Terms of a domain, at most; ANYTHING replaces a larger one.
_MOST = 1000
# Functions around a term, at most; ANYTHING replaces a deeper term.
_DEEPEST = 2


@dataclass(frozen=True, slots=True)
class Place:
    """An argument of a predicate, the first being 0, or a place within it.

    Attributes:
        signature: the predicate's. argument: its number.
        within: the functions around it, the outermost first: name, arity, and which argument.
    """

    signature: Signature
    argument: int
    within: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Written:
    """A term as it stands in a rule, whose body says what its variables can be."""

    node: AST
    rule: Statement


Term = Place | Written | clingo.Symbol
# A variable, its possible terms by an atom, and the atom.
Occurrence = tuple[str, Term, AST]
# Actions, and their names in tactics if a game of lines was recognised.
ACTION, _MEANT = Place(("legal", 2), 1), Place(("means", 3), 2)


# The terms that facts give to a place, and the terms of other heads there, with their rules.
_Given = tuple[Domain, Sequence[tuple[AST, Statement]]]


@dataclass(frozen=True)
class Domains:
    """The terms of a game's predicates, and of more files about its positions.

    Attributes:
        game: the game.
        sources: the files beside the game's and the vocabulary's.
        exact: whether the game's facts count, as `cell(1,4)` is no square of a board of 3x3; else
            the rules alone do, whatever the game's constants.
    """

    game: Game
    sources: Sequence[Source] = ()
    exact: bool = True
    _found: dict[Place, Domain] = field(default_factory=dict, repr=False)
    _given: dict[Place, _Given] = field(default_factory=dict, repr=False)
    _unsettled: list[Place] = field(default_factory=list, repr=False)
    _occurrences: dict[int, list[Occurrence]] = field(default_factory=dict, repr=False)
    _variables: dict[int, dict[str, Term]] = field(default_factory=dict, repr=False)

    def meet(self, term: Term, other: Term) -> bool:
        """Whether two terms can be equal; true also where nothing is known of one of them."""
        mine, theirs = self.of(term), self.of(other)
        if not mine or not theirs or not mine.isdisjoint(theirs):
            return True
        return _any_equal(mine, theirs) or _any_equal(theirs, mine)

    def of(self, term: Term) -> Domain:
        """Return the ground terms that a term can be."""
        if isinstance(term, Written):
            return self._written(term.node, term.rule)
        if not isinstance(term, Place):
            return frozenset((term,))
        terms = self._argument(Place(term.signature, term.argument))
        for *functor, place in term.within:
            parts = (symbol.arguments[place] for symbol in terms if _functor(symbol) == functor)
            terms = frozenset(parts) | terms & _ANY
        return terms

    def shown(self, place: Place) -> list[str]:
        """Write the terms at a place as people do; those with variables as rules have them."""
        terms, texts = self.of(place), dict[str, None]()
        for node, rule in [] if place.within else self._terms_at(place)[1]:
            if node.ast_type == ASTType.Function:
                terms -= self._written(node, rule)
                texts[str(node)] = None
        return [*(str(symbol) for symbol in sorted(terms) if not _has_variables(symbol)), *texts]

    def _argument(self, place: Place) -> Domain:
        """Return the terms that an argument can be: the least fixpoint over the rules' heads."""
        if place not in self._found:
            self._found[place] = frozenset()
            first = not self._unsettled
            self._unsettled.append(place)
            self._grows(place)
            if first:  # what was found on the way may rest on what was not yet known
                grown = True
                while grown:
                    grown = False
                    for unsettled in self._unsettled:
                        grown |= self._grows(unsettled)
                self._unsettled.clear()
        return self._found[place]

    def _grows(self, place: Place) -> bool:
        before, (facts, heads) = self._found[place], self._given_at(place)
        if place == ACTION and _MEANT.signature in self.game.defined:
            facts |= self._argument(_MEANT)
        self._found[place] = before.union(facts, *(self._written(*head) for head in heads))
        return self._found[place] != before

    def _given_at(self, place: Place) -> _Given:
        """Return the terms at a place; those of facts, of which a book has thousands, only once."""
        if place not in self._given:
            terms, heads = self._terms_at(place)
            ruled = [head for head in heads if head[1].body]
            facts: dict[object, tuple[AST, Statement]] = {}
            for node, rule in heads:
                if not rule.body:
                    text = str(node)
                    has_variables = text != text.lower()
                    facts[(text, id(rule)) if has_variables else text] = node, rule
            terms = terms.union(*(self._written(*fact) for fact in facts.values()))
            self._given[place] = terms, ruled
        return self._given[place]

    def _terms_at(self, place: Place) -> tuple[Domain, list[tuple[AST, Statement]]]:
        """Return the terms of facts there; else those in the heads of rules, with the rules."""
        name, arity = place.signature if place.signature != ("true", 1) else ("base", 1)
        rows = [row for row in self.game.facts.get(name, ()) if len(row) == arity]
        if self.exact and rows:
            return frozenset(row[place.argument] for row in rows), []
        # pools of whole argument lists are refused elsewhere
        heads = self._heads.get((name, arity), ())
        heads_there = [(atom.term.arguments[place.argument], rule) for atom, rule in heads]
        return frozenset() if heads_there else _ANY, heads_there

    def _written(self, node: AST, rule: Statement) -> Domain:
        kind = node.ast_type
        if kind == ASTType.SymbolicTerm:
            symbol = node.symbol
            if not self.exact and symbol.type == clingo.SymbolType.Number:
                return _NUMBER
            return _ANY if str(symbol) in self.game.constants else Domain((symbol,))
        if kind == ASTType.Function and not node.external:
            unknown = Domain() if self._unsettled else _ANY  # of a clash that is told elsewhere
            parts = [self._written(argument, rule) or unknown for argument in node.arguments]
            if prod(map(len, parts)) > _MOST:
                parts = [_ANY] * len(parts)
            return frozenset(_truncated(clingo.Function(node.name, row)) for row in product(*parts))
        if kind == ASTType.Pool:
            return frozenset().union(*(self._written(term, rule) for term in node.arguments))
        if kind == ASTType.Variable:
            return self.of(self._bound(rule).get(node.name, ANYTHING))
        return _NUMBER if kind in _ARITHMETIC else _ANY

    def _bound(self, rule: Statement) -> Mapping[str, Term]:
        """Return for each variable its place in the first positive atom of the body with it."""
        if id(rule) not in self._variables:
            first = {name: term for name, term, _ in reversed(self.occurrences(rule))}
            self._variables[id(rule)] = dict.fromkeys(_numeric_variables(rule), NUMBER) | first
        return self._variables[id(rule)]

    def occurrences(self, rule: Statement) -> list[Occurrence]:
        """List where variables stand in the positive atoms of a rule's body.

        Atoms about what other tactics recommend are left out, as they say nothing.
        """
        if id(rule) not in self._occurrences:
            occurrences = self._occurrences[id(rule)] = []
            for literal in rule.node.body:
                if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
                    continue
                function = getattr(literal.atom, "symbol", None)
                if function is None or function.ast_type != ASTType.Function:
                    continue
                signature = function.name, len(function.arguments)
                for place, argument in enumerate(function.arguments):
                    if signature != ("suggests", 3):
                        known = variables_in(argument, Place(signature, place))
                        occurrences += [(variable, term, function) for variable, term in known]
        return self._occurrences[id(rule)]

    @cached_property
    def _heads(self) -> Heads:
        return heads_of((self.game.rules, *self.game.vocabulary, *self.sources))


def _functor(term: clingo.Symbol) -> list[str | int]:
    """Return a term's name and its number of arguments; [] if it is no function."""
    return [term.name, len(term.arguments)] if term.type == clingo.SymbolType.Function else []


@lru_cache(maxsize=1 << 14)
def _truncated(term: clingo.Symbol, depth: int = _DEEPEST) -> clingo.Symbol:
    if term.type != clingo.SymbolType.Function or not term.arguments:
        return term
    inner = [_truncated(symbol, depth - 1) for symbol in term.arguments] if depth else []
    return clingo.Function(term.name, inner) if depth else ANYTHING


@lru_cache(maxsize=1 << 14)
def _has_variables(term: clingo.Symbol) -> bool:
    """Whether a term stands for several terms."""
    if term.type != clingo.SymbolType.Function:
        return False
    return term in (ANYTHING, NUMBER) or any(map(_has_variables, term.arguments))


def _any_equal(symbols: Domain, others: Domain) -> bool:
    """Whether a term with variables can be equal to any of the others."""
    for symbol in filter(_has_variables, symbols):
        if any(_equal(symbol, other) for other in others):
            return True
    return False


def _equal(symbol: clingo.Symbol, other: clingo.Symbol) -> bool:
    if symbol == other or ANYTHING in (symbol, other):
        return True
    if NUMBER in (symbol, other):
        return clingo.SymbolType.Number in (symbol.type, other.type)
    functor = _functor(symbol)
    if not functor or functor != _functor(other):
        return False
    return all(map(_equal, symbol.arguments, other.arguments))


def variables_in(node: AST, whole: Term) -> Iterator[tuple[str, Term]]:
    """Yield the variables in a term, each with its possible terms if the term is one of `whole`."""
    kind = node.ast_type
    if kind == ASTType.Variable and node.name != "_":
        yield node.name, whole
    elif kind == ASTType.Function and not node.external and isinstance(whole, Place):
        for place, argument in enumerate(node.arguments):
            step = (node.name, len(node.arguments), place)
            part = Place(whole.signature, whole.argument, (*whole.within, step))
            yield from variables_in(argument, part)
    elif kind == ASTType.BinaryOperation:  # sums may be long
        for inner in nodes_in(node, (ASTType.Function, ASTType.UnaryOperation)):
            if inner.ast_type == ASTType.Variable:
                yield from variables_in(inner, NUMBER)


def _numeric_variables(rule: Statement) -> Iterator[str]:
    """Yield the variables that comparisons make numbers: I = 1..3, K = N-1."""
    for literal in rule.node.body:
        atom = literal.atom if literal.ast_type == ASTType.Literal else literal
        if atom.ast_type != ASTType.Comparison or literal.sign != Sign.NoSign:
            continue
        kinds = [guard.term.ast_type for guard in atom.guards]
        if len(kinds) == 1 and kinds[0] in _ARITHMETIC and str(atom.guards[0]).startswith(" = "):
            yield str(atom.term)


# What a game's file says to the prover, and tactics have no use for.
_OF_THE_PROVER = signatures(
    "drawn/4 glyph/2 horizon/1 input/2 invalid/1 lemma/1 place/3 target/3 to_move/2"
)
# How many constants, or numbers that are no interval, are written out in a pool.
_LISTED = 6


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a game, as rules have them.

    Attributes:
        actions, fluents: each a term for all with one function, `mark(cell(1..3,1..3))`; `_` is any
            term, `N` any number, and in pools `...` stands for more.
        relations: the further predicates of the game's own file, `line/1`.
    """

    actions: tuple[str, ...]
    fluents: tuple[str, ...]
    relations: tuple[str, ...]


def words_of(game: Game) -> Words:
    """Return the words of a game; of actions as far as rules tell them without being ground."""
    own = sorted(game.rules.defined - GAME - _OF_THE_PROVER)
    return Words(
        tuple(_terms(Domains(game).of(ACTION))),
        tuple(_terms(fluent for (fluent,) in game.facts.get("base", ()))),
        tuple(f"{name}/{arity}" for name, arity in own),
    )


def _terms(symbols: Iterable[clingo.Symbol]) -> list[str]:
    """Return a term for all symbols with the same function, in the order of the first ones."""
    groups: dict[tuple[str, int] | None, list[clingo.Symbol]] = {}
    for symbol in sorted(set(symbols)):
        compound = symbol.type == clingo.SymbolType.Function and symbol.arguments
        groups.setdefault((symbol.name, len(symbol.arguments)) if compound else None, []).append(
            symbol
        )
    terms = []
    for functor, group in groups.items():
        if functor is None:
            terms += _plain(group)
        else:
            columns = zip(*(symbol.arguments for symbol in group), strict=True)
            terms.append(f"{functor[0]}({','.join(map(_pool, columns))})")
    return terms


def _pool(symbols: Iterable[clingo.Symbol]) -> str:
    """Return a term that stands for several, as clingo writes it."""
    terms = _terms(symbols)
    return terms[0] if len(terms) == 1 else f"({';'.join(terms)})"


def _plain(symbols: list[clingo.Symbol]) -> list[str]:
    """Return constants and numbers; an interval of numbers as one term."""
    if ANYTHING in symbols:
        return ["_"]
    if NUMBER in symbols:
        return ["N"]
    numbers = [s.number for s in symbols if s.type == clingo.SymbolType.Number]
    others = [str(s) for s in symbols if s.type != clingo.SymbolType.Number]
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        shown = [f"{numbers[0]}..{numbers[-1]}", *others]
    else:
        shown = [*map(str, numbers), *others]
    return shown if len(shown) <= _LISTED else [*shown[: _LISTED - 1], "..."]
