"""Sound procedures that show what is impossible, the quickest first; and z3, which they ask.

z3 matches patterns: so it finds short proofs at once, or gives up at once. What is left is split
into cases; those that it still does not decide get a longer look, by a process of its own. z3 could
also make models of quantifiers, but that may go on for ever: it is switched off.
"""

import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, files
from itertools import product
from math import ceil
from typing import Literal, TypeAlias

from ttt_asp.deadline import Deadline, Expired, Stop, refuse_threadless
from ttt_asp.errors import internal, wrong
from ttt_asp.extensions.sizes.cases import CaseSearch
from ttt_asp.extensions.sizes.formulas import FALSE, Formula, Holds, Junction, Theory, junction
from ttt_asp.extensions.sizes.scripts import Scripts

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
        refuse_threadless("z3, which answers for every size,")
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

        The text is forgotten afterwards.

        Raises:
            Expired: time is up, or the solver's process is gone.
        """
        reply = self.tell(f"(push 1)\n{text}\n(check-sat)\n(pop 1)\n").split()
        if reply == ["sat"]:
            return "sat"
        return "unsat" if reply == ["unsat"] else "unknown"

    def is_unsat(self, way: "Procedure", text: str) -> bool:
        """Whether a procedure sees that a script is unsatisfiable, by itself.

        A long look is another process's, which ends where it takes too much memory.

        Raises:
            Expired: time is up, or the solver's process is gone.
        """
        if way != "look":
            return self.tell(solver_input(way, text)).split() == ["unsat"]
        with Solver(LOOK, self.deadline, TAKEN) as alone:
            try:
                return alone.tell(solver_input(way, text)).split() == ["unsat"]
            except Expired as error:
                if error.stop.kind != "memory":
                    raise
                return False

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


# In the first rounds of a play; in a round from any position with all lemmas; why plays end.
Half = Literal["base", "step", "end"]
# The solver is asked at a glance, by arithmetic alone, or by a long look.
Procedure = Literal["glance", "arithmetic", "look"]

# The work of a glance and of a long look, at most, in the solver's own unit.
GLANCE, LOOK = 400_000, 20_000_000
EFFORTS: dict[Procedure, int] = {"glance": GLANCE, "arithmetic": GLANCE, "look": LOOK}

# By patterns only: to make models of quantifiers may go on for ever. A solver that was told of a
# push works otherwise than one that was not.
_BY_PATTERNS = "(set-option :smt.mbqi false)\n(set-logic ALL)\n"
HEADS: dict[Procedure, str] = {
    "glance": f"{_BY_PATTERNS}(push 1)\n",
    "arithmetic": "(set-logic ALL)\n",
    "look": _BY_PATTERNS,
}
_CHECK = "(check-sat)"
# Formulas about integers alone are decided by eliminating their quantifiers.
CHECKS: dict[Procedure, str] = {
    "glance": _CHECK,
    "arithmetic": "(check-sat-using qsat)",
    "look": _CHECK,
}


@dataclass(frozen=True, slots=True)
class UnsatScript:
    """An unsatisfiable script of SMT-LIB 2.

    Attributes:
        way: how that was seen.
        text: its declarations and assertions.
    """

    way: Procedure
    text: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """A failure, and scripts, one of which would be satisfiable if it were possible.

    Attributes:
        half, about: as of the obligation. steps: the scripts; none, where no rule derives it.
    """

    half: Half
    about: str
    steps: tuple[UnsatScript, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof for every size.

    Attributes:
        shown: all possible failures, refuted. ending: why plays end, in words; empty where that
            does not matter.
    """

    shown: tuple[Refuted, ...]
    ending: str


def without_comments(proof: Proof) -> Proof:
    """Return a proof without comments, which name the files that the rules come from."""
    shown = (
        replace(
            refutation,
            steps=tuple(UnsatScript(step.way, uncommented(step.text)) for step in refutation.steps),
        )
        for refutation in proof.shown
    )
    return replace(proof, shown=tuple(shown))


