"""How far long work is: the line on stderr while it runs, and what is said when it is stopped."""

import gc
import io
import json
import math
import re
import signal
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Run, Start, at_work, ended, take_interrupts
from inside import spelt_out
from tables import constant, tabled

import ttt_asp
from ttt_asp import explain
from ttt_asp.cli.calls import Progress
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Expired, Stop, catch_interrupts
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.limits import ProgressReport, progress_text
from ttt_asp.show.terminal import escape_controls, painted, printed
from ttt_asp.verdict import Verdict

FOUR = ("-c", "rows=4", "-c", "cols=4", "-c", "line=4", "--max-positions", "9999999")
OUT_OF_TIME = "the time limit of 9 s was reached"


class Terminal(io.StringIO):
    """A terminal, in memory."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal as stderr, on which everything is shown at once."""
    monkeypatch.setattr("ttt_asp.cli.calls.SILENT", 0.0)
    monkeypatch.setenv("COLUMNS", "200")
    return Terminal()


@tabled()
def test_a_terminal_shows_one_line_that_goes_at_the_end(
    arguments: str,
    told: list[str],
    lines: Terminal,
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
    lines: Terminal, run: Run, monkeypatch: pytest.MonkeyPatch
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
        monkeypatch.setattr(f"ttt_asp.cli.calls.{name}", 0.0)
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
def test_ctrl_c_is_said_in_one_line(question: tuple[str, ...], start: Start) -> None:
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


# --- odd input and surroundings, which once ended the program in a way they must not --------------


def test_what_nobody_foresaw_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.engines.answer.read", lambda *_, **__: 1 / 0)
    done = run("prove", "x never loses")
    assert done.status == 70 and done.err.count("\n") == 1
    assert done.err.startswith("internal error: ZeroDivisionError: division by zero (")


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("cen\udcffter ∇ any", "--x:1:4: error: the file is not UTF-8"),
        (" ∇ ".join(["any"] * 3000), "--x:1:1: error: a term of more th"),
    ],
)
def test_a_term_that_no_page_can_show(term: str, message: str, run: Run) -> None:
    done = run("prove", "x never loses", "--x", term)
    assert done.status == 2 and message in done.err
    assert done.err.count("error: ") == 1


@tabled()
def test_the_signs_that_are_printed_are_understood(infix: str, term: str) -> None:
    assert spelt_out(infix) == term


def test_a_stream_without_the_signs_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", shown)
    assert execute(["show", "first(fork, any)"]) == 0
    shown.seek(0)
    assert shown.read().startswith("V first: the first of these that recommends anything\n|-")


def test_hints_name_the_extras_that_there_are_in_one_way() -> None:
    root = Path(ttt_asp.__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    there = {f"pip install 'ttt-asp[{name}]'" for name in extras["optional-dependencies"]}
    code = "".join(path.read_text() for path in sorted((root / "ttt_asp").rglob("*.py")))
    hints = re.findall(r"pip install[^\"\n]*", code)
    assert set(hints) == there - {"pip install 'ttt-asp[dev]'"}


def test_a_report_is_opened_where_there_is_a_browser(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def browser(address: str) -> bool:
        asked.append(address)
        return len(asked) == 1  # there is none the second time

    monkeypatch.setattr("webbrowser.open", browser)
    monkeypatch.chdir(tmp_path)
    claim = ["x can win", "-c", "line=2", "-c", "rows=2", "-c", "cols=2", "-o", "it is.html"]
    advice, page = ": open it in a browser, as --open does", f"file://{tmp_path}/it%20is.html"
    for more, addresses, said in (
        ([], [], advice),
        (["--open"], [page], ""),
        (["--open"], [page, page], advice),
    ):
        done = run("report", *claim, *more)
        assert (done.status, asked) == (0, addresses)
        assert done.out.endswith(f"\nwrote it is.html{said}\n")
    assert (tmp_path / "it is.html").read_text().startswith("<!")


# Clears the screen, in two ways; rings; goes back; changes the direction of text.
EVIL = "\x1b[2J\x9b2J\a\b\r\u202e"
SHOWN = "\\u001b[2J\\u009b2J\\u0007\\u0008"


def printed_by(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command prints on a terminal, both streams."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    with redirect_stdout(terminal), redirect_stderr(terminal):
        execute(list(arguments))
    return terminal.getvalue()


def test_painted_text_keeps_its_paint_and_no_other() -> None:
    text = painted(f"a{EVIL}\x1b[1mb", "bold red")
    assert escape_controls(text) == f"\x1b[1;31ma{SHOWN}\\u000d\\u202e\\u001b[1mb\x1b[0m"
    assert printed(painted("a b", "bold")) == 3
    assert escape_controls("é∇ \u00a0\n\t😀") == "é∇ \u00a0\n\t😀"
    assert escape_controls("\udcff") == "\\udcff"
    assert escape_controls(text, color=False) == f"a{SHOWN}\\u000d\\u202e\\u001b[1mb"


def test_an_error_that_leads_to_no_terminal_shows_all_that_was_typed(run: Run) -> None:
    shown = run("show", "a\x1b[1mb").err.splitlines()
    assert shown[:2] == ["NAME:1:1: error: a\\x1b[1mb is not a strategy", "  a\\u001b[1mb"]


@pytest.mark.parametrize("command", [["--help"], ["prove", "--help"], ["list", "orders"]])
def test_headings_are_bold_on_a_terminal(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = printed_by(*command, monkeypatch=monkeypatch)
    assert re.search(r"\x1b\[(1|36)m", shown) and "\0" not in shown


@tabled()
def test_what_a_file_says_is_text(
    name: str,
    text: str,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evil = EVIL.replace("\r", "") if "lp" in name else "\\u001b[2J\\u009b2J\\u0007\\b\\r\\u202e"
    path = tmp_path / name.format(evil)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("{}", evil), "utf-8", newline="")
    given = [
        a.replace("{}/{}", f"{tmp_path}/{evil}").replace("{}", str(tmp_path)) for a in arguments
    ]
    folder = [] if given[0] == "check" else ["-S", str(tmp_path)]
    # the line of progress moves the cursor, and says nothing of a file
    monkeypatch.setattr("ttt_asp.cli.calls.SILENT", math.inf)
    out = printed_by(*given, *folder, monkeypatch=monkeypatch)
    assert "\x1b[" in out  # colors are there
    for raw in ("\x1b[2J", "\x9b", "\a", "\b", "\r", "\u202e"):
        assert raw not in out, (raw, out)
    assert "\\u001b[2J" in out or "\\x1b[2J" in out


@tabled()
def test_ascii_is_all_that_is_printed_where_asked(command: list[str], run: Run) -> None:
    """Nothing else is printed, and columns stay columns."""
    usual, before, after = run(*command), run("--ascii", *command), run(*command, "--ascii")
    assert before.status == after.status == usual.status
    for plain, other, full in ((after.out, before.out, usual.out), (after.err, "", usual.err)):
        assert plain.isascii()
        assert len(plain.splitlines()) == len(full.splitlines())
        if plain is after.out:
            lines = zip(plain.splitlines(), other.splitlines(), full.splitlines(), strict=True)
            # seconds differ
            assert all(len(a) == len(b) == len(c) for a, b, c in lines if " s" not in c[-2:])
    assert not (usual.out + usual.err).isascii()
