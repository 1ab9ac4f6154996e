"""Limits and Ctrl-C end grounding; no text with a number above 2^31 is given to clingo."""

import ast
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import clingo
import pytest
from tables import tabled

import ttt_asp
from ttt_asp.deadline import STEP, Deadline, Expired, _Work, left_behind
from ttt_asp.errors import Diagnostic, InputError, InternalError
from ttt_asp.lp.scan import NotTerms, read_term
from ttt_asp.programs.program import Program
from ttt_asp.solving.ground import Found, Ground, Refused, Rules, ground
from ttt_asp.solving.run import Run

# Twelve pigeons in eleven holes: no answer set, which takes long to see.
PIGEONS = "{ in(P,1..11) } = 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."


class Waiting:
    """What grounding waits for."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def wait(self) -> list[clingo.Symbol]:
        self.over.wait()
        return []


# Work that takes for ever, in a single thread: whatever it rests on is ground before.
Work = Callable[[Deadline], Callable[[], object]]


def grounding(deadline: Deadline) -> Callable[[], object]:
    def work() -> None:
        waiting = Waiting()
        try:
            ground("p(@wait()).", deadline, context=waiting)
        finally:
            waiting.over.set()

    return work


def searching(deadline: Deadline) -> Callable[[], object]:
    return partial(ground(PIGEONS, deadline, ["--sat-prepro=no"]).search, lambda _: True)


def first(deadline: Deadline) -> Callable[[], object]:
    return ground(PIGEONS, deadline).first


@pytest.mark.parametrize("work", [grounding, searching, first])
def test_a_time_limit_ends_grounding(work: Work) -> None:
    with pytest.raises(Expired, match=r"the time limit of 0\.1 s was reached"):
        work(Deadline(0.1))()


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("work", [grounding, searching, first])
def test_ctrl_c_ends_grounding(work: Work) -> None:
    deadline, over = Deadline(), threading.Event()
    for_ever = work(deadline)
    known = {threading.current_thread(), *threading.enumerate()}

    def once_it_is_waited_for() -> None:
        """Press it when one thread has worked for a while, not between two of them."""
        known.add(threading.current_thread())
        before: set[threading.Thread] = set()
        while not over.wait(0.1):
            there = {*threading.enumerate()} - known
            if there & before:
                os.kill(os.getpid(), signal.SIGINT)
                return
            before = there

    pressing = threading.Thread(target=once_it_is_waited_for)
    pressing.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            for_ever()
    finally:
        over.set()
        pressing.join()
    assert deadline.ended  # so that the thread which is left behind comes to an end


def test_ctrl_c_while_a_thread_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    start, go_on, deadline = threading.Thread.start, threading.Event(), Deadline()

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        deadline.run(go_on.wait)
    assert deadline.ended and left_behind()
    go_on.set()


def test_who_has_a_result_leaves_no_work_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long its thread takes to end."""
    run, end, every = _Work.run, threading.Event(), threading.enumerate
    others = {*every()}  # of other tests, perhaps
    monkeypatch.setattr(threading, "enumerate", lambda: [t for t in every() if t not in others])

    def lingering(thread: _Work[int]) -> None:
        run(thread)
        end.wait()

    monkeypatch.setattr(_Work, "run", lingering)
    assert Deadline().run(lambda: 3) == 3
    assert any(isinstance(thread, _Work) for thread in threading.enumerate())
    assert not left_behind()
    go_on = threading.Event()
    with pytest.raises(Expired):
        Deadline(0.1).run(go_on.wait)
    assert left_behind()
    go_on.set()
    end.set()


@pytest.mark.parametrize("grown", [400, 600])
def test_without_a_limit_half_of_the_machine_may_be_taken(
    grown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.deadline.machine_memory", lambda: 1000)
    monkeypatch.setattr("ttt_asp.deadline.resident", lambda: 300 + grown)
    work, deadline = partial(threading.Event().wait, 3 * STEP), Deadline(before=300)
    if grown < 500:
        assert deadline.run(work) is False
    else:
        with pytest.raises(Expired, match="limit of 0 MB"):
            deadline.run(work)


def test_a_search_says_how_it_ends() -> None:
    three = ground("{ p(1..3) }. #show p/1.", options=["0"])
    found: list[str] = []
    assert three.search(lambda model: found.append(str(model))).over
    assert len(found) == 8
    assert not three.search(lambda _: False).over
    assert not three.first()[1].over  # one is enough
    stopped = ground(PIGEONS, options=["--solve-limit=0"]).search(lambda _: True)
    assert (stopped.over, stopped.none) == (False, False)
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
    with pytest.raises(InputError, match="atom does not occur"):
        ground("q :- p.", diagnose=lambda messages: map(Diagnostic, messages))


def test_what_is_heard_of_ground_rules() -> None:
    heard = Rules()
    heard.rule(True, [1], [2])
    heard.rule(False, [3], [2, -1])
    heard.weight_rule(False, [4], 2, [(1, 1), (2, 1)])
    assert ({*heard.choices}, {*heard.bodies}, heard.foreign) == ({1}, {3, 4}, set())
    heard.weight_rule(True, [5], 1, [(2, 1)])
    assert heard.foreign == {"a choice under an aggregate"}


def test_a_question_is_asked_where_it_is_wanted() -> None:
    run, start = (
        Run(Program("{ start }. answer(play) :- start."), Deadline()),
        clingo.Function("start"),
    )
    run.ground()
    assert run.ask("play", where=[(start, True)]) is not None
    assert run.ask("play", where=[(start, False)]) is None


@pytest.mark.parametrize(("over", "none"), [(True, True), (True, False), (False, True)])
def test_there_is_no_answer_only_after_a_whole_search(
    over: bool, none: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "solve", lambda *_: Found(over, none))
    run = Run(Program(""), Deadline())
    if over and none:
        assert run.ask("play") is None
    else:
        with pytest.raises(Expired, match="before the search was over"):
            run.ask("play")


ROOT = Path(ttt_asp.__file__).parent
GIVING = ROOT / "solving" / "ground.py"
RECOGNISING = ROOT / "extensions" / "recognition" / "recognise.py"
READING = ROOT / "lp" / "scan.py"


@tabled()
def test_what_clingo_cannot_hold_is_an_error(text: str, held: bool) -> None:
    if held:
        assert all(str(atom) in text or "0x7" in text for atom in ground(text).symbols("p", 1))
    else:
        with pytest.raises(InternalError, match="cannot hold the integer"):
            ground(text)


def test_terms_beyond_clingos_numbers_are_refused() -> None:
    with pytest.raises(NotTerms, match="cannot be greater"):
        read_term("p(4294967297)")
    with pytest.raises(OverflowError):
        clingo.Number(2**31)


def test_there_is_no_other_way() -> None:
    """Texts and terms: of each there is one way."""
    found = set()
    words = ("add(", "clingo.parse_term", "ProgramBuilder", "parse_files", "Control(")
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        if not any(word in text for word in words):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name, given = node.func.attr, len(node.args)
                whose = ast.unparse(node.func.value)
                beside = (whose, path) == ("both", RECOGNISING)
                if name == "add" and given > 1 and not beside and path != GIVING:
                    found.add(f"{path}:{node.lineno}: add")
                if ast.unparse(node.func) == "clingo.parse_term" and path != READING:
                    found.add(f"{path}:{node.lineno}: parse_term")
                if name in ("ProgramBuilder", "parse_files", "Control") and path != GIVING:
                    found.add(f"{path}:{node.lineno}: {name}")
    assert not found
