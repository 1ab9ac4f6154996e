"""Ctrl-C, remembered until it is heeded."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# The Ctrl-C that came; a list, as a signal handler may take no lock.
_CAME: list[int] = []


@contextmanager
def hearing() -> Iterator[None]:
    """Let no Ctrl-C be lost within a `with` block; see `heed`.

    Python drops the `KeyboardInterrupt` that is raised while an object is being freed, as clingo's
    are at any time.
    """
    main = threading.current_thread() is threading.main_thread()
    # who ignores Ctrl-C, or hears it otherwise, goes on with that
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def hear(number: int, _: object) -> None:
        _CAME.append(number)
        raise KeyboardInterrupt

    def drop(lost: "sys.UnraisableHookArgs") -> None:
        if lost.exc_type is not KeyboardInterrupt:
            before(lost)

    before, sys.unraisablehook = sys.unraisablehook, drop
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = before
        _CAME.clear()


def interrupted() -> bool:
    """Whether Ctrl-C came within the block of `hearing`, whatever became of it."""
    return bool(_CAME)


def heed() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C came; in the main thread, for which that is."""
    if _CAME and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
