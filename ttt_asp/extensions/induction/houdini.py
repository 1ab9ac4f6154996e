"""Houdini: of many candidates those that one round keeps, if all of them hold when it begins.

There is one grounding; assumptions choose the candidates that are assumed and those to be kept. A
candidate that a round breaks, from a position with all the remaining ones, is dropped, until no
round breaks any.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.extensions.induction.base_and_step import STEP
from ttt_asp.extensions.induction.candidates import Clause
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.limits import Limits
from ttt_asp.solving.run import Model, Run
from ttt_asp.strategies.library import Lemmas

# How often it is tried to do with fewer than a first guess.
TRIES = 64
SEARCH = ("--configuration=trendy", "--heuristic=Domain")


@dataclass
class Houdini:
    """Candidates for lemmas of a problem.

    Attributes:
        problem: the question. lemmas: those that are used in any case. limits: as for a proof.
        clauses: the candidates.
        run: the program with all of them; it is to be ground before any question.
        atoms: by which they are assumed, and checked.
        asked: how many of them were asked about so far, each as often as it was.
    """

    problem: Problem
    lemmas: Lemmas
    limits: Limits
    clauses: Sequence[Clause]
    run: Run = field(init=False)
    atoms: dict[str, list[clingo.Symbol]] = field(init=False)
    asked: int = 0

    def __post_init__(self) -> None:
        # made once: every question is asked under a sign for each of them
        numbers = range(len(self.clauses))
        self.atoms = {n: [_atom(n, number) for number in numbers] for n in ("assumed", "checked")}
        program = round_program(self.problem, self.limits.rounds, self.lemmas, self.clauses)
        search = self.limits.search(SEARCH)
        self.run = Run(program, self.limits.deadline, self.limits.clingo, search)

    def kept(self, among: Collection[int]) -> list[int]:
        """Return the numbers of the candidates that rounds keep, all of them together.

        Raises:
            Expired: time is up, or the solver gave up.
        """
        left = list(among)
        while model := self._ask("falsified", left, left, [("falsified", 1)]):
            falsified = {number.number for (number,) in model.atoms["falsified"]}
            left = [number for number in left if number not in falsified]
        return left

    def implications(self, among: Sequence[int]) -> list[int]:
        """Return the candidates that are implications: people understand these best."""
        return [n for n in among if {sign for sign, _ in self.clauses[n]} == {False, True}]

    def needed(self, kept: Sequence[int]) -> list[int] | None:
        """Return few kept candidates that prove the claim and one another; None if all do not.

        Args:
            kept: candidates that rounds keep, all together.

        Raises:
            Expired: time is up, or the solver gave up.
        """
        if self._ask("failure", kept) is not None:
            return None
        core = self._core()
        while True:  # to keep a needed one, others may be needed
            self._ask("falsified", kept, core)
            more = self._core() | core
            if more == core:
                break
            core = more
        return self._fewer(sorted(core))

    def _fewer(self, numbers: list[int]) -> list[int]:
        size, tries = max(1, len(numbers) // 4), 0
        while size and numbers:
            for start in range(0, len(numbers), size):
                tries += 1
                if tries > TRIES:
                    return numbers
                self.asked = 0  # a proof is known: this only makes it shorter
                fewer = numbers[:start] + numbers[start + size :]
                if len(fewer) < len(numbers) and self._suffice(fewer):
                    numbers = fewer
            size //= 2
        return numbers

    def _suffice(self, chosen: Sequence[int]) -> bool:
        fails = self._ask("failure", chosen) is not None
        return not fails and self._ask("falsified", chosen, chosen) is None

    def _ask(
        self,
        question: str,
        assumed: Collection[int],
        checked: Collection[int] = (),
        shown: Sequence[tuple[str, int]] = (),
    ) -> Model | None:
        most = self.limits.candidates
        if most is not None and self.asked >= most:
            raise Expired(Stop("", f"the limit of {most:,} candidates for lemmas was reached"))
        self.asked += len(assumed)
        where = list(STEP)
        for name, chosen in (("assumed", set(assumed)), ("checked", set(checked))):
            where += ((atom, number in chosen) for number, atom in enumerate(self.atoms[name]))
        return self.run.ask(question, shown, where)

    def _core(self) -> set[int]:
        """Return the assumed candidates that are in the core of the last question."""
        core = set(self.run.core)
        atoms = self.run.control.symbolic_atoms
        numbers = set()
        for number, symbol in enumerate(self.atoms["assumed"]):
            atom = atoms[symbol]
            if atom is not None and atom.literal in core:
                numbers.add(number)
        return numbers


def _atom(name: str, number: int) -> clingo.Symbol:
    return clingo.Function(name, [clingo.Number(number)])
