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
    Json,
    accepted,
    at,
    certificate,
    copy,
    encode,
    nim4,
    rejection,
    walk_game,
)
from tables import tabled

from ttt_asp.certificates.checker import positions
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.ground_rules import DONE, HERE, Rules
from ttt_asp.certificates.checker.main import verify

# --- valid ones ---------------------------------------------------------------------------------


@tabled()
def test_what_the_oracle_proves_is_valid(claim: str, x: str, o: str) -> None:
    assert oracle.verdict(B3, x, o, claim) == "proved"
    data = certificate(claim, x, o)
    seen = oracle.explore(B3, x, o)
    assert data["counts"] == {
        "positions": seen.positions,
        "plays": seen.plays,
        "stuck": seen.stuck,
    }
    report = verify(encode(data))
    assert report.claim == claim
    assert verify(gzip.compress(encode(data))) == report
    assert verify(json.dumps(data, indent=2).encode() + b"\n") == report


@tabled()
def test_what_the_oracle_does_not_prove_is_rejected(claim: str, x: str, o: str) -> None:
    assert oracle.verdict(B3, x, o, claim) in ("refuted", "incomplete")
    assert re.search("claim|no move is allowed", rejection(certificate(claim, x, o)))


@pytest.mark.parametrize("o", ["any", "edge_mistake", "good_for_o", "first(edge, any)"])
def test_every_claim_is_judged_as_by_the_oracle(o: str) -> None:
    data = certificate("can tie", "good_for_x", o)
    for claim in CLAIMS:
        data["claim"] = claim
        if oracle.verdict(B3, "good_for_x", o, claim) == "proved":
            assert verify(encode(data)).claim == claim
        else:
            rejection(data)


@tabled()
def test_other_boards(size: tuple[int, int, int], x: str, o: str, claim: str) -> None:
    board = Board(*size)
    answer = oracle.verdict(board, x, o, claim)
    data = encode(certificate(claim, x, o, board))
    if answer == "proved":
        assert verify(data).claim == claim
    else:
        rejection(data)


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


def test_it_is_small() -> None:
    assert len(gzip.compress(encode(certificate("x never loses", "good_for_x", "any")))) < 5_000


# --- games by their rules -----------------------------------------------------------------------


def test_nim() -> None:
    data = nim4()
    report = verify(encode(data))
    assert any("ground rules" in each and "nim" in each for each in report.trusted)
    for claim in ("alice always wins", "bob never wins", "bob always loses", "never tie",
                  "bob can lose", "alice always wins by move 9"):  # fmt: skip
        assert accepted(encode({**data, "claim": claim}))
    for claim in ("alice always wins by move 2", "bob can win", "x never loses", "can tie"):
        assert "claim" in rejection({**data, "claim": claim})
    # Without ranks a `never` claim says less, but nothing wrong.
    bare = {**data, "claim": "bob never wins", "ranks": None}
    bare["counts"] = {"positions": 5, "plays": None, "stuck": None}
    assert not any("Every play ends" in fact for fact in verify(encode(bare)).facts)
    assert "ranks" in rejection({**bare, "claim": "alice always wins"})
    assert "counts" in rejection({**bare, "counts": data["counts"]})


@tabled()
def test_nim_mutants(path: str, value: Any) -> None:
    data = nim4()
    where: Any = data
    *way, last = path.split(" ")
    for key in way:
        where = where[int(key) if isinstance(where, list) else key]
    where[int(last) if isinstance(where, list) else last] = value
    rejection(data)


@pytest.mark.parametrize("head", ["true(left(0))", "does(bob,take(1))", "does(x)"])
def test_what_is_given_has_no_rules(head: str) -> None:
    data = nim4()
    data["rules"]["program"].append([head, ["true(left(7))"]])
    assert "given" in rejection(data)


def test_names_are_different() -> None:
    for path in ("roles", "fluents", "actions alice"):
        data = nim4()
        where = at(data["rules"], tuple(path.split(" ")))
        where[1] = where[0]
        assert "not all different" in rejection(data)


