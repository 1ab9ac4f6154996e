"""Ctrl-C, remembered until it is handled."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# The Ctrl-C that came; a list, as a signal handler may take no lock.
_CAME: list[int] = []


@contextmanager
def catch_interrupts() -> Iterator[None]:
    """Let no Ctrl-C be lost within a `with` block; see `raise_if_interrupted`.

    Python drops the `KeyboardInterrupt` that is raised while an object is being freed, as clingo's
    are at any time.
    """
    main = threading.current_thread() is threading.main_thread()
    # a process that ignores Ctrl-C, or handles it otherwise, goes on with that
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def hear(number: int, _: object) -> None:
        _CAME.append(number)
        raise KeyboardInterrupt

    def drop(lost: "sys.UnraisableHookArgs") -> None:
        # objects that Ctrl-C left half made complain as well when they are freed
        if lost.exc_type is not KeyboardInterrupt and not _CAME:
            before(lost)

    before, sys.unraisablehook = sys.unraisablehook, drop
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = before
        _CAME.clear()


@contextmanager
def defer_interrupts() -> Iterator[list[int]]:
    """Handle Ctrl-C only after a `with` block, as it would have been handled within it.

    The block is given a list, which is empty until Ctrl-C comes.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only that one hears Ctrl-C
        yield came
        return
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def interrupted() -> bool:
    """Whether Ctrl-C came within the block of `catch_interrupts`, handled or not."""
    return bool(_CAME)


def raise_if_interrupted() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C came; only in the main thread, which it is meant for."""
    if _CAME and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
