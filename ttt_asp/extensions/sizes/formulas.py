"""First-order formulas over integers: programs are read as such, and solvers asked about them.

They are simplified: parts that are always true, or never, go, and negation moves inwards. What is
asked of one again and again is cached.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from ttt_asp.errors import Location
from ttt_asp.extensions.sizes.condition import Every
from ttt_asp.extensions.sizes.integers import (
    Compare,
    Interned,
    Name,
    Relation,
    Term,
    compared,
    difference,
    names_in,
    replaced,
)


@dataclass(frozen=True, slots=True, eq=False)
class Holds(Interned):
    """An atom.

    Attributes:
        predicate: its name, that of a definition or of an open predicate.
        arguments: the integers in it; everything else is part of the predicate's name.
    """

    predicate: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not(Interned):
    """The negation of a formula."""

    formula: "Formula"


@dataclass(frozen=True, slots=True, eq=False)
class Junction(Interned):
    """A conjunction, true if it has no formulas; or a disjunction, false if it has none."""

    kind: Literal["and", "or"]
    formulas: tuple["Formula", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Quantified(Interned):
    """A formula that holds for some integers, or for all."""

    kind: Literal["exists", "forall"]
    names: tuple[str, ...]
    formula: "Formula"


Formula: TypeAlias = Compare | Holds | Not | Junction | Quantified


def children(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas that a formula is directly made of."""
    match formula:
        case Not(inner) | Quantified(_, _, inner):
            return (inner,)
        case Junction(_, formulas):
            return formulas
    return ()


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Yield a formula, and all formulas in it, in order."""
    yield formula
    for child in children(formula):
        yield from subformulas(child)


def terms_of(formula: Formula) -> tuple[Term, ...]:
    """Return the terms of a comparison, or of an atom."""
    match formula:
        case Compare(_, left, right):
            return left, right
        case Holds(_, arguments):
            return arguments
    return ()


def map_children(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Return a formula with each formula that it is directly made of changed."""
    match formula:
        case Not(inner):
            return Not(change(inner))
        case Junction(kind, formulas):
            return Junction(kind, tuple(map(change, formulas)))
        case Quantified(kind, names, inner):
            return Quantified(kind, names, change(inner))
    return formula


@lru_cache(maxsize=100_000)
def atoms_in(formula: Formula) -> tuple[Holds, ...]:
    """Return the atoms in a formula, each once, in order."""
    if isinstance(formula, Holds):
        return (formula,)
    return tuple(dict.fromkeys(chain.from_iterable(map(atoms_in, children(formula)))))


@lru_cache(maxsize=100_000)
def predicates_in(formula: Formula) -> tuple[Holds, ...]:
    """Return an atom of each predicate in a formula, in order."""
    found: dict[str, Holds] = {}
    for atom in atoms_in(formula):
        found.setdefault(atom.predicate, atom)
    return tuple(found.values())


@lru_cache(maxsize=100_000)
def bound_names(formula: Formula) -> frozenset[str]:
    """Return the names that are bound in a formula."""
    inside = frozenset[str]().union(*map(bound_names, children(formula)))
    return inside.union(formula.names) if isinstance(formula, Quantified) else inside


@lru_cache(maxsize=100_000)
def has_witness(formula: Formula) -> bool:
    """Whether a formula, or a part of it, says that there is some integer."""
    if isinstance(formula, Quantified) and formula.kind == "exists":
        return True
    return any(map(has_witness, children(formula)))


def is_literal(formula: Formula) -> bool:
    """Whether a formula is an atom, a comparison, or always or never true, or negates one."""
    return isinstance(formula, Not) or not children(formula)


@dataclass(frozen=True, slots=True)
class Definition:
    """A predicate that holds exactly where a formula does.

    Attributes:
        predicate: its name, as people write the atom: `true(left(_),1)`.
        names: of its arguments, in order. formula: about these, parameters, chosen constants, open
            predicates and predicates defined before.
        where: its rules.
    """

    predicate: str
    names: tuple[str, ...]
    formula: Formula
    where: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """A predicate without definition: the fluents that hold in an arbitrary position.

    Attributes:
        predicate: its name, `free` and the atom. names: as for a definition.
    """

    predicate: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Axiom:
    """An assumption: that a choice is one of those allowed.

    Attributes:
        formula: about the same things as a definition. where: the rule that chooses.
    """

    formula: Formula
    where: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Theory:
    """A program without recursion, completed.

    Attributes:
        parameters: constants of the game that have no value.
        chosen: constants that stand for what is chosen.
        opens: predicates without definition.
        definitions: each after those that it mentions; of every atom that some rule can derive.
        axioms: of the choices.
    """

    parameters: tuple[str, ...]
    chosen: tuple[str, ...]
    opens: tuple[Open, ...]
    definitions: tuple[Definition, ...]
    axioms: tuple[Axiom, ...]

    def defined(self) -> dict[str, Definition]:
        """Return the definitions by predicate."""
        return {definition.predicate: definition for definition in self.definitions}


def condition(every: Every) -> Formula:
    """Return a condition on sizes as a formula about its parameters."""
    return Junction("and", every.comparisons)


TRUE, FALSE = Junction("and", ()), Junction("or", ())


def compare(operator: Relation, left: Term, right: Term) -> Formula:
    """Return a comparison, decided if the difference of its sides is known."""
    sums, number = difference(left, right)
    if sums:
        return Compare(operator, left, right)
    return TRUE if compared(operator, number) else FALSE


