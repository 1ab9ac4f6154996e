"""Tests that are sessions with a page in a browser: `tests/data/browser/TOPIC.txt`.

A session begins at `== What holds`; `tests/browser.py` says what its lines mean. Commands above the
first one make the pages that all of the file are about, once. Files that begin with `workbench` are
about the workbench, whose server saves into MINE; that of `workbench_hurried.txt` soon gives up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tables import DATA
from transcripts import run
from workbench_server import Server

from ttt_asp.strategies.terms import parse_term

if TYPE_CHECKING:
    from browser import Session

pytestmark = pytest.mark.usefixtures("reader")
Begin = Callable[[str, dict[str, Path]], "Session"]

SESSIONS = [
    (f"{path.stem}: {title}", path, script)
    for path in sorted((DATA / "browser").glob("*.txt"))
    for _, *parts in [re.split(r"^== (.+)\n", path.read_text("utf-8"), flags=re.MULTILINE)]
    for title, script in zip(parts[::2], parts[1::2], strict=True)
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@cache
def prepared(path: Path, folder: Path) -> None:
    """Run the commands that make the pages of a file."""
    for command in re.findall(r"^\$ (.+)", path.read_text("utf-8").partition("\n== ")[0], re.M):
        places = command.replace("PAGES", str(folder)).replace("DATA", str(path.parent))
        status, printed = run(places)
        assert status in (0, 1), printed


@pytest.mark.parametrize(
    ("path", "script"), [case[1:] for case in SESSIONS], ids=[case[0] for case in SESSIONS]
)
def test_session(
    path: Path,
    script: str,
    session: Begin,
    downloads: Path,
    request: pytest.FixtureRequest,
) -> None:
    folders = {"DOWNLOADS": downloads}
    if not path.stem.startswith("workbench"):
        folders["PAGES"] = request.getfixturevalue("pages")
        prepared(path, folders["PAGES"])
        session("", folders).follow(script)
        return
    found: Server = request.getfixturevalue("hurried" if "hurried" in path.stem else "server")
    folders["MINE"] = found.folder.parent / "mine"
    begun = session(found.address, folders)
    begun.follow(script if script.startswith("open") else f"open\n{script}")


def test_signs_are_read_as_on_the_command_line(session: Begin, server: Server) -> None:
    page = session(server.address, {})
    page.do_open("")
    signed, unsigned = (DATA / "browser/signs").read_text("utf-8").split("\n\n")
    for text in signed.splitlines():
        read = page.browser.execute_script("return printed(new Reader(arguments[0]).whole())", text)
        same, plain = (str(parse_term(one, "it")) for one in (read, text))
        assert same == plain and not set("∇△∪∩∖") & set(read)
    script = "try { new Reader(arguments[0]).whole(); return false } catch { return true }"
    for text in ["", *unsigned.splitlines()]:
        assert page.browser.execute_script(script, text), text
