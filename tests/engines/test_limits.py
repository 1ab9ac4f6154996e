"""Ctrl-C and time limits end any proof with `unknown`, soon."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

SOLVING = ("x never loses", "-c", "rows=4", "-c", "cols=4", "-c", "line=4")
GROUNDING = ("x never loses", "-c", "rows=60", "-c", "cols=60")
READING = ("x never loses", "-c", "rows=9000", "-c", "cols=9000")
# Half a second is promised; a machine that runs other tests too may need more.
SOON = 4.0


def start(*arguments: str, command: str = "prove") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ttt_asp", command, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.parametrize("json_too", [False, True])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_ctrl_c(question: tuple[str, ...], json_too: bool) -> None:
    process = start(*question, *(["--json"] if json_too else []))
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    status, out, err = end(process)
    assert time.monotonic() - begun < SOON
    assert status == 3, err
    assert "Traceback" not in err
    assert "unknown" in out + err and "interrupted" in out + err
    if json_too and out:
        assert json.loads(out)["verdict"] == "unknown"


@pytest.mark.parametrize("game", [SOLVING, GROUNDING, READING])
def test_ctrl_c_while_a_game_is_solved(game: tuple[str, ...]) -> None:
    process = start(*game[1:], command="solve")
    time.sleep(1.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    status, out, err = end(process)
    assert time.monotonic() - begun < SOON
    assert status == 3, err
    assert "Traceback" not in err
    # on stderr where it came before the work
    assert "tictactoe: unknown (interrupted" in out or err == "unknown: interrupted\n"


@pytest.mark.parametrize("json_too", [False, True])
@pytest.mark.parametrize("question", [SOLVING, GROUNDING, READING])
def test_time_limit(question: tuple[str, ...], json_too: bool) -> None:
    begun = time.monotonic()
    process = start(*question, "--time-limit", "1", *(["--json"] if json_too else []))
    status, out, err = end(process)
    assert time.monotonic() - begun < 1 + SOON
    assert status == 3, err
    assert "Traceback" not in err
    if json_too:
        assert json.loads(out)["verdict"] == "unknown"
        assert "time limit" in err
    else:
        assert "x never loses: unknown (the time limit of 1 s was reached" in out
