"""The sizes that a claim is about, as a formula."""

from ttt_asp.claims.every import Every, Expression
from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Formula,
    Junction,
    Name,
    Number,
    Term,
)


def condition(every: Every) -> Formula:
    """What a condition says of its parameters."""
    return Junction(
        "and",
        tuple(Compare(c.operator, _term(c.left), _term(c.right)) for c in every.comparisons),
    )


def _term(expression: Expression) -> Term:
    if isinstance(expression, int):
        return Number(expression)
    if isinstance(expression, str):
        return Name(expression)
    return Arithmetic(expression.operator, tuple(map(_term, expression.operands)))
