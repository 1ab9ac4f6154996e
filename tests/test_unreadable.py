"""Files and folders that may not be read or written are told so, each with its path."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run, tactic, write

from ttt_asp.cli.main import COMMANDS, program

NOBODY = 65534
SIZE = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that nobody may look into, in one that everybody may; and we are nobody."""
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
        program(COMMANDS)  # nobody may perhaps not import anything
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            for path in closed:
                path.chmod(0o755)


@pytest.mark.parametrize(
    ("arguments", "path", "message"),
    [
        (["check", "secret"], "secret", "cannot be read: Permission denied"),
        (["check", "shut"], "shut/claims", "cannot be read: Permission denied"),
        (["check", "shut.toml"], "shut.toml", "cannot be read: Permission denied"),
        (["check", "secret/tactics"], "secret/tactics", "cannot be read or written: Permission de"),
        (["list", "-S", "secret"], "secret", "cannot be read: Permission denied"),
        (["list", "-S", "shut"], "shut/claims", "cannot be read: Permission denied"),
        (["prove", "shut.toml"], "shut.toml", "cannot be read: Permission denied"),
        (["verify", "shut.toml"], "shut.toml", "cannot be read: Permission denied"),
        (["prove", "x can tie", "-g", "secret/a.lp"], "secret/a.lp", "cannot be read: Permission"),
        (["report", "-o", "secret/a.html"], "secret/a.html", "cannot be written: Permission denie"),
        (["report", "-o", "secret/a/b.html"], "secret/a/b.html", "cannot be written: there is no"),
        (["new", "tactic", "a", "-S", "secret"], "secret/tactics/a.lp", "cannot be written: Perm"),
        (["solve", "-o", "secret/tactics/a.lp"], "secret/tactics/a.lp", "cannot be written: Permi"),
        (["pairing", "-o", "secret", *SIZE], "secret/", "cannot be written: Permission denied"),
    ],
)  # fmt: skip
def test_what_may_not_be_read_or_written(
    arguments: list[str], path: str, message: str, secret: Path, run: Run
) -> None:
    done = run(*arguments)
    assert done.status == 2
    first = done.err.splitlines()[0]
    assert first.startswith(path) and f": error: {message}" in first
