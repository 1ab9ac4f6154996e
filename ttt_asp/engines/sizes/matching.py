"""Bodies of rules, matched with the shapes of atoms that there may be: grounding, but for integers.

What a variable stands for is known but for its integers; those are terms over names. Equations are
solved at once, so that a name is left only where none says what it is.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttt_asp.claims.integers import Arithmetic, Name, Number
from ttt_asp.engines.sizes.formulas import Formula, Holds
from ttt_asp.engines.sizes.linear import computed
from ttt_asp.engines.sizes.logic import FALSE, compare, conjunction
from ttt_asp.engines.sizes.rules import Atom, Comparison, Interval, Literal, Refusal, binds, unsaid
from ttt_asp.engines.sizes.values import (
    HOLE,
    Fresh,
    Match,
    Structure,
    Value,
    filled,
    fits,
    holes,
    leaves,
    ordered,
    plain,
    same,
    written,
)
from ttt_asp.lp.syntax import Signature

# Longer intervals of known numbers are not gone through, but taken as two comparisons.
MOST_NUMBERS = 64


@dataclass(frozen=True)
class Matcher:
    """Matches bodies.

    Attributes:
        shapes: of the atoms that there may be, by predicate.
        parameters: names that need no value.
        fresh: gives new names.
    """

    shapes: Mapping[Signature, Collection[Structure]]
    parameters: Collection[str]
    fresh: Fresh

    def unbound(self, value: Value, match: Match) -> list[str]:
        """The variables of a term that have no value yet."""
        match value:
            case Structure(_, arguments):
                return [name for one in arguments for name in self.unbound(one, match)]
            case Name(name):
                known = name in self.parameters or name in match.values
                return [] if known else [name]
            case Arithmetic(_, arguments):
                return [name for one in arguments for name in self.unbound(one, match)]
        return []

    def value(self, term: Value, match: Match) -> Value:
        """A term's value.

        Raises:
            Refusal: it computes with what is no number, or divides by 0; or a variable in it has a
                value by nothing: clingo calls it unsafe.
        """
        match term:
            case Structure():
                return self.structure(term, match)
            case Name(name) if name not in self.parameters:
                if name not in match.values:
                    raise unsaid(name)
                return match.values[name]
            case Arithmetic(operator, arguments):
                numbers = [self.value(one, match) for one in arguments]
                terms = tuple(one for one in numbers if not isinstance(one, Structure))
                if len(terms) < len(numbers):
                    what = f"an operand of `{operator}` here is no number, but such as "
                    what += written(next(one for one in numbers if isinstance(one, Structure)))
                    raise Refusal(what, "compute with numbers only")
                if (result := computed(operator, terms)) is None:
                    raise Refusal("this divides by 0", "divide by another number")
                return result
        return term

    def structure(self, term: Structure, match: Match) -> Structure:
        """The value of an atom, as of other terms."""
        return Structure(term.name, tuple(self.value(one, match) for one in term.arguments))

    def matches(self, body: Sequence[Literal], match: Match) -> Iterator[Match]:
        """All ways to match the atoms, comparisons and intervals of a body.

        Negated atoms, conditions and counts are passed over: they bind no variables.

        Args:
            body: the literals.
            match: what was matched before.
        """
        yield from self._all([one for one in body if binds(one)], match)

    def _all(self, rest: Sequence[Literal], match: Match) -> Iterator[Match]:
        if not rest:
            yield match
            return
        for chosen in sorted(rest, key=lambda one: self._cost(one, match)):
            if self._ready(chosen, match):
                break
        else:
            raise unsaid(min(name for one in rest for name in self._missing(one, match)))
        others = [one for one in rest if one is not chosen]
        for one in self._one(chosen, match):
            yield from self._all(others, one)

    def _missing(self, literal: Literal, match: Match) -> list[str]:
        """The variables of a literal that have no value yet, but for what an interval gives one."""
        match literal:
            case Atom(term):
                return self.unbound(term, match)
            case Comparison(one, _, other) | Interval(_, one, other):
                return self.unbound(one, match) + self.unbound(other, match)
        return []

    def _ready(self, literal: Literal, match: Match) -> bool:
        """Whether a literal says what its variables without a value are, or has none."""
        missing = self._missing(literal, match)
        match literal:
            case Atom(term):
                return plain(term).issuperset(missing)
            case Comparison(left, "=", right):
                return not (self.unbound(left, match) and self.unbound(right, match))
        return not missing

    def _cost(self, literal: Literal, match: Match) -> tuple[int, int]:
        """What is matched first: what only tests, then what has few ways."""
        if isinstance(literal, Atom):
            return 1, len(self.shapes.get(literal.signature, ()))
        return int(isinstance(literal, Interval) or bool(self._missing(literal, match))), 0

    def _one(self, literal: Literal, match: Match) -> Iterator[Match]:
        ways: list[Match | None] = []
        match literal:
            case Atom(term):
                for shape in tuple(self.shapes.get(literal.signature, ())):
                    ways.append(self.meet(term, shape, match))
            case Interval(variable, low, high):
                ways += self._within(variable.name, low, high, match)
            case Comparison(left, "=", right):
                pattern, known = (right, left) if self.unbound(right, match) else (left, right)
                ways.append(self.unify(pattern, self.value(known, match), match))
            case Comparison():
                ways.append(match.saying(self.compared(literal, match)))
        yield from (way for way in ways if way is not None)

    def _integers(self, variables: Sequence[str], match: Match) -> Match:
        """With unknown integers for some variables."""
        for variable in dict.fromkeys(variables):
            new = self.fresh(variable)
            match = match.binding(variable, Name(new), [new])
        return match

    def _within(self, variable: str, low: Value, high: Value, match: Match) -> list[Match | None]:
        least, most = self.value(low, match), self.value(high, match)
        if isinstance(least, Structure) or isinstance(most, Structure):
            raise Refusal("an end of an interval here is no number", "say which numbers are meant")
        known = match.values.get(variable)
        if isinstance(known, Structure):
            return []
        if isinstance(least, Number) and isinstance(most, Number):
            numbers = range(least.value, most.value + 1)
            if len(numbers) <= MOST_NUMBERS:
                return [self.unify(Name(variable), Number(number), match) for number in numbers]
        if known is None:
            known = Name(self.fresh(variable))
            match = match.binding(variable, known, [known.name])
        return [
            match.saying(conjunction([compare("<=", least, known), compare("<=", known, most)]))
        ]

    def compared(self, literal: Comparison, match: Match) -> Formula:
        """What a comparison says of what its terms stand for."""
        left, right = self.value(literal.left, match), self.value(literal.right, match)
        return ordered(left, literal.operator, right)

    def unify(self, pattern: Value, value: Value, match: Match) -> Match | None:
        """Give the variables of a term values with which it is equal to a value."""
        if not (free := self.unbound(pattern, match)):
            return self.identify(self.value(pattern, match), value, match)
        match pattern:
            case Name(name):
                return match.binding(name, value)
            case Structure(name, arguments):
                fits = isinstance(value, Structure) and value.name == name
                if not isinstance(value, Structure) or not fits:
                    return None
                if len(value.arguments) != len(arguments):
                    return None
                met: Match | None = match
                for one, two in zip(arguments, value.arguments, strict=True):
                    met = self.unify(one, two, met) if met is not None else None
                return met
            case Arithmetic():
                return self.unify(pattern, value, self._integers(free, match))
        return None

    def identify(self, left: Value, right: Value, match: Match) -> Match | None:
        """With the equations that make two values equal."""
        if same(left, right) == FALSE:
            return None
        met: Match | None = match
        for one, two in zip(tuple(leaves(left)), tuple(leaves(right)), strict=True):
            met = met.equal(one, two) if met is not None else None
        return met

    def meet(self, term: Structure, shape: Structure, match: Match) -> Match | None:
        """Match an atom with a shape of its predicate: it holds for the integers in it."""
        if not fits(term, shape, match.values):
            return None
        new = tuple(self.fresh("N") for _ in holes(shape))
        asked = Holds(written(shape), tuple(map(Name, new)))
        met = Match(match.values, match.names + new, (*match.formulas, asked), match.solved)
        if not new:
            return self.unify(term, shape, met)
        given = iter(new)
        integers = (Name(next(given)) if one == HOLE else one for one in leaves(shape))
        return self.unify(term, filled(shape, integers), met)
