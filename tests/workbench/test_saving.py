"""Tactics while they are written, and what is saved: into DIR, whole, and nothing that is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, tactic, write
from tables import contents, tabled

from ttt_asp.workbench import saving
from ttt_asp.workbench.answering import reply
from ttt_asp.workbench.request import ServerOptions, draft_of, written

TACTIC = contents("workbench/saving_tactic.lp")


class Desk:
    """Questions about a tactic, as the server puts them to a process."""

    def __init__(self, folder: Path) -> None:
        self.own, self.folder, self.number = folder / "own", folder, 0

    def ask(self, question: str, own: bool = True, **fields: Any) -> tuple[int, dict[str, Any]]:
        setting = ServerOptions(self.own if own else None, "tictactoe", {}, 300.0, 10**10)
        draft = None
        if (text := draft_of(question, fields)) is not None:
            self.number += 1
            folder = self.folder / f"draft{self.number}"
            folder.mkdir()
            draft = written(folder, *text)
        status, found, _ = reply(setting, question, fields, draft)
        return status, found

    def files(self) -> set[str]:
        return {str(p.relative_to(self.own)) for p in self.own.rglob("*") if p.is_file()}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_new_tactic_is_in_order(desk: Desk) -> None:
    text = desk.ask("tactic_new", name="corner_trap")[1]["text"]
    found = desk.ask("tactic_check", name="corner_trap", text=text)[1]
    assert [one["severity"] for one in found["messages"]] == ["info"]
    assert desk.files() == set()


@pytest.mark.parametrize("question", ["tactic_check", "tactic_save"])
@pytest.mark.parametrize("space", [" ", "\x85", "\u2028", "\x0b", "\r", "\x1c"])
def test_a_text_names_no_game_by_its_file(
    question: str, space: str, desk: Desk, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.lp"
    secret.write_text("role(nobody_may_see).")
    status, found = desk.ask(question, name="mine", text=f"{TACTIC}% game{space}{secret}\n")
    (error,) = found["errors"]
    assert (status, error["message"]) == (400, "a text that is sent names no file of a game")
    assert error["line"] == TACTIC.count("\n") + 1
    assert "nobody_may_see" not in str(found)
    assert desk.files() == set()


def test_who_comes_second_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file comes between the look and the writing, it stays as it is."""
    mine: dict[str, Any] = {"name": "race", "term": "first(center, any)", "role": "x"}
    assert desk.ask("strategy_save", **mine)[0] == 200
    before = (desk.own / "race.lp").read_bytes()
    monkeypatch.setattr(saving, "_refuse_taken", lambda *_: None)  # as if it was not there yet
    status, found = desk.ask("strategy_save", **{**mine, "term": "first(corner, any)"})
    assert (status, found["exists"]) == (400, True)
    assert (desk.own / "race.lp").read_bytes() == before


def test_messages_are_at_their_lines(desk: Desk) -> None:
    text = TACTIC.replace("center", "centre").replace("(2,2)", "(1,1)")
    (said,) = desk.ask("tactic_check", name="mine", text=text)[1]["messages"]
    assert said == {
        "severity": "error",
        "message": "there is no predicate centre/1",
        "hint": "did you mean center or true?",
        "file": "mine.lp",
        "line": 2,
        "column": 38,
    }
    text = TACTIC.replace("(2,2)", "(1,1)")
    said = desk.ask("tactic_check", name="mine", text=text)[1]["messages"][0]
    assert (said["severity"], said["line"]) == ("error", 4)
    assert said["message"] == "this example recommends mark(cell(2,2))"
    text = TACTIC.replace("center(C), ", "center(C), corner(C), ").split("\n\n")[0]
    found = desk.ask("tactic_check", name="mine", text=text)[1]["messages"]
    assert ("warning", 2) in [(one["severity"], one["line"]) for one in found]
    assert str(desk.folder) not in str(found)


def test_what_it_recommends_before_it_is_saved(desk: Desk) -> None:
    boards = [".../.../...", "x../.../...", "x../.o./..."]
    asked: dict[str, Any] = {"terms": ["mine"], "draft": {"name": "mine", "text": TACTIC}}
    found = [desk.ask("advise", role="x", position=one, **asked)[1]["said"] for one in boards]
    assert [one["actions"] for (one,) in found] == [["mark(cell(2,2))"], [], []]
    assert desk.files() == set()
    assert desk.ask("term", text="mine")[0] == 400


def test_examples_from_the_board(desk: Desk, run: Run) -> None:
    asked: dict[str, Any] = {"name": "mine", "role": "o", "position": "x../.../..."}
    text = desk.ask("tactic_example", text=TACTIC, actions=["mark(cell(2,2))"], **asked)[1]["text"]
    assert text == TACTIC + "% example x../.../... for o: mark(cell(2,2))\n"
    assert desk.ask("tactic_save", name="mine", text=text)[0] == 200
    assert "tactic, ok (3 examples)" in run("check", desk.own).out
    # one about the same position gives way
    text = desk.ask("tactic_example", text=text, actions=[], **asked)[1]["text"]
    assert text == TACTIC + "% example x../.../... for o: nothing\n"
    bare = TACTIC.split("\n\n")[0].replace(".\n", "\n")  # also while it cannot be read
    text = desk.ask("tactic_example", text=bare, actions=[], **asked)[1]["text"]
    assert text.endswith("\n\n% example x../.../... for o: nothing\n")
    status, found = desk.ask("tactic_example", text=text, actions=["mark(cell(1,1))"], **asked)
    message = "mark(cell(1,1)) is no legal move of o here"
    assert (status, found["errors"][0]["message"]) == (400, message)


