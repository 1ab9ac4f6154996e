"""Every command that answers can do so for programs, and what is wrong is said to them too."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tables import tabled

from ttt_asp.cli.execution import execute

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, status: int, *arguments: str) -> Any:
    """What a command says with --json."""
    assert execute([*arguments, "--json"]) == status
    printed = capsys.readouterr()
    return json.loads(printed.out)


def test_pairings_name_the_files_that_they_write(tmp_path: Path, capsys: Captured) -> None:
    size = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]
    found = answer(capsys, 0, "pairing", *size, "-o", str(tmp_path))
    assert found["files"] and all(Path(path).is_file() for path in found["files"])
    assert answer(capsys, 1, "pairing", "-o", str(tmp_path / "none"))["files"] == []
    size = ["-c", "rows=2", "-c", "cols=7", "-c", "line=4"]
    found = answer(capsys, 0, "pairing", *size, "--ahead", "2", "-o", str(tmp_path / "ahead"))
    assert all(Path(path).is_file() for path in found["files"])
    first = found["tree"]["answers"]["cell(1,4)"]
    assert first["answer"].startswith("cell(") and "otherwise" in first["then"]


def test_show(capsys: Captured) -> None:
    found = answer(capsys, 0, "show", "fork")
    assert (found["kind"], found["file"]) == ("tactic", "strategies/tactics/fork.lp")
    assert found["doc"].startswith("Fork: take") and found["rules"][0].startswith("suggests(fork,")
    found = answer(capsys, 0, "show", "refine(opponent(fork), pick(any, reading))")
    assert found["term"] == {
        "operator": "refine",
        "operands": [
            {"operator": "opponent", "operands": [{"operator": "tactic", "name": "fork"}]},
            {"operator": "pick", "order": "reading", "operands": [{"operator": "any"}]},
        ],
    }
    found = answer(capsys, 0, "show", "careful_o")
    assert (found["kind"], found["term"]["operator"]) == ("strategy", "strategy")
    assert answer(capsys, 0, "show", "threatens")["meanings"][0].startswith("threatens(P,L,N) (")


def test_show_a_game(capsys: Captured) -> None:
    found = answer(capsys, 0, "show", "tictactoe", "-c", "cols=2")
    assert (found["const"]["cols"], found["defaults"]["cols"]) == (2, 3)
    assert (found["roles"], found["init"], found["fluents"]) == (["x", "o"], ["turn(x)"], 14)
    assert found["board"] == {"square": 6, "corner": 4, "edge": 2, "middle": 2, "line": 2}
    holds = {one["name"]: one["holds"] for one in found["properties"]}
    assert holds["terminates"] and not holds["monotonic"]
    (play,) = [one["play"] for one in found["properties"] if one["play"]]
    assert play[0]["role"] == "x" and play[0]["action"].startswith("mark(cell(")


def test_errors_have_their_places(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "tactics" / "mine.lp"
    path.parent.mkdir()
    path.write_text("suggests(mine,P,mark(C)) :- role(P),\n  empty(C), turn(P).\n")
    prove = ["prove", "x never loses", "--x", "mine", "-S", str(tmp_path)]
    found = answer(capsys, 2, *prove)
    place = {"file": str(path), "line": 2, "column": 3}
    assert found.items() >= {"error": "there is no predicate empty/1", **place}.items()
    assert [(one["line"], one["column"]) for one in found["more"]] == [(2, 13)]
    found = answer(capsys, 2, "list", "tactic")
    assert (found["file"], found["line"], found["column"]) == ("KIND", None, None)
    assert answer(capsys, 2, "show", "first(nope, any)")["column"] == 7
    for wrong in (
        ["verify", "none.json"],
        ["show", "nope"],
        ["check", "nope"],
        ["steal", "eat("],
        ["pairing", "-o", "x", "-g", "none"],
    ):
        assert answer(capsys, 2, *wrong)["error"]
    assert "No such option" in answer(capsys, 2, "list", "--tactics")["error"]


def test_a_limit_is_said_too(capsys: Captured) -> None:
    size = ["-c", "rows=7", "-c", "cols=5"]
    found = answer(capsys, 3, "show", "tictactoe", *size, "--time-limit", "0")
    assert found["error"] == "unknown: the time limit of 0 s was reached while reading"


@tabled()
def test_completion_goes_on_inside_terms(
    words: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("_TTT_ASP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with suppress(SystemExit):
        execute([])
    assert expected in capsys.readouterr().out.split()
