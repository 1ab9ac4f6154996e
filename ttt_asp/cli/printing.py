"""Results on the terminal."""

import sys
from collections.abc import Iterable

import typer

from ttt_asp.cli import options
from ttt_asp.result import Result
from ttt_asp.show.blocks import Block
from ttt_asp.show.paint import paint_for
from ttt_asp.show.text import text


def say(shown: Result | Iterable[Block]) -> None:
    """Print what is to be seen: as wide as the terminal is, in colour where it has some."""
    typer.echo(text(shown, paint_for(sys.stdout).colour, options.width()))
