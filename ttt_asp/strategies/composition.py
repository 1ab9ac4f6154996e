"""Strategies as terms: tactics under the operators."""

from collections.abc import Mapping

from ttt_asp.errors import Location
from ttt_asp.records import dataclass

# Operands of an operator, at most: with more its rules are more than a program may have.
MOST = 200
# The least and the greatest number of operands of each operator.
OPERATORS: Mapping[str, tuple[int, int]] = {
    "any": (0, 0),
    "opponent": (1, 1),
    "pick": (2, 2),
    "except": (2, 2),
    "first": (2, MOST),
    "refine": (2, MOST),
    "either": (2, MOST),
    "both": (2, MOST),
}
# The operator of a strategy that is asked, which has no rules.
ASKED = "asked"
# What programs are named by that play; a term has none.
PROGRAM = "program:"
# The paper's signs where it has one; `first` is its prioritized disjunction, `refine` its
# prioritized conjunction.
SIGNS: Mapping[str, str] = {"first": "∇", "refine": "△", "either": "∪", "both": "∩", "except": "∖"}


@dataclass(frozen=True, slots=True)
class Composition:
    """A strategy's term.

    Attributes:
        operator: one of `OPERATORS`, or `tactic` or `strategy` for a name that was looked up,
            or `name` for one that was not yet; or `hole`, or `lines` for `...`; or `ASKED`.
        name: of the tactic or strategy; under `pick` of the order.
        operands: the operator's operands, or the body of a named strategy.
        location: where it stands.
    """

    operator: str
    name: str = ""
    operands: tuple["Composition", ...] = ()
    location: Location | None = None

    def __str__(self) -> str:
        """Return the term as a user would write it, named strategies by name."""
        if self.operator in ("name", "tactic", "strategy", ASKED):
            return self.name
        if self.operator in ("hole", "lines"):
            return "..." if self.operator == "lines" else f"?{self.name}"
        order = [self.name] if self.operator == "pick" else []
        inner = ", ".join([*map(str, self.operands), *order])
        return f"{self.operator}({inner})" if inner else self.operator


def leaves(node: Composition, under: bool = False, kind: str = "tactic") -> list[tuple[str, bool]]:
    """Return the tactics of a resolved composition, or others, and whether under `opponent`."""
    inner = under != (node.operator == "opponent")
    here = [(node.name, under)] if node.operator == kind else []
    return here + [leaf for operand in node.operands for leaf in leaves(operand, inner, kind)]


def orders_of(node: Composition) -> list[tuple[str, bool]]:
    """Return the orders that a resolved composition picks by, each as in `leaves`."""
    return leaves(node, kind="pick")
