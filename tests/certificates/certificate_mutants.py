"""Changes anywhere in certificates, for properties of what the checker accepts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st
from oracle_certificates import CLAIMS, Json, at, copy, paths
from test_certificate_sets import claims_of

VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 12), st.just(1.0), st.text(max_size=3),
    st.sampled_from([[], {}, [0], "any", ".../.../...", "../..", ".....", 10**30, [[0], [0]]]),
    st.sampled_from(["x", "o", "p", "tie", "black", "white", "a1", "a", "wins", "loses", ["a1"],
                     [["a1"]], [[]], "misere", "maker_breaker", "terminal", "not terminal", "h1",
                     "not h1", "true(0)", "not true(1)", "next(0)", "legal(p,a)", "goal(p,100)",
                     "does(p,a)"]),
    st.sampled_from([*CLAIMS, *claims_of(["black", "white"]), *claims_of(["p", "q"])]),
    st.lists(st.integers(0, 9), max_size=4, unique=True).map(sorted),
)  # fmt: skip
CHANGES = ["drop", "double", "value", "swap", "nudge", "key", "moves", "borrow"]


@st.composite
def mutants(draw: st.DrawFn, seeds: Callable[[], list[Json]], branches: Sequence[str] = ()) -> Json:
    """A certificate with one to three changes anywhere in it, or in some of its branches."""
    data: Json = copy(draw(st.sampled_from(seeds())))
    for _ in range(draw(st.integers(1, 3))):
        there = [branch for branch in branches or sorted(data) if branch in data]
        if not there:
            break
        branch = draw(st.sampled_from(there))
        path = draw(st.sampled_from([*paths(data[branch], (branch,))]))
        where, key = at(data, path[:-1]), path[-1]
        value = where[key]
        change = draw(st.sampled_from(CHANGES))
        if change == "drop":
            del where[key]
        elif change == "double" and isinstance(where, list):
            where.insert(int(key), copy(value))
        elif change == "swap":
            keys = sorted(where, key=str) if isinstance(where, dict) else range(len(where))
            other = draw(st.sampled_from(keys))
            where[key], where[other] = where[other], where[key]
        elif change == "nudge" and isinstance(value, str):
            place = draw(st.integers(0, max(len(value) - 1, 0)))
            where[key] = value[:place] + draw(st.sampled_from("xo./abpq01")) + value[place + 1 :]
        elif change == "nudge" and type(value) is int:
            where[key] = value + draw(st.sampled_from([-1, 1, 3]))
        elif change == "key" and isinstance(where, dict):
            where[draw(st.sampled_from([*where, "misere", "x", "rules", "é"]))] = copy(draw(VALUES))
        elif change == "moves" and isinstance(value, str):
            where[key] = [value, draw(st.lists(st.integers(0, 8), unique=True).map(sorted))]
        elif change == "borrow":
            where[key] = copy(at(data, draw(st.sampled_from([*paths(data[branch], (branch,))]))))
        else:
            where[key] = copy(draw(VALUES))
    return data
