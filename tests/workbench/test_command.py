"""What the command line says before a server starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled


def test_without_uvicorn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "ttt_asp.workbench.serving", raising=False)
    done = run("workbench")
    assert (done.status, done.out) == (2, "")
    message = "workbench: error: uvicorn is not installed\n  pip install 'ttt-asp[web]'\n"
    assert done.err == message
    assert run("--help").status == 0
    assert run("workbench", "--help").status == 0


@tabled()
def test_what_cannot_be_served(
    arguments: list[str], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text("", "utf-8")
    done = run("workbench", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(message)
