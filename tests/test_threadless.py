"""Without threads and processes, as in a browser, answers are the same, and limits hold."""

import json
import math
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import HANGS, Run, Start, at_work, ended, tactic
from tables import constant, contents

import ttt_asp
from ttt_asp import prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired, threadless
from ttt_asp.extensions.processes.jobs import ask
from ttt_asp.limits import Limits
from ttt_asp.programs.program import play_program
from ttt_asp.solving import ground as grounding
from ttt_asp.solving.ground import Found, Ground, ground, next_slice
from ttt_asp.solving.run import Run as Search

# Holes, and a pigeon more than holes: no answer set, which takes long to see.
PIGEONS = "{{ in(P,1..{0}) }} = 1 :- P = 1..{0}+1. :- in(P,H), in(Q,H), P < Q."
# On a chess board eight queens stand unthreatened in 92 ways.
QUEENS = """{ q(R,1..8) } = 1 :- R = 1..8.
:- q(R,C), q(S,D), R < S, 1 { C = D; C-D = R-S; C-D = S-R }."""
INLINE = {**os.environ, "TTT_ASP_THREADLESS": "1"}


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here there are no threads, no processes, and slices of a few conflicts."""

    def none(*_: object, **__: object) -> None:
        raise AssertionError("there are no threads and no processes")

    monkeypatch.setenv("TTT_ASP_THREADLESS", "1")
    monkeypatch.setattr(threading.Thread, "start", none)
    monkeypatch.setattr(subprocess.Popen, "__init__", none)
    monkeypatch.setattr(grounding, "_SLICE", 3)
    threadless.cache_clear()
    yield
    monkeypatch.undo()
    threadless.cache_clear()


@pytest.mark.usefixtures("inline")
def test_slices_find_what_one_search_finds() -> None:
    found: list[str] = []
    queens = ground(QUEENS, options=["0"])
    assert queens.search(lambda model: found.append(str(model))).over
    assert len(found) == len(set(found)) == 92
    program = ground("{ p(1..6) }. :- #sum { X: p(X) } != 10. #show p/1.", options=["0"])
    assert not program.search(lambda _: False).over
    none = ground(PIGEONS.format(6))
    end = none.search(lambda _: True)
    conflicts = int(none.control.statistics["solving"]["solvers"]["conflicts"])
    assert (end.over, end.none) == (True, True)
    assert end.before > 100 and conflicts > 3
    assumed = [(symbol, True) for symbol in program.symbols("p", 1)]
    assert len(program.search(lambda _: True, assumed).core) > 0
    stopped = ground(PIGEONS.format(9), options=["--solve-limit=50"]).search(lambda _: True)
    assert stopped == Found(over=False, none=False)


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize(("options", "number"), [([], 1), (["1"], 1), (["5"], 5)])
def test_a_number_of_models_ends_a_search_in_slices(options: list[str], number: int) -> None:
    found: list[str] = []
    queens = ground(QUEENS, Deadline(HANGS), options)
    assert not queens.search(lambda model: found.append(str(model))).over
    assert len(found) == number


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("mode", ["opt", "optN"])
def test_costs_over_slices_fall_and_no_optimum_comes_twice(mode: str) -> None:
    """As they do where one search goes on: whoever takes them counts the best ones."""
    taken: list[tuple[bool, int, str]] = []
    program = ground(
        f"{QUEENS} #minimize {{ C*R,R : q(R,C), R < 4 }}.", options=["0", f"--opt-mode={mode}"]
    )
    assert program.search(
        lambda model: taken.append((model.optimality_proven, model.cost[0], str(model)))
    ).over
    costs = [cost for proven, cost, _ in taken if not proven]
    assert costs == sorted(set(costs), reverse=True) and costs[-1] == 14
    assert len(taken) == len(set(taken))
    assert len(taken) - len(costs) == (2 if mode == "optN" else 0)


def test_no_slice_takes_much_longer_than_the_time_left() -> None:
    assert next_slice(40_000, 4.0, math.inf) == next_slice(40_000, 4.0, 60.0) == 60_000
    assert next_slice(40_000, 4.0, 1.0) == 12_000  # 10,000 at this pace, and the least
    assert next_slice(40_000, 4.0, 0.0) == 2000
    assert next_slice(2000, 0.0, 1.0) == 3000


@pytest.mark.usefixtures("inline")
def test_an_optimum_is_found_over_slices() -> None:
    costs: list[int] = []
    pick = "1 { p(1..9) }. :- p(X), p(Y), X < Y, (X*Y) \\ 3 = 1. #minimize { 10-X: p(X) }."
    program = ground(pick, options=["0", "--opt-mode=opt"])
    assert program.search(lambda model: costs.append(model.cost[0])).over
    assert costs[-1] == min(costs) == 1


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("first", [True, False])
def test_a_time_limit_ends_a_search_in_slices(first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second is over whenever somebody looks at the clock: this leaves time to ground it."""
    clock = SimpleNamespace(monotonic=map(float, count()).__next__)
    monkeypatch.setattr("ttt_asp.deadline.time", clock)
    program = ground(PIGEONS.format(11), Deadline(90.0, started=0.0))
    with pytest.raises(Expired, match=r"the time limit of 90 s was reached"):
        program.first() if first else program.search(lambda _: True)
    assert program.control.configuration.solve.solve_limit == "umax,umax"  # type: ignore[union-attr]


