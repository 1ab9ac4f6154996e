"""Files are written whole or not at all, when writers are killed at any moment, or are two."""

import gzip
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import HANGS, HUNT
from drawn_games import tries
from hypothesis import given
from hypothesis import strategies as st
from tables import constant

# Writes so much that a kill falls into it, once it has said so.
WRITER: str = constant(__file__, "WRITER")
# What is run in a folder, and the files that it writes there, in this order.
COMMANDS: dict[str, list[str]] = constant(__file__, "COMMANDS")


def begun(line: list[str], folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *line],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def said(process: subprocess.Popen[bytes]) -> str:
    """What a process printed, when it has ended."""
    out, err = process.communicate(timeout=HANGS)
    assert b"Traceback" not in out + err
    return (out + err).decode()


@given(
    st.sampled_from(["new", "over"]),
    st.sampled_from([10**5, 10**7]),
    st.integers(1, 2),
    st.floats(0, 1),
)
@tries(2, hunt=5)
def test_much_is_written_whole(how: str, size: int, writers: int, moment: float) -> None:
    """One or two write over an old file or anew, and one of them is killed."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "file"
        if how == "over":
            path.write_bytes(b"old")
        running = [
            begun(["-c", WRITER, str(path), letter, str(size), how], path.parent)
            for letter in "ab"[:writers]
        ]
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()
        time.sleep(moment * 0.2 * size / 10**8)
        running[0].send_signal(signal.SIGKILL)
        for process in running:
            said(process)
        data = path.read_bytes() if path.exists() else b""
        assert data in (b"", b"old", b"a" * size, b"b" * size), (how, size, len(data))


def whole(folder: Path, likes: Mapping[str, bytes]) -> list[str]:
    """The files that are there, all as they should be; times in them may differ."""
    there = [name for name in likes if (folder / name).exists()]
    for name in there:
        data, like = (folder / name).read_bytes(), likes[name]
        if name.endswith((".json", ".gz")):
            json.loads(gzip.decompress(data) if name.endswith(".gz") else data)
        elif name.endswith((".html", ".svg")):
            assert data.rstrip().endswith(like.rstrip()[-7:]) and abs(len(data) - len(like)) < 200
        else:
            assert data == like
    return there


@pytest.mark.hunt
@pytest.mark.parametrize("files", COMMANDS if HUNT > 1 else ["tactics/mine.lp"])
def test_commands_write_whole_files(files: str, tmp_path: Path) -> None:
    """Killed at any moment, what is there rests on what is there; two at once do no harm."""
    line, names = ["-m", "ttt_asp", *COMMANDS[files]], files.split()
    start = time.monotonic()
    said(begun(line, tmp_path))
    seconds = time.monotonic() - start
    likes = {name: (tmp_path / name).read_bytes() for name in names}
    for number in range(1 if HUNT == 1 else 4):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = begun(line, folder)
        time.sleep(seconds * random.uniform(0.5, 1.0))
        process.send_signal(signal.SIGKILL)
        said(process)
        there = whole(folder, likes)
        assert there == names[: len(there)]
    both = tmp_path / "both"
    both.mkdir()
    running = [begun(line, both) for _ in "ab"]
    told = [said(process) for process in running]
    assert whole(both, likes) == names, told
    assert 70 not in [process.returncode for process in running], told
