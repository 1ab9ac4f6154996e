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

    def unbound(self, value: Value, found: Match) -> list[str]:
        """The variables of a term that have no value yet."""
        match value:
            case Structure(_, arguments):
                return [name for one in arguments for name in self.unbound(one, found)]
            case Name(name):
                known = name in self.parameters or name in found.values
                return [] if known else [name]
            case Arithmetic(_, arguments):
                return [name for one in arguments for name in self.unbound(one, found)]
        return []

    def value(self, term: Value, found: Match) -> Value:
        """A term's value.

        Raises:
            Refusal: it computes with what is no number, or divides by 0; or a variable in it has a
                value by nothing: clingo calls it unsafe.
        """
        match term:
            case Structure():
                return self.structure(term, found)
            case Name(name) if name not in self.parameters:
                if name not in found.values:
                    raise unsaid(name)
                return found.values[name]
            case Arithmetic(operator, arguments):
                numbers = [self.value(one, found) for one in arguments]
                terms = tuple(one for one in numbers if not isinstance(one, Structure))
                if len(terms) < len(numbers):
                    what = f"an operand of `{operator}` here is no number, but such as "
                    what += written(next(one for one in numbers if isinstance(one, Structure)))
                    raise Refusal(what, "compute with numbers only")
                if (result := computed(operator, terms)) is None:
                    raise Refusal("this divides by 0", "divide by another number")
                return result
        return term

    def structure(self, term: Structure, found: Match) -> Structure:
        """The value of an atom, as of other terms."""
        return Structure(term.name, tuple(self.value(one, found) for one in term.arguments))

    def matches(self, body: Sequence[Literal], found: Match) -> Iterator[Match]:
        """All ways to match the atoms, comparisons and intervals of a body.

        Negated atoms, conditions and counts are passed over: they bind no variables.

        Args:
            body: the literals.
            found: what was matched before.
        """
        yield from self._all([one for one in body if binds(one)], found)

    def _all(self, rest: Sequence[Literal], found: Match) -> Iterator[Match]:
        if not rest:
            yield found
            return
        for chosen in sorted(rest, key=lambda one: self._cost(one, found)):
            if self._ready(chosen, found):
                break
        else:
            raise unsaid(min(name for one in rest for name in self._missing(one, found)))
        others = [one for one in rest if one is not chosen]
        for one in self._one(chosen, found):
            yield from self._all(others, one)

    def _missing(self, literal: Literal, found: Match) -> list[str]:
        """The variables of a literal that have no value yet, but for what an interval gives one."""
        match literal:
            case Atom(term):
                return self.unbound(term, found)
            case Comparison(one, _, other) | Interval(_, one, other):
                return self.unbound(one, found) + self.unbound(other, found)
        return []

    def _ready(self, literal: Literal, found: Match) -> bool:
        """Whether a literal says what its variables without a value are, or has none."""
        missing = self._missing(literal, found)
        match literal:
            case Atom(term):
                return plain(term).issuperset(missing)
            case Comparison(left, "=", right):
                return not (self.unbound(left, found) and self.unbound(right, found))
        return not missing

    def _cost(self, literal: Literal, found: Match) -> tuple[int, int]:
        """What is matched first: what only tests, then what has few ways."""
        if isinstance(literal, Atom):
            return 1, len(self.shapes.get(literal.signature, ()))
        return int(isinstance(literal, Interval) or bool(self._missing(literal, found))), 0

    def _one(self, literal: Literal, found: Match) -> Iterator[Match]:
        ways: list[Match | None] = []
        match literal:
            case Atom(term):
                for shape in tuple(self.shapes.get(literal.signature, ())):
                    ways.append(self.meet(term, shape, found))
            case Interval(variable, low, high):
                ways += self._within(variable.name, low, high, found)
            case Comparison(left, "=", right):
                pattern, known = (right, left) if self.unbound(right, found) else (left, right)
                ways.append(self.unify(pattern, self.value(known, found), found))
            case Comparison():
                ways.append(found.saying(self.compared(literal, found)))
        yield from (way for way in ways if way is not None)

    def _integers(self, variables: Sequence[str], found: Match) -> Match:
        """With unknown integers for some variables."""
        for variable in dict.fromkeys(variables):
            new = self.fresh(variable)
            found = found.binding(variable, Name(new), [new])
        return found

    def _within(self, variable: str, low: Value, high: Value, found: Match) -> list[Match | None]:
        least, most = self.value(low, found), self.value(high, found)
        if isinstance(least, Structure) or isinstance(most, Structure):
            raise Refusal("an end of an interval here is no number", "say which numbers are meant")
        known = found.values.get(variable)
        if isinstance(known, Structure):
            return []
        if isinstance(least, Number) and isinstance(most, Number):
            numbers = range(least.value, most.value + 1)
            if len(numbers) <= MOST_NUMBERS:
                return [self.unify(Name(variable), Number(number), found) for number in numbers]
        if known is None:
            known = Name(self.fresh(variable))
            found = found.binding(variable, known, [known.name])
        return [
            found.saying(conjunction([compare("<=", least, known), compare("<=", known, most)]))
        ]

    def compared(self, literal: Comparison, found: Match) -> Formula:
        """What a comparison says of what its terms stand for."""
        left, right = self.value(literal.left, found), self.value(literal.right, found)
        return ordered(left, literal.operator, right)

    def unify(self, pattern: Value, value: Value, found: Match) -> Match | None:
        """Give the variables of a term values with which it is equal to a value."""
        if not (free := self.unbound(pattern, found)):
            return self.identify(self.value(pattern, found), value, found)
        match pattern:
            case Name(name):
                return found.binding(name, value)
            case Structure(name, arguments):
                fits = isinstance(value, Structure) and value.name == name
                if not isinstance(value, Structure) or not fits:
                    return None
                if len(value.arguments) != len(arguments):
                    return None
                met: Match | None = found
                for one, two in zip(arguments, value.arguments, strict=True):
                    met = self.unify(one, two, met) if met is not None else None
                return met
            case Arithmetic():
                return self.unify(pattern, value, self._integers(free, found))
        return None

    def identify(self, left: Value, right: Value, found: Match) -> Match | None:
        """With the equations that make two values equal."""
        if same(left, right) == FALSE:
            return None
        met: Match | None = found
        for one, two in zip(tuple(leaves(left)), tuple(leaves(right)), strict=True):
            met = met.equal(one, two) if met is not None else None
        return met

    def meet(self, term: Structure, shape: Structure, found: Match) -> Match | None:
        """Match an atom with a shape of its predicate: it holds for the integers in it."""
        if not fits(term, shape, found.values):
            return None
        new = tuple(self.fresh("N") for _ in holes(shape))
        asked = Holds(written(shape), tuple(map(Name, new)))
        met = Match(found.values, found.names + new, (*found.formulas, asked), found.solved)
        if not new:
            return self.unify(term, shape, met)
        given = iter(new)
        integers = (Name(next(given)) if one == HOLE else one for one in leaves(shape))
        return self.unify(term, filled(shape, integers), met)
