"""A line on stderr that says how far long work is; on a terminal only."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from ttt_asp.show.stream import RewritingStream

# Seconds before anything is shown, so that short work shows nothing.
PATIENCE = 1.0


def explored(moves: int, positions: int, seconds: float) -> str:
    """How far the explicit engine is, and how fast."""
    return f"{moves} moves, {positions:,} positions, {positions / seconds:,.0f} a second"


def claims_done(done: int, total: int, _: float) -> str:
    """How many claims of a file have their verdicts."""
    return f"{done} of {total} claims"


def matches_done(done: int, total: int, _: float) -> str:
    """How many matches have been played."""
    return f"{done} of {total} matches"


class Progress:
    """Shown while a `with` block runs, once that took long enough.

    Attributes:
        tell: the line, from the two numbers that are told and the seconds since the block began.
    """

    def __init__(self, tell: Callable[[int, int, float], str] = explored) -> None:
        self.tell = tell
        self._begun = time.monotonic()
        self._shown = False

    @property
    def callback(self) -> Callable[[int, int], None] | None:
        """What is called with two numbers whenever there is something to tell."""
        return self._update if sys.stderr.isatty() else None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            _show("")

    def _update(self, one: int, other: int) -> None:
        spent = time.monotonic() - self._begun
        if spent >= PATIENCE:
            self._shown = True
            _show(self.tell(one, other, spent))


def _show(line: str) -> None:
    stream: TextIO = sys.stderr
    while isinstance(stream, RewritingStream):  # those are for texts; this moves the cursor
        stream = stream.stream
    stream.write(f"\r\x1b[K{line}")
    stream.flush()
