"""Long work that Ctrl-C and a time limit can end.

clingo's grounder cannot be interrupted. So it runs in a thread of its own, and whoever waits
may give up and leave it behind; the process has to end by `os._exit` then.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

from ttt_asp.errors import Location, wrong

Result = TypeVar("Result")

# How long to wait, in seconds, before looking again whether time is up.
STEP = 0.05


class Expired(Exception):
    """The time limit was reached; internal, becomes the verdict `unknown`."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A limit on the work that starts now.

    Attributes:
        seconds: the limit, None for no limit.
    """

    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Refuse what is no limit, as nan."""
        if self.seconds is not None and not 0 <= self.seconds < inf:
            raise wrong(f"{self.seconds} is not a number of seconds", Location("--time-limit"))

    @property
    def elapsed(self) -> float:
        """Seconds since the work started."""
        return time.monotonic() - self.started

    def check(self) -> None:
        """Raise `Expired` when time is up."""
        if self.seconds is not None and self.elapsed >= self.seconds:
            raise Expired

    def run(self, work: Callable[[], Result]) -> Result:
        """The result of `work`, or `Expired`, or `KeyboardInterrupt`, whichever comes first."""
        results: list[Result] = []
        errors: list[BaseException] = []

        def target() -> None:
            try:
                results.append(work())
            except BaseException as error:
                errors.append(error)

        self.check()
        thread = threading.Thread(target=target, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(STEP)
            if thread.is_alive():
                self.check()
        if errors:
            raise errors[0]
        return results[0]
