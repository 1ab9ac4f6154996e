"""Options, files and surroundings that once ended the program in a way they must not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HANGS
from tables import tabled

from ttt_asp import prove
from ttt_asp.cli.execution import execute
from ttt_asp.errors import InputError

Captured = pytest.CaptureFixture[str]


@tabled()
def test_odd_options(arguments: list[str], message: str, capsys: Captured) -> None:
    assert execute(arguments) == 2
    assert message in capsys.readouterr().err


def test_what_is_no_file_is_not_read(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "tactics").mkdir()
    os.mkfifo(tmp_path / "tactics" / "pipe.lp")
    (tmp_path / "tactics" / "loop.lp").symlink_to("loop.lp")
    os.mkfifo(tmp_path / "pipe.toml")
    for arguments, message in (
        (["prove", "x never loses", "--x", "pipe"], "not a regular file"),
        (["prove", "x never loses", "--x", "loop"], "symbolic links"),
        (["prove", str(tmp_path / "pipe.toml")], "not a regular file"),
    ):
        assert execute([*arguments, "-S", str(tmp_path)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000])
def test_toml_that_python_cannot_read(text: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text)
    assert execute(["prove", str(path)]) == 2
    assert f"{path}: error: the file cannot be read as TOML" in capsys.readouterr().err


def test_a_role_is_not_given_two_strategies() -> None:
    with pytest.raises(InputError, match="x is given two strategies"):
        prove("x never loses", {"x": "any"}, x="good_for_x")


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_errors(redirection: str) -> None:
    for arguments, status in (("list games", 0), ("prove foo", 2)):
        line = f"{sys.executable} -m ttt_asp {arguments} {redirection}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr


def test_memory_that_runs_out_is_unknown() -> None:
    line = (
        f"ulimit -v 500000; exec {sys.executable} -m ttt_asp prove 'x never loses' "
        "-c rows=60 -c cols=60 --engine bounded"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=HANGS)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert "memory ran out" in done.stdout


def test_what_nobody_foresaw_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr("ttt_asp.engines.answer.read", lambda *_, **__: 1 / 0)
    assert execute(["prove", "x never loses"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("internal error: ZeroDivisionError: division by zero (")
    assert err.count("\n") == 1


@pytest.mark.parametrize("rounds", ["2147483648", "2147483649", "1073741824", "1001"])
def test_a_number_of_rounds_that_wraps_around_proves_nothing(rounds: str, capsys: Captured) -> None:
    """Of 2^31 rounds of two moves clingo saw situations 0..0: nothing was asked, and all proved."""
    question = ["o never loses", "--engine", "induction", "--rounds", rounds, "--no-find-lemmas"]
    assert execute(["prove", *question]) == 2
    assert (
        f"--rounds: error: {rounds} is not a number of rounds from 1 to 1000"
        in capsys.readouterr().err
    )
    assert execute(["program", *question[:-1]]) == 2
