"""What was matched: values of variables, whose integers are terms over names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ttt_asp.claims.integers import Term
from ttt_asp.engines.sizes.formulas import Formula
from ttt_asp.engines.sizes.linear import replaced, solved
from ttt_asp.engines.sizes.logic import FALSE, TRUE, compare, substituted
from ttt_asp.engines.sizes.values import Structure, Value


class Fresh:
    """New names: a variable's, a dot, and a number; so no name is ever bound twice."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, name: str) -> str:
        """A name that there was not before, for a variable or a name made of one."""
        return f"{name.split('.')[0].strip('_') or 'X'}.{next(self._numbers)}"


@dataclass(frozen=True, slots=True)
class Match:
    """Literals of a body, matched.

    Attributes:
        values: of the variables met.
        names: new ones that stand in them; for some integers the formulas have to hold.
        formulas: what the literals say.
        solved: what names were found to be that are no names here any more.
    """

    values: Mapping[str, Value]
    names: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    solved: Mapping[str, Term] = field(default_factory=dict)

    def saying(self, formula: Formula) -> "Match | None":
        """With another formula; None if it is never so."""
        if formula == FALSE:
            return None
        return self if formula == TRUE else replace(self, formulas=(*self.formulas, formula))

    def equal(self, left: Term, right: Term) -> "Match | None":
        """With an equation, solved for one of the names if that can be."""
        left, right = replaced(left, self.solved), replaced(right, self.solved)
        decided = compare("=", left, right)
        if decided in (TRUE, FALSE):
            return self.saying(decided)
        found = solved(left, right, tuple(reversed(self.names)))
        if found is None:
            return self.saying(decided)
        name, term = found
        terms = {name: term}
        formulas = [substituted(one, terms) for one in self.formulas]
        if FALSE in formulas:
            return None
        return Match(
            {variable: put(value, terms) for variable, value in self.values.items()},
            tuple(one for one in self.names if one != name),
            tuple(one for one in formulas if one != TRUE),
            {**{one: replaced(of, terms) for one, of in self.solved.items()}, **terms},
        )

    def binding(self, variable: str, value: Value, new: Sequence[str] = ()) -> "Match":
        """With a value for a variable, and new names in it."""
        current = put(value, self.solved)
        values = {**self.values, variable: current}
        return Match(values, (*self.names, *new), self.formulas, self.solved)


def put(value: Value, terms: Mapping[str, Term]) -> Value:
    """A value with terms for some names."""
    if not terms:
        return value
    match value:
        case Structure(name, arguments):
            return Structure(name, tuple(put(one, terms) for one in arguments))
    return replaced(value, terms)
