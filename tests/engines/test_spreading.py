"""The same said in several ways: compared modulo a prime, where quantifiers can go through all."""

import random
from collections.abc import Mapping

from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from ttt_asp.claims.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.engines.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.triggers import MOST_WAYS, Triggers

# Larger than any number that stands in a formula here, so that none is another's.
PRIME = 31
Held = frozenset[tuple[int, ...]]


def plus(name: str, number: int) -> Term:
    return Arithmetic("+", (Name(name), Number(number))) if number else Name(name)


def minus(number: int, name: str) -> Term:
    return Arithmetic("-", (Number(number), Name(name)))


def number(term: Term, names: Mapping[str, int]) -> int:
    match term:
        case Number(found):
            return found % PRIME
        case Name(name):
            return names[name]
        case Arithmetic(operator, (left, right)):
            a, b = number(left, names), number(right, names)
            return {"+": a + b, "-": a - b, "*": a * b}[operator] % PRIME
        case Arithmetic("-", (one,)):
            return -number(one, names) % PRIME
    raise AssertionError(term)


def value(
    form: Formula,
    names: Mapping[str, int],
    held: Mapping[str, Held],
    defined: Mapping[str, Definition],
) -> bool:
    """What a formula says of integers modulo the prime."""
    match form:
        case Truth(found):
            return found
        case Compare(operator, left, right):
            assert operator in ("=", "!=")
            return (number(left, names) == number(right, names)) == (operator == "=")
        case Not(inner):
            return not value(inner, names, held, defined)
        case Junction(kind, inner):
            each = (value(one, names, held, defined) for one in inner)
            return all(each) if kind == "and" else any(each)
        case Holds(predicate, arguments):
            numbers = tuple(number(one, names) for one in arguments)
            if predicate not in defined:
                return numbers in held[predicate]
            one = defined[predicate]
            return value(one.formula, {**names, **dict(zip(one.names, numbers, strict=True))}, held,
                         defined)  # fmt: skip
        case Quantified(kind, (name, *rest), inner):
            inside = Quantified(kind, tuple(rest), inner) if rest else inner
            ways = (value(inside, {**names, name: n}, held, defined) for n in range(PRIME))
            return any(ways) if kind == "exists" else all(ways)
    raise AssertionError(form)


SMALL = st.integers(-3, 3)
# q(N) is p(N+1, C) or p(N-2, N), and r(N) what an open predicate says of another number.
_Q = Junction(
    "or", (Holds("p", (plus("_1", 1), Name("c"))), Holds("p", (plus("_1", -2), Name("_1"))))
)
_T = Quantified("exists", ("K",), Holds("p", (plus("K", 1), plus("_1", 2))))
DEFINED = (
    Definition("q", ("_1",), _Q, "q(_)", ()),
    Definition("r", ("_1",), Not(Holds("s", (minus(2, "_1"),))), "r(_)", ()),
    Definition("t", ("_1",), _T, "t(_)", ()),
)
OPENS = (Open("p", ("N", "M"), "p(_,_)"), Open("s", ("N",), "s(_)"))
THEORY = Theory(("c",), (), OPENS, DEFINED, (), {})


def terms(names: tuple[str, ...]) -> st.SearchStrategy[Term]:
    name = st.sampled_from(names)
    return st.builds(plus, name, SMALL) | st.builds(minus, SMALL, name) | st.builds(Number, SMALL)


