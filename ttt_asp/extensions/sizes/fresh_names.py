"""New names for what formulas bind, and formulas with terms for names: each made once.

Cases of one question are much alike: what is made of a formula in one is taken in the others too.
Scripts stand alone, so that a name may mean something else in each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ttt_asp.extensions.sizes.formulas import (
    TRUE,
    Formula,
    Holds,
    Junction,
    Quantified,
    compare,
    has_witness,
    map_simplified,
)
from ttt_asp.extensions.sizes.integers import Compare, Name, Term, replaced

# A formula, names of integers in it, and terms for these.
_Instance: TypeAlias = tuple[Formula, tuple[str, ...], tuple[Term, ...]]


@dataclass
class Names:
    """New names for what formulas bind: the same ones wherever the same is made of a formula.

    Attributes:
        _instances: what was made of formulas. _named: formulas, or parts of them, in which what
            exists has a name, and these names. _made: the number of new names.
    """

    _instances: dict[_Instance, Formula] = field(default_factory=dict)
    _named: dict[tuple[Formula, bool], tuple[Formula, tuple[str, ...]]] = field(
        default_factory=dict
    )
    _made: int = 0

    def copy(self) -> "Names":
        """Return a copy, which does not change where names are added to this one."""
        return replace(self, _instances=dict(self._instances), _named=dict(self._named))

    def instance(
        self, formula: Formula, names: tuple[str, ...], terms: tuple[Term, ...]
    ) -> Formula:
        """Return a formula with terms for some names, and with new names for those it binds."""
        key = formula, names, terms
        if key not in self._instances:
            self._instances[key] = self._renamed(formula, dict(zip(names, terms, strict=True)))
        return self._instances[key]

    def named(self, formula: Formula, whole: bool) -> tuple[Formula, tuple[str, ...]]:
        """Return a formula with new names for the integers that there are, and these names.

        Args:
            formula: where it says that one of several integers exists, that is left out: each
                would be one more to choose instances for.
            whole: nothing of it is left out.
        """
        key = formula, whole
        if key not in self._named:
            names: list[str] = []
            self._named[key] = self._witnessed(formula, whole, names), tuple(names)
        return self._named[key]

    def _new(self, names: Iterable[str]) -> dict[str, str]:
        new: dict[str, str] = {}
        for name in names:
            self._made += 1
            new[name] = f"{name}'{self._made}"
        return new

    def _renamed(self, formula: Formula, terms: Mapping[str, Term]) -> Formula:
        match formula:
            case Quantified(kind, names, inner):
                new = self._new(names)
                terms = {**terms, **{name: Name(other) for name, other in new.items()}}
                return Quantified(kind, tuple(new.values()), self._renamed(inner, terms))
            case Holds(predicate, arguments):
                return Holds(predicate, tuple(replaced(term, terms) for term in arguments))
            case Compare(operator, left, right):
                return compare(operator, replaced(left, terms), replaced(right, terms))
        return map_simplified(formula, lambda part: self._renamed(part, terms))

    def _witnessed(self, formula: Formula, whole: bool, witnesses: list[str]) -> Formula:
        match formula:
            case Quantified("exists", names, inner):
                new = self._new(names)
                witnesses += new.values()
                terms = {name: Name(other) for name, other in new.items()}
                return self._witnessed(self._renamed(inner, terms), whole, witnesses)
            case Junction("or", formulas) if not whole and sum(map(has_witness, formulas)) > 1:
                return TRUE
            case Junction():
                return map_simplified(formula, lambda part: self._witnessed(part, whole, witnesses))
        return formula
