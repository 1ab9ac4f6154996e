"""Ways to show that something is impossible, the quickest first; whatever one of them shows, is so.

A solver that matches patterns finds short proofs at once, or gives up at once; what is left is
split into cases, and of these what it still does not see is shown by instances (see `attempt`),
to which remainders are truth values (see `residues`).
Solvers' other way with quantifiers, to make models of them, is left to a long look by a solver of
its own: it may go on for ever, and no limit of work ends it, but a count of what memory it takes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ttt_asp.deadline import Expired
from ttt_asp.engines.sizes.attempt import attempt
from ttt_asp.engines.sizes.formulas import Formula, Theory, Truth
from ttt_asp.engines.sizes.logic import every, negated
from ttt_asp.engines.sizes.serving import FORGET, RESET
from ttt_asp.engines.sizes.sharing import Sharing
from ttt_asp.engines.sizes.smtlib import places
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.specialised import cases, put
from ttt_asp.engines.sizes.steps import LOOK, MODEL, Step, Way, told
from ttt_asp.engines.sizes.writing import Writing

# How often a solver may take memory for a long look: what is shown at all takes half as many.
TAKEN = 60_000_000
# How many models instances are looked for in, before a long look, and after it.
FEW, MANY = 36, 60
# A truth value of a predicate, as it is declared.
_DECLARED = re.compile(r"\(declare-const \|([^|@]*)")


class Ways(Protocol):
    """What shows that something is impossible: a solver, or what one has said before."""

    def told(self, way: Way, text: str) -> bool:
        """Whether nothing fits a text of declarations and assertions."""
        ...

    def instances(
        self,
        theory: Theory,
        condition: Formula,
        question: Formula,
        models: int,
        doubted: Callable[[], bool],
    ) -> Step | None:
        """A text of instances that nothing fits; None if none is found with so many models."""
        ...


@dataclass
class Asked:
    """A solver that is asked.

    Attributes:
        solver: told nothing before that matters.
        alone: whether each text is to be shown by itself, as in a certificate; to ask one after
            the other takes less.
    """

    solver: Solver
    alone: bool = True

    def told(self, way: Way, text: str) -> bool:
        """Whether it sees at once, or after a longer look, that nothing fits a text."""
        if way != "look":
            begin = RESET if self.alone else FORGET
            return self.solver.tell(told(way, text, begin)).split() == ["unsat"]
        with Solver(self.solver.name, LOOK, self.solver.deadline, TAKEN) as alone:
            try:
                return alone.tell(told(way, text)).split() == ["unsat"]
            except Expired as error:
                if error.stop.kind != "memory":
                    raise
                return False

    def instances(
        self,
        theory: Theory,
        condition: Formula,
        question: Formula,
        models: int,
        doubted: Callable[[], bool],
    ) -> Step | None:
        """A text of instances that it says nothing fits."""
        self.solver.tell(f"{RESET}(set-option :rlimit {MODEL})\n")
        found = attempt(self.solver, theory, condition, question, models, doubted)
        if found.answer != "unsat":
            return None
        return Step("instances", commented(found.lines, theory), found.chosen)


def commented(lines: Iterable[str], theory: Theory) -> str:
    """The lines of an attempt; where a predicate is first met, the rules that say what it is."""
    rules = {one.predicate: one.where for one in theory.definitions}
    said: list[str] = []
    for line in lines:
        if found := _DECLARED.match(line):
            said += places(rules.pop(found[1], ()))
        said.append(line)
    return "\n".join(said)


@dataclass
class Settling:
    """What is impossible, as it is found.

    Attributes:
        ways: to show it. theory: what is known. condition: of the parameters.
        plain: whether texts without quantifiers are looked for first. That takes longer; but what
            they say any solver knows, and always.
        doubted: whether there is a reason to give up, asked before what takes long.
    """

    ways: Ways
    theory: Theory
    condition: Formula
    plain: bool = False
    doubted: Callable[[], bool] = lambda: False
    _impossible: list[Formula] = field(default_factory=list)
    _sharing: Sharing = field(init=False)
    _writing: Writing = field(init=False)

    def __post_init__(self) -> None:
        self._sharing = Sharing(self.theory)
        self._writing = Writing(self.theory, self.condition)

    def impossible(self, question: Formula) -> tuple[Step, ...] | None:
        """The texts that show something to be impossible; what was shown before helps.

        Returns:
            None if nobody knows; no texts, if no rule derives it.

        Raises:
            Expired: time is up.
        """
        known = {one.predicate: one.formula for one in self.theory.definitions
                 if isinstance(one.formula, Truth)}  # fmt: skip
        question = put(question, known)
        steps = () if question == Truth(False) else self._first(question) or self._split(question)
        if steps is None and self.plain:
            steps = self._glance(question)
        if steps is not None:
            self._impossible.append(question)
        return steps

    def vacuous(self, given: Formula) -> bool:
        """Whether at a glance not even what is given is possible, so that nothing else is."""
        return self._glance(given) is not None

    def opened(self, question: Formula) -> Iterator[Formula]:
        """The cases of what was not shown to be impossible, with what was shown last."""
        last = [negated(one) for one in self._impossible[-1:]]
        return (every([one, *last]) for one in cases(self.theory, question))

    def text(self, question: Formula) -> str:
        """All that is known, and something asked, as declarations and assertions."""
        return self._writing.text(question)[0]

    def _first(self, question: Formula) -> tuple[Step, ...] | None:
        if self.plain:
            return self._instances(question, 1, self._impossible)
        return self._glance(question)

    def _split(self, question: Formula) -> tuple[Step, ...] | None:
        steps: list[Step] = []
        for one in cases(self.theory, question):
            found = self._case(one)
            if found is None:
                return None
            steps += found
        return tuple(steps)

    def _case(self, question: Formula) -> tuple[Step, ...] | None:
        # questions are asked in an order in which the one before says most about the next: that a
        # role has lost says which goal values there are. All of those before say more, slowly.
        found = self._instances(question, 1, self._impossible)
        found = found or self._instances(question, FEW, self._impossible[-1:])
        if found is None and not self.doubted():
            found = self._glance(question)
            found = found or self._look(question) or self._instances(question, MANY, ())
        return found

    def _glance(self, question: Formula) -> tuple[Step, ...] | None:
        text, alone = self._writing.text(question)
        return self._told("arithmetic" if alone else "glance", text)

    def _look(self, question: Formula) -> tuple[Step, ...] | None:
        return self._told("look", self.text(question))

    def _told(self, way: Way, text: str) -> tuple[Step, ...] | None:
        return (Step(way, text),) if self.ways.told(way, text) else None

    def _instances(
        self, question: Formula, models: int, impossible: Sequence[Formula]
    ) -> tuple[Step, ...] | None:
        theory = self._sharing.theory
        asked = self._sharing.formula(every([question, *map(negated, impossible)]))
        found = self.ways.instances(theory, self.condition, asked, models, self.doubted)
        return None if found is None else (found,)
