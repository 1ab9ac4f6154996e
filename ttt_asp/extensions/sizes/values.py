"""Terms of which only integers may be unknown; and matches of literals with such terms."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

import clingo

from ttt_asp.extensions.sizes.formulas import Formula
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number, Term
from ttt_asp.extensions.sizes.linear import linear, replaced, solved
from ttt_asp.extensions.sizes.logic import (
    FALSE,
    TRUE,
    compare,
    conjunction,
    disjunction,
    negation,
    substituted,
)


@dataclass(frozen=True, slots=True)
class Structure:
    """A constant, a function with its arguments, a tuple (without a name), or an atom."""

    name: str
    arguments: tuple["Value", ...] = ()


# The variables of a rule's term are names too; the unknown integers of a shape are all called `_`.
Value: TypeAlias = Number | Name | Arithmetic | Structure
HOLE = Name("_")


def leaves(value: Value) -> Iterator[Term]:
    """Yield the integers of a value, in the order of the text."""
    match value:
        case Structure(_, arguments):
            for argument in arguments:
                yield from leaves(argument)
        case Number() | Name() | Arithmetic():
            yield value


def determined_names(value: Value) -> set[str]:
    """Return the names that a value determines: alone, or in a multiple with a number, `2*N+1`."""
    match value:
        case Structure(_, arguments):
            return set[str]().union(*map(determined_names, arguments))
        case Name(name):
            return {name}
        case Arithmetic():
            sums, _ = linear(value)
            names = [term.name for term in sums if isinstance(term, Name)]
            return {*names} if len(names) == len(sums) == 1 else set()
    return set()


def shape(value: Value) -> Value:
    """Return a value with `_` for each unknown integer."""
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(map(shape, arguments)))
        case Number():
            return value
    return HOLE


def holes(value: Value) -> tuple[Term, ...]:
    """Return the integers of a value that are not known numbers, in the order of the text."""
    return tuple(leaf for leaf in leaves(value) if not isinstance(leaf, Number))


def filled(value: Value, terms: Iterable[Term]) -> Value:
    """Return a value with other integers, in the order of the text."""
    given = iter(terms)

    def fill(part: Value) -> Value:
        match part:
            case Structure(name, arguments):
                return Structure(name, tuple(map(fill, arguments)))
        return next(given)

    return fill(value)


def fits(term: Value, shape: Value, values: Mapping[str, Value]) -> bool:
    """Whether a term may have a shape, as far as can be seen at once, some names having values."""
    # called for all shapes of a predicate: so without patterns, which take longer
    if isinstance(term, Structure):
        if not isinstance(shape, Structure) or shape.name != term.name:
            return False
        arguments, places = term.arguments, shape.arguments
        if len(arguments) != len(places):
            return False
        pairs = zip(arguments, places, strict=True)
        return not arguments or all(fits(part, place, values) for part, place in pairs)
    if isinstance(term, Name):
        value = values.get(term.name)
        return value is None or fits(value, shape, {})
    if isinstance(term, Arithmetic):
        return shape == HOLE or isinstance(shape, Number)
    return shape in (term, HOLE) if isinstance(term, Number) else shape == term


def shape_text(value: Value) -> str:
    """Return a shape as people write it: `true(left(_),1)`."""
    match value:
        case Structure(name, arguments):
            inner = ",".join(map(shape_text, arguments))
            if not arguments:
                return name or "()"
            return f"({inner},)" if not name and len(arguments) == 1 else f"{name}({inner})"
        case Number(number):
            return str(number)
        case Name(name):
            return name
    return str(value)


def same(left: Value, right: Value) -> Formula:
    """Return the formula that two values are equal."""
    match left, right:
        case Structure(), Structure():
            if left.name != right.name or len(left.arguments) != len(right.arguments):
                return FALSE
            return conjunction(map(same, left.arguments, right.arguments))
        case ((Number() | Name() | Arithmetic()), (Number() | Name() | Arithmetic())):
            return compare("=", left, right)
    return TRUE if left == right else FALSE


def precedes(left: Value, right: Value) -> Formula:
    """Return the formula that a value comes before another one in clingo's order of terms."""
    match left, right:
        case ((Number() | Name() | Arithmetic()), (Number() | Name() | Arithmetic())):
            return compare("<", left, right)
        case Structure(), Structure() if (left.name, len(left.arguments)) == (
            right.name,
            len(right.arguments),
        ):
            if not left.arguments:
                return FALSE
            pairs = list(zip(left.arguments, right.arguments, strict=True))
            ways = []
            for number, differing in enumerate(pairs):
                equal = (same(*pair) for pair in pairs[:number])
                ways.append(conjunction([*equal, precedes(*differing)]))
            return disjunction(ways)
    return TRUE if _ranked(left) < _ranked(right) else FALSE


def ordered(left: Value, operator: str, right: Value) -> Formula:
    """Return a comparison of two values as a formula."""
    match operator:
        case "=":
            return same(left, right)
        case "!=":
            return negation(same(left, right))
        case "<":
            return precedes(left, right)
        case ">":
            return precedes(right, left)
        case "<=":
            return negation(precedes(right, left))
    return negation(precedes(left, right))


def _ranked(value: Value) -> clingo.Symbol:
    """Return a symbol that stands in clingo's order as a value does among those of other kinds."""
    match value:
        case Structure(name, arguments):
            return clingo.Function(name, [clingo.Number(0)] * len(arguments))
    return clingo.Number(0)


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


def put_terms(value: Value, terms: Mapping[str, Term]) -> Value:
    """Return a value with terms for some names."""
    if not terms:
        return value
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(put_terms(argument, terms) for argument in arguments))
    return replaced(value, terms)
