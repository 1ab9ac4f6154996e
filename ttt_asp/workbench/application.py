"""The server as an ASGI application: the page, and answers to what it asks."""

import asyncio
import json
import secrets
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ttt_asp.errors import InputError, wrong
from ttt_asp.show.page import rendered
from ttt_asp.workbench.answering import ANSWERS
from ttt_asp.workbench.crew import Crew
from ttt_asp.workbench.door import LARGEST, Door, Refused, Scope, headers, too_large
from ttt_asp.workbench.drafts import draft_of, written
from ttt_asp.workbench.given import errors

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

# Names of tabs and slots have so many characters at most; a question is nested so deeply.
_LONGEST, _DEEPEST = 100, 300
_PAGE = Path(__file__).parent / "page"


# Seconds that work on a question is let go on for when a newer one takes its place: what is nearly
# done leaves its process to the next one, and a new process takes longer to get ready.
_PATIENCE = 0.3
# And so many for a question to come in.
_SLOWEST = 10.0

Slot = tuple[str, str]
Answered = tuple[int, dict[str, Any]]


@dataclass
class _Question:
    """A question that is being answered.

    Attributes:
        passed: set when a newer one has taken its place.
        begun: when work on it began; None while it waits for the one before it.
        work: looks for the answer.
    """

    passed: asyncio.Event = field(default_factory=asyncio.Event)
    begun: float | None = None
    work: "asyncio.Task[Answered] | None" = None

    def pass_over(self) -> None:
        """Let a newer question take its place."""
        self.passed.set()
        assert self.work is not None
        loop = asyncio.get_running_loop()
        since = _PATIENCE if self.begun is None else loop.time() - self.begun
        loop.call_later(max(0.0, _PATIENCE - since), self.work.cancel)


@dataclass
class Application:
    """A server's answers.

    Attributes:
        door: who may come in. crew: who answers.
        scratch: the folder for files of tactics that are being written.
        asked: the newest question of each slot of each tab.
        turns: held while a question of a slot is worked on.
    """

    door: Door
    crew: Crew
    scratch: Path
    asked: dict[Slot, _Question] = field(default_factory=dict)
    turns: WeakValueDictionary[Slot, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        nonce = secrets.token_urlsafe(16)
        try:
            self.door.check(scope)
            if scope["path"] == "/":
                page = rendered("workbench.html.j2", _PAGE, nonce=nonce)
                status, kind, body = 200, "text/html", page.encode()
            else:
                name = scope["path"].removeprefix("/api/")
                status, said = await self._api(name, receive)
                kind, body = "application/json", _json(said)
        except Refused as refused:
            status, kind, body = _refusal(scope, refused)
        except _Gone:
            return
        except Exception as error:
            what = f"internal error: {type(error).__name__}: {error}; please report this"
            status, kind, body = 500, "application/json", _json(_said(wrong(what)))
        start = {"type": "http.response.start", "status": status}
        about = {"content-type": f"{kind}; charset=utf-8", "content-length": str(len(body))}
        more = [(key.encode(), value.encode()) for key, value in about.items()]
        await send({**start, "headers": [*headers(nonce), *more]})
        await send({"type": "http.response.body", "body": body})

    async def _api(self, name: str, receive: Receive) -> Answered:
        if name not in ANSWERS and name != "cancel":
            raise Refused(404, "there is no such question")
        body = await _body(receive)
        try:
            fields = _fields(body)
            key = _name(fields, "tab"), _name(fields, "slot")
        except InputError as error:
            return 400, _said(error)
        if (older := self.asked.pop(key, None)) is not None:
            older.pass_over()
        if name == "cancel":
            return 200, {}
        question = self.asked[key] = _Question()
        turn = self.turns.setdefault(key, asyncio.Lock())
        work = question.work = asyncio.create_task(self._answer(question, turn, name, fields))
        gone = asyncio.create_task(_gone(receive))
        passed = asyncio.create_task(question.passed.wait())
        try:
            await asyncio.wait({work, gone, passed}, return_when=asyncio.FIRST_COMPLETED)
            if passed.done():
                return 409, {"cancelled": True}
            if not work.done():
                raise _Gone
            return work.result()
        finally:
            if not question.passed.is_set():
                work.cancel()
            gone.cancel()
            passed.cancel()
            if self.asked.get(key) is question:
                del self.asked[key]

    async def _answer(
        self, question: _Question, turn: asyncio.Lock, name: str, fields: Mapping[str, Any]
    ) -> Answered:
        async with turn:
            question.begun = asyncio.get_running_loop().time()
            return await self._worked_out(name, fields)

    async def _worked_out(self, name: str, fields: Mapping[str, Any]) -> Answered:
        folder: Path | None = None
        try:
            if (draft := draft_of(name, fields)) is not None:
                folder = Path(tempfile.mkdtemp(dir=self.scratch))
                written(folder, *draft)
            status, found, _ = await self.crew.ask(name, fields, folder)
            return status, found
        except InputError as error:
            return 400, _said(error)
        finally:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


class _Gone(Exception):
    """Whoever asked is not there any more."""


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive) -> bytes:
    found = bytearray()
    ends = asyncio.get_running_loop().time() + _SLOWEST
    while True:
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise _Gone from None
        if message["type"] == "http.disconnect":
            raise _Gone
        found += message.get("body", b"")
        if len(found) > LARGEST:
            raise too_large()
        if not message.get("more_body"):
            return bytes(found)


def _fields(body: bytes) -> dict[str, Any]:
    """A question's fields, which may be anything that UTF-8 can say and is not nested deeply."""
    try:
        found = json.loads(body.decode("utf-8"))
        if isinstance(found, dict) and _depth(found) <= _DEEPEST:
            json.dumps(found, ensure_ascii=False).encode("utf-8")
            return found
    except (ValueError, RecursionError):
        pass
    raise wrong(f"a question is a JSON object in UTF-8, at most {_DEEPEST} levels deep")


def _depth(value: object) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _name(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST:
        raise wrong(f"{key} has to be a text of 1 to {_LONGEST} characters")
    return value


def _said(error: InputError) -> dict[str, Any]:
    return {"errors": errors(error)}


def _json(said: object) -> bytes:
    # names of files may be no text in any encoding
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _refusal(scope: Scope, refused: Refused) -> tuple[int, str, bytes]:
    if scope["path"] == "/":
        return refused.status, "text/plain", f"{refused.why}\n".encode()
    return refused.status, "application/json", _json(_said(wrong(refused.why)))
