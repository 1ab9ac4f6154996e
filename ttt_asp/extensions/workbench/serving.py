"""Listening on this machine's own address until Ctrl-C."""

import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import ThreadingHTTPServer
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.workbench.application import Connection
from ttt_asp.extensions.workbench.process_pool import ProcessPool
from ttt_asp.extensions.workbench.request import ServerOptions
from ttt_asp.extensions.workbench.request_guard import HOST, RequestGuard

# The number of connections that may be open at once; browsers open six for a page.
_CONNECTIONS = 64
# Seconds in which a connection has to send a whole request, the first or a further one.
_WHOLE_REQUEST = 10.0
# What ends the server: Ctrl-C, `kill`, and a terminal that is closed.
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Seconds between two looks at the connections.
_STEP = 0.1


def serve(setting: ServerOptions, port: int, tell: Callable[[str], None]) -> None:
    """Answer until Ctrl-C or SIGTERM, and leave no process and no file behind.

    Args:
        setting: the options of the server.
        port: to listen on; 0 for any that is free.
        tell: called with the address once it can be opened.

    Raises:
        InputError: the port is taken.
    """
    ending = threading.Event()
    # none of these raises an exception, which could come in the midst of cleaning up
    for number in _ENDING:
        signal.signal(number, lambda *_: ending.set())
    # a client that leaves, or a process that dies, ends nothing
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    pool = ProcessPool(setting)
    with Server(port, pool) as server:
        threading.Thread(target=server.serve_forever, args=(_STEP,), daemon=True).start()
        try:
            tell(f"{server.guard.origin}/?token={server.guard.token}")
            pool.keep_ahead()
            ending.wait()
        finally:
            pool.kill()
            server.shutdown()
            pool.close()


class Server(ThreadingHTTPServer):
    """A server with a bounded number of connections, each with a thread.

    Attributes:
        guard: the checks of requests.
        pool: the processes that answer.
        waiting: the connections from which a whole request is awaited, and since when.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = _CONNECTIONS

    def __init__(self, port: int, pool: ProcessPool) -> None:
        """Begin to listen.

        Args:
            port: to listen on; 0 for any that is free.
            pool: the processes that answer.

        Raises:
            InputError: the port is taken.
        """
        try:
            super().__init__((HOST, port), Connection)
        except OSError as error:
            why = f"port {port} of {HOST} cannot be used: {error.strerror}"
            hint = "leave it out for one that is free"
            raise wrong(why, Location.argument("port"), hint) from None
        self.guard = RequestGuard(self.server_address[1], secrets.token_urlsafe(24))
        self.pool = pool
        self.waiting: dict[socket.socket, float] = {}
        self._open = threading.Semaphore(_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer the requests of a connection, unless too many are open."""
        if not self._open.acquire(blocking=False):
            super().shutdown_request(request)
            return
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection that was answered."""
        self.waiting.pop(request, None)
        self._open.release()
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Hang up on connections that have not sent a whole request in time."""
        late = time.monotonic() - _WHOLE_REQUEST
        for connection, since in list(self.waiting.items()):
            if since < late and self.waiting.pop(connection, None) is not None:
                hang_up(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: whatever a client sends, or does not, is its own affair."""


def hang_up(connection: socket.socket) -> None:
    """End what is read from a connection and written to it; its thread closes it."""
    with suppress(OSError):  # the client was quicker
        connection.shutdown(socket.SHUT_RDWR)
