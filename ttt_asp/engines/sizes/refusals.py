"""What has no translation for every size: said with the place, and the way to say it otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager

from ttt_asp.claims.integers import Arithmetic, Number, Term
from ttt_asp.engines.sizes.formulas import Formula, terms_of, within
from ttt_asp.engines.sizes.rules import UNNAMED
from ttt_asp.errors import Diagnostic, Location, Unsuited


class Refusal(Exception):
    """Something in a rule has no translation.

    Attributes:
        what: is wrong. hint: the way to say it otherwise. where: the rule, once it is known.
    """

    def __init__(self, what: str, hint: str, where: Location | None = None) -> None:
        super().__init__(what)
        self.what, self.hint, self.where = what, hint, where

    def unsuited(self) -> Unsuited:
        """The error that users see."""
        return Unsuited([Diagnostic(self.what, self.where, self.hint)])


def unsaid(name: str) -> Refusal:
    """A refusal of a variable that has a value by nothing."""
    shown = "`_`" if name.startswith(UNNAMED) else name.partition("@")[0]
    hint = f"say it by an atom, or by {shown} = ..."
    hint = "say it by a rule of its own, without `not`" if shown == "`_`" else hint
    return Refusal(f"not for every size: nothing here says what {shown} is", hint)


@contextmanager
def placed(where: Location) -> Iterator[None]:
    """Give a refusal a place, unless it has one."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(refusal.what, refusal.hint, refusal.where or where) from None


def only_linear(formula: Formula, where: Location) -> None:
    """Refuse products of unknown integers, and divisions by them: solvers get lost in those.

    Args:
        formula: settled.
        where: the rule that it is of.

    Raises:
        Refusal: there is one in the formula.
    """
    for one in within(formula):
        for term in terms_of(one):
            _linear(term, where)


def _linear(term: Term, where: Location) -> None:
    if not isinstance(term, Arithmetic):
        return
    numbers = [one.value for one in term.arguments if isinstance(one, Number)]
    if term.operator == "*" and not numbers:
        what = "two numbers that depend on the size are multiplied here"
        raise Refusal(what, "say it by sums, and by multiples of known numbers", where)
    if term.operator in ("/", "\\"):
        divisor = term.arguments[1]
        if not isinstance(divisor, Number) or divisor.value < 0:
            what = "a number is divided here by one that depends on the size, or is negative"
            raise Refusal(what, "divide by a known positive number", where)
    for one in term.arguments:
        _linear(one, where)