def atoms(names: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    one, two = terms(names), st.tuples(terms(names), terms(names))
    return (
        st.builds(lambda pair: Holds("p", pair), two)
        | st.builds(lambda p, term: Holds(p, (term,)), st.sampled_from("qrst"), one)
        | st.builds(lambda o, a, b: Compare(o, a, b), st.sampled_from(["=", "!="]), one, one)
    )


def joined(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    found = st.builds(Not, inner) | inner
    return st.builds(
        lambda kind, parts: Junction(kind, tuple(parts)),
        st.sampled_from(["and", "or"]), st.lists(found, min_size=1, max_size=3),
    )  # fmt: skip


def quantified(
    names: tuple[str, ...], inner: st.SearchStrategy[Formula]
) -> st.SearchStrategy[Formula]:
    return st.builds(lambda kind, form: Quantified(kind, names, form),
                     st.sampled_from(["exists", "forall"]), inner)  # fmt: skip


INSIDE = quantified(("M",), joined(atoms(("N", "M", "c"))))
SAID = quantified(("N",), joined(atoms(("N", "c")) | INSIDE)) | quantified(
    ("N", "M"), joined(atoms(("N", "M", "c")))
)


@given(SAID, st.randoms(use_true_random=False))
@examples(12, hunt=20)
def test_what_is_said_in_several_ways_is_the_same(form: Formula, chance: random.Random) -> None:
    spread = Triggers(THEORY).spread(form)
    defined = {one.predicate: one for one in DEFINED}
    pick = chance.sample
    everywhere = [(a, b) for a in range(PRIME) for b in range(PRIME)]
    for size in (3, 480, 950):
        held = {
            "p": frozenset(pick(everywhere, size)),
            "s": frozenset((n,) for n in pick(range(PRIME), size % PRIME)),
        }
        for c in (0, 5):
            said = value(form, {"c": c}, held, defined)
            assert value(spread, {"c": c}, held, defined) == said


def test_each_way_has_its_names_plain() -> None:
    form = Quantified("forall", ("N",), Junction("or", (
        Holds("s", (plus("N", 1),)), Holds("s", (minus(2, "N"),)))))  # fmt: skip
    found = Triggers(THEORY).spread(form)
    assert isinstance(found, Junction) and found.kind == "and" and len(found.formulas) == 2
    for one in found.formulas:
        assert isinstance(one, Quantified) and isinstance(one.formula, Junction)
        assert Holds("s", (Name("N"),)) in one.formula.formulas


def test_definitions_are_looked_into() -> None:
    found = Triggers(THEORY).spread(Quantified("exists", ("N",), Holds("q", (Name("N"),))))
    less, more = Arithmetic("-", (Name("N"), Number(1))), plus("N", 2)
    ways = tuple(Quantified("exists", ("N",), Holds("q", (term,))) for term in (less, more))
    assert found == Junction("or", ways)


def test_what_has_too_many_ways_is_said_in_one() -> None:
    many = tuple(Holds("s", (plus("N", number),)) for number in range(1, MOST_WAYS + 2))
    form = Quantified("exists", ("N",), Junction("and", many))
    assert Triggers(THEORY).spread(form) == form
    assert Triggers(THEORY).spread(Quantified("exists", ("N",), Junction("and", many[:3]))) != form


def test_what_stands_plain_is_left_as_it_is() -> None:
    form = Quantified("forall", ("N", "M"), Junction("or", (
        Not(Holds("p", (Name("N"), Name("M")))), Compare("=", Name("N"), Name("M")))))  # fmt: skip
    assert Triggers(THEORY).spread(form) == form


def test_only_a_term_that_is_every_integer_stands_for_a_name() -> None:
    twice = Arithmetic("+", (Arithmetic("*", (Number(2), Name("N"))), Number(1)))
    total = Arithmetic("+", (Name("N"), Name("M")))
    apart = Arithmetic("-", (Name("N"), Name("M")))
    for form in (
        Quantified("exists", ("N",), Holds("s", (twice,))),
        Quantified("exists", ("N", "M"), Holds("p", (total, apart))),
    ):
        assert Triggers(THEORY).spread(form) == form


def test_what_is_bound_further_inside_stands_for_nothing_outside() -> None:
    total = Arithmetic("+", (Name("N"), Name("M")))
    inside = Quantified("exists", ("M",), Holds("p", (total, Name("M"))))
    form = Quantified("forall", ("N",), inside)
    spread = Triggers(THEORY).spread(form)
    equal = {"p": frozenset((n, n) for n in range(PRIME))}  # N + M = M of one N only
    assert not value(form, {}, equal, {}) and not value(spread, {}, equal, {})
    assert isinstance(spread, Quantified) and spread != form
