"""What is said of some integers, as truth values: one for each formula, wherever it is said.

Where such a truth value holds, there are such integers: new constants may be said to be those, its
witnesses. Where it does not hold, no integers are such: each instance says so of some. Neither is
said before it matters, which a solver's model tells; so most of a theory is never said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ttt_asp.engines.sizes.formulas import Quantified
from ttt_asp.engines.sizes.logic import free, negated
from ttt_asp.engines.sizes.sums import Sum

Names = Mapping[str, Sum]


@dataclass(frozen=True)
class Quantity:
    """What is said of some integers.

    Attributes:
        truth: the truth value that there are such.
        formula: with its quantifier. names: what its other names stand for.
        age: how many instances led to it, one through the other.
    """

    truth: str
    formula: Quantified
    names: Names
    age: int


@dataclass
class Quantities:
    """What was said of some integers so far.

    Attributes:
        lines: where declarations of SMT-LIB 2 are added.
        somewhere: what is said to be so for some, in order.
        nowhere: what is said to be so for none: the opposite is said for all.
    """

    lines: list[str]
    somewhere: list[Quantity] = field(default_factory=list)
    nowhere: list[Quantity] = field(default_factory=list)
    _truths: dict[tuple[int, tuple[tuple[str, Sum], ...]], str] = field(default_factory=dict)
    _signed: set[tuple[str, bool]] = field(default_factory=set)
    # by the id of a formula, which is kept, as another might get its id
    _met: dict[int, tuple[Quantified, "_First"]] = field(default_factory=dict)
    _equal: dict[Quantified, "_First"] = field(default_factory=dict)
    _denied: dict[int, tuple[Quantified, Quantified]] = field(default_factory=dict)

    def said(self, formula: Quantified, names: Names, sign: bool, age: int) -> str:
        """The truth value of what is said for some integers.

        Args:
            formula: what is said.
            names: what its free names stand for; others are constants.
            sign: whether it is to hold where it stands; else it is where negated.
            age: as of `Quantity`.
        """
        first = self._first(formula)
        values = {name: names[name] for name in first.free if name in names}
        key = id(first.formula), tuple(values.items())
        truth = self._truths.get(key)
        if truth is None:
            truth = self._truths[key] = f"some!{len(self._truths)}"
            self.lines.append(f"(declare-const {truth} Bool)")
        if (truth, sign) not in self._signed:
            self._signed.add((truth, sign))
            into = self.somewhere if sign else self.nowhere
            into.append(Quantity(truth, first.formula, values, age))
        return truth

    def denied(self, formula: Quantified) -> Quantified:
        """What is so for some integers where a formula is not so for all."""
        found = self._denied.get(id(formula))
        if found is None:
            other = negated(formula)
            assert isinstance(other, Quantified)
            found = self._denied[id(formula)] = formula, other
        return found[1]

    def _first(self, formula: Quantified) -> "_First":
        found = self._met.get(id(formula))
        if found is None:
            new = _First(formula, tuple(sorted(free(formula))))
            found = self._met[id(formula)] = formula, self._equal.setdefault(formula, new)
        return found[1]


@dataclass(frozen=True, slots=True)
class _First:
    """The first formula that was met of those that are equal.

    Attributes:
        formula: it. free: the names that it speaks of, but for those that it binds itself.
    """

    formula: Quantified
    free: tuple[str, ...]