@pytest.mark.usefixtures("inline")
def test_a_limit_on_memory_ends_a_search_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter(range(0, 10**9, 10**6))
    monkeypatch.setattr("ttt_asp.deadline.resident", lambda: next(sizes))
    with pytest.raises(Expired, match="the limit of 5 MB was reached"):
        ground(PIGEONS.format(11), Deadline(memory=5 * 10**6)).search(lambda _: True)


def test_ctrl_c_between_slices_ends_the_search(interruptible: None, inline: None) -> None:
    number = 0

    def soon(_: object) -> bool:
        nonlocal number
        number += 1
        if number == 20:
            os.kill(os.getpid(), signal.SIGINT)
        return True

    with pytest.raises(KeyboardInterrupt):
        ground("{ p(1..20) }.", options=["0"]).search(soon)


ASKED: list[tuple[str, dict[str, str], dict[str, str]]] = constant(__file__, "ASKED")


@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
@pytest.mark.parametrize(("claim", "roles", "const"), ASKED)
def test_every_engine_answers_as_it_does_with_threads(
    engine: str, claim: str, roles: dict[str, str], const: dict[str, str],
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    question = Question(claim, roles, const=const)

    def answer() -> dict[str, Any]:
        data = ask(question, engine, Limits(Deadline(HANGS)))[1].as_json()
        return {key: data.get(key) for key in ("verdict", "reason", "outcomes")}

    threaded = answer()
    request.getfixturevalue("inline")
    assert answer() == threaded


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
def test_a_time_limit_ends_each_engine(engine: str) -> None:
    const = {"rows": "5", "cols": "5", "line": "5"}
    question = Question("o never loses", {"o": "spoiler"}, const=const)
    verdict = ask(question, engine, Limits(Deadline(0.5), max_positions=None))[1]
    data = verdict.as_json()
    assert data["verdict"] == "unknown" and "time limit of 0.5 s" in data["reason"]


@pytest.mark.usefixtures("inline")
def test_python_is_answered_within_a_limit() -> None:
    assert ttt_asp.prove("x never loses", x="good_for_x", time_limit=HANGS)
    repaired = ttt_asp.repair("o never loses", o="good_for_o", time_limit=HANGS)
    assert repaired.strategy and ttt_asp.prove("o never loses", o=repaired.strategy)


REFUSED: list[tuple[str, ...]] = constant(__file__, "REFUSED")


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("typed", REFUSED)
def test_what_needs_processes_is_refused_in_a_sentence(typed: tuple[str, ...], run: Run) -> None:
    done = run(*typed)
    assert done.status == 2, done
    said = " ".join(done.err.split())
    assert "processes, and there are none in a browser" in said, said
    assert "install ttt-asp on a machine, and run it there" in said


# No machine ends this in seconds.
LARGE = ("-c", "rows=5", "-c", "cols=5", "-c", "line=5", "--max-positions", "999999999")
LONG = ("o never loses", "--o", "spoiler", *LARGE)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [True, False])
def test_the_command_line_works_without_threads(limit: bool, start: Start) -> None:
    more = ["--time-limit", "2"] if limit else []
    process = start("prove", *LONG, *more, env=INLINE)
    if not limit:
        at_work(process)
        process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.status == (3 if limit else 130), done
    why = "unknown (the time limit of 2 s was reached" if limit else "interrupted"
    assert why in done.out + done.err and "Traceback" not in done.err, done


@pytest.mark.parametrize("work", [lambda: 1, lambda: threadless()])
def test_else_there_are_threads(work: Callable[[], object]) -> None:
    threads = [threading.current_thread()]
    Deadline().run(lambda: threads.append(threading.current_thread()))
    assert threads[0] is not threads[1]


# --- ctrl-C and time limits end any proof with `unknown` ------------------------------------------


# 4x4 is done before anybody could press Ctrl-C
BOARD = ("-c", "rows=4", "-c", "cols=5", "-c", "line=4")
SOLVING = ("o never loses", "--o", "spoiler", *BOARD)
GROUNDING = ("x never loses", "-c", "rows=60", "-c", "cols=60")
READING = ("x never loses", "-c", "rows=1000", "-c", "cols=1000")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["prove", "prove --json", "solve"])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_ctrl_c_ends_a_command_without_threads(
    question: tuple[str, ...], command: str, start: Start
) -> None:
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
    ("question", "more"), [(LONG, ()), (GROUNDING, ()), (READING, ("--json",))]
)
def test_a_time_limit_ends_a_command_without_threads(
    question: tuple[str, ...], more: tuple[str, ...], start: Start
) -> None:
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
def test_a_search_ends_while_clasp_prepares(limit: bool, start: Start, tmp_path: Path) -> None:
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
    assert done.out.startswith(f"x never loses: unknown ({why}")


def test_a_solver_that_does_not_return_is_left_behind() -> None:
    class Busy:
        """A solver that hears of nothing."""

        released = threading.Event()

        def __getattr__(self, name: str) -> Any:
            if name == "solve":
                return lambda *_, **__: self.released.wait()
            raise RuntimeError(f"{name} not (yet) available")

    problem = read(Question("x never loses", {"x": "good_for_x"}), Deadline())
    run = Search(play_program(problem, 9), Deadline(0.1))
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
