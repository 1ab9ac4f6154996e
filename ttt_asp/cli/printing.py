"""What commands print: results, and plain data as JSON."""

import json
import shutil
import sys
from collections.abc import Iterable

import typer

from ttt_asp.result import Result
from ttt_asp.show.blocks import Block
from ttt_asp.show.paint import paint_for
from ttt_asp.show.text import text


def width() -> int:
    """How many characters a line of output may have."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def say(shown: Result | Iterable[Block]) -> None:
    """Print what is to be seen: as wide as the terminal is, in colour where it has some."""
    typer.echo(text(shown, paint_for(sys.stdout).colour, width()))


def say_json(plain: object) -> None:
    """Print plain data as JSON."""
    typer.echo(json.dumps(plain, indent=2, ensure_ascii=False))