def as_rules(data: Json, noop: bool) -> Json:
    """A certificate about a board, with the rules of the game written out."""
    size = 9
    runs = [{3 * (r - 1) + c - 1 for r, c in run} for run in B3.lines]
    fluents = [f"at({s},{p})" for p in "ox" for s in range(size)] + ["turn(o)", "turn(x)"]
    program: list[Any] = [["terminal", ["won(x)"]], ["terminal", ["won(o)"]]]
    program += [["open", [f"free({s})"]] for s in range(size)] + [["terminal", ["not open"]]]
    for p, q in ("xo", "ox"):
        program += [
            [f"next(turn({q}))", [f"true(turn({p}))"]],
            [f"goal({p},100)", [f"won({p})"]],
            [f"goal({p},0)", [f"won({q})"]],
            [f"goal({p},50)", ["not won(x)", "not won(o)"]],
            *([f"won({p})", 6, [[2, f"true(at({s},{p}))"] for s in run]] for run in runs),
        ]
        for s in range(size):
            program += [
                [f"next(at({s},{p}))", [f"true(at({s},{p}))"]],
                [f"next(at({s},{p}))", [f"does({p},mark({s}))"]],
                [f"legal({p},mark({s}))", [f"free({s})", f"true(turn({p}))"]],
            ]
        if noop:
            program.append([f"legal({p},noop)", [f"not true(turn({p}))"]])
    program += [[f"free({s})", [f"not true(at({s},{p}))" for p in "ox"]] for s in range(size)]
    actions = [f"mark({s})" for s in range(size)] + ["noop"] * noop

    def position(text: str) -> list[int]:
        marks = text.replace("/", "")
        found = [9 * (p == "x") + s for p in "ox" for s in range(size) if marks[s] == p]
        return [*found, 18 + (marks.count("x") == marks.count("o"))]

    def entry(listed: Any) -> Any:
        return [position(listed[0]), listed[1]] if isinstance(listed, list) else position(listed)

    ranked = sorted(
        ([entry(e), (e[0] if isinstance(e, list) else e).count(".")] for e in data["positions"]),
        key=lambda pair: pair[0][0] if isinstance(pair[0][0], list) else pair[0],
    )
    plays = data["counts"]["plays"]
    named = {"100 0": plays["x"], "0 100": plays["o"], "50 50": plays["tie"]}
    return {
        **data,
        "game": "written out",
        "rules": {
            "roles": ["x", "o"], "fluents": fluents, "actions": dict.fromkeys("xo", actions),
            "init": [19], "program": program,
        },
        "positions": [pair[0] for pair in ranked],
        "ranks": [pair[1] for pair in ranked],
        "counts": {**data["counts"], "plays": {k: n for k, n in named.items() if n}},
    }  # fmt: skip


@pytest.mark.parametrize("noop", [False, True])
def test_tic_tac_toe_by_its_rules(noop: bool) -> None:
    for claim, x, o in (
        ("x never loses", "good_for_x", "any"),
        ("x always wins by move 7", "good_for_x", "edge_mistake"),
        ("x can win", "good_for_x", "except(any, defend)"),
    ):
        data = as_rules(certificate(claim, x, o), noop)
        del data["sets"]
        verify(encode(data))
        data["positions"].pop(50)
        data["ranks"].pop(50)
        assert "not listed" in rejection(data)


def test_plays_without_end() -> None:
    both = [["legal(p,a)", []], ["legal(p,b)", []]]
    circle = [*both, ["next(1)", ["true(0)"]], ["next(0)", ["true(1)"]]]
    data = walk_game(circle, 2)
    assert accepted(encode(data))
    for claim in ("p always wins", "p never loses", "p can win"):
        for ranks in ([0, 1], [1, 0], [1, 1], None):
            if (claim, ranks) != ("p never loses", None):
                told = (
                    {"plays": None, "stuck": None} if ranks is None else {"plays": {}, "stuck": 0}
                )
                counts = {"positions": 2, **told}
                rejection({**data, "claim": claim, "ranks": ranks, "counts": counts})


