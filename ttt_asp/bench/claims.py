"""Timings of the paper's claims, in one process."""

import time
from typing import Any

from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.claims.question import read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import LOADED
from ttt_asp.lp.source import parse
from ttt_asp.paths import STRATEGIES
from ttt_asp.reached import Reached, Tell
from ttt_asp.strategies.library import Library, open_library


def run_bench(runs: int, tell: Tell) -> list[dict[str, Any]]:
    """Each of the paper's claims, the best of `runs` runs by total time.

    Args:
        runs: how often.
        tell: called with how far it is.

    Returns:
        A row a claim: `id`, `claim`, `verdict`, `seconds` and `statistics` as in `--json` of
        `prove`, and `read`: reading, parsing and checking every file afresh; in the total.
    """
    library = open_library()
    entries = read_claims(STRATEGIES / "claims" / "nakas.toml")
    rows = []
    for number, entry in enumerate(entries):
        tell(Reached("claims", number, len(entries)))
        measured = [_once(entry, library) for _ in range(runs)]
        rows.append(min(measured, key=lambda row: row["seconds"]["total"]))
    return rows


def _once(entry: Entry, library: Library) -> dict[str, Any]:
    parse.cache_clear()
    LOADED.clear()
    begun = time.perf_counter()
    deadline = Deadline()
    problem = read(entry.question(library.folders), deadline)
    reading = time.perf_counter() - begun
    answered = answer(problem, "bounded", Limits(deadline))
    if answered.stopped == "interrupted":
        raise KeyboardInterrupt
    found = answered.as_json()
    found["seconds"]["read"] = reading
    found["seconds"]["total"] += reading
    return {"id": entry.id, **{k: found[k] for k in ("claim", "verdict", "seconds", "statistics")}}
