"""The page as files: what is written, what its package answers alone, and who may do what there."""

import base64
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Run, write
from inside import ASP, STRATEGIES
from tables import constant, tabled
from transcripts import run as typed
from workbench_server import answered

from ttt_asp.deadline import threadless
from ttt_asp.extensions.workbench import answering
from ttt_asp.extensions.workbench.answering import ANSWERS, answer_page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page whose runtime is elsewhere."""
    folder = tmp_path_factory.mktemp("site") / "page"
    status, printed = typed(f"ttt-asp workbench --static {folder}")
    assert status == 0, printed
    return folder


def site_data(folder: Path) -> dict[str, Any]:
    """What the page's script knows of its files."""
    first = (folder / "workbench.js").read_text("utf-8").split("\n", 1)[0]
    data: dict[str, Any] = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))
    return data


def test_the_command_writes_a_page(tmp_path: Path, run: Run, site: Path) -> None:
    folder = tmp_path / "page"
    done = run("workbench", "--static", folder)
    assert (done.status, f"-d {folder}" in done.out) == (0, True), done
    files = {p.name: p.read_bytes() for p in folder.iterdir()}
    assert sum(map(len, files.values())) < 1_500_000
    # a page is replaced by one with the same package
    assert run("workbench", "--static", folder).status == 0
    again = {p.name: p.read_bytes() for p in folder.iterdir()}
    assert again.keys() == files.keys() and again["ttt_asp.zip"] == files["ttt_asp.zip"]
    assert again["offline.js"] != files["offline.js"] or again == files


def test_another_page_that_works_offline_is_not_written_over(tmp_path: Path, run: Run) -> None:
    (tmp_path / "index.html").write_text("mine")
    (tmp_path / "offline.js").write_text("self.addEventListener('fetch', () => {});")
    done = run("workbench", "--static", tmp_path)
    assert (done.status, "there are other files in" in done.err) == (2, True), done
    assert (tmp_path / "index.html").read_text() == "mine"


