"""What a theory says at one size: its formulas as Python expressions, over a range of integers.

It shares no code with the package but the data of formulas, nor does it know clingo.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
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
        self.definitions = {one.predicate: one for one in theory.definitions}
        self.numbers = numbers
        self.known: dict[str, Any] = {"numbers": numbers, "quotient": quotient}
        self.known |= {called(name): value for name, value in constants.items()}
        for one in theory.opens:
            self.known[called(one.predicate)] = lambda *n, name=one.predicate: opens(name, n)
        for one in theory.definitions:
            names = ", ".join(map(called, one.names))
            made = eval(f"lambda {names}: {said(one.formula)}", self.known)
            self.known[called(one.predicate)] = cache(made)

    def true(self, formula: Any) -> bool:
        """Whether a formula without free names holds."""
        return bool(eval(said(formula), self.known))

    def atoms(self, among: Container[str] = ()) -> set[str]:
        """The atoms that hold; with `among`, those of the predicates so called."""
        found = set()
        for atom in self.definitions:
            if among and atom.partition("(")[0] not in among:
                continue
            pieces, holds = split(atom), self.known[called(atom)]
            for numbers in product(self.numbers, repeat=len(pieces) - 1):
                if holds(*numbers):
                    found.add(filled(pieces, numbers))
        return found


def quotient(one: int, two: int) -> int:
    """Rounded towards zero, as clingo does."""
    return int(one / two)


def called(name: str) -> str:
    """A name in Python."""
    return "v" + re.sub(r"\W", lambda found: f"_{ord(found[0])}_", name)


def said(formula: Any) -> str:
    """A formula in Python."""
    match type(formula).__name__:
        case "Compare":
            operator = {"=": "=="}.get(formula.operator, formula.operator)
            return f"({number(formula.left)} {operator} {number(formula.right)})"
        case "Holds":
            return f"{called(formula.predicate)}({', '.join(map(number, formula.arguments))})"
        case "Not":
            return f"(not {said(formula.formula)})"
        case "Junction":
            parts = map(said, formula.formulas)
            return "(" + (f" {formula.kind} ".join(parts) or str(formula.kind == "and")) + ")"
        case "Quantified":
            test = "all" if formula.kind == "forall" else "any"
            ranges = " ".join(f"for {called(name)} in numbers" for name in formula.names)
            return f"{test}({said(formula.formula)} {ranges})"
    raise AssertionError(formula)


def number(term: Any) -> str:
    """A term in Python."""
    match type(term).__name__:
        case "Number":
            return str(term.value)
        case "Name":
            return called(term.name)
    inner = [number(one) for one in term.arguments]
    if term.operator == "abs":
        return f"abs({inner[0]})"
    if len(inner) == 1:
        return f"(-{inner[0]})"
    one, two = inner
    if term.operator in "+-*":
        return f"({one} {term.operator} {two})"
    rounded = f"quotient({one}, {two})"
    return rounded if term.operator == "/" else f"({one} - {two} * {rounded})"


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
