"""A question that was typed: the call of the function that answers it, and the output."""

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import typer

from ttt_asp.cli.progress import Progress
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.files import write_bytes
from ttt_asp.records import dataclass
from ttt_asp.result import Result, Status
from ttt_asp.show.blocks import Block
from ttt_asp.show.text import lines

Found = TypeVar("Found")
_EXIT_STATUS: Mapping[Status, int] = {"yes": 0, "no": 1, "unknown": 3}


@dataclass(frozen=True, slots=True)
class Call(Generic[Found]):
    """A call of a function, as the command line has it.

    Attributes:
        function: one of `ttt_asp`, without the wrapper that turns its exceptions into others.
        given: the values typed, by its parameters; no defaults.
        json: whether the answer is to be printed as JSON.
    """

    function: Callable[..., Found]
    given: Mapping[str, Any]
    json: bool

    def answer(self, **more: Any) -> Found:
        """Return the answer of the function, which is given `more` too, or instead.

        Progress and warnings are shown on stderr.
        """
        with Progress():
            return self.function(**{**self.given, **more})

    def print_answer(self, result: Result, **more: Any) -> int:
        """Print an answer, as text or as JSON, which may have `more`; return the exit status."""
        if self.json:
            print_json({**result.as_json(), **more} if more else result.as_json())
        else:
            print_result(result)
        if result.stop:
            typer.echo(f"unknown: {result.stop}", err=True)
        return status_of(result)


def status_of(result: Result) -> int:
    """Return the exit status for an answer."""
    return _EXIT_STATUS[result.status]


def folder_options(folders: Sequence[Path]) -> list[str]:
    """Return the options that name folders of strategies."""
    options: list[str] = []
    for folder in folders:
        options += ["-S", str(folder)]
    return options


def width() -> int:
    """Return how many characters a line of output may have."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def print_result(shown: Result | Iterable[Block]) -> None:
    """Print a result or blocks: as wide as the terminal is, in color where it has some."""
    typer.echo("\n".join(lines(shown, width(), sys.stdout.isatty())))


def print_json(plain: object) -> None:
    """Print plain data as JSON."""
    typer.echo(json.dumps(plain, indent=2, ensure_ascii=False))


def refuse_no_pictures(path: Path | None) -> None:
    """Refuse, before any work, a picture that nobody is there to draw."""
    if path is not None and hook("picture") is None:
        raise wrong(f"pictures are drawn by {missing('--svg')}", Location.argument("svg"))


def write_picture(path: Path, result: Result) -> None:
    """Draw a result to a file, and say so."""
    write_bytes(path, hook("picture")(result).encode())
    typer.echo(f"wrote {path}", err=True)
