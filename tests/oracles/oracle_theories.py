"""What a theory says at one size, by going through a range of integers.

It shares no code with the package but the data of formulas, nor does it know clingo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

Tuple = tuple[int, ...]


class Model:
    """The atoms that hold, for given parameters, chosen constants and open predicates.

    Args:
        theory: with definitions in order.
        constants: values of the parameters and of what is chosen.
        opens: says of an open predicate's name and its integers whether it holds.
        numbers: what quantifiers range over.
    """

    def __init__(
        self,
        theory: Any,
        constants: Mapping[str, int],
        opens: Callable[[str, Tuple], bool],
        numbers: Sequence[int],
    ) -> None:
        self.constants = dict(constants)
        self.opens = opens
        self.numbers = numbers
        self.definitions = {one.predicate: one for one in theory.definitions}
        self.open_names = {one.predicate for one in theory.opens}
        self.known: dict[tuple[str, Tuple], bool] = {}

    def holds(self, predicate: str, numbers: Tuple) -> bool:
        if predicate in self.open_names:
            return self.opens(predicate, numbers)
        key = predicate, numbers
        if key not in self.known:
            definition = self.definitions[predicate]
            inside = dict(zip(definition.names, numbers, strict=True))
            self.known[key] = self.true(definition.formula, inside)
        return self.known[key]

    def true(self, formula: Any, inside: Mapping[str, int]) -> bool:
        match type(formula).__name__:
            case "Truth":
                return bool(formula.value)
            case "Compare":
                left = self.number(formula.left, inside)
                right = self.number(formula.right, inside)
                return {
                    "=": left == right,
                    "!=": left != right,
                    "<": left < right,
                    "<=": left <= right,
                }[formula.operator]
            case "Holds":
                numbers = tuple(self.number(one, inside) for one in formula.arguments)
                return self.holds(formula.predicate, numbers)
            case "Not":
                return not self.true(formula.formula, inside)
            case "Junction":
                test = all if formula.kind == "and" else any
                return test(self.true(one, inside) for one in formula.formulas)
            case "Quantified":
                test = all if formula.kind == "forall" else any
                values = product(self.numbers, repeat=len(formula.names))
                return test(
                    self.true(formula.formula, {**inside, **dict(zip(formula.names, one))})
                    for one in values
                )
        raise AssertionError(formula)

    def number(self, term: Any, inside: Mapping[str, int]) -> int:
        match type(term).__name__:
            case "Number":
                return int(term.value)
            case "Name":
                return inside[term.name] if term.name in inside else self.constants[term.name]
        numbers = [self.number(one, inside) for one in term.arguments]
        if term.operator == "abs":
            return abs(numbers[0])
        if len(numbers) == 1:
            return -numbers[0]
        one, two = numbers
        if term.operator in "+-*":
            return {"+": one + two, "-": one - two, "*": one * two}[term.operator]
        quotient = int(one / two)
        return quotient if term.operator == "/" else one - two * quotient

    def atoms(self, names: Mapping[str, str]) -> set[str]:
        """The atoms that hold, as people write them, of the predicates in `names`."""
        found = set()
        for atom, predicate in names.items():
            definition = self.definitions[predicate]
            pieces = split(atom)
            for numbers in product(self.numbers, repeat=len(definition.names)):
                if self.holds(predicate, numbers):
                    found.add(filled(pieces, numbers))
        return found


def split(atom: str) -> list[str]:
    """What stands between the places of an atom's integers: `_` as an argument."""
    pieces, start, quoted = [], 0, False
    for place, letter in enumerate(atom):
        quoted ^= letter == '"'
        if letter == "_" and not quoted and atom[place - 1] in "(," and atom[place + 1] in "),":
            pieces.append(atom[start:place])
            start = place + 1
    return [*pieces, atom[start:]]


def filled(pieces: Sequence[str], numbers: Tuple) -> str:
    """An atom with integers at its places."""
    between = zip(pieces, map(str, numbers), strict=False)
    return "".join(piece + number for piece, number in between) + pieces[-1]
