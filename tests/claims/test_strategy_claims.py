"""Claims as they are read, and those about strategies themselves, held to the oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import clingo
import oracle
import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Strategy
from tables import DATA, constant, tabled, tupled

from ttt_asp import prove
from ttt_asp.claims.claim import Claim, parse_claim
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.errors import InputError

SMALL = {"rows": 2, "cols": 3, "line": 3}
TERMS: tuple[str, ...] = tupled(constant(__file__, "TERMS"))
MANNERS = ("complete", "deterministic", "functional")


def expected(board: Board, role: str, manner: str, x: str, o: str, everywhere: bool) -> str:
    """The verdict, by looking at every position that plays reach; everywhere any moves are made."""
    players = oracle.parse(x), oracle.parse(o)
    reached, verdict = [oracle.INITIAL], "proved"
    for position in reached:
        if broken(board, players[role == "o"], position, role, manner):
            return "refuted"
        if oracle.result(board, position) is not None:
            continue
        legal = oracle.legal(board, position)
        moves = legal if everywhere else oracle.choices(board, *players, position)
        if not moves and position.mover != role:
            verdict = "incomplete"
        after = {oracle.place(position, position.mover, move) for move in moves}
        reached += after - {*reached}
    return verdict


def broken(board: Board, own: Strategy, position: Position, role: str, manner: str) -> bool:
    """Whether a strategy is not so at a position."""
    asked = position.mover == role and len(oracle.legal(board, position)) > 1
    if not asked or oracle.result(board, position) is not None:
        return False
    number = len(oracle.recommends(board, position, own))
    return (number == 0 and manner != "deterministic") or (number > 1 and manner != "complete")


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


@tabled()
def test_somebody_else_without_a_move_leaves_it_open(
    x: str, o: str, claim: str, verdict: str
) -> None:
    """Besides, everywhere is more than where plays come."""
    assert prove(claim, x=x, o=o, const=SMALL).verdict == verdict
    everywhere = claim.endswith("everywhere")
    assert expected(Board(**SMALL), "x", claim.split()[2], x, o, everywhere) == verdict


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


# --- claims, and files of them --------------------------------------------------------------------


@tabled()
def test_claims(text: str, parts: list[Any], shown: str) -> None:
    role, *rest = parts
    expected = replace(Claim(role or None, *rest), everywhere=text.endswith("everywhere"))
    assert parse_claim(text, ("x", "o")) == expected
    shown_again = str(parse_claim(str(expected), ("x", "o")))
    assert str(expected) == shown_again


def test_roles_that_differ_in_case_only_are_told_apart() -> None:
    assert parse_claim("X never loses", ("x", "X")).role == "X"
    with pytest.raises(InputError, match="is not a role"):
        parse_claim("Ab never loses", ("aB", "ab"))


def test_the_keys_of_an_entry() -> None:
    (entry,) = read_claims(DATA / "claims" / "every_key.toml")
    assert (entry.id, entry.claim, entry.roles) == ("1", "x can win", {"x": "any"})
    assert (entry.game, entry.const, entry.expect) == ("tictactoe", {"rows": "4"}, "refuted")
    assert entry.published == {"verdict": "proved", "seconds": 1}
