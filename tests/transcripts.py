"""Console blocks in Markdown: what is typed, the files that it finds, and what is printed.

A block of the language `console` has commands, each behind `$ `, and below each what it prints,
errors too. A block with a path behind its language is a file that the blocks below it find.
The pages of docs/ have such blocks, and so has `tests/data/`, where tests are nothing else.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import pytest
from conftest import HANGS
from schema import hold_to_schema

from ttt_asp.cli.execution import execute

BLOCK = re.compile(
    r"(?P<first>(?:^<!-- first: [^\n]+ -->\n)*)"
    r"^```(?P<language>\w+)(?: (?P<path>\S+))?\n(?P<content>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
# What is typed while the program runs.
TYPED = re.compile(r"printf '((?:[^'%\\]|\\[n0])*)' \| (?=ttt-asp )")
# What stands for any text in a line; alone in a line, for any lines.
ANY = "…"


@dataclass(frozen=True)
class Transcript:
    """A console block, with what has to be there before it is run.

    Attributes:
        line: where it begins on its page, from 1.
        files: paths and contents, those that stand above it.
        first: commands to run before, which are shown further up.
    """

    page: str
    line: int
    content: str
    files: tuple[tuple[str, str], ...]
    first: tuple[str, ...]

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands, each with the output shown below it."""
        parts = re.split(r"^\$ ", self.content, flags=re.MULTILINE)[1:]
        return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]

    def prepare(self, folder: Path) -> None:
        """Write the files to a folder, and skip the test where what is asked is not installed."""
        typed = [*self.first, *(command for command, _ in self.commands)]
        asked = [*typed, *(content for _, content in self.files)]
        if find_spec("z3") is None and any(re.search("--every|^every = ", a, re.M) for a in asked):
            pytest.skip("z3-solver is not installed")
        if shutil.which("acl2") is None and any("--acl2" in command for command in typed):
            pytest.skip("ACL2 is not installed")
        for path, content in self.files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, "utf-8")

    def packages(self, folder: Path) -> list[Path]:
        """The folders of packages that the page has told the reader to install."""
        return [folder / path for path, _ in self.files if Path(path).name == "pyproject.toml"]

    def __str__(self) -> str:
        """What it is called, wherever on its page it stands."""
        return f"{self.page} $ {self.commands[0][0]}"


def transcripts_of(page: str, text: str) -> list[Transcript]:
    """The console blocks of a page, in order."""
    files: list[tuple[str, str]] = []
    transcripts = []
    for block in BLOCK.finditer(text):
        if block["path"]:
            files.append((block["path"], block["content"]))
        elif block["language"] == "console":
            line = text.count("\n", 0, block.start("language")) + 1
            first = tuple(re.findall(r"<!-- first: (.+) -->", block["first"]))
            transcripts.append(Transcript(page, line, block["content"], tuple(files), first))
    return transcripts


def settle(text: str) -> str:
    """Text without what differs from run to run: seconds, and the sizes of gzipped files."""
    text = re.sub(r"\([\d,]+ bytes\)", "(# bytes)", text)
    return re.sub(r"( {2,})?\b\d+\.\d{3,6}\b", _settled_seconds, text).rstrip()


def _settled_seconds(found: re.Match[str]) -> str:
    """What stands for seconds; in a column it is as wide, as they stand at its right there."""
    return "#.###".rjust(len(found[0]) if found[1] else 0)


def matches(printed: str, shown: str) -> bool:
    """Whether what was printed is what a block shows, where ANY stands for any text."""
    if ANY not in shown:
        return settle(printed) == settle(shown)
    lines = [re.escape(line).replace(ANY, ".*") + "\n" for line in settle(shown).splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if line == ".*\n" else line for line in lines)
    return re.fullmatch(pattern, settle(printed) + "\n" if settle(printed) else "") is not None


def run(command: str, packages: Sequence[Path] = ()) -> tuple[int, str]:
    """Run a command as it is typed: its exit status, and what it prints, errors too.

    What is for the shell is left to it. This process is as good where the program is called and
    nothing else, or what it prints goes through other programs. JSON is held to the schema.

    Args:
        command: the command.
        packages: `pyproject.toml` of what is installed beside the program; then it is started anew.
    """
    if packages:
        return in_a_shell(command, environment=beside(packages))
    typed = TYPED.match(command)
    called, through = stages(command[typed.end() :] if typed else command)
    if called is None:
        return in_a_shell(command)
    json = "--json" in called
    lines = typed[1].replace("\\n", "\n").replace("\\0", "\0") if typed else ""
    with (
        mock.patch.object(sys, "stdin", io.StringIO(lines)),
        io.StringIO() as out,
        io.StringIO() if through or json else out as err,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status, printed = execute(called[1:]), out.getvalue()
        apart = "" if err is out else err.getvalue()
    if json and printed:
        hold_to_schema(called[1], printed)
    if through:
        status, printed = in_a_shell(through, printed)
    return status, apart + printed


def stages(command: str) -> tuple[list[str] | None, str]:
    """The call of the program that a command begins with, and what its output goes through.

    The call is None where only a shell knows what is meant.
    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.wordchars += ":,+"
    words = list(lexer)
    signs = {word for word in words if word and set(word) <= set(lexer.punctuation_chars)}
    if re.search("[$`]", command) or not signs <= {"|"} or words[0] != "ttt-asp":
        return None, ""
    end = words.index("|") if signs else len(words)
    if "ttt-asp" in words[end:]:
        return None, ""
    through = (word if word == "|" else shlex.quote(word) for word in words[end + 1 :])
    return words[:end], " ".join(through)


def beside(packages: Sequence[Path]) -> dict[str, str]:
    """The environment in which packages are installed: as `pip` does it, but in their folders."""
    for path in packages:
        about = tomllib.loads(path.read_text("utf-8"))["project"]
        named = f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
        entries = about["entry-points"]["ttt_asp"].items()
        (path.parent / named).mkdir(exist_ok=True)
        points = "".join(f"{name} = {place}\n" for name, place in entries)
        (path.parent / named / "entry_points.txt").write_text(f"[ttt_asp]\n{points}", "utf-8")
        metadata = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
        (path.parent / named / "METADATA").write_text(metadata, "utf-8")
    inherited = filter(None, [os.environ.get("PYTHONPATH")])
    folders = [*(str(path.parent) for path in packages), *inherited]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}


def in_a_shell(
    command: str, given: str = "", environment: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """What a shell makes of a command, and of what is given to it."""
    done = subprocess.run(
        ["bash", "-c", command],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANGS,
        env=environment,
    )
    return done.returncode, done.stdout
