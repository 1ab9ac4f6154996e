"""Work that is killed, and what is left of it: nothing, whatever ends it."""

import os
import re
import signal
import subprocess
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, until
from tables import contents
from workbench_server import ENDLESS, Server, dead, gone, served

from ttt_asp.extensions.workbench import process_pool
from ttt_asp.extensions.workbench.process_pool import KEPT, ClientGone, ProcessPool
from ttt_asp.extensions.workbench.request import ServerOptions

pytestmark = pytest.mark.slow

PROVED: dict[str, Any] = {"claim": "x never loses", "roles": {"x": "good_for_x"}}
TACTIC = contents("extensions/workbench/processes_tactic.lp")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives up after as long as any test may take."""
    with served(tmp_path_factory.mktemp("served"), "--time-limit", str(HANGS)) as found:
        yield found


def in_time(server: Server, question: str, **fields: Any) -> dict[str, Any]:
    """What a server answers that soon gives up, asked again where the machine was too busy."""

    def answered() -> dict[str, Any]:
        status, found = server.ask(question, **fields)
        assert status == 200 or gives_up(status, found), found
        return found if status == 200 else {}

    return until(answered)


def gives_up(status: int, found: dict[str, Any]) -> bool:
    """Whether there is no answer, as the process says itself, or the server that has killed it."""
    said = found["errors"][0]["message"] if status == 400 else ""
    limits = r": the (time limit of 1 s|limit of 100 MB) was reached| within the time limit of 1 s"
    return re.fullmatch(f"no answer({limits})", said) is not None


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives up soon."""
    with served(tmp_path_factory.mktemp("hasty"), "--time-limit", "1") as found:
        yield found


def proves(server: Server) -> bool:
    status, found = server.ask("prove", **PROVED)
    return (status, found.get("verdict"), found.get("positions")) == (200, "proved", 848)


def test_whoever_leaves_takes_the_work_along(server: Server) -> None:
    connection = server.connection()
    connection.request("POST", "/api/prove", server.body(**ENDLESS), server.headers)
    worker = server.at_work()
    assert proves(server)  # nobody else is disturbed
    assert not gone(worker)
    connection.close()
    until(lambda: gone(worker))
    assert proves(server)


def test_the_newest_of_many_is_answered(server: Server) -> None:
    """However quickly they come and are left, and whatever the others were about."""
    others = [ENDLESS, PROVED, {"claim": "o can win"}, {"claim": "no claim"}]
    for number in range(12):
        connection = server.connection()
        body = server.body(**others[number % 4])
        connection.request("POST", "/api/prove", body, server.headers)
        if number % 5 == 0:
            server.ask("position")
        connection.close()
    assert proves(server)
    until(lambda: len(server.workers()) <= 5)


def test_the_time_limit_ends_what_does_not_end(hasty: Server) -> None:
    found = in_time(hasty, "prove", **ENDLESS)
    assert (found["verdict"], found["stopped"]) == ("unknown", "time")
    assert found["reason"] == "the time limit of 1 s was reached while reading tictactoe"
    status, found = hasty.ask("game", const=ENDLESS["const"])
    assert gives_up(status, found), found
    (error,) = found["errors"]
    assert list(error.values())[1:] == ["", None, None, None]


def test_a_tactic_that_grounds_for_ever(hasty: Server) -> None:
    text = {"name": "endless", "text": TACTIC}
    for question in ("tactic_check", "tactic_save"):
        assert gives_up(*hasty.ask(question, **text))
    status, found = hasty.ask("advise", terms=["endless", "defeat"], role="x", draft=text)
    assert (status, found["errors"][0]["file"]) == (400, None)
    found = in_time(hasty, "prove", claim="x can win", roles={"x": "endless"}, draft=text)
    assert (found["verdict"], found["stopped"]) == ("unknown", "time")
    until(lambda: not hasty.left())
    assert not (hasty.folder.parent / "mine").exists()
    found = in_time(hasty, "prove", **PROVED)
    assert found["verdict"] in ("proved", "unknown")  # in a second or not
    assert in_time(hasty, "start")


