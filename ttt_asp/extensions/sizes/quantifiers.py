"""Quantifiers: removed where an equation determines their names (the one-point rule), or spread.

A solver finds instances of `for all N: p(N+1) or q(N-2)` by looking for terms like `N+1`, which
occur hardly anywhere. For all N means for all N-1 too: so the same is written as `for all N: p(N)
or q(N-3)`, where `p(N)` matches every atom of p, and as `for all N: p(N+3) or q(N)`; formulas for
some N likewise.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    Definition,
    Formula,
    Holds,
    Junction,
    OpenAtoms,
    Quantified,
    Theory,
    bound_names,
    conjunction,
    disjunction,
    exists,
    free_names,
    is_literal,
    map_children,
    map_simplified,
    negation,
    parts,
    substituted,
)
from ttt_asp.extensions.sizes.integers import (
    Compare,
    Name,
    Term,
    names_in,
    replaced,
    solved,
)


@dataclass
class OnePointRule:
    """Settles formulas about predicates defined so far: leaves as few quantifiers as possible.

    Attributes:
        opens: names of predicates without definitions; any other one never holds.
        definitions: those so far, settled, by predicate.
    """

    opens: Collection[str]
    definitions: dict[str, Definition] = field(default_factory=dict)
    _solving: dict[str, frozenset[int]] = field(default_factory=dict)

    def add(self, definition: Definition) -> None:
        """Add a definition, whose formula is settled.

        One that binds names is never put in for its predicate: so no name is bound twice.
        """
        self.definitions[definition.predicate] = definition
        if bound_names(definition.formula):
            return
        disjuncts = parts("or", definition.formula)
        self._solving[definition.predicate] = frozenset(
            number
            for number, name in enumerate(definition.names)
            if all(self._solves(disjunct, [name]) for disjunct in disjuncts)
        )

    def settle(self, formula: Formula) -> Formula:
        """Return the same formula, settled."""
        match formula:
            case Holds(predicate, arguments):
                if predicate not in self.opens and predicate not in self.definitions:
                    return FALSE
                definition = self.definitions.get(predicate)
                if definition and is_literal(definition.formula):
                    return self._unfolded(definition, arguments)
            case Quantified("exists", names, inner):
                return self._exists(names, self.settle(inner))
            case Quantified(_, names, inner):
                return negation(self._exists(names, self.settle(negation(inner))))
        return map_simplified(formula, self.settle)

    def _unfolded(self, definition: Definition, arguments: tuple[Term, ...]) -> Formula:
        """Return the formula of a definition, which binds no names, for some integers."""
        return substituted(definition.formula, dict(zip(definition.names, arguments, strict=True)))

    def _exists(self, names: Iterable[str], formula: Formula) -> Formula:
        """Return a settled formula for some integers, settled."""
        return disjunction(_scoped(left, way) for left, way in self._witnesses(names, formula))

    def _witnesses(
        self, names: Iterable[str], formula: Formula
    ) -> Iterator[tuple[list[str], Formula]]:
        """Yield the ways in which a settled formula holds for some integers, its equations used.

        Yields:
            for each way the names that no equation determines, and the formula for it.
        """
        spoken = free_names(formula)
        left = [name for name in names if name in spoken]
        if not left:
            yield left, formula
            return
        conjuncts = parts("and", formula)
        for number, part in enumerate(conjuncts):
            match part:
                case Compare("=", here, there) if solution := solved(here, there, left):
                    rest = conjunction([*conjuncts[:number], *conjuncts[number + 1 :]])
                    more = [name for name in left if name != solution[0]]
                    yield from self._witnesses(more, substituted(rest, dict([solution])))
                    return
        for number, part in enumerate(conjuncts):
            ways = self._determining(part, left)
            if ways is not None:
                others = [*conjuncts[:number], *conjuncts[number + 1 :]]
                for way in ways:
                    yield from self._witnesses(left, conjunction([*others, way]))
                return
        yield left, formula

    def _determining(self, part: Formula, names: list[str]) -> tuple[Formula, ...] | None:
        """Return formulas that each determine a name, and of which one holds where a part does.

        Each of them may be asked apart, whether it determines one or not: some N has p or q just
        where some N has p or some N has q. Those that determine none would only make more of them.
        """
        match part:
            case Junction("or", formulas):
                return formulas if all(self._solves(way, names) for way in formulas) else None
            case Holds(predicate, arguments):
                places = self._solving.get(predicate, frozenset())
                if not any(names_in(arguments[place]) & set(names) for place in places):
                    return None
                unfolded = self.settle(self._unfolded(self.definitions[predicate], arguments))
                ways = parts("or", unfolded)
                return ways if all(self._solves(way, names) for way in ways) else None
        return None

    def _solves(self, formula: Formula, names: Collection[str]) -> bool:
        """Whether a formula has an equation that determines one of some names."""
        for part in parts("and", formula):
            match part:
                case Compare("=", left, right) if solved(left, right, names):
                    return True
                case Quantified("exists", _, inner) if self._solves(inner, names):
                    return True
                case Holds(predicate, arguments):
                    places = self._solving.get(predicate, frozenset())
                    given = [arguments[place] for place in places]
                    if any(isinstance(term, Name) and term.name in names for term in given):
                        return True
        return formula == FALSE


def _scoped(names: Sequence[str], formula: Formula) -> Formula:
    """Return a formula for some integers; parts that mention none of them stay outside."""
    conjuncts = parts("and", formula)
    inside = [part for part in conjuncts if not free_names(part).isdisjoint(names)]
    rest = (part for part in conjuncts if part not in inside)
    return conjunction([*rest, exists(names, conjunction(inside))])


# The most atoms below a quantifier, and the most ways to write it; with more, it has only one.
MOST_ATOMS, MOST_WAYS = 64, 8


@dataclass
class Triggers:
    """Writer of formulas in several equal ways.

    Attributes:
        theory: theirs.
    """

    theory: Theory
    _open: OpenAtoms = field(init=False)

    def __post_init__(self) -> None:
        self._open = OpenAtoms(self.theory.defined(), MOST_ATOMS)

    def spread(self, formula: Formula) -> Formula:
        """Return an equal formula, in which quantified ones stand in several equal ways."""
        result = map_children(formula, self.spread)
        if not isinstance(formula, Quantified) or not isinstance(result, Quantified):
            return result
        ways = dict.fromkeys(
            Quantified(result.kind, result.names, substituted(result.formula, way))
            for way in self._ways(formula)
        )
        if not ways or len(ways) > MOST_WAYS:
            return result
        if len(ways) == 1:
            return next(iter(ways))
        return Junction("and" if result.kind == "forall" else "or", tuple(ways))

    def _ways(self, formula: Quantified) -> Iterable[dict[str, Term]]:
        """Yield terms for bound names, with which an open atom has the names themselves.

        Each term takes all integer values, as its name does: so a formula says the same with it.
        """
        atoms = self._open.of(formula.formula)
        outside = free_names(formula).union(self.theory.parameters, self.theory.chosen)
        for atom in atoms if len(atoms) <= MOST_ATOMS else ():
            terms: dict[str, Term] = {}
            for argument in atom.arguments:
                plain = _plain(argument, formula.names, terms, outside)
                if plain is not None:
                    terms[plain[0]] = plain[1]
            if terms:
                yield {name: term for name, term in terms.items() if term != Name(name)}


# What an argument is to be: no name of a program's is called so.
_PLAIN = Name("?")


def _plain(
    argument: Term, names: Iterable[str], taken: Iterable[str], outside: frozenset[str]
) -> tuple[str, Term] | None:
    """Return a bound name, and a term for it that makes an argument the name: of `N+1`, `N-1`."""
    spoken = names_in(argument)
    bound = [name for name in names if name in spoken]
    if len(bound) != 1 or bound[0] in taken or not outside.issuperset(spoken - {bound[0]}):
        return None
    solution = solved(_PLAIN, argument, bound)
    if solution is None:
        return None
    name, term = solution
    return name, replaced(term, {_PLAIN.name: Name(name)})
