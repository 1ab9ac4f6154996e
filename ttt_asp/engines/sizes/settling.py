"""Ways to show that something is impossible, the quickest first; whatever one of them shows, is so.

z3 matches patterns: so it finds short proofs at once, or gives up at once. What is left is split
into cases, and of these what it still does not see gets a longer look, by a process of its own. Its
other way with quantifiers, to make models of them, may go on for ever: it is switched off.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from ttt_asp.deadline import Expired
from ttt_asp.engines.sizes.formulas import Formula, Theory, Truth
from ttt_asp.engines.sizes.logic import every, negated
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.specialised import cases, put
from ttt_asp.engines.sizes.steps import LOOK, Step, Way, told, uncommented
from ttt_asp.engines.sizes.writing import Writing

# How often a solver may take memory for a long look: what is shown at all takes half as many.
TAKEN = 60_000_000


class Ways(Protocol):
    """What shows that something is impossible: a solver, or what one has said before."""

    def told(self, way: Way, text: str) -> bool:
        """Whether nothing fits a text of declarations and assertions."""
        ...


@dataclass
class Asked:
    """A solver that is asked about each text by itself."""

    solver: Solver

    def told(self, way: Way, text: str) -> bool:
        """Whether it sees at once, or after a longer look, that nothing fits a text."""
        if way != "look":
            return self.solver.tell(told(way, text)).split() == ["unsat"]
        with Solver(LOOK, self.solver.deadline, TAKEN) as alone:
            try:
                return alone.tell(told(way, text)).split() == ["unsat"]
            except Expired as error:
                if error.stop.kind != "memory":
                    raise
                return False


@dataclass(frozen=True)
class Recorded:
    """Texts that nothing fits, whoever said so: no other text is shown, character for character.

    Attributes:
        steps: the texts, without comments.
    """

    steps: frozenset[Step]

    def told(self, way: Way, text: str) -> bool:
        """Whether a text is one of these."""
        return Step(way, uncommented(text)) in self.steps


@dataclass
class Settling:
    """What is impossible, as it is found.

    Attributes:
        ways: to show it. theory: what is known. condition: of the parameters.
        doubted: whether there is a reason to give up, asked before what takes long.
    """

    ways: Ways
    theory: Theory
    condition: Formula
    doubted: Callable[[], bool] = lambda: False
    _impossible: list[Formula] = field(default_factory=list)
    _writing: Writing = field(init=False)

    def __post_init__(self) -> None:
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
        if question == Truth(False):
            return ()
        steps = self._whole(question) or self._split(question)
        if steps is not None:
            self._impossible.append(question)
        return steps

    def _whole(self, question: Formula) -> tuple[Step, ...] | None:
        step = self._glance(question)
        return None if step is None else (step,)

    def _split(self, question: Formula) -> tuple[Step, ...] | None:
        steps: list[Step] = []
        for one in cases(self.theory, question):
            found = self._glance(one)
            if found is None and not self.doubted():
                # the question before says most about the next: that a role has lost says which
                # goal values there are
                known = map(negated, self._impossible[-1:])
                found = self._look(one) or self._look(every([one, *known]))
            if found is None:
                return None
            steps.append(found)
        return tuple(steps)

    def vacuous(self, given: Formula) -> bool:
        """Whether at a glance not even what is given is possible, so that nothing else is."""
        return self._glance(given) is not None

    def text(self, question: Formula) -> str:
        """All that is known, and something asked, as declarations and assertions."""
        return self._writing.text(question)[0]

    def _glance(self, question: Formula) -> Step | None:
        text, alone = self._writing.text(question)
        return self._told("arithmetic" if alone else "glance", text)

    def _look(self, question: Formula) -> Step | None:
        return self._told("look", self.text(question))

    def _told(self, way: Way, text: str) -> Step | None:
        return Step(way, text) if self.ways.told(way, text) else None
