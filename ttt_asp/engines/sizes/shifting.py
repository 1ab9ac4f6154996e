"""Other integers for the same: of `there are N, M with p(M) and q(N-2*M)`, `p(M) and q(N)`.

Where a bound name stands in one term only, plain or negated, that term is any integer: so the name
may stand for it. What is said of plain names is found by matching; of other terms, it is not.
"""

from ttt_asp.claims.integers import Compare, Name, Term, names_in
from ttt_asp.engines.sizes.formulas import (
    Formula,
    Holds,
    Quantified,
    binding,
    rebuilt,
    terms_of,
    within,
)
from ttt_asp.engines.sizes.linear import linear


def shifted(formula: Quantified) -> Quantified:
    """The same said with plain names, as far as may be.

    Args:
        formula: about integers; those of a quantifier directly inside are taken with them.
    """
    names, inside = formula.names, formula.formula
    while isinstance(inside, Quantified) and inside.kind == formula.kind:
        names, inside = names + inside.names, inside.formula
    for name in names:
        terms = (term for one in within(inside) for term in terms_of(one))
        found = {term for term in terms if name in names_in(term)}
        if len(found) == 1 and _any_integer(term := found.pop(), name, binding(inside)):
            inside = _put(inside, term, Name(name))
    return Quantified(formula.kind, names, inside)


def _any_integer(term: Term, name: str, inner: frozenset[str]) -> bool:
    """Whether a term is each integer for one value of a name, whatever the others are."""
    sums = linear(term)[0]
    others = [one for one in sums if one != Name(name)]
    plain = not any(name in names_in(one) for one in others)
    return sums.get(Name(name)) in (1, -1) and plain and not names_in(term) & inner


def _put(formula: Formula, old: Term, new: Term) -> Formula:
    match formula:
        case Compare(operator, left, right):
            sides = [new if one == old else one for one in (left, right)]
            return Compare(operator, *sides)
        case Holds(predicate, arguments):
            return Holds(predicate, tuple(new if one == old else one for one in arguments))
    return rebuilt(formula, lambda one: _put(one, old, new))
