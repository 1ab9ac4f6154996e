"""The documents say what happens: their console examples are run, their names looked up."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ("README.md", "strategies/README.md", "asp/README.md", "docs/games.md", "CONTRIBUTING.md")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def settle(text: str) -> str:
    """Text without what differs from run to run: seconds, and the sizes of gzipped files."""
    text = re.sub(r"\([\d,]+ bytes\)", "(# bytes)", text)
    return re.sub(r"\b\d+\.\d{3,6}\b", "#.###", text)


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def run(command: str, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TTT_ASP")}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize("name", DOCS)
def test_console_examples_run_with_the_output_shown(name: str, tmp_path: Path) -> None:
    text = (ROOT / name).read_text("utf-8")
    for language, path, content in BLOCK.findall(text):
        if path:  # a file that the reader is told to write
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, "utf-8")
        for command, shown in examples(content) if language == "console" else ():
            printed = run(command, tmp_path)
            assert settle(printed).rstrip() == settle(shown).rstrip(), command


@pytest.mark.parametrize("name", DOCS)
def test_links_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    text = (ROOT / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert target.startswith("https://") or (folder / target).exists(), target


@pytest.mark.parametrize("name", DOCS)
def test_files_named_exist(name: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
    for word in re.findall(r"`([\w./-]+/[\w.-]+\.(?:lp|py|j2|toml|md))`", text):
        if not word.startswith(("my_strategies/", "FOLDER/", "NAME", "DIR/")):
            places = (ROOT / word, (ROOT / name).parent / word, ROOT / "ttt_asp" / word)
            assert any(place.exists() for place in places), word


@pytest.mark.parametrize("name", DOCS)
def test_commands_and_options_named_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    helps: dict[str, str] = {}
    for line in re.findall(r"(?:`|\$ )(ttt-asp [^`\n|]*)", text):
        words = line.split()
        command = words[1].strip(".,:;") if len(words) > 1 else ""
        if not re.fullmatch(r"[a-z]+", command) or command in ("is", "to"):
            continue
        if command not in helps:
            helps[command] = run(f"ttt-asp {command} --help", ROOT)
            assert "Usage" in helps[command], line
        for option in re.findall(r"(?<=\s)--?[A-Za-z][\w-]*", line.split(" -- ")[0]):
            assert re.search(rf"(?<![\w-]){re.escape(option)}\b", helps[command]) or (
                command == "new"
            ), f"{option} in {line}"
