"""z3 in a process that can be killed: it hears of no Ctrl-C while it works."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, BinaryIO, Literal

from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import internal, wrong

Answer = Literal["sat", "unsat", "unknown"]

_START = (
    "import sys; sys.path[:] = {path!r}; from ttt_asp.engines.sizes.z3_process import serve; "
    "serve({effort!r}, {most!r})"
)
_GONE = Stop("memory", "the solver ended without an answer: it may have had too little memory")


class Solver:
    """z3, that is told texts of SMT-LIB 2, and keeps what it was told.

    Used in a `with` statement, at the end of which its process is gone.

    Args:
        effort: how much work a question may be, in the solver's own unit of resources; none of
            time, so that its answer is the same on every machine.
        deadline: when to give up altogether.
        most: how often it may take memory in all, lest it ends. What it counts as work leaves
            some of its loops out, which this ends; no clock does.

    Attributes:
        deadline: when it gives up.

    Raises:
        InputError: the solver is not installed.
    """

    def __init__(self, effort: int, deadline: Deadline, most: int | None = None) -> None:
        if not _installed():
            hint = "pip install 'ttt-asp[sizes]'"
            raise wrong("z3 is not installed, which answers for every size", None, hint)
        self.deadline = deadline
        start = _START.format(path=sys.path, effort=effort, most=most)
        # in a session of its own: Ctrl-C is for this process, which ends that one
        self._process = subprocess.Popen(
            [sys.executable, "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if most is None else subprocess.DEVNULL,  # that it ends, is said there
            start_new_session=True,
        )
        self._awaited = 1  # its word that it is there

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def tell(self, text: str) -> str:
        """What the solver prints to a text.

        Raises:
            Expired: time is up, or the solver's process is gone.
            InternalError: the solver does not understand the text.
        """
        found = self.deadline.run(lambda: self._exchanged(text))
        if "(error" in found:
            raise internal(f"z3 does not understand what it is told: {found.strip()}")
        return found

    def ask(self, text: str) -> Answer:
        """Whether what was told before, and a text of assertions, can be true together.

        Args:
            text: forgotten afterwards.

        Raises:
            Expired: time is up, or the solver's process is gone.
        """
        found = self.tell(f"(push 1)\n{text}\n(check-sat)\n(pop 1)\n").split()
        if found == ["sat"]:
            return "sat"
        return "unsat" if found == ["unsat"] else "unknown"

    def _exchanged(self, text: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        found = ""
        try:
            pickle.dump(text, self._process.stdin)
            self._process.stdin.flush()
            self._awaited += 1
            while self._awaited:
                found = str(pickle.load(self._process.stdout))
                self._awaited -= 1
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise Expired(_GONE) from None
        return found


def _installed() -> bool:
    try:
        return find_spec("z3") is not None
    except ValueError:  # it was imported as what is not there
        return False


# What a text begins with that is about nothing that was told before.
RESET = "(reset)\n"
# Takes a text, and returns what the solver prints.
Door = Callable[[str], str]


def serve(effort: int, most: int | None) -> None:
    """Answer the texts that come, one after the other, until whoever sends them is gone.

    Args:
        effort: how much work a question may be, in the solver's own unit; the same on every
            machine, however busy it is.
        most: how often it may take memory in all; this process ends where it would more often.
    """
    texts: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_hear, args=(sys.stdin.buffer, texts), daemon=True).start()
    door, told = _z3(effort, most), sys.stdout.buffer
    _send(told, "")  # it is there
    while True:
        _send(told, door(texts.get()))


def _hear(given: BinaryIO, texts: "SimpleQueue[str]") -> None:
    """Take what comes, and end with whoever sends it, in the middle of a search too."""
    while True:
        try:
            texts.put(pickle.load(given))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _send(told: BinaryIO, text: str) -> None:
    pickle.dump(text, told)
    told.flush()


def _z3(effort: int, most: int | None) -> Door:
    z3: Any = import_module("z3")
    context = z3.Context()

    def door(text: str) -> str:
        nonlocal context
        if text.startswith(RESET):
            context = z3.Context()
        try:
            return str(z3.Z3_eval_smtlib2_string(context.ref(), text))
        except z3.Z3Exception as error:
            return f"(error {error})"

    door(f"(set-option :rlimit {effort})")
    if most is not None:
        door(f"(set-option :memory_max_alloc_count {most})")
    return door
