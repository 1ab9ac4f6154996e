"""The documents say what happens: their console examples are run, their names looked up.

Each console block is a test of its own, in a folder of its own. There it finds the files that the
page has told the reader to write above it (blocks with a path behind the language). What it needs
besides, it names in a comment right above it: `<!-- first: COMMAND -->` runs a command that the
page shows further up.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tables import tabled
from transcripts import Transcript, run, settle, stages, transcripts_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "asp/README.md",
    "strategies/README.md",
    *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


EXAMPLES = [example for page in PAGES for example in transcripts_of(page, text_of(page))]


@tabled()
def test_what_is_for_the_shell_is_left_to_it(
    command: str, called: list[str] | None, through: str
) -> None:
    assert stages(command) == (called, through)


def test_seconds_do_not_matter_however_many_they_are() -> None:
    page = "verdict  seconds\nproved   {:>7}\n  game, {} s"
    shown = settle(page.format("0.161", "0.294"))
    assert shown == "verdict  seconds\nproved     #.###\n  game, #.### s"
    for seconds in ("10.161", "100.161"):
        assert (
            settle(page.format(seconds, "0.294")) == settle(page.format("0.161", seconds)) == shown
        )
    assert settle(page.format("0.161", "0.294").replace("  0", "   0")) != shown  # it is a column


@pytest.mark.no_cover
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_console_block_prints_what_it_shows(example: Transcript, tmp_path: Path) -> None:
    example.prepare(tmp_path)
    above = "\n".join(text_of(example.page).splitlines()[: example.line])
    for command in example.first:
        assert f"\n$ {command}\n" in above, f"the page does not show {command}"
        status, printed = run(command)
        assert status == 0, printed
    assert example.commands
    packages = example.packages(tmp_path)
    for command, shown in example.commands:
        assert settle(run(command, packages)[1]) == settle(shown), command


@pytest.mark.parametrize("page", PAGES)
def test_every_comment_for_this_test_stands_above_a_console_block(page: str) -> None:
    used = sum(len(example.first) for example in transcripts_of(page, text_of(page)))
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
        brought = f'"{command}": Command(' in text_of(page)  # by a package that the page has
        if not re.fullmatch(r"[a-z]+", command) or command in ("is", "to") or brought:
            continue
        said = help_of(command)
        assert "Usage" in said, line
        for option in re.findall(r"(?<=\s)--?[A-Za-z][\w-]*", line.split(" -- ")[0]):
            assert re.search(rf"(?<![\w-]){re.escape(option)}\b", said), f"{option} in {line}"


def test_the_readme_and_the_architecture_are_short() -> None:
    assert len(text_of("README.md").splitlines()) <= 250
    assert len(text_of("docs/architecture.md").splitlines()) <= 100


def test_the_page_of_python_says_what_the_docstrings_say() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs/python_page.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
