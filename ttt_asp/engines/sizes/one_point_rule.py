"""Quantifiers, as few as possible: what an equation determines needs none (the one-point rule)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.integers import Compare, Name, Term, names_in
from ttt_asp.engines.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Truth,
    binding,
)
from ttt_asp.engines.sizes.linear import solved
from ttt_asp.engines.sizes.logic import (
    FALSE,
    bound,
    conjunction,
    disjunction,
    free,
    negation,
    parts,
    remade,
    substituted,
)


@dataclass
class OnePointRule:
    """Formulas about what is defined already, with as few quantifiers as possible.

    Attributes:
        opens: names of predicates without definitions; of all others nothing holds.
        definitions: those before, settled, by predicate.
    """

    opens: Collection[str]
    definitions: dict[str, Definition] = field(default_factory=dict)
    _solving: dict[str, frozenset[int]] = field(default_factory=dict)

    def add(self, definition: Definition) -> None:
        """Add a definition, whose formula is settled.

        One that binds names is never put in for its predicate: so no name is bound twice.
        """
        self.definitions[definition.predicate] = definition
        if binding(definition.formula):
            return
        disjuncts = parts("or", definition.formula)
        self._solving[definition.predicate] = frozenset(
            number
            for number, name in enumerate(definition.names)
            if all(self._solves(one, [name]) for one in disjuncts)
        )

    def settle(self, formula: Formula) -> Formula:
        """The same formula, settled."""
        match formula:
            case Holds(predicate, arguments):
                if predicate not in self.opens and predicate not in self.definitions:
                    return FALSE
                definition = self.definitions.get(predicate)
                if definition and isinstance(definition.formula, Truth | Holds | Not | Compare):
                    return self._unfolded(definition, arguments)
            case Quantified("exists", names, inner):
                return self._exists(names, self.settle(inner))
            case Quantified(_, names, inner):
                return negation(self._exists(names, self.settle(negation(inner))))
        return remade(formula, self.settle)

    def _unfolded(self, definition: Definition, arguments: tuple[Term, ...]) -> Formula:
        """What a definition that binds no names says of some integers."""
        return substituted(definition.formula, dict(zip(definition.names, arguments, strict=True)))

    def _exists(self, names: Iterable[str], formula: Formula) -> Formula:
        """A formula for some integers; the formula itself is settled."""
        return disjunction(_scoped(left, way) for left, way in self._witnesses(names, formula))

    def _witnesses(
        self, names: Iterable[str], formula: Formula
    ) -> Iterator[tuple[list[str], Formula]]:
        """The ways in which a settled formula holds for some integers, its equations used.

        Yields:
            for each way the names that no equation determines, and the formula for it.
        """
        spoken = free(formula)
        left = [name for name in names if name in spoken]
        if not left:
            yield left, formula
            return
        said = parts("and", formula)
        for number, part in enumerate(said):
            match part:
                case Compare("=", here, there) if found := solved(here, there, left):
                    rest = conjunction([*said[:number], *said[number + 1 :]])
                    more = [name for name in left if name != found[0]]
                    yield from self._witnesses(more, substituted(rest, dict([found])))
                    return
        for number, part in enumerate(said):
            ways = self._determining(part, left)
            if ways is not None:
                others = [*said[:number], *said[number + 1 :]]
                for way in ways:
                    yield from self._witnesses(left, conjunction([*others, way]))
                return
        yield left, formula

    def _determining(self, part: Formula, names: list[str]) -> tuple[Formula, ...] | None:
        """Formulas of which one holds where a part does; each says what one of the names is."""
        match part:
            case Junction("or", formulas):
                return formulas if all(self._solves(one, names) for one in formulas) else None
            case Holds(predicate, arguments):
                places = self._solving.get(predicate, frozenset())
                if not any(names_in(arguments[place]) & set(names) for place in places):
                    return None
                found = self.settle(self._unfolded(self.definitions[predicate], arguments))
                ways = parts("or", found)
                return ways if all(self._solves(one, names) for one in ways) else None
        return None

    def _solves(self, formula: Formula, names: Collection[str]) -> bool:
        """Whether a formula has an equation that says what one of some names is."""
        for part in parts("and", formula):
            match part:
                case Compare("=", left, right) if solved(left, right, names):
                    return True
                case Quantified("exists", _, inner) if self._solves(inner, names):
                    return True
                case Holds(predicate, arguments):
                    places = self._solving.get(predicate, frozenset())
                    given = [arguments[place] for place in places]
                    if any(isinstance(one, Name) and one.name in names for one in given):
                        return True
        return formula == FALSE


def _scoped(names: Sequence[str], formula: Formula) -> Formula:
    """A formula for some integers; parts that speak of none of them stay outside."""
    said = parts("and", formula)
    inside = [one for one in said if not free(one).isdisjoint(names)]
    rest = (one for one in said if one not in inside)
    return conjunction([*rest, bound(names, conjunction(inside))])
