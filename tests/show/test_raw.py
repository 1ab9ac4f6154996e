"""What a terminal gets: nothing of a file but text, and signs that it has."""

import io
import math
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

from ttt_asp.cli.execution import execute
from ttt_asp.show.terminal import Paint, escape_controls, printed

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
    text = Paint(True)(f"a{EVIL}\x1b[1mb", "bold red")
    assert escape_controls(text) == f"\x1b[1;31ma{SHOWN}\\u000d\\u202e\\u001b[1mb\x1b[0m"
    assert printed(Paint(True)("a b", "bold")) == 3
    assert escape_controls("é∇ \u00a0\n\t😀") == "é∇ \u00a0\n\t😀"
    assert escape_controls("\udcff") == "\\udcff"


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
    monkeypatch.setattr("ttt_asp.cli.progress.PATIENCE", math.inf)
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
