"""Listening on this machine's own address until Ctrl-C."""

import asyncio
import secrets
import signal
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn

from ttt_asp.errors import Location, wrong
from ttt_asp.workbench.application import Application
from ttt_asp.workbench.crew import Crew
from ttt_asp.workbench.door import HOST, Door
from ttt_asp.workbench.given import Setting

# As many connections are open at once; browsers open six for a page.
_CONNECTIONS = 64
# Seconds in which what is being answered may end when the server does.
_GRACE = 2


def serve(setting: Setting, port: int, tell: Callable[[str], None]) -> None:
    """Answer until Ctrl-C or SIGTERM, and leave no process and no file behind.

    Args:
        setting: what may be asked.
        port: to listen on; 0 for any that is free.
        tell: called with the address once it can be opened.

    Raises:
        InputError: the port is taken.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    with (
        tempfile.TemporaryDirectory(prefix="ttt-asp-") as scratch,
        _listening(port) as listener,
        suppress(KeyboardInterrupt),
    ):
        door = Door(listener.getsockname()[1], secrets.token_urlsafe(24))
        asyncio.run(_serve(setting, door, listener, Path(scratch), tell))


async def _serve(
    setting: Setting,
    door: Door,
    listener: socket.socket,
    scratch: Path,
    tell: Callable[[str], None],
) -> None:
    crew = Crew(setting)
    config = uvicorn.Config(
        Application(door, crew, scratch),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
    )
    try:
        crew.keep_ahead()
        tell(f"{door.origin}/?token={door.token}")
        await _Server(config, crew).serve([listener])
    finally:
        crew.close()


class _Server(uvicorn.Server):
    """A server whose processes end as soon as it is told to."""

    def __init__(self, config: uvicorn.Config, crew: Crew) -> None:
        super().__init__(config)
        self._crew = crew

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._crew.kill()
        super().handle_exit(sig, frame)


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        why = f"port {port} of {HOST} cannot be used: {error.strerror}"
        raise wrong(why, Location("--port"), "leave it out for one that is free") from None
    return listener


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
