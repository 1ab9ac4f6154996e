"""Listening on this machine's own address until Ctrl-C."""

import asyncio
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.workbench.application import Application
from ttt_asp.extensions.workbench.process_pool import ProcessPool
from ttt_asp.extensions.workbench.request import ServerOptions
from ttt_asp.extensions.workbench.request_guard import HOST, RequestGuard

# Connections that may be open at once; browsers open six for a page.
_CONNECTIONS = 64
# What ends the server: Ctrl-C, `kill`, and a terminal that is closed.
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Seconds that answers under way have to finish after the server is told to end.
_GRACE = 2
# Seconds that a connection has to send a whole request.
_REQUEST_SECONDS = 10


def serve(setting: ServerOptions, port: int, tell: Callable[[str], None]) -> None:
    """Answer until Ctrl-C or SIGTERM, and leave no process and no file behind.

    Args:
        setting: the options of the server.
        port: to listen on; 0 for any that is free.
        tell: called with the address once it can be opened.

    Raises:
        InputError: the port is taken.
    """
    with _listening_socket(port) as listener:
        asyncio.run(_serve(setting, listener, tell))


async def _serve(
    setting: ServerOptions, listener: socket.socket, tell: Callable[[str], None]
) -> None:
    # none of these raises an exception, which could come in the midst of cleaning up
    ending, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in _ENDING:
        loop.add_signal_handler(number, ending.set)
    signal.signal(
        signal.SIGPIPE, signal.SIG_IGN
    )  # who leaves, or a process that dies, ends nothing
    guard = RequestGuard(listener.getsockname()[1], secrets.token_urlsafe(24))
    pool = ProcessPool(setting)
    config = uvicorn.Config(
        Application(guard, pool),
        http=_TimedConnection,
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

    async def end() -> None:
        await ending.wait()
        pool.kill()
        server.should_exit = True

    ends = asyncio.create_task(end())
    try:
        tell(f"{guard.origin}/?token={guard.token}")
        pool.keep_ahead()
        await server.serve([listener])
    finally:
        ends.cancel()
        pool.close()


class _TimedConnection(H11Protocol):
    """A connection, one of a bounded number, that is closed without a whole request for a while."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a first request."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """Begin to wait for another request, which may be there already."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self.loop.call_later(_REQUEST_SECONDS, self._hang_up, self.cycle)

    def _hang_up(self, last: object) -> None:
        if self.cycle is last and not self.transport.is_closing():
            self.transport.close()


class _Server(uvicorn.Server):
    """A server that installs no handlers of signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: signals are heard from before the first process is started."""
        yield


def _listening_socket(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()  # now, so that who is told the address can come at once
    except OSError as error:
        listener.close()
        why = f"port {port} of {HOST} cannot be used: {error.strerror}"
        raise wrong(why, Location.argument("port"), "leave it out for one that is free") from None
    return listener
