"""Formulas without quantifiers that follow from a theory and what is asked of it.

What is said for some integers is a truth value, of which witnesses and instances are said (see
`quantities`). All these formulas follow from the theory, up to the new names; so if they cannot be
so together, neither can the theory and what is asked: which of them are said is a matter of
success, never of soundness. Each predicate, with its integers, is a truth value of its own, that
its definition says of itself: so what is long is said once.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from ttt_asp.engines.sizes.formulas import (
    Compare,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.quantities import Names, Quantities, Quantity
from ttt_asp.engines.sizes.residues import Residues
from ttt_asp.engines.sizes.sums import (
    Sum,
    added,
    constant,
    equal_text,
    number_text,
    remainder_of,
    sum_of,
    sum_text,
)


@dataclass
class Grounding:
    """Formulas without quantifiers, as they are found.

    Attributes:
        theory: whose predicates they are about.
        lines: declarations and assertions of SMT-LIB 2 that no solver was told yet.
        quantities: what was said of some integers, and of all.
        integers: the constants so far. truths: the truth values of predicates.
        met: by predicate the integers of which it was spoken, and in instances of which age first.
        age: how many instances led to what is being said, one through the other.
        meanings: the truth values of predicates.
    """

    theory: Theory
    lines: list[str] = field(default_factory=list)
    quantities: Quantities = field(init=False)
    integers: list[str] = field(default_factory=list)
    truths: dict[tuple[str, tuple[Sum, ...]], str] = field(default_factory=dict)
    met: dict[str, dict[tuple[Sum, ...], int]] = field(default_factory=dict)
    age: int = 0
    opened: dict[tuple[str, tuple[Sum, ...]], str] = field(default_factory=dict)
    residues: Residues = field(init=False)
    _defined: dict[str, Definition] = field(default_factory=dict)
    _signed: set[tuple[str, bool]] = field(default_factory=set)
    _waiting: deque[tuple[str, Definition, tuple[Sum, ...], bool]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.residues = Residues(self.lines)
        self.quantities = Quantities(self.lines)
        self._defined = {one.predicate: one for one in self.theory.definitions}
        for one in self.theory.opens:
            sorts = " ".join(["Int"] * len(one.names))
            self.lines.append(f"(declare-fun {open_symbol(one.predicate)} ({sorts}) Bool)")
        for name in (*self.theory.parameters, *self.theory.chosen):
            self._integer(name)

    def said(self, formula: Formula) -> None:
        """Add that a formula holds."""
        self._assert(self.text(formula, {}, True))
        self._settle()

    def instance(self, said: Quantity, choice: Sequence[Sum], age: int) -> None:
        """Add that something is not so for certain integers, or it is for some.

        Args:
            said: what.
            choice: the integers, for each name that it binds.
            age: of the instances that made it worth a look.
        """
        self.age = age + 1
        chosen = dict(zip(said.formula.names, choice, strict=True))
        inner = self.text(said.formula.formula, {**said.names, **chosen}, False)
        self._assert(f"(or {said.truth} (not {inner}))")
        self._settle()

    def witness(self, said: Quantity) -> None:
        """Add that something is so for new constants, or for no integers."""
        self.age = said.age
        new = self._new(said.formula.names)
        inner = self.text(said.formula.formula, {**said.names, **new}, True)
        self._assert(f"(or (not {said.truth}) {inner})")
        self._settle()

    def _assert(self, text: str) -> None:
        self.lines.append(f"(assert {text})")

    def _integer(self, name: str) -> None:
        self.integers.append(name)
        self.lines.append(f"(declare-const {sum_text((((name, 1),), 0))} Int)")

    def _settle(self) -> None:
        """Say what the definitions say of all that was spoken of."""
        while self._waiting:
            truth, definition, arguments, sign = self._waiting.popleft()
            names = dict(zip(definition.names, arguments, strict=True))
            inner = self.text(definition.formula, names, sign)
            self._assert(f"(or (not {truth}) {inner})" if sign else f"(or {truth} (not {inner}))")

    def text(self, formula: Formula, names: Names, sign: bool) -> str:
        """A formula as solvers read it.

        Args:
            formula: any.
            names: what its free names stand for; others are constants.
            sign: whether it is to hold where it stands; else it is where negated.
        """
        match formula:
            case Truth(value):
                return "true" if value else "false"
            case Compare(operator, left, right):
                sums = added(sum_of(left, names), sum_of(right, names), -1)
                return self._compared(operator, sums)
            case Holds(predicate, arguments):
                return self._atom(predicate, tuple(sum_of(a, names) for a in arguments), sign)
            case Not(inner):
                found = self.text(inner, names, not sign)
                return _OTHER.get(found) or f"(not {found})"
            case Junction(kind, formulas):
                return _joined(kind, (self.text(one, names, sign) for one in formulas))
            case Quantified("forall", _, _):
                found = self.text(self.quantities.denied(formula), names, not sign)
                return _OTHER.get(found) or f"(not {found})"
            case Quantified():
                return self.quantities.said(formula, names, sign, self.age)

    def _atom(self, predicate: str, arguments: tuple[Sum, ...], sign: bool) -> str:
        self.met.setdefault(predicate, {}).setdefault(arguments, self.age)
        definition = self._defined.get(predicate)
        key = predicate, arguments
        if definition is None:
            text = self.opened.get(key)
            if text is None:
                found = " ".join(map(sum_text, arguments))
                text = open_symbol(predicate)
                self.opened[key] = text = f"({text} {found})" if found else text
            return text
        if isinstance(definition.formula, Truth):
            return "true" if definition.formula.value else "false"
        truth = self.truths.get(key)
        if truth is None:
            shown = ",".join(map(sum_text, arguments)).replace("|", "")
            truth = f"|{predicate}{'@' + shown if shown else ''}|"
            self.truths[key] = truth
            self.lines.append(f"(declare-const {truth} Bool)")
        # without integers both ways, so that its value is known; else as it is needed
        for way in (True, False) if not arguments else (sign,):
            if (truth, way) not in self._signed:
                self._signed.add((truth, way))
                self._waiting.append((truth, definition, arguments, way))
        return truth

    def _compared(self, operator: str, sums: Sum) -> str:
        if operator in ("=", "!="):
            self.residues.compared(sums)
            found = self._remainder(sums)
            if found is not None:
                return found if operator == "=" else _OTHER.get(found) or f"(not {found})"
        return comparison_text(operator, sums)

    def _remainder(self, sums: Sum) -> str | None:
        if remainder := remainder_of(sums):
            return self.residues.said(*remainder)
        return None

    def _new(self, bound: tuple[str, ...]) -> Names:
        """Constants for the names that a formula binds."""
        number = len(self.integers)
        new = [f"{name.split('.')[0]}!{number}.{place}" for place, name in enumerate(bound)]
        for one in new:
            self._integer(one)
        return {name: constant(one) for name, one in zip(bound, new, strict=True)}


_OTHER = {"true": "false", "false": "true"}


def open_symbol(predicate: str) -> str:
    """An open predicate as solvers read it."""
    return f"|{predicate}|"


def comparison_text(operator: str, sums: Sum) -> str:
    """A comparison of a sum with 0, as solvers read it."""
    if operator == "=":
        return equal_text(sums)
    if operator == "!=":
        found = equal_text(sums)
        return _OTHER.get(found) or f"(not {found})"
    if not sums[0]:
        return "true" if sums[1] < 0 or (operator == "<=" and sums[1] == 0) else "false"
    return f"({operator} {sum_text((sums[0], 0))} {number_text(-sums[1])})"


def _joined(kind: str, texts: object) -> str:
    ends, drops = ("false", "true") if kind == "and" else ("true", "false")
    found = dict.fromkeys(texts)  # type: ignore[call-overload]
    if ends in found:
        return ends
    found.pop(drops, None)
    if not found:
        return drops
    return next(iter(found)) if len(found) == 1 else f"({kind} {' '.join(found)})"
