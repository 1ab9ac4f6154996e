"""The server as an ASGI application: the page, and answers to its questions."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttt_asp.errors import InputError, wrong
from ttt_asp.extensions.reports.page import rendered
from ttt_asp.extensions.workbench.answering import ANSWERS
from ttt_asp.extensions.workbench.process_pool import ProcessPool
from ttt_asp.extensions.workbench.request import errors
from ttt_asp.extensions.workbench.request_guard import (
    LARGEST,
    Refused,
    RequestGuard,
    Scope,
    headers,
    too_large,
)

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

# The levels to which a request may be nested.
_DEEPEST = 300
_PAGE = Path(__file__).parent / "page"
# Seconds to keep working after the client disconnects. Work that is nearly done then leaves its
# process to the next request; a new process takes longer to get ready.
_AFTER_DISCONNECT = 0.3
# Seconds for the body of a request to arrive.
_BODY_SECONDS = 10.0

Answered = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Application:
    """A server's answers.

    Attributes:
        guard: the checks of requests. pool: the processes that answer.
    """

    guard: RequestGuard
    pool: ProcessPool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        nonce = secrets.token_urlsafe(16)
        try:
            self.guard.check(scope)
            if scope["path"] == "/":
                page = rendered("workbench.html.j2", _PAGE, nonce=nonce)
                status, kind, body = 200, "text/html", page.encode()
            else:
                name = scope["path"].removeprefix("/api/")
                status, answer = await self._api(name, receive)
                kind, body = "application/json", _json(answer)
        except Refused as refused:
            status, kind, body = _refusal(scope, refused)
        except _ClientGone:
            return
        except Exception as error:
            message = f"internal error: {type(error).__name__}: {error}; please report this"
            status, kind, body = 500, "application/json", _json({"errors": errors(wrong(message))})
        start = {"type": "http.response.start", "status": status}
        about = {"content-type": f"{kind}; charset=utf-8", "content-length": str(len(body))}
        more = [(key.encode(), value.encode()) for key, value in about.items()]
        await send({**start, "headers": [*headers(nonce), *more]})
        await send({"type": "http.response.body", "body": body})

    async def _api(self, name: str, receive: Receive) -> Answered:
        """Answer a question, unless the client leaves before."""
        if name not in ANSWERS:
            raise Refused(404, "there is no such question")
        body = await _body(receive)
        work = asyncio.create_task(self._answer(name, body))
        gone = asyncio.create_task(_until_client_leaves(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                await asyncio.wait({work}, timeout=_AFTER_DISCONNECT)
            if not work.done():
                raise _ClientGone
            return work.result()
        finally:
            work.cancel()
            gone.cancel()

    async def _answer(self, name: str, body: bytes) -> Answered:
        try:
            status, answer, _ = await self.pool.ask(name, _fields(body))
            return status, answer
        except InputError as error:
            return 400, {"errors": errors(error)}


class _ClientGone(Exception):
    """The client has left."""


async def _until_client_leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive) -> bytes:
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _ClientGone
                body += message.get("body", b"")
                if len(body) > LARGEST:
                    raise too_large()
                more = message.get("more_body", False)
    except TimeoutError:
        raise _ClientGone from None
    return bytes(body)


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


def _refusal(scope: Scope, refused: Refused) -> tuple[int, str, bytes]:
    if scope["path"] == "/":
        return refused.status, "text/plain", f"{refused.why}\n".encode()
    return refused.status, "application/json", _json({"errors": errors(wrong(refused.why))})
