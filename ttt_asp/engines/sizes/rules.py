"""Rules as what translates them wants to have them, each with its place."""

from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

from ttt_asp.engines.sizes.formulas import Name
from ttt_asp.engines.sizes.values import Structure, Value
from ttt_asp.errors import Location
from ttt_asp.lp.syntax import Signature


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom, or one that does not hold: all its variables have a value before.

    Attributes:
        term: the atom. positive: whether it holds.
        twice: whether it is negated twice, so that it does not support what rests on it.
    """

    term: Structure
    positive: bool = True
    twice: bool = False

    @property
    def signature(self) -> Signature:
        """Its predicate."""
        return self.term.name, len(self.term.arguments)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Terms compared one after the other, `1 <= K < N`; `positive` says whether that is so."""

    terms: tuple[Value, ...]
    operators: tuple[str, ...]
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Interval:
    """A variable that is one of the numbers between two."""

    variable: Name
    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Conditional:
    """A literal that holds for all values of its variables with which a condition holds."""

    literal: "Literal"
    condition: tuple["Literal", ...]


@dataclass(frozen=True, slots=True)
class Element:
    """Of a count: the tuples of terms with which a condition holds are counted."""

    counted: Value
    condition: tuple["Literal", ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are, compared with terms on the left: `1 < #count { A : legal(P,A) }`."""

    elements: tuple[Element, ...]
    guards: tuple[tuple[Value, str], ...]
    positive: bool = True


Literal: TypeAlias = Atom | Comparison | Interval | Conditional | Count


# Of what a choice may choose, how many it does.
Bound: TypeAlias = OneOf["any", "one", "at most one"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule.

    Attributes:
        head: what follows; of a choice each of the elements that may be chosen.
        body: in the order of the text.
        where: its place in the author's file.
        chosen: of a choice the conditions of what may be chosen.
        bound: of a choice: how many of them are.
    """

    head: Structure
    body: tuple[Literal, ...]
    where: Location
    chosen: tuple[Literal, ...] | None = None
    bound: Bound = "any"


def binds(literal: Literal) -> bool:
    """Whether a literal of a body may give values to variables."""
    match literal:
        case Atom(_, positive, twice):
            return positive and not twice
        case Comparison():
            return True
        case Count(_, guards, positive):
            return positive and any(operator == "=" for _, operator in guards)
    return isinstance(literal, Interval)
