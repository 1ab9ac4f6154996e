"""Files of users that once got past the checks, and changed what is proved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import tactic
from tables import contents

from ttt_asp import prove
from ttt_asp.cli.execution import execute

Captured = pytest.CaptureFixture[str]
ALL = "suggests({0},P,mark(C)) :- role(P), free(C).\n"


def test_a_folders_name_is_no_rule(tmp_path: Path) -> None:
    """The name of a source stands in a comment of the program; a line break must not end it."""
    folder = tmp_path / "n\n:- answer(violated).\n%"
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    found = prove("x never loses", x="all_of_them", strategies=[folder])
    assert found.verdict == "refuted"


def test_a_folders_name_may_be_no_text(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    tactic(folder, "all_of_them", ALL.format("all_of_them"))
    assert prove("x can lose", x="all_of_them", strategies=[folder]).verdict == "proved"


def test_recursion_that_ends_is_allowed(tmp_path: Path) -> None:
    text = (
        "suggests(reach,P,mark(C)) :- role(P), reach_from(cell(1,1),C), free(C).\n"
        "reach_from(C,C) :- square(C).\n"
        "reach_from(C,D) :- reach_from(C,E), line(L), part_of(E,L), part_of(D,L), win_length(K),\n"
        "                   threatens(x,L,K-1).\n"
    )
    assert execute(["check", str(tactic(tmp_path, "reach", text))]) == 0


def test_a_strategy_that_doubles_at_every_step_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "d0.lp").write_text("strategy(d0, any).\n")
    for n in range(1, 25):
        (tmp_path / f"d{n}.lp").write_text(f"strategy(d{n}, either(d{n - 1}, d{n - 1})).\n")
    assert execute(["prove", "x never loses", "-S", str(tmp_path), "--x", "d24"]) == 2
    assert "more than 10000 parts" in capsys.readouterr().err


def test_strategies_within_one_another_are_thirty_at_most(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "d0.lp").write_text("strategy(d0, any).\n")
    for n in range(1, 32):
        (tmp_path / f"d{n}.lp").write_text(f"strategy(d{n}, d{n - 1}).\n")
    assert execute(["show", "d30", "-S", str(tmp_path)]) == 0
    assert execute(["show", "d31", "-S", str(tmp_path)]) == 2
    assert "d1.lp:1:14: error: more than 30 strategies" in capsys.readouterr().err


MOVING = contents("authoring/check_moving.lp")


def test_nobody_sees_the_move_that_is_made(tmp_path: Path, capsys: Captured) -> None:
    """Nor does a tactic through a helper of the game's, for which only next may ask."""
    path = tmp_path / "moving.lp"
    path.write_text(MOVING + "moved(P,A) :- does(P,A).\nnext(did(A)) :- moved(x,A).\n")
    tactic(tmp_path, "seer", "suggests(seer,P,A) :- legal(P,A), not moved(P,b).\n")
    question = ["prove", "x always wins", "-g", str(path), "-S", str(tmp_path)]
    assert execute(question) == 1
    assert execute([*question, "--x", "seer", "--no-cross-check"]) == 2
    assert "moved is not for tactics: it rests on the move" in capsys.readouterr().err
    (tmp_path / "lemmas").mkdir()
    (tmp_path / "lemmas" / "seen.lp").write_text("lemma(seen) :- not moved(x,b).\n")
    assert execute([*question, "--engine", "induction", "-L", "seen"]) == 2


def test_what_is_asked_is_no_square(tmp_path: Path, capsys: Captured) -> None:
    """`ask` is a constant of generated programs: there a square `ask` was the square `play`."""
    path = tmp_path / "squares.lp"
    path.write_text("winning_set(w). part_of((ask;play),w).\n")
    assert execute(["prove", "x always wins", "-g", str(path), "--no-cross-check"]) == 2
    assert ":1:26: error: ask is a word of generated programs" in capsys.readouterr().err
    path.write_text("#const name = c.\nwinning_set(w). part_of((name;play),w).\n")
    question = ["prove", "x always wins", "-g", str(path), "--no-cross-check"]
    assert execute(question) == 1
    assert execute([*question, "-c", "name=ask"]) == 2
    tactic(tmp_path, "ask", ALL.format("ask"))
    assert execute(["prove", "x never loses", "-S", str(tmp_path), "--x", "ask"]) == 2
    path = tmp_path / "squares.pg"
    lines = ["#times", "t1 t2", "#blackturns", "t1", "#positions", "ask play", "#blackwins"]
    path.write_text("\n".join([*lines, "ask play", ""]))
    assert execute(["prove", "black always wins", "-g", str(path), "--no-cross-check"]) == 1


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_only_roles_act(engine: str, tmp_path: Path) -> None:
    """z, who is no role, made one move in plays of one engine, all at once in the other's."""
    path = tmp_path / "moving.lp"
    path.write_text(f"{MOVING}legal(z,(a;b)) :- true(turn(x)).\nnext(did(a)) :- does(z,a).\n")
    found = prove("x can lose", game=str(path), engine=engine)
    assert found.verdict == "proved"
    assert found.play is not None
    assert [move.role for move in found.play.moves] == ["x", "o"]


def test_lemmas_for_a_game_that_is_over_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "over.lp"
    path.write_text("winning_set(w). part_of((1..2),w). square(1..6). init(marked(x,1..2)).\n")
    for claim, verdict in (("o never wins", "proved"), ("x never wins", "refuted")):
        found = prove(claim, game=str(path), engine="induction", find_lemmas=True)
        assert found.verdict == verdict
