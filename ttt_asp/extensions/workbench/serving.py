"""Listening on this machine's own address until Ctrl-C: the page, and answers to its questions.

Every request is refused but those of this server's own page, which has its token.
"""

import json
import secrets
import select
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.workbench.answering import ANSWERS
from ttt_asp.extensions.workbench.page_files import PAGE
from ttt_asp.extensions.workbench.process_pool import ClientGone, ProcessPool
from ttt_asp.extensions.workbench.request import ServerOptions, errors

HOST = "127.0.0.1"
# The largest body of a request, in bytes.
LARGEST = 256 * 1024


class RequestRefused(Exception):
    """A request that is not answered.

    Attributes:
        status: of HTTP. why: for people.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def _headers(nonce: str) -> dict[str, str]:
    """Return the headers of every answer: nothing from elsewhere, nothing kept or passed on.

    The nonce is that of the page's own styles and scripts.
    """
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


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
            tell(f"{server.origin}/?token={server.token}")
            pool.keep_ahead()
            ending.wait()
        finally:
            pool.kill()
            server.shutdown()
            pool.close()


class Server(ThreadingHTTPServer):
    """A server with a bounded number of connections, each with a thread.

    Attributes:
        token: that its address has, and a request has to show.
        origin: that of its own page.
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
        self.token = secrets.token_urlsafe(24)
        self.origin = f"http://{HOST}:{self.server_port}"
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
                with suppress(OSError):  # the client was quicker
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: whatever a client sends, or does not, is its own affair."""


# The levels to which a request may be nested.
_DEEPEST = 300
# Bytes of a refused body that are read, and thrown away, so that the client reads the refusal; and
# the seconds that this may take.
_THROWN_AWAY, _SOON = 4 * 1024 * 1024, 1.0


class Connection(BaseHTTPRequestHandler):
    """A connection, and the requests that come over it, one after another."""

    server: Server
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # in which also what is no request at all is answered

    def handle_one_request(self) -> None:
        """Wait for a request, and answer it."""
        self.server.waiting[self.connection] = time.monotonic()
        super().handle_one_request()

    def do_GET(self) -> None:
        """Answer a request, whatever its method; the guard says which there may be."""
        target = urlsplit(self.path)
        try:
            self._check(target.path, target.query)
            if target.path == "/":
                self.server.waiting.pop(self.connection, None)  # it is whole without a body
                nonce = secrets.token_urlsafe(16)
                page = rendered("workbench.html.j2", PAGE, static=False, nonce=nonce)
                self._send(200, "text/html", page.encode(), nonce)
                return
            status, answer = self._answer(target.path.removeprefix("/api/"))
        except RequestRefused as refused:
            self._refuse(refused, target.path == "/")
            return
        except InputError as error:
            status, answer = 400, {"errors": errors(error)}
        except (ClientGone, ConnectionError):
            self.close_connection = True
            return
        except Exception as error:
            message = f"internal error: {type(error).__name__}: {error}; please report this"
            status, answer = 500, {"errors": errors(wrong(message))}
        self._send(status, "application/json", _json(answer))

    do_POST = do_HEAD = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = do_GET

    def _check(self, path: str, query: str) -> None:
        """Look at a request before anything of its body is read.

        A page elsewhere can send requests here, and by its name in the DNS even look like a page
        of this server to the browser: Host and Origin say where it is from.

        Raises:
            RequestRefused: it is not from the server's own page, or asks for what is not there.
        """
        here, is_page = self.server.origin, path == "/"
        if self._all("host") != [here.removeprefix("http://")]:
            raise RequestRefused(403, f"this is {here}, and goes by no other name")
        origins = self._all("origin")
        if origins != [here] and (origins or not is_page):
            raise RequestRefused(403, f"only pages of {here} may ask")
        if not is_page and not path.startswith("/api/"):
            raise RequestRefused(404, "there is nothing here")
        if self.command != ("GET" if is_page else "POST"):
            why = "the page can be looked at only" if is_page else "questions are posted"
            raise RequestRefused(405, why)
        tokens = parse_qs(query).get("token", []) if is_page else self._all("x-token")
        given = [token.encode("utf-8", "replace") for token in tokens]
        if len(given) != 1 or not secrets.compare_digest(given[0], self.server.token.encode()):
            why = "the address has to be the one that `ttt-asp workbench` printed"
            raise RequestRefused(403, why)
        if is_page:
            return
        kinds = [kind.split(";")[0].strip().lower() for kind in self._all("content-type")]
        if kinds != ["application/json"]:
            raise RequestRefused(415, "questions are JSON")
        lengths = self._all("content-length")
        if self._all("transfer-encoding") or len(lengths) != 1 or not lengths[0].isdecimal():
            raise RequestRefused(411, "a question says how many bytes it has")
        if len(lengths[0]) > len(str(LARGEST)) or int(lengths[0]) > LARGEST:
            raise RequestRefused(413, f"a question has at most {LARGEST // 1024} KB")

    def _all(self, name: str) -> list[str]:
        """Return the values of a header, of which there should be one."""
        return [str(value) for value in self.headers.get_all(name, [])]

    def _answer(self, name: str) -> tuple[int, dict[str, Any]]:
        """Answer a question, unless the client leaves before."""
        if name not in ANSWERS:
            raise RequestRefused(404, "there is no such question")
        length = int(self.headers["content-length"])
        body = self.rfile.read(length)
        self.server.waiting.pop(self.connection, None)
        if len(body) < length:
            raise ClientGone
        status, answer, _ = self.server.pool.ask(name, _fields(body), self._left)
        return status, answer

    def _left(self) -> bool:
        """Whether the client has closed the connection."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request, as `http.server` finds out."""
        self._refuse(RequestRefused(400, "this is no request"), True)

    def _refuse(self, refused: RequestRefused, as_text: bool) -> None:
        """Send a refusal, and close the connection, as its body was not read."""
        self.close_connection = True
        if as_text:
            self._send(refused.status, "text/plain", f"{refused.why}\n".encode())
        else:
            body = _json({"errors": errors(wrong(refused.why))})
            self._send(refused.status, "application/json", body)
        with suppress(OSError):  # it is the client's affair whether it reads the refusal
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(_SOON)
            late, thrown = time.monotonic() + _SOON, 0
            while thrown < _THROWN_AWAY and time.monotonic() < late:
                if not (received := len(self.connection.recv(LARGEST))):
                    break
                thrown += received

    def _send(self, status: int, kind: str, body: bytes, nonce: str = "") -> None:
        self.server.waiting.pop(self.connection, None)
        about = {"content-type": f"{kind}; charset=utf-8", "content-length": str(len(body))}
        if self.close_connection:
            about["connection"] = "close"
        self.send_response_only(status)
        for name, value in {**_headers(nonce), **about}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            if getattr(self, "command", "") != "HEAD":
                self.wfile.write(body)
        except OSError:  # the client has left
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: whatever a client sends is its own affair."""


def _fields(body: bytes) -> dict[str, Any]:
    """Return a question's fields: any JSON in UTF-8 that is not nested deeply."""
    try:
        fields = json.loads(body.decode("utf-8"))
        if isinstance(fields, dict) and _depth(fields) <= _DEEPEST:
            json.dumps(fields, ensure_ascii=False).encode("utf-8")
            return fields
    except (ValueError, RecursionError):
        pass
    raise wrong(f"a question is a JSON object in UTF-8, at most {_DEEPEST} levels deep")


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def _json(data: object) -> bytes:
    # names of files may be no text in any encoding
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")
