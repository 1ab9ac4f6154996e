"""Colour for terminals, plain text for everything else."""

import os
import re
from dataclasses import dataclass
from typing import IO

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}


@dataclass(frozen=True, slots=True)
class Paint:
    """Whether output may have colour; calling it colours a text.

    Attributes:
        colour: false leaves every text as it is.
    """

    colour: bool = False

    def __call__(self, text: str, style: str) -> str:
        """`text` in a style: names of `_CODES` separated by spaces."""
        if not self.colour or not text or not style:
            return text
        codes = ";".join(str(_CODES[name]) for name in style.split())
        return f"\x1b[{codes}m{text}\x1b[0m"


def paint_for(stream: IO[str]) -> Paint:
    """Colour on a terminal, unless NO_COLOR is set (https://no-color.org) or it is a dumb one."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paint(wanted and stream.isatty())


def printed(text: str) -> int:
    """How many characters of a text are seen, colours left out."""
    return len(_ESCAPES.sub("", text))
