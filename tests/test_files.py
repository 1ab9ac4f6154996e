"""Files that are written: whole or not at all, and never in place of what is no file."""

import ctypes
import errno
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import HANGS, HUNT, Run, tactic, write
from drawn_games import tries
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, tabled

from ttt_asp.cli.execution import execute, program
from ttt_asp.extension import commands
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


# Linux: the version of what capget and capset take; the bits of the rights to read, write and
# enter whatever the modes say.
CAPABILITIES, WHATEVER_THE_MODE = 0x20080522, 0b110


@contextmanager
def no_superuser() -> Iterator[None]:
    """Modes count for this process, though it may be root's; the checkout stays readable.

    The checkout may lie in a folder that only its owner may enter. So root becomes that owner, or,
    being the owner, gives up the right to read and write whatever the mode says.
    """
    owner = Path(__file__).stat().st_uid
    if os.geteuid() != 0:
        yield
    elif owner != 0:
        os.seteuid(owner)
        try:
            yield
        finally:
            os.seteuid(0)
    elif sys.platform != "linux":
        pytest.skip("only on Linux can root give up rights for a while")
    else:
        libc = ctypes.CDLL(None, use_errno=True)
        header, data = (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
        assert libc.capget(header, data) == 0
        effective = data[0]
        data[0] = effective & ~WHATEVER_THE_MODE
        assert libc.capset(header, data) == 0
        try:
            yield
        finally:
            data[0] = effective
            assert libc.capset(header, data) == 0


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that nobody may look into, in one that everybody may."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "secret"
        tactic(folder, "mine", "suggests(mine,P,mark(C)) :- role(P), free(C).\n")
        write(folder.parent / "shut" / "claims" / "mine.toml", "")
        write(folder.parent / "shut.toml", "")
        closed = [folder, folder.parent / "shut" / "claims", folder.parent / "shut.toml"]
        os.chmod(name, 0o755)
        for path in closed:
            path.chmod(0)
        monkeypatch.chdir(name)
        for command in commands():  # another user may perhaps not import anything
            program().get_command(None, command)
        try:
            with no_superuser():
                yield folder
        finally:
            for path in closed:
                path.chmod(0o755)


@tabled()
def test_what_may_not_be_read_or_written(
    arguments: list[str], path: str, message: str, secret: Path, run: Run
) -> None:
    done = run(*arguments)
    assert done.status == 2
    first = done.err.splitlines()[0]
    assert first.startswith(path) and f": error: {message}" in first


# Writes so much that a kill falls into it, once it has said so.
WRITER: str = constant(__file__, "WRITER")
# What is run in a folder, and the files that it writes there, in this order.
TYPED: dict[str, list[str]] = constant(__file__, "TYPED")


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
@pytest.mark.parametrize("files", TYPED if HUNT > 1 else ["tactics/mine.lp"])
def test_commands_write_whole_files(files: str, tmp_path: Path) -> None:
    """Killed at any moment, what is there rests on what is there; two at once do no harm."""
    line, names = ["-m", "ttt_asp", *TYPED[files]], files.split()
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