def junction(kind: Literal["and", "or"], formulas: Iterable[Formula]) -> Formula:
    """Return the conjunction or the disjunction of some formulas."""
    return _junction(kind, tuple(formulas))


@lru_cache(maxsize=100_000)
def _junction(kind: Literal["and", "or"], formulas: tuple[Formula, ...]) -> Formula:
    ends = FALSE if kind == "and" else TRUE
    distinct: dict[Formula, None] = {}
    for formula in formulas:
        for part in parts(kind, formula):
            if part == ends:
                return ends
            distinct[part] = None
    # the opposite of a formula that stands alone goes: A and (not A or B) is A and B
    others = {negation(member) for member in distinct if not isinstance(member, Junction)}
    if not others.isdisjoint(distinct):
        return ends
    shorter: dict[Formula, Formula] = {}
    for part in tuple(distinct):
        if isinstance(part, Junction):
            if any(member in distinct for member in part.formulas):
                del distinct[part]
            elif any(member in others for member in part.formulas):
                left = (member for member in part.formulas if member not in others)
                shorter[part] = junction(part.kind, left)
    if shorter:
        return junction(kind, (shorter.get(part, part) for part in distinct))
    if len(distinct) == 1:
        return next(iter(distinct))
    return Junction(kind, tuple(distinct))


def parts(kind: Literal["and", "or"], formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas in a junction of a kind; any other formula is its own only one."""
    if isinstance(formula, Junction) and formula.kind == kind:
        return formula.formulas
    return (formula,)


def conjunction(formulas: Iterable[Formula]) -> Formula:
    """Return the conjunction of some formulas."""
    return junction("and", formulas)


def disjunction(formulas: Iterable[Formula]) -> Formula:
    """Return the disjunction of some formulas."""
    return junction("or", formulas)


def negation(formula: Formula) -> Formula:
    """Return the negation of a formula; `Not` stands at atoms only."""
    match formula:
        case Compare("=", left, right):
            return Compare("!=", left, right)
        case Compare("!=", left, right):
            return Compare("=", left, right)
        case Compare("<", left, right):
            return Compare("<=", right, left)
        case Compare("<=", left, right):
            return Compare("<", right, left)
        case Not(inner):
            return inner
        case Junction(kind, formulas):
            return Junction("or" if kind == "and" else "and", tuple(map(negation, formulas)))
        case Quantified(kind, names, inner):
            other: Literal["exists", "forall"] = "forall" if kind == "exists" else "exists"
            return Quantified(other, names, negation(inner))
    return Not(formula)


@lru_cache(maxsize=100_000)
def free_names(formula: Formula) -> frozenset[str]:
    """Return the names in a formula, except those that it binds itself."""
    spoken = frozenset[str]().union(
        *map(names_in, terms_of(formula)), *map(free_names, children(formula))
    )
    return spoken - set(formula.names) if isinstance(formula, Quantified) else spoken


def map_simplified(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Return a formula with each formula that it is directly made of changed, simplified."""
    match formula:
        case Not(inner):
            return negation(change(inner))
        case Junction(kind, formulas):
            return junction(kind, map(change, formulas))
    return map_children(formula, change)


def substituted(formula: Formula, terms: dict[str, Term]) -> Formula:
    """Return a formula with terms for some names.

    Args:
        formula: it binds none of the names, nor any that stands in the terms: no name is bound
            twice, see `Fresh`.
        terms: for each name its term.
    """
    if not terms:
        return formula
    match formula:
        case Compare(operator, left, right):
            return compare(operator, replaced(left, terms), replaced(right, terms))
        case Holds(predicate, arguments):
            return Holds(predicate, tuple(replaced(argument, terms) for argument in arguments))
    return map_simplified(formula, lambda part: substituted(part, terms))


def exists(names: Iterable[str], formula: Formula) -> Formula:
    """Return a formula for some integers: of the names, those that are free in it."""
    spoken = free_names(formula)
    left = tuple(name for name in names if name in spoken)
    return Quantified("exists", left, formula) if left else formula


@dataclass
class OpenAtoms:
    """Finder of the open atoms about integers in formulas, where definitions are unfolded.

    Attributes:
        defined: the definitions, by predicate.
        most: the atoms of a formula, beyond which no more of them are looked for: each definition
            may double them.
    """

    defined: Mapping[str, Definition]
    most: int
    _unfolded: dict[Holds, dict[Holds, None]] = field(default_factory=dict)

    def of(self, formula: Formula) -> dict[Holds, None]:
        """Return the atoms, each once, in order; where there are more than the most, some."""
        found: dict[Holds, None] = {}
        for atom in atoms_in(formula):
            if len(found) > self.most:
                break
            if atom.arguments and atom.predicate not in self.defined:
                found[atom] = None
            elif atom.arguments:
                found |= self._meant(atom)
        return found

    def _meant(self, atom: Holds) -> dict[Holds, None]:
        if atom not in self._unfolded:
            made = self.defined[atom.predicate]
            general = Holds(atom.predicate, tuple(map(Name, made.names)))
            if general not in self._unfolded:
                self._unfolded[general] = self.of(made.formula)
            inside = self._unfolded[general]
            meant = (atom_with(one, made.names, atom.arguments) for one in inside)
            self._unfolded[atom] = dict.fromkeys(meant)
        return self._unfolded[atom]


@lru_cache(maxsize=50_000)
def atom_with(atom: Holds, names: tuple[str, ...], terms: tuple[Term, ...]) -> Holds:
    """Return an atom with terms for some names."""
    known = dict(zip(names, terms, strict=True))
    return Holds(atom.predicate, tuple(replaced(term, known) for term in atom.arguments))
