"""Is engine auto near the best engine? Asks many questions of every engine, and makes a table.

    python benchmarks/engines.py [SECONDS] [--kept FILE] [--page PAGE] [WORD...]

Each question with a WORD in it is asked of each engine in a process of its own, which may take
SECONDS of CPU, 20 if none are said; so all times are, whatever else the machine does. An engine
counts where it decides the claim. One that takes longer than another, and a second, is given up.
What was measured is kept in FILE, a line each, and is not measured again. The table, in Markdown,
is printed, and PAGE, such as engines.md beside this, has it between its two comments.
It ends with the questions where auto takes more than three times what the best engine takes, and a
second. The exit status is 1 if two engines differ.
"""

import argparse
import json
import math
import os
import platform
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import clingo

SINGLE = ("explicit", "bounded", "induction")
ENGINES = (*SINGLE, "auto")
# Where a page has the table of a file.
BEGIN, END = "<!-- made by {file} -->", "<!-- end -->"
DECIDED = ("proved", "refuted", "incomplete")
ROOT = Path(__file__).parents[1]
FALLING = "-g connect_four"
PAIRS = '--o "first(answer_pair, inner_column, any)"'


def boards() -> Iterator[str]:
    """Questions about marks in a row."""
    lists = {
        "": ("x never loses", "never tie", "x can win"),
        "--x good_for_x": ("x never loses", "o can tie"),
        "--o good_for_o": ("o never loses", "o can win"),
        '--x "first(defeat, defend, any)"': ("x never loses", "x always wins by move 7"),
        '--o "first(defeat, defend, fork, center_or_corner, any)"': ("o never loses",),
        "--x any --o spoiler": ("o never loses",),
    }
    for rows, cols, line in ((3, 3, 3), (3, 4, 3), (4, 4, 4), (5, 5, 4), (6, 6, 5)):
        const = f"-c rows={rows} -c cols={cols} -c line={line}"
        for roles, claims in lists.items():
            for claim in claims:
                yield f'"{claim}" {const} {roles}'
    yield '"x never loses" -c misere=1 --x "first(center, any)"'
    for size, claim in ((5, "x can win"), (6, "x can win"), (5, "o never loses")):
        yield f'"{claim}" -c rows={size} -c cols={size} -c line=4'
    for size in (9, 12):
        const = f"-c rows={size} -c cols={size} -c line=9"
        yield f'"x never wins" {const} --o nine_by_pairing'
        yield f'"x never wins" {const} --o "first(defend, any)"'


def columns() -> Iterator[str]:
    """Questions about marks that fall."""
    for rows in (2, 4, 6, 8):
        yield f'"o never loses" {FALLING} -c rows={rows} {PAIRS}'
        yield f'"o always wins" {FALLING} -c rows={rows} {PAIRS}'
        yield f'"o never loses" {FALLING} -c rows={rows} --o "first(defeat, defend, any)"'
        yield f'"x can win" {FALLING} -c rows={rows}'


def others() -> Iterator[str]:
    """Questions about games of other kinds."""
    for bricks in (12, 60, 150, 300):
        const = f"-g pick_up_bricks -c bricks={bricks}"
        yield f'"x never loses" {const} --x three_by_three'
        yield f'"x always wins" {const} --x three_by_three'
        yield f'"o never loses" {const} --o three_by_three'
        yield f'"x can win" {const}'
    for rows, cols in ((2, 8), (2, 40), (3, 4), (5, 5), (8, 8), (12, 12)):
        const = f"-g chomp -c rows={rows} -c cols={cols}"
        yield f'"x never loses" {const} --x {"lag_behind" if rows == 2 else "mirror_arms"}'
        yield f'"x always wins" {const} --x "first(lag_behind, mirror_arms, any)"'
        yield f'"o can win" {const}'
    for rows, cols in ((3, 3), (3, 4), (4, 4), (5, 4), (5, 5), (6, 5)):
        const = f"-g hex -c rows={rows} -c cols={cols}"
        yield f'"never tie" {const}'
        yield f'"x can win" {const}'
        yield f'"o never loses" {const} --o "first(answer_across, any)"'
    for side, dim in ((3, 3), (4, 3)):
        const = f"-g hypercube -c side={side} -c dim={dim}"
        yield f'"never tie" {const}'
        yield f'"x never loses" {const} --x "first(defeat, defend, any)"'
        yield f'"x never loses" {const} --x "first(center, any)"'
        yield f'"x can win" {const}'
    yield '"always tie" -g numeric -c side=3'
    yield '"odd can win" -g numeric'
    yield '"odd never loses" -g numeric --role odd=steady_numbers'
    for largest in (9, 12):
        const = f"-g number_scrabble -c largest={largest}"
        yield f'"x never loses" {const} --x "first(defeat, defend, any)"'
        yield f'"o can win" {const}'


