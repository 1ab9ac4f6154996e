"""First-order formulas over integers, which programs are read as, and which solvers are asked."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ttt_asp.claims.every_size import Every
from ttt_asp.claims.integers import Compare, Term
from ttt_asp.errors import Location


@dataclass(frozen=True, slots=True)
class Truth:
    """What is always so, or never."""

    value: bool


@dataclass(frozen=True, slots=True)
class Holds:
    """An atom.

    Attributes:
        predicate: its name, that of a definition or of an open predicate.
        arguments: the integers in it; all that is no integer is part of the predicate's name.
    """

    predicate: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """What is not so."""

    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Junction:
    """All of some formulas, or one of them at least; of none, all are true and one is not."""

    kind: Literal["and", "or"]
    formulas: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A formula for some integers, or for all."""

    kind: Literal["exists", "forall"]
    names: tuple[str, ...]
    formula: "Formula"


Formula: TypeAlias = Truth | Compare | Holds | Not | Junction | Quantified


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that a formula is made of."""
    match formula:
        case Not(inner) | Quantified(_, _, inner):
            return (inner,)
        case Junction(_, formulas):
            return formulas
    return ()


def within(formula: Formula) -> Iterator[Formula]:
    """A formula, and all that it is made of, in order."""
    yield formula
    for one in children(formula):
        yield from within(one)


def terms_of(formula: Formula) -> tuple[Term, ...]:
    """The terms in a comparison, or in an atom."""
    match formula:
        case Compare(_, left, right):
            return left, right
        case Holds(_, arguments):
            return arguments
    return ()


def rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The same made of other formulas, to each of which one is changed."""
    match formula:
        case Not(inner):
            return Not(change(inner))
        case Junction(kind, formulas):
            return Junction(kind, tuple(map(change, formulas)))
        case Quantified(kind, names, inner):
            return Quantified(kind, names, change(inner))
    return formula


def holding(formula: Formula) -> Iterator[Holds]:
    """The atoms in a formula."""
    return (one for one in within(formula) if isinstance(one, Holds))


def binding(formula: Formula) -> frozenset[str]:
    """The names that are bound in a formula."""
    bound = (one.names for one in within(formula) if isinstance(one, Quantified))
    return frozenset[str]().union(*bound)


@dataclass(frozen=True, slots=True)
class Definition:
    """A predicate that holds exactly where a formula does.

    Attributes:
        predicate: its name. names: of its arguments, in order. formula: about these, parameters,
            chosen constants, open predicates and what was defined before.
        atom: the predicate as people write it, `true(left(_),1)`. where: the rules that say so.
    """

    predicate: str
    names: tuple[str, ...]
    formula: Formula
    atom: str
    where: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """A predicate that nothing is known of: which fluents hold in any position at all.

    Attributes:
        predicate, names, atom: as for a definition.
    """

    predicate: str
    names: tuple[str, ...]
    atom: str


@dataclass(frozen=True, slots=True)
class Axiom:
    """What is assumed: that a choice is one of those allowed.

    Attributes:
        formula: about what a definition is about. where: the rule that chooses.
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
        definitions: each after those that it speaks of.
        axioms: of the choices.
        atoms: the predicate's name of every atom without integers, as `answer(stuck)`, that some
            rule can derive; and of `true(left(_),0)` likewise, `_` for an integer.
    """

    parameters: tuple[str, ...]
    chosen: tuple[str, ...]
    opens: tuple[Open, ...]
    definitions: tuple[Definition, ...]
    axioms: tuple[Axiom, ...]
    atoms: Mapping[str, str]


def condition(every: Every) -> Formula:
    """What a condition on sizes says of its parameters."""
    return Junction("and", every.comparisons)
