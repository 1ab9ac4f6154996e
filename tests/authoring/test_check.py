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


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
def test_only_roles_act(engine: str, tmp_path: Path) -> None:
    """z, who is no role, made one move in plays of one engine, all at once in the other's."""
    path = tmp_path / "moving.lp"
    path.write_text(f"{MOVING}legal(z,(a;b)) :- true(turn(x)).\nnext(did(a)) :- does(z,a).\n")
    found = prove("x can lose", game=str(path), engine=engine)
    assert found.verdict == "proved"
    assert found.play is not None
    assert [move.role for move in found.play.moves] == ["x", "o"]
