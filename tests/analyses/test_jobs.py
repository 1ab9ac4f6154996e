"""Many proofs at once: the same answers whoever gives them, none lost, none twice."""

import json
import os
import pickle
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import HANGS, Run, Start, at_work, ended, until

from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, catch_interrupts, interrupted
from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.processes.jobs import Task, answer_task, results_of, workers
from ttt_asp.limits import Limits, ProgressReport

QUESTIONS = [
    Question("x never loses", {"x": "good_for_x"}),
    Question("o never loses", {"o": "good_for_o"}),
    Question("o never loses", {"o": "careful_o"}),
    Question("always tie", {"x": "defend", "o": "any"}),
]
TASKS = [Task(question, "explicit") for question in QUESTIONS]
ANSWERS = ["proved", "refuted", "proved", "incomplete"]


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


def test_tasks_are_answered_in_order_in_this_process() -> None:
    told: list[ProgressReport] = []
    assert [one.verdict for one in results_of(answer_task, TASKS, None, told.append)] == ANSWERS
    assert told == [ProgressReport("tasks", number, 4) for number in range(4)]


@pytest.mark.slow
def test_any_executor_gives_the_same_answers(processes: Executor) -> None:
    for executor in (processes, ThreadPoolExecutor(2)):
        found = list(executor.map(answer_task, TASKS))
        assert [one.verdict for one in found] == ANSWERS
        for question, verdict in zip(QUESTIONS[:3], found, strict=False):
            roles = [question.roles.get(role, "any") for role in "xo"]
            assert verdict.positions == oracle.explore(oracle.Board(), *roles).positions


def test_errors_come_back_whole(processes: Executor) -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody") as caught:
        wrong_task = Task(Question("x never loses", {"x": "nobody"}))
        list(results_of(answer_task, [TASKS[0], wrong_task], processes))
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
def test_commands_say_the_same_with_several_processes(run: Run) -> None:
    asked = ("matrix", "good_for_x", "defend", "--json")
    assert run(*asked) == run(*asked, "--jobs", "2")
    rows = json.loads(
        run("prove", "nakas.toml", "--engine", "explicit", "--jobs", "2", "--json").out
    )
    assert [row["verdict"] for row in rows] == ["proved", "proved", "refuted", "proved"]
    assert rows[2]["blunder"]["move"] == 4


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_cluster_whose_worker_is_killed(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    client = distributed.Client

    def patiently(address: str, **options: object) -> object:
        """On a busy machine a scheduler that is there answers late."""
        return client(address, **(options | {"timeout": HANGS}))

    monkeypatch.setattr(distributed, "Client", patiently)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(processes=True, silence_logs=50, **options) as cluster:
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


def children_of(process: int) -> list[str]:
    """Wait until a process has those that it starts: two that work, and one that cleans up."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    until(lambda: len(listed.read_text().split()) == 3)
    return listed.read_text().split()


@pytest.mark.slow
@pytest.mark.parametrize("kill", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_one_that_gave_the_work(kill: signal.Signals, start: Start) -> None:
    process = start("matrix", "-j", "2", "-c", "rows=5", "-c", "cols=5", "-c", "line=5")
    children = children_of(process.pid)
    process.send_signal(kill)
    process.wait(HANGS)
    until(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()])


@pytest.mark.slow
def test_interrupted_processes_leave_nothing_behind(start: Start) -> None:
    process = start("matrix", "-j", "2", "-c", "rows=4", "-c", "cols=4", "-c", "line=4")
    children_of(process.pid)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(
        r"unknown: interrupted( while reading|; so far: \d+ of \d+ matches)\n", done.err
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
def test_an_interrupted_bench_says_how_far_it_came(start: Start) -> None:
    process = start("bench", "--runs", "1000")
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(r"unknown: interrupted; so far: \d+ of 18 rows\n", done.err)
