"""Formulas, kept small: what is always so, or never, is left out, and negation goes inwards."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from ttt_asp.claims.integers import Compare, Relation, Term, compared, names_in
from ttt_asp.engines.sizes.formulas import (
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Truth,
    children,
    rebuilt,
    terms_of,
)
from ttt_asp.engines.sizes.linear import difference, replaced

TRUE, FALSE = Truth(True), Truth(False)


def compare(operator: Relation, left: Term, right: Term) -> Formula:
    """A comparison, decided if the difference of its sides is known."""
    sums, number = difference(left, right)
    return Compare(operator, left, right) if sums else Truth(compared(operator, number))


def junction(kind: Literal["and", "or"], formulas: Iterable[Formula]) -> Formula:
    """All of some formulas, or one of them at least."""
    ends, drops = (FALSE, TRUE) if kind == "and" else (TRUE, FALSE)
    found: dict[Formula, None] = {}
    for formula in formulas:
        for part in parts(kind, formula):
            if part == ends:
                return ends
            if part != drops:
                found[part] = None
    # of what is said alone the opposite need not be said again: A and (not A or B) is A and B
    others = {negation(one) for one in found if not isinstance(one, Junction)}
    if not others.isdisjoint(found):
        return ends
    for part in tuple(found):
        if isinstance(part, Junction):
            if any(one in found for one in part.formulas):
                del found[part]
            elif any(one in others for one in part.formulas):
                left = junction(part.kind, (one for one in part.formulas if one not in others))
                return junction(kind, (left if one is part else one for one in found))
    return (
        next(iter(found)) if len(found) == 1 else Junction(kind, tuple(found)) if found else drops
    )


def parts(kind: Literal["and", "or"], formula: Formula) -> tuple[Formula, ...]:
    """The formulas that a junction of a kind has; any other formula is one alone."""
    if isinstance(formula, Junction) and formula.kind == kind:
        return formula.formulas
    return (formula,)


def conjunction(formulas: Iterable[Formula]) -> Formula:
    """All of some formulas."""
    return junction("and", formulas)


def disjunction(formulas: Iterable[Formula]) -> Formula:
    """One of some formulas, or several."""
    return junction("or", formulas)


def negation(formula: Formula) -> Formula:
    """What is so where a formula is not; negations stay at atoms only."""
    match formula:
        case Truth(value):
            return Truth(not value)
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


def free(formula: Formula) -> frozenset[str]:
    """The names that a formula speaks of, but for those that it binds itself."""
    spoken = frozenset[str]().union(
        *map(names_in, terms_of(formula)), *map(free, children(formula))
    )
    return spoken - set(formula.names) if isinstance(formula, Quantified) else spoken


def remade(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The same made of other formulas, to each of which one is changed, kept small."""
    match formula:
        case Not(inner):
            return negation(change(inner))
        case Junction(kind, formulas):
            return junction(kind, map(change, formulas))
    return rebuilt(formula, change)


def substituted(formula: Formula, terms: dict[str, Term]) -> Formula:
    """A formula with terms for some names.

    Args:
        formula: it binds none of the names, nor any that stands in the terms: bound names are
            given once, see `Fresh`.
        terms: for each name its term.
    """
    if not terms:
        return formula
    match formula:
        case Compare(operator, left, right):
            return compare(operator, replaced(left, terms), replaced(right, terms))
        case Holds(predicate, arguments):
            return Holds(predicate, tuple(replaced(one, terms) for one in arguments))
    return remade(formula, lambda one: substituted(one, terms))


def put_in(formula: Formula, said: Mapping[str, Formula]) -> Formula:
    """A formula with others in place of some predicates; these speak of no arguments."""
    match formula:
        case Holds(predicate) if predicate in said:
            return said[predicate]
        case Quantified(kind, names, inner):
            found = put_in(inner, said)
            left = tuple(name for name in names if name in free(found))
            return Quantified(kind, left, found) if left else found
    return remade(formula, lambda one: put_in(one, said))


def bound(names: Iterable[str], formula: Formula) -> Formula:
    """A formula for some integers, of those names that it has."""
    spoken = free(formula)
    left = tuple(name for name in names if name in spoken)
    return Quantified("exists", left, formula) if left else formula
