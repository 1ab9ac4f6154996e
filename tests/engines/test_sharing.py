"""What is said twice is one formula: it says what it said, and is known to be the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle_theories import Model

from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.attempt import attempt, repeated
from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Definition,
    Formula,
    Holds,
    Junction,
    Name,
    Not,
    Number,
    Open,
    Quantified,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.sharing import Sharing
from ttt_asp.engines.sizes.solver import Solver

A, B, N = Name("a"), Name("b"), Name("N")
NUMBERS = range(-1, 3)
TRUE = Truth(True)


def after(name: Name) -> Arithmetic:
    return Arithmetic("+", (name, Number(1)))


def both(*formulas: Formula) -> Junction:
    return Junction("and", formulas)


def some(name: str, formula: Formula) -> Quantified:
    return Quantified("exists", (name,), formula)


def p(term: Name | Arithmetic) -> Holds:
    return Holds("p", (term,))


def theory(*definitions: tuple[str, Formula]) -> Theory:
    """Of an open p, and definitions of one integer N, or of none."""
    made = tuple(
        Definition(name, ("N",) if name in "qrs" else (), formula, name, ())
        for name, formula in definitions
    )
    return Theory(("a", "b"), (), (Open("p", ("N",), TRUE, "p(_)"),), made, (), {})


# r is less than q, and both are less than p; s is not.
SMALL = theory(
    ("q", both(p(N), p(after(N)))),
    ("r", both(Holds("q", (N,)), Compare("<", N, Number(2)))),
    ("s", Junction("or", (p(N), Holds("r", (after(N),))))),
)
ATOMS = st.builds(
    lambda predicate, term: Holds(predicate, (term,)),
    st.sampled_from("pqrs"),
    st.sampled_from([A, B, after(A)]),
)
FORMULAS = st.recursive(
    ATOMS | ATOMS.map(Not) | st.sampled_from([Compare("<=", A, B), Compare("!=", B, Number(1))]),
    lambda inner: (
        inner.map(Not)
        | st.builds(
            Junction,
            st.sampled_from(["and", "or"]),
            st.lists(inner, min_size=1, max_size=3).map(tuple),
        )
        | st.builds(
            Quantified,
            st.sampled_from(["exists", "forall"]),
            st.sampled_from([("a",), ("b",), ("a", "b")]),
            inner,
        )
    ),
    max_leaves=8,
)


def renamed(formula: Formula, names: dict[str, Name], fresh: Iterator[int]) -> Formula:
    """The same with new names wherever one is bound."""

    def term(one: object) -> object:
        match one:
            case Name(name):
                return names.get(name, one)
            case Arithmetic(operator, arguments):
                return Arithmetic(operator, tuple(map(term, arguments)))  # type: ignore[arg-type]
        return one

    match formula:
        case Not(inner):
            return Not(renamed(inner, names, fresh))
        case Junction(kind, formulas):
            return Junction(kind, tuple(renamed(one, names, fresh) for one in formulas))
        case Quantified(kind, bound, inner):
            new = {name: Name(f"X.{next(fresh)}") for name in bound}
            found = renamed(inner, {**names, **new}, fresh)
            return Quantified(kind, tuple(one.name for one in new.values()), found)
        case Holds(predicate, arguments):
            return Holds(predicate, tuple(map(term, arguments)))  # type: ignore[arg-type]
        case Compare(operator, left, right):
            return Compare(operator, term(left), term(right))  # type: ignore[arg-type]
    return formula


@examples(60)
@given(FORMULAS, st.sets(st.sampled_from(NUMBERS)))
def test_what_is_shared_says_what_it_said(form: Formula, held: set[int]) -> None:
    sharing = Sharing(SMALL)
    shared = sharing.theory
    found = sharing.formula(form)
    for one, other in itertools.product(NUMBERS, repeat=2):
        given_values = {"a": one, "b": other}
        before, now = (
            Model(each, given_values, lambda _, n: n[0] in held, NUMBERS)
            for each in (SMALL, shared)
        )
        assert before.true(form) == now.true(found)


@examples(60)
@given(FORMULAS)
def test_what_differs_in_names_is_the_same(form: Formula) -> None:
    sharing = Sharing(SMALL)
    assert sharing.theory.definitions
    again = renamed(form, {}, itertools.count())
    assert sharing.formula(form) == sharing.formula(again)


def test_what_others_imply_is_left_out() -> None:
    sharing = Sharing(SMALL)
    assert sharing.theory == SMALL
    assert sharing.formula(both(p(A), Holds("r", (A,)))) == Holds("r", (A,))
    assert sharing.formula(both(p(B), Holds("r", (A,)))) == both(p(B), Holds("r", (A,)))
    # there is no such thing, or it is not r
    denied = Not(Holds("r", (A,)))
    assert sharing.formula(Junction("or", (Not(p(A)), denied))) == denied
    kept = Junction("or", (p(A), denied))
    assert sharing.formula(kept) == kept


@pytest.fixture(scope="module", name="solver")
def one_solver() -> Iterator[Solver]:
    with Solver("z3", 2_000_000, Deadline()) as solver:
        yield solver


def test_the_same_for_some_and_for_none_needs_no_integers(solver: Solver) -> None:
    """As the end of a play and its goals: whether somebody owns a row is asked twice."""
    none = Quantified("forall", ("b",), Not(both(p(B), p(after(B)))))
    given_theory = theory(("won", some("a", both(p(A), p(after(A))))), ("open", none))
    sharing = Sharing(given_theory)
    asked = sharing.formula(both(Holds("won", ()), Holds("open", ())))
    found = attempt(solver, sharing.theory, TRUE, asked, 1)
    assert (found.answer, found.chosen) == ("unsat", ())
    # it takes an integer, and what is said of it, where nobody knows that it is the same
    apart = attempt(solver, given_theory, TRUE, both(Holds("won", ()), Holds("open", ())), 9)
    assert apart.answer == "unsat" and len(apart.chosen) == 2


def test_witnesses_are_part_of_what_was_chosen(solver: Solver) -> None:
    large = some("a", both(p(A), Compare("<", Number(3), A)))
    small = Quantified("forall", ("b",), Junction("or", (Not(p(B)), Compare("<", B, Number(2)))))
    asked = both(large, small)
    found = attempt(solver, theory(), TRUE, asked, 9)
    assert found.answer == "unsat"
    (first, integers), (second, others) = found.chosen
    assert integers == () and len(others) == 1 and first != second
    assert repeated(theory(), TRUE, asked, found.chosen) == found.lines
    with pytest.raises(KeyError):  # that is said of no integers, not of some
        repeated(theory(), TRUE, asked, [(second, ())])
    with pytest.raises(KeyError):  # before its witnesses, there is nothing else
        repeated(theory(), TRUE, asked, [("some!7", others)])
    with pytest.raises(ValueError, match="zip"):
        repeated(theory(), TRUE, asked, [found.chosen[0], (second, (*others, *others))])


def test_what_is_for_some_and_not_for_all_is_possible(solver: Solver) -> None:
    asked = both(some("a", p(A)), some("b", Not(p(B))), Quantified("forall", ("a",), p(after(A))))
    assert attempt(solver, theory(), TRUE, asked, 9).answer == "unsat"
    asked = both(some("a", p(A)), some("b", Not(p(B))))
    assert attempt(solver, theory(), TRUE, asked, 9).answer == "unknown"
