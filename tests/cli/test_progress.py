"""How far long work is: the line on stderr while it runs, and what is said when it is stopped."""

from __future__ import annotations

import gc
import io
import json
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Run, Start, at_work, ended, take_interrupts
from tables import constant, tabled

from ttt_asp import explain
from ttt_asp.cli.execution import execute
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Expired, Stop, catch_interrupts
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.progress_report import ProgressReport, progress_text
from ttt_asp.verdict import Verdict

FOUR = ("-c", "rows=4", "-c", "cols=4", "-c", "line=4", "--max-positions", "9999999")
OUT_OF_TIME = "the time limit of 9 s was reached"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    """A terminal as stderr, on which everything is shown at once."""
    monkeypatch.setattr("ttt_asp.cli.progress.SILENT", 0.0)
    monkeypatch.setenv("COLUMNS", "200")
    return _Terminal()


@tabled()
def test_a_line_on_a_terminal(
    arguments: str,
    told: list[str],
    lines: _Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.lp").write_text(constant(__file__, "STEPS"))
    (tmp_path / "two.toml").write_text(constant(__file__, "TWO"))
    with redirect_stderr(lines):
        execute(arguments.split())
    shown = [line for line in lines.getvalue().split("\r\x1b[K") if line]
    for text in told:
        assert any(text in line for line in shown), shown
    assert all(re.search(r"; \d+ s$", line) for line in shown if text in line)
    assert lines.getvalue().rpartition("\r\x1b[K")[2].count(" s") == 0  # it is wiped away


def test_a_narrow_terminal_gets_one_line_and_a_file_none(
    lines: _Terminal, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    assert run("matrix", "any").err == ""
    with redirect_stderr(lines):
        run("matrix", "any")
    assert max(map(len, lines.getvalue().split("\r\x1b[K"))) == 23


def test_a_check_that_takes_long_says_once_how_to_end_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SILENT", "LATE"):
        monkeypatch.setattr(f"ttt_asp.cli.progress.{name}", 0.0)
    said = run("check", "tictactoe").err
    assert re.fullmatch(r".*; \d+ s; --time-limit SECONDS ends it\n", said), said
    assert run("check", "tictactoe", "--time-limit", "99").err == ""


def test_phases_begin_anew() -> None:
    progress = Progress()

    def said() -> str:
        with pytest.raises(Expired) as caught, progress:
            raise KeyboardInterrupt
        return str(caught.value.stop)

    assert said() == "interrupted while reading"
    progress.tell(ProgressReport("matches", 0, 36))
    progress.tell(ProgressReport("grounding"))
    assert said() == "interrupted while grounding; so far: 0 of 36 matches"
    progress.tell(ProgressReport("positions", 5478, moves=9))
    assert said() == "interrupted; so far: 0 of 36 matches, 5,478 positions, up to 9 moves"
    progress.tell(ProgressReport("matches", 1, 36))
    assert said() == "interrupted; so far: 1 of 36 matches"
    assert (
        progress_text([ProgressReport("positions", 1, moves=1)])
        == "; so far: 1 position, up to 1 move"
    )


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("why", [KeyboardInterrupt(), Expired(Stop("time", OUT_OF_TIME))])
@tabled()
def test_whatever_ends_it_says_how_far_it_got(
    why: BaseException,
    arguments: str,
    moment: str,
    reached: str,
    known: str,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    tell = Progress.tell

    def stop(self: Progress, one: ProgressReport) -> None:
        tell(self, one)
        if moment in str(one):
            if isinstance(why, KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            raise why

    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.toml").write_text(constant(__file__, "TWO"))
    monkeypatch.setattr(Progress, "tell", stop)
    done = run(*arguments.split())
    reason = OUT_OF_TIME if isinstance(why, Expired) else "interrupted"
    assert done.status == (3 if isinstance(why, Expired) else 130), done
    assert f"unknown: {reason}" in done.err
    assert f"; so far: {reached}" in done.err
    assert known in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["two.toml"]


@pytest.mark.usefixtures("interruptible")
def test_what_explain_found_before_it_was_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run("explain", "x never loses", "--x", "good_for_x")
    asked = []

    def stop(*question: Any) -> Verdict:
        asked.append(question)
        if len(asked) == 2:  # of the parts
            signal.raise_signal(signal.SIGINT)
        return answer(*question)

    monkeypatch.setattr("ttt_asp.extensions.synthesis.explain.answer", stop)
    part = run("explain", "x never loses", "--x", "good_for_x")
    assert (part.status, part.err) == (130, "unknown: interrupted; so far: 1 of 5 parts\n")
    said, line = part.out.splitlines(), whole.out.splitlines()
    known = next(n for n, text in enumerate(line) if text.startswith("part ")) + 3
    assert said[:known] == line[:known]  # all sets, and the first part
    assert [text.split("  ")[-1].strip() for text in said[known : known + 4]] == [
        "claim not proved",
        "still proved",
        "claim not proved",
        "still proved; dead: it never decides",
    ]
    asked.clear()
    with pytest.raises(InputError, match="interrupted; so far: 1 of 5 parts"):
        explain("x never loses", x="good_for_x")
    asked.clear()
    plain = json.loads(run("explain", "x never loses", "--x", "good_for_x", "--json").out)
    assert (list(plain["needed"]), plain["stopped"]) == (["defeat"], "interrupted")


@pytest.mark.slow
@tabled()
def test_ctrl_c(question: tuple[str, ...], start: Start) -> None:
    process = start(*question)
    at_work(process)
    process.send_signal(signal.SIGINT)
    done = ended(process)
    assert done.status == 130
    last = done.err.splitlines()[-1]
    assert re.fullmatch(r"unknown: interrupted(( while \w+)?(; so far: [^;]+)?)", last), done
    assert len(last) > len("unknown: interrupted")
    out = done.out.splitlines()
    assert out == [] or question[0] == "matrix"


@tabled()
def test_ctrl_c_while_memory_is_freed(at: int, question: tuple[str, ...], tmp_path: Path) -> None:
    """Python drops the KeyboardInterrupt that is raised in `__del__`, here of the N-th control."""
    done = subprocess.run(
        [sys.executable, "-c", constant(__file__, "FREEING"), str(at), *question],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=HANGS,
        preexec_fn=take_interrupts,
        check=False,
    )
    err, _, freed = done.stderr.rpartition("freed ")
    assert at <= int(freed) <= at + 1, "the work went on"
    assert done.returncode == 130, done
    assert "unknown: interrupted" in err or "claims were not looked at" in done.stdout, done
    assert "Traceback" not in err and "KeyboardInterrupt" not in err
    assert not list(tmp_path.iterdir())


class _HalfMade:
    def __init__(self) -> None:
        signal.raise_signal(signal.SIGINT)
        self.made = True

    def __del__(self) -> None:
        assert self.made


def test_what_ctrl_c_left_half_made_is_freed_without_a_word(
    interruptible: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: complaints.append(lost.exc_type))
    with catch_interrupts():
        with suppress(KeyboardInterrupt):
            _HalfMade()
        gc.collect()
    assert complaints == []
