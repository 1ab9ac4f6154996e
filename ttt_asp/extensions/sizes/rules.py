"""Rules in the form that is translated; in their terms only integers may be unknown."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf
from typing import TypeAlias

import clingo

from ttt_asp.errors import Diagnostic, Location, Unsuited
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Formula,
    compare,
    conjunction,
    disjunction,
    negation,
)
from ttt_asp.extensions.sizes.integers import (
    Arithmetic,
    Name,
    Number,
    Term,
    linear,
    replaced,
)
from ttt_asp.lp.syntax import Signature


@dataclass(frozen=True, slots=True)
class Structure:
    """A constant, a function with its arguments, a tuple (without a name), or an atom."""

    name: str
    arguments: tuple["Value", ...] = ()

    @property
    def signature(self) -> Signature:
        """Its name, and the number of its arguments."""
        return self.name, len(self.arguments)


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
            if left.signature != right.signature:
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
        case Structure(), Structure() if left.signature == right.signature:
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


def put_terms(value: Value, terms: Mapping[str, Term]) -> Value:
    """Return a value with terms for some names."""
    if not terms:
        return value
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(put_terms(argument, terms) for argument in arguments))
    return replaced(value, terms)


# The names of anonymous variables begin with this: nobody can write that, and no argument of an
# atom is called so (see `completion`).
UNNAMED = "_."


@dataclass(frozen=True, slots=True)
class AtomLiteral:
    """An atom, or a negated one, whose variables all get their values elsewhere.

    Attributes:
        term: the atom. positive: whether it holds.
    """

    term: Structure
    positive: bool = True


@dataclass(frozen=True, slots=True)
class ComparisonLiteral:
    """Two terms compared."""

    left: Value
    operator: str
    right: Value


@dataclass(frozen=True, slots=True)
class Interval:
    """A variable that is one of the numbers between two."""

    variable: Name
    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Conditional:
    """A literal that holds for all values of its variables with which a condition holds."""

    literal: AtomLiteral
    condition: tuple[AtomLiteral | ComparisonLiteral, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A count: `1 < #count { A : legal(P,A) }`.

    Attributes:
        counted: the terms whose different values are counted.
        condition: holds with the values that count.
        least, most: bounds of the number; None for no upper bound.
        negated: whether the bounds have to fail, as in `1 != #count { ... }`.
    """

    counted: Structure
    condition: tuple[AtomLiteral | ComparisonLiteral, ...]
    least: int
    most: int | None
    negated: bool = False


Literal: TypeAlias = AtomLiteral | ComparisonLiteral | Interval | Conditional | Count


# The number of its elements that a choice chooses.
Bound: TypeAlias = OneOf["any", "one", "at most one"]


@dataclass(frozen=True, slots=True)
class SymbolicRule:
    """A rule.

    Attributes:
        head: the atom that follows; of a choice an element that may be chosen.
        body: in the order of the text.
        where: its place in the author's file.
        chosen: of a choice the condition of its element.
        bound: the number of elements that a choice chooses.
    """

    head: Structure
    body: tuple[Literal, ...]
    where: Location
    chosen: tuple[Literal, ...] | None = None
    bound: Bound = "any"


def binds(literal: Literal) -> bool:
    """Whether a literal of a body may give values to variables, or says what they are."""
    if isinstance(literal, AtomLiteral):
        return literal.positive
    return isinstance(literal, ComparisonLiteral | Interval)


@dataclass
class CompletedPredicate:
    """A predicate, for the atoms of one shape, with all that rules say of it.

    Attributes:
        shape: of the atoms.
        names: of their integers.
        ways: one of these formulas holds, exactly where the atom does; each with its rule.
    """

    shape: Structure
    names: tuple[str, ...]
    ways: list[tuple[Formula, Location]] = field(default_factory=list)

    @property
    def where(self) -> tuple[Location, ...]:
        """The places of the rules."""
        return tuple(dict.fromkeys(where for _, where in self.ways))


def refusal(message: str, hint: str, where: Location | None = None) -> Unsuited:
    """Return an error about something in a rule that has no translation."""
    return Unsuited([Diagnostic(message, where, hint)])


def unsafe(name: str) -> Unsuited:
    """Return a refusal of a variable to which nothing gives a value."""
    shown = "`_`" if name.startswith(UNNAMED) else name.partition("@")[0]
    hint = f"say it by an atom, or by {shown} = ..."
    hint = "say it by a rule of its own, without `not`" if shown == "`_`" else hint
    return refusal(f"not for every size: nothing here says what {shown} is", hint)


@contextmanager
def placed(where: Location) -> Iterator[None]:
    """Give a refusal a place, unless it has one."""
    try:
        yield
    except Unsuited as error:
        located = (replace(d, location=d.location or where) for d in error.diagnostics)
        raise Unsuited(located) from None
