"""Ground terms: sums of multiples in one form, so that equal ones are the same."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ttt_asp.engines.sizes.formulas import Arithmetic, Name, Number, Term
from ttt_asp.engines.sizes.symbols import symbol

# What a sum is of: a constant, or an operation on sums, as `("\\", sum, sum)`.
Item: TypeAlias = "str | tuple[str, Sum, Sum]"
# Items with their factors, sorted, and a number.
Sum: TypeAlias = "tuple[tuple[tuple[Item, int], ...], int]"

ZERO: Sum = ((), 0)


def number(value: int) -> Sum:
    """A number as a sum."""
    return (), value


def constant(name: str) -> Sum:
    """A constant as a sum."""
    return ((name, 1),), 0


def added(one: Sum, two: Sum, factor: int = 1) -> Sum:
    """The sum of one and a multiple of another."""
    if not two[0]:
        return one[0], one[1] + factor * two[1]
    found = dict(one[0])
    for item, times in two[0]:
        found[item] = found.get(item, 0) + factor * times
    items = sorted(((i, n) for i, n in found.items() if n), key=lambda pair: str(pair[0]))
    return tuple(items), one[1] + factor * two[1]


def sum_of(term: Term, names: Mapping[str, Sum]) -> Sum:
    """A term as a sum; a name that is not among those given is a constant."""
    match term:
        case Number(value):
            return (), value
        case Name(name):
            return names.get(name) or constant(name)
        case Arithmetic("-", (only,)):
            return added(ZERO, sum_of(only, names), -1)
        case Arithmetic("+" | "-" as operator, (left, right)):
            sign = 1 if operator == "+" else -1
            return added(sum_of(left, names), sum_of(right, names), sign)
        case Arithmetic(operator, arguments):
            sums = [sum_of(one, names) for one in arguments]
            return _operation(operator, sums[0], sums[-1])


def _operation(operator: str, one: Sum, two: Sum) -> Sum:
    if operator == "*":
        for factor, other in ((one, two), (two, one)):
            if not factor[0]:
                return added(ZERO, other, factor[1])
    elif not one[0] and not two[0]:
        return (), COMPUTED[operator](one[1], two[1])
    return (((operator, one, two), 1),), 0


def _quotient(one: int, two: int) -> int:
    # towards zero, as clingo's
    return abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)


# What the operations that make no sum mean; `abs` looks at one side only.
COMPUTED: Mapping[str, Callable[[int, int], int]] = {
    "*": lambda one, two: one * two,
    "/": _quotient,
    "\\": lambda one, two: one - _quotient(one, two) * two,
    "abs": lambda one, _: abs(one),
}


def sum_text(found: Sum) -> str:
    """A sum as solvers read it."""
    parts = [
        item_text(item) if times == 1 else f"(* {number_text(times)} {item_text(item)})"
        for item, times in found[0]
    ]
    if found[1] or not parts:
        parts.append(number_text(found[1]))
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def number_text(value: int) -> str:
    """A number as solvers read it."""
    return str(value) if value >= 0 else f"(- {-value})"


def item_text(item: Item) -> str:
    """What a sum is of, as solvers read it."""
    if isinstance(item, str):
        return symbol(item)
    operator, one, two = item
    left, right = sum_text(one), sum_text(two)
    if operator == "abs":
        return f"(abs {left})"
    if operator == "*":
        return f"(* {left} {right})"
    assert not two[0] and two[1]
    # SMT-LIB's remainders are never negative; of those of clingo the dividend's sign is the sign
    word, size = ("div" if operator == "/" else "mod"), abs(two[1])
    found = f"(ite (>= {left} 0) ({word} {left} {size}) (- ({word} (- {left}) {size})))"
    return f"(- {found})" if operator == "/" and two[1] < 0 else found


def equal_text(difference: Sum) -> str:
    """That a sum is 0, as solvers read it; remainders of one sum by one number are one term."""
    items, rest = difference
    if not items:
        return "true" if rest == 0 else "false"
    if remainder := remainder_of(difference):
        return _remainder_text(*remainder)
    return f"(= {sum_text((items, 0))} {number_text(-rest)})"


def remainder_of(difference: Sum) -> tuple[Sum, int, int] | None:
    """Of a sum that is to be 0, if it says what a remainder is: the dividend, by what, and that."""
    items, rest = difference
    if len(items) == 1:
        item, times = items[0]
        if not isinstance(item, str) and item[0] == "\\" and times in (1, -1):
            return item[1], abs(item[2][1]), -rest * times
    return None


def _remainder_text(dividend: Sum, by: int, wanted: int) -> str:
    """That clingo's remainder of a dividend is a number."""
    if abs(wanted) >= by:
        return "false"
    items, rest = dividend
    base = sum_text((items, 0))
    same = f"(= (mod {base} {by}) {(wanted - rest) % by})"
    if not wanted:
        return same
    sign = f"(> {base} {number_text(-rest)})" if wanted > 0 else f"(< {base} {number_text(-rest)})"
    return f"(and {sign} {same})"
