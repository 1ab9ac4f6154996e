"""Counts, said by witnesses: two at least are some one and another one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement

from ttt_asp.claims.integers import Name, Number, Term, names_in
from ttt_asp.engines.sizes.formulas import Definition, Formula, Holds
from ttt_asp.engines.sizes.logic import (
    FALSE,
    TRUE,
    bound,
    compare,
    every,
    free,
    negated,
    some,
    substituted,
)
from ttt_asp.engines.sizes.matches import Fresh, put
from ttt_asp.engines.sizes.quantifiers import Settled
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.values import Structure, Value, filled, leaves, ordered, same
from ttt_asp.errors import Location

# Names that are bound, what is counted for them, and where it is.
Counted = tuple[tuple[str, ...], Value, Formula]
# Three, as exactly two are two and not three.
MOST_WITNESSES = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """A count that is a predicate of its own: so many there are, for some values of its names.

    Attributes:
        predicate: its name; after the names it has the number as an argument.
        names: of what the count depends on.
        counted: what is counted.
        where: the rule that counts.
    """

    predicate: str
    names: tuple[str, ...]
    counted: tuple[Counted, ...]
    where: Location


@dataclass
class Tallies:
    """Says how many there are.

    Attributes:
        fresh: gives new names.
        where: the rule that is read.
        tallies: counts that two witnesses cannot say.
    """

    fresh: Fresh
    where: Location = field(default_factory=lambda: Location(""))
    tallies: list[Tally] = field(default_factory=list)

    def compared(self, limit: Value, operator: str, counted: Sequence[Counted]) -> Formula:
        """Where a term stands in a relation to the number of what is counted.

        Args:
            limit: the term, on the left.
            operator: clingo's.
            counted: what is counted.
        """
        if isinstance(limit, Structure):
            # numbers come before all else
            return TRUE if operator in ("!=", ">", ">=") else FALSE
        if isinstance(limit, Number):
            least = {"=": 1, "!=": 1, "<": 1, "<=": 0, ">": 0, ">=": 1}[operator] + limit.value
            if least <= MOST_WITNESSES:
                return self._witnessed(limit.value, operator, counted)
        number = self.fresh("N")
        names = frozenset[str]()
        for bound_, value, formula in counted:
            spoken = free(formula).union(*map(names_in, leaves(value)))
            names |= spoken - set(bound_)
        tally = Tally(
            f"count {len(self.tallies) + 1}", tuple(sorted(names)), tuple(counted), self.where
        )
        self.tallies.append(tally)
        asked = Holds(tally.predicate, (*map(Name, tally.names), Name(number)))
        return bound([number], every([asked, ordered(limit, operator, Name(number))]))

    def _witnessed(self, number: int, operator: str, counted: Sequence[Counted]) -> Formula:
        match operator:
            case "=":
                more = negated(self.least(number + 1, counted))
                return every([self.least(number, counted), more]) if number >= 0 else FALSE
            case "!=":
                return negated(self._witnessed(number, "=", counted))
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
        ways = []
        for chosen in combinations_with_replacement(counted, number):
            some_ = [self._renamed(one) for one in chosen]
            names = [name for one in some_ for name in one[0]]
            values = [value for _, value, _ in some_]
            differ = (negated(same(*pair)) for pair in combinations(values, 2))
            ways.append(bound(names, every([*(formula for _, _, formula in some_), *differ])))
        return some(ways)

    def _renamed(self, counted: Counted) -> Counted:
        names = {name: self.fresh(name) for name in counted[0]}
        terms: dict[str, Term] = {name: Name(new) for name, new in names.items()}
        formula = substituted(counted[2], terms)
        return tuple(names.values()), put(counted[1], terms), formula


def tallied(tally: Tally, settled: Settled) -> None:
    """Define a count of finitely many given elements, by counting them one after the other.

    Raises:
        Refusal: what is counted is not given, as the squares of a line of known length are.
    """
    given: list[tuple[Value, Formula]] = []
    for names, value, formula in tally.counted:
        terms = tuple(leaves(value))
        for left, way, found in settled.witnesses(names, settled.settle(formula), terms):
            if set(left) & frozenset().union(*map(names_in, found)):
                what = "what is counted here are not finitely many given things"
                raise Refusal(what, _ADVICE, tally.where)
            # an equal one before is the same one
            made = filled(value, found)
            again = some(every([same(made, one), holds]) for one, holds in given)
            given.append((made, every([settled.apart(left, way), negated(again)])))
    total, last = len(given), Name(_COUNT)
    names = tally.names
    arguments = tuple(map(Name, names))

    def counted(place: int, number: int) -> Formula:
        """Exactly so many of those from a place on."""
        if not 0 <= number <= total - place:
            return FALSE
        if place == total:
            return TRUE
        return Holds(f"{tally.predicate} from {place} {number}", arguments)

    for place in reversed(range(total)):
        formula = given[place][1]
        for number in range(total - place + 1):
            this = every([formula, counted(place + 1, number - 1)])
            that = every([negated(formula), counted(place + 1, number)])
            predicate = f"{tally.predicate} from {place} {number}"
            said = settled.settle(some([this, that]))
            settled.add(Definition(predicate, names, said, predicate, (tally.where,)))
    ways = (every([compare("=", last, Number(n)), counted(0, n)]) for n in range(total + 1))
    said = settled.settle(some(ways))
    definition = Definition(
        tally.predicate, (*names, _COUNT), said, tally.predicate, (tally.where,)
    )
    settled.add(definition)


# The argument that is the number counted: no constant or variable of a program has a space in it,
# while `_n` may be the parameter of a game.
_COUNT = "number counted"
_ADVICE = (
    "compare the count with 0, 1 or 2, or count the squares of lines of a length that is known"
)
