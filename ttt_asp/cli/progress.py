"""A line on stderr that says how far long work is; on a terminal only."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.live import Live

# Seconds of exploring before anything is shown, so that short work shows and imports nothing.
PATIENCE = 1.0


def _terminal() -> TextIO:
    """The stream itself: what is told here is no file's."""
    return getattr(sys.stderr, "stream", sys.stderr)


class Progress:
    """Shown while a `with` block runs, once its `callback` was called for long enough."""

    def __init__(self) -> None:
        self._begun: float | None = None
        self._live: Live | None = None

    @property
    def callback(self) -> Callable[[int, int], None] | None:
        """What an engine calls with the number of moves and of positions."""
        return self._update if sys.stderr.isatty() else None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def _update(self, moves: int, positions: int) -> None:
        self._begun = self._begun or time.monotonic()
        spent = time.monotonic() - self._begun
        if spent < PATIENCE:
            return
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            console = Console(file=_terminal(), highlight=False)
            self._live = Live(console=console, transient=True, refresh_per_second=8)
            self._live.start()
        rate = positions / spent
        self._live.update(f"{moves} moves, {positions:,} positions, {rate:,.0f} a second")


class Counting:
    """How many of several tasks are done, shown while a `with` block runs."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._begun = time.monotonic()
        self._shown = False

    @property
    def callback(self) -> Callable[[int, int], None] | None:
        """What is called with the numbers of tasks that are done, and of all."""
        return self._update if sys.stderr.isatty() else None

    def __enter__(self) -> "Counting":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            _terminal().write("\r\x1b[K")
            _terminal().flush()

    def _update(self, done: int, total: int) -> None:
        if time.monotonic() - self._begun >= PATIENCE:
            self._shown = True
            _terminal().write(f"\r\x1b[K{done} of {total} {self.what}")
            _terminal().flush()
