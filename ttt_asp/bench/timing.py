"""Timed rows of a benchmark: its tasks, and their results."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ttt_asp.errors import internal
from ttt_asp.games.load import LOADED
from ttt_asp.lp.source import parse
from ttt_asp.progress_report import ProgressReport, Tell


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a task.

    Attributes:
        id: the game and strategies, as `3x3 any/any`. claim: the question.
        by: the engine, or other program, that answers. verdict: the answer.
        found: other numbers in the answer, by the things that they count.
        seconds: of each part; `total` is the last one.
    """

    id: str
    claim: str
    by: str
    verdict: str
    found: Mapping[str, Any]
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Task:
    """A task to be timed.

    Attributes:
        run: does it. once: it takes so long, or so much memory, that it is done once only.
    """

    run: Callable[[], Row]
    once: bool = False


def timed(tasks: Sequence[Task], runs: int, tell: Tell) -> list[Row]:
    """Do tasks, each several times; return the best run of each, by total time.

    Args:
        tasks: in this order.
        runs: how often each is done, but for those that are done once.
        tell: called with progress reports.

    Raises:
        InternalError: two rows answer the same question differently.
    """
    rows: list[Row] = []
    for number, task in enumerate(tasks):
        tell(ProgressReport("rows", number, len(tasks)))
        measured = [task.run() for _ in range(1 if task.once else runs)]
        row = min(measured, key=lambda row: row.seconds["total"])
        for other in rows:
            if (other.id, other.claim) == (row.id, row.claim) and _differ(row, other):
                verdicts = f"{row.by} says {row.verdict}, {other.by} says {other.verdict}"
                raise internal(f"{row.id}, {row.claim}: {verdicts}; {row.found}, {other.found}")
        rows.append(row)
    return rows


def _differ(first: Row, second: Row) -> bool:
    verdicts = {first.verdict, second.verdict} - {"unknown", ""}
    positions = {row.found["positions"] for row in (first, second) if "positions" in row.found}
    return len(verdicts) > 1 or len(positions) > 1


def afresh() -> float:
    """Forget every file that was read; return the time."""
    parse.cache_clear()
    LOADED.clear()
    return time.perf_counter()
