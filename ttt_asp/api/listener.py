"""Who hears what a function has to say before it answers: the command line, else nobody."""

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ttt_asp.reached import Tell
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Listener:
    """What is done with what is heard.

    Attributes:
        tell: of how far the work is.
        opened: of a library that was opened.
        loaded: of strategies that were read.
        posed: of what is asked, as it was read, before it is answered.
    """

    tell: Tell | None = None
    opened: Callable[[Library], None] = lambda _: None
    loaded: Callable[[Iterable[Strategy]], None] = lambda _: None
    posed: Callable[[Any], None] = lambda _: None


_NOBODY = Listener()
LISTENER: ContextVar[Listener] = ContextVar("LISTENER", default=_NOBODY)
