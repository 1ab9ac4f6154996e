"""What of published games is solved? Asks `solve --value` about files, and makes a table.

    python benchmarks/published.py FOLDER... [--time-limit N] [--kept FILE] [--page PAGE]

Each .kif file of the folders is solved in a process of its own, which may take N seconds of CPU, 30
if none are said, and 3 GB. The table says, in Markdown, what came of it: the values, or why there
are none; how many positions were looked at; and after how many seconds of CPU the first was, and
the process ended. What was measured is kept in FILE, a line each, and is not measured again. PAGE,
as benchmarks/published.md, has the table in place of what stands between its two comments.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from textwrap import shorten
from typing import Any

from engines import ROOT, write

from ttt_asp import InputError, solve
from ttt_asp.api.arguments import LISTENER, Listener
from ttt_asp.limits import ProgressReport

MEMORY = 3 << 30
# Seconds of CPU between two lines about the same phase.
STEP = 0.5


def solved(path: Path, seconds: int) -> None:
    """Solve a game in this process; print a line, of JSON, now and then and at the end."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    last = ("reading", 0.0)

    def say(phase: str, **more: Any) -> None:
        print(json.dumps({"phase": phase, "at": round(time.process_time(), 2), **more}), flush=True)

    def tell(reached: ProgressReport) -> None:
        nonlocal last
        now = time.process_time()
        if reached.what != last[0] or now > last[1] + STEP:
            last = (reached.what, now)
            say(reached.what, positions=reached.done)

    LISTENER.set(Listener(tell=tell))
    try:
        found = solve(str(path), value=True)
    except InputError as error:
        say("refused", reason=error.diagnostics[0].message)
    else:
        values = {role: f"{float(worth):.4g}" for role, worth in (found.values or {}).items()}
        say(found.verdict, reason=found.reason, values=values, positions=found.positions)


def measured(path: Path, seconds: int, kept: Path | None) -> dict[str, Any]:
    """What came of a file."""
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    for known in map(json.loads, lines):
        if known["file"] == path.name:
            return dict(known)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, __file__, str(path), "--one", "--time-limit", str(seconds)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = [{"phase": "reading"}, *map(json.loads, done.stdout.splitlines())]
    row: dict[str, Any] = {"file": path.name, "seconds": round(took, 1), **said[-1]}
    row["first"] = next((one["at"] for one in said if one["phase"] == "positions"), None)
    counts = [one["positions"] for one in said if one.get("positions") is not None]
    row["positions"] = counts[-1] if counts else None
    if kept is not None:
        with kept.open("a") as file:
            file.write(json.dumps(row) + "\n")
    return row


def cells(row: dict[str, Any]) -> list[str]:
    """A row of the table."""
    values = ", ".join(f"{role} {value}" for role, value in row.get("values", {}).items())
    told = {"solved": values, "positions": "too many positions"}.get(row["phase"], row["phase"])
    if reason := row.get("reason"):
        told += f": {shorten(reason, 60)}"
    positions = "" if row["positions"] is None else f"{row['positions']:,}"
    first = "" if row["first"] is None else f"{row['first']:.1f}"
    return [f"`{row['file']}`", told, positions, first, f"{row['seconds']:.1f}"]


def main() -> None:
    """Ask, and make the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--time-limit", type=int, default=30)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        solved(given.folders[0], given.time_limit)
        return
    paths = sorted(path.absolute() for folder in given.folders for path in folder.glob("*.kif"))
    rows = [measured(path, given.time_limit, given.kept) for path in paths]
    head = ["file", "what each role can force", "positions", "the first after", "seconds"]
    lines = [f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *map(cells, rows)]]
    number = sum(row["phase"] == "solved" for row in rows)
    lines += ["", f"{number} of {len(rows)} are solved."]
    print("\n".join(lines))
    if given.page is not None:
        command = f"python benchmarks/published.py FOLDER --time-limit {given.time_limit}"
        write(given.page, lines, command)


if __name__ == "__main__":
    main()
