"""Processes: the program's start, and those of calls from Python with a time limit."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import venv
import zipfile
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Any

import oracle
import pytest
from conftest import HANGS, Run, Start, at_work, ended, tactic, take_interrupts
from tables import constant, tabled

import ttt_asp
from ttt_asp import __version__
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, catch_interrupts, interrupted
from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.processes import worker_process
from ttt_asp.extensions.processes.jobs import Task, answer_task, results_of, workers
from ttt_asp.limits import Limits
from ttt_asp.progress_report import ProgressReport

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
    threads = threading.active_count()
    found = ttt_asp.prove("x never loses", const=ENDLESS, time_limit=1)
    assert (found.verdict, found.stopped) == ("unknown", "time")
    assert threading.active_count() == threads
    assert [process.poll() is None for process in processes] == [False]
    assert ttt_asp.prove("x never loses", x="good_for_x", time_limit=MANY)
    assert [process.poll() is None for process in processes] == [False, True]


def test_calls_at_once(processes: list[subprocess.Popen[bytes]]) -> None:
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
    at_work_itself(worker)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.err == ""
    first, second, third = done.out.splitlines()
    assert (first, int(second) != worker, third) == ("unknown interrupted", True, "proved")
    assert not Path(f"/proc/{worker}").exists()


def at_work_itself(worker: int) -> None:
    """Wait until a process that is no child of this one has computed for a while."""
    while True:
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= 2:
            return
        threading.Event().wait(0.01)


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


# --- many proofs at once: the same answers whoever gives them, none lost, none twice --------------


QUESTIONS = [
    Question("x never loses", {"x": "good_for_x"}),
    Question("o never loses", {"o": "good_for_o"}),
    Question("o never loses", {"o": "careful_o"}),
    Question("always tie", {"x": "defend", "o": "any"}),
]
TASKS = [Task(question, "explicit") for question in QUESTIONS]
ANSWERS = ["proved", "refuted", "proved", "incomplete"]


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


def test_in_this_process() -> None:
    told: list[ProgressReport] = []
    assert [one.verdict for one in results_of(answer_task, TASKS, None, told.append)] == ANSWERS
    assert told == [ProgressReport("tasks", number, 4) for number in range(4)]


@pytest.mark.slow
def test_any_executor(pool: Executor) -> None:
    for executor in (pool, ThreadPoolExecutor(2)):
        found = list(executor.map(answer_task, TASKS))
        assert [one.verdict for one in found] == ANSWERS
        for question, verdict in zip(QUESTIONS[:3], found, strict=False):
            roles = [question.roles.get(role, "any") for role in "xo"]
            assert verdict.positions == oracle.explore(oracle.Board(), *roles).positions


def test_errors_come_back_whole(pool: Executor) -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody") as caught:
        wrong_task = Task(Question("x never loses", {"x": "nobody"}))
        list(results_of(answer_task, [TASKS[0], wrong_task], pool))
    (diagnostic,) = caught.value.diagnostics
    assert str(diagnostic.location) == "roles x:1:1"


def test_limits_start_their_clock_with_the_work() -> None:
    old = Limits(Deadline(HANGS, started=time.monotonic() - 2 * HANGS))
    assert pickle.loads(pickle.dumps(old)).deadline.elapsed < HANGS
    assert answer_task(Task(QUESTIONS[0], "explicit", old)).verdict == "proved"
    late = Limits(Deadline(0.0))
    assert answer_task(Task(QUESTIONS[0], "explicit", late)).verdict == "unknown"


def _die(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_killed_process_is_said() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(InputError, match="a process was killed before its work was done"),
    ):
        list(results_of(_die, range(4), executor))


@pytest.mark.slow
def test_the_commands(run: Run) -> None:
    asked = ("matrix", "good_for_x", "defend", "--json")
    assert run(*asked) == run(*asked, "--jobs", "2")
    rows = json.loads(
        run("prove", "nakas.toml", "--engine", "explicit", "--jobs", "2", "--json").out
    )
    assert [row["verdict"] for row in rows] == ["proved", "proved", "refuted", "proved"]
    assert rows[2]["blunder"]["move"] == 4


@pytest.mark.slow
def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    client = distributed.Client

    def soon(address: str, **options: object) -> object:
        return client(address, **(options | {"timeout": 0.2}))

    monkeypatch.setattr(distributed, "Client", soon)
    for address in ("nonsense://x", "tcp://127.0.0.1:1"):
        with pytest.raises(InputError, match="there is no scheduler at"), workers(1, address):
            raise wrong("never reached")


def _mark(task: tuple[str, int, str]) -> int:
    """Leave a note of each attempt; the first worker to come kills itself."""
    folder, number, _ = task
    Path(folder, f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    try:
        Path(folder, "dead").touch(exist_ok=False)
    except FileExistsError:
        return number * number
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_cluster_whose_worker_is_killed(tmp_path: Path, run: Run) -> None:
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(pool=True, silence_logs=50, **options) as cluster:
        address = cluster.scheduler_address
        with workers(1, address) as executor:
            tasks = [(str(tmp_path), number, "") for number in range(12)]
            assert list(results_of(_mark, tasks, executor)) == [n * n for n in range(12)]
            tried = {int(path.name.split("-")[0]) for path in tmp_path.glob("*-*")}
            assert tried == set(range(12))
            assert (tmp_path / "dead").exists()
            found = list(results_of(answer_task, TASKS, executor))
            assert [one.verdict for one in found] == ANSWERS
        assert run("prove", "nakas.toml", "--scheduler", address).status == 0


@pytest.mark.slow
def test_interrupted_processes_leave_nothing_behind(start: Start) -> None:
    process = start("matrix", "-j", "2", "-c", "rows=4", "-c", "cols=4", "-c", "line=4")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    begun = time.monotonic()
    while len(children.read_text().split()) < 3:  # two that work, and one that cleans up
        assert time.monotonic() - begun < HANGS, "it starts no pool"
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(
        r"unknown: interrupted( while reading|; so far: 0 of \d+ matches)\n", done.err
    )


class _Interrupting(ThreadPoolExecutor):
    """Takes tasks, and Ctrl-C comes while it takes the first."""

    def submit(self, *work: Any, **named: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        return super().submit(*work, **named)


def test_ctrl_c_while_processes_start(interruptible: None) -> None:
    with _Interrupting(1) as executor, catch_interrupts():
        with pytest.raises(KeyboardInterrupt):
            list(results_of(answer_task, TASKS[:1], executor))
        assert interrupted()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with _Interrupting(1) as executor, catch_interrupts():
        assert [one.verdict for one in results_of(answer_task, TASKS[:1], executor)] == ANSWERS[:1]


@pytest.mark.slow
def test_an_interrupted_bench(start: Start) -> None:
    process = start("bench", "--runs", "1000")
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(r"unknown: interrupted; so far: \d+ of 18 rows\n", done.err)
