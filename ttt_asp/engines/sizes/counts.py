"""Counts, said by witnesses: two at least are some one and another one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_asp.engines.sizes.formulas import Formula, Name, Number, Term
from ttt_asp.engines.sizes.logic import FALSE, TRUE, bound, every, negated, some, substituted
from ttt_asp.engines.sizes.matching import Fresh, put
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.values import Structure, Text, Value, same

# Names that are bound, what is counted for them, and where it is.
Counted = tuple[tuple[str, ...], Value, Formula]
MOST_WITNESSES = 2


@dataclass
class Tallies:
    """Says how many there are.

    Attributes:
        fresh: gives new names.
    """

    fresh: Fresh

    def compared(self, limit: Value | None, operator: str, counted: Sequence[Counted]) -> Formula:
        """Where a term stands in a relation to the number of what is counted.

        Raises:
            Refusal: it is not known whether that can be said by two witnesses.
        """
        if limit is None:
            return FALSE
        if isinstance(limit, Structure | Text):
            # numbers come before all else
            return TRUE if operator in ("!=", ">", ">=") else FALSE
        if not isinstance(limit, Number):
            raise Refusal("a count is compared with what is no number here", _ADVICE)
        number = limit.value
        match operator:
            case "=":
                more = negated(self.least(number + 1, counted))
                return every([self.least(number, counted), more])
            case "!=":
                return negated(self.compared(limit, "=", counted))
            case "<":
                return self.least(number + 1, counted)
            case "<=":
                return self.least(number, counted)
            case ">":
                return negated(self.least(number, counted))
        return negated(self.least(number + 1, counted))

    def least(self, number: int, counted: Sequence[Counted]) -> Formula:
        """Where so many there are, or more."""
        if number <= 0:
            return TRUE
        if number > MOST_WITNESSES:
            raise Refusal(f"a count is compared with {number - 1} or more", _ADVICE)
        ways = []
        for place, one in enumerate(counted):
            if number == 1:
                ways.append(bound(one[0], one[2]))
                continue
            for other in counted[place:]:
                names, value, formula = self._renamed(other)
                differ = negated(same(one[1], value))
                ways.append(bound((*one[0], *names), every([one[2], formula, differ])))
        return some(ways)

    def _renamed(self, counted: Counted) -> Counted:
        names = {name: self.fresh(name) for name in counted[0]}
        terms: dict[str, Term] = {name: Name(new) for name, new in names.items()}
        formula = substituted(counted[2], terms)
        return tuple(names.values()), put(counted[1], terms), formula


_ADVICE = "compare it with 0, 1 or 2"
