"""Conditions as solvers are told them: they allow what the reading of conditions says."""

from itertools import product
from typing import Any

import pytest
from tables import tabled

from ttt_asp.claims.condition import parse_every
from ttt_asp.engines.sizes.formulas import condition
from ttt_asp.engines.sizes.smtlib import formula_text

z3: Any = pytest.importorskip("z3")  # it says nothing of types


@tabled()
def test_a_solver_is_told_what_a_condition_says(text: str) -> None:
    every = parse_every(text, ("rows", "cols"), "chomp")
    parsed = z3.parse_smt2_string(
        f"(declare-const rows Int)(declare-const cols Int)(assert {formula_text(condition(every))})"
    )
    said = z3.And(*parsed)
    found = set()
    for size in product(range(-9, 10), repeat=len(every.parameters)):
        values = [(z3.Int(n), z3.IntVal(v)) for n, v in zip(every.parameters, size, strict=True)]
        holds = z3.is_true(z3.simplify(z3.substitute(said, *values)))
        assert holds == every.allows(size), size
        found.add(holds)
    assert found == {False, True}
