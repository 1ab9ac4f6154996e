"""The answers to requests: the page, and answers to its questions."""

import json
import secrets
import select
import socket
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.workbench.answering import ANSWERS
from ttt_asp.extensions.workbench.process_pool import ClientGone
from ttt_asp.extensions.workbench.request import errors
from ttt_asp.extensions.workbench.request_guard import LARGEST, RequestRefused, headers

if TYPE_CHECKING:
    from ttt_asp.extensions.workbench.serving import Server

# The levels to which a request may be nested.
_DEEPEST = 300
_PAGE = Path(__file__).parent / "page"
# Bytes of a refused body that are read, and thrown away, so that the client reads the refusal; and
# the seconds that this may take.
_THROWN_AWAY, _SOON = 4 * 1024 * 1024, 1.0


class Connection(BaseHTTPRequestHandler):
    """A connection, and the requests that come over it, one after another."""

    server: "Server"
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
            self.server.guard.check(self.command, target.path, target.query, self.headers)
            if target.path == "/":
                self.server.waiting.pop(self.connection, None)  # it is whole without a body
                nonce = secrets.token_urlsafe(16)
                page = rendered("workbench.html.j2", _PAGE, nonce=nonce)
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
        for name, value in {**headers(nonce), **about}.items():
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
