"""Bodies of rules, matched with the shapes of possible atoms: grounding, except for integers.

The value of a variable is known except for its integers; those are terms over names. Equations are
solved at once, so that a name is left only where no equation determines it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Formula,
    Holds,
    compare,
    conjunction,
    substituted,
)
from ttt_asp.extensions.sizes.integers import (
    Arithmetic,
    Name,
    Number,
    Term,
    computed,
    replaced,
    solved,
)
from ttt_asp.extensions.sizes.rules import (
    HOLE,
    AtomLiteral,
    ComparisonLiteral,
    Interval,
    Literal,
    Structure,
    Value,
    binds,
    determined_names,
    filled,
    fits,
    holes,
    leaves,
    ordered,
    put_terms,
    refusal,
    same,
    shape_text,
    unsafe,
)
from ttt_asp.lp.syntax import Signature

# Longer intervals of known numbers are taken as two comparisons, not number by number.
MOST_NUMBERS = 64


class Fresh:
    """New names: a variable's, a dot, and a number; so no name is ever bound twice."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, name: str) -> str:
        """Return a name that there was not before, for a variable or a name made of one."""
        return f"{name.split('.')[0].strip('_') or 'X'}.{next(self._numbers)}"


@dataclass(frozen=True, slots=True)
class BodyMatch:
    """A match of literals of a body.

    Attributes:
        values: of the variables so far.
        names: new ones in these values; the formulas have to hold for some integers.
        formulas: those of the literals.
        solved: the terms of names that equations have replaced.
    """

    values: Mapping[str, Value]
    names: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    solved: Mapping[str, Term] = field(default_factory=dict)

    def saying(self, formula: Formula) -> "BodyMatch | None":
        """Return the match with another formula; None if that is never true."""
        if formula == FALSE:
            return None
        return self if formula == TRUE else replace(self, formulas=(*self.formulas, formula))

    def equal(self, left: Term, right: Term) -> "BodyMatch | None":
        """Return the match with an equation, solved for one of the names if that can be."""
        left, right = replaced(left, self.solved), replaced(right, self.solved)
        decided = compare("=", left, right)
        if decided in (TRUE, FALSE):
            return self.saying(decided)
        solution = solved(left, right, tuple(reversed(self.names)))
        if solution is None:
            return self.saying(decided)
        name, term = solution
        terms = {name: term}
        formulas = [substituted(formula, terms) for formula in self.formulas]
        if FALSE in formulas:
            return None
        return BodyMatch(
            {variable: put_terms(value, terms) for variable, value in self.values.items()},
            tuple(other for other in self.names if other != name),
            tuple(formula for formula in formulas if formula != TRUE),
            {**{other: replaced(of, terms) for other, of in self.solved.items()}, **terms},
        )

    def binding(self, variable: str, value: Value, new: Sequence[str] = ()) -> "BodyMatch":
        """Return the match with a value for a variable, and new names in it."""
        current = put_terms(value, self.solved)
        values = {**self.values, variable: current}
        return BodyMatch(values, (*self.names, *new), self.formulas, self.solved)


