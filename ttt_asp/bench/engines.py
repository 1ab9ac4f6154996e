"""The explicit engine beside the bounded one and beside plain Python, on the same questions."""

import runpy
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines import bounded
from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.explicit.outcomes import outcomes
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import internal
from ttt_asp.lp.source import parse
from ttt_asp.paths import ROOT
from ttt_asp.reached import Reached, Tell

# Seconds after which the bounded engine has to give up.
LIMIT = 10.0
# A breadth-first search in plain Python; in a checkout only.
YARDSTICK = ROOT / "benchmarks" / "breadth_first.py"


@dataclass(frozen=True, slots=True)
class Work:
    """A match-up, and a question about it for the bounded engine.

    Attributes:
        x, o: the strategies. claim: the question.
        size: rows, columns and length of a line.
        count: whether plays are counted too.
    """

    x: str
    o: str
    claim: str
    size: tuple[int, int, int] = (3, 3, 3)
    count: bool = True

    @property
    def name(self) -> str:
        """What the row is called."""
        return f"{self.size[0]}x{self.size[1]} {self.x}/{self.o}"

    @property
    def const(self) -> Mapping[str, str]:
        """The game's constants."""
        return dict(zip(("rows", "cols", "line"), map(str, self.size), strict=True))


SMALL = (
    Work("any", "any", "x never loses"),
    Work("good_for_x", "any", "x never loses"),
    Work("good_for_x", "edge_mistake", "x always wins"),
    Work("good_for_x", "good_for_o", "always tie"),
    Work("any", "good_for_o", "o never loses"),
    Work("any", "good_for_x", "o never loses"),
    Work("any", "edge_mistake", "o never loses"),
)
LARGE = (
    Work("any", "spoiler", "o never loses", (4, 4, 4), count=False),
    Work("any", "any", "x never loses", (4, 4, 4), count=False),
)


@dataclass
class _Row:
    work: Work
    figures: dict[str, Any] = field(default_factory=dict)


def compare(runs: int, large: bool, tell: Tell) -> list[dict[str, Any]]:
    """Explore match-ups, and let the others try the same.

    The explicit engine and the yardstick have the best of `runs` runs, the bounded engine has
    one; on the large boards all have one. Reading files is in none of the times.

    Args:
        runs: how often.
        large: also boards of 4x4.
        tell: called with how far it is.

    Returns:
        A row a match-up: `id`, `engine`, `roles`, `const`, `claim`, `verdict`, `positions`,
        `plays`; `seconds`: `ground`, `explore` and `total`; `peak_memory` in bytes, of the whole
        process so far, for large boards; `bounded`: `verdict`, `reason`, `stopped`, `seconds`,
        which are None where it was given up, and `limit`; `yardstick`: `seconds`, or None where it
        does not apply;
        `ratios`: how many times as long the others took.
    """
    rows: list[_Row] = []
    works = (*SMALL, *(LARGE if large else ()))
    for number, work in enumerate(works):
        tell(Reached("match-ups explored", number, len(works)))
        figures = _explored(work, runs if work in SMALL else 1)
        if work in LARGE:
            figures["peak_memory"] = peak_memory()
        rows.append(_Row(work, figures))
    # the others come last: for one that is given up works on, and takes memory
    for number, row in enumerate(rows):
        tell(Reached("match-ups explored in plain Python", number, len(rows)))
        row.figures["yardstick"] = _yardstick(row, runs if row.work in SMALL else 1)
    for number, row in enumerate(rows):
        tell(Reached("claims answered by engine bounded", number, len(rows)))
        row.figures["bounded"] = _bounded(row)
    for row in rows:
        total = row.figures["seconds"]["total"]
        row.figures["ratios"] = {
            name: other["seconds"] / total if other and other["seconds"] else None
            for name in ("bounded", "yardstick")
            for other in [row.figures[name]]
        }
    return [row.figures for row in rows]


def _best(runs: int, once: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    return min((once() for _ in range(runs)), key=lambda one: one["seconds"]["total"])


def _problem(work: Work) -> Problem:
    parse.cache_clear()
    roles = {"x": work.x, "o": work.o}
    return read(Question(work.claim, roles, const=work.const), Deadline())


def _explored(work: Work, runs: int) -> dict[str, Any]:
    def once() -> dict[str, Any]:
        problem = _problem(work)
        limits = Limits(count=work.count)
        begun = time.perf_counter()
        machine = load(problem, limits.deadline)
        ground = time.perf_counter()
        found = explore(problem, machine, limits)
        done = time.perf_counter()
        if found.stopped and found.stopped.kind == "interrupted":
            raise KeyboardInterrupt
        return {
            "id": work.name,
            "engine": "explicit",
            "roles": {"x": work.x, "o": work.o},
            "const": work.const,
            "claim": work.claim,
            "verdict": _verdict(problem, found),
            "positions": found.positions if found.complete else None,
            "plays": outcomes(found) if found.complete else None,
            "seconds": {"ground": ground - begun, "explore": done - ground, "total": done - begun},
        }

    return _best(runs, once)


def _verdict(problem: Problem, found: Exploration) -> str:
    """What the layers say of a claim that gives no number of moves and is not `can`."""
    if found.stuck:
        return "incomplete"
    ended = found.agreeing if problem.claim.quantifier == "never" else found.against
    if not found.complete:
        return "unknown"
    return "refuted" if ended else "proved"


def _bounded(row: _Row) -> dict[str, Any]:
    problem = _problem(row.work)
    begun = time.perf_counter()
    answer = bounded.prove(problem, Limits(Deadline(LIMIT)))
    seconds = time.perf_counter() - begun
    if answer.stopped == "interrupted":
        raise KeyboardInterrupt
    verdict, ours = answer.verdict, row.figures["verdict"]
    if "unknown" not in (verdict, ours) and verdict != ours:
        raise internal(f"{row.work.name}: bounded says {verdict}, explicit says {ours}")
    found = None if verdict == "unknown" else seconds
    said = {"verdict": verdict, "reason": answer.reason, "stopped": answer.stopped}
    return {**said, "seconds": found, "limit": LIMIT}


def _yardstick(row: _Row, runs: int) -> dict[str, Any] | None:
    work = row.work
    if (work.x, work.o) != ("any", "any") or not YARDSTICK.is_file():
        return None
    search = runpy.run_path(str(YARDSTICK))["explore"]
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        found = search(*work.size, work.count)
        times.append(time.perf_counter() - begun)
        if row.figures["positions"] not in (None, found.positions):
            ours = row.figures["positions"]
            raise internal(f"{work.name}: {found.positions} positions, explicit says {ours}")
    return {"seconds": min(times)}


def peak_memory() -> int | None:
    """The most memory that the process has had, in bytes; None where nobody knows."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
