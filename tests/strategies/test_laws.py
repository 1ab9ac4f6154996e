"""The laws of the operators: by all sets there can be, and by the product on tactics."""

import re
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from tables import constant, tupled

from ttt_asp import compare

PAGE = Path(__file__).parents[2] / "docs" / "operators.md"
HOLD: Any = tupled(constant(__file__, "HOLD"))
FAIL: Any = tupled(constant(__file__, "FAIL"))
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


@pytest.mark.parametrize(("one", "other", "tactics"), [*((*law, ()) for law in HOLD), *FAIL])
def test_laws_hold_of_all_sets(one: str, other: str, tactics: tuple[str, ...]) -> None:
    """Those that fail are refuted by some sets, and by these tactics."""
    holds = all(recommends(one, sets) == recommends(other, sets) for sets in everything())
    assert holds == (not tactics)


def equivalent(one: str, other: str, **const: int) -> str:
    relations = {r.text: r.verdict for r in compare(one, other, const=const).relations}
    return relations["A and B are equivalent"]


@pytest.mark.parametrize("law", HOLD)
def test_laws_hold_of_tactics(law: tuple[str, str]) -> None:
    one, other = (re.sub("[ABC]", lambda found: TACTICS[found[0]], term) for term in law)
    assert equivalent(one, other, cols=2, line=2) == "proved"


@pytest.mark.parametrize(("one", "other", "tactics"), FAIL)
def test_what_is_no_law_fails_for_tactics(one: str, other: str, tactics: tuple[str, ...]) -> None:
    chosen = dict(zip("ABC", tactics, strict=False))
    one, other = (re.sub("[ABC]", lambda found: chosen[found[0]], term) for term in (one, other))
    assert equivalent(one, other) == "refuted"


def test_the_page_has_each_law() -> None:
    page = PAGE.read_text("utf-8")
    for one, other, *_ in (*HOLD, *FAIL):
        assert f"| `{one}` | `{other}` |" in page, one
