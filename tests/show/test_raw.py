"""Nothing that a file says reaches a terminal as anything but text."""

import io
import math
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
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


def test_a_files_name_is_quoted_in_generated_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = 'q"x*% evil.lp'
    squares = "".join(f"part_of((s({n});t({n})),line({n})).\n" for n in range(3))
    Path(name).write_text(f"winning_set(line(0..2)).\n{squares}")
    assert execute(["pairing", "-g", name, "-o", "my own"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "next: ttt-asp prove 'my own/claims/pairing.toml'"
    (claim,) = tomllib.loads(Path("my own/claims/pairing.toml").read_text())["claim"]
    assert claim["game"] == name
    assert execute(["prove", "my own/claims/pairing.toml"]) == 0
    assert execute(["solve", "-g", name, "-o", "best/tactics/best.lp"]) == 0
    assert execute(["show", "best", "-S", "best"]) == 0
