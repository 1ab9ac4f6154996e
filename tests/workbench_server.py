"""The workbench's server in a process of its own, and requests to it, for its tests."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from conftest import HANGS, busy, take_interrupts, until

from ttt_asp.extensions.workbench.answering import ANSWERS, reply
from ttt_asp.extensions.workbench.request import ServerOptions

# Seconds of computing after which a process is surely ready, and at its work; and on a slow
# machine that many times the seconds that the server took to begin, which imports half as much.
GETS_READY, TIMES = 2.0, 5

# clingo grounds this for longer than any test waits, and hears of nothing meanwhile.
ENDLESS: dict[str, Any] = {"claim": "x never loses", "const": {"rows": 1000, "cols": 1000}}


# What a page may ask.
QUESTIONS = sorted(ANSWERS)


def answered(
    question: str,
    fields: dict[str, Any],
    own: Path | None = None,
    game: str = "tictactoe",
    const: Mapping[str, str] = {},
    seconds: float = HANGS,
) -> tuple[int, dict[str, Any]]:
    """What a server answers that was started with these options: its status, and the answer."""
    setting = ServerOptions(own, game, dict(const), seconds, 10**10)
    status, found, _ = reply(setting, question, fields)
    return status, found


@dataclass(frozen=True)
class Server:
    """A server, and what it said of itself.

    Attributes:
        process: the server's. address: of its page. folder: of files that are written meanwhile.
        took: seconds that it computed until it could be asked.
    """

    process: subprocess.Popen[str]
    address: str
    folder: Path
    took: float

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def token(self) -> str:
        return parse_qs(urlsplit(self.address).query)["token"][0]

    @property
    def headers(self) -> dict[str, str]:
        """What the page sends with a question."""
        origin = f"http://127.0.0.1:{self.port}"
        return {"X-Token": self.token, "Origin": origin, "Content-Type": "application/json"}

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS)

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, Mapping[str, str], bytes]:
        """A request as it is: its status, headers and body."""
        connection = self.connection()
        try:
            connection.request(method, path, body, dict(headers))
            found = connection.getresponse()
            return found.status, dict(found.getheaders()), found.read()
        finally:
            connection.close()

    def ask(self, question: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        """A question as the page asks it: its status and its answer."""
        body = self.body(**fields)
        status, _, found = self.request("POST", f"/api/{question}", body, self.headers)
        return status, json.loads(found)

    def body(self, **fields: Any) -> bytes:
        return json.dumps(fields).encode()

    def workers(self) -> set[int]:
        """The processes that the server has started and that are there."""
        found: set[int] = set()
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                found |= set(map(int, (thread / "children").read_text().split()))
            except (FileNotFoundError, ProcessLookupError):  # this thread has just ended
                continue
        return found

    def at_work(self) -> int:
        """A process that computes for longer than it takes to get ready."""
        begun = {one: busy(one) for one in self.workers()}
        ready = max(GETS_READY, TIMES * self.took)

        def long() -> int:
            found = (one for one in self.workers() if busy(one) - begun.get(one, 0) > ready)
            return next(found, 0)

        return until(long)

    def left(self) -> list[Path]:
        """Files that are there while the server runs."""
        return [path for path in self.folder.rglob("*") if path.is_file()]


def dead(process: int) -> bool:
    """Whether a process does nothing any more; its parent may not have noticed yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()


@contextmanager
def served(folder: Path, *options: str | Path) -> Iterator[Server]:
    """A server that is ended by Ctrl-C, and then says nothing on stderr and leaves no file.

    Args:
        folder: an empty one; the server saves into `mine` in it.
        options: more of the command.
    """
    scratch = folder / "scratch"
    scratch.mkdir()
    line = [sys.executable, "-m", "ttt_asp", "workbench", "-S", str(folder / "mine")]
    with subprocess.Popen(
        [*line, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=take_interrupts,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            said = address if address else process.communicate()[1]
            assert address.startswith("http://127.0.0.1:"), said
            yield Server(process, address, scratch, busy(process.pid))
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, ""), err
    assert list(scratch.iterdir()) == []
