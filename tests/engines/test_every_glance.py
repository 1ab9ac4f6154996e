"""What ways the proofs of the library's claims about every size take: short ones, all of them."""

from typing import get_args

import pytest
from conftest import NEEDS_Z3

from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.integers import Arithmetic, Compare, Name, Number
from ttt_asp.claims.question import read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.sizes.decision_procedures import (
    CHECKS,
    EFFORTS,
    HEADS,
    Decider,
    Procedure,
    SolverAnswers,
)
from ttt_asp.engines.sizes.engine import decide
from ttt_asp.engines.sizes.formulas import Formula, Junction, Quantified, Theory, Truth
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES

pytestmark = NEEDS_Z3
CLAIMS = {entry.id: entry for entry in read_claims(STRATEGIES / "claims/every_size.toml")}
THEOREMS = [name for name, entry in CLAIMS.items() if entry.expect == "proved"]


@pytest.mark.parametrize("theorem", THEOREMS)
def test_bricks_and_chomp_are_seen_at_a_glance(theorem: str) -> None:
    """So they take a second: no models are looked for, nor is there a long look."""
    outcome = decide(read(CLAIMS[theorem].question(()), Deadline()), Limits())
    assert outcome.answer == "proved" and outcome.proof is not None
    steps = [step for one in outcome.proof.shown for step in one.steps]
    assert {step.way for step in steps} == {"glance", "arithmetic"}


def test_ways_are_known_everywhere() -> None:
    ways = {*get_args(Procedure)}
    assert HEADS.keys() == EFFORTS.keys() == CHECKS.keys() == ways


def _thirds(remainder: int) -> Formula:
    """That every number has one of the other two residues by 3; or, with 3, any of all."""
    apart = Arithmetic("-", (Name("N"), Arithmetic("*", (Number(3), Name("M")))))
    ways = tuple(Compare("=", apart, Number(rest)) for rest in range(3) if rest != remainder)
    return Quantified("forall", ("N",), Quantified("exists", ("M",), Junction("or", ways)))


@pytest.mark.parametrize(
    ("form", "impossible"),
    [
        # without a predicate there is nothing for patterns to match
        (_thirds(0), True),
        (_thirds(3), False),
        (Quantified("forall", ("N",), Compare("<", Name("N"), Name("rows"))), True),
        (Quantified("forall", ("N",), Quantified("exists", ("M",), Compare(
            "=", Arithmetic("+", (Name("N"), Name("M"))), Name("rows")))), False),
    ],
)  # fmt: skip
def test_what_is_said_of_integers_alone_is_decided(form: Formula, impossible: bool) -> None:
    theory = Theory(("rows",), (), (), (), (), {})
    with Solver(10**6, Deadline()) as solver:
        steps = Decider(SolverAnswers(solver), theory, Truth(True)).impossible(form)
    assert (steps is not None) == impossible
    if steps is not None:
        assert [step.way for step in steps] == ["arithmetic"]
