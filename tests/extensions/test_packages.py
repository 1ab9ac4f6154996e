"""A package of somebody else's beside ours: that of docs/extending.md; and wrong ones."""

import sys
from pathlib import Path

import pytest
from conftest import write
from tables import constant, tabled
from transcripts import beside, in_a_shell, transcripts_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "extending.md"
PROJECT = """
project = {{name = "mine", version = "1.0", entry-points = {{ttt_asp = {{mine = "{entry}"}}}}}}
"""


def started(folder: Path, code: str) -> tuple[int, str]:
    """What Python prints in a folder where the package in it is installed."""
    command = f"cd '{folder}' && '{sys.executable}' {code}"
    return in_a_shell(command, environment=beside(sorted(folder.rglob("pyproject.toml"))))


@pytest.mark.usefixtures("reader")
def test_python_has_what_the_package_of_the_page_brings(tmp_path: Path) -> None:
    transcripts_of("extending.md", PAGE.read_text("utf-8"))[-1].prepare(tmp_path)
    code = """
import ttt_asp
print(ttt_asp.count({"x": "good_for_x"}).plays["o"], "count" in dir(ttt_asp))
print(ttt_asp.count(game="triangle.sets"))
print(ttt_asp.prove("o never wins", game="triangle.sets", engine="patient").engine)
print(str(ttt_asp.suggest("blockade", "x../.../...")).splitlines()[-1])
"""
    write(tmp_path / "ask.py", code)
    assert started(tmp_path, "ask.py") == (
        0,
        "0 True\nx: 6\no: 0\ntie: 0\npatient\ndecided by: blockade\n",
    )


@tabled()
@pytest.mark.usefixtures("reader")
def test_a_package_that_is_wrong_is_named(manifest: str, said: str, tmp_path: Path) -> None:
    imports = "from ttt_asp.extension import Command, Extension, Format\n"
    write(tmp_path / "mine.py", f"{imports}EXTENSION = {manifest}\n" if manifest else "")
    entry = "mine:EXTENSION" if manifest else "nowhere:EXTENSION"
    write(tmp_path / "pyproject.toml", PROJECT.format(entry=entry))
    status, printed = started(tmp_path, "-m ttt_asp --help")
    assert (status, printed) == (2, f"error: {said}\n  `pip uninstall mine` takes it out\n")


@tabled()
@pytest.mark.usefixtures("reader")
def test_what_a_package_brings_is_used_or_refused(
    manifest: str, command: str, status: int, said: str, tmp_path: Path
) -> None:
    imports = "from ttt_asp.extension import Command, Extension, Format\n"
    write(tmp_path / "mine.py", f"{imports}EXTENSION = {manifest}\n")
    write(tmp_path / "pyproject.toml", PROJECT.format(entry="mine:EXTENSION"))
    ended, printed = started(tmp_path, f"-m ttt_asp {command}")
    assert (ended, said in printed, "Traceback" in printed) == (status, True, False), printed


READER: str = constant(__file__, "READER")


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("own_words", [False, True])
def test_rules_that_a_package_reads_are_checked(own_words: bool, tmp_path: Path) -> None:
    imports = "from ttt_asp.extension import Extension, Format\n"
    formats = f"{{'.txt': Format(reads='it:read', own_words={own_words})}}"
    manifest = f"{imports}EXTENSION = Extension(package='mine', readers={formats})\n"
    write(tmp_path / "mine" / "__init__.py", manifest)
    write(tmp_path / "mine" / "it.py", READER)
    write(tmp_path / "pyproject.toml", PROJECT.format(entry="mine:EXTENSION"))
    write(tmp_path / "it.txt", "role(x). p(0). p(N+1) :- p(N). true(p(0)).\n")
    status, printed = started(tmp_path, "-m ttt_asp prove 'x never loses' -g it.txt")
    assert status == 2
    assert "it.txt:1:32: error: true is defined in the rules of the frames" in printed
    write(
        tmp_path / "it.txt", "winning_set(0). winning_set(N+1) :- winning_set(N). part_of(a,0).\n"
    )
    status, printed = started(tmp_path, "-m ttt_asp prove 'x never loses' -g it.txt")
    assert (status, "it.txt:1:" in printed) == (2, True), printed
