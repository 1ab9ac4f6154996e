"""Many proofs at once: in processes here, on a cluster, or with any executor of Python's.

Tasks are sent as plain data: names, terms and paths. Each process reads the sources itself, so on
other machines the folders of strategies have to be at the same places.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import STEP, defer_interrupts, refuse_threadless
from ttt_asp.engines.answer import answer, problem_of_play, read_question
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.errors import Location, wrong
from ttt_asp.limits import Limits, ProgressReport, Tell
from ttt_asp.verdict import Verdict

Work = TypeVar("Work")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Task:
    """A question that any process can answer.

    Attributes:
        question: the question; folders of strategies are all named, in the order of search.
        engine: the name of the engine.
        limits: on the answer; the clock starts when the work does.
    """

    question: Question
    engine: str = DEFAULT
    limits: Limits = field(default_factory=Limits)


def answer_task(task: Task) -> Verdict:
    """Answer a question; any executor can map this over questions."""
    return ask(task.question, task.engine, task.limits.afresh())[1]


def results_of(
    work: Callable[[Work], Result],
    tasks: Sequence[Work],
    executor: Executor | None,
    tell: Tell | None = None,
    kind: str = "tasks",
) -> Iterator[Result]:
    """Do every task once, and yield the results in the order of the tasks, as soon as possible.

    Args:
        work: the function that does a task, importable by name.
        tasks: plain data.
        executor: any of `concurrent.futures`, or one like these; None for one at a time here.
        tell: given a progress report after each task.
        kind: the word for the tasks in these reports.

    Raises:
        InputError: a process was killed.
    """
    if executor is None:
        for number, task in enumerate(tasks):
            if tell is not None:
                tell(ProgressReport(kind, number, len(tasks)))
            yield work(task)
        return
    with defer_interrupts():  # a process left while it is started would complain on stderr
        futures: list[Future[Result]] = [executor.submit(work, task) for task in tasks]
    try:
        for future in futures:
            while not future.done():
                wait([future], STEP)  # in steps, so that Ctrl-C is heard
                if tell is not None:
                    tell(ProgressReport(kind, sum(task.done() for task in futures), len(tasks)))
            yield future.result()
    except BrokenExecutor:
        raise wrong(
            "a process was killed before its work was done", Location.argument("jobs")
        ) from None
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def workers(jobs: int, scheduler: str | None) -> Iterator[Executor | None]:
    """Return an executor for a `with` block.

    Args:
        jobs: the number of processes here; 1 for none but this one.
        scheduler: the address of a Dask cluster's scheduler, as `tcp://host:8786`; None for none.

    Raises:
        InputError: Dask is not installed, or there is no scheduler.
    """
    if scheduler is None and jobs == 1:
        yield None
        return
    name = "jobs" if scheduler is None else "scheduler"
    refuse_threadless(f"--{name}", Location.argument(name))
    with _processes(jobs) if scheduler is None else _cluster(scheduler) as executor:
        yield executor


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    # not forked: clingo and numpy may have threads
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, _begin)
    try:
        yield executor
        executor.shutdown()
    except BaseException:
        # what is still to be sent to a process that is gone may not end this one
        with suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(cancel_futures=True)
        raise


def _begin() -> None:
    """Ignore Ctrl-C here: it is for the process that gave the work. End when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the process that gave the work is gone, however that came about; end this one.

    It would wait for ever otherwise, as the other processes hold the pipe that work comes by.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    where = Location.argument("scheduler")
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'ttt-asp[cluster]'"
        raise wrong("Dask's distributed is not installed", where, hint) from None
    try:
        client = Client(scheduler, timeout=5, set_as_default=False)
    except (OSError, ValueError) as error:
        raise wrong(f"there is no scheduler at {scheduler}: {error}", where) from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()


def ask(question: Question, name: str, limits: Limits) -> tuple[Problem | None, Verdict]:
    """Read a question and answer it.

    Args:
        question: the question.
        name: the name of the engine.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Returns:
        The problem that was read, at the size of the play that is shown (None where there was no
        time to read it); and the verdict.

    Raises:
        InputError: anything wrong with the question.
        InternalError: the prover contradicts itself: two engines disagree.
    """
    posed = read_question(question, name, limits)
    if isinstance(posed, Verdict):
        return None, posed
    verdict = answer(posed, name, limits)
    return problem_of_play(posed, verdict), verdict
