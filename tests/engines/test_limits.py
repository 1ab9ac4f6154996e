"""Ctrl-C and time limits end any proof with `unknown`."""

from __future__ import annotations

import json
import signal

import pytest
from conftest import Start, at_work, ended

SOLVING = ("x never loses", "-c", "rows=4", "-c", "cols=4", "-c", "line=4")
GROUNDING = ("x never loses", "-c", "rows=60", "-c", "cols=60")
READING = ("x never loses", "-c", "rows=9000", "-c", "cols=9000")


@pytest.mark.slow
@pytest.mark.parametrize("json_too", [False, True])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_ctrl_c(question: tuple[str, ...], json_too: bool, start: Start) -> None:
    process = start("prove", *question, *(["--json"] if json_too else []))
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.status == 3, done.err
    assert "Traceback" not in done.err
    assert "unknown" in done.out + done.err and "interrupted" in done.out + done.err
    if json_too and done.out:
        assert json.loads(done.out)["verdict"] == "unknown"


@pytest.mark.slow
@pytest.mark.parametrize("game", [SOLVING, GROUNDING, READING])
def test_ctrl_c_while_a_game_is_solved(game: tuple[str, ...], start: Start) -> None:
    process = start("solve", *game[1:])
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.status == 3, done.err
    assert "Traceback" not in done.err
    # on stderr where it came before the work
    assert "tictactoe: unknown (interrupted" in done.out or done.err == "unknown: interrupted\n"


@pytest.mark.slow
@pytest.mark.parametrize("json_too", [False, True])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_time_limit(question: tuple[str, ...], json_too: bool, start: Start) -> None:
    options = ["--time-limit", "1", *(["--json"] if json_too else [])]
    done = ended(start("prove", *question, *options))
    assert done.status == 3, done.err
    assert "Traceback" not in done.err
    if json_too:
        assert json.loads(done.out)["verdict"] == "unknown"
        assert "time limit" in done.err
    else:
        assert "x never loses: unknown (the time limit of 1 s was reached" in done.out
