"""What is said for all integers, said once for each way in which matching may find instances.

A solver finds instances of `for all N: p(N+1) or q(N-2)` by looking for terms like `N+1`, which
hardly ever stand anywhere. For any N is for any N-1 too: so the same is said as `for all N: p(N) or
q(N-3)`, where `p(N)` is like all that p is said of, and as `for all N: p(N+3) or q(N)`; and what
there is for some N, likewise.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ttt_asp.claims.integers import Name, Term, names_in
from ttt_asp.engines.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Quantified,
    Theory,
    children,
    rebuilt,
)
from ttt_asp.engines.sizes.linear import linear, replaced, term_of
from ttt_asp.engines.sizes.logic import substituted

# Of how many atoms a quantifier may speak, and in how many ways it is said; else in one.
MOST_ATOMS, MOST_WAYS = 64, 8


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The open atoms of which a formula speaks, definitions put in.

    Attributes:
        atoms: each once, in order. inner: the names that are bound in it.
    """

    atoms: tuple[Holds, ...]
    inner: frozenset[str]


@dataclass
class Triggers:
    """Says formulas of a theory in several ways.

    Attributes:
        theory: whose.
    """

    theory: Theory
    _defined: dict[str, Definition] = field(init=False)
    _known: dict[str, _Spoken] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = {definition.predicate: definition for definition in self.theory.definitions}

    def spread(self, formula: Formula) -> Formula:
        """The same, with quantifiers said in several ways; these are equal."""
        found = rebuilt(formula, self.spread)
        if not isinstance(formula, Quantified) or not isinstance(found, Quantified):
            return found
        ways = dict.fromkeys(
            replace(found, formula=substituted(found.formula, way)) for way in self._ways(formula)
        )
        if not ways or len(ways) > MOST_WAYS:
            return found
        if len(ways) == 1:
            return next(iter(ways))
        return Junction("and" if found.kind == "forall" else "or", tuple(ways))

    def _ways(self, formula: Quantified) -> Iterable[dict[str, Term]]:
        """Terms for bound names, with which some open atom speaks of the names themselves.

        Each is all integers as its name is: so a formula says the same with it.
        """
        spoken = self._spoken(formula.formula)
        for atom in spoken.atoms:
            found: dict[str, Term] = {}
            for argument in atom.arguments:
                plain = _plain(argument, formula.names, found, spoken.inner)
                if plain is not None:
                    found[plain[0]] = plain[1]
            if found:
                yield {name: term for name, term in found.items() if term != Name(name)}

    def _spoken(self, formula: Formula) -> _Spoken:
        match formula:
            case Holds(predicate, arguments) if arguments:
                if predicate not in self._defined:
                    return _Spoken((formula,), frozenset())
                terms = dict(zip(self._defined[predicate].names, arguments, strict=True))
                known = self._of(predicate)
                atoms = (
                    Holds(atom.predicate, tuple(replaced(term, terms) for term in atom.arguments))
                    for atom in known.atoms
                )
                return _Spoken(tuple(dict.fromkeys(atoms)), known.inner)
        parts = [self._spoken(one) for one in children(formula)]
        joined = tuple(dict.fromkeys(atom for one in parts for atom in one.atoms))
        inner = frozenset[str]().union(*(one.inner for one in parts))
        if isinstance(formula, Quantified):
            inner |= {*formula.names}
        return _Spoken(joined if len(joined) <= MOST_ATOMS else (), inner)

    def _of(self, predicate: str) -> _Spoken:
        if predicate not in self._known:
            self._known[predicate] = self._spoken(self._defined[predicate].formula)
        return self._known[predicate]


def _plain(
    argument: Term, names: Iterable[str], found: Iterable[str], inner: frozenset[str]
) -> tuple[str, Term] | None:
    """What a bound name is, where an argument is plainly that name: of `N+1`, N is `N-1`."""
    sums, number = linear(argument)
    spoken = names_in(argument)
    bound = [name for name in names if name in spoken]
    if len(bound) != 1 or bound[0] in found or spoken & inner:
        return None
    (name,) = bound
    times = sums.pop(Name(name), 0)
    if times not in (1, -1) or any(name in names_in(term) for term in sums):
        return None
    rest = {term: -times * n for term, n in sums.items()}
    return name, term_of(({Name(name): times, **rest}, -times * number))
