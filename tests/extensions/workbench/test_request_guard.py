"""Who may ask the workbench: nobody but its own page, with its token."""

import json
import re
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from conftest import HANGS, until
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
    assert status_of(connection) in (400, 403, 415)
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
@pytest.mark.parametrize("slowly", [False, True])
def test_half_a_request_is_not_waited_for(
    answers: int, slowly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither from the beginning nor after answers; nor where a byte comes now and then."""
    with serving.Server(0, None) as server:  # type: ignore[arg-type]  # nothing is asked
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        here = f"127.0.0.1:{server.server_port}"
        whole = f"GET /?token={server.token} HTTP/1.1\r\nHost: {here}\r\n\r\n".encode()
        place = ("127.0.0.1", server.server_port)
        with socket.create_connection(place, HANGS) as there, there.makefile("rb") as reading:
            for _ in range(answers):
                there.sendall(whole)
                assert reading.readline() == b"HTTP/1.1 200 OK\r\n"
                length = 0
                while (line := reading.readline()) != b"\r\n":
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                reading.read(length)
            there.sendall(whole[:5])
            monkeypatch.setattr(serving, "_WHOLE_REQUEST", 0.3)  # before, a whole one has time
            until = time.monotonic() + HANGS
            for byte in whole[5:20] if slowly else b"":
                time.sleep(0.05)
                with suppress(OSError):
                    there.sendall(bytes([byte]))
            with suppress(ConnectionError):
                assert reading.read() == b""
            assert time.monotonic() < until
        server.shutdown()


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_WHOLE_REQUEST", 0.3)
    with serving.Server(0, None) as server:  # type: ignore[arg-type]  # nothing is asked
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        fields = {"Host": f"127.0.0.1:{server.server_port}", "Origin": server.origin,
                  "X-Token": server.token, "Content-Type": "application/json",
                  "Content-Length": "100"}  # fmt: skip
        lines = ["POST /api/start HTTP/1.1", *(f"{key}: {text}" for key, text in fields.items())]
        with socket.create_connection(("127.0.0.1", server.server_port), HANGS) as there:
            there.sendall("\r\n".join([*lines, "", "{"]).encode())
            with suppress(ConnectionError):  # what was sent was not read, perhaps
                assert there.recv(1) == b""
        server.shutdown()


def test_connections_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_CONNECTIONS", 3)
    with serving.Server(0, None) as server:  # type: ignore[arg-type]  # nothing is asked
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        place = ("127.0.0.1", server.server_port)
        kept = [socket.create_connection(place, HANGS) for _ in range(3)]
        for connection in kept:
            connection.sendall(b"GET")
        with socket.create_connection(place, HANGS) as one_more:
            assert one_more.recv(1) == b""
        kept.pop().close()

        def answered() -> bool:
            with socket.create_connection(place, HANGS) as again, suppress(ConnectionError):
                again.sendall(b"GET / HTTP/1.1\r\n\r\n")
                return again.recv(100).startswith(b"HTTP/1.1 403")
            return False

        until(answered)
        for connection in kept:
            connection.close()
        server.shutdown()


def status_of(connection: HTTPConnection) -> int:
    """The status of a response, which is read whole."""
    with connection.getresponse() as response:
        response.read()
        return response.status


def test_large_bodies_are_refused(server: Server) -> None:
    fits = b'{"x": "%s"}' % (b"x" * (256 * 1024 - 50))
    larger = b'{"x": "%s"}' % (b"x" * (256 * 1024))
    assert server.request("POST", "/api/start", fits, server.headers)[0] == 200
    assert server.request("POST", "/api/start", larger, server.headers)[0] == 413
    connection = server.connection()
    chunks = (b"x" * 1024 for _ in range(1024))
    connection.request("POST", "/api/start", chunks, server.headers, encode_chunked=True)
    assert status_of(connection) == 411
    connection.close()
    connection = server.connection()
    connection.putrequest("POST", "/api/start")
    for name, value in {**server.headers, "Content-Length": str(10**9)}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert status_of(connection) == 413  # nothing of it was sent
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
