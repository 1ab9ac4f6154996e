"""Commands killed at any moment, and two writers of one file: what is there is whole or not there.

python tests/fuzz/kills.py SECONDS [SEED]
"""

from __future__ import annotations

import gzip
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from counted import main

PROGRAM = [sys.executable, "-m", "ttt_asp"]
PROVE = ["prove", "x never loses", "--x", "good_for_x", "--certificate"]
BIG = ["prove", "x never loses", "--x", "first(defeat,defend,any)", "-c", "cols=4", "-c", "line=4"]
# What is run in a folder, and the files that it writes there.
COMMANDS = {
    "certificate": ([*PROVE, "it.json"], ["it.json"]),
    "certificate.gz": ([*PROVE, "it.json.gz"], ["it.json.gz"]),
    "large certificate": ([*BIG, "--certificate", "big.json"], ["big.json"]),
    "svg": (["prove", "o never loses", "--o", "good_for_o", "--svg", "it.svg"], ["it.svg"]),
    "report": (["report", "-o", "it.html"], ["it.html"]),
    "tactic": (["new", "tactic", "mine", "-S", "."], ["tactics/mine.lp"]),
    "pairing": (
        ["pairing", "-c", "rows=5", "-c", "cols=5", "-c", "line=5", "-o", "."],
        ["tactics/pairing.lp", "by_pairing.lp", "lemmas/pairing_kept.lp", "claims/pairing.toml"],
    ),
}  # fmt: skip
# The writing itself, of so much that a kill falls into it.
WRITER = """
import sys
from pathlib import Path
from ttt_asp.files import write_bytes, write_new
path, letter, size = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("begun", flush=True)
if sys.argv[4] == "new":
    write_new(path, letter * size)
else:
    write_bytes(path, letter.encode() * size)
"""


def whole(path: Path, like: bytes) -> bool:
    """Whether a file is one that such a command writes; times in it may differ."""
    data = path.read_bytes()
    if path.suffix == ".json":
        json.loads(data)
    elif path.suffix == ".gz":
        json.loads(gzip.decompress(data))
    elif path.suffix in (".html", ".svg"):
        return data.rstrip().endswith(like.rstrip()[-7:]) and abs(len(data) - len(like)) < 200
    return data == like


def started(line: list[str], folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def ended(process: subprocess.Popen[bytes]) -> str:
    """What a process said on its way out."""
    out, err = process.communicate(timeout=300)
    return (out + err).decode()


def problems(folder: Path, likes: dict[str, bytes]) -> list[str]:
    """Files that are not whole, and those that should not be there."""
    found = []
    for path in (p for p in folder.rglob("*") if p.is_file()):
        name = str(path.relative_to(folder))
        if name not in likes:
            found.append(f"left over: {name[:9]}")
        elif not whole(path, likes[name]):
            found.append(f"not whole: {name}")
    return found


def commands(chance: random.Random, tried: Counter[str]) -> int:
    """A command killed, run to its end after that; then two at once."""
    name = chance.choice(sorted(COMMANDS))
    line, files = [*PROGRAM, *COMMANDS[name][0]], COMMANDS[name][1]
    wrongs = 0
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        folder = Path(first)
        begun = time.monotonic()
        ended(started(line, folder))
        seconds = time.monotonic() - begun
        likes = {file: (folder / file).read_bytes() for file in files}
        for _ in range(4):
            folder = Path(tempfile.mkdtemp(dir=second))
            process = started(line, folder)
            time.sleep(seconds * chance.uniform(0.5, 1.0))
            process.send_signal(signal.SIGKILL)
            said = ended(process)
            found = problems(folder, likes)
            there = [file for file in files if (folder / file).exists()]
            if there != files[: len(there)]:
                found.append(f"not whole: {there} without what they rest on")
            tried[f"{name} killed, {len(there)} of {len(files)} files there"] += 1
            if found or "Traceback" in said:
                print("KILLED", name, found, said)
                wrongs += any(not one.startswith("left over") for one in found)
        folder = Path(tempfile.mkdtemp(dir=second))
        both = [started(line, folder) for _ in "ab"]
        said = "".join(map(ended, both))
        found = problems(folder, likes)
        statuses = sorted(process.returncode for process in both)
        tried[f"{name} twice at once, exits {statuses}"] += 1
        missing = [file for file in files if not (folder / file).exists()]
        if found or missing or "Traceback" in said or 70 in statuses:
            print("TWO WRITERS", name, statuses, found, missing, said)
            wrongs += 1
    return wrongs


def writers(chance: random.Random, tried: Counter[str]) -> int:
    """Much written over an old file or anew, by one or two, one of whom is killed."""
    how, size = chance.choice(["new", "over"]), chance.choice([10**5, 10**7, 10**8])
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "file"
        if how == "over":
            path.write_bytes(b"old")
        line = [sys.executable, "-c", WRITER, str(path)]
        running = [started([*line, letter, str(size), how], path.parent)
                   for letter in "ab"[: chance.randint(1, 2)]]  # fmt: skip
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()
        time.sleep(chance.uniform(0, 0.15 * size / 10**8))
        running[0].send_signal(signal.SIGKILL)
        for process in running:
            ended(process)
        data = path.read_bytes() if path.exists() else b""
        left = [p for p in path.parent.iterdir() if p != path]
        tried[
            f"writers killed, {'nothing' if not data else 'old' if data == b'old' else 'new'} there"
        ] += 1
        tried["writers killed, a file left over"] += bool(left)
        if data not in (b"", b"old", b"a" * size, b"b" * size):
            print("HALF WRITTEN", how, size, len(data))
            return 1
    return 0


def fuzz(chance: random.Random, tried: Counter[str]) -> int:
    return chance.choice([commands, writers, writers])(chance, tried)


if __name__ == "__main__":
    main(fuzz)
