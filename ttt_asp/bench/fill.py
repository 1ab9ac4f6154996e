"""Searches for strategies with holes: the shortest, all fillings, one and several claims."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.analyses.fill.fill import fill
from ttt_asp.analyses.fill.ledger import Wanted
from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.fill.task import read_task
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import LOADED
from ttt_asp.lp.source import parse
from ttt_asp.reached import Reached, Tell


@dataclass(frozen=True, slots=True)
class Search:
    """A search for fillings.

    Attributes:
        name: what the row is called.
        claims: by role, each *never loses*. term: the strategy of each, with holes.
        wanted: which fillings. pairs: the operators of pairs in the pool.
        const: the game's constants.
    """

    name: str
    claims: str
    term: str = "first(..., any)"
    wanted: Wanted = field(default_factory=lambda: Wanted(shortest=True))
    pairs: tuple[str, ...] = ()
    const: Mapping[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> list[Question]:
        """The claims, each against a role that plays anything."""
        return [
            Question(f"{role} never loses", {role: self.term}, const=self.const)
            for role in self.claims.split()
        ]


SMALL = (
    Search("3x3", "x"),
    Search("3x3", "o"),
    Search("3x3", "x o"),
    Search("3x3 with refine", "x o", pairs=("refine",)),
    Search("3x3, all", "o", "first(?, ?, ?, ?, ?, any)", Wanted(every=True)),
)
LARGE = (Search("4x4", "o", const=dict.fromkeys(("rows", "cols", "line"), "4")),)


def run_fill(runs: int, large: bool, tell: Tell) -> list[dict[str, Any]]:
    """Search for strategies that never lose, proofs by the engines included.

    Args:
        runs: how often; a large board is searched once.
        large: also 4x4.
        tell: called with how far it is.

    Returns:
        A row a search: `id`, `claims`, `term`, `const`, `fillers` (how many may be in a hole),
        `answer`, `cost`, `number` as in `--json` of `fill`, `choices`, `candidates`, and `seconds`:
        `read`, `search` and `total` of the best run, files read afresh.
    """
    rows = []
    works = (*SMALL, *(LARGE if large else ()))
    for number, work in enumerate(works):
        tell(Reached("searches", number, len(works)))
        measured = [_once(work) for _ in range(1 if work in LARGE else runs)]
        rows.append(min(measured, key=lambda row: row["seconds"]["total"]))
    return rows


def _once(work: Search) -> dict[str, Any]:
    parse.cache_clear()
    LOADED.clear()
    begun = time.perf_counter()
    task = read_task(work.questions, None, work.pairs, 8, False, Deadline())
    reading = time.perf_counter()
    found: Fillings = fill(task, work.wanted, Limits())
    done = time.perf_counter()
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    return {
        "id": work.name,
        "claims": [question.claim for question in work.questions],
        "term": work.term,
        "const": dict(work.const),
        "fillers": len(task.pool.fillers),
        "answer": found.answer,
        "cost": found.cost,
        "number": found.number,
        "choices": found.positions,
        "candidates": found.candidates,
        "seconds": {"read": reading - begun, "search": done - reading, "total": done - begun},
    }
