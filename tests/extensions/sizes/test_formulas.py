"""Formulas: equal ones are one object, and what is said in several ways is the same.

The same said in several ways is compared modulo a prime, where quantifiers can go through all."""

import pickle
import random
import sys
from collections.abc import Callable, Mapping
from gc import collect
from threading import Barrier, Thread

from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_theories import Model

from ttt_asp.extensions.sizes import integers
from ttt_asp.extensions.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    OpenAtoms,
    Quantified,
    Theory,
)
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.extensions.sizes.quantifiers import MOST_ATOMS, MOST_WAYS, Triggers

# --- equal ones are one object --------------------------------------------------------------------


def large(number: int) -> Formula:
    """A formula of every kind, another one for another number."""
    term = Arithmetic("+", (Name("N"), Number(number)))
    parts = Not(Holds("p", (term,))), Compare("<", term, Number(0))
    return Quantified("forall", ("N",), Junction("or", parts))


def test_what_is_made_twice_is_one_object() -> None:
    first = large(3)
    assert large(3) is first and pickle.loads(pickle.dumps(first)) is first
    assert large(4) != first and Junction("and", ()) != Junction("or", ())


def test_what_nobody_has_is_forgotten() -> None:
    collect()
    before = len(integers._INTERNED)
    made = [large(number) for number in range(2000, 2010)]
    assert len(integers._INTERNED) > before + len(made)
    del made
    assert len(integers._INTERNED) == before


def test_what_threads_make_at_once_is_one_object() -> None:
    threads, rounds = 4, 300
    found: list[list[Formula]] = [[] for _ in range(threads)]
    together = Barrier(threads)

    def make(mine: list[Formula]) -> Callable[[], None]:
        def run() -> None:
            for number in range(rounds):
                together.wait()
                mine.append(large(10**6 + number))

        return run

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        started = [Thread(target=make(mine)) for mine in found]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    for made in zip(*found, strict=True):
        assert len({*map(id, made)}) == 1


# --- in several ways ------------------------------------------------------------------------------


# Larger than any number that stands in a formula here, so that none is another's.
PRIME = 31
Held = frozenset[tuple[int, ...]]


def plus(name: str, number: int) -> Term:
    return Arithmetic("+", (Name(name), Number(number))) if number else Name(name)


def minus(number: int, name: str) -> Term:
    return Arithmetic("-", (Number(number), Name(name)))


class Modulo(int):
    """An integer modulo the prime."""

    def __new__(cls, number: int) -> "Modulo":
        return super().__new__(cls, number % PRIME)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and (int(self) - int(other)) % PRIME == 0

    __hash__ = int.__hash__

    def __add__(self, other: int) -> "Modulo":
        return Modulo(int(self) + int(other))

    def __sub__(self, other: int) -> "Modulo":
        return Modulo(int(self) - int(other))

    def __rsub__(self, other: int) -> "Modulo":
        return Modulo(int(other) - int(self))

    def __mul__(self, other: int) -> "Modulo":
        return Modulo(int(self) * int(other))

    __radd__, __rmul__ = __add__, __mul__


NUMBERS = [Modulo(number) for number in range(PRIME)]


def value(form: Formula, c: int, held: Mapping[str, Held]) -> bool:
    """What a formula says of integers modulo the prime."""

    def holds(name: str, numbers: tuple[int, ...]) -> bool:
        return tuple(number % PRIME for number in numbers) in held[name]

    return Model(THEORY, {"c": Modulo(c)}, holds, NUMBERS).true(form)


SMALL = st.integers(-3, 3)
# q(N) is p(N+1, C) or p(N-2, N), and r(N) what an open predicate says of another number.
_Q = Junction(
    "or", (Holds("p", (plus("_1", 1), Name("c"))), Holds("p", (plus("_1", -2), Name("_1"))))
)
_T = Quantified("exists", ("K",), Holds("p", (plus("K", 1), plus("_1", 2))))
DEFINED = (
    Definition("q", ("_1",), _Q, ()),
    Definition("r", ("_1",), Not(Holds("s", (minus(2, "_1"),))), ()),
    Definition("t", ("_1",), _T, ()),
)
OPENS = (Open("p", ("N", "M")), Open("s", ("N",)))
THEORY = Theory(("c",), (), OPENS, DEFINED, ())


