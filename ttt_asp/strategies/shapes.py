"""What terms the arguments of predicates can be, as far as rules and constant facts say so.

Nothing is ground here: a term of a rule stands for whatever the rule's positive body lets it be,
an argument of a predicate for what its rules' heads have there. So more is taken to be possible
than is, never less: two terms that do not meet are never equal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import clingo
from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature, Statement
from ttt_asp.strategies.term_kinds import (
    Anything,
    Compound,
    Number,
    Part,
    Slot,
    Term,
    Written,
    compound,
    numeric,
)

# Terms within terms are compared so deep.
_DEEPEST = 6
# Actions, and what tactics call them where a game of lines was recognised.
_ACTION, _MEANT = Slot(("legal", 2), 1), Slot(("means", 3), 2)
# A variable, what an atom lets it be, and the atom.
Occurrence = tuple[str, Term, AST]
_Seen = frozenset[Slot]


@dataclass(frozen=True)
class Shapes:
    """The terms of a game's predicates, and of more files about its positions.

    Attributes:
        game: whose.
        sources: the files beside the game's and the vocabulary's.
        exact: whether the game's facts count, as `cell(1,4)` is no square of a board of 3x3; else
            the rules alone do, whatever the game's constants.
    """

    game: Game
    sources: Sequence[Source] = ()
    exact: bool = True
    _bound: dict[int, dict[str, Term]] = field(default_factory=dict, repr=False)
    _places: dict[int, list[Occurrence]] = field(default_factory=dict, repr=False)
    _values: dict[Term, tuple[Term, ...]] = field(default_factory=dict, repr=False)
    _met: dict[tuple[Term, Term], bool] = field(default_factory=dict, repr=False)

    def meet(self, one: Term, other: Term, depth: int = 0) -> bool:
        """Whether two terms can be equal; true also where nothing is known of one of them."""
        if depth > _DEEPEST or one == other:
            return True
        if (one, other) not in self._met:
            self._met[one, other] = self._meet(one, other, depth)
        return self._met[one, other]

    def _meet(self, one: Term, other: Term, depth: int) -> bool:
        theirs = self._all(other)
        symbols = frozenset(theirs)
        patterns = [term for term in theirs if not isinstance(term, clingo.Symbol)]
        nothing = True
        for term in self.values(one):  # the first that fits will do
            nothing = False
            others = patterns if isinstance(term, clingo.Symbol) else theirs
            if term in symbols or any(self._equal(term, another, depth) for another in others):
                return True
        return nothing or not theirs

    def _equal(self, one: Term, other: Term, depth: int) -> bool:
        if isinstance(one, Anything) or isinstance(other, Anything):
            return True
        if isinstance(one, Number) or isinstance(other, Number):
            return numeric(one) and numeric(other)
        mine, theirs = compound(one), compound(other)
        if mine is None or theirs is None:
            return one == other
        pairs = zip(mine.arguments, theirs.arguments, strict=False)
        same = (mine.name, len(mine.arguments)) == (theirs.name, len(theirs.arguments))
        return same and all(self.meet(a, b, depth + 1) for a, b in pairs)

    def _all(self, term: Term) -> tuple[Term, ...]:
        if term not in self._values:
            self._values[term] = tuple(dict.fromkeys(self.values(term)))
        return self._values[term]

    def values(self, term: Term, seen: _Seen = frozenset()) -> Iterator[Term]:
        """What a term can be: symbols, numbers, compound terms, anything."""
        if isinstance(term, Slot):
            if term not in seen:
                yield from self._slot(term, seen | {term})
        elif isinstance(term, Part):
            for whole in self.values(term.whole, seen):
                found = compound(whole)
                if isinstance(whole, Anything):
                    yield whole
                elif found and (found.name, len(found.arguments)) == (term.name, term.arity):
                    yield from self.values(found.arguments[term.place], seen)
        elif isinstance(term, Written):
            yield from self._written(term, seen)
        else:
            yield term

    def _slot(self, slot: Slot, seen: _Seen) -> Iterator[Term]:
        name, arity = slot.signature
        if slot.signature == ("true", 1):
            name = "base"
        if slot == _ACTION and _MEANT.signature in self.game.defined:
            yield from self._slot(_MEANT, seen)
        if self.exact and (rows := [r for r in self.game.facts.get(name, ()) if len(r) == arity]):
            yield from dict.fromkeys(row[slot.place] for row in rows)
            return
        heads = self._heads.get((name, arity), ())
        if not heads:
            yield Anything()
        for node, rule in heads:  # what has pools for arguments is refused elsewhere
            yield from self.values(Written(node.arguments[slot.place], rule), seen)

    def _written(self, term: Written, seen: _Seen) -> Iterator[Term]:
        node = term.node
        kind = node.ast_type
        if kind == ASTType.SymbolicTerm:
            symbol = node.symbol
            known = symbol.type != clingo.SymbolType.Function or symbol.arguments
            yield (
                Number()
                if not self.exact and numeric(symbol)
                else (symbol if known or symbol.name not in self.game.constants else Anything())
            )
        elif kind == ASTType.Function and not node.external:
            arguments = tuple(Written(one, term.rule) for one in node.arguments)
            yield Compound(node.name, arguments)
        elif kind == ASTType.Pool:
            for one in node.arguments:
                yield from self.values(Written(one, term.rule), seen)
        elif kind in (ASTType.Interval, ASTType.BinaryOperation):
            yield Number()
        elif kind == ASTType.Variable and node.name in (bound := self.bound(term.rule)):
            yield from self.values(bound[node.name], seen)
        else:
            yield Anything()

    def bound(self, rule: Statement) -> dict[str, Term]:
        """What the first positive atom of a rule's body that has a variable lets it be."""
        if id(rule) not in self._bound:
            found: dict[str, Term] = {}
            for name, term, _ in self.occurrences(rule):
                found.setdefault(name, term)
            for literal in rule.node.body:
                for name in _counted(literal):
                    found.setdefault(name, Number())
            self._bound[id(rule)] = found
        return self._bound[id(rule)]

    def occurrences(self, rule: Statement) -> list[Occurrence]:
        """Where variables stand in the positive atoms of a rule's body.

        What other tactics recommend says nothing.
        """
        if id(rule) not in self._places:
            self._places[id(rule)] = list(_occurrences(rule))
        return self._places[id(rule)]

    @cached_property
    def _heads(self) -> Mapping[Signature, list[tuple[AST, Statement]]]:
        found: dict[Signature, list[tuple[AST, Statement]]] = {}  # no questions asked yet
        for source in (self.game.rules, *self.game.vocabulary, *self.sources):
            for statement in source.statements:
                for atom in statement.heads:
                    found.setdefault(atom.signature, []).append((atom.term, statement))
        return found


