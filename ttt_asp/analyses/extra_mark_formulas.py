"""The conditions of strategy stealing as formulas, for all sizes that a condition allows.

The frame's program, with constants of the game that have no value, is read as formulas over
integers (see `engines/sizes/reading.py`). That a condition is broken at no size in question is then
a question to a solver, whose effort is limited by its own count of work, so that the answer does
not depend on the machine. The proof that the conditions suffice is in `extra_mark.py`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ttt_asp.claims.every import Every
from ttt_asp.claims.integers import Name
from ttt_asp.claims.problem import free_play
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.formulas import Formula, Holds, Quantified, Theory, condition
from ttt_asp.engines.sizes.logic import every as all_of
from ttt_asp.engines.sizes.logic import negated, some
from ttt_asp.engines.sizes.obligations import atom
from ttt_asp.engines.sizes.reading import read_theory
from ttt_asp.engines.sizes.scripts import cut, theory_text
from ttt_asp.engines.sizes.smtlib import asserted
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.errors import InputError, internal
from ttt_asp.games.game import Game
from ttt_asp.lp.syntax import signatures
from ttt_asp.programs.extra_mark import extra_mark_program
from ttt_asp.solving.ground import Refused, ground

# How much work one question may be, in the solver's own unit; those about lines of 3 or 4 squares
# take less than a hundredth of it.
_EFFORT = 20_000_000
_ASKED = signatures("answer/1 role/1 first/1")


def read_conditions(every: Every, game: Game, limits: Limits) -> Theory:
    """The frame's program as formulas.

    Raises:
        InputError: its rules have no translation, as recursion has none, or unsafe variables.
        Expired: time is up.
    """
    program = extra_mark_program(free_play(game), every=True)
    limits.tell("reading rules as formulas")
    try:  # all of a text is looked at before any part is ground, and this one never is
        ground(f"#program whole. {program.text}", limits.deadline)
    except Refused as refused:
        raise InputError(program.diagnostics(refused.messages)) from None
    return limits.deadline.run(lambda: read_theory(program, every.parameters, _ASKED))


@dataclass(frozen=True)
class Formulas:
    """What a solver is asked of them.

    Attributes:
        theory: of the frame's program. sizes: the condition on sizes.
        solver: that is asked.
        limits: of the search.
    """

    theory: Theory
    sizes: Formula
    solver: Solver
    limits: Limits

    def holds(self, name: str) -> bool:
        """Whether the solver knows that a condition is broken at no size."""
        self.limits.tell(f"asking the solver: {name}")
        return self._never(atom(self.theory, f"answer({name})"))

    def same_roles(self, roles: Sequence[str]) -> bool:
        """Whether it knows that there are no other roles than these two, and the first begins."""
        needed = [f"first({roles[0]})", *(f"role({role})" for role in roles)]
        ways = [negated(all_of(atom(self.theory, one) for one in needed))]
        for one in self.theory.definitions:
            if one.atom.startswith(("role(", "first(")) and one.atom not in needed:
                holds = Holds(one.predicate, tuple(map(Name, one.names)))
                ways.append(Quantified("exists", one.names, holds) if one.names else holds)
        return self._never(some(ways))

    def guard(self) -> None:
        """Refuse what would hold of nothing: there is a position with a move, at some size.

        Raises:
            InternalError: the solver knows that there is none.
        """
        if self._never(atom(self.theory, "answer(moved)")):
            raise internal("no position of any size has a move, so nothing was asked")

    def _never(self, question: Formula) -> bool:
        theory = cut(self.theory, [self.sizes, question])
        said = theory_text(theory, self.sizes).partition("\n")[2]
        return self.solver.ask("\n".join([said, *asserted(question)])) == "unsat"


@contextmanager
def asking(theory: Theory, every: Every, limits: Limits) -> Iterator[Formulas]:
    """The formulas with a solver, that is gone at the end.

    Args:
        theory: of the frame's program.
        every: which sizes.
        limits: of the search.

    Raises:
        InputError: no solver is there.
        Expired: time is up.
    """
    with Solver(_EFFORT, limits.deadline) as solver:
        yield Formulas(theory, condition(every), solver, limits)
