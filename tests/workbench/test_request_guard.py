"""Who may ask the workbench: nobody but its own page, with its token."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from conftest import HANGS
from tables import constant, tabled
from workbench_server import Server

from ttt_asp.extensions.workbench import serving

pytestmark = pytest.mark.slow


ASKED = b"{}"


def test_the_page_and_what_it_may_do(server: Server) -> None:
    path = server.address.removeprefix(f"http://127.0.0.1:{server.port}")
    status, headers, page = server.request("GET", path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    nonce = policy["script-src"].removeprefix("'nonce-").removesuffix("'")
    expected = constant(__file__, "POLICY")
    assert policy == {name: one.replace("NONCE", nonce) for name, one in expected.items()}
    text = page.decode()
    assert text.count("<script") == text.count(f'nonce="{nonce}"') - text.count("<style") > 0
    assert server.token not in text  # it is in the address only
    again = server.request("GET", path)[1]["content-security-policy"]
    assert nonce not in again
    refused = server.request("POST", "/api/start", ASKED)[1]
    for found in (headers, refused):
        assert constant(__file__, "HEADERS").items() <= found.items()
    assert not {name for name in headers if "allow" in name or name == "server"}


@tabled()
def test_a_question_shows_where_it_is_from(
    status: int, changes: Mapping[str, str], server: Server
) -> None:
    headers = {**server.headers, "Host": f"127.0.0.1:{server.port}"}
    for name, value in changes.items():
        if value == "GONE":
            del headers[name]
        else:
            headers[name] = value.replace("PORT", str(server.port)).replace("TOKEN", server.token)
    found, _, body = server.request("POST", "/api/start", ASKED, headers)
    assert found == status
    assert ("errors" in json.loads(body)) == (status != 200)


@pytest.mark.parametrize("name", ["Host", "Origin", "X-Token", "Content-Type"])
def test_what_is_said_twice_is_refused(name: str, server: Server) -> None:
    headers = {**server.headers, "Host": f"127.0.0.1:{server.port}"}
    connection = server.connection()
    connection.putrequest("POST", "/api/start", skip_host=True)
    for key, value in [*headers.items(), (name, headers[name]), ("Content-Length", "0")]:
        connection.putheader(key, value)
    connection.endheaders()
    assert connection.getresponse().status in (400, 403, 415)
    connection.close()


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n"],
)
def test_what_is_no_request_is_refused_quietly(sent: bytes, server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), HANGS) as there:
        there.sendall(sent + b"\r\n\r\n")
        assert re.match(rb"HTTP/1\.[01] 40[03] ", there.recv(100))


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?TOKEN", "?token=a&token=b"])
def test_the_page_is_for_those_with_its_address(query: str, server: Server) -> None:
    status, headers, body = server.request("GET", f"/{query}")
    assert (status, headers["content-type"]) == (403, "text/plain; charset=utf-8")
    assert body == b"the address has to be the one that `ttt-asp workbench` printed\n"
    page = f"/?token={server.token}"
    foreign = {"Origin": "http://evil.example"}
    assert server.request("GET", page, headers=foreign)[0] == 403
    assert server.request("GET", page, headers={"Host": f"evil.example:{server.port}"})[0] == 403


@tabled()
def test_there_is_nothing_else(status: int, method: str, path: str, server: Server) -> None:
    place = path.replace("TOKEN", server.token)
    assert server.request(method, place, ASKED, server.headers)[0] == status


def test_it_listens_on_this_machine_only(server: Server) -> None:
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    here = {row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{server.port:04X}")}
    assert here == {f"0100007F:{server.port:04X}"}


@pytest.mark.parametrize("answers", [0, 1, 2])
def test_half_a_request_is_not_waited_for(answers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither from the beginning nor once a connection has had its answers."""
    monkeypatch.setattr(serving, "_REQUEST_SECONDS", 0.1)
    whole = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
    listener = serving._listening_socket(0)

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body", "body": b""})

    async def asked() -> bytes:
        config = uvicorn.Config(
            refuse, http=serving._TimedConnection, lifespan="off", log_config=None
        )
        server = serving._Server(config)
        serves = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        for _ in range(answers):
            writer.write(whole)
            await reader.readuntil(b"\r\n\r\n")
        writer.write(whole[:20])
        try:
            return await asyncio.wait_for(reader.read(), 10)
        finally:
            writer.close()
            server.should_exit = True
            await serves

    assert asyncio.run(asked()) == b""


def test_large_bodies_are_refused(server: Server) -> None:
    fits = b'{"x": "%s"}' % (b"x" * (256 * 1024 - 50))
    larger = b'{"x": "%s"}' % (b"x" * (256 * 1024))
    assert server.request("POST", "/api/start", fits, server.headers)[0] == 200
    assert server.request("POST", "/api/start", larger, server.headers)[0] == 413
    connection = server.connection()
    chunks = (b"x" * 1024 for _ in range(1024))
    connection.request("POST", "/api/start", chunks, server.headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()
    connection = server.connection()
    connection.putrequest("POST", "/api/start")
    for name, value in {**server.headers, "Content-Length": str(10**9)}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413  # nothing of it was sent
    connection.close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"tab"',
        b"{",
        b"{'tab': 1}",
        b"[" * 100_000,
        b'{"x": ' + b"[" * 1000 + b"]" * 1000 + b"}",
        b'{"tree": ' + b'{"a": ' * 500 + b"1" + b"}" * 501,
        b'{"x": %s}' % (b"1" * 10_000),
        b'{"claim": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"x": "\xff"}',
    ],
    ids=range(13),
)
def test_what_is_no_question_is_an_error(body: bytes, server: Server) -> None:
    status, _, found = server.request("POST", "/api/start", body, server.headers)
    assert status == 400
    assert [list(one) for one in json.loads(found)["errors"]] == [
        ["message", "hint", "file", "line", "column"]
    ]
