"""Tests that are sessions with a page in a browser: `tests/data/browser/TOPIC.txt`.

A session begins at `== What holds`; `tests/browser.py` says what its lines mean. Commands above the
first one make pages, each once, for the first session that names it. Files that begin with
`workbench` are about the workbench, whose server saves into MINE; that of `workbench_hurried.txt`
soon gives up.
"""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import Run, tactic, write
from inside import spelt_out
from tables import DATA, constant, contents
from transcripts import run
from workbench_server import Server, answered

if TYPE_CHECKING:
    from browser import Session

Begin = Callable[[str, dict[str, Path]], "Session"]

SESSIONS = [
    (f"{path.stem}: {title}", path, script)
    for path in sorted((DATA / "browser").glob("*.txt"))
    for _, *parts in [re.split(r"^== (.+)\n", path.read_text("utf-8"), flags=re.MULTILINE)]
    for title, script in zip(parts[::2], parts[1::2], strict=True)
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def prepare(path: Path, script: str, folder: Path) -> None:
    """Make the pages that a session of a file names."""
    for command in re.findall(r"^\$ (.+)", path.read_text("utf-8").partition("\n== ")[0], re.M):
        if re.findall(r"PAGES/\S+", command)[0] in script:
            make_page(command.replace("PAGES", str(folder)).replace("DATA", str(path.parent)))


@cache
def make_page(command: str) -> None:
    status, printed = run(command)
    assert status in (0, 1), printed


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("path", "script"), [case[1:] for case in SESSIONS], ids=[case[0] for case in SESSIONS]
)
def test_session(
    path: Path,
    script: str,
    session: Begin,
    downloads: Path,
    request: pytest.FixtureRequest,
) -> None:
    folders = {"DOWNLOADS": downloads}
    if not path.stem.startswith("workbench"):
        folders["PAGES"] = request.getfixturevalue("pages")
        prepare(path, script, folders["PAGES"])
        session("", folders).follow(script)
        return
    found: Server = request.getfixturevalue("hurried" if "hurried" in path.stem else "server")
    folders["MINE"] = found.folder.parent / "mine"
    begun = session(found.address, folders)
    begun.follow(script if script.startswith("open") else f"open\n{script}")


@pytest.mark.usefixtures("reader")
def test_signs_are_read_as_on_the_command_line(session: Begin, server: Server) -> None:
    page = session(server.address, {})
    page.do_open("")
    signed, unsigned = (DATA / "browser/signs").read_text("utf-8").split("\n\n")
    for text in signed.splitlines():
        read = page.browser.execute_script("return printed(new Reader(arguments[0]).whole())", text)
        same, plain = map(spelt_out, (read, text))
        assert same == plain and not set("∇△∪∩∖") & set(read)
    script = "try { new Reader(arguments[0]).whole(); return false } catch { return true }"
    for text in ["", *unsigned.splitlines()]:
        assert page.browser.execute_script(script, text), text


TACTIC = contents("extensions/workbench/saving_tactic.lp")
DIALOGUES: dict[str, list[Any]] = constant(__file__, "DIALOGUES")


class Desk:
    """Questions about a tactic, as the server puts them to a process."""

    def __init__(self, folder: Path) -> None:
        self.own = folder / "own"

    def ask(
        self, question: str, own: bool = True, started: str = "", **fields: Any
    ) -> tuple[int, dict[str, Any]]:
        folder, game = self.own if own else None, started or "tictactoe"
        const = {"rows": "2"} if started else {}
        return answered(question, fields, folder, game, const)

    def files(self) -> set[str]:
        return {str(p.relative_to(self.own)) for p in self.own.rglob("*") if p.is_file()}


def has(found: Any, expected: Any) -> bool:
    """Whether an answer has what is expected."""
    if isinstance(expected, dict):
        there = {key: one for key, one in expected.items() if one != "NONE"}
        gone = expected.keys() - there.keys()
        return (
            not gone & found.keys()
            and there.keys() <= found.keys()
            and all(has(found[key], one) for key, one in there.items())
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(has, found, expected))
    if isinstance(expected, str) and isinstance(found, str):
        return re.fullmatch(re.escape(expected).replace("…", ".*"), found, re.DOTALL) is not None
    return bool(found == expected)


def filled(value: Any, last: str, own: Path) -> Any:
    """Fields or an answer, with the texts that are meant."""
    if isinstance(value, dict):
        return {key: filled(one, last, own) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, last, own) for one in value]
    if isinstance(value, str):
        return value.replace("TACTIC", TACTIC).replace("ANSWER", last).replace("OWN", str(own))
    return value


@pytest.mark.parametrize("title", DIALOGUES)
def test_dialogue(title: str, tmp_path: Path) -> None:
    desk, last = Desk(tmp_path), ""
    *questions, files = DIALOGUES[title]
    for name, fields, status, expected in questions:
        found_status, found = desk.ask(name, **filled(fields, last, desk.own))
        assert found_status == status, found
        assert has(found, filled(expected, last, desk.own)), (name, found)
        last = str(found.get("text", last))
    assert desk.files() == set(files.split())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


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
    looks = "ttt_asp.extensions.workbench.writing._refuse_taken"
    monkeypatch.setattr(looks, lambda *_: None)  # as if it was not there yet
    status, found = desk.ask("strategy_save", **{**mine, "term": "first(corner, any)"})
    assert (status, found["exists"]) == (400, True)
    assert (desk.own / "race.lp").read_bytes() == before


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
