"""What a solver's model says of formulas that it was not told: true, false, or nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ttt_asp.engines.sizes.formulas import (
    Compare,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Number,
    Quantified,
    Term,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.formulas import Name as Named
from ttt_asp.engines.sizes.sums import COMPUTED, Sum

# The values of names; and whether a formula holds with them, None where that is not known.
Values = Mapping[str, int]
Held = Callable[[Values], "bool | None"]
Counted = Callable[[Values], int]


@dataclass
class Reader:
    """Formulas of a theory made ready to be evaluated, each once.

    Attributes:
        theory: whose.
        integers: the values of constants in the model.
        truths: of predicates, by their integers; an open one does not hold where none is known.
    """

    theory: Theory
    integers: dict[str, int] = field(default_factory=dict)
    truths: dict[tuple[str, tuple[int, ...]], bool] = field(default_factory=dict)
    _ready: dict[int, tuple[Formula, Held]] = field(default_factory=dict)
    _defined: dict[str, Definition] = field(default_factory=dict)
    _found: dict[tuple[str, tuple[int, ...]], "bool | None"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = {one.predicate: one for one in self.theory.definitions}

    def read(
        self, integers: dict[str, int], truths: dict[tuple[str, tuple[int, ...]], bool]
    ) -> None:
        """Take another model."""
        self.integers, self.truths = integers, truths
        self._found = {}

    def value(self, found: Sum) -> int:
        """The value of a sum."""
        total = found[1]
        for item, times in found[0]:
            if isinstance(item, str):
                total += times * self.integers.get(item, 0)
            else:
                operator, one, two = item
                total += times * COMPUTED[operator](self.value(one), self.value(two))
        return total

    def holds(self, formula: Formula, values: Values) -> "bool | None":
        """Whether a formula holds; None where that depends on what the model does not say."""
        return self._made(formula)(values)

    def _made(self, formula: Formula) -> Held:
        found = self._ready.get(id(formula))
        if found is None:
            found = self._ready[id(formula)] = formula, self._make(formula)
        return found[1]

    def _make(self, formula: Formula) -> Held:
        match formula:
            case Truth(value):
                return lambda _: value
            case Compare(operator, left, right):
                one, two = self._term(left), self._term(right)
                return {
                    "=": lambda v: one(v) == two(v),
                    "!=": lambda v: one(v) != two(v),
                    "<": lambda v: one(v) < two(v),
                    "<=": lambda v: one(v) <= two(v),
                }[operator]
            case Not(inner):
                other = self._made(inner)
                return lambda v: None if (held := other(v)) is None else not held
            case Junction(kind, formulas):
                # comparisons decide most, and soonest
                parts = [self._made(one) for one in sorted(formulas, key=_weight)]
                return _all(parts) if kind == "and" else _any(parts)
            case Holds(predicate, arguments):
                terms = [self._term(one) for one in arguments]
                return lambda v: self._atom(predicate, tuple([term(v) for term in terms]))
            case Quantified():
                return lambda _: None

    def _atom(self, predicate: str, arguments: tuple[int, ...]) -> "bool | None":
        key = predicate, arguments
        definition = self._defined.get(predicate)
        if definition is None:
            return self.truths.get(key, False)
        if not arguments and key in self.truths:
            return self.truths[key]
        if key not in self._found:
            names = dict(zip(definition.names, arguments, strict=True))
            self._found[key] = self._made(definition.formula)(names)
        return self._found[key]

    def _term(self, term: Term) -> Counted:
        match term:
            case Number(value):
                return lambda _: value
            case Named(name):
                return lambda v: v[name] if name in v else self.integers.get(name, 0)
            case _:
                parts = [self._term(one) for one in term.arguments]
                first, last = parts[0], parts[-1]
                if term.operator == "+":
                    return lambda v: first(v) + last(v)
                if term.operator == "-":
                    if len(parts) == 1:
                        return lambda v: -first(v)
                    return lambda v: first(v) - last(v)
                work = COMPUTED[term.operator]
                return lambda v: work(first(v), last(v))


def _weight(formula: Formula) -> int:
    return 0 if isinstance(formula, Compare | Truth) else 1


def _all(parts: list[Held]) -> Held:
    def held(values: Values) -> "bool | None":
        found: bool | None = True
        for part in parts:
            one = part(values)
            if one is False:
                return False
            if one is None:
                found = None
        return found

    return held


def _any(parts: list[Held]) -> Held:
    def held(values: Values) -> "bool | None":
        found: bool | None = False
        for part in parts:
            one = part(values)
            if one:
                return True
            if one is None:
                found = None
        return found

    return held
