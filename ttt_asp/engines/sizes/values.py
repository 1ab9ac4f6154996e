"""Terms whose integers may be unknown, all else being known; and what was matched with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

import clingo

from ttt_asp.claims.integers import Arithmetic, Name, Number, Term
from ttt_asp.engines.sizes.formulas import Formula
from ttt_asp.engines.sizes.linear import linear, replaced, solved
from ttt_asp.engines.sizes.logic import (
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


# Of a rule's term the variables are names too; of a shape all unknown integers have the name `_`.
Value: TypeAlias = Number | Name | Arithmetic | Structure
HOLE = Name("_")


def leaves(value: Value) -> Iterator[Term]:
    """The integers of a value, in the order of the text."""
    match value:
        case Structure(_, arguments):
            for one in arguments:
                yield from leaves(one)
        case Number() | Name() | Arithmetic():
            yield value


def plain(value: Value) -> set[str]:
    """The names that are known if a value is: alone, or in a multiple with a number, `2*N+1`."""
    match value:
        case Structure(_, arguments):
            return set[str]().union(*map(plain, arguments))
        case Name(name):
            return {name}
        case Arithmetic():
            sums, _ = linear(value)
            names = [one.name for one in sums if isinstance(one, Name)]
            return {*names} if len(names) == len(sums) == 1 else set()
    return set()


def shape(value: Value) -> Value:
    """A value without what is unknown of it."""
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(map(shape, arguments)))
        case Number():
            return value
    return HOLE


def holes(value: Value) -> tuple[Term, ...]:
    """The integers of a value that are not known numbers, in the order of the text."""
    return tuple(leaf for leaf in leaves(value) if not isinstance(leaf, Number))


def filled(value: Value, terms: Iterable[Term]) -> Value:
    """A value with other integers, in the order of the text."""
    given = iter(terms)

    def fill(one: Value) -> Value:
        match one:
            case Structure(name, arguments):
                return Structure(name, tuple(map(fill, arguments)))
        return next(given)

    return fill(value)


def fits(term: Value, shape: Value, values: Mapping[str, Value]) -> bool:
    """Whether a term may have a shape, as far as can be seen at once, some names having values."""
    # asked of all shapes of a predicate, so: without patterns, which take longer
    if isinstance(term, Structure):
        if not isinstance(shape, Structure) or shape.name != term.name:
            return False
        one, two = term.arguments, shape.arguments
        if len(one) != len(two):
            return False
        return not one or all(fits(x, y, values) for x, y in zip(one, two, strict=True))
    if isinstance(term, Name):
        value = values.get(term.name)
        return value is None or fits(value, shape, {})
    if isinstance(term, Arithmetic):
        return shape == HOLE or isinstance(shape, Number)
    return shape in (term, HOLE) if isinstance(term, Number) else shape == term


def written(value: Value) -> str:
    """A shape as people write it: `true(left(_),1)`."""
    match value:
        case Structure(name, arguments):
            inner = ",".join(map(written, arguments))
            if not arguments:
                return name or "()"
            return f"({inner},)" if not name and len(arguments) == 1 else f"{name}({inner})"
        case Number(number):
            return str(number)
        case Name(name):
            return name
    return str(value)


def same(left: Value, right: Value) -> Formula:
    """Where two values are equal."""
    match left, right:
        case Structure(), Structure():
            if left.name != right.name or len(left.arguments) != len(right.arguments):
                return FALSE
            return conjunction(map(same, left.arguments, right.arguments))
        case ((Number() | Name() | Arithmetic()), (Number() | Name() | Arithmetic())):
            return compare("=", left, right)
    return TRUE if left == right else FALSE


def before(left: Value, right: Value) -> Formula:
    """Where a value comes before another one in clingo's order of terms."""
    match left, right:
        case ((Number() | Name() | Arithmetic()), (Number() | Name() | Arithmetic())):
            return compare("<", left, right)
        case Structure(), Structure() if (left.name, len(left.arguments)) == (
            right.name,
            len(right.arguments),
        ):
            if not left.arguments:
                return FALSE
            first = list(zip(left.arguments, right.arguments, strict=True))
            ways = []
            for number, (one, two) in enumerate(first):
                ways.append(
                    conjunction([*(same(*pair) for pair in first[:number]), before(one, two)])
                )
            return disjunction(ways)
    return TRUE if _ranked(left) < _ranked(right) else FALSE


def ordered(one: Value, operator: str, two: Value) -> Formula:
    """What a comparison of two values says."""
    match operator:
        case "=":
            return same(one, two)
        case "!=":
            return negation(same(one, two))
        case "<":
            return before(one, two)
        case ">":
            return before(two, one)
        case "<=":
            return negation(before(two, one))
    return negation(before(one, two))


def _ranked(value: Value) -> clingo.Symbol:
    """A symbol that stands in clingo's order as a value does among those of other kinds."""
    match value:
        case Structure(name, arguments):
            return clingo.Function(name, [clingo.Number(0)] * len(arguments))
    return clingo.Number(0)


class Fresh:
    """New names: a variable's, a dot, and a number; so no name is ever bound twice."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, name: str) -> str:
        """A name that there was not before, for a variable or a name made of one."""
        return f"{name.split('.')[0].strip('_') or 'X'}.{next(self._numbers)}"


@dataclass(frozen=True, slots=True)
class Match:
    """Literals of a body, matched.

    Attributes:
        values: of the variables met.
        names: new ones that stand in them; for some integers the formulas have to hold.
        formulas: what the literals say.
        solved: what names were found to be that are no names here any more.
    """

    values: Mapping[str, Value]
    names: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    solved: Mapping[str, Term] = field(default_factory=dict)

    def saying(self, formula: Formula) -> "Match | None":
        """With another formula; None if it is never so."""
        if formula == FALSE:
            return None
        return self if formula == TRUE else replace(self, formulas=(*self.formulas, formula))

    def equal(self, left: Term, right: Term) -> "Match | None":
        """With an equation, solved for one of the names if that can be."""
        left, right = replaced(left, self.solved), replaced(right, self.solved)
        decided = compare("=", left, right)
        if decided in (TRUE, FALSE):
            return self.saying(decided)
        found = solved(left, right, tuple(reversed(self.names)))
        if found is None:
            return self.saying(decided)
        name, term = found
        terms = {name: term}
        formulas = [substituted(one, terms) for one in self.formulas]
        if FALSE in formulas:
            return None
        return Match(
            {variable: put(value, terms) for variable, value in self.values.items()},
            tuple(one for one in self.names if one != name),
            tuple(one for one in formulas if one != TRUE),
            {**{one: replaced(of, terms) for one, of in self.solved.items()}, **terms},
        )

    def binding(self, variable: str, value: Value, new: Sequence[str] = ()) -> "Match":
        """With a value for a variable, and new names in it."""
        current = put(value, self.solved)
        values = {**self.values, variable: current}
        return Match(values, (*self.names, *new), self.formulas, self.solved)


def put(value: Value, terms: Mapping[str, Term]) -> Value:
    """A value with terms for some names."""
    if not terms:
        return value
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(put(one, terms) for one in arguments))
    return replaced(value, terms)
