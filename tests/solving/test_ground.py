"""Limits and Ctrl-C end grounding and searches, whoever asks."""

import os
import signal
import threading
from collections.abc import Callable

import clingo
import pytest

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.solving.ground import Ground, Refused, ground

# Twelve pigeons in eleven holes: no answer set, which takes long to see.
PIGEONS = "{ in(P,1..11) } = 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."


class Waiting:
    """What grounding waits for."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def wait(self) -> list[clingo.Symbol]:
        self.over.wait()
        return []


def grounding(deadline: Deadline) -> None:
    waiting = Waiting()
    try:
        ground("p(@wait()).", deadline, context=waiting)
    finally:
        waiting.over.set()


def searching(deadline: Deadline) -> None:
    ground(PIGEONS, deadline, ["--sat-prepro=no"]).search(lambda _: True)


def first(deadline: Deadline) -> None:
    ground(PIGEONS, deadline).first()


@pytest.mark.parametrize("work", [grounding, searching, first])
def test_a_time_limit(work: Callable[[Deadline], None]) -> None:
    with pytest.raises(Expired, match=r"the time limit of 0\.1 s was reached"):
        work(Deadline(0.1))


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("work", [grounding, searching, first])
def test_ctrl_c(work: Callable[[Deadline], None]) -> None:
    deadline = Deadline()
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work(deadline)
    timer.join()
    assert deadline.ended  # so that the thread which is left behind comes to an end


def test_how_a_search_ends() -> None:
    three = ground("{ p(1..3) }. #show p/1.", options=["0"])
    found: list[str] = []
    assert three.search(lambda model: found.append(str(model))).over
    assert len(found) == 8
    assert not three.search(lambda _: False).over
    asked = [(symbol, True) for symbol in three.symbols("p", 1)]
    atoms, ended = three.first(asked)
    assert sorted(map(str, atoms or ())) == ["p(1)", "p(2)", "p(3)"]
    three.add(":- p(1), p(2).", "more")
    atoms, ended = three.first(asked)
    assert (atoms, ended.over, ended.none, len(ended.core)) == (None, True, True, 2)


def test_what_clingo_does_not_take() -> None:
    with pytest.raises(Refused) as refused:
        ground("p(X).")
    assert "unsafe" in refused.value.messages[0]
    with pytest.raises(Refused):
        ground("p.", options=["--no-such-option"])
    assert isinstance(found := ground("q :- p."), Ground)
    assert len(found.messages) == 1
