"""A stream that rewrites what is printed before it reaches another one."""

import io
from collections.abc import Callable
from typing import TextIO


class RewritingStream(io.TextIOBase):
    """Writes each text to another stream, as a function rewrites it."""

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
        """Whether the other stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The other stream's number."""
        return self.stream.fileno()
