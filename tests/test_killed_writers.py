"""Files are written whole or not at all, and nothing of a writer that was killed stays for ever."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import HANGS

from ttt_asp.files import write_bytes

# A writer that is killed when all is written, but nothing in its place yet.
KILLED = """
import os, signal, sys
from pathlib import Path
from ttt_asp import files
os.chmod = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files.write_bytes(Path(sys.argv[1]), b"new")
"""


@pytest.mark.parametrize("old", [b"", b"old"])
def test_a_writer_that_is_killed_leaves_nothing_for_ever(old: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    if old:
        path.write_bytes(old)
    done = subprocess.run([sys.executable, "-c", KILLED, path], timeout=HANGS)
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