def _occurrences(rule: Statement) -> Iterator[Occurrence]:
    for literal in rule.node.body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type != ASTType.SymbolicAtom:
            continue
        function = literal.atom.symbol
        if function.ast_type != ASTType.Function:
            continue
        name, arguments = function.name, list(function.arguments)
        if name == "suggests" and len(arguments) == 3:
            continue
        for place, argument in enumerate(arguments):
            for variable, term in inside(argument, Slot((name, len(arguments)), place)):
                yield variable, term, function


def inside(node: AST, whole: Term, depth: int = 0) -> Iterator[tuple[str, Term]]:
    """The variables in a term, each with what it is if the term is one of `whole`.

    Those that stand very deep are left out.
    """
    kind = node.ast_type
    if kind == ASTType.Variable and node.name != "_":
        yield node.name, whole
    elif depth == _DEEPEST:
        return
    elif kind == ASTType.Function and not node.external:
        for place, argument in enumerate(node.arguments):
            part = Part(whole, node.name, len(node.arguments), place)
            yield from inside(argument, part, depth + 1)
    elif kind == ASTType.BinaryOperation:
        for side in (node.left, node.right):
            yield from inside(side, Number(), depth + 1)


def _counted(literal: AST) -> Iterator[str]:
    """The variables that a comparison makes numbers: I = 1..3, K = N-1."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return
    atom = literal.atom
    if atom.ast_type != ASTType.Comparison or len(atom.guards) != 1:
        return
    guard = atom.guards[0]
    if guard.comparison != ComparisonOperator.Equal or atom.term.ast_type != ASTType.Variable:
        return
    if guard.term.ast_type in (ASTType.Interval, ASTType.BinaryOperation):
        yield atom.term.name
