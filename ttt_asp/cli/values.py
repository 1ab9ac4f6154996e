"""Values of options, read: one that is none is an error with its option as the place."""

from math import inf
from pathlib import Path
from typing import Any

import typer

from ttt_asp.cli import completion
from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place

# Nothing that is counted is more: what has another digit was typed by mistake.
MOST = 10**12


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
        if not least <= value <= MOST:
            hint = f"{least} to 10^12, as {names[-1]} {example}"
            raise wrong(f"{text} is not a number of {of}", Location(names[-1]), hint)
        return value

    return typer.Option(*names, parser=read, **said)


def amount(name: str, of: str, example: int, **said: Any) -> Any:
    """An option whose value is a number from 0 to MOST, which may have decimals; see `whole`."""

    def read(text: str | float) -> float:
        try:
            value = float(text)
        except ValueError:
            value = inf
        if not 0 <= value <= MOST:
            hint = f"0 to 10^12, as {name} {example}"
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


def tactics(name: str, said: str) -> Any:
    """An option that names the tactics of a pool; `names_of` reads its value."""
    default = "all that fit the game, but books; and any"
    return typer.Option(name, metavar="NAME,...", help=said, show_default=default,
                        autocompletion=completion.strategy)  # fmt: skip


def names_of(text: str, option: str = "--pool") -> list[str]:
    """The names in a `--pool`, or in another list of tactics."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name.startswith("?") or name == "...":
            raise wrong(f"{name} is a hole, not a tactic", Location(option), "NAME,NAME,...")
        if not name:
            raise wrong("a name is missing", Location(option), "NAME,NAME,...")
    return names


def in_bytes(megabytes: float | None) -> int | None:
    """The same in bytes."""
    return None if megabytes is None else int(megabytes * 1e6)


def pairs(given: list[str] | None, option: str, form: str) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping.

    Raises:
        InputError: one has no name or no value, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in given or []:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise wrong(f"{text!r} is not {form}", Location(option))
        if name.strip() in found:
            raise wrong(f"{name.strip()} is given twice", Location(option))
        found[name.strip()] = value.strip()
    return found
