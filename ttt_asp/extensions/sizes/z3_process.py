"""z3 in a process that can be killed: while it works, no Ctrl-C reaches it."""

import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from math import ceil
from typing import Literal

from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import internal, wrong

Answer = Literal["sat", "unsat", "unknown"]

# The first line of a text that does not rest on earlier ones.
RESET = "(reset)\n"
_GONE = Stop("memory", "the solver ended without an answer: it may have had too little memory")
# The solver prints this when it has done with a text.
_DONE = "done"


class Solver:
    """z3, which is told texts of SMT-LIB 2, and remembers them.

    Used in a `with` statement, at the end of which its process is gone.

    Args:
        effort: how much work a question may be, in the solver's own unit of resources; none of
            time, so that its answer is the same on every machine.
        deadline: when to give up altogether.
        most: how often it may take memory in all, before it ends. Its count of work leaves out
            some of its loops; this ends them, so that no clock has to.

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
        """Tell the solver a text, and return what it prints.

        Raises:
            Expired: time is up, or the solver's process is gone.
            InternalError: the solver does not understand the text.
        """
        reply = self.deadline.run(lambda: self._exchanged(text))
        if "(error" in reply:
            raise internal(f"z3 does not understand what it is told: {reply.strip()}")
        return reply

    def ask(self, text: str) -> Answer:
        """Ask whether a text of assertions is satisfiable, together with all that was told before.

        Args:
            text: forgotten afterwards.

        Raises:
            Expired: time is up, or the solver's process is gone.
        """
        reply = self.tell(f"(push 1)\n{text}\n(check-sat)\n(pop 1)\n").split()
        if reply == ["sat"]:
            return "sat"
        return "unsat" if reply == ["unsat"] else "unknown"

    def _exchanged(self, text: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f'{text}\n(echo "{_DONE}")\n')
            self._process.stdin.flush()
        reply = ""
        for line in self._process.stdout:
            if line.rstrip() == _DONE:
                return reply
            reply += line
        raise Expired(_GONE)


def _program() -> str | None:
    """Return the path of the program in the solver's package; None where it is not installed."""
    try:
        listed = files("z3-solver") or ()
    except PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in listed if file.name in ("z3", "z3.exe")), None)