def test_nothing_runs_but_what_is_the_pages_own(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0].replace(
        "&#39;", "'"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    data = site_data(site)
    frame = re.findall(r"<script>(.*)</script>", data["frame"], re.DOTALL)[0].encode()
    digest = base64.b64encode(hashlib.sha256(frame).digest()).decode()
    scripts = f"'self' blob: 'wasm-unsafe-eval' 'sha256-{digest}'"
    assert (rules["default-src"], rules["script-src"]) == ("'none'", scripts)
    assert rules["connect-src"].startswith("'self' https://cdn.jsdelivr.net/npm/pyodide@314")
    assert "unsafe-inline" not in policy and "unsafe-eval" not in policy.replace(
        "wasm-unsafe-eval", ""
    )
    assert re.findall(r"<script[^>]*>([^<]*)", page) == [""]
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert "default-src 'none'" in data["frame"] and "connect-src" not in data["frame"]
    assert data["frame"].count("<script") == data["frame"].count("</script") == 1
    assert '"sandbox", "allow-scripts")' in (site / "workbench.js").read_text("utf-8")


def test_what_is_loaded_is_pinned(site: Path) -> None:
    parts = {part["name"]: part for part in site_data(site)["parts"]}
    assert {"pyodide.asm.wasm", "python_stdlib.zip", "ttt_asp.zip"} < parts.keys()
    digest = hashlib.sha256((site / "ttt_asp.zip").read_bytes()).digest()
    assert parts["ttt_asp.zip"]["integrity"] == f"sha256-{base64.b64encode(digest).decode()}"
    for part in parts.values():
        assert re.fullmatch(r"sha256-[\w+/]{43}=", part["integrity"])
        assert "314.0.7" in part["address"] or part["name"] == "ttt_asp.zip"
    assert {name.split("-")[0] for name, part in parts.items() if part["later"]} == {
        "numpy", "igraph", "texttable",
    }  # fmt: skip


def test_an_answer_may_take_as_long_as_a_slow_telephone(
    site: Path, tmp_path: Path, run: Run
) -> None:
    assert site_data(site)["seconds"] == 60
    assert run("workbench", "--static", tmp_path / "page", "--time-limit", "7").status == 0
    assert site_data(tmp_path / "page")["seconds"] == 7


def test_a_runtime_is_copied(tmp_path: Path, run: Run, site: Path) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    names = [p["name"] for p in site_data(site)["parts"] if p["name"] != "ttt_asp.zip"]
    done = run("workbench", "--static", tmp_path / "page", "--runtime", runtime)
    assert (done.status, "there is no pyodide.mjs in" in done.err) == (2, True)
    assert not (tmp_path / "page").exists()
    for name in names:
        if not name.startswith("numpy"):
            (runtime / name).write_bytes(name.encode())
    assert run("workbench", "--static", tmp_path / "page", "--runtime", runtime).status == 0
    parts = {p["name"]: p for p in site_data(tmp_path / "page")["parts"]}
    assert all(p["address"] == f"runtime/{n}" for n, p in parts.items() if n != "ttt_asp.zip")
    assert not any(name.startswith("numpy") for name in parts)
    assert "https:" not in (tmp_path / "page" / "index.html").read_text("utf-8")


@tabled()
def test_what_is_no_page_of_files(typed: tuple[str, ...], said: str, tmp_path: Path, run: Run,
                                  monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.txt").write_text("mine")
    (tmp_path / "own.lp").write_bytes((ASP / "games" / "chomp.lp").read_bytes())
    done = run("workbench", *(word.replace("HERE", str(tmp_path)) for word in typed))
    assert (done.status, said in done.err) == (2, True), done
    assert {p.name for p in tmp_path.iterdir()} == {"kept.txt", "own.lp"}


# The package of the page alone, as a browser has it: what the page asks first is answered alike.
ALONE: str = constant(__file__, "ALONE")


def test_the_package_of_the_page_is_enough(site: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(site / "ttt_asp.zip") as archive:
        archive.extractall(tmp_path / "package")
    data = site_data(site)
    asked = [
        *((one["name"], one["fields"]) for one in data["first"]),
        ("repair", {"claim": "o never loses", "roles": {"o": "good_for_o"}}),
        ("invent", {"claim": "x can win", "roles": {"x": "first(?, any)"}}),
        ("judge", {"claim": "o never loses", "roles": {}, "position": "x../.../..."}),
        ("export", {"claim": "o never loses", "roles": {}, "kind": "report"}),
        *(("prove", {k: one[k] for k in ("claim", "roles", "game", "const")})
          for one in data["first"][0]["answer"]["exercises"] if one["id"][0] != "6"),
    ]  # fmt: skip
    common = {"game": "tictactoe", "const": {}, "seconds": HANGS, "files": {}}
    questions = [{"name": name, "fields": fields, **common} for name, fields in asked]
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path / "package")], input=json.dumps(questions),
        capture_output=True, text=True, timeout=HANGS, cwd=tmp_path,
        env={**os.environ, "TTT_ASP_THREADLESS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["status"] for one in answers] == [200] * len(asked), answers
    for one, prepared in zip(answers, data["first"], strict=False):
        for timed in (one["answer"], prepared["answer"]):
            timed.pop("seconds", None)
            timed.pop("writes", None)
        assert one["answer"] == prepared["answer"]
    for changed in answers[len(data["first"]) :][:2]:
        assert changed["answer"]["results"]


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Questions are answered as in the page, with its files in a folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTT_ASP_THREADLESS", "1")
    monkeypatch.delattr(os, "link")
    threadless.cache_clear()
    answering._setting.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    threadless.cache_clear()


def asked(question_name: str, files: dict[str, str], **fields: Any) -> dict[str, Any]:
    common = {"game": "tictactoe", "const": {}, "seconds": HANGS}
    question = {"name": question_name, "fields": fields, "files": files, **common}
    answer: dict[str, Any] = json.loads(answer_page(json.dumps(question)))
    return answer


def test_files_go_in_and_out(inside: Path) -> None:
    saved = asked(
        "strategy_save", {}, name="mine", role="o", term="first(center, any)", doc="Mine."
    )
    assert saved["status"] == 200 and set(saved["files"]) == {"mine.lp"}
    claim = {"claim": "o never loses", "roles": {"o": "mine"}}
    assert asked("prove", saved["files"], **claim)["answer"]["verdict"] == "refuted"
    gone = asked("prove", {}, **claim)
    assert gone["status"] == 400 and gone["files"] == {}


@pytest.mark.parametrize(
    "name", ["../out.lp", "/out.lp", "tactics/../../out.lp", "a/../../../out.lp"]
)
def test_no_file_gets_out_of_its_folder(name: str, inside: Path) -> None:
    asked("start", {name: "strategy(out, any)."})
    found = {p.relative_to(inside).as_posix() for p in inside.rglob("*") if p.is_file()}
    assert found and all(path.startswith("saved/") for path in found)


def test_what_a_large_board_needs_is_named(inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setitem(ANSWERS, "prove", missing)
    assert asked("prove", {}, claim="o never loses") == {"needs": "numpy"}


BOT: str = constant(__file__, "BOT")
PERFECT: str = constant(__file__, "PERFECT")


def bot(text: str, **fields: Any) -> dict[str, Any]:
    given = {"claim": "o never loses", "role": "o", "roles": {}, **fields}
    return asked("bot", {}, text=text, **given)


def test_is_my_bot_unbeatable(inside: Path) -> None:
    beaten = bot(BOT)["answer"]
    assert beaten["verdict"] == "refuted" and "o, playing function your_bot" in beaten["sentence"]
    assert beaten["strip"][-1]["lines"] and beaten["how"].endswith("counts_from=0)\n")
    assert bot(PERFECT)["answer"]["verdict"] == "proved"
    # what is guessed can be put right by who pasted it
    lines = "\nfrom ttt_asp.bots import adapt\nmove = adapt(get_move, marks='XO ')\n"
    unclear = "def get_move(board, mark):\n    return board.index(' ')\n"
    assert bot(unclear)["answer"]["verdict"] == "incomplete"
    mended = bot(unclear + lines)["answer"]
    assert (mended["verdict"], mended["how"]) == ("refuted", "")
    after = asked("bot_move", {}, text=BOT, role="o", position="x../.../...")["answer"]
    assert after == {"action": "mark(cell(2,2))", "after": "x../.o./..."}


@tabled()
def test_bots_that_are_none(
    text: str, line: int, said: str, hint: str, inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())  # the page's is at its end too
    answer = bot(text)
    (error,) = answer["answer"]["errors"]
    assert (answer["status"], error["line"] or 0) == (400, line), answer
    assert said in error["message"] and hint in error.get("hint", ""), answer


def test_what_a_bot_raises_at_a_position_has_its_line(inside: Path) -> None:
    text = "def get_move(board, mark):\n    if ' ' in board:\n        return {}['x']\n    return 0"
    answer = bot(text)["answer"]
    assert answer["verdict"] == "incomplete"
    assert "raised KeyError: 'x' (your_bot.py:3), at x../.../..." in answer["sentence"]
    played = asked("bot_move", {}, text=text, role="o", position="x../.../...")
    (error,) = played["answer"]["errors"]
    assert (played["status"], error["file"], error["line"]) == (400, "text", 3)
    assert error["message"] == "it raised KeyError: 'x'"


@pytest.mark.parametrize("question", ["bot", "bot_move"])
def test_a_server_runs_no_bot(question: str, tmp_path: Path) -> None:
    text = f"open({str(tmp_path / 'was_here')!r}, 'w')\ndef get_move(board, mark): return 0"
    status, answer = answered(question, {"text": text, "claim": "o never loses", "role": "o"})
    assert (status, answer["errors"][0]["message"]) == (400, "a server runs no bot that is pasted")
    assert not (tmp_path / "was_here").exists()


EXERCISES = sorted((STRATEGIES / "exercises").glob("*.toml"))


def test_exercises_are_checked(run: Run) -> None:
    assert len(EXERCISES) == 8
    done = run("check", STRATEGIES / "exercises")
    solved = "exercise, ok (solved by its solution, not at the start)"
    assert (done.status, done.out.count(solved)) == (0, 8)


@tabled()
def test_an_exercise_with_a_mistake_is_refused(
    name: str, old: str, new: str, said: str, run: Run, tmp_path: Path
) -> None:
    """Something stands in place of a text of the first exercise, or behind all of it."""
    text = EXERCISES[0].read_text("utf-8")
    changed = text.replace(old, new) if old else f"{text}{new}"
    done = run("check", write(tmp_path / "exercises" / f"{name}.toml", changed))
    assert (done.status > 0, said in done.err) == (True, True), done


@pytest.mark.parametrize("old, new, said", [
    ("= 3", f"= {'3' * 5000}", "cannot be read as TOML: Exceeds"),
    ("[roles]", f"b = {'[' * 5000}", "cannot be read as TOML: maximum recursion"),
], ids=["number", "deep"])  # fmt: skip
def test_an_exercise_that_no_reader_of_toml_bears_is_refused(
    old: str, new: str, said: str, run: Run, tmp_path: Path
) -> None:
    changed = EXERCISES[0].read_text("utf-8").replace(old, new)
    done = run("check", write(tmp_path / "exercises" / "some.toml", changed))
    assert (done.status > 0, said in done.err) == (True, True), done
