"""What the command line says before a server starts."""

from __future__ import annotations

import sys

import pytest
from conftest import Run


def test_without_uvicorn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "ttt_asp.workbench.serving", raising=False)
    done = run("workbench")
    assert (done.status, done.out) == (2, "")
    message = "workbench: error: uvicorn is not installed\n  pip install 'ttt-asp[web]'\n"
    assert done.err == message
    assert run("--help").status == 0
    assert run("workbench", "--help").status == 0
