"""Rules in the form that is translated, and refusals of everything else, with its place."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf
from typing import TypeAlias

from ttt_asp.errors import Diagnostic, Location, Unsuited
from ttt_asp.extensions.sizes.formulas import Formula
from ttt_asp.extensions.sizes.integers import Name
from ttt_asp.extensions.sizes.values import Structure, Value
from ttt_asp.lp.syntax import Signature

# The names of anonymous variables begin with this: nobody can write that, and no argument of an
# atom is called so (see `completion`).
UNNAMED = "_."


@dataclass(frozen=True, slots=True)
class AtomLiteral:
    """An atom, or a negated one, whose variables all get their values elsewhere.

    Attributes:
        term: the atom. positive: whether it holds.
    """

    term: Structure
    positive: bool = True

    @property
    def signature(self) -> Signature:
        """Its predicate."""
        return self.term.name, len(self.term.arguments)


@dataclass(frozen=True, slots=True)
class ComparisonLiteral:
    """Two terms compared."""

    left: Value
    operator: str
    right: Value


@dataclass(frozen=True, slots=True)
class Interval:
    """A variable that is one of the numbers between two."""

    variable: Name
    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Conditional:
    """A literal that holds for all values of its variables with which a condition holds."""

    literal: AtomLiteral
    condition: tuple[AtomLiteral | ComparisonLiteral, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A count: `1 < #count { A : legal(P,A) }`.

    Attributes:
        counted: the terms whose different values are counted.
        condition: holds with the values that count.
        least, most: bounds of the number; None for no upper bound.
        negated: whether the bounds have to fail, as in `1 != #count { ... }`.
    """

    counted: Structure
    condition: tuple[AtomLiteral | ComparisonLiteral, ...]
    least: int
    most: int | None
    negated: bool = False


Literal: TypeAlias = AtomLiteral | ComparisonLiteral | Interval | Conditional | Count


# The number of its elements that a choice chooses.
Bound: TypeAlias = OneOf["any", "one", "at most one"]


@dataclass(frozen=True, slots=True)
class SymbolicRule:
    """A rule.

    Attributes:
        head: the atom that follows; of a choice an element that may be chosen.
        body: in the order of the text.
        where: its place in the author's file.
        chosen: of a choice the condition of its element.
        bound: the number of elements that a choice chooses.
    """

    head: Structure
    body: tuple[Literal, ...]
    where: Location
    chosen: tuple[Literal, ...] | None = None
    bound: Bound = "any"


def binds(literal: Literal) -> bool:
    """Whether a literal of a body may give values to variables, or says what they are."""
    if isinstance(literal, AtomLiteral):
        return literal.positive
    return isinstance(literal, ComparisonLiteral | Interval)


@dataclass
class CompletedPredicate:
    """A predicate, for the atoms of one shape, with all that rules say of it.

    Attributes:
        shape: of the atoms.
        names: of their integers.
        ways: one of these formulas holds, exactly where the atom does; each with its rule.
    """

    shape: Structure
    names: tuple[str, ...]
    ways: list[tuple[Formula, Location]] = field(default_factory=list)

    @property
    def where(self) -> tuple[Location, ...]:
        """The places of the rules."""
        return tuple(dict.fromkeys(where for _, where in self.ways))


def refusal(message: str, hint: str, where: Location | None = None) -> Unsuited:
    """Return an error about something in a rule that has no translation.

    Args:
        message: what is wrong.
        hint: another way to say it.
        where: the rule, once it is known.
    """
    return Unsuited([Diagnostic(message, where, hint)])


def unsafe(name: str) -> Unsuited:
    """Return a refusal of a variable to which nothing gives a value."""
    shown = "`_`" if name.startswith(UNNAMED) else name.partition("@")[0]
    hint = f"say it by an atom, or by {shown} = ..."
    hint = "say it by a rule of its own, without `not`" if shown == "`_`" else hint
    return refusal(f"not for every size: nothing here says what {shown} is", hint)


@contextmanager
def placed(where: Location) -> Iterator[None]:
    """Give a refusal a place, unless it has one."""
    try:
        yield
    except Unsuited as error:
        located = (replace(d, location=d.location or where) for d in error.diagnostics)
        raise Unsuited(located) from None