def test_the_memory_limit_ends_what_grows(tmp_path: Path) -> None:
    with served(tmp_path, "--max-memory", "100", "--time-limit", str(HANGS)) as server:
        found = in_time(server, "prove", **ENDLESS)
        assert (found["verdict"], found["stopped"]) == ("unknown", "memory")
        assert found["reason"].startswith("the limit of 100 MB was reached")
        status, found = server.ask("tactic_check", name="endless", text=TACTIC, const={"rows": 40})
        assert status == 400
        assert found["errors"][0]["message"] == "no answer: the limit of 100 MB was reached"
        assert proves(server)


def test_a_process_that_dies(server: Server) -> None:
    with ThreadPoolExecutor(1) as executor:
        asked = executor.submit(server.ask, "prove", **ENDLESS)
        os.kill(server.at_work(), signal.SIGKILL)
        status, found = asked.result(HANGS)
    assert (status, found["errors"][0]["message"]) == (
        400,
        "no answer: its process was killed, perhaps because memory ran out",
    )
    waiting = server.workers()  # those that wait for work too
    for worker in waiting:
        os.kill(worker, signal.SIGKILL)
    until(lambda: all(map(dead, waiting)))
    assert proves(server)


@pytest.fixture
def never_ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessPool]:
    """Processes that do not get ready."""

    def sleeping() -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen(["sleep", str(2 * HANGS)], stdin=pipe, stdout=pipe)

    monkeypatch.setattr(process_pool, "started", sleeping)
    pool = ProcessPool(ServerOptions(None, "tictactoe", {}, HANGS, 10**10))
    yield pool
    pool.close()


def test_who_leaves_while_processes_get_ready_leaves_few(never_ready: ProcessPool) -> None:
    with ThreadPoolExecutor(6) as executor:
        asked = [executor.submit(never_ready.ask, "start", {}, lambda: True) for _ in range(6)]
        assert all(isinstance(one.exception(HANGS), ClientGone) for one in asked)
    until(lambda: len(never_ready.alive) <= KEPT)


def test_nobody_takes_a_process_that_was_started_for_another(never_ready: ProcessPool) -> None:
    class Taken(deque[Any]):
        """What others take, as soon as they may."""

        def popleft(self) -> Any:
            if not never_ready._lock.locked():
                self.clear()
            return super().popleft()

    never_ready._idle = Taken()
    with pytest.raises(ClientGone):
        never_ready.ask("start", {}, lambda: True)


def test_what_an_answer_may_take_the_start_may_exceed(tmp_path: Path) -> None:
    with served(tmp_path, "--time-limit", "0.001") as server:
        _, found = server.ask("prove", **PROVED)
        assert found.get("stopped") == "time" or "0.001 s" in found["errors"][0]["message"], found


def test_a_process_that_hangs(hasty: Server) -> None:
    """One that does not give up itself, as it should, is killed."""
    assert in_time(hasty, "start")
    stopped = hasty.workers()
    for worker in stopped:
        os.kill(worker, signal.SIGSTOP)
    status, found = hasty.ask("game")
    message = "no answer within the time limit of 1 s"
    assert (status, found["errors"][0]["message"]) == (400, message)
    until(lambda: any(map(gone, stopped)))
    for worker in stopped:
        if not gone(worker):
            os.kill(worker, signal.SIGKILL)
    until(lambda: all(map(dead, stopped)))
    assert in_time(hasty, "game")


def test_many_questions_at_once(server: Server) -> None:
    with ThreadPoolExecutor(24) as executor:
        asked = [executor.submit(proves, server) for _ in range(24)]
        assert all(one.result(HANGS) for one in asked)
    until(lambda: len(server.workers()) <= 8)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_behind(number: signal.Signals, tmp_path: Path) -> None:
    """With work under way, on a tactic that is being written too."""
    text = {"name": "endless", "text": TACTIC}
    with served(tmp_path, "--time-limit", str(HANGS)) as server, ThreadPoolExecutor(2) as executor:
        executor.submit(server.ask, "prove", **ENDLESS)
        executor.submit(server.ask, "tactic_check", **text)
        server.at_work()
        workers = server.workers()
        server.process.send_signal(number)
        server.process.wait(HANGS)
    assert len(workers) >= 2
    assert all(map(gone, workers))


def test_ctrl_c_twice_and_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        workers = server.workers()
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGINT)
        server.process.wait(HANGS)
    until(lambda: all(map(gone, workers)))


def test_a_taken_port_is_an_error(server: Server, tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match=f"port {server.port} of 127.0.0.1 cannot be used"),
        served(tmp_path, "--port", str(server.port)),
    ):
        pass
