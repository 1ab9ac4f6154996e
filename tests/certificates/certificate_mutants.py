"""Changes anywhere in certificates, and whether what became of them is still true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import oracle_rules
from hypothesis import strategies as st
from oracle_certificates import (
    CLAIMS,
    Json,
    at,
    claims_of,
    copy,
    game_of,
    is_what_it_says,
    paths,
)
from oracle_folding import unfolded
from oracle_games import value as value_of
from tables import constant

VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 12), st.just(1.0), st.text(max_size=3),
    st.sampled_from([[], {}, [0], "any", ".../.../...", "../..", ".....", 10**30, [[0], [0]]]),
    st.sampled_from(constant(__file__, "VALUES")),
    st.sampled_from([*CLAIMS, *claims_of(["black", "white"]), *claims_of(["p", "q"])]),
    st.lists(st.integers(0, 9), max_size=4, unique=True).map(sorted),
)  # fmt: skip
CHANGES = ["drop", "double", "value", "swap", "nudge", "key", "moves", "borrow"]


def tells_the_truth(data: Json) -> bool:
    """Whether an accepted certificate says what is true, by building it anew.

    Whatever replies it lists: who never loses can do so, as the value of the game shows.

    Raises:
        Unclear: plays by its rules are too long to follow.
    """
    if "replies" in data:
        game = game_of(data["sets"])
        breaker = data["claim"].removesuffix(" never loses")
        return value_of(game) in (breaker, "tie")
    if "rules" in data:
        return oracle_rules.is_what_it_says(data)
    if "symmetries" in data:
        whole = unfolded(data)
        return whole is not None and is_what_it_says(whole)
    return "sets" in data and is_what_it_says(data)


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
