"""That each variable of a rule has a value: clingo calls the others unsafe."""

from collections.abc import Iterable, Sequence

from ttt_asp.claims.integers import Arithmetic, Name
from ttt_asp.engines.sizes.linear import linear
from ttt_asp.engines.sizes.refusals import Refusal, placed
from ttt_asp.engines.sizes.rules import (
    UNNAMED,
    Atom,
    Comparison,
    Conditional,
    Count,
    Interval,
    Literal,
    Rule,
)
from ttt_asp.engines.sizes.values import Structure, Value


def refuse_unbound(rule: Rule, every: Sequence[str]) -> None:
    """Refuse a rule with a variable that has a value by nothing.

    Args:
        rule: the rule.
        every: names that need no value.

    Raises:
        Refusal: it has one.
    """
    with placed(rule.where):
        known = _checked(rule.chosen or (), _checked(rule.body, {*every}))
        _check(_names(rule.head), known)


def _checked(body: Iterable[Literal], known: set[str]) -> set[str]:
    """The names that have a value once some literals hold."""
    body, before = tuple(body), set[str]()
    known = set(known)
    while known != before:
        before = set(known)
        for literal in body:
            known |= _bound(literal, known)
    for literal in body:
        match literal:
            case Atom(term):
                _check(_names(term), known)
            case Comparison(left, _, right):
                _check(_names(left) | _names(right), known)
            case Interval(variable, low, high):
                _check({variable.name} | _names(low) | _names(high), known)
            case Conditional(inner, condition):
                _check(_names(inner.term), _checked(condition, known))
            case Count(counted, condition):
                _check(_names(counted), _checked(condition, known))
    return known


def _bound(literal: Literal, known: set[str]) -> set[str]:
    """The names to which a literal gives a value, where others have one."""
    match literal:
        case Atom(term, True):
            return _plain(term)
        case Interval(Name(name), low, high) if _names(low) | _names(high) <= known:
            return {name}
        case Comparison(Name(name), "=", other) if _names(other) <= known:
            return {name}
        case Comparison(other, "=", Name(name)) if _names(other) <= known:
            return {name}
    return set()


def _plain(term: Value) -> set[str]:
    """The names in a term that are known if its value is: alone, or in a multiple with a sum."""
    match term:
        case Structure(_, arguments):
            return set[str]().union(*map(_plain, arguments))
        case Name(name):
            return {name}
        case Arithmetic():
            sums, _ = linear(term)
            names = [one.name for one in sums if isinstance(one, Name)]
            return {*names} if len(names) == len(sums) == 1 else set()
    return set()


def _names(term: Value) -> set[str]:
    match term:
        case Structure(_, arguments) | Arithmetic(_, arguments):
            return set[str]().union(*map(_names, arguments))
        case Name(name):
            return {name}
    return set()


def _check(names: set[str], known: set[str]) -> None:
    for name in sorted(names - known):
        shown = "`_`" if name.startswith(UNNAMED) else name.partition("@")[0]
        what = f"not for every size: nothing here says what {shown} is"
        raise Refusal(what, f"say it by an atom, or by {shown} = ..." if shown != "`_`" else
                      "say it by a rule of its own, without `not`")  # fmt: skip
