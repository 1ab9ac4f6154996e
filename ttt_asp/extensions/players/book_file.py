"""A strategy that a command writes as a book."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttt_asp.claims.question import Question
from ttt_asp.cli.calls import prove_command
from ttt_asp.errors import Location, wrong
from ttt_asp.files import write_new

if TYPE_CHECKING:  # each command starts without what the others need, as below
    pass


def write_book(path: Path, text: str, pages: int, const: Any, asked: Question, *more: str) -> str:
    """Write a tactic; return a message about it, with the command that proves a claim by it."""
    if path.stem in const:
        raise wrong(f"{path.stem} is a constant of the game", Location(str(path)))
    write_new(path, text)
    wrote = f"wrote {path} ({pages:,} page{'s' if pages != 1 else ''})"
    again = shlex.join([*prove_command(asked), *more])
    return f"{wrote}; next: {again}" if asked.claim else wrote
