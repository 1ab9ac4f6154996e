"""Ways to show that something is impossible, the quickest first; whatever one of them shows, is so.

A solver that matches patterns finds short proofs at once, or gives up at once; what is left is
split into cases, and of these what it still does not see is shown by instances (see `attempt`).
Solvers' other way with quantifiers, to make models of them, is left to a long look by a solver of
its own: it may go on for ever, and no limit of work ends it, but a count of what memory it takes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ttt_asp.deadline import Expired
from ttt_asp.engines.sizes.attempt import attempt
from ttt_asp.engines.sizes.formulas import Formula, Theory, Truth
from ttt_asp.engines.sizes.logic import every, negated
from ttt_asp.engines.sizes.smtlib import asserted, theory_text
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.specialised import cases, cut, put

# How much work a glance may be, a long look, and a model, in the solver's own unit.
GLANCE, LOOK, MODEL = 1_500_000, 5_000_000, 40_000_000
# How often a solver may take memory for a long look: what is shown at all takes half as many.
TAKEN = 60_000_000
# How many models instances are looked for in, at first, before a long look, and after it.
FIRST, FEW, MANY = 3, 24, 60


@dataclass
class Settling:
    """What is impossible, as it is found.

    Attributes:
        solver: to be asked. theory: what is known. condition: of the parameters.
        doubted: whether there is a reason to give up, asked before what takes long.
        texts: of SMT-LIB 2, each with the answer `unsat`: a proof is all of them.
    """

    solver: Solver
    theory: Theory
    condition: Formula
    doubted: Callable[[], bool] = lambda: False
    texts: list[str] = field(default_factory=list)
    _impossible: list[Formula] = field(default_factory=list)

    def impossible(self, question: Formula) -> bool:
        """Whether something is shown to be impossible; what was shown before helps.

        Raises:
            Expired: time is up.
        """
        known = {one.predicate: one.formula for one in self.theory.definitions
                 if isinstance(one.formula, Truth)}  # fmt: skip
        question = put(question, known)
        shown = question == Truth(False) or self._glance(question)
        shown = shown or all(self._case(one) for one in cases(self.theory, question))
        if shown:
            self._impossible.append(question)
        return shown

    def vacuous(self, given: Formula) -> bool:
        """Whether at a glance not even what is given is possible, so that nothing else is."""
        return self._glance(given)

    def _case(self, question: Formula) -> bool:
        return (
            self._instances(question, 1, self._impossible)
            or self._glance(question)
            or self._instances(question, FIRST, ())
            or (not self.doubted() and self._hard(question))
        )

    def _hard(self, question: Formula) -> bool:
        return (
            self._instances(question, FEW, ())
            or self._look(question)
            or self._instances(question, MANY, ())
        )

    def _text(self, question: Formula) -> str:
        theory = cut(self.theory, [self.condition, question])
        lines = [theory_text(theory, self.condition), *asserted(question), "(check-sat)", ""]
        return "\n".join(lines)

    def _glance(self, question: Formula) -> bool:
        # a solver that was told of a push works otherwise than one that was not
        return self._told(self.solver, self._text(question), f"{_quick(GLANCE)}(push 1)\n")

    def _look(self, question: Formula) -> bool:
        with Solver(self.solver.name, LOOK, self.solver.deadline, TAKEN) as alone:
            try:
                return self._told(alone, self._text(question), _quick(LOOK))
            except Expired as error:
                if error.stop.kind != "memory":
                    raise
                return False

    def _instances(self, question: Formula, models: int, impossible: Sequence[Formula]) -> bool:
        self.solver.tell(f"(reset)\n(set-option :rlimit {MODEL})\n")
        asked = every([question, *map(negated, impossible)])
        found = attempt(self.solver, self.theory, self.condition, asked, models)
        if found.answer == "unsat":
            self.texts.append("\n".join(["(set-logic ALL)", *found.lines, "(check-sat)", ""]))
        return found.answer == "unsat"

    def _told(self, solver: Solver, text: str, before: str) -> bool:
        found = solver.tell(f"{before}{text.replace('(set-logic ALL)', '', 1)}").split()
        if found == ["unsat"]:
            self.texts.append(text)
        return found == ["unsat"]


def _quick(effort: int) -> str:
    """Options with which a solver forgets all, and looks at quantifiers by patterns only."""
    return f"(reset)\n(set-option :smt.mbqi false)\n(set-option :rlimit {effort})\n"
