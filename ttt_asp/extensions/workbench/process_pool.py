"""Processes that answer: some are kept warm, each can be killed, none outlives the server."""

import asyncio
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.api.worker_process import Process, answer, end, started, task_of
from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.workbench.answering import GRACE, Reply, reply, seconds_of, warm
from ttt_asp.extensions.workbench.request import ServerOptions

# Processes at most, whether they work or wait for work.
MOST = 8
# Processes that get ready, or wait for their first work.
AHEAD = 2
# Processes that are kept after their first work.
KEPT = 5
# A process that keeps more bytes than this after an answer is ended.
_LARGE = 200_000_000
# Seconds that a process is given beyond those after which it gives up itself.
_LATE = 1.0

# The end of a process's last work, see `worker_process.answer`.
_Work = asyncio.Future[tuple[bool, bool, Any]]


@dataclass
class ProcessPool:
    """The processes of a server, to be used within its loop.

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
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST - AHEAD))
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2 * MOST))

    async def ask(self, name: str, fields: Mapping[str, Any]) -> Reply:
        """Have a request answered; if this is cancelled meanwhile, no work goes on.

        Args:
            name: of the question.
            fields: those that the page sent.

        Raises:
            InputError: the process came to its end before its answer.
        """
        call = task_of(reply, [self.setting, name, fields], {})
        async with self._room:
            process = await self._take()
            work = self._send(process, call)
            seconds = seconds_of(self.setting, name)
            stays = False
            try:
                left, raised, answer = await asyncio.wait_for(
                    asyncio.shield(work), seconds + GRACE + _LATE
                )
                stays = not left and not raised and answer[2] < _LARGE
            except TimeoutError:
                raise wrong(f"no answer within the time limit of {seconds:g} s") from None
            except InputError:
                why = "its process was killed, perhaps because memory ran out"
                raise wrong(f"no answer: {why}") from None
            finally:
                if stays and len(self._idle) < KEPT:
                    self._idle.appendleft((process, work))
                else:
                    self._end(process)
        if raised:
            raise answer
        answered: Reply = answer
        return answered

    def keep_ahead(self) -> None:
        """Start processes where too few wait for work; each imports modules and reads files."""
        while len(self._idle) < AHEAD and not self.closed:
            process = started()
            self.alive.add(process)
            self._idle.append((process, self._send(process, task_of(warm, [self.setting], {}))))

    def kill(self) -> None:
        """Kill every process, and start no more; it may be called anywhere."""
        self.closed = True
        for process in tuple(self.alive):
            process.kill()

    def close(self) -> None:
        """Kill every process, and wait until they are gone."""
        self.kill()
        self._threads.shutdown()
        for process in self.alive:
            end(process)

    async def _take(self) -> Process:
        for _ in range(MOST):
            self.keep_ahead()
            if not self._idle:
                break
            process, work = self._idle.popleft()
            self.keep_ahead()
            left = True
            try:
                left, _, _ = await asyncio.shield(work)
            except InputError:  # it was killed as it got ready
                pass
            except asyncio.CancelledError:
                self._idle.append((process, work))
                raise
            if not left and process.poll() is None:
                return process
            self._end(process)
        raise wrong("no process could be started to answer")

    def _end(self, process: Process) -> None:
        process.kill()
        with suppress(RuntimeError):  # the server ends, and waits for it
            work = asyncio.get_running_loop().run_in_executor(self._threads, end, process)
            work.add_done_callback(lambda _: self.alive.discard(process))

    def _send(self, process: Process, call: bytes) -> _Work:
        work = asyncio.get_running_loop().run_in_executor(self._threads, answer, process, call)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return work
