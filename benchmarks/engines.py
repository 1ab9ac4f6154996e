"""Is engine auto near the best engine? Asks many questions of every engine, and prints a table.

    python benchmarks/engines.py [SECONDS] [WORD...]     only questions with a WORD in them

Each is asked in a process of its own, which is given SECONDS, 20 if none are said. Times are CPU
seconds of these processes. An engine counts where it decides the claim. The table, in Markdown, has
the questions where auto takes more than three times what the best engine takes, and a second; below
it stands how many there are of each kind. The exit status is 1 if two engines differ.
"""

import json
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ENGINES = ("auto", "bounded", "explicit", "induction")
DECIDED = ("proved", "refuted", "incomplete")
HERE = Path(__file__).parent
FALLING = f"-g {HERE / 'gravity' / 'gravity.lp'} -S {HERE / 'gravity'}"
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
    for rows, cols in ((3, 3), (3, 4), (4, 4), (5, 5), (6, 5)):
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


def asked(question: str, engine: str, seconds: float) -> tuple[str, float]:
    """The verdict of an engine, and its CPU seconds; "" where it does not apply."""
    line = [sys.executable, "-m", "ttt_asp", "prove", *shlex.split(question)]
    options = ["--engine", engine, "--time-limit", str(seconds), "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*line, *options], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout).get("verdict", "") if done.stdout else "", took


def main(seconds: float, words: list[str]) -> int:
    """Ask, and print the table."""
    questions = [*boards(), *columns(), *others()]
    questions = [q for q in questions if not words or any(word in q for word in words)]
    print("| question | auto | best | engine |\n|---|---|---|---|")
    far, open_, differing = 0, 0, 0
    for question in questions:
        found = {engine: asked(question, engine, seconds) for engine in ENGINES}
        decided = {e: took for e, (verdict, took) in found.items() if verdict in DECIDED}
        verdicts = {found[engine][0] for engine in decided}
        if len(verdicts - {"incomplete"}) > 1:
            differing += 1
            print(f"| DIFFER: {question} | {found} | | |", flush=True)
        single = {engine: took for engine, took in decided.items() if engine != "auto"}
        if not single:
            open_ += "auto" not in decided
            continue
        best = min(single, key=single.__getitem__)
        took, late = found["auto"][1], "" if "auto" in decided else "> "
        if late or took > 3 * single[best] + 1:
            far += 1
            row = f"{question} | {late}{took:.1f} | {single[best]:.2f} | {best}"
            print(f"| {row.replace(str(HERE), 'benchmarks')} |", flush=True)
    print(f"\n{len(questions)} questions; far from the best: {far}; no engine decides: {open_}")
    return differing > 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    limit = float(arguments.pop(0)) if arguments and arguments[0].isdigit() else 20.0
    sys.exit(main(limit, arguments))
