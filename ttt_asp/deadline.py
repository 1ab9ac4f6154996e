"""Long work that Ctrl-C and a time limit can end.

clingo cannot be interrupted while it grounds, or prepares a search. So it runs in a thread of its
own, and the caller may give up and leave it behind; the process has to end by `os._exit` then.
Where there are no threads, as in a browser, it runs in this one: see `threadless`.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import cache
from math import inf
from pathlib import Path
from typing import Generic, Literal, TypeVar

from ttt_asp.errors import Location, wrong
from ttt_asp.records import dataclass

Result = TypeVar("Result")
_STATM = Path("/proc/self/statm")

# The Ctrl-C that came; a list, as a signal handler may take no lock.
_CAME: list[int] = []
# Seconds to wait before looking again whether time is up.
STEP = 0.05


# What ended work before its time: Ctrl-C, or a limit; empty where nothing did.
Stopped = Literal["", "interrupted", "time", "memory", "positions"]


@dataclass(frozen=True, slots=True)
class Stop:
    """The reason why work ended before its time.

    Attributes:
        kind: for programs.
        reason: for people.
        reached: how far it got, to be added to the reason; see `progress_text`.
    """

    kind: Stopped
    reason: str
    reached: str = ""

    def __str__(self) -> str:
        return self.reason + self.reached


INTERRUPTED = Stop("interrupted", "interrupted")
OUT_OF_MEMORY = Stop("memory", "memory ran out")


class Expired(Exception):
    """Work ended before its time; internal, becomes the verdict `unknown`.

    Attributes:
        stop: why.
    """

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop = stop


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


@cache
def threadless() -> bool:
    """Return whether there are neither threads nor processes, as in a browser.

    Work is done inline then, and ends where it looks at its deadline: searches are cut in slices;
    grounding ends with the process, or with the page's worker. TTT_ASP_THREADLESS=1 is for tests.
    """
    return sys.platform == "emscripten" or "TTT_ASP_THREADLESS" in os.environ


def refuse_threadless(what: str, where: Location | None = None) -> None:
    """Refuse what needs other processes, where there are none.

    Args:
        what: it is, the subject of a sentence.
        where: it was asked for.
    """
    if threadless():
        hint = "install ttt-asp on a machine, and run it there"
        raise wrong(f"{what} needs processes, and there are none in a browser", where, hint)


# What makes a verdict `unknown`; see `stop_of`.
STOPS = (Expired, KeyboardInterrupt, MemoryError)


def stop_of(error: BaseException) -> Stop:
    """Return why work ended, given one of `STOPS`."""
    if isinstance(error, Expired):
        return error.stop
    return OUT_OF_MEMORY if isinstance(error, MemoryError) else INTERRUPTED


@dataclass(frozen=True, slots=True)
class Deadline:
    """A limit on the work that starts now.

    Attributes:
        seconds: the limit, None for no limit.
        memory: how many bytes the process may take more than when it started; None for half of
            the machine's.
        ended: why the work is to end, if not by time; work that looks at `check` ends then.
    """

    seconds: float | None = None
    memory: int | None = None
    started: float = field(default_factory=time.monotonic)
    ended: list[Stop] = field(default_factory=list, repr=False)
    before: int = field(default_factory=lambda: resident(), repr=False)

    def __post_init__(self) -> None:
        """Refuse a value that is no limit, as nan."""
        if self.seconds is not None and not 0 <= self.seconds < inf:
            raise wrong(
                f"{self.seconds} is not a number of seconds", Location.argument("time_limit")
            )

    def __reduce__(self) -> tuple[type["Deadline"], tuple[float | None, int | None]]:
        # another process's clock starts when it gets the work
        return Deadline, (self.seconds, self.memory)

    @property
    def elapsed(self) -> float:
        """Return the seconds since the work started."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float:
        """Return the seconds until time is up."""
        return inf if self.seconds is None else max(self.seconds - self.elapsed, 0.0)

    def check(self) -> None:
        """Raise `Expired` when time is up, or `KeyboardInterrupt`; see `raise_if_interrupted`."""
        raise_if_interrupted()
        if threadless() and not self.ended and resident() - self.before > self._most:
            self.ended.append(self._full)  # nobody else looks
        if self.over:
            raise Expired(self.stop)

    @property
    def over(self) -> bool:
        """Return whether the work is to end now."""
        return self._over(0.0)

    def _over(self, grace: float) -> bool:
        late = self.seconds is not None and self.elapsed >= self.seconds + grace
        return late or bool(self.ended)

    @property
    def stop(self) -> Stop:
        """Return why the work ended, if it ended before its time."""
        if self.ended or self.seconds is None:
            return self.ended[0] if self.ended else INTERRUPTED
        return Stop("time", f"the time limit of {self.seconds:g} s was reached")

    @property
    def _most(self) -> int:
        return machine_memory() // 2 if self.memory is None else self.memory

    @property
    def _full(self) -> Stop:
        return Stop("memory", f"the limit of {self._most / 1e6:,.0f} MB was reached")

    def run(self, work: Callable[[], Result], grace: float = 0.0) -> Result:
        """Return the result of `work`; raise `Expired` or `KeyboardInterrupt` if that comes first.

        Args:
            work: the function to call, in a thread of its own; inline where there are none, and
                then only work which calls `check` ends before its time.
            grace: seconds that work which calls `check` itself is given to come to an end with
                the results it has.
        """
        self.check()
        if threadless():
            return work()
        most, full = self._most, self._full
        thread = _Work(work)
        try:
            thread.start()  # within, as Ctrl-C may come when it has begun
            while not thread.done.wait(STEP):
                raise_if_interrupted()
                if resident() - self.before > most:
                    self.ended.append(full)
                    if not thread.done.wait(grace):
                        raise Expired(self.stop)
                elif self._over(grace):  # or the waiting caller was interrupted
                    raise Expired(self.stop)
        except KeyboardInterrupt:
            self.ended.append(INTERRUPTED)
            if not thread.done.wait(grace):
                raise
        if thread.errors:
            raise thread.errors[0]
        return thread.results[0]


class _Work(threading.Thread, Generic[Result]):
    """Work in a thread of its own.

    Attributes:
        done: whether there is a result, or an error, though the thread may still be about to end;
            not `is_alive`: Ctrl-C in `join` makes a running thread look dead (Python 3.11).
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.results: list[Result] = []
        self.errors: list[BaseException] = []
        self._work = work

    def run(self) -> None:
        try:
            self.results.append(self._work())
        except BaseException as error:
            self.errors.append(error)
        finally:
            self.done.set()


def left_behind() -> bool:
    """Return whether work goes on in a thread, for one who waits for none."""
    return any(isinstance(one, _Work) and not one.done.is_set() for one in threading.enumerate())


def resident() -> int:
    """Return the bytes of memory that the process has.

    Where only the most that it ever had is known, return that: a limit on additional memory is
    enforced then too, perhaps late, never early.
    """
    try:
        with open(_STATM, "rb", buffering=0) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not on Linux
        if sys.platform == "emscripten":  # whose memory is bounded: it runs out at 2 GB
            return 0
        import resource  # here, as a browser has none

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most * (1 if sys.platform == "darwin" else 1024)


@cache
def machine_memory() -> int:
    """Return how many bytes of memory the machine has, or its container may take."""
    try:
        installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):  # the system does not tell
        return 1 << 40
    try:
        most = Path("/sys/fs/cgroup/memory.max").read_text().strip()
    except OSError:
        return installed
    return min(installed, int(most)) if most.isdigit() else installed
