"""Color for terminals, ASCII for those that know no more, plain text for everything else.

No text of a file is printed raw. Texts are painted with marks that no file can have, as they are
drawn at random when the program starts. The stream that prints turns them into a terminal's own,
and escapes everything else that a terminal obeys.
"""

import io
import os
import re
from collections.abc import Callable, Iterable
from textwrap import TextWrapper
from typing import Any, TextIO

from ttt_asp.errors import Diagnostic, TttAspError


class RewritingStream(io.TextIOBase):
    """A stream that writes each text to another one, as a function rewrites it."""

    def __init__(self, stream: TextIO, rewrite: Callable[[str], str]) -> None:
        self.stream = stream
        self.rewrite = rewrite

    def write(self, text: str) -> int:
        """Write a text, and return how long it was before."""
        self.stream.write(self.rewrite(text))
        return len(text)

    def flush(self) -> None:
        """Flush the other stream."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Return whether the other stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the other stream's number."""
        return self.stream.fileno()


_MARK = f"\0{os.urandom(8).hex()}["
PAINTED = re.compile(rf"{re.escape(_MARK)}([0-9;]*m)")
# Control characters but for tabs and line breaks, and what changes the direction of text, is not
# seen, or is no character at all.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}


def painted(text: str, style: str) -> str:
    """Return `text` in a style: names of `_CODES` separated by spaces.

    Who shows it turns the paint into colors or tags, or takes it off.
    """
    if not text or not style:
        return text
    codes = ";".join(str(_CODES[name]) for name in style.split())
    return f"{_MARK}{codes}m{text}{_MARK}0m"


def printed(text: str) -> int:
    """Return how many characters of a text are seen, colors left out."""
    return len(unpainted(text))


def unpainted(text: str) -> str:
    """Return a text without its colors."""
    return PAINTED.sub("", text)


class _Seen(str):
    """A piece of a painted text, whose length counts the visible characters."""

    def __len__(self) -> int:
        return printed(str(self))


class _Wrapper(TextWrapper):
    """A wrapper of painted texts, in which paint takes no room."""

    def _split(self, text: str) -> list[str]:
        return list(map(_Seen, super()._split(text)))


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """Return lines of a text that may be painted; words are not broken.

    Args:
        text: it may begin with spaces, which stay.
        width: of a line, in characters.
        hang: by how many spaces all lines but the first are indented.
    """
    wrapper = _Wrapper(
        max(width, 20),
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapper.wrap(text)]


def escape_controls(text: str, color: bool = True) -> str:
    """Return `text` for a terminal: painted, if in color, and without all else that it obeys."""
    plain = PAINTED.split(text)
    plain[::2] = [_OBEYED.sub(_escaped, part) for part in plain[::2]]
    plain[1::2] = [f"\x1b[{codes}" if color else "" for codes in plain[1::2]]
    return "".join(plain)


def _escaped(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


# What a stream prints that needs no `ascii_only`; and one character for each, so that what stands
# below each other stays so.
SIGNS = "∇△∪∩∖├└│─→←↓↑↘↖↙↗…“”’·"
_TABLE = str.maketrans(SIGNS, "V^U&\\|`|-><v^\\`/'.\"\"'-")


def ascii_only(text: str) -> str:
    """Return a text in ASCII: signs become similar ones, any other character is escaped."""
    return text.translate(_TABLE).encode("ascii", "backslashreplace").decode()


def printing_stream(stream: TextIO, ascii: bool, escaped: bool) -> RewritingStream:
    """Return a stream that prints painted texts to another one.

    They are in color on a terminal, unless NO_COLOR is set (https://no-color.org) or it is dumb.

    Args:
        stream: the other one. On a terminal controls are escaped.
        ascii: whether to print ASCII only, as where the stream can print no more.
        escaped: whether controls are escaped wherever it leads.
    """
    try:
        SIGNS.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        ascii = True
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def rewrite(text: str) -> str:
        text = escape_controls(text, color) if terminal or escaped else unpainted(text)
        return ascii_only(text) if ascii else text

    return RewritingStream(stream, rewrite)


_STYLES = {"error": "bold red", "warning": "bold yellow"}


def diagnostics_text(diagnostics: Iterable[Diagnostic], kind: str = "error") -> str:
    """Return errors as text, or what `kind` says, `warning`; their places are underlined."""
    lines = []
    for diagnostic in diagnostics:
        where = f"{painted(str(diagnostic.location), 'bold')}: " if diagnostic.location else ""
        lines.append(f"{where}{painted(f'{kind}:', _STYLES[kind])} {diagnostic.message}")
        if caret := diagnostic.caret():
            lines.append(caret)
        if diagnostic.hint:
            lines.append(f"  {diagnostic.hint}")
    return "\n".join(lines)


def error_json(error: TttAspError) -> dict[str, Any]:
    """Return an error as data: `error`, `hint`, `file`, `line`, `column`; and `more` of these."""
    first, *others = diagnostics_json(error.diagnostics)
    return {**first, "more": others}


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return errors or warnings as plain data, each as in `error_json`."""
    return [{"error": diagnostic.message, **place_json(diagnostic)} for diagnostic in diagnostics]


def place_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return the hint and the place of an error or a warning as plain data."""
    where = diagnostic.location
    return {
        "hint": diagnostic.hint,
        "file": where.file if where else None,
        "line": where.line if where and where.line else None,
        "column": where.column if where and where.line else None,
    }
