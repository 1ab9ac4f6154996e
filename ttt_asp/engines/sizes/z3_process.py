"""z3 in a process that can be killed: it hears of no Ctrl-C while it works."""

import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from math import ceil
from typing import Literal

from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import internal, wrong

Answer = Literal["sat", "unsat", "unknown"]

# What a text begins with that is about nothing that was told before.
RESET = "(reset)\n"
_GONE = Stop("memory", "the solver ended without an answer: it may have had too little memory")
# What the solver is to print when it has done with a text.
_DONE = "done"


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
        if (program := _program()) is None:
            hint = "pip install 'ttt-asp[sizes]'"
            raise wrong("z3 is not installed, which answers for every size", None, hint)
        self.deadline = deadline
        options = [f"rlimit={effort}"]
        if most is not None:
            options.append(f"memory_max_alloc_count={most}")
        if deadline.seconds is not None:  # so it ends too where this process is killed meanwhile
            options.append(f"-T:{max(1, ceil(deadline.seconds - deadline.elapsed) + 1)}")
        # in a session of its own: Ctrl-C is for this process, which ends that one
        self._process = subprocess.Popen(
            [program, "-in", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            encoding="utf-8",
        )

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
        with suppress(BrokenPipeError):
            self._process.stdin.write(f'{text}\n(echo "{_DONE}")\n')
            self._process.stdin.flush()
        found = ""
        for line in self._process.stdout:
            if line.rstrip() == _DONE:
                return found
            found += line
        raise Expired(_GONE)


def _program() -> str | None:
    """Where the solver's package has its program; None where it is not installed."""
    try:
        listed = files("z3-solver") or ()
    except PackageNotFoundError:
        return None
    return next((str(one.locate()) for one in listed if one.name in ("z3", "z3.exe")), None)
