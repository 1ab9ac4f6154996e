"""Listening on this machine's own address until Ctrl-C."""

import asyncio
import secrets
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ttt_asp.errors import Location, wrong
from ttt_asp.workbench.application import Application
from ttt_asp.workbench.crew import Crew
from ttt_asp.workbench.door import HOST, Door
from ttt_asp.workbench.given import Setting

# As many connections are open at once; browsers open six for a page.
_CONNECTIONS = 64
# What ends the server: Ctrl-C, `kill`, and a terminal that is closed.
_ENDING = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
# Seconds in which what is being answered may end when the server does.
_GRACE = 2
# And so many for a connection to say what it wants.
_PATIENCE = 10


def serve(setting: Setting, port: int, tell: Callable[[str], None]) -> None:
    """Answer until Ctrl-C or SIGTERM, and leave no process and no file behind.

    Args:
        setting: what may be asked.
        port: to listen on; 0 for any that is free.
        tell: called with the address once it can be opened.

    Raises:
        InputError: the port is taken.
    """
    with (
        _listening(port) as listener,
        _Ending().heard() as ending,
        tempfile.TemporaryDirectory(prefix="ttt-asp-") as scratch,
    ):
        door = Door(listener.getsockname()[1], secrets.token_urlsafe(24))
        tell(f"{door.origin}/?token={door.token}")
        asyncio.run(_serve(setting, door, listener, Path(scratch), ending))


async def _serve(
    setting: Setting, door: Door, listener: socket.socket, scratch: Path, ending: "_Ending"
) -> None:
    crew = Crew(setting)
    config = uvicorn.Config(
        Application(door, crew, scratch),
        http=_Patient,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",  # what anybody sends is nothing to be said here
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
    )
    server = _Server(config)

    def end() -> None:
        crew.kill()
        server.should_exit = True

    ending.call(end)
    try:
        crew.keep_ahead()
        await server.serve([listener])
    finally:
        crew.close()


class _Patient(H11Protocol):
    """A connection that is closed if it says nothing whole for a while; there are not too many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a first request."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """Begin to wait for another request, which may be there already."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self.loop.call_later(_PATIENCE, self._hang_up, self.cycle)

    def _hang_up(self, last: object) -> None:
        if self.cycle is last and not self.transport.is_closing():
            self.transport.close()


class _Server(uvicorn.Server):
    """A server that leaves signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: signals are heard from before the first process is started."""
        yield


class _Ending:
    """Signals that end the server, heard as long as there is anything to be cleaned up.

    None of them raises an exception, which could come in the midst of cleaning up.
    """

    def __init__(self) -> None:
        self._came = False
        self._then: list[Callable[[], object]] = []

    def call(self, then: Callable[[], object]) -> None:
        """Have something called when the server is to end, or now, if it is already."""
        self._then.append(then)
        if self._came:
            then()

    @contextmanager
    def heard(self) -> Iterator["_Ending"]:
        """Hear the signals within a `with` block."""
        numbers = [number for number in _ENDING if number is not None]
        before = {number: signal.signal(number, self._hear) for number in numbers}
        if hasattr(signal, "SIGPIPE"):  # who leaves, or a process that dies, may not end this one
            before[signal.SIGPIPE] = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, frame: object) -> None:
        self._came = True
        for then in self._then:
            then()


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()  # now, so that who is told the address can come at once
    except OSError as error:
        listener.close()
        why = f"port {port} of {HOST} cannot be used: {error.strerror}"
        raise wrong(why, Location("--port"), "leave it out for one that is free") from None
    return listener