@dataclass(frozen=True)
class Matcher:
    """Matcher of rule bodies.

    Attributes:
        shapes: of the possible atoms, by predicate.
        parameters: names that need no value.
        fresh: gives new names.
    """

    shapes: Mapping[Signature, Collection[Structure]]
    parameters: Collection[str]
    fresh: Fresh

    def unbound(self, value: Value, match: BodyMatch) -> list[str]:
        """Return the variables of a term that have no value yet."""
        match value:
            case Structure(_, arguments):
                return [name for part in arguments for name in self.unbound(part, match)]
            case Name(name):
                known = name in self.parameters or name in match.values
                return [] if known else [name]
            case Arithmetic(_, arguments):
                return [name for part in arguments for name in self.unbound(part, match)]
        return []

    def value(self, term: Value, match: BodyMatch) -> Value:
        """Return the value of a term.

        Raises:
            Unsuited: it computes with what is no number, or divides by 0; or nothing gives a
                variable in it a value: clingo calls it unsafe.
        """
        match term:
            case Structure():
                return self.structure(term, match)
            case Name(name) if name not in self.parameters:
                if name not in match.values:
                    raise unsafe(name)
                return match.values[name]
            case Arithmetic(operator, arguments):
                numbers = [self.value(part, match) for part in arguments]
                terms = tuple(number for number in numbers if not isinstance(number, Structure))
                if len(terms) < len(numbers):
                    message = f"an operand of `{operator}` here is no number, but such as "
                    structure = next(part for part in numbers if isinstance(part, Structure))
                    message += shape_text(structure)
                    raise refusal(message, "compute with numbers only")
                if (result := computed(operator, terms)) is None:
                    raise refusal("this divides by 0", "divide by another number")
                return result
        return term

    def structure(self, term: Structure, match: BodyMatch) -> Structure:
        """Return an atom with the values of its terms."""
        return Structure(term.name, tuple(self.value(part, match) for part in term.arguments))

    def matches(self, body: Sequence[Literal], match: BodyMatch) -> Iterator[BodyMatch]:
        """Yield all ways to match the atoms, comparisons and intervals of a body.

        Negated atoms, conditions and counts are passed over: they bind no variables.
        """
        yield from self._match_all([literal for literal in body if binds(literal)], match)

    def _match_all(self, rest: Sequence[Literal], match: BodyMatch) -> Iterator[BodyMatch]:
        if not rest:
            yield match
            return
        for chosen in sorted(rest, key=lambda literal: self._cost(literal, match)):
            if self._ready(chosen, match):
                break
        else:
            raise unsafe(min(name for literal in rest for name in self._missing(literal, match)))
        others = [literal for literal in rest if literal is not chosen]
        for extended in self._match_literal(chosen, match):
            yield from self._match_all(others, extended)

    def _missing(self, literal: Literal, match: BodyMatch) -> list[str]:
        """Return the variables of a literal without a value, except that of an interval."""
        match literal:
            case AtomLiteral(term):
                return self.unbound(term, match)
            case ComparisonLiteral(first, _, second) | Interval(_, first, second):
                return self.unbound(first, match) + self.unbound(second, match)
        return []

    def _ready(self, literal: Literal, match: BodyMatch) -> bool:
        """Whether a literal determines all its variables that have no value yet."""
        missing = self._missing(literal, match)
        match literal:
            case AtomLiteral(term):
                return determined_names(term).issuperset(missing)
            case ComparisonLiteral(left, "=", right):
                return not (self.unbound(left, match) and self.unbound(right, match))
        return not missing

    def _cost(self, literal: Literal, match: BodyMatch) -> tuple[int, int]:
        """Return a sort key: first literals that only test, then those with few ways to match."""
        if isinstance(literal, AtomLiteral):
            return 1, len(self.shapes.get(literal.term.signature, ()))
        return int(isinstance(literal, Interval) or bool(self._missing(literal, match))), 0

    def _match_literal(self, literal: Literal, match: BodyMatch) -> Iterator[BodyMatch]:
        ways: list[BodyMatch | None] = []
        match literal:
            case AtomLiteral(term):
                for shape in tuple(self.shapes.get(literal.term.signature, ())):
                    ways.append(self.match_atom(term, shape, match))
            case Interval(variable, low, high):
                ways += self._within(variable.name, low, high, match)
            case ComparisonLiteral(left, "=", right):
                pattern, known = (right, left) if self.unbound(right, match) else (left, right)
                ways.append(self.unify(pattern, self.value(known, match), match))
            case ComparisonLiteral():
                ways.append(match.saying(self.compared(literal, match)))
        yield from (way for way in ways if way is not None)

    def _integers(self, variables: Sequence[str], match: BodyMatch) -> BodyMatch:
        """Return a match with unknown integers for some variables."""
        for variable in dict.fromkeys(variables):
            new = self.fresh(variable)
            match = match.binding(variable, Name(new), [new])
        return match

    def _within(
        self, variable: str, low: Value, high: Value, match: BodyMatch
    ) -> list[BodyMatch | None]:
        least, most = self.value(low, match), self.value(high, match)
        if isinstance(least, Structure) or isinstance(most, Structure):
            raise refusal("an end of an interval here is no number", "say which numbers are meant")
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

    def compared(self, literal: ComparisonLiteral, match: BodyMatch) -> Formula:
        """Return a comparison of the values of two terms as a formula."""
        left, right = self.value(literal.left, match), self.value(literal.right, match)
        return ordered(left, literal.operator, right)

    def unify(self, pattern: Value, value: Value, match: BodyMatch) -> BodyMatch | None:
        """Give the variables of a term values with which it equals a value; None if it cannot."""
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
                met: BodyMatch | None = match
                for argument, part in zip(arguments, value.arguments, strict=True):
                    met = self.unify(argument, part, met) if met is not None else None
                return met
            case Arithmetic():
                return self.unify(pattern, value, self._integers(free, match))
        return None

    def identify(self, left: Value, right: Value, match: BodyMatch) -> BodyMatch | None:
        """Return a match with the equations that make two values equal; None if nothing does."""
        if same(left, right) == FALSE:
            return None
        met: BodyMatch | None = match
        for first, second in zip(tuple(leaves(left)), tuple(leaves(right)), strict=True):
            met = met.equal(first, second) if met is not None else None
        return met

    def match_atom(self, term: Structure, shape: Structure, match: BodyMatch) -> BodyMatch | None:
        """Match an atom with a shape of its predicate: the match says that it holds."""
        if not fits(term, shape, match.values):
            return None
        new = tuple(self.fresh("N") for _ in holes(shape))
        asked = Holds(shape_text(shape), tuple(map(Name, new)))
        met = BodyMatch(match.values, match.names + new, (*match.formulas, asked), match.solved)
        if not new:
            return self.unify(term, shape, met)
        given = iter(new)
        integers = (Name(next(given)) if leaf == HOLE else leaf for leaf in leaves(shape))
        return self.unify(term, filled(shape, integers), met)
