"""Remainders said by truth values; and a theorem about every board that rests on them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st

from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.attempt import attempt
from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Formula,
    Junction,
    Name,
    Number,
    Term,
    Theory,
    Truth,
)
from ttt_asp.engines.sizes.solver import Solver

EFFORT = 2_000_000
THEORY = Theory(("a", "b"), (), (), (), (), {})

TACTIC = r"""
%*! pair_in_row: answer in the same pair of a row. *%
suggests(pair_in_row,P,mark(D)) :- pair_in_row_with(C,D), opponent(P,Q), marked(Q,C), free(D).

%*! pair_in_row_with(C,D): the squares C and D are a pair, in either order. *%
pair_in_row_with(C,D) :- pair_in_row_pair(C,D).
pair_in_row_with(D,C) :- pair_in_row_pair(C,D).

%*! pair_in_row_pair(C,D): a pair that lies on the board. pair_in_row_at(I,J): one begins in row I
modulo 2 and column J modulo 4. *%
pair_in_row_pair(cell(I,J),cell(I,J+1)) :- square(cell(I,J)), square(cell(I,J+1)),
                                           pair_in_row_at(I \ 2,J \ 4).
"""
LEMMA = """
%*! row_kept: of every pair with a mark of x the other square is o's. *%
lemma(row_kept) :- not row_kept_lost.
row_kept_lost :- pair_in_row_with(C,D), marked(x,C), not marked(o,D).
"""


def remainder(one: int, by: int) -> int:
    """As clingo's: of the dividend's sign."""
    return abs(one) % by * (1 if one >= 0 else -1)


def minus(left: Term, right: Term) -> Term:
    return Arithmetic("-", (left, right))


@pytest.fixture(scope="module", name="solver")
def one_solver() -> Iterator[Solver]:
    with Solver("z3", EFFORT, Deadline()) as solver:
        yield solver


def possible(solver: Solver, *said: Formula) -> bool:
    return attempt(solver, THEORY, Truth(True), Junction("and", said), 4).answer != "unsat"


@examples(40)
@given(
    value=st.integers(-20, 20),
    by=st.integers(1, 9) | st.just(70),
    times=st.sampled_from([1, -1, 2, 3, -4]),
    more=st.integers(-9, 9),
    wanted=st.integers(-9, 9),
)
def test_a_remainder_is_that_of_clingo(
    solver: Solver, value: int, by: int, times: int, more: int, wanted: int
) -> None:
    dividend = Arithmetic("+", (Arithmetic("*", (Number(times), Name("a"))), Number(more)))
    right = remainder(times * value + more, by)
    this = Compare("=", Name("a"), Number(value))
    for one in (wanted, right):
        equal = Compare("=", Arithmetic("\\", (dividend, Number(by))), Number(one))
        other = Compare("!=", equal.left, equal.right)
        assert possible(solver, this, equal) == (right == one)
        assert possible(solver, this, other) == (right != one)


@examples(30)
@given(
    by=st.integers(2, 8),
    apart=st.integers(-9, 9),
    one=st.integers(0, 7),
    two=st.integers(0, 7),
)
def test_what_is_apart_has_residues_that_are(
    solver: Solver, by: int, apart: int, one: int, two: int
) -> None:
    said = [
        Compare("=", minus(Name("a"), Name("b")), Number(apart)),
        Compare("=", Arithmetic("\\", (Name("a"), Number(by))), Number(one)),
        Compare("=", Arithmetic("\\", (Name("b"), Number(by))), Number(two)),
        *(Compare("<=", Number(0), Name(name)) for name in ("a", "b")),
    ]
    there = max(one, two) < by and (one - two - apart) % by == 0
    assert possible(solver, *said) == there


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        ("pair_in_row_at(0,1). pair_in_row_at(0,3). pair_in_row_at(1,0). pair_in_row_at(1,2).",
         "proved"),
        # one of them begins a column too early
        ("pair_in_row_at(0,1). pair_in_row_at(0,3). pair_in_row_at(1,0). pair_in_row_at(1,1).",
         "refuted"),
    ],
)  # fmt: skip
def test_three_in_a_row_by_pairs_that_repeat(
    run: Run, tmp_path: Path, first: str, verdict: str
) -> None:
    for folder, name, text in (
        ("tactics", "pair_in_row", f"{TACTIC}{first}\n"),
        ("lemmas", "row_kept", LEMMA),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.lp").write_text(text.lstrip())
    strategy = "first(pair_in_row, any)"
    asked = ("-c", "line=3", "--every", "rows = 2, cols > 0", "-L", "row_kept")
    found = run("prove", "o never loses", *asked, "--o", strategy, "-S", str(tmp_path))
    assert f": {verdict}" in found.out
