"""The laws of the operators: by all sets there can be, and by the product on tactics."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from tables import constant, tupled

from ttt_asp import compare

PAGE = Path(__file__).parents[2] / "docs" / "analyses.md"
HOLD: Any = tupled(constant(__file__, "HOLD"))
FAIL = (
    ("refine(refine(A, B), C)", "refine(A, refine(B, C))"),
    ("first(A, B)", "first(B, A)"),
    ("refine(A, B)", "refine(B, A)"),
    ("refine(A, first(B, C))", "first(refine(A, B), refine(A, C))"),
    ("first(refine(A, B), C)", "refine(first(A, C), first(B, C))"),
)
TACTICS = {"A": "corner", "B": "either(defend, edge)", "C": "defend"}
OPERATORS = {
    "first": lambda one, other: one or other,
    "refine": lambda one, other: one & other or one,
}


def recommends(term: str, sets: dict[str, frozenset[int]]) -> frozenset[int]:
    """What a term comes to where A, B and C recommend these sets."""
    found: frozenset[int] = eval(term, {**OPERATORS, **sets})
    return found


def everything() -> list[dict[str, frozenset[int]]]:
    """A, B and C as any sets of three actions."""
    some = [frozenset(one) for size in range(4) for one in combinations((1, 2, 3), size)]
    return [dict(zip("ABC", three, strict=True)) for three in product(some, repeat=3)]


@pytest.mark.parametrize(("law", "holds"), [*((one, True) for one in HOLD),
                                            *((one, False) for one in FAIL)])  # fmt: skip
def test_laws_of_sets(law: tuple[str, str], holds: bool) -> None:
    one, other = law
    assert all(recommends(one, s) == recommends(other, s) for s in everything()) is holds


@pytest.mark.parametrize("law", HOLD)
def test_laws_hold_of_tactics(law: tuple[str, str]) -> None:
    one, other = (re.sub("[ABC]", lambda found: TACTICS[found[0]], term) for term in law)
    found = {r.text: r.verdict for r in compare(one, other, const={"cols": 2, "line": 2}).relations}
    assert found["A and B are equivalent"] == "proved"


def test_the_page_has_each_law() -> None:
    page = PAGE.read_text("utf-8")
    section = page[page.index("## Laws of the operators") : page.index("## Analogies")]
    for one, other in (*HOLD, *FAIL):
        assert f"| `{one}` | `{other}` |" in section, one
    command = r'\$ ttt-asp compare "(.*)" "(.*)" \| grep "equivalent  "\n.*equivalent +(\w+)'
    said = re.findall(command, section)
    shapes = [(shape(one, other), verdict == "proved") for one, other, verdict in said]
    for laws, holds in ((HOLD, True), (FAIL, False)):
        for one, other in laws:
            assert (shape(one, other), holds) in shapes, one


def shape(one: str, other: str) -> str:
    """A law without the names in it: the n-th name is n."""
    seen: list[str] = []

    def number(found: re.Match[str]) -> str:
        if found[0] not in seen:
            seen.append(found[0])
        return str(seen.index(found[0]))

    terms = re.sub(r"either\([^()]*\)", "either", f"{one} = {other}")
    return re.sub(r"\b(?!first\b|refine\b)[A-Za-z_]+", number, terms)
