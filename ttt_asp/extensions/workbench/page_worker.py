"""Answers in the page itself: saved files come with the question, and go back with the answer."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from ttt_asp.extensions.workbench.answering import reply
from ttt_asp.extensions.workbench.request import ServerOptions

# The folder of what was saved, as messages call it: the page keeps its files.
FOLDER = Path("saved")
# Bytes that WebAssembly can hold at most; memory runs out before.
_MEMORY = 1 << 32


def answer_page(question: str) -> str:
    """Return the answer to a question of the page, both in JSON.

    Args:
        question: its `name` and `fields`, the `game`, `const` and `seconds` of the page, and the
            `files` that were saved: texts by their paths.

    Returns:
        `status` and `answer`; `files`, as they are now; or the package that `needs` to be loaded
        before the question can be answered.
    """
    asked: dict[str, Any] = json.loads(question)
    _write(asked["files"])
    const = tuple(asked["const"].items())
    setting = _setting(asked["game"], const, asked["seconds"])
    try:
        status, answer, _ = reply(setting, asked["name"], asked["fields"])
    except ModuleNotFoundError as missing:
        return json.dumps({"needs": missing.name})
    return json.dumps({"status": status, "answer": answer, "files": _files()})


@cache
def _setting(game: str, const: tuple[tuple[str, str], ...], seconds: float) -> ServerOptions:
    return ServerOptions(FOLDER.absolute(), game, dict(const), seconds, _MEMORY)


def _files() -> dict[str, str]:
    files = sorted(path for path in FOLDER.rglob("*.lp") if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in files}


def _write(files: dict[str, str]) -> None:
    """Make the files what the page has; it is the only one that writes."""
    now = _files()
    for name in now.keys() - files.keys():
        (FOLDER / name).unlink()
    for name, text in files.items():
        path = FOLDER / os.path.normpath(f"/{name}").lstrip(
            "/"
        )  # within the folder, whatever it is
        if now.get(name) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
