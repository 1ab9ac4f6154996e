"""The claims of a file, answered: each by the engine that it names, all read before the first."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import interrupted
from ttt_asp.engines.answer import answer, decide, problem_of_play, read_question
from ttt_asp.errors import InputError
from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry
from ttt_asp.extensions.processes.jobs import Task, answer_task, results_of
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def prove_claims(
    entries: Sequence[ClaimEntry],
    library: Library,
    engine: str,
    limits: Limits,
    executor: Executor | None = None,
    plays: bool = True,
) -> list[tuple[Problem | None, Verdict]]:
    """Answer the claims of a file; all of them are read before the first is answered.

    Args:
        entries: the claims.
        library: where names are looked up.
        engine: for claims that name none themselves.
        limits: of each claim; `progress` is told how many claims are done.
        executor: any of `concurrent.futures`, or one like these; None for one at a time here.
        plays: whether the verdicts are to have plays; without an executor.

    Returns:
        The problem and the verdict of each claim; after Ctrl-C of those before it.

    Raises:
        InputError: anything wrong with a claim, with its place in the file.
    """
    folders = tuple(folder.resolve() for folder in library.folders)
    quiet = replace(limits, progress=None)  # a process cannot be told
    tasks = [Task(entry.question(folders), entry.engine or engine, quiet) for entry in entries]
    posed: list[Problem | Verdict] = []
    for entry, task in zip(entries, tasks, strict=True):
        try:
            posed.append(read_question(task.question, task.engine, limits.afresh()))
        except InputError as error:
            raise entry.place(error) from None
        if isinstance(problem := posed[-1], Problem):
            entry.refuse_mistaken(problem.game)
    pairs = zip(posed, tasks, strict=True)
    asked = [(problem, task) for problem, task in pairs if isinstance(problem, Problem)]
    work, tell = answer if plays else decide, limits.progress
    verdicts = (
        (work(problem, task.engine, limits.afresh()) for problem, task in asked)
        if executor is None
        else results_of(answer_task, [task for _, task in asked], executor, tell, "claims")
    )
    shown: list[tuple[Problem | None, Verdict]] = []
    for number, (entry, problem) in enumerate(zip(entries, posed, strict=True)):
        if executor is None:
            limits.tell("claims", number, len(posed))
        try:
            verdict = problem if isinstance(problem, Verdict) else next(verdicts)
        except InputError as error:
            raise entry.place(error) if executor is None else error from None
        seen = None if isinstance(problem, Verdict) else problem_of_play(problem, verdict)
        shown.append((seen, verdict))
        if verdict.stopped == "interrupted" or interrupted():
            break
    return shown
