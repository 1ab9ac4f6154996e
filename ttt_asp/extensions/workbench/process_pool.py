"""Processes that answer: some are kept warm, each can be killed, none outlives the server."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.processes.worker_process import Process, answer, end, started, task_of
from ttt_asp.extensions.workbench.answering import GRACE, Reply, reply, seconds_of, warm
from ttt_asp.extensions.workbench.request import ServerOptions

# The most processes that work or wait for work; of these, how many get ready or wait for it at
# least, and how many may stay.
MOST, AHEAD, KEPT = 8, 2, 5
# A process that keeps more bytes than this after an answer is ended.
_LARGE = 200_000_000
# Seconds that a process is given beyond those after which it gives up itself.
_LATE = 1.0
# Seconds to keep working after the client has left: what is nearly done leaves its process to the
# next question, and a new process takes longer to get ready.
_AFTER_CLIENT = 0.3
# Seconds between two looks at the client.
_STEP = 0.05

# The end of a process's last work, see `worker_process.answer`.
_Work = Future[tuple[bool, bool, Any]]


class ClientGone(Exception):
    """The client has left."""


@dataclass
class ProcessPool:
    """The processes of a server, for threads to use.

    Attributes:
        setting: of the server.
        alive: every process there is.
        closed: whether the server ends.
    """

    setting: ServerOptions
    alive: set[Process] = field(default_factory=set)
    closed: bool = False
    # those that worked before those that get ready
    _idle: deque[tuple[Process, _Work]] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _free: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(MOST - AHEAD))
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2 * MOST))

    def ask(self, name: str, fields: Mapping[str, Any], left: Callable[[], bool]) -> Reply:
        """Have a request answered.

        Args:
            name: of the question.
            fields: those that the page sent.
            left: whether the client has left; no work goes on for long then.

        Raises:
            InputError: the process came to its end before its answer.
            ClientGone: the client has left.
        """
        call = task_of(reply, [self.setting, name, fields], {})
        with self._room(left):
            process = self._take(left)
            work = self._send(process, call)
            seconds = seconds_of(self.setting, name)
            stays = False
            try:
                _wait_for(work, left, seconds + GRACE + _LATE)
                broken, raised, found = work.result()
                stays = not broken and not raised and found[2] < _LARGE
            except TimeoutError:
                raise wrong(f"no answer within the time limit of {seconds:g} s") from None
            except InputError:
                why = "its process was killed, perhaps because memory ran out"
                raise wrong(f"no answer: {why}") from None
            finally:
                if not stays or not self._kept(process, work):
                    self._end(process)
        if raised:
            raise found
        answered: Reply = found
        return answered

    def keep_ahead(self) -> None:
        """Start processes where too few wait for work; each imports modules and reads files."""
        with self._lock:
            self._start()

    def _start(self) -> None:
        """Do so; who calls it holds the lock."""
        while len(self._idle) < AHEAD and not self.closed:
            process = started()
            self.alive.add(process)
            self._idle.append((process, self._send(process, task_of(warm, [self.setting], {}))))

    def kill(self) -> None:
        """Kill every process, and start no more."""
        with self._lock:
            self.closed = True
            for process in tuple(self.alive):
                process.kill()

    def close(self) -> None:
        """Kill every process, and wait until they are gone."""
        self.kill()
        self._threads.shutdown()
        for process in tuple(self.alive):
            end(process)

    @contextmanager
    def _room(self, left: Callable[[], bool]) -> Iterator[None]:
        while not self._free.acquire(timeout=_STEP):
            if left():
                raise ClientGone
        try:
            yield
        finally:
            self._free.release()

    def _take(self, left: Callable[[], bool]) -> Process:
        """Return a process that waits for work."""
        for _ in range(MOST):
            with self._lock:  # or others would take those that were started for this one
                self._start()
                if not self._idle:  # the server ends
                    break
                process, work = self._idle.popleft()
                self._start()
            broken = True
            try:
                _wait_for(work, left)
                broken, _, _ = work.result()
            except InputError:  # it was killed as it got ready
                pass
            except ClientGone:
                if not self._kept(process, work, first=False):
                    self._end(process)
                raise
            if not broken and process.poll() is None:
                return process
            self._end(process)
        raise wrong("no process could be started to answer")

    def _kept(self, process: Process, work: _Work, first: bool = True) -> bool:
        """Let a process wait for work, unless enough of them do; return whether it does."""
        with self._lock:
            if len(self._idle) >= KEPT:
                return False
            self._idle.insert(0 if first else len(self._idle), (process, work))
            return True

    def _end(self, process: Process) -> None:
        process.kill()
        with suppress(RuntimeError):  # the server ends, and waits for it
            work = self._threads.submit(end, process)
            work.add_done_callback(lambda _: self.alive.discard(process))

    def _send(self, process: Process, call: bytes) -> _Work:
        return self._threads.submit(answer, process, call)


def _wait_for(work: _Work, left: Callable[[], bool], seconds: float | None = None) -> None:
    """Wait for work to be done.

    Args:
        work: the work.
        left: whether the client has left.
        seconds: how long to wait; None for as long as it takes.

    Raises:
        TimeoutError: it takes longer.
        ClientGone: the client has left, and it was not done soon after.
    """
    late = None if seconds is None else time.monotonic() + seconds
    while not wait([work], _STEP).done:
        if left():
            if wait([work], _AFTER_CLIENT).done:
                return
            raise ClientGone
        if late is not None and time.monotonic() > late:
            raise TimeoutError
