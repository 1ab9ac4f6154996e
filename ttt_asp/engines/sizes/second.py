"""A second opinion on texts without quantifiers that nothing fits, of another solver.

cvc5's limit of resources holds on these; of what is said for all integers it may think for minutes
without spending any, and so is not asked. An answer that it does not give says nothing.
"""

import platform
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.sizes.serving import RESET
from ttt_asp.engines.sizes.solver import SOLVERS, Solver, installed
from ttt_asp.errors import InternalError, internal

# How much work a text may be, in cvc5's unit: some seconds at most.
EFFORT = 400_000


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a second solver says.

    Attributes:
        asked: about how many texts. agreed: of how many it says that nothing fits them.
    """

    asked: int
    agreed: int


def second_opinion(texts: Sequence[str], deadline: Deadline) -> Opinion:
    """Ask a second solver about texts of which the first says that nothing fits them.

    Args:
        texts: of declarations and assertions, without quantifiers.
        deadline: when to give up.

    Returns:
        Of no text, if it is not installed.

    Raises:
        InternalError: something fits a text, says the second.
        Expired: time is up.
    """
    first, second = SOLVERS
    if not texts or not installed(second):
        return Opinion(0, 0)
    agreed = 0
    with Solver(second, EFFORT, deadline) as solver:
        for number, text in enumerate(texts):
            answer = _answer(solver, text)
            if answer == "gone":
                return Opinion(number, agreed)
            if answer == "sat":
                folder = _report(text)
                what = f"{first} says that nothing fits a text, {second} that something does"
                raise internal(what, f"{folder} has all that a report needs")
            agreed += answer == "unsat"
    return Opinion(len(texts), agreed)


def _answer(solver: Solver, text: str) -> str:
    limits = f"(set-option :rlimit {EFFORT})\n(set-option :incremental false)\n(set-logic ALL)\n"
    try:
        return solver.tell(f"{RESET}{limits}{text}\n(check-sat)\n").strip()
    except InternalError:  # the other solver's dialect
        return "unknown"
    except Expired as error:
        if error.stop.kind != "memory":
            raise
        return "gone"


def _report(text: str) -> Path:
    """Write the text and the versions to a fresh folder."""
    folder = Path(tempfile.mkdtemp(prefix="ttt-asp-report-"))
    (folder / "text.smt2").write_text(f"(set-logic ALL)\n{text}\n(check-sat)\n", "utf-8")
    names = {"z3": "z3-solver", "cvc5": "cvc5", "ttt-asp": "ttt-asp"}
    lines = [f"python {platform.python_version()}", platform.platform()]
    lines += [f"{name} {version(package)}" for name, package in names.items()]
    (folder / "versions.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return folder
