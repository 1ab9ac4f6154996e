"""Bodies of random rules that compute, as a file has them, and what Python's integers say of them.

Python's integers have no end, so whatever clingo makes of a body that is let in has to be the same.
"""

import operator
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

# An integer, a variable, or an operator with its terms.
Term = Any
Environment = dict[str, int]
SMALL = (0, 1, 2, 3, 5, 7, 10)
HUGE = (46340, 46341, 65536, 99999, 500_000_000, 999_999_999, 1_000_000_000)
# The static numbers, those of fluents, and where each stands in a rule.
STATIC = (-2, 0, 1, 2, 3, 7)
LARGE = (-1_000_000_000, -46341, 65536, 500_000_000, 1_000_000_000)
FLUENTS = (-3, 0, 2, 4)
WRITTEN = {"n": "n({})", "big": "big({})", "v": "true(v({}))"}
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
AGGREGATES: Mapping[str, Callable[[list[int]], Any]] = {
    "#sum": sum,
    "#sum+": lambda weights: sum(weight for weight in weights if weight > 0),
    "#count": len,
    "#min": lambda weights: min(weights, default=float("inf")),
    "#max": lambda weights: max(weights, default=float("-inf")),
}


class Undefined(Exception):
    """A power with an exponent below 0."""


def divided(left: int, right: int) -> int:
    """Divide as clingo does, towards 0."""
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def power(left: int, right: int) -> int:
    if right < 0 or (right > 200 and abs(left) > 1):
        raise Undefined
    return int(left**right)


