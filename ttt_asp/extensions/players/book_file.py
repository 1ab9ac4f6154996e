"""A strategy that a command writes as a book."""

import shlex
from pathlib import Path
from typing import Any

from ttt_asp.claims.question import DEFAULT_GAME, Question
from ttt_asp.cli.calls import folder_options
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.authoring.new_file import write_new


def write_book(path: Path, text: str, pages: int, const: Any, asked: Question, *more: str) -> str:
    """Write a tactic; return a message about it, with the command that proves a claim by it."""
    if path.stem in const:
        raise wrong(f"{path.stem} is a constant of the game", Location(str(path)))
    write_new(path, text)
    wrote = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''})"
    again = shlex.join([*prove_command(asked), *more])
    return f"{wrote}; next: {again}" if asked.claim else wrote


def prove_command(asked: Question) -> list[str]:
    """Return the command that asks a question."""
    line = ["ttt-asp", "prove", asked.claim]
    line += ["-g", asked.game] if asked.game != DEFAULT_GAME else []
    line += ["--position", asked.position] if asked.position is not None else []
    for flag, given in (("-c", asked.const), ("-r", asked.roles)):
        line += [part for key, value in given.items() for part in (flag, f"{key}={value}")]
    return line + folder_options(asked.folders)
