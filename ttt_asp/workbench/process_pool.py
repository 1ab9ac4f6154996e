"""Processes that answer: some are kept warm, each can be killed, none outlives the server."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ttt_asp.api.worker_process import Process, answer, end, started, task_of
from ttt_asp.errors import InputError, wrong
from ttt_asp.workbench.answering import GRACE, Reply, reply, seconds_of, warm
from ttt_asp.workbench.request import ServerOptions

# As many processes are there at most; so many wait for work or get ready for it, and so many that
# have worked may stay.
MOST, AHEAD, KEPT = 8, 2, 5
# A process that keeps more bytes than this after an answer is ended.
_LARGE = 200_000_000
# Seconds that a process is given beyond those after which it gives up itself.
_LATE = 1.0


@dataclass
class ProcessPool:
    """The processes of a server, to be used within its loop.

    Attributes:
        setting: of the server.
        alive: every process there is.
        coming: how many of them get ready, and belong to nobody yet.
        closed: whether the server ends.
    """

    setting: ServerOptions
    alive: set[Process] = field(default_factory=set)
    coming: int = 0
    closed: bool = False
    _idle: "asyncio.Queue[Process | None]" = field(default_factory=asyncio.Queue)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2 * MOST))
    _starting: set["asyncio.Task[None]"] = field(default_factory=set)

    async def ask(self, name: str, fields: Mapping[str, Any]) -> Reply:
        """Have a request answered; if this is cancelled meanwhile, no work goes on.

        Args:
            name: of the question.
            fields: those that the page sent.

        Raises:
            InputError: the process came to its end before its answer.
        """
        call = task_of(reply, [self.setting, name, fields], {})
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
            if stays and self._idle.qsize() < KEPT:
                self._idle.put_nowait(process)
            else:
                self._end(process)
        if raised:
            raise answer
        answered: Reply = answer
        return answered

    def keep_ahead(self) -> None:
        """Start processes where too few wait for work."""
        missing = AHEAD - self._idle.qsize() - self.coming
        for _ in range(min(missing, MOST - len(self.alive))):
            if not self.closed:
                process = started()
                self.alive.add(process)
                self.coming += 1
                task = asyncio.get_running_loop().create_task(self._warm_up(process))
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)

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

    async def _warm_up(self, process: Process) -> None:
        """Let a new process import modules and read files in advance."""
        left = True
        try:
            left, _, _ = await self._send(process, task_of(warm, [self.setting], {}))
        except InputError:
            pass
        finally:
            if left:
                self._end(process)
            self._idle.put_nowait(None if left else process)  # nobody is left waiting
            self.coming -= 1
            self.keep_ahead()

    async def _take(self) -> Process:
        for _ in range(MOST):
            self.keep_ahead()
            process = await self._idle.get()
            self.keep_ahead()
            if process is not None and process.poll() is None:
                return process
            if process is not None:  # it was killed while it waited
                self._end(process)
        raise wrong("no process could be started to answer")

    def _end(self, process: Process) -> None:
        process.kill()

        def ended(_: object) -> None:
            self.alive.discard(process)
            self.keep_ahead()

        with suppress(RuntimeError):  # the server ends, and waits for it
            loop = asyncio.get_running_loop()
            loop.run_in_executor(self._threads, end, process).add_done_callback(ended)

    def _send(self, process: Process, call: bytes) -> "asyncio.Future[tuple[bool, bool, Any]]":
        work = asyncio.get_running_loop().run_in_executor(self._threads, answer, process, call)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return work
