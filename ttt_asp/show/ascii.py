"""Output for terminals and files that know ASCII only."""

import io
from typing import TextIO

# One character for one, so that what stands below each other stays so.
_ALIKE = str.maketrans(
    {
        "∇": "V",
        "△": "^",
        "∪": "U",
        "∩": "&",
        "∖": "\\",
        "├": "|",
        "└": "`",
        "│": "|",
        "─": "-",
        "→": ">",
        "…": ".",
        "“": '"',
        "”": '"',
        "’": "'",
        "·": "-",
    }
)


def ascii_only(text: str) -> str:
    """A text without what is not ASCII: signs look alike, any other character is escaped."""
    return text.translate(_ALIKE).encode("ascii", "backslashreplace").decode()


class AsciiStream(io.TextIOBase):
    """A stream whose text is written in ASCII to another one."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, and return how long it was."""
        self.stream.write(ascii_only(text))
        return len(text)

    def flush(self) -> None:
        """Flush the other stream."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether the other stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The other stream's number."""
        return self.stream.fileno()
