"""Tests that are text: `tests/data/FOLDER/TOPIC.md`, a section for each test.

A section has a heading `## What holds`, blocks with files, and console blocks, which are run in
order in one folder; files above the first heading are there for all sections. What is printed, on
standard error too, is what is shown, but for seconds and where `…` stands; an exit status other
than 0 stands below it, `[2]`. JSON is held to the schema. A section whose blocks say
`--json | FILTER` shows what the filter leaves. Sections that name `gdl/` find the games there.

With TRANSCRIPTS=write in the environment what is shown becomes what is printed, where they differ:
read the difference before you keep it.
"""

import os
import re
from pathlib import Path

import pytest
from conftest import GDL
from tables import DATA
from transcripts import Transcript, matches, run, settle, transcripts_of

SECTIONS = [
    (f"{path.relative_to(DATA).with_suffix('')}: {title}", path, shared + section)
    for path in sorted(DATA.rglob("*.md"))
    for shared, *parts in [re.split(r"^## (.+)\n", path.read_text("utf-8"), flags=re.MULTILINE)]
    for title, section in zip(parts[::2], parts[1::2], strict=True)
]


def shown_by(status: int, printed: str) -> str:
    """What a block shows of a command that printed this."""
    ended = f"[{status}]\n" if status else ""
    return f"{printed.rstrip()}\n{ended}" if printed.strip() else ended


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("path", "section"), [case[1:] for case in SECTIONS], ids=[case[0] for case in SECTIONS]
)
def test_transcript(path: Path, section: str, tmp_path: Path) -> None:
    blocks = transcripts_of(path.name, section)
    assert blocks, "a section without a console block tests nothing"
    if "gdl/" in section:
        (tmp_path / "gdl").symlink_to(GDL)
    for block in blocks:
        block.prepare(tmp_path)
        assert block.commands, "a console block without a command tests nothing"
        for command, shown in block.commands:
            printed = shown_by(*run(command)).replace(str(tmp_path), ".")
            if not matches(printed, shown) and os.environ.get("TRANSCRIPTS") == "write":
                rewrite(path, block, f"$ {command}\n{shown}", f"$ {command}\n{printed}")
            else:
                assert matches(printed, shown), f"$ {command}\n{settle(printed)}"


def rewrite(path: Path, block: Transcript, old: str, new: str) -> None:
    """Put a command with what it prints now in the place of what a block shows."""
    text = path.read_text("utf-8")
    assert text.count(f"{old}") == 1, "the same command is shown with the same output elsewhere"
    path.write_text(text.replace(old, new), "utf-8")