def uncommented(text: str) -> str:
    """Return a text without its comment lines; no name goes over several lines."""
    return "\n".join(line for line in text.split("\n") if not line.startswith(";"))


def solver_input(way: Procedure, text: str) -> str:
    """Return an input with which a solver knows nothing else, and does a bounded amount of work."""
    return f"{RESET}(set-option :rlimit {EFFORTS[way]})\n{HEADS[way]}{text}\n{CHECKS[way]}\n"


# How often a solver may allocate memory in a long search; every search that succeeds allocates at
# most half as often.
TAKEN = 60_000_000


# Decides whether a script is unsatisfiable: a solver, or the record of what one answered.
UnsatCheck: TypeAlias = Callable[[Procedure, str], bool]


@dataclass
class Decider:
    """Decides what is impossible.

    Attributes:
        is_unsat: whether a script is unsatisfiable. theory: what is known. condition: of the
            parameters. doubt: a reason to give up, if any, asked for before long looks.
    """

    is_unsat: UnsatCheck
    theory: Theory
    condition: Formula
    doubt: Callable[[], object] = lambda: None
    _scripts: Scripts = field(init=False)
    _search: CaseSearch = field(init=False)

    def __post_init__(self) -> None:
        self._scripts = Scripts(self.theory, self.condition)
        self._search = CaseSearch(
            self.theory, self.condition, lambda text: self.is_unsat("glance", text)
        )

    def impossible(self, question: Formula) -> tuple[UnsatScript, ...] | None:
        """Return scripts that show something to be impossible.

        Returns:
            None if that is not known; no scripts, if no rule derives it.

        Raises:
            Expired: time is up.
        """
        if question == FALSE:
            return ()
        if (seen := self._seen(question)) is not None:
            return (seen,)
        if not self.doubt() and (scripts := self._search.scripts(question)) is not None:
            return tuple(UnsatScript("glance", text) for text in scripts)
        return self._split(question)

    def _split(self, question: Formula) -> tuple[UnsatScript, ...] | None:
        steps: list[UnsatScript] = []
        for case in cases(self.theory, question):
            unsat_script = self._seen(case)
            if unsat_script is None and not self.doubt():
                unsat_script = self._seen(case, look=True)
            if unsat_script is None:
                return None
            steps.append(unsat_script)
        return tuple(steps)

    def vacuous(self, given: Formula) -> bool:
        """Whether a glance shows that even the assumptions are impossible, and so everything is."""
        return self._seen(given) is not None

    def _seen(self, question: Formula, look: bool = False) -> UnsatScript | None:
        """Return a script that is seen to be unsatisfiable, at a glance or by a long look."""
        text, alone = self._scripts.text(question)
        way: Procedure = "look" if look else "arithmetic" if alone else "glance"
        return UnsatScript(way, text) if self.is_unsat(way, text) else None


def cases(theory: Theory, formula: Formula, most: int = 6) -> list[Formula]:
    """Split a formula into easier ones, to be asked apart: one of them holds where it does."""
    defined = theory.defined()

    def split(whole: Formula) -> list[Formula]:
        match whole:
            case Holds(predicate, ()) if predicate in defined:
                inner = split(defined[predicate].formula)
                return inner if len(inner) > 1 else [whole]
            case Junction("or", formulas):
                return [case for part in formulas for case in split(part)]
            case Junction("and", formulas):
                # formulas with few cases first: each of these says most
                ways: list[list[Formula]] = [[]]
                for part, split_part in sorted(zip(formulas, map(split, formulas), strict=True),
                                          key=lambda pair: len(pair[1])):  # fmt: skip
                    if len(ways) * len(split_part) > most:
                        split_part = [part]
                    ways = [[*way, case] for way, case in product(ways, split_part)]
                return [junction("and", way) for way in ways]
        return [whole]

    return [case for case in split(formula) if case != FALSE]
