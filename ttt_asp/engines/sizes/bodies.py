"""What bodies of rules say, as formulas about the shapes of atoms that there are.

Counts are said by witnesses: two at least are some one and another one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from ttt_asp.claims.integers import Name, Term
from ttt_asp.engines.sizes.formulas import Formula
from ttt_asp.engines.sizes.logic import FALSE, TRUE, bound, every, negated, some, substituted
from ttt_asp.engines.sizes.matches import Match, put
from ttt_asp.engines.sizes.matching import Matcher
from ttt_asp.engines.sizes.rules import Atom, Conditional, Count, Literal
from ttt_asp.engines.sizes.values import Structure, Value, same

# Names that are bound, what is counted for them, and where it is.
Counted: TypeAlias = tuple[tuple[str, ...], Value, Formula]


@dataclass(frozen=True)
class Bodies:
    """Translates bodies.

    Attributes:
        matcher: matches them, all shapes being known.
    """

    matcher: Matcher

    def said(self, body: Iterable[Literal], found: Match) -> Formula:
        """What a matched body says, what binds no variables included; names are not bound yet."""
        return every([*found.formulas, *(self._unmatched(one, found) for one in body)])

    def _unmatched(self, literal: Literal, found: Match) -> Formula:
        """What matching passes over."""
        match literal:
            case Atom(term, False):
                return negated(self.holding(term, found))
            case Conditional(inner, condition):
                return self._conditional(inner, condition, found)
            case Count():
                return self._count(literal, found)
        return TRUE

    def holding(self, term: Structure, found: Match) -> Formula:
        """Where an atom holds."""
        self.matcher.structure(term, found)  # refused where that is computed from no number
        ways = []
        for shape in self.matcher.shapes.get((term.name, len(term.arguments)), ()):
            met = self.matcher.meet(term, shape, Match(found.values))
            if met is not None:
                ways.append(bound(met.names, every(met.formulas)))
        return some(ways)

    def _conditional(self, literal: Atom, condition: Sequence[Literal], found: Match) -> Formula:
        ways = []
        for met in self.matcher.matches(condition, Match(found.values)):
            holds = self.holding(literal.term, met)
            fails = negated(holds) if literal.positive else holds
            ways.append(bound(met.names, every([self.said(condition, met), fails])))
        return negated(some(ways))

    def _count(self, literal: Count, found: Match) -> Formula:
        counted = [
            (met.names, self.matcher.value(literal.counted, met), self.said(literal.condition, met))
            for met in self.matcher.matches(literal.condition, Match(found.values))
        ]
        more = FALSE if literal.most is None else self._least(literal.most + 1, counted)
        said = every([self._least(literal.least, counted), negated(more)])
        return negated(said) if literal.negated else said

    def _least(self, number: int, counted: Sequence[Counted]) -> Formula:
        """Where so many there are, or more."""
        if number <= 0:
            return TRUE
        ways = []
        for chosen in combinations_with_replacement(counted, number):
            witnesses = [self._renamed(one) for one in chosen]
            names = [name for one in witnesses for name in one[0]]
            differ = (
                negated(same(*pair)) for pair in combinations([v for _, v, _ in witnesses], 2)
            )
            ways.append(bound(names, every([*(said for _, _, said in witnesses), *differ])))
        return some(ways)

    def _renamed(self, counted: Counted) -> Counted:
        names = {name: self.matcher.fresh(name) for name in counted[0]}
        terms: dict[str, Term] = {name: Name(new) for name, new in names.items()}
        return tuple(names.values()), put(counted[1], terms), substituted(counted[2], terms)
