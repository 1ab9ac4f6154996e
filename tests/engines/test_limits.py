"""Ctrl-C and time limits end any proof with `unknown`."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import Start, at_work, ended, tactic
from tables import contents

from ttt_asp import prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired
from ttt_asp.programs.program import play_program
from ttt_asp.solving.ground import Ground
from ttt_asp.solving.run import Run

# 4x4 is done before anybody could press Ctrl-C
BOARD = ("-c", "rows=4", "-c", "cols=5", "-c", "line=4")
SOLVING = ("o never loses", "--o", "spoiler", *BOARD)
GROUNDING = ("x never loses", "-c", "rows=60", "-c", "cols=60")
READING = ("x never loses", "-c", "rows=1000", "-c", "cols=1000")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["prove", "prove --json", "solve"])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_ctrl_c(question: tuple[str, ...], command: str, start: Start) -> None:
    asked = question[question.index("-c") :] if command == "solve" else question
    process = start(*command.split(), *asked)
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.status == 130 and "Traceback" not in done.err, done.err
    # on stderr where it came before the work
    assert (
        "unknown (interrupted" in done.out
        or "unknown: interrupted" in done.err
        or json.loads(done.out)["reason"].startswith("interrupted")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "more"), [(SOLVING, ()), (GROUNDING, ()), (READING, ("--json",))]
)
def test_time_limit(question: tuple[str, ...], more: tuple[str, ...], start: Start) -> None:
    done = ended(start("prove", *question, "--time-limit", "1", *more))
    assert done.status == 3 and "Traceback" not in done.err, done.err
    if more:
        answer = json.loads(done.out)
        assert answer["verdict"] == "unknown" and "time limit" in answer["reason"]
    else:
        assert f"{question[0]}: unknown (the time limit of 1 s was reached" in done.out


# clasp takes minutes to prepare what this grounds to, in the thread that asks it to solve
PREPARING = contents("engines/limits_preparing.lp")


@pytest.mark.slow
@pytest.mark.parametrize("limit", [True, False])
def test_while_clasp_prepares(limit: bool, start: Start, tmp_path: Path) -> None:
    tactic(tmp_path, "s", PREPARING)
    question = ["prove", "x never loses", "--x", "first(s, any)", "-S", tmp_path]
    question += ["--engine", "bounded"]
    process = start(*question, *(["--time-limit", "6"] if limit else []))
    if not limit:
        at_work(process)
        process.send_signal(signal.SIGINT)
    done = ended(process)
    assert (done.status, done.err) == (3 if limit else 130, "")
    why = "the time limit of 6 s was reached" if limit else "interrupted"
    assert done.out.startswith(f"x never loses: unknown ({why})\n")


def test_a_solver_that_does_not_return_is_left_behind() -> None:
    class Busy:
        """A solver that hears of nothing."""

        released = threading.Event()

        def __getattr__(self, name: str) -> Any:
            if name == "solve":
                return lambda *_, **__: self.released.wait()
            raise RuntimeError(f"{name} not (yet) available")

    problem = read(Question("x never loses", {"x": "good_for_x"}), Deadline())
    run = Run(play_program(problem, 9), Deadline(0.1))
    run._ground = Ground(Busy(), run.deadline)  # type: ignore[arg-type]
    try:
        with pytest.raises(Expired, match=r"the time limit of 0\.1 s was reached"):
            run.ask("violated")
        assert run.statistics() == {}
        assert prove("x never loses", x="good_for_x")  # what comes after does not wait for it
    finally:
        Busy.released.set()


def test_who_waits_in_a_thread_that_is_left_behind_stops_too() -> None:
    deadline, release = Deadline(), threading.Event()
    found: list[BaseException] = []

    def inner() -> None:
        try:
            deadline.run(release.wait)
        except Expired as error:
            found.append(error)

    waiting = threading.Thread(target=inner)
    waiting.start()
    deadline.ended.append(INTERRUPTED)
    waiting.join()
    release.set()
    assert [str(error) for error in found] == ["interrupted"]
