"""What bodies of rules say, as formulas about the shapes of atoms that there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ttt_asp.engines.sizes.counts import Tallies
from ttt_asp.engines.sizes.formulas import Formula
from ttt_asp.engines.sizes.logic import TRUE, bound, every, negated, some
from ttt_asp.engines.sizes.matches import Match
from ttt_asp.engines.sizes.matching import Matcher
from ttt_asp.engines.sizes.rules import Atom, Conditional, Count, Literal
from ttt_asp.engines.sizes.values import Structure


@dataclass(frozen=True)
class Bodies:
    """Translates bodies.

    Attributes:
        matcher: matches them, all shapes being known.
        tallies: takes down what is counted.
    """

    matcher: Matcher
    tallies: Tallies

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
        limit = self.matcher.value(literal.limit, found)
        return self.tallies.compared(limit, literal.operator, counted)
