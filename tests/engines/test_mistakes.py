"""All mistakes of a refuted claim, against a search of the oracle's own."""

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import oracle
import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Square, symmetries
from tables import constant, tupled

STRATEGIES: tuple[str, ...] = tupled(constant(__file__, "STRATEGIES"))
SIZES: tuple[tuple[int, int, int], ...] = tupled(constant(__file__, "SIZES"))
# A position with the mover's choices that are wrong there, and those that are right.
Wrong = tuple[Position, frozenset[Square], frozenset[Square]]


def found(run: Run, claim: str, board: Board, x: str, o: str) -> Any:
    """The mistakes as JSON; None where there is none."""
    size = [f"-c{name}={getattr(board, name)}" for name in ("rows", "cols", "line")]
    done = run("prove", claim, "--x", x, "--o", o, *size, "--engine=explicit", "-v", "--json")
    return json.loads(done.out).get("mistakes")


def reached(board: Board, x: str, o: str) -> list[Position]:
    """The positions that plays come to, and where they go on."""
    found = [oracle.INITIAL]
    for position in found:
        moves = oracle.choices(board, oracle.parse(x), oracle.parse(o), position)
        if oracle.result(board, position) is None:
            after = {oracle.place(position, position.mover, move) for move in moves}
            found += after - {*found}
    return [position for position in found if oracle.result(board, position) is None]


def given_away(board: Board, x: str, o: str, role: str) -> list[Wrong]:
    """Where the role could still have avoided to lose, and does not by some of its choices."""
    other, players = oracle.other(role), (oracle.parse(x), oracle.parse(o))

    @cache
    def kept(position: Position) -> bool:
        if ended := oracle.result(board, position):
            return ended != other
        mine = position.mover == role
        moves = oracle.legal(board, position) if mine else oracle.choices(board, *players, position)
        after = [kept(oracle.place(position, position.mover, move)) for move in moves]
        return any(after) if mine else all(after) and bool(after)  # who is stuck keeps nothing

    def wrong(position: Position) -> Wrong:
        good = {
            move
            for move in oracle.legal(board, position)
            if kept(oracle.place(position, role, move))
        }
        chosen = set(oracle.choices(board, *players, position))
        return position, frozenset(chosen - good), frozenset(good)

    mine = [one for one in reached(board, x, o) if one.mover == role and kept(one)]
    return [one for one in map(wrong, mine) if one[1]]


def departing(board: Board, x: str, o: str, role: str, kept: str, wide: bool) -> list[Wrong]:
    """Where the role's strategy recommends what another one does not."""
    own, other = oracle.parse(x if role == "x" else o), oracle.parse(kept)
    positions = reached(board, *(("any", "any") if wide else (x, o)))
    wrong = []
    for position in positions:
        if position.mover == role and len(oracle.legal(board, position)) > 1:
            right = oracle.recommends(board, position, other)
            if strange := oracle.recommends(board, position, own) - right:
                wrong.append((position, frozenset(strange), frozenset(right)))
    return wrong


def kind(board: Board, position: Position, chosen: Iterable[Square]) -> Any:
    """The least of what symmetries make of a mistake."""
    return min(
        tuple(tuple(sorted(map(of.__getitem__, some))) for some in (position.x, position.o, chosen))
        for of in symmetries(board)
    )


def squares(actions: Iterable[str]) -> frozenset[Square]:
    return frozenset(
        (int(row), int(column))
        for row, column in (re.findall(r"\d+", action) for action in actions)
    )


def agree(board: Board, told: Any, wrong: list[Wrong]) -> None:
    expected = {kind(board, position, chosen) for position, chosen, _ in wrong}
    assert (told["number"] if told else 0) == len(expected)
    if told is None:
        return
    assert told["alike"]
    known = {(position[:2], chosen): right for position, chosen, right in wrong}
    seen = set()
    for mistake in told["listed"]:
        x, o = (
            squares(fluent for fluent in mistake["position"] if fluent.startswith(f"marked({who},"))
            for who in "xo"
        )
        chosen = squares(mistake["chosen"])
        assert known[(x, o), chosen] == squares(mistake["keeping"])
        seen.add(kind(board, Position(x, o, "x" if len(x) == len(o) else "o"), chosen))
    assert seen <= expected and len(seen) == len(told["listed"]) == min(100, told["number"])


DRAWN = (
    st.sampled_from(SIZES), st.sampled_from(STRATEGIES), st.sampled_from(STRATEGIES),
    st.sampled_from("xo"),
)  # fmt: skip


@given(*DRAWN)
@examples(6, hunt=20)
def test_choices_that_give_a_claim_away_are_the_oracles(
    run: Run, size: tuple[int, int, int], x: str, o: str, role: str
) -> None:
    board = Board(*size)
    told = found(run, f"{role} never loses", board, x, o)
    lost = any(
        oracle.result(board, oracle.place(position, position.mover, move)) == oracle.other(role)
        for position in reached(board, x, o)
        for move in oracle.choices(board, oracle.parse(x), oracle.parse(o), position)
    )
    wrong = given_away(board, x, o, role) if lost else []
    agree(board, told, wrong)


@given(*DRAWN, st.sampled_from(STRATEGIES), st.booleans())
@examples(6, hunt=20)
def test_choices_against_a_strategy_that_is_to_be_kept(
    run: Run, size: tuple[int, int, int], x: str, o: str, role: str, kept: str, wide: bool
) -> None:
    board = Board(*size)
    claim = f"{role} keeps to {kept}{' everywhere' if wide else ''}"
    agree(board, found(run, claim, board, x, o), departing(board, x, o, role, kept, wide))


@pytest.mark.parametrize("more", [("-v",), ("-v", "--json")])
def test_only_who_asks_has_to_wait_for_them(more: tuple[str, ...], run: Run) -> None:
    asked = ("prove", "o never loses", "--o", "first(defeat, defend, center, any)")
    text = '"mistakes": {' if "--json" in more else "7 mistakes, up to symmetry:"
    assert text in run(*asked, *more).out
    assert "mistakes" not in run(*asked, *more[1:]).out
