"""Files and folders that may not be read or written are told so, each with its path."""

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import Run, tactic, write
from tables import tabled

from ttt_asp.cli.commands import COMMANDS, program

# Linux: the version of what capget and capset take; the bits of the rights to read, write and
# enter whatever the modes say.
CAPABILITIES, WHATEVER_THE_MODE = 0x20080522, 0b110
SIZE = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]


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
        for command in COMMANDS:  # another user may perhaps not import anything
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