def asked(question: str, engine: str, seconds: int) -> dict[str, Any]:
    """The verdict of an engine, "" where there is none, and its CPU seconds.

    Raises:
        SystemExit: the question is refused.
    """
    line = [sys.executable, "-m", "ttt_asp", "prove", *shlex.split(question)]

    def within() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [*line, "--engine", engine, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=within,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if engine == "auto" and done.returncode == 2:  # others may not be for such questions
        raise SystemExit(f"{question}: {done.stderr}")
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdict = json.loads(done.stdout).get("verdict", "") if done.stdout else ""
    return {"question": question, "engine": engine, "verdict": verdict, "seconds": round(took, 2)}


def measured(question: str, seconds: int, kept: Path | None) -> dict[str, dict[str, Any]]:
    """What each engine came to at a question."""
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    rows = [row for row in map(json.loads, lines) if row["question"] == question]
    found = {row["engine"]: row for row in rows}
    for engine in ENGINES:
        if engine in found:
            continue
        times = [row["seconds"] for row in found.values() if row["verdict"] in DECIDED]
        limit = seconds if engine == "auto" else math.ceil(min([seconds - 1, *times]) + 1)
        found[engine] = asked(question, engine, limit)
        if kept is not None:
            with kept.open("a") as file:
                file.write(json.dumps(found[engine]) + "\n")
    return found


def table(found: dict[str, dict[str, dict[str, Any]]]) -> tuple[list[str], int]:
    """The lines of the table and those below it, and at how many questions engines differ."""
    lines = [f"| question | verdict | {' | '.join(ENGINES)} |", "|---" * (len(ENGINES) + 2) + "|"]
    far, undecided, differing = [], 0, 0
    for question, rows in found.items():
        decided = {name: row for name, row in rows.items() if row["verdict"] in DECIDED}
        verdicts = {row["verdict"] for row in decided.values()}
        times = {name: row["seconds"] for name, row in decided.items()}
        cells = [f"{times[name]:.2f}" if name in times else "" for name in ENGINES]
        told = " and ".join(sorted(verdicts)) or "unknown"
        lines.append(f"| `{question.strip()}` | {told} | {' | '.join(cells)} |")
        differing += len(verdicts - {"incomplete"}) > 1
        best = min((times[name] for name in SINGLE if name in times), default=None)
        undecided += not times
        if best is not None and times.get("auto", math.inf) > 3 * best + 1:
            far.append(question)
    summary = f"{len(found)} questions, {undecided} of which no engine decides in time; "
    summary += f"{differing} at which two engines differ; {len(far)} at which `auto` takes more "
    summary += "than three times what the best engine takes, and a second"
    lines += ["", summary + (":" if far else ".")]
    return [*lines, *(f"* `{question.strip()}`" for question in far)], differing


def machine() -> str:
    """The machine on which this runs, and what is installed there."""
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    versions = f"Python {platform.python_version()}, clingo {clingo.__version__}"
    return f"{os.cpu_count()} cores ({models[0] if models else platform.machine()}), {versions}"


def write(page: Path, lines: list[str], command: str) -> None:
    """Put the table into a page, between two comments."""
    begin = BEGIN.format(file=command.split()[1])
    before, _, rest = page.read_text().partition(begin)
    _, _, after = rest.partition(END)
    about = f"`{command}`, {date.today()}, {machine()}:"
    page.write_text("\n".join([before + begin, about, "", *lines, END + after]))


def main() -> int:
    """Ask, and make the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=int, default=20)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--page", type=Path)
    given = parser.parse_intermixed_args()
    questions = [*boards(), *columns(), *others()]
    questions = [q for q in questions if not given.words or any(word in q for word in given.words)]
    found = {q: measured(q, given.seconds, given.kept) for q in dict.fromkeys(questions)}
    lines, differing = table(found)
    print("\n".join(lines))
    if given.page is not None:
        write(given.page, lines, f"python benchmarks/engines.py {given.seconds}")
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
