"""What bodies of rules say, as formulas about the shapes of atoms that there are."""

from collections.abc import Iterable
from dataclasses import dataclass

from ttt_asp.engines.sizes.counts import Tallies
from ttt_asp.engines.sizes.formulas import Formula
from ttt_asp.engines.sizes.logic import FALSE, TRUE, bound, every, negated, some
from ttt_asp.engines.sizes.matches import Match
from ttt_asp.engines.sizes.matching import Matcher
from ttt_asp.engines.sizes.rules import Atom, Comparison, Conditional, Count, Literal
from ttt_asp.engines.sizes.values import Structure, Value


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
            case Atom(term, positive, twice) if twice or not positive:
                if not self._has(term, found):
                    return FALSE
                holds = self.holding(term, found)
                return holds if positive else negated(holds)
            case Conditional(literal, condition):
                return self._conditional(literal, condition, found)
            case Count():
                return self._count(literal, found)
        return TRUE

    def _has(self, term: Value, found: Match) -> bool:
        return self.matcher.value(term, found) is not None

    def holding(self, term: Structure, found: Match) -> Formula:
        """Where an atom holds, for some values of what has none."""
        ways = []
        for shape in self.matcher.shapes.get((term.name, len(term.arguments)), ()):
            start = Match(found.values)
            met = self.matcher.meet(term, shape, start)
            if met is not None:
                ways.append(bound(met.names, every(met.formulas)))
        return some(ways)

    def _conditional(
        self, literal: Literal, condition: tuple[Literal, ...], found: Match
    ) -> Formula:
        ways = []
        for met in self.matcher.matches(condition, Match(found.values)):
            fails = negated(self._literal(literal, met))
            ways.append(bound(met.names, every([self.said(condition, met), fails])))
        return negated(some(ways))

    def _literal(self, literal: Literal, found: Match) -> Formula:
        """What the literal of a conditional one says; what has no value is not asked for."""
        match literal:
            case Atom(term, positive):
                if not self._has(term, found):
                    return TRUE
                holds = self.holding(term, found)
                return holds if positive else negated(holds)
            case Comparison():
                return self.matcher.compared(literal, found)
        return self._unmatched(literal, found)

    def _count(self, literal: Count, found: Match) -> Formula:
        counted: list[tuple[tuple[str, ...], Value, Formula]] = []
        for element in literal.elements:
            for met in self.matcher.matches(element.condition, Match(found.values)):
                value = self.matcher.value(element.counted, met)
                if value is not None:
                    counted.append((met.names, value, self.said(element.condition, met)))
        said = []
        for term, operator in literal.guards:
            limit = self.matcher.value(term, found)
            said.append(self.tallies.compared(limit, operator, counted))
        return every(said) if literal.positive else negated(every(said))
