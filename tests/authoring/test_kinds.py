"""`check` takes any file or folder, and says what it took it for."""

import json
import os
from pathlib import Path

import pytest
from conftest import Run, tactic, write
from tables import tabled

TACTIC = "suggests({0},P,mark(C)) :- role(P), corner(C), free(C).\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, one of them wrong, and some that are none."""
    monkeypatch.chdir(tmp_path)
    tactic(tmp_path, "fine", TACTIC.format("fine") + "% example x../.../..x for o: nothing\n")
    write(tmp_path / "mixed.lp", "strategy(mixed, first(fine, any)).\n")
    write(tmp_path / "small.lp", "size(2,2). in_a_row(2).\n")
    write(tmp_path / "orders" / "down.lp", "order(down,mark(C),(J,I)) :- place(C,I,J).\n")
    write(tmp_path / "lemmas" / "few.lp", "lemma(few) :- role(P), mover(P).\n")
    claim = '[[claim]]\nclaim = "x can win"\nx = "mixed"\n'
    write(tmp_path / "claims" / "mine.toml", claim)
    write(tmp_path / "beside.toml", claim + 'expect = "refuted"\n')
    write(tmp_path / "pyproject.toml", "[project]\nname = 'mine'\n")
    return tmp_path


def test_every_kind_is_told(project: Path, run: Run) -> None:
    done = run("check", ".")
    assert done.status == 1
    told = [line for line in done.out.splitlines() if ".lp: " in line or ".toml: " in line]
    assert told == [
        "mixed.lp: strategy, ok (0 examples)",
        "small.lp: game, ok",
        "tactics/fine.lp: tactic, differs (1 example)",
        "orders/down.lp: order, ok (0 examples)",
        "lemmas/few.lp: lemma, ok (0 examples)",
        "claims/mine.toml: claims, ok (1 claim)",
        "beside.toml: claims, differs (1 claim)",
    ]
    assert "beside.toml:2:1: 1 is proved, expected refuted\n" in done.err
    assert "pyproject" not in done.out + done.err


def test_the_same_as_json(project: Path, run: Run) -> None:
    done = run("check", ".", "--json")
    assert done.status == 1
    rows = {row["file"]: row for row in json.loads(done.out)}
    kinds = {name: (row["kind"], row["status"]) for name, row in rows.items()}
    assert kinds["small.lp"] == ("game", "ok") and kinds["orders/down.lp"] == ("order", "ok")
    assert kinds["tactics/fine.lp"] == ("tactic", "differs")
    (problem,) = rows["tactics/fine.lp"]["problems"]
    assert problem["error"].startswith("this example recommends mark(cell(1,3))")
    assert (problem["file"], problem["line"], problem["column"]) == ("tactics/fine.lp", 2, 1)
    assert rows["tactics/fine.lp"]["examples"] == 1
    claim = {"id": "1", "claim": "x can win", "verdict": "proved", "expect": "refuted"}
    assert rows["beside.toml"]["claims"] == [claim]
    holds = {one["name"]: one["holds"] for one in rows["small.lp"]["properties"]}
    assert holds["playable"] and holds["terminates"] and holds["zero-sum"]


def test_one_wrong_file_does_not_hide_the_others(project: Path, run: Run) -> None:
    write(project / "claims" / "mine.toml", "nothing = 1\n")
    write(project / "odd.lp", "odd(1).\n")
    write(project / "tactics" / "half.lp", "suggests(half,P,\n")
    done = run("check", "claims/mine.toml", "odd.lp", "tactics", "mixed.lp", "tactics/half.lp")
    assert done.status == 2
    assert "claims/mine.toml: claims, wrong\nodd.lp: wrong\n" in done.out
    assert "tactics/half.lp: tactic, wrong\n" in done.out
    assert "mixed.lp: strategy, ok" in done.out
    assert "odd.lp: error: this defines no tactic, strategy, order, lemma or game\n" in done.err


@tabled()
def test_what_is_not_there_is_told_what_may_be_meant(
    path: str, message: str, project: Path, run: Run
) -> None:
    write(project / "it.json", "{}")
    tactic(project / "above" / "mine", "deep", TACTIC.format("deep"))
    (project / "empty").mkdir()
    done = run("check", path, "-S", ".")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    failed = json.loads(run("check", path, "-S", ".", "--json").out)
    assert failed["file"] == path and failed["error"] in message and failed["more"] == []


def test_a_misplaced_file_is_told_where_it_belongs(project: Path, run: Run) -> None:
    os.rename(project / "tactics" / "fine.lp", project / "fine.lp")
    done = run("check", "fine.lp")
    assert (done.status, done.out) == (2, "fine.lp: tactic, wrong\n")
    assert "a tactic's file belongs in a folder of strategies: FOLDER/tactics/fine.lp" in done.err