def test_two_moves_to_one_position_are_two_plays() -> None:
    program = [
        ["legal(p,a)", []], ["legal(p,b)", []], ["next(1)", ["true(0)"]], ["goal(p,7)", []],
        ["terminal", ["true(1)"]],
    ]  # fmt: skip
    counts: dict[str, Any] = {"positions": 2, "plays": {"7": 2}, "stuck": 0}
    data = walk_game(program, 2, ranks=[1, 0], claim="p always ties", counts=counts)
    assert accepted(encode(data))
    counts["plays"]["7"] = 1
    assert "counts" in rejection(data)


@pytest.mark.parametrize("ranks", [[5, 4, 3, 1, 0], [5, 3, 2, 4, 0]])
def test_the_longest_way_to_the_end_counts(ranks: list[int]) -> None:
    """From 0 by 1 and 2 to 4, or by 3, whichever of them is looked at last."""
    ways: list[Any] = [["legal(p,a)", []], ["legal(p,b)", ["true(0)"]], ["goal(p,100)", []]]
    ways += [["next(1)", ["true(0)", "does(p,a)"]], ["next(3)", ["true(0)", "does(p,b)"]]]
    ways += [["next(2)", ["true(1)"]], ["next(4)", ["true(2)"]], ["next(4)", ["true(3)"]]]
    counts = {"positions": 5, "plays": {"100": 2}, "stuck": 0}
    claim = "p always wins by move 3"
    data = walk_game([*ways, ["terminal", ["true(4)"]]], 5, ranks=ranks, claim=claim, counts=counts)
    assert accepted(encode(data))
    assert "3 moves lead to" in rejection(data | {"claim": "p always wins by move 2"})


def test_too_many_plays_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    program: list[Any] = [["legal(p,a)", []], ["legal(p,b)", []], ["goal(p,50)", []]]
    program += [[f"next({n + 1})", [f"true({n})"]] for n in range(20)]
    program += [["terminal", ["true(20)"]]]
    counts = {"positions": 21, "plays": {"50": 2**20}, "stuck": 0}
    data = walk_game(program, 21, ranks=[*range(20, -1, -1)], counts=counts)
    assert accepted(encode(data))
    monkeypatch.setattr(positions, "MAX_NUMBER", 2**20 - 1)
    assert "too many" in rejection(data)


def test_nobody_can_move() -> None:
    assert "no move is allowed" in rejection(walk_game([], 1))


def test_two_goals_at_the_end() -> None:
    for goal in (7, 50):
        data = nim4()
        data["rules"]["program"] += [["extra", ["terminal"]], [f"goal(alice,{goal})", ["extra"]]]
        assert "alice has 2 goals at the end" in rejection(data)


def test_moving_at_once() -> None:
    data = nim4()
    data["rules"]["program"] += [["legal(bob,take(1))", []], ["legal(bob,take(2))", []]]
    assert "at once" in rejection(data)


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
    """By trying all sets of atoms, as in the definition."""
    found = []
    for size in range(len(ATOMS) + 1):
        for chosen in itertools.combinations(ATOMS, size):
            guess = {*chosen, *given}
            least = set(given)
            before = None
            while before != least:
                before = set(least)
                for rule in program:
                    pairs = rule[2] if len(rule) == 3 else [(1, literal) for literal in rule[1]]
                    bound = rule[1] if len(rule) == 3 else len(pairs)
                    weights = [
                        weight
                        for weight, literal in pairs
                        if literal in before
                        or (literal.startswith("not ") and literal[4:] not in guess)
                    ]
                    if sum(weights) >= bound:
                        least.add(rule[0])
            if least == guess:
                found.append(guess)
    return found


@examples(400)
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


def test_a_positive_cycle_takes_the_least_model() -> None:
    program = [["a", ["b"]], ["b", ["a"]], ["c", ["not a"]], ["b", ["true(f)", "true(f)"]]]
    rules = rules_of(program)
    assert everything(rules, ()) == {"c"}
    assert everything(rules, {"true(f)"}) == {"true(f)", "a", "b"}