def test_a_tactic_is_saved_once_it_is_right(desk: Desk) -> None:
    status, found = desk.ask("tactic_save", name="mine", text=TACTIC.replace("center", "centre"))
    assert (status, found["errors"][0]["line"], desk.files()) == (400, 2, set())
    status, found = desk.ask("tactic_save", name="mine", text=TACTIC, own=False)
    assert (status, found["errors"][0]["hint"]) == (400, "ttt-asp workbench -S DIR")
    path = desk.own / "tactics" / "mine.lp"
    assert desk.ask("tactic_save", name="mine", text=TACTIC) == (200, {"file": str(path)})
    assert path.read_text("utf-8") == TACTIC
    changed = TACTIC.replace("the middle", "the very middle")
    status, found = desk.ask("tactic_save", name="mine", text=changed)
    assert (status, found["exists"], path.read_text("utf-8")) == (400, True, TACTIC)
    assert desk.ask("tactic_save", name="mine", text=changed, replace=True)[0] == 200
    assert path.read_text("utf-8") == changed
    assert desk.files() == {"tactics/mine.lp"}
    assert desk.ask("tactic_open", name="mine")[1] == {"name": "mine", "text": changed, "own": True}


@pytest.mark.parametrize("name", ["defeat", "good_for_x", "rows", "taken"])
def test_a_name_that_is_taken(name: str, desk: Desk) -> None:
    write(desk.own / "taken.lp", "strategy(taken, any).\n")
    text = TACTIC.replace("mine", name)
    for more in ({}, {"replace": True}):
        status, found = desk.ask("tactic_save", name=name, text=text, **more)
        assert (status, "exists" in found) == (400, False)
    if name != "taken":
        assert desk.ask("strategy_save", name=name, term="any")[0] == 400
    assert desk.files() == {"taken.lp"}


def test_nothing_is_written_through_links(desk: Desk, tmp_path: Path) -> None:
    outside = tactic(tmp_path / "outside", "mine", TACTIC)
    desk.own.mkdir()
    (desk.own / "tactics").symlink_to(outside.parent)
    (desk.own / "kept.lp").symlink_to(tmp_path / "elsewhere.lp")
    changed = TACTIC.replace("the middle", "another")
    status, found = desk.ask("tactic_save", name="mine", text=changed, replace=True)
    assert (status, found["errors"][0]["message"].endswith("leads out of its folder")) == (
        400,
        True,
    )
    new = changed.replace("mine", "new")
    assert desk.ask("tactic_save", name="new", text=new, replace=True)[0] == 400
    assert desk.ask("strategy_save", name="kept", term="any", replace=True)[0] == 400
    assert outside.read_text("utf-8") == TACTIC
    assert [p.name for p in outside.parent.iterdir()] == ["mine.lp"]
    assert not (tmp_path / "elsewhere.lp").exists()


def test_a_strategy_is_saved_and_proved_from_the_command_line(desk: Desk, run: Run) -> None:
    assert desk.ask("tactic_save", name="mine", text=TACTIC)[0] == 200
    term = "first(defeat, defend, fork, threaten_safely, mine, any)"
    doc = "Mine *% #script\n100 % safe."
    status, found = desk.ask("strategy_save", name="my_o", term=term, doc=doc, role="o")
    assert (status, found) == (200, {"file": str(desk.own / "my_o.lp")})
    checked = run("check", desk.own)
    assert (checked.status, "my_o.lp: strategy, ok (3 examples)" in checked.out) == (0, True)
    proved = run("prove", "o never loses", "--o", "my_o", "-S", desk.own)
    asked: dict[str, Any] = {"claim": "o never loses", "roles": {"o": "my_o"}}
    found = desk.ask("prove", **asked)[1]
    assert f"o never loses: {found['verdict']}" in proved.out
    claim = desk.ask("export", kind="claim", **asked)[1]
    assert claim["name"] == "claim.toml"
    path = write(desk.own / "claims" / claim["name"], claim["text"])
    assert run("prove", path, "-S", desk.own).status == proved.status
    (entry,) = tomllib.loads(claim["text"])["claim"]
    assert entry == {"id": "claim", "claim": "o never loses", "game": "tictactoe", "o": "my_o"}
    report = desk.ask("export", kind="report", **asked)[1]
    assert (report["name"], report["text"][:15]) == ("report.html", "<!DOCTYPE html>")


@tabled()
def test_a_strategy_that_is_none(term: str, message: str, desk: Desk) -> None:
    status, found = desk.ask("strategy_save", name="my_o", term=term)
    assert (status, found["errors"][0]["message"], desk.files()) == (400, message, set())


def test_a_claim_with_constants(desk: Desk, run: Run) -> None:
    asked: dict[str, Any] = {
        "claim": "x never loses",
        "game": "tictactoe",
        "const": {"rows": 3, "misere": 1},
    }
    text = desk.ask("export", kind="claim", **asked)[1]["text"]
    assert tomllib.loads(text)["claim"][0]["const"] == {"rows": 3, "misere": 1}
    status, found = desk.ask("export", kind="claim", claim="x never", roles={})
    assert (status, "is not a claim" in found["errors"][0]["message"]) == (400, True)
