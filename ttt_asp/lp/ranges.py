"""Ranges of numbers, and what clingo's operators and comparisons make of them.

Python's integers have no end; clingo's have 32 bits, and wrap around beyond. So the ranges tell
whether a term can leave what clingo holds.
"""

from dataclasses import replace
from itertools import product

import clingo
from clingo.ast import BinaryOperator, ComparisonOperator, UnaryOperator

from ttt_asp.lp.scan import LARGEST
from ttt_asp.records import dataclass

# Stands for all beyond: products of numbers so large need not be worked out.
ENDLESS = 10**30
# Exponents and numbers of bits beyond this lead to what is beyond `LARGEST`.
_MOST_BITS = 64


@dataclass(frozen=True, slots=True)
class Range:
    """What a term can be: the numbers that it is or has inside, and of how many kinds it is.

    Attributes:
        low, high: the least and the greatest number; low > high if there is none.
        ways: the most different terms that there can be.
        plain: whether all of them are numbers.
    """

    low: int
    high: int
    ways: int = ENDLESS
    plain: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is no number."""
        return self.low > self.high

    @property
    def beyond(self) -> bool:
        """Whether clingo might not hold one of the numbers."""
        return not self.empty and max(-self.low, self.high) > LARGEST

    def __or__(self, other: "Range") -> "Range":
        """All that is in one of both."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        if self.empty or other.empty:
            low, high = (other.low, other.high) if self.empty else (self.low, self.high)
        ways = min(ENDLESS, self.ways + other.ways)
        return Range(low, high, ways, self.plain and other.plain)

    def __and__(self, other: "Range") -> "Range":
        """All that is in both."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        ways = min(self.ways, other.ways)
        plain = self.plain or other.plain
        return numbers(low, high, ways) if plain else Range(low, high, ways)


NOWHERE = Range(ENDLESS, -ENDLESS, 0, True)
ANYWHERE = Range(-ENDLESS, ENDLESS)
OTHER = Range(ENDLESS, -ENDLESS, 1)  # a term without numbers


def numbers(low: int, high: int, ways: int = ENDLESS) -> Range:
    """Return the numbers from `low` to `high`."""
    low, high = (min(ENDLESS, max(-ENDLESS, number)) for number in (low, high))
    return Range(low, high, max(0, min(ways, high - low + 1)), True)


def negated(sign: int, only: Range) -> Range:
    """Return what an operator of one argument makes of a range."""
    if only.empty:
        return NOWHERE
    if sign == UnaryOperator.Minus and not only.plain:  # -f(5) is a term with a 5 inside
        size = max(-only.low, only.high)
        return Range(-size, size, only.ways)
    if sign == UnaryOperator.Minus:
        return numbers(-only.high, -only.low, only.ways)
    if sign == UnaryOperator.Negation:
        return numbers(-only.high - 1, -only.low - 1, only.ways)
    ends = sorted((abs(only.low), abs(only.high)))
    return numbers(0 if only.low <= 0 <= only.high else ends[0], ends[1], only.ways)


def combined(sign: int, left: Range, right: Range) -> Range:
    """Return what an operator of two arguments makes of two ranges."""
    if left.empty or right.empty:
        return NOWHERE
    ways = left.ways * right.ways
    size = max(-left.low, left.high)
    if sign == BinaryOperator.Plus:
        return numbers(left.low + right.low, left.high + right.high, ways)
    if sign == BinaryOperator.Minus:
        return numbers(left.low - right.high, left.high - right.low, ways)
    if sign == BinaryOperator.Multiplication:
        ends = [x * y for x, y in product((left.low, left.high), (right.low, right.high))]
        return numbers(min(ends), max(ends), ways)
    if sign == BinaryOperator.Division:
        return numbers(-size if left.low < 0 or right.low < 0 else 0, size, ways)
    if sign == BinaryOperator.Modulo:  # has the sign of what is divided
        rest = min(size, max(-right.low, right.high) - 1)
        return numbers(-rest if left.low < 0 else 0, rest if left.high > 0 else 0, ways)
    if sign == BinaryOperator.Power:
        if right.low < 0 or (size > 1 and right.high > _MOST_BITS):
            return ANYWHERE
        most = size ** max(1, right.high) if size > 1 else 1
        return numbers(-most if left.low < 0 else 0, most, ways)
    bits = (max(size, -right.low, right.high)).bit_length()
    least = -(1 << bits) if min(left.low, right.low) < 0 else 0
    return numbers(least, (1 << bits) - 1, ways)


def total(weights: Range, tuples: int) -> Range:
    """Return the sums of at most this number of `tuples`, with such weights."""
    if weights.empty:
        return numbers(0, 0)
    return numbers(min(0, weights.low) * tuples, max(0, weights.high) * tuples)


def side(sign: int, other: Range) -> Range:
    """Return the numbers on that side of a term."""
    if not other.plain or other.empty:
        return ANYWHERE
    strictly = int(sign in (ComparisonOperator.LessThan, ComparisonOperator.GreaterThan))
    if sign in (ComparisonOperator.LessThan, ComparisonOperator.LessEqual):
        return numbers(-ENDLESS, other.high - strictly)
    return numbers(other.low + strictly, ENDLESS)


def of_symbol(symbol: clingo.Symbol) -> Range:
    """Return the range of a ground term."""
    if symbol.type == clingo.SymbolType.Number:
        return numbers(symbol.number, symbol.number)
    if symbol.type != clingo.SymbolType.Function:
        return OTHER
    found = OTHER
    for inner in symbol.arguments:
        found |= of_symbol(inner)
    return replace(found, plain=False)
