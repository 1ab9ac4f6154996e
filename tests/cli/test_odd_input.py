"""Odd input and surroundings, which once ended the program in a way they must not."""

import io
import math
import re
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

import ttt_asp
from ttt_asp.cli.execution import execute
from ttt_asp.show.terminal import escape_controls, painted, printed
from ttt_asp.strategies.terms import parse_term


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
    assert str(parse_term(infix, "it")) == term


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


class Terminal(io.StringIO):
    """A terminal, in memory."""

    def isatty(self) -> bool:
        return True


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
    monkeypatch.setattr("ttt_asp.cli.progress.SILENT", math.inf)
    out = printed_by(*given, *folder, monkeypatch=monkeypatch)
    assert "\x1b[" in out  # colors are there
    for raw in ("\x1b[2J", "\x9b", "\a", "\b", "\r", "\u202e"):
        assert raw not in out, (raw, out)
    assert "\\u001b[2J" in out or "\\x1b[2J" in out


@tabled()
def test_ascii(command: list[str], run: Run) -> None:
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
