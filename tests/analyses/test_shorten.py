"""The shortest lists, held to every list of some lines in plain Python, and to `explain`."""

from __future__ import annotations

from itertools import permutations

import pytest
from oracle_lists import keeps, playing
from tables import tabled

from ttt_asp.analyses.explain import explain
from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.repair.lists import GivenList
from ttt_asp.analyses.shorten import Shortened, shorten, shortest_of
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.programs.compose import with_signs
from ttt_asp.strategies.library import open_library


def listed(claim: str, role: str, strategy: str) -> GivenList:
    question = Question(claim, {role: strategy})
    return GivenList.of(question, read(question, Deadline()), role)


def shortest(claim: str, role: str, lines: tuple[str, ...], by_lines: bool) -> Shortened:
    given = listed(claim, role, f"first({', '.join(lines)})")
    pool = pool_of(["corner", "any"], [given.problem.game], open_library(()), by_lines=by_lines)
    return shorten(given, pool, Limits(Deadline()))


@pytest.mark.no_cover
@tabled()
def test_nothing_is_shorter(claim: str, role: str, lines: tuple[str, ...], true: bool) -> None:
    def kept(some: tuple[str, ...]) -> bool:
        return keeps(claim, role, playing(tuple((line, "") for line in some)))

    assert kept(lines) == true
    if not true:
        with pytest.raises(InputError, match="only proofs are kept"):
            shortest(claim, role, lines, by_lines=True)
        return
    found = shortest(claim, role, lines, by_lines=True)
    own = next(n for n in range(1, 9) if any(map(kept, permutations(lines, n))))
    assert (found.answer, found.own.cost) == ("shortest", own)
    more = tuple(dict.fromkeys([*lines, "corner", "any"]))
    assert found.pool is not None
    assert found.pool.cost == next(n for n in range(1, 9) if any(map(kept, permutations(more, n))))


@pytest.mark.no_cover
@tabled()
def test_explain_says_the_same(claim: str, role: str, strategy: str) -> None:
    given = listed(claim, role, strategy)
    found = explain(given.problem, role, Limits(Deadline()))
    pool = pool_of(["any"], [given.problem.game], open_library(()), by_lines=True)
    best = shortest_of(shorten(given, pool, Limits(Deadline())).own)
    assert best is not None
    # `explain` deletes parts, and keeps their order; here they may come in any
    assert best.lines <= min(map(len, found.exact))
    titles = {str(line): with_signs(line) for line in given.lines}
    assert list(titles.values()) == list(found.parts)
    (text,) = best.terms.values()
    short = listed(claim, role, text)
    lines = tuple(titles[str(line)] for line in short.lines)
    if list(lines) == [part for part in found.parts if part in lines]:
        assert lines in found.exact


def test_where_positions_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search by candidates finds lists of the same length; an empty list is none."""
    asked = ("x never loses", "x", ("defend", "fork", "center", "corner", "any"))
    found = shortest(*asked, by_lines=True)
    monkeypatch.setattr("ttt_asp.analyses.fill.fill.choices_everywhere", lambda *_: None)
    again = shortest(*asked, by_lines=True)
    assert found.answer == again.answer == "shortest"
    assert again.own.counterexamples and found.own.cost == again.own.cost
    assert found.pool and again.pool and found.pool.cost == again.pool.cost
