"""Quantified formulas, written once for each way in which matching may find instances.

A solver finds instances of `for all N: p(N+1) or q(N-2)` by looking for terms like `N+1`, which
occur hardly anywhere. For all N means for all N-1 too: so the same is written as `for all N: p(N)
or q(N-3)`, where `p(N)` matches every atom of p, and as `for all N: p(N+3) or q(N)`; formulas for
some N likewise.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ttt_asp.extensions.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Quantified,
    Theory,
    children,
    map_children,
)
from ttt_asp.extensions.sizes.integers import Name, Term, names_in
from ttt_asp.extensions.sizes.linear import linear, replaced, term_of
from ttt_asp.extensions.sizes.logic import substituted

# The most atoms below a quantifier, and the most ways to write it; with more, it has only one.
MOST_ATOMS, MOST_WAYS = 64, 8


@dataclass(frozen=True, slots=True)
class _OpenAtoms:
    """The open atoms in a formula, definitions unfolded.

    Attributes:
        atoms: each once, in order. inner: the names that are bound in it.
    """

    atoms: tuple[Holds, ...]
    inner: frozenset[str]


@dataclass
class Triggers:
    """Writer of formulas in several equal ways.

    Attributes:
        theory: theirs.
    """

    theory: Theory
    _defined: dict[str, Definition] = field(init=False)
    _known: dict[str, _OpenAtoms] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = {definition.predicate: definition for definition in self.theory.definitions}

    def spread(self, formula: Formula) -> Formula:
        """Return an equal formula, in which quantified ones stand in several equal ways."""
        result = map_children(formula, self.spread)
        if not isinstance(formula, Quantified) or not isinstance(result, Quantified):
            return result
        ways = dict.fromkeys(
            replace(result, formula=substituted(result.formula, way)) for way in self._ways(formula)
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
        spoken = self._open_atoms(formula.formula)
        for atom in spoken.atoms:
            terms: dict[str, Term] = {}
            for argument in atom.arguments:
                plain = _plain(argument, formula.names, terms, spoken.inner)
                if plain is not None:
                    terms[plain[0]] = plain[1]
            if terms:
                yield {name: term for name, term in terms.items() if term != Name(name)}

    def _open_atoms(self, formula: Formula) -> _OpenAtoms:
        match formula:
            case Holds(predicate, arguments) if arguments:
                if predicate not in self._defined:
                    return _OpenAtoms((formula,), frozenset())
                terms = dict(zip(self._defined[predicate].names, arguments, strict=True))
                known = self._defined_atoms(predicate)
                atoms = (
                    Holds(atom.predicate, tuple(replaced(term, terms) for term in atom.arguments))
                    for atom in known.atoms
                )
                return _OpenAtoms(tuple(dict.fromkeys(atoms)), known.inner)
        parts = [self._open_atoms(part) for part in children(formula)]
        joined = tuple(dict.fromkeys(atom for part in parts for atom in part.atoms))
        inner = frozenset[str]().union(*(part.inner for part in parts))
        if isinstance(formula, Quantified):
            inner |= {*formula.names}
        return _OpenAtoms(joined if len(joined) <= MOST_ATOMS else (), inner)

    def _defined_atoms(self, predicate: str) -> _OpenAtoms:
        if predicate not in self._known:
            self._known[predicate] = self._open_atoms(self._defined[predicate].formula)
        return self._known[predicate]


def _plain(
    argument: Term, names: Iterable[str], taken: Iterable[str], inner: frozenset[str]
) -> tuple[str, Term] | None:
    """Return a bound name, and a term for it that makes an argument the name: of `N+1`, `N-1`."""
    sums, number = linear(argument)
    spoken = names_in(argument)
    bound = [name for name in names if name in spoken]
    if len(bound) != 1 or bound[0] in taken or spoken & inner:
        return None
    (name,) = bound
    times = sums.pop(Name(name), 0)
    if times not in (1, -1) or any(name in names_in(term) for term in sums):
        return None
    rest = {term: -times * n for term, n in sums.items()}
    return name, term_of(({Name(name): times, **rest}, -times * number))
