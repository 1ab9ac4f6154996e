"""The questions as functions of plain values say what the commands say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HANGS

import ttt_asp
from ttt_asp.errors import InputError


def test_recognise() -> None:
    found = ttt_asp.recognise("tictactoe", {"cols": 2, "line": 2})
    assert (found.of_lines, len(found.lines["x"])) == ("yes", 11)


def test_matrix_and_walk() -> None:
    (match,) = ttt_asp.matrix(["good_for_x"]).scores
    assert match.positions == 166
    assert len(ttt_asp.walk({"x": "good_for_x", "o": "good_for_x"}).shown) == 166


def test_what_is_wrong_is_said_as_everywhere() -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody"):
        ttt_asp.compare("nobody", "any")
    with pytest.raises(InputError, match="declares no constant row"):
        ttt_asp.analogies("fork", const={"row": 3})
    with pytest.raises(InputError, match="the time limit of 0 s was reached"):
        ttt_asp.explain("x never loses", {"x": "good_for_x"}, time_limit=0)


def test_pairings() -> None:
    five = {"rows": 5, "cols": 5, "line": 5}
    assert len(str(ttt_asp.pairing(const=five)).splitlines()) == 12
    four = {"rows": 4, "cols": 4, "line": 4}
    found = ttt_asp.pairing_ahead(2, const=four)
    assert found.verdict == "found" and found.answers == 1
    few = ttt_asp.pairing_ahead(2, const={**four, "rows": 2, "cols": 7}, max_positions=1)
    assert few.verdict == "unknown" and few.positions == 1
    assert ttt_asp.pairing_ahead(2, const=four, time_limit=HANGS).answers == 1


def test_a_verdict_is_true_when_it_is_proved() -> None:
    assert ttt_asp.prove("x never loses", x="good_for_x")
    assert not ttt_asp.prove("o never loses", o="good_for_o")
    assert not ttt_asp.prove("x never loses", x="good_for_x", horizon=3)


def test_one_folder_is_not_letters(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("strategy(mine, first(defeat, any)).\n")
    for folders in (str(tmp_path), tmp_path, [tmp_path]):
        assert ttt_asp.prove("x can win", x="mine", strategies=folders)
    assert len(ttt_asp.walk(x="mine", o="mine", strategies=str(tmp_path)).shown) > 1


def test_a_report_is_written(tmp_path: Path) -> None:
    found = ttt_asp.report("o never loses", tmp_path / "page.html", o="good_for_o")
    assert found.verdict == "refuted"
    assert "o never loses" in (tmp_path / "page.html").read_text("utf-8")


def test_what_a_notebook_completes() -> None:
    assert dir(ttt_asp) == sorted(ttt_asp.__all__)
    code = (
        "import sys, ttt_asp; dir(ttt_asp); print({'clingo', 'numpy', 'jinja2'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_what_ended_a_search_is_said() -> None:
    assert ttt_asp.prove("x never loses", time_limit=0).stopped == "time"
    large = {"rows": 4, "cols": 4, "line": 4}
    few = ttt_asp.prove("x never loses", const=large, engine="explicit", max_positions=100)
    assert (few.verdict, few.stopped, few.as_json()["stopped"]) == ("unknown",) + 2 * ("positions",)
    little = ttt_asp.prove("x never loses", const=large, engine="explicit", max_memory=10)
    assert little.stopped == "memory"
    assert ttt_asp.prove("x never loses", x="good_for_x", horizon=3).stopped == ""


BEGUN = "x../.o./..x"


def test_a_walk_from_a_position_on() -> None:
    match = {"x": "any", "o": "first(defend, any)"}
    shown = ttt_asp.walk(match, position=BEGUN).shown
    assert len(shown) == ttt_asp.prove("never tie", match, position=BEGUN, count=True).positions
    assert "".join(shown[0]) == BEGUN.replace("/", "")
    with pytest.raises(InputError, match="position: error: 'xxx/.../...' has 3 x, 0 o"):
        ttt_asp.walk(match, position="xxx/.../...")
