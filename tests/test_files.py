"""Files that are written: whole or not at all, and never in place of what is no file."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import HANGS
from tables import constant, tabled

from ttt_asp.cli.execution import execute
from ttt_asp.files import write_bytes

Captured = pytest.CaptureFixture[str]
SIZE = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]


@tabled()
def test_a_folder_that_is_missing_is_not_made(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """It is misspelt, perhaps; and that is said before anything is worked out."""
    monkeypatch.setattr("ttt_asp.claims.question.load_game", lambda *_: 1 / 0)
    path = tmp_path / "nowhere" / "it"
    assert execute([*arguments, str(path)]) == 2
    printed = capsys.readouterr()
    said = f"{path}: error: cannot be written: there is no folder {path.parent}\n"
    assert (printed.out, printed.err[: len(said)]) == ("", said)
    assert not path.parent.exists()


def test_a_pairing_has_all_of_its_files_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    link, left = os.link, [2]

    def full(source: str, target: Path) -> None:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        link(source, target)

    monkeypatch.setattr(os, "link", full)
    arguments = ["pairing", *SIZE, "-o", str(tmp_path)]
    assert execute(arguments) == 2
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    left[0] = 4
    assert execute(arguments) == 0
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 4


# The program, killed before its N-th file comes to its place.
KILLED: str = constant(__file__, "KILLED")


@pytest.mark.parametrize("number", range(4))
def test_a_pairing_whose_writer_was_killed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """What is there does no harm, each file resting on those before it."""
    broken = tmp_path / "broken"
    line = [sys.executable, "-c", KILLED, str(number), "pairing", *SIZE, "-o", str(broken)]
    assert subprocess.run(line, timeout=HANGS).returncode == -signal.SIGKILL
    there = [p for p in broken.rglob("*") if p.is_file() and p.suffix != ".part"]
    assert len(there) == number
    assert not number or execute(["check", *SIZE, *map(str, there)]) == 0
    assert execute(["prove", "x never loses", "--x", "good_for_x", "-S", str(broken)]) == 0
    capsys.readouterr()
    assert execute(["pairing", *SIZE, "-o", str(broken)]) == (2 if number else 0)
    assert ("already" in capsys.readouterr().err) == bool(number)


# A writer that is killed when all is written, but nothing in its place yet.
WRITING: str = constant(__file__, "WRITING")


@pytest.mark.parametrize("old", [b"", b"old"])
def test_a_writer_that_is_killed_leaves_nothing_for_ever(old: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    if old:
        path.write_bytes(old)
    done = subprocess.run([sys.executable, "-c", WRITING, path], timeout=HANGS)
    assert done.returncode == -signal.SIGKILL
    assert path.exists() == bool(old)
    assert not old or path.read_bytes() == old
    (left,) = {*tmp_path.iterdir()} - {path}
    other = tmp_path / ".somebody_s.part"
    other.write_bytes(b"")
    long_ago = time.time() - 7200
    os.utime(other, (long_ago, long_ago))
    write_bytes(path, b"newer")
    assert left.exists()  # its writer might be at it still
    os.utime(left, (long_ago, long_ago))
    write_bytes(path, b"newest")
    assert {*tmp_path.iterdir()} == {path, other}
    assert path.read_bytes() == b"newest"
