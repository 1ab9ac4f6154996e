"""The listener that a function reports to before it answers: the command line, else nobody."""

import warnings
from collections.abc import Callable, Iterable
from contextvars import ContextVar

from ttt_asp.origin import Origin
from ttt_asp.progress_report import Tell
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy


def _warned(name: str, asked: Origin) -> None:
    """Warn the caller of a function about a program that failed, or answered differently."""
    if asked.failed or asked.differing:
        warnings.warn(f"{name} is {asked.program}, {asked}", stacklevel=2)


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener to the progress of a function before it answers: the command line, else nobody.

    Attributes:
        tell: called with the progress of the work.
        opened: called with a library that was opened.
        loaded: called with strategies that were read.
        asked: called with the name of a program's replies, and the inquiry.
    """

    tell: Tell | None = None
    opened: Callable[[Library], None] = lambda _: None
    loaded: Callable[[Iterable[Strategy]], None] = lambda _: None
    asked: Callable[[str, Origin], None] = _warned


_NOBODY = Listener()
LISTENER: ContextVar[Listener] = ContextVar("LISTENER", default=_NOBODY)
