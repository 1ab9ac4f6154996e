"""Processes: the program's start, and those of calls from Python with a time limit."""

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from conftest import HANGS, Start, computed_long, ended, tactic, take_interrupts, until
from tables import constant, tabled

import ttt_asp
from ttt_asp import __version__
from ttt_asp.errors import InputError
from ttt_asp.extensions.processes import worker_process

# clingo grounds this for longer than any test waits, and hears of nothing meanwhile.
ENDLESS = {"rows": 1000, "cols": 1000}
MANY = 3600.0


@pytest.fixture
def more_processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started for calls, beside those that are there."""
    found: list[subprocess.Popen[bytes]] = []
    start = worker_process.started

    def started() -> subprocess.Popen[bytes]:
        found.append(start())
        return found[-1]

    monkeypatch.setattr(worker_process, "started", started)
    return found


@pytest.fixture
def processes(more_processes: list[subprocess.Popen[bytes]]) -> list[subprocess.Popen[bytes]]:
    """The processes that are started for calls, all of them."""
    worker_process._end_all()
    return more_processes


def settled(found: object) -> str:
    """What was found as text, without seconds."""
    return re.sub(r"\d+\.\d+ s", "", str(found))


@tabled()
def test_a_limit_changes_no_answer(
    function: str,
    given: list[Any],
    named: dict[str, Any],
    more_processes: list[subprocess.Popen[bytes]],
) -> None:
    """In a process that is kept from call to call."""
    call = partial(getattr(ttt_asp, function), *given, **named)
    try:
        expected = settled(call())
    except InputError as error:
        with pytest.raises(InputError, match=re.escape(str(error))):
            call(time_limit=MANY)
    else:
        assert settled(call(time_limit=MANY)) == expected
    assert len(more_processes) <= 1


def test_constants_may_be_any_mapping(more_processes: list[subprocess.Popen[bytes]]) -> None:
    const = MappingProxyType({"rows": 2})
    assert ttt_asp.matrix(["any"], const=const, time_limit=MANY).scores


def test_the_process_is_kept(processes: list[subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """Also after errors; where the work is done does not hang on where it began."""
    with pytest.raises(InputError, match="is not a quantifier") as caught:
        ttt_asp.prove("x nver loses", time_limit=MANY)
    assert caught.value.diagnostics[0].message.startswith("'x nver loses' is not a claim")
    tactic(tmp_path / "own", "mine", "suggests(mine,P,mark(C)) :- role(P), free(C).")
    before = Path.cwd()
    try:
        os.chdir(tmp_path)
        found = ttt_asp.prove("x can win", x="mine", strategies="own", time_limit=MANY)
    finally:
        os.chdir(before)
    assert (found.verdict, found.roles["x"]) == ("proved", "mine")
    assert len(processes) == 1
    assert processes[0].poll() is None


def test_an_expired_call_leaves_nothing_behind(processes: list[subprocess.Popen[bytes]]) -> None:
    threads = {*threading.enumerate()}  # those that other tests have left may end meanwhile
    found = ttt_asp.prove("x never loses", const=ENDLESS, time_limit=1)
    assert (found.verdict, found.stopped) == ("unknown", "time")
    assert {*threading.enumerate()} <= threads
    assert [process.poll() is None for process in processes] == [False]
    assert ttt_asp.prove("x never loses", x="good_for_x", time_limit=MANY)
    assert [process.poll() is None for process in processes] == [False, True]


def test_calls_at_once_share_few_processes(processes: list[subprocess.Popen[bytes]]) -> None:
    with ThreadPoolExecutor(2) as executor:
        claims = ["x never loses", "o never loses", "x can win", "o always wins"]
        calls = [executor.submit(ttt_asp.prove, claim, time_limit=MANY) for claim in claims]
    assert [call.result().claim for call in calls] == claims
    assert len(processes) <= 2


def test_a_process_that_is_killed_is_an_error(
    processes: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = worker_process.answer

    def killed(process: subprocess.Popen[bytes], task: bytes) -> Any:
        process.kill()
        return answer(process, task)

    monkeypatch.setattr(worker_process, "answer", killed)
    with pytest.raises(InputError, match="the process was killed before its work was done"):
        ttt_asp.prove("x never loses", time_limit=MANY)
    monkeypatch.setattr(worker_process, "answer", answer)
    assert ttt_asp.prove("x can win", time_limit=MANY)
    assert len(processes) == 2


def test_ctrl_c_ends_the_process_too(start: Start) -> None:
    process = start(code=constant(__file__, "PROGRAM"))
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    until(lambda: computed_long(worker))
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.err == ""
    first, second, third = done.out.splitlines()
    assert (first, int(second) != worker, third) == ("unknown interrupted", True, "proved")
    assert not Path(f"/proc/{worker}").exists()


def test_all_that_functions_return_can_be_sent() -> None:
    for found in (ttt_asp.matrix(["any"]), ttt_asp.analogies("fork"), ttt_asp.pairing()):
        assert settled(pickle.loads(pickle.dumps(found))) == settled(found)


ROOT = Path(__file__).resolve().parents[2]


@tabled()
def test_what_a_fresh_interpreter_says(code: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=take_interrupts,
    )
    assert (done.stdout, done.stderr) == (said.replace("VERSION", __version__) + "\n", "")


@tabled()
def test_ctrl_c_while_the_program_starts(module: str) -> None:
    """It comes when a module is imported, inside of whatever imports it."""
    question = ("prove", "x never loses", "--x", "good_for_x", "--json")
    done = subprocess.run(
        [sys.executable, "-c", constant(__file__, "IMPORTING"), module, *question],
        capture_output=True,
        text=True,
        timeout=HANGS,
        preexec_fn=take_interrupts,
    )
    assert (done.returncode, done.stderr) == (130, "unknown: interrupted\n")


def run(*line: str | Path, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in line], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_claim_is_proved_from_an_installed_wheel(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"ttt_asp/py.typed", "ttt_asp/schema.json"} <= {*names}
    assert "ttt_asp/strategies/tactics/fork.lp" in names
    books = {name for name in names if name.startswith("ttt_asp/acl2/")}
    assert books == {f"ttt_asp/acl2/{book.name}" for book in (ROOT / "acl2").glob("*.lisp")}
    assert not [name for name in names if name.startswith(("tests", "asp/", "strategies/"))]

    home, empty = tmp_path / "venv", tmp_path / "empty"
    empty.mkdir()
    venv.create(home)
    pip = (sys.executable, "-m", "pip", "--python", home / "bin/python")
    run(*pip, "install", "--quiet", "--no-compile", wheel, cwd=empty)
    out = run(home / "bin/ttt-asp", "prove", "x never loses", "--x", "good_for_x", cwd=empty)
    assert out.startswith("x never loses: proved")
    assert "4 claims" in run(home / "bin/ttt-asp", "list", "claims", cwd=empty)
    code = "import ttt_asp; print(ttt_asp.__file__)"
    assert str(home) in run(home / "bin/python", "-c", code, cwd=empty)