OPERATORS: Mapping[str, Callable[..., int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": divided,
    "\\": lambda left, right: left - right * divided(left, right), "**": power,
    "&": operator.and_, "?": operator.or_, "^": operator.xor,
    "minus": operator.neg, "~": operator.invert, "||": abs,
}  # fmt: skip


def value(term: Term, known: Environment) -> int:
    """Work out a term whose variables are known."""
    if isinstance(term, int):
        return term
    if isinstance(term, str):
        return known[term]
    return OPERATORS[term[0]](*(value(part, known) for part in term[1:]))


def shown(term: Term) -> str:
    """Write a term as a rule has it."""
    if not isinstance(term, tuple):
        return f"({term})" if isinstance(term, int) and term < 0 else str(term)
    sign, *parts = term
    if len(parts) == 1:
        inner = shown(parts[0])
        return f"|{inner}|" if sign == "||" else f"({'-' if sign == 'minus' else sign}{inner})"
    return f"({shown(parts[0])} {sign} {shown(parts[1])})"


@dataclass(frozen=True)
class Literal:
    """A literal: its text, and the environments in which it holds, each with what it binds."""

    text: str
    holds: Callable[[Environment, Mapping[str, tuple[int, ...]]], Iterator[Environment]]


@dataclass
class Drawing:
    """A body that is being drawn.

    Attributes:
        random: what draws. huge: how often a number is huge.
        bound: the variables so far.
    """

    random: random.Random
    huge: float
    bound: list[str] = field(default_factory=list)
    drawn: int = 0

    def number(self) -> int:
        return self.random.choice(HUGE if self.random.random() < self.huge else SMALL)

    def fresh(self) -> str:
        self.drawn += 1
        return f"X{self.drawn}"

    def term(self, depth: int, names: list[str]) -> Term:
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice(names) if names and self.random.random() < 0.7 else (
                self.number()
            )  # fmt: skip
        sign = self.random.choice([*"+++---***/\\&?^~", "**", "minus", "||"])
        left = self.term(depth - 1, names)
        if sign in ("~", "minus", "||"):
            return sign, left
        if sign in "/\\":
            return sign, left, self.random.choice((1, 2, 3, 7, 65536))
        if sign == "**":
            return sign, left, self.random.choice((0, 1, 2, 3, 5, *names))
        return sign, left, self.term(depth - 1, names)

    def binder(self) -> Literal:
        """An atom that gives a variable values, by a term that is linear in it."""
        name, kind = self.fresh(), self.random.choice(["n", "n", "v", "big"])
        shapes: list[Term] = [name, name, name, ("+", name, self.number())]
        shapes += [("-", self.number(), name), ("-", ("*", 2, name), self.number())]
        shapes += [("minus", name), ("+", ("*", self.number() or 1, name), 1)]
        term = self.random.choice(shapes)
        self.bound.append(name)

        def holds(
            known: Environment, facts: Mapping[str, tuple[int, ...]]
        ) -> Iterator[Environment]:
            at_0, at_1 = (value(term, {name: number}) for number in (0, 1))
            for fact in facts[kind]:
                if (fact - at_0) % (at_1 - at_0) == 0:
                    yield known | {name: (fact - at_0) // (at_1 - at_0)}

        return Literal(WRITTEN[kind].format(shown(term)), holds)

    def assignment(self) -> Literal:
        name, term = self.fresh(), self.term(2, self.bound)
        low = self.random.randint(-3, 3)
        high = self.random.choice((None, None, low, low + 2, self.random.choice(self.bound)))
        self.bound.append(name)

        def holds(known: Environment, _: Any) -> Iterator[Environment]:
            if high is None:
                yield known | {name: value(term, known)}
            else:
                for number in range(low, min(value(high, known), 10**5) + 1):
                    yield known | {name: number}

        text = shown(term) if high is None else f"{shown(low)}..{shown(high)}"
        return Literal(f"{name} = {text}", holds)

    def comparison(self) -> Literal:
        left, sign, right = self.term(2, self.bound), self.sign(), self.term(2, self.bound)

        def holds(known: Environment, _: Any) -> Iterator[Environment]:
            if COMPARED[sign](value(left, known), value(right, known)):
                yield known

        return Literal(f"{shown(left)} {sign} {shown(right)}", holds)

    def sign(self) -> str:
        return self.random.choice(list(COMPARED))

    def denied(self) -> Literal:
        kind, term = self.random.choice(list(WRITTEN)), self.term(2, self.bound)
        term = ("+", self.random.choice(self.bound), term)

        def holds(
            known: Environment, facts: Mapping[str, tuple[int, ...]]
        ) -> Iterator[Environment]:
            if value(term, known) not in facts[kind]:
                yield known

        return Literal(f"not {WRITTEN[kind].format(shown(term))}", holds)

    def condition(self) -> Literal:
        inner, kinds = self.fresh(), [self.random.choice(["n", "v"]) for _ in "ab"]
        term, limit = self.term(1, [inner]), self.term(1, self.bound)
        term = ("+", inner, term)

        def holds(
            known: Environment, facts: Mapping[str, tuple[int, ...]]
        ) -> Iterator[Environment]:
            inside = (known | {inner: number} for number in facts[kinds[1]])
            if all(value(term, one) in facts[kinds[0]] for one in inside
                   if one[inner] < value(limit, known)):  # fmt: skip
                yield known

        atoms = WRITTEN[kinds[0]].format(shown(term)), WRITTEN[kinds[1]].format(inner)
        return Literal(f"{atoms[0]} : {atoms[1]}, {inner} < {shown(limit)}", holds)

    def aggregate(self) -> Literal:
        function = self.random.choice(list(AGGREGATES))
        assigned = function in ("#sum", "#sum+", "#count") and self.random.random() < 0.5
        inner = [self.fresh() for _ in range(1 if assigned else self.random.choice((1, 1, 2)))]
        kinds = [self.random.choice(["n", "v", "v"]) for _ in inner]
        weight = self.term(self.random.choice((0, 1, 2)), inner)
        if function == "#sum+":  # clingo remarks on others
            weight = ("||", weight)
        more = inner if self.random.random() < 0.8 else []
        sign, limit = ("=", self.fresh()) if assigned else (self.sign(), self.term(1, self.bound))

        def holds(
            known: Environment, facts: Mapping[str, tuple[int, ...]]
        ) -> Iterator[Environment]:
            tuples = set()
            for numbers in product(*(facts[kind] for kind in kinds)):
                inside = known | dict(zip(inner, numbers, strict=True))
                tuples.add((value(weight, inside), *(inside[name] for name in more)))
            found = AGGREGATES[function]([row[0] for row in tuples])
            if assigned:
                yield known | {str(limit): found}
            elif COMPARED[sign](found, value(limit, known)):
                yield known

        atoms = ", ".join(
            WRITTEN[kind].format(name) for kind, name in zip(kinds, inner, strict=True)
        )
        elements = ", ".join([shown(weight), *more])
        text = f"{{ {elements} : {atoms} }}"
        self.bound += [limit] if assigned else []
        if assigned:
            return Literal(f"{limit} = {function} {text}", holds)
        return Literal(f"{function} {text} {sign} {shown(limit)}", holds)


@dataclass(frozen=True)
class Body:
    """The literals of a body, each after those that bind its variables.

    Attributes:
        text: the literals, mixed. last: the variable that was bound last.
        helpers: rules that it rests on.
    """

    literals: tuple[Literal, ...]
    text: str
    last: str
    helpers: str = ""

    def solutions(self, fluents: tuple[int, ...]) -> Iterator[Environment]:
        """Yield the values of the variables with which the body holds."""
        facts = {"n": STATIC, "big": LARGE, "v": fluents}

        def after(known: Environment, left: list[Literal]) -> Iterator[Environment]:
            if not left:
                yield known
                return
            # what binds nothing more is asked first: intervals may have billions of numbers
            asked = [one for one in left if {*re.findall(r"X\d+", one.text)} <= known.keys()]
            first = (asked or left)[0]
            try:
                for more in first.holds(known, facts):
                    yield from after(more, [one for one in left if one is not first])
            except Undefined:
                return

        yield from after({}, [*self.literals])

    def values(self, fluents: tuple[int, ...]) -> set[int]:
        """Return what the last variable can be."""
        return {known[self.last] for known in self.solutions(fluents)}


def body(source: random.Random, name: str, nested: bool = True) -> Body:
    """Draw a body; its helpers have names that begin with `name`."""
    drawing = Drawing(source, source.choice((0.0, 0.1, 0.4)))
    literals = [drawing.binder() for _ in range(source.choice((1, 1, 2)))]
    helpers = ""
    if nested and source.random() < 0.4:
        inner, variable = body(source, f"{name}_h", source.random() < 0.3), drawing.fresh()
        helpers = f"{inner.helpers}{name}({inner.last}) :- {inner.text}. "
        literals.append(_helper(inner, name, variable))
        drawing.bound.append(variable)
    kinds = [drawing.assignment, drawing.comparison, drawing.aggregate, drawing.denied]
    kinds += [drawing.assignment, drawing.comparison, drawing.aggregate, drawing.condition]
    literals += [source.choice(kinds)() for _ in range(source.choice((1, 2, 2, 3)))]
    literals.append(drawing.comparison())
    mixed = source.sample(literals, len(literals))
    # a semicolon, as a condition would swallow what follows after a comma
    text = "; ".join(one.text for one in mixed)
    return Body(tuple(literals), text, drawing.bound[-1], helpers)


def _helper(inner: Body, name: str, variable: str) -> Literal:
    def holds(known: Environment, facts: Mapping[str, tuple[int, ...]]) -> Iterator[Environment]:
        for number in inner.values(facts["v"]):
            yield known | {variable: number}

    return Literal(f"{name}({variable})", holds)
