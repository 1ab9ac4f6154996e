"""The documents say what happens: their console examples are run, their names looked up.

Each console block is a test of its own, in a folder of its own. There it finds the files that the
page has told the reader to write above it (blocks with a path behind the language). What it needs
besides, it names in a comment right above it: `<!-- first: COMMAND -->` runs a command that the
page shows further up.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import HANGS
from tables import tabled

from ttt_asp.cli.execution import execute

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "asp/README.md",
    "strategies/README.md",
    *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)
BLOCK = re.compile(
    r"(?P<first>(?:^<!-- first: [^\n]+ -->\n)*)"
    r"^```(?P<language>\w+)(?: (?P<path>\S+))?\n(?P<content>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Example:
    """A console block, with what has to be there before it is run."""

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

    def __str__(self) -> str:
        """What it is called, wherever on its page it stands."""
        return f"{self.page} $ {self.commands[0][0]}"


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def examples_of(page: str) -> list[Example]:
    text = text_of(page)
    files: list[tuple[str, str]] = []
    found = []
    for block in BLOCK.finditer(text):
        if block["path"]:
            files.append((block["path"], block["content"]))
        elif block["language"] == "console":
            line = text.count("\n", 0, block.start("language")) + 1
            first = tuple(re.findall(r"<!-- first: (.+) -->", block["first"]))
            found.append(Example(page, line, block["content"], tuple(files), first))
    return found


EXAMPLES = [example for page in PAGES for example in examples_of(page)]


def settle(text: str) -> str:
    """Text without what differs from run to run: seconds, and the sizes of gzipped files."""
    text = re.sub(r"\([\d,]+ bytes\)", "(# bytes)", text)
    return re.sub(r"\b\d+\.\d{3,6}\b", "#.###", text)


def run(command: str) -> tuple[int, str]:
    """Run a command as it is typed: its exit status, and what it prints, errors too.

    What is for the shell is left to it. This process is as good where the program is called and
    nothing else, or what it prints goes through other programs.
    """
    called, through = stages(command)
    if called is None:
        return in_a_shell(command)
    with (
        io.StringIO() as out,
        io.StringIO() if through else out as err,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = execute(called[1:])
        if not through:
            return status, out.getvalue()
        status, printed = in_a_shell(through, out.getvalue())
        return status, err.getvalue() + printed


def stages(command: str) -> tuple[list[str] | None, str]:
    """The call of the program that a command begins with, and what its output goes through.

    The call is None where only a shell knows what is meant.
    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.wordchars += ":"
    words = list(lexer)
    signs = {word for word in words if word and set(word) <= set(lexer.punctuation_chars)}
    if re.search("[$`]", command) or not signs <= {"|"} or words[0] != "ttt-asp":
        return None, ""
    end = words.index("|") if signs else len(words)
    if "ttt-asp" in words[end:]:
        return None, ""
    through = (word if word == "|" else shlex.quote(word) for word in words[end + 1 :])
    return words[:end], " ".join(through)


def in_a_shell(command: str, given: str = "") -> tuple[int, str]:
    """What a shell makes of a command, and of what is given to it."""
    done = subprocess.run(
        ["bash", "-c", command],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANGS,
    )
    return done.returncode, done.stdout


@tabled()
def test_what_is_for_the_shell_is_left_to_it(
    command: str, called: list[str] | None, through: str
) -> None:
    assert stages(command) == (called, through)


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads has an empty folder, and the program in the path."""
    for name in [name for name in os.environ if name.startswith("TTT_ASP")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.mark.no_cover
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_console_block_prints_what_it_shows(example: Example, tmp_path: Path) -> None:
    typed = [*example.first, *(command for command, _ in example.commands)]
    if find_spec("z3") is None and any("--every" in command for command in typed):
        pytest.skip("z3-solver is not installed")
    if shutil.which("acl2") is None and any("--acl2" in command for command in typed):
        pytest.skip("ACL2 is not installed")
    for path, content in example.files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content, "utf-8")
    above = "\n".join(text_of(example.page).splitlines()[: example.line])
    for command in example.first:
        assert f"\n$ {command}\n" in above, f"the page does not show {command}"
        status, printed = run(command)
        assert status == 0, printed
    assert example.commands
    for command, shown in example.commands:
        assert settle(run(command)[1]).rstrip() == settle(shown).rstrip(), command


@pytest.mark.parametrize("page", PAGES)
def test_every_comment_for_this_test_stands_above_a_console_block(page: str) -> None:
    used = sum(len(example.first) for example in examples_of(page))
    assert text_of(page).count("<!-- first:") == used


def anchors(path: Path) -> set[str]:
    """What a page's headings are called in links to them, as GitHub names them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text_of(page)):
        if not target.startswith("https://"):
            path = (ROOT / page).parent / target if target else ROOT / page
            assert path.exists(), target
            assert not anchor or anchor in anchors(path), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_files_named_exist(page: str) -> None:
    text = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    for word in re.findall(r"`([\w./-]+/[\w.-]+\.(?:lp|py|j2|toml|md))`", text):
        if not word.startswith(("my_strategies/", "FOLDER/", "NAME", "DIR/")):
            places = (ROOT / word, (ROOT / page).parent / word, ROOT / "ttt_asp" / word)
            assert any(place.exists() for place in places), word


@cache
def help_of(command: str) -> str:
    return run(f"ttt-asp {command} --help")[1]


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_named_exist(page: str) -> None:
    for line in re.findall(r"(?:`|\$ )(ttt-asp [^`\n|]*)", text_of(page)):
        words = line.split()
        command = words[1].strip(".,:;") if len(words) > 1 else ""
        if not re.fullmatch(r"[a-z]+", command) or command in ("is", "to"):
            continue
        said = help_of(command)
        assert "Usage" in said, line
        for option in re.findall(r"(?<=\s)--?[A-Za-z][\w-]*", line.split(" -- ")[0]):
            assert re.search(rf"(?<![\w-]){re.escape(option)}\b", said) or (command == "new"), (
                f"{option} in {line}"
            )


def test_the_readme_and_the_architecture_are_short() -> None:
    assert len(text_of("README.md").splitlines()) <= 250
    assert len(text_of("docs/architecture.md").splitlines()) <= 100


def test_the_page_of_python_says_what_the_docstrings_say() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs/python_page.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
