"""Which instances of what is said for all integers are worth a look.

Those in which it speaks of what was spoken of already: for `for all I, J: p(I+1,J) or ...` and
`p(a,b)`, that with I = a-1 and J = b.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product

from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Term,
    Theory,
)
from ttt_asp.engines.sizes.grounding import Grounding, Universal
from ttt_asp.engines.sizes.linear import names_in
from ttt_asp.engines.sizes.logic import substituted
from ttt_asp.engines.sizes.sums import ZERO, Sum, added, constant, sum_of

# So many combinations of integers are looked at that no single atom determines.
MOST_PRODUCTS = 20_000

# The names of no predicates. The ends of intervals are looked at later than what is spoken of.
_EQUATION, _BOUND = "=", "<="
_COMPARED: dict[str, dict[tuple[Sum, ...], int]] = {_EQUATION: {(ZERO,): 0}, _BOUND: {(ZERO,): 1}}
_NOTHING: dict[tuple[Sum, ...], int] = {}

# Integers for the names of what is said for all, in their order.
Choice = tuple[Sum, ...]
# Those of all names at once, and of some of them.
_Known = tuple[dict[Choice, int], dict[frozenset[str], dict[Choice, int]]]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An atom in what is said for all integers, that determines some of them.

    Attributes:
        predicate, arguments: the atom. names: those that it determines.
        inner: names that are bound further inside, and stand for nothing here.
    """

    predicate: str
    arguments: tuple[Term, ...]
    names: frozenset[str]
    inner: frozenset[str]


@dataclass
class Choices:
    """The instances that are worth a look.

    Attributes:
        grounding: what is said so far.
    """

    grounding: Grounding
    _triggers: dict[int, tuple[Trigger, ...]] = field(default_factory=dict)
    _defined: dict[str, Definition] = field(default_factory=dict)
    _inner: set[str] = field(default_factory=set)
    _known: dict[str, _Known] = field(default_factory=dict)
    _seen: dict[tuple[str, int], int] = field(default_factory=dict)
    _products_of: dict[str, dict[Choice, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        theory: Theory = self.grounding.theory
        self._defined = {one.predicate: one for one in theory.definitions}

    def of(self, universal: Universal) -> dict[Choice, int]:
        """The integers of the instances, each once, with the age of what made it worth a look."""
        bound = universal.formula.names
        whole, parts = self._known.setdefault(universal.truth, ({}, {}))
        grown = False
        for place, trigger in enumerate(self._of(universal.formula)):
            names = tuple(name for name in bound if name in trigger.names)
            into = whole if len(names) == len(bound) else parts.setdefault(trigger.names, {})
            met = self.grounding.met.get(trigger.predicate, _NOTHING)
            met = _COMPARED.get(trigger.predicate, met)
            seen = self._seen.get((universal.truth, place), 0)
            for arguments, age in islice(tuple(met.items()), seen, None):
                choice = _solved(trigger, arguments, universal, names)
                if choice is not None:
                    into.setdefault(choice, age)
                    grown = True
            self._seen[universal.truth, place] = len(met)
        if whole:
            return whole
        if grown or universal.truth not in self._products_of:
            found = dict(islice(self._products(bound, parts), MOST_PRODUCTS))
            self._products_of[universal.truth] = found
        return self._products_of[universal.truth]

    def leads_on(self, universal: Universal) -> bool:
        """Whether its instances say something for some integers, or for all: they lead to more."""
        return any(one.inner for one in self._of(universal.formula))

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
                Trigger(one.predicate, one.arguments, _determined(one, bound, inner), inner)
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
                if definition is not None:
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


def _determined(atom: Holds, bound: frozenset[str], inner: frozenset[str]) -> frozenset[str]:
    """The names that the integers of an atom determine."""
    found: set[str] = set()
    for _ in atom.arguments:
        for argument in atom.arguments:
            if (name := _unknown(argument, bound, found, inner)) is not None:
                found.add(name)
    return frozenset(found)


def _unknown(
    argument: Term, bound: frozenset[str], known: set[str], inner: frozenset[str]
) -> str | None:
    """The one name that is bound and not known yet, and stands plain in an argument."""
    spoken = names_in(argument)
    names = (spoken & bound) - known
    if len(names) != 1 or spoken & inner - bound:
        return None
    (name,) = names
    items = dict(sum_of(argument, {})[0])
    return name if items.get(name) in (1, -1) and _plain(items, name) else None


def _plain(items: Iterable[object], name: str) -> bool:
    return not any(name in str(item) for item in items if item != name)


def _solved(
    trigger: Trigger, arguments: tuple[Sum, ...], universal: Universal, names: tuple[str, ...]
) -> Choice | None:
    """The integers for which an atom is one that was met."""
    values: dict[str, Sum] = {}
    for _ in trigger.arguments:
        for term, met in zip(trigger.arguments, arguments, strict=True):
            name = _unknown(term, trigger.names, set(values), trigger.inner)
            if name is not None:
                rest = sum_of(term, {**universal.names, **values, name: ((), 0)})
                sign = dict(sum_of(term, {})[0])[name]
                apart = added(met, rest, -1)
                values[name] = apart if sign == 1 else added(((), 0), apart, -1)
    return tuple(values[name] for name in names) if len(values) >= len(names) else None
