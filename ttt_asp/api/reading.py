"""Readers of arguments as people type them: a bad value is an error with its place."""

import re
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.files import refuse_others_file
from ttt_asp.records import dataclass

# Nothing that is counted is more: what has another digit was typed by mistake.
MOST = 10**12
# Reads the text of the argument of that name, or the texts of one that is given again and again.
Reader = Callable[[Any, str], Any]


def words(given: Sequence[str], name: str) -> str:
    """Return several words of a command line as one text."""
    return " ".join(given)


@dataclass(frozen=True, slots=True)
class Amount:
    """A reader of numbers.

    Attributes:
        of: the things that they count, as `moves`.
        least: the least of them.
        example: one to be shown.
        kind: whether they are whole, or may have decimals.
        most: the most of them; what is typed is at most MOST, too.
    """

    of: str
    least: int
    example: int
    kind: type[float] = int
    most: int = MOST

    def __call__(self, text: str, name: str) -> float:
        """Return the number that was typed for an argument."""
        try:
            value = self.kind(text)
        except ValueError:
            value = inf
        most = min(self.most, MOST)
        if not self.least <= value <= most:
            upto = "10^12" if most == MOST else f"{most:,}"
            hint = f"{self.least} to {upto}, as {self.example}"
            raise wrong(f"{text} is not a number of {self.of}", Location.argument(name), hint)
        return value


class Megabytes(Amount):
    """A reader of megabytes, which Python takes as bytes."""

    def __call__(self, text: str, name: str) -> int:
        """Return them as bytes."""
        return int(Amount.__call__(self, text, name) * 1e6)


MEGABYTES = Megabytes("megabytes", 0, 2000, float, MOST * 10**6)


def replacing(mark: bytes) -> Callable[[Path, str], Path]:
    """Return a reader of a file to be written, before any work is done.

    Args:
        mark: of the files that may be replaced; see `refuse_others_file`.
    """

    def read(path: Path, name: str) -> Path:
        refuse_others_file(path, mark)
        return path

    return read


def pairs(form: str) -> Reader:
    """Return a reader of `NAME=VALUE` texts, none given twice; `form` shows how they look."""

    def read(given: Sequence[str], name: str) -> dict[str, str]:
        mapping: dict[str, str] = {}
        for text in given:
            key, sign, value = (part.strip() for part in text.partition("="))
            if not sign or not key or not value:
                other = re.fullmatch(r"(\w+)\s*[:\s]\s*(\S.*)", text)
                hint = f"did you mean {other[1]}={other[2]}?" if other else ""
                raise wrong(f"{text!r} is not {form}", Location.argument(name), hint)
            if key in mapping:
                raise wrong(f"{key} is given twice", Location.argument(name))
            mapping[key] = value
        return mapping

    return read
