"""First-order formulas over integers: programs are read as such, and solvers asked about them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ttt_asp.errors import Location
from ttt_asp.extensions.sizes.every_size import Every
from ttt_asp.extensions.sizes.integers import Compare, Term


@dataclass(frozen=True, slots=True)
class Holds:
    """An atom.

    Attributes:
        predicate: its name, that of a definition or of an open predicate.
        arguments: the integers in it; everything else is part of the predicate's name.
    """

    predicate: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a formula."""

    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Junction:
    """A conjunction, true if it has no formulas; or a disjunction, false if it has none."""

    kind: Literal["and", "or"]
    formulas: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
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


def atoms_in(formula: Formula) -> Iterator[Holds]:
    """Return the atoms in a formula."""
    return (part for part in subformulas(formula) if isinstance(part, Holds))


def bound_names(formula: Formula) -> frozenset[str]:
    """Return the names that are bound in a formula."""
    bound = (part.names for part in subformulas(formula) if isinstance(part, Quantified))
    return frozenset[str]().union(*bound)


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


def condition(every: Every) -> Formula:
    """Return a condition on sizes as a formula about its parameters."""
    return Junction("and", every.comparisons)