def terms(names: tuple[str, ...]) -> st.SearchStrategy[Term]:
    name = st.sampled_from(names)
    signs, c = st.sampled_from("+-"), st.just(Name("c"))
    added = st.builds(Arithmetic, signs, st.tuples(st.builds(Name, name), c))
    return (
        st.builds(plus, name, SMALL)
        | st.builds(minus, SMALL, name)
        | st.builds(Number, SMALL)
        | added
    )


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
@examples(7, hunt=20)
def test_what_is_said_in_several_ways_is_the_same(form: Formula, chance: random.Random) -> None:
    spread = Triggers(THEORY).spread(form)
    pick = chance.sample
    everywhere = [(a, b) for a in range(PRIME) for b in range(PRIME)]
    for size in (3, 480, 950):
        held = {
            "p": frozenset(pick(everywhere, size)),
            "s": frozenset((n,) for n in pick(range(PRIME), size % PRIME)),
        }
        for c in (0, 5):
            assert value(spread, c, held) == value(form, c, held)


def test_each_way_has_its_names_plain() -> None:
    terms: list[Term] = [plus("N", 1), minus(2, "N"), Arithmetic("+", (Name("N"), Name("c")))]
    holds = tuple(Holds("s", (term,)) for term in terms)
    found = Triggers(THEORY).spread(Quantified("forall", ("N",), Junction("or", holds)))
    assert isinstance(found, Junction) and found.kind == "and" and len(found.formulas) == 3
    for one in found.formulas:
        assert isinstance(one, Quantified) and isinstance(one.formula, Junction)
        assert Holds("s", (Name("N"),)) in one.formula.formulas


def test_definitions_are_looked_into() -> None:
    found = Triggers(THEORY).spread(Quantified("exists", ("N",), Holds("q", (Name("N"),))))
    less, more = Arithmetic("-", (Name("N"), Number(1))), plus("N", 2)
    ways = tuple(Quantified("exists", ("N",), Holds("q", (term,))) for term in (less, more))
    assert found == Junction("or", ways)


def test_what_stays_as_it_is() -> None:
    """What has too many ways, stands plain, or has terms that are not every integer."""
    ways = tuple(Holds("s", (plus("N", number),)) for number in range(1, MOST_WAYS + 2))
    plain = Not(Holds("p", (Name("N"), Name("M")))), Compare("=", Name("N"), Name("M"))
    twice = Arithmetic("+", (Arithmetic("*", (Number(2), Name("N"))), Number(1)))
    total, apart = (Arithmetic(sign, (Name("N"), Name("M"))) for sign in ("+", "-"))
    for form in (
        Quantified("exists", ("N",), Junction("and", ways)),
        Quantified("forall", ("N", "M"), Junction("or", plain)),
        Quantified("exists", ("N",), Holds("s", (twice,))),
        Quantified("exists", ("N", "M"), Holds("p", (total, apart))),
    ):
        assert Triggers(THEORY).spread(form) == form
    fewer = Quantified("exists", ("N",), Junction("and", ways[:3]))
    assert Triggers(THEORY).spread(fewer) != fewer


def test_what_is_bound_further_inside_stands_for_nothing_outside() -> None:
    total = Arithmetic("+", (Name("N"), Name("M")))
    inside = Quantified("exists", ("M",), Holds("p", (total, Name("M"))))
    form = Quantified("forall", ("N",), inside)
    spread = Triggers(THEORY).spread(form)
    equal = {"p": frozenset((n, n) for n in range(PRIME))}  # N + M = M of one N only
    assert not value(form, 0, equal) and not value(spread, 0, equal)
    assert isinstance(spread, Quantified) and spread != form


def test_of_atoms_that_double_from_one_definition_to_the_next_only_some_are_found() -> None:
    """All of them would be 1,024: p(N), p(N+1), p(N+2), and so on."""
    names = [f"d{number}" for number in range(10)]
    defined = {"d0": Definition("d0", ("A",), Holds("p", (Name("A"), Name("A"))), ())}
    for number, (before, name) in enumerate(zip(names, [*names[1:], "whole"], strict=True)):
        ways = tuple(Holds(before, (plus("A", step),)) for step in (0, 2**number))
        defined[name] = Definition(name, ("A",), Junction("or", ways), ())
    asked = Holds("whole", (Name("N"),))
    found = OpenAtoms(defined, MOST_ATOMS).of(asked)
    assert MOST_ATOMS < len(found) <= 2 * MOST_ATOMS
    assert OpenAtoms(defined, 2**10).of(asked).keys() > found.keys()
    said = Quantified("exists", ("N",), asked)
    theory = Theory((), (), OPENS, tuple(defined.values()), ())
    assert Triggers(theory).spread(said) is said
