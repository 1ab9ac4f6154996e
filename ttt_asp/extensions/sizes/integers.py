r"""Expressions of integers, and comparisons of them: in conditions on sizes, and in formulas.

They are of any size: nothing wraps around at 2^31. `/` and `\` round toward zero, as clingo's do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Operator = Literal["+", "-", "*", "/", "\\", "abs"]
Relation = Literal["=", "!=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, of any size."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A parameter; in a formula also a variable that is bound, or a chosen constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A term computed from others.

    Attributes:
        operator: as clingo means it.
        arguments: one for `abs` and for a negated term, otherwise two.
    """

    operator: Operator
    arguments: tuple["Term", ...]


Term: TypeAlias = Number | Name | Arithmetic


@dataclass(frozen=True, slots=True)
class Compare:
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


def names_in(term: Term) -> frozenset[str]:
    """Return the names in a term."""
    match term:
        case Name(name):
            return frozenset([name])
        case Arithmetic(_, arguments):
            return frozenset().union(*map(names_in, arguments))
    return frozenset()
