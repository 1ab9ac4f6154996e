"""Formulas, simplified: parts that are always true, or never, go, and negation moves inwards."""

from collections.abc import Callable, Iterable
from typing import Literal

from ttt_asp.extensions.sizes.formulas import (
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    children,
    map_children,
    terms_of,
)
from ttt_asp.extensions.sizes.integers import Compare, Relation, Term, compared, names_in
from ttt_asp.extensions.sizes.linear import difference, replaced

TRUE, FALSE = Junction("and", ()), Junction("or", ())


def compare(operator: Relation, left: Term, right: Term) -> Formula:
    """Return a comparison, decided if the difference of its sides is known."""
    sums, number = difference(left, right)
    if sums:
        return Compare(operator, left, right)
    return TRUE if compared(operator, number) else FALSE


def junction(kind: Literal["and", "or"], formulas: Iterable[Formula]) -> Formula:
    """Return the conjunction or the disjunction of some formulas."""
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
    for part in tuple(distinct):
        if isinstance(part, Junction):
            if any(member in distinct for member in part.formulas):
                del distinct[part]
            elif any(member in others for member in part.formulas):
                left = junction(part.kind, (f for f in part.formulas if f not in others))
                return junction(kind, (left if f is part else f for f in distinct))
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
