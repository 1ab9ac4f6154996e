"""Claims about strategies themselves: complete, deterministic, functional; held to the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import clingo
import oracle
import pytest
from conftest import Run, examples, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Strategy
from tables import constant, tabled, tupled

from ttt_asp import prove
from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.errors import InputError

SMALL = {"rows": 2, "cols": 3, "line": 3}
TERMS: tuple[str, ...] = tupled(constant(__file__, "TERMS"))
MANNERS = ("complete", "deterministic", "functional")


def plays(board: Board, x: Strategy, o: Strategy, free: bool) -> Iterator[tuple[Position, bool]]:
    """Every position that plays reach, and whether x's and o's strategies leave it stuck.

    Where play is free, the moves are all that the rules allow.
    """
    fresh, seen = [oracle.INITIAL], {oracle.INITIAL}
    while fresh:
        position = fresh.pop()
        over = oracle.result(board, position) is not None
        moves = oracle.choices(board, x, o, position)
        if free:
            moves = oracle.legal(board, position)
        yield position, not over and not moves
        for move in () if over else moves:
            after = oracle.place(position, position.mover, move)
            if after not in seen:
                seen.add(after)
                fresh.append(after)


def expected(board: Board, role: str, manner: str, x: str, o: str, everywhere: bool) -> str:
    """The verdict, by looking at every position."""
    parsed = oracle.parse(x), oracle.parse(o)
    own = parsed[0 if role == "x" else 1]
    blocked = False
    for position, stuck in plays(board, *parsed, everywhere):
        blocked = blocked or (stuck and position.mover != role)
        if broken(board, own, position, role, manner):
            return "refuted"
    return "incomplete" if blocked else "proved"


def broken(board: Board, own: Strategy, position: Position, role: str, manner: str) -> bool:
    """Whether a strategy is not so at a position."""
    asked = position.mover == role and len(oracle.legal(board, position)) > 1
    if not asked or oracle.result(board, position) is not None:
        return False
    number = len(oracle.recommends(board, position, own))
    return (number == 0 and manner != "deterministic") or (number > 1 and manner != "complete")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("x is complete", Claim("x", "is", "complete")),
        ("X Is Functional", Claim("x", "is", "functional")),
        ("o is deterministic everywhere", Claim("o", "is", "deterministic", everywhere=True)),
    ],
)
def test_the_sentence(text: str, claim: Claim) -> None:
    assert parse_claim(text, ("x", "o")) == claim
    assert parse_claim(str(claim), ("x", "o")) == claim


@given(st.sampled_from(TERMS), st.sampled_from(TERMS), st.sampled_from("xo"), st.booleans())
@examples(5, hunt=12)
def test_verdicts_of_both_engines_are_the_oracles(x: str, o: str, role: str, wide: bool) -> None:
    board = Board(**SMALL)
    for manner in MANNERS:
        claim = f"{role} is {manner}{' everywhere' if wide else ''}"
        found = prove(claim, x=x, o=o, const=SMALL)  # cross-checked
        assert found.verdict == expected(board, role, manner, x, o, wide), claim
        if found.verdict != "refuted":
            assert found.recommended is None
            continue
        # the play shown leads to a position that breaks it, and says what is recommended there
        assert found.play is not None
        position = oracle.INITIAL
        for move in found.play.moves:
            row, column = (int(one) for one in move.action[-5:].strip("()").split(","))
            allowed = oracle.choices(board, oracle.parse(x), oracle.parse(o), position)
            assert (row, column) in (oracle.legal(board, position) if wide else allowed)
            position = oracle.place(position, position.mover, (row, column))
        own = oracle.parse(x if role == "x" else o)
        assert broken(board, own, position, role, manner)
        squares = oracle.recommends(board, position, own)
        assert set(found.recommended or ()) == {f"mark(cell({r},{c}))" for r, c in squares}


def test_everywhere_is_more_than_where_plays_come() -> None:
    # o takes edges while there are any, so that x finds a corner whenever it has to choose
    x, o = "pick(corner, reading)", "first(edge, any)"
    for claim, verdict in (("x is functional", "proved"), ("x is complete everywhere", "refuted")):
        assert prove(claim, x=x, o=o, const=SMALL).verdict == verdict
        everywhere = claim.endswith("everywhere")
        assert expected(Board(**SMALL), "x", claim.split()[2], x, o, everywhere) == verdict


def test_somebody_else_without_a_move_leaves_it_open() -> None:
    found = prove("x is complete", x="any", o="first(defeat, defend)", const=SMALL)
    assert found.verdict == "incomplete"
    assert found.reason == "o's strategy recommends nothing in the last position"
    assert prove("x is complete everywhere", x="any", o="first(defeat, defend)", const=SMALL)


def test_an_order_that_names_no_single_action_is_an_error(tmp_path: Path) -> None:
    order = "%*! same: no difference. *%\norder(same,mark(C),1) :- square(C).\n"
    write(tmp_path / "orders/same.lp", order)
    for claim in ("x is deterministic", "x is complete everywhere"):
        for engine in ("bounded", "explicit"):
            with pytest.raises(InputError, match="names no single action"):
                prove(claim, x="pick(any, same)", const=SMALL, engine=engine, strategies=tmp_path)


def test_what_is_printed(run: Run) -> None:
    done = run("prove", "o is deterministic", "--o", "first(defeat, corner, any)", "--x", "center")
    assert done.status == 1
    lines = done.out.splitlines()
    assert lines[0] == (
        "o is deterministic: refuted (o's strategy recommends 4 actions in the last position)"
    )
    assert lines[-3] == "1 move."
    assert lines[-1].startswith("Recommended there: mark(cell(1,1)), mark(cell(1,3)), ")
    done = run("prove", "x is complete", "--x", "first(defeat, defend)", "--json")
    found = json.loads(done.out)
    assert (found["verdict"], found["play"], found["recommended"]) == ("refuted", [], [])
    assert "recommended" not in json.loads(run("prove", "x can win", "--json").out)


def test_claims_files_have_them(run: Run, tmp_path: Path) -> None:
    text = """
    [[claim]]
    claim = "x is complete everywhere"
    x = "first(defeat, any)"
    const = { rows = 2, cols = 3 }
    [[claim]]
    claim = "o is functional"
    o = "any"
    const = { rows = 2, cols = 3 }
    expect = "refuted"
    """
    path = write(tmp_path / "claims/manners.toml", text)
    done = run("prove", path)
    assert done.status == 0
    done = run("report", path, "-o", tmp_path / "page.html")
    assert done.status == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "does not always recommend exactly one action at positions that plays reach" in page


@tabled()
def test_the_printed_program_runs_in_bare_clingo(
    claim: str, x: str, answers: bool, run: Run
) -> None:
    done = run("program", claim, "--x", x, "-c", "rows=2", "-c", "cols=3")
    assert done.status == 0
    control = clingo.Control(["--warn=none"])
    control.add("base", [], done.out)
    control.ground()
    assert control.solve().satisfiable is answers
