"""Files that are written: whole or not at all, and never in place of what is no file."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import HANGS
from tables import tabled

from ttt_asp.cli.execution import execute

Captured = pytest.CaptureFixture[str]
SIZE = [part for name in ("rows", "cols", "line") for part in ("-c", f"{name}=5")]
DRAWN = ["prove", "o never loses", "--o", "good_for_o", "--engine", "explicit", "--svg"]


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    before = os.stat("/dev/null")
    assert execute([*DRAWN, "/dev/null"]) == 1
    assert os.stat("/dev/null").st_ino == before.st_ino
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    assert execute([*DRAWN, str(fifo)]) == 1
    reader.join(60)
    assert read[0].startswith(b"<svg")
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "drawn" / "it.svg", tmp_path / "link.svg"
    link.symlink_to(target)
    target.parent.mkdir()
    for _ in range(2):  # it leads nowhere at first
        assert execute([*DRAWN, str(link)]) == 1
        assert link.is_symlink() and target.read_text().startswith("<svg")
        target.write_text("")


def test_standard_output_is_a_place_too(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "ttt_asp", *DRAWN, "/dev/stdout"]
    piped = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert piped.stdout.count("</svg>") == 1
    with (tmp_path / "out").open("w") as out:
        subprocess.run(line, stdout=out, stderr=subprocess.DEVNULL, timeout=120)
    assert (tmp_path / "out").read_text().count("</svg>") == 1


def test_a_folder_is_no_place(tmp_path: Path, capsys: Captured) -> None:
    assert execute([*DRAWN, str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert err == f"{tmp_path}: error: cannot be written: this is a folder\n  name a file in it\n"


@tabled()
def test_a_folder_that_is_missing_is_not_made(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """It is misspelt, perhaps; and that is said before anything is worked out."""
    monkeypatch.setattr("ttt_asp.claims.question.load_game", lambda *_: 1 / 0)
    path = tmp_path / "nowhere" / "it"
    assert execute([*arguments, str(path)]) == 2
    printed = capsys.readouterr()
    said = f"{path}: error: cannot be written: there is no folder {path.parent}\n"
    assert (printed.out, printed.err[: len(said)]) == ("", said)
    assert not path.parent.exists()


def test_a_pairing_has_all_of_its_files_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    link, left = os.link, [2]

    def full(source: str, target: Path) -> None:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        link(source, target)

    monkeypatch.setattr(os, "link", full)
    arguments = ["pairing", *SIZE, "-o", str(tmp_path)]
    assert execute(arguments) == 2
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    left[0] = 4
    assert execute(arguments) == 0
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 4


# The program, killed before its N-th file comes to its place.
KILLED = """
import os, signal, sys
link, left = os.link, int(sys.argv[1])
def mortal(source, target):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    link(source, target)
os.link = mortal
from ttt_asp.cli.execution import execute
sys.exit(execute(sys.argv[2:]))
"""


@pytest.mark.parametrize("number", range(4))
def test_a_pairing_whose_writer_was_killed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """What is there does no harm, each file resting on those before it; and it can be completed."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert execute(["pairing", *SIZE, "-o", str(whole)]) == 0
    expected = {p.relative_to(whole): p.read_bytes() for p in whole.rglob("*") if p.is_file()}
    line = [sys.executable, "-c", KILLED, str(number), "pairing", *SIZE, "-o", str(broken)]
    assert subprocess.run(line, timeout=HANGS).returncode == -signal.SIGKILL
    there = [p for p in broken.rglob("*") if p.is_file() and p.suffix != ".part"]
    assert len(there) == number
    assert not number or execute(["check", *SIZE, *map(str, there)]) == 0
    assert execute(["prove", "x never loses", "--x", "good_for_x", "-S", str(broken)]) == 0
    capsys.readouterr()
    assert execute(["pairing", *SIZE, "-o", str(broken)]) == 0
    assert capsys.readouterr().out.count("wrote ") == 4
    found = {p.relative_to(broken): p.read_bytes() for p in broken.rglob("*") if p.is_file()}
    assert {path: text for path, text in found.items() if path.suffix != ".part"} == expected
    assert execute(["pairing", *SIZE, "-o", str(broken)]) == 2
    assert "already" in capsys.readouterr().err


def test_a_file_of_somebody_else_is_in_the_way_of_a_pairing(
    tmp_path: Path, capsys: Captured
) -> None:
    assert execute(["pairing", *SIZE, "-o", str(tmp_path)]) == 0
    tactic, lemma = tmp_path / "tactics" / "pairing.lp", tmp_path / "lemmas" / "pairing_kept.lp"
    lemma.unlink()
    tactic.write_text(tactic.read_text() + "% mine\n")
    assert execute(["pairing", *SIZE, "-o", str(tmp_path)]) == 2
    assert "already" in capsys.readouterr().err
    assert not lemma.exists()


def test_a_report_prints_its_verdicts(tmp_path: Path, capsys: Captured) -> None:
    page = tmp_path / "page.html"
    assert execute(["report", "-o", str(page)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"\nwrote {page}: open it in a browser, as --open does\n")
    for number, verdict in enumerate(("proved", "proved", "refuted", "proved"), 1):
        assert any(
            line.startswith(f"nakas-{number} ") and f" {verdict} " in line
            for line in out.splitlines()
        )
    assert execute(["report", "o never loses", "--o", "good_for_o", "-o", str(page)]) == 1
    assert capsys.readouterr().out.startswith("o never loses: refuted (")
