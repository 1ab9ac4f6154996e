"""Values of options, read: one that is none is an error with its option as the place."""

from math import inf
from pathlib import Path
from typing import Any

import typer

from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place


def whole(*names: str, of: str, least: int, example: int, **said: Any) -> Any:
    """An option whose value is a whole number.

    Args:
        names: its names, the long one last.
        of: what it counts, as `moves`.
        least: the least value.
        example: a value to be shown.
        said: what else `typer.Option` takes.
    """

    def read(text: str | int) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            hint = f"{least} or more, as {names[-1]} {example}"
            raise wrong(f"{text} is not a number of {of}", Location(names[-1]), hint)
        return value

    return typer.Option(*names, parser=read, **said)


def amount(name: str, of: str, example: int, **said: Any) -> Any:
    """An option whose value is a number from 0 on, which may have decimals; see `whole`."""

    def read(text: str | float) -> float:
        try:
            value = float(text)
        except ValueError:
            value = inf
        if not 0 <= value < inf:
            hint = f"0 or more, as {name} {example}"
            raise wrong(f"{text} is not a number of {of}", Location(name), hint)
        return value

    return typer.Option(name, parser=read, **said)


def seed(text: str | int) -> int:
    """A whole number of any size."""
    try:
        return int(text)
    except ValueError:
        raise wrong(f"{text} is not a whole number", Location("--seed"), "as --seed 1") from None


def output(text: str) -> Path:
    """A file to be written; refused before any work is done if there is no place for it."""
    path = Path(text)
    refuse_no_place(path)
    return path
