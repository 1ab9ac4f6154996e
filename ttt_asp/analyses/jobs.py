"""Many proofs at once: in processes here, on a cluster, or with any executor of Python's.

What is sent is plain data: names, terms and paths. Whoever works on it reads the sources itself, so
on other machines the folders of strategies have to be at the same places.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ttt_asp.deadline import STEP, Expired
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.strategies.library import open_library
from ttt_asp.verdict import Verdict

Task = TypeVar("Task")
Result = TypeVar("Result")
# Told how many tasks of how many are done.
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A claim as plain data, to be answered anywhere.

    Attributes:
        claim: as for `prove`. roles, game, const, lemmas: likewise.
        engine: which one.
        folders: all folders of strategies, in the order of search.
        limits: what the answer may take; its clock starts when the work does.
    """

    claim: str
    roles: Mapping[str, str] = field(default_factory=dict)
    game: str = "tictactoe"
    const: Mapping[str, str] = field(default_factory=dict)
    lemmas: tuple[str, ...] = ()
    engine: str = "auto"
    folders: tuple[Path, ...] = ()
    limits: Limits = field(default_factory=Limits)


def answered(question: Question) -> Verdict:
    """Answer a question; what an executor is given to do."""
    from ttt_asp.api import answer, gave_up, pose

    q, limits = question, question.limits.afresh()
    library = open_library(q.folders)
    try:
        problem = pose(q.claim, q.roles, q.game, q.const, None, library, limits.deadline, q.lemmas)
    except Expired:
        return gave_up(q.claim, q.roles, q.game, q.const, q.engine, limits)
    return answer(problem, q.engine, limits)


def prove_all(
    questions: Sequence[Question], executor: Executor | None = None, told: Told | None = None
) -> list[Verdict]:
    """Answer many questions.

    Args:
        questions: in any order.
        executor: any of `concurrent.futures`, or what looks like one; None for one at a time here.
        told: called after each answer.

    Returns:
        The verdicts, in the order of the questions.

    Raises:
        InputError: anything wrong with a question, or a process that was killed.
    """
    return list(gathered(answered, questions, executor, told))


def gathered(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    executor: Executor | None,
    told: Told | None = None,
) -> Iterator[Result]:
    """Do every task once; the results in the order of the tasks, as soon as they are there.

    Args:
        work: what to do, importable by name.
        tasks: plain data.
        executor: as for `prove_all`.
        told: called after each task.
    """
    if executor is None:
        for number, task in enumerate(tasks, 1):
            yield work(task)
            if told is not None:
                told(number, len(tasks))
        return
    futures: list[Future[Result]] = [executor.submit(work, task) for task in tasks]
    try:
        for future in futures:
            while not future.done():
                wait([future], STEP)  # in steps, so that Ctrl-C is heard
                if told is not None:
                    told(sum(one.done() for one in futures), len(tasks))
            yield future.result()
        if told is not None:
            told(len(tasks), len(tasks))
    except BrokenProcessPool:
        raise wrong("a process was killed before its work was done", Location("--jobs")) from None
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def workers(jobs: int, scheduler: str | None) -> Iterator[Executor | None]:
    """An executor for a `with` block.

    Args:
        jobs: the number of processes here; 1 for none but this one.
        scheduler: the address of a Dask cluster's scheduler, as `tcp://host:8786`; None for none.

    Raises:
        InputError: Dask is not installed, or there is no scheduler.
    """
    if scheduler is not None:
        with _cluster(scheduler) as executor:
            yield executor
    elif jobs > 1:
        with _processes(jobs) as executor:
            yield executor
    else:
        yield None


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    # not forked: clingo and numpy may have threads
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, _deaf)
    try:
        yield executor
        executor.shutdown()
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise


def _deaf() -> None:
    """Leave Ctrl-C to the process that gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    where = Location("--scheduler")
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'ttt-asp[cluster]'"
        raise wrong("Dask's distributed is not installed", where, hint) from None
    try:
        connect: Any = Client
        client = connect(scheduler, timeout=5, set_as_default=False)
    except (OSError, ValueError) as error:
        raise wrong(f"there is no scheduler at {scheduler}: {error}", where) from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()
