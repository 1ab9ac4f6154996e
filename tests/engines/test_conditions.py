"""Conditions as solvers are told them: they allow what the reading of conditions says."""

from itertools import product
from typing import Any

import pytest

from ttt_asp.claims.condition import parse_every
from ttt_asp.engines.sizes.formulas import condition
from ttt_asp.engines.sizes.smtlib import formula_text

z3: Any = pytest.importorskip("z3")  # it says nothing of types

CONDITIONS = (
    "rows = cols, rows > 1",
    "rows \\ 3 != 0, cols / 4 = rows - 2",
    "1 < |rows - 2 * cols| <= 7, -rows >= cols",
    "rows * cols != 12; rows \\ 5 < cols \\ 2",
    "rows + 4294967296 > 4294967299, cols = 0 - 3",
    "(rows - cols) / 3 = -1, (rows + cols) \\ 4 = -1",
)


@pytest.mark.parametrize("text", CONDITIONS)
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
