"""What people type for an argument, read: what is none is an error with its option as the place."""

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_no_place

# Nothing that is counted is more: what has another digit was typed by mistake.
MOST = 10**12
# Reads the text of an option, or the texts of one that is given again and again.
Reader = Callable[[Any, str], Any]


def words(given: Sequence[str], option: str) -> str:
    """Several words of a command line as one text."""
    return " ".join(given)


def amount(of: str, least: int, example: int, kind: type[float] = int) -> Reader:
    """Numbers up to MOST.

    Args:
        of: what they count, as `moves`.
        least: the least of them.
        example: one to be shown.
        kind: whether they are whole, or may have decimals.
    """

    def read(text: str, option: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = inf
        if not least <= value <= MOST:
            hint = f"{least} to 10^12, as {option} {example}"
            raise wrong(f"{text} is not a number of {of}", Location(option), hint)
        return value

    return read


def in_bytes(text: str, option: str) -> int:
    """Megabytes as bytes."""
    return int(amount("megabytes", 0, 2000, float)(text, option) * 1e6)


def seed(text: str, option: str) -> int:
    """A whole number of any size."""
    try:
        return int(text)
    except ValueError:
        raise wrong(f"{text} is not a whole number", Location(option), "as --seed 1") from None


def output(path: Path, option: str) -> Path:
    """A file to be written; refused before any work is done if there is no place for it."""
    refuse_no_place(path)
    return path


def names(text: str, option: str) -> list[str]:
    """Names of tactics, a comma apart."""
    found = [name.strip() for name in text.split(",")]
    for name in found:
        if name.startswith("?") or name == "...":
            raise wrong(f"{name} is a hole, not a tactic", Location(option), "NAME,NAME,...")
        if not name:
            raise wrong("a name is missing", Location(option), "NAME,NAME,...")
    return found


def in_lines(text: str, option: str) -> bool:
    """Whether lines are to be few, not tactics."""
    if text not in ("tactics", "lines"):
        raise wrong(f"{text} is neither tactics nor lines", Location(option))
    return text == "lines"


def pairs(form: str) -> Reader:
    """`NAME=VALUE` texts as a mapping, none of them given twice; `form` shows how they look."""

    def read(given: Sequence[str], option: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for text in given:
            name, sign, value = (part.strip() for part in text.partition("="))
            if not sign or not name or not value:
                raise wrong(f"{text!r} is not {form}", Location(option))
            if name in found:
                raise wrong(f"{name} is given twice", Location(option))
            found[name] = value
        return found

    return read
