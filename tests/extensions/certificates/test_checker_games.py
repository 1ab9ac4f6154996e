"""The certificate checker, game by game, against certificates that the oracle's strategies make."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from collections.abc import Iterable
from typing import Any

import oracle
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from oracle_certificates import (
    B3,
    CLAIMS,
    accepted,
    certificate,
    copy,
    encode,
    nim4,
    rejection,
    walk_game,
)
from oracle_rules import least
from tables import tabled

from ttt_asp.extensions.certificates.checker import positions
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.ground_rules import DONE, HERE, Rules
from ttt_asp.extensions.certificates.checker.main import verify

# --- boards -------------------------------------------------------------------------------------


@tabled()
def test_claims_are_judged_as_by_the_oracle(
    size: tuple[int, int, int], claim: str, x: str, o: str, verdict: str
) -> None:
    board = Board(*size)
    assert oracle.verdict(board, x, o, claim) == verdict
    data = certificate(claim, x, o, board)
    seen = oracle.explore(board, x, o)
    assert data["counts"] == {"positions": seen.positions, "plays": seen.plays, "stuck": seen.stuck}
    if verdict == "proved":
        assert verify(encode(data)).claim == claim
    else:
        assert re.search("claim|no move is allowed", rejection(data))


@pytest.mark.parametrize("o", ["edge_mistake", "good_for_o", "first(edge, any)"])
def test_every_claim_is_judged_as_by_the_oracle(o: str) -> None:
    data = certificate("can tie", "good_for_x", o)
    for data["claim"] in CLAIMS:
        proved = oracle.verdict(B3, "good_for_x", o, data["claim"]) == "proved"
        assert accepted(encode(data)) == proved


def test_files_may_be_zipped_and_indented() -> None:
    data = certificate("x never loses", "good_for_x", "any")
    report = verify(encode(data))
    assert verify(json.dumps(data, indent=2).encode() + b"\n") == report
    zipped = gzip.compress(encode(data))
    assert verify(zipped) == report and len(zipped) < 5_000


def test_misere() -> None:
    data = certificate("x can lose", "any", "any", misere=1)
    assert data["counts"]["plays"] == {"x": 77904, "o": 131184, "tie": 46080}
    assert "loses" in verify(encode(data)).facts[0]
    data["const"]["misere"] = 0
    assert "sets: they are not those of tictactoe" in rejection(data)
    data["sets"]["completing"] = "wins"
    assert "counts" in rejection(data)
    line = certificate("x always loses", "any", "any", Board(2, 2, 2), misere=1)
    verify(encode(line))
    del line["const"]["misere"]
    assert "sets: they are not those of tictactoe" in rejection(line)


# --- games by their rules -----------------------------------------------------------------------


def test_nim() -> None:
    data = nim4()
    report = verify(encode(data))
    assert any("ground rules" in each and "nim" in each for each in report.trusted)
    for claim in ("alice always wins", "bob never wins", "bob always loses", "never tie",
                  "bob can lose", "alice always wins by move 9"):  # fmt: skip
        assert accepted(encode({**data, "claim": claim}))
    # Without ranks a `never` claim says less, but nothing wrong.
    bare = {**data, "claim": "bob never wins", "ranks": None}
    bare["counts"] = {"positions": 5, "plays": None, "stuck": None}
    assert not any("Every play ends" in fact for fact in verify(encode(bare)).facts)


@tabled()
def test_walks_are_judged(program: str, fluents: int, more: str, reason: str) -> None:
    data = walk_game(json.loads(program), fluents, **json.loads(more))
    assert (rejection(data) if reason else verify(encode(data)) and "") == reason


def test_too_many_plays_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    program: list[Any] = [["legal(p,a)", []], ["legal(p,b)", []], ["goal(p,50)", []]]
    program += [[f"next({n + 1})", [f"true({n})"]] for n in range(20)]
    program += [["terminal", ["true(20)"]]]
    counts = {"positions": 21, "plays": {"50": 2**20}, "stuck": 0}
    data = walk_game(program, 21, ranks=[*range(20, -1, -1)], counts=counts)
    assert accepted(encode(data))
    monkeypatch.setattr(positions, "MAX_NUMBER", 2**20 - 1)
    assert "too many" in rejection(data)


# --- the evaluation of rules --------------------------------------------------------------------

ATOMS = "abcd"
LITERALS = st.sampled_from(
    [sign + atom for atom in (*ATOMS, "true(f)", "does(p,m)") for sign in ("", "not ")]
)
RULES = st.one_of(
    st.tuples(st.sampled_from(ATOMS), st.lists(LITERALS, max_size=3)),
    st.tuples(
        st.sampled_from(ATOMS),
        st.integers(0, 5),
        st.lists(st.tuples(st.integers(0, 3), LITERALS), max_size=3),
    ),
)


def stable_models(program: list[Any], given: set[str]) -> list[set[str]]:
    """The sets of atoms of which all follows, and nothing else, if they are guessed."""
    chosen = (c for size in range(len(ATOMS) + 1) for c in itertools.combinations(ATOMS, size))
    guesses = [{*atoms, *given} for atoms in chosen]
    return [guess for guess in guesses if least(program, given, guess) == guess]


@examples(150, hunt=400)
@given(st.lists(RULES, max_size=7), st.booleans(), st.booleans())
def test_the_model_is_the_stable_one(program: list[Any], true: bool, done: bool) -> None:
    given, does = {"true(f)"} if true else set(), {"does(p,m)"} if done else set()
    try:
        model = everything(rules_of(program), given, does)
    except Rejected:
        assert cyclic_through_not(program)
    else:
        assert not cyclic_through_not(program)
        assert stable_models(program, given | does) == [model]


@tabled()
def test_what_follows_at_each_stage(
    program: list[Any], given: list[str], does: list[str], model: list[str]
) -> None:
    found = everything(rules_of(program), given, does)
    assert [found] == stable_models(program, {*given, *does}) == [{*given, *does, *model}]


@tabled()
def test_a_cycle_through_not_is_refused(program: list[Any]) -> None:
    with pytest.raises(Rejected, match="a cycle through `not`"):
        rules_of(program)
    data = nim4()
    data["rules"]["program"] += program
    assert "a cycle through `not`" in rejection(data)


def rules_of(program: list[Any]) -> Rules:
    actions = {"p": ["m"]}
    given = {"roles": ["p"], "fluents": ["f"], "actions": actions, "init": []}
    return Rules({**given, "program": copy(program)})


def everything(rules: Rules, given: Iterable[str], does: Iterable[str] = ()) -> set[str]:
    """What holds, first without what rests on what is done, then with that."""
    here = rules.model(given, HERE, rules.always)
    return rules.always.holds | here.holds | rules.model(does, DONE, here).holds


def cyclic_through_not(program: list[Any]) -> bool:
    """Whether an atom depends on itself by way of a `not`."""
    edges = set()
    for rule in program:
        for item in rule[-1]:
            literal = item[1] if len(rule) == 3 else item
            edges.add((rule[0], literal.removeprefix("not "), literal.startswith("not ")))
    while True:
        longer = {(a, d, m or n) for a, b, m in edges for c, d, n in edges if b == c} - edges
        if not longer:
            return any(a == b and negative for a, b, negative in edges)
        edges |= longer
