r"""Expressions of integers, and comparisons of them: in conditions on sizes, and in formulas.

They are of any size: nothing wraps around at 2^31. `/` and `\` round toward zero, as clingo's do.
Terms are simplified: sums become sums of multiples, and equations are solved.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

Operator = Literal["+", "-", "*", "/", "\\", "abs"]
Relation = Literal["=", "!=", "<", "<="]


class _Interning(type):
    """The type of classes of which no two objects are equal."""

    def __call__(cls, *fields: Any) -> Any:
        key = cls, fields
        made = _INTERNED.get(key)
        if made is None:
            with _INTERNING:  # a thread whose time was up may still make some
                made = _INTERNED.get(key)
                if made is None:
                    made = _INTERNED[key] = super().__call__(*fields)
        return made


# All terms and formulas that there are, by their class and fields.
_INTERNED: WeakValueDictionary[tuple[type, tuple[Any, ...]], Any] = WeakValueDictionary()
_INTERNING = Lock()


class Interned(metaclass=_Interning):
    """A term or a formula: one with the same fields is the same object.

    So a large one is compared, and found in a dictionary, as soon as a small one. Dataclasses made
    of this have `eq=False`; their fields are given in order.
    """

    __slots__ = ("__weakref__",)

    def __reduce__(self) -> tuple[Any, ...]:  # what another process sends is interned here
        return type(self), tuple(getattr(self, name) for name in self.__slots__)


@dataclass(frozen=True, slots=True, eq=False)
class Number(Interned):
    """An integer, of any size."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Name(Interned):
    """A parameter; in a formula also a variable that is bound, or a chosen constant."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Interned):
    """A term computed from others.

    Attributes:
        operator: as clingo means it.
        arguments: one for `abs` and for a negated term, otherwise two.
    """

    operator: Operator
    arguments: tuple["Term", ...]


Term: TypeAlias = Number | Name | Arithmetic


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Interned):
    """A comparison of two integers."""

    operator: Relation
    left: Term
    right: Term

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether the comparison holds, given values of all names."""
        return compared(self.operator, value(self.left, values) - value(self.right, values))


def compared(operator: Relation, difference: int) -> bool:
    """Whether a comparison holds, given the difference of its sides: left minus right."""
    if operator in ("=", "!="):
        return (difference == 0) == (operator == "=")
    return difference < 0 or (operator == "<=" and difference == 0)


def value(term: Term, values: Mapping[str, int]) -> int:
    """Return the value of a term, given values of all names."""
    if isinstance(term, Number):
        return term.value
    if isinstance(term, Name):
        return values[term.name]
    first, *rest = (value(argument, values) for argument in term.arguments)
    if not rest:
        return abs(first) if term.operator == "abs" else -first
    match term.operator:
        case "+":
            return first + rest[0]
        case "-":
            return first - rest[0]
        case "*":
            return first * rest[0]
    # toward zero; Python's own round down
    quotient = abs(first) // abs(rest[0]) * (1 if (first < 0) == (rest[0] < 0) else -1)
    return quotient if term.operator == "/" else first - quotient * rest[0]


@lru_cache(maxsize=20_000)
def names_in(term: Term) -> frozenset[str]:
    """Return the names in a term."""
    match term:
        case Name(name):
            return frozenset([name])
        case Arithmetic(_, arguments):
            return frozenset().union(*map(names_in, arguments))
    return frozenset()


# A factor of each term that is no sum, and a number: 2*N + rows - 1.
Linear = tuple[Mapping[Term, int], int]


@lru_cache(maxsize=20_000)
def linear(term: Term) -> Linear:
    """Return a term as a sum of multiples."""
    match term:
        case Number(value):
            return {}, value
        case Arithmetic("+", (left, right)):
            return _added(linear(left), linear(right), 1)
        case Arithmetic("-", (left, right)):
            return _added(linear(left), linear(right), -1)
        case Arithmetic("-", (only,)):
            return _added(({}, 0), linear(only), -1)
        case Arithmetic("*", (left, right)):
            first, second = linear(left), linear(right)
            if not first[0]:
                return _added(({}, 0), second, first[1])
            if not second[0]:
                return _added(({}, 0), first, second[1])
    return {term: 1}, 0


def _added(left: Linear, right: Linear, factor: int) -> Linear:
    """Return the sum of one and a multiple of another."""
    multiples = dict(left[0])
    for term, times in right[0].items():
        multiples[term] = multiples.get(term, 0) + factor * times
    return {term: times for term, times in multiples.items() if times}, left[1] + factor * right[1]


def term_of(sums: Linear) -> Term:
    """Return a sum of multiples as a term."""
    result: Term | None = None
    # positive multiples come first, as people write them
    for term, times in sorted(sums[0].items(), key=lambda item: item[1] < 0):
        multiple = term if abs(times) == 1 else Arithmetic("*", (Number(abs(times)), term))
        if result is None:
            negated = multiple if abs(times) == 1 else Arithmetic("*", (Number(times), term))
            result = Arithmetic("-", (term,)) if times == -1 else negated
        else:
            result = Arithmetic("+" if times > 0 else "-", (result, multiple))
    number = sums[1]
    if result is None:
        return Number(number)
    if not number:
        return result
    return Arithmetic("+" if number > 0 else "-", (result, Number(abs(number))))


def difference(left: Term, right: Term) -> Linear:
    """Return left minus right; if no term is left in it, the difference is known."""
    return _added(linear(left), linear(right), -1)


@lru_cache(maxsize=20_000)
def computed(operator: Operator, arguments: tuple[Term, ...]) -> Term | None:
    r"""Return a term, folded where numbers are known; None where clingo has no value: `1 / 0`."""
    if operator in ("+", "-", "*"):
        return term_of(linear(Arithmetic(operator, arguments)))
    if arguments[-1] == Number(0) and operator != "abs":
        return None
    term = Arithmetic(operator, arguments)
    return term if names_in(term) else Number(value(term, {}))


def solved(left: Term, right: Term, names: Collection[str]) -> tuple[str, Term] | None:
    """Return one of some names, and the term that it equals by an equation; None if there is none.

    Names are solved for if they occur once, plain or negated, in the order given.
    """
    sums, number = difference(left, right)
    for name in names:
        times = sums.get(Name(name), 0)
        if times not in (1, -1):
            continue
        rest = {term: -times * n for term, n in sums.items() if term != Name(name)}
        if not any(name in names_in(term) for term in rest):
            return name, term_of((rest, -times * number))
    return None


def replaced(term: Term, terms: Mapping[str, Term]) -> Term:
    """Return a term with other terms for some names."""
    match term:
        case Name(name):
            return terms.get(name, term)
        case Arithmetic(operator, arguments) if names_in(term) & terms.keys():
            inner = tuple(replaced(argument, terms) for argument in arguments)
            result = computed(operator, inner)
            # a divisor is a number, and stays one
            return Arithmetic(operator, inner) if result is None else result
    return term
