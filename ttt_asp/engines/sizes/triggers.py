"""Which instances of what is said for all integers are worth a look.

Those in which it speaks of what was spoken of already: for `for all I, J: p(I+1,J) or ...` and
`p(a,b)`, that with I = a-1 and J = b.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product

from ttt_asp.engines.sizes.determining import Choice, Solution, Trigger, determined
from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Theory,
)
from ttt_asp.engines.sizes.grounding import Grounding
from ttt_asp.engines.sizes.linear import names_in
from ttt_asp.engines.sizes.logic import substituted
from ttt_asp.engines.sizes.quantities import Quantity
from ttt_asp.engines.sizes.sums import ZERO, Sum, constant

# So many combinations of integers are looked at that no single atom determines.
MOST_PRODUCTS = 2_000

# The names of no predicates. The ends of intervals are looked at later than what is spoken of.
_EQUATION, _BOUND = "=", "<="
_COMPARED: dict[str, dict[tuple[Sum, ...], int]] = {_EQUATION: {(ZERO,): 0}, _BOUND: {(ZERO,): 1}}
_NOTHING: dict[tuple[Sum, ...], int] = {}

# Those of all names at once, and of some of them.
_Known = tuple[dict[Choice, int], dict[frozenset[str], dict[Choice, int]]]


@dataclass
class Choices:
    """The instances that are worth a look.

    Attributes:
        grounding: what is said so far.
        near: only those are, in which it speaks itself of what was spoken of, not those in which
            only definitions of what it speaks of do.
    """

    grounding: Grounding
    near: bool
    _triggers: dict[int, tuple[Trigger, ...]] = field(default_factory=dict)
    _defined: dict[str, Definition] = field(default_factory=dict)
    _ready: dict[str, list[Solution]] = field(default_factory=dict)
    _inner: set[str] = field(default_factory=set)
    _known: dict[str, _Known] = field(default_factory=dict)
    _seen: dict[tuple[str, int], int] = field(default_factory=dict)
    _products_of: dict[str, dict[Choice, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        theory: Theory = self.grounding.theory
        self._defined = {one.predicate: one for one in theory.definitions}

    def of(self, universal: Quantity) -> dict[Choice, int]:
        """The integers of the instances, each once, with the age of what made it worth a look."""
        bound = universal.formula.names
        whole, parts = self._known.setdefault(universal.truth, ({}, {}))
        grown = False
        for place, solution in enumerate(self._solutions(universal)):
            names, predicate = solution.names, solution.trigger.predicate
            into = whole if names == bound else parts.setdefault(frozenset(names), {})
            met = _COMPARED.get(predicate) or self.grounding.met.get(predicate, _NOTHING)
            seen = self._seen.get((universal.truth, place), 0)
            for arguments, age in islice(met.items(), seen, None):
                into.setdefault(solution.of(arguments), age)
                grown = True
            self._seen[universal.truth, place] = len(met)
        if whole:
            return whole
        if grown or universal.truth not in self._products_of:
            found = dict(islice(self._products(bound, parts), MOST_PRODUCTS))
            self._products_of[universal.truth] = found
        return self._products_of[universal.truth]

    def _solutions(self, universal: Quantity) -> list[Solution]:
        found = self._ready.get(universal.truth)
        if found is None:
            bound, outer = universal.formula.names, universal.names
            found = [
                Solution(one, tuple(name for name in bound if name in one.names), outer)
                for one in self._of(universal.formula)
            ]
            self._ready[universal.truth] = found
        return found

    def _products(
        self, bound: tuple[str, ...], parts: dict[frozenset[str], dict[Choice, int]]
    ) -> Iterator[tuple[Choice, int]]:
        """Integers that no single atom determines, in all combinations."""
        groups: list[tuple[tuple[str, ...], list[tuple[Choice, int]]]] = []
        left = set(bound)
        for names, choices in sorted(parts.items(), key=lambda one: -len(one[0])):
            if names <= left and choices:
                left -= names
                groups.append((tuple(n for n in bound if n in names), list(choices.items())))
        theory = self.grounding.theory
        others: list[Choice] = [(constant(name),) for name in theory.parameters]
        others += [(ZERO,), (((), 1),)]
        groups += [((name,), [(one, 0) for one in others]) for name in bound if name in left]
        for combined in product(*(choices for _, choices in groups)):
            values = {
                name: value
                for (names, _), (choice, _) in zip(groups, combined, strict=True)
                for name, value in zip(names, choice, strict=True)
            }
            age = max(age for _, age in combined)
            yield tuple(values[name] for name in bound), age

    def _of(self, formula: Quantified) -> tuple[Trigger, ...]:
        found = self._triggers.get(id(formula))
        if found is None:
            bound = frozenset(formula.names)
            self._inner = set()
            atoms = dict.fromkeys(self._atoms(formula.formula, bound))
            inner = frozenset(self._inner)
            named = [
                Trigger(one.predicate, one.arguments, determined(one, bound, inner), inner)
                for one in atoms
            ]
            found = tuple(one for one in named if one.names)
            self._triggers[id(formula)] = found
        return found

    def _atoms(self, formula: Formula, bound: frozenset[str]) -> Iterator[Holds]:
        """The atoms with integers in a formula, and in what their definitions say.

        A comparison with a bound name is one too, of a predicate that is met with 0.
        """
        match formula:
            case Compare(operator, left, right) if (names_in(left) | names_in(right)) & bound:
                # the last integer for which `<=` holds, or the last for which `<` does not
                predicate = _EQUATION if operator == "=" else _BOUND
                yield Holds(predicate, (Arithmetic("-", (left, right)),))
            case Holds(predicate, arguments) if arguments:
                yield formula
                definition = self._defined.get(predicate)
                if definition is not None and not self.near:
                    terms = dict(zip(definition.names, arguments, strict=True))
                    yield from self._atoms(substituted(definition.formula, terms), bound)
            case Not(inner):
                yield from self._atoms(inner, bound)
            case Quantified(_, names, inner):
                self._inner.update(names)
                yield from self._atoms(inner, bound)
            case Junction(_, formulas):
                for one in formulas:
                    yield from self._atoms(one, bound)
