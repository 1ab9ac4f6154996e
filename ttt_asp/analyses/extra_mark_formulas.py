"""The conditions of strategy stealing as formulas, for all sizes that a condition allows.

The frame's program, with constants of the game that have no value, is read as formulas over
integers (see `engines/sizes/reading.py`). That a condition is broken at no size in question is then
a question to a solver, whose effort is limited by its own count of work, so that the answer does
not depend on the machine. The proof that the conditions suffice is in `extra_mark.py`.

What a game says by recursion, as that a chain joins two sides, is the least set that its rules
allow, of which formulas cannot speak. What the conditions need to know of it is how it compares
between the positions of the frame: that with a mark more the chains are still there (`rich` and
`later`, beside `any`), and that where roles and squares are exchanged (`mirror`), chains are
exchanged with them. Those are the lemmas of `engines/sizes/fixpoints.py`, each shown by induction.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ttt_asp.claims.every import Every
from ttt_asp.claims.problem import free_play
from ttt_asp.engines.clingo.messages import refuse_unsafe
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.fixpoints import Contradict, Fixpoints
from ttt_asp.engines.sizes.formulas import Formula, Holds, Name, Quantified
from ttt_asp.engines.sizes.images import Image, differing, reflections
from ttt_asp.engines.sizes.inquiries import atom
from ttt_asp.engines.sizes.logic import every as all_of
from ttt_asp.engines.sizes.logic import negated, some
from ttt_asp.engines.sizes.parameters import condition
from ttt_asp.engines.sizes.reading import Reading, read_recursive
from ttt_asp.engines.sizes.smtlib import asserted, theory_text
from ttt_asp.engines.sizes.solver import SOLVERS, Answer, Solver
from ttt_asp.engines.sizes.specialised import cut
from ttt_asp.errors import internal
from ttt_asp.games.game import Game
from ttt_asp.lp.syntax import signatures
from ttt_asp.programs.extra_mark import extra_mark_program

# How much work one question may be, in the solver's own unit; those about lines of 3 or 4 squares
# take less than a hundredth of it. Lemmas take less still, and one more or less is no matter.
_EFFORT, _LEMMA = 20_000_000, 2_000_000
_ASKED = signatures("answer/1 role/1 first/1")
# The positions of the frame that are alike, and the one that is another with roles exchanged.
_ALIKE, _EXCHANGED = (("any", "rich"), ("any", "later")), ("any", "mirror")


def read_conditions(every: Every, game: Game, limits: Limits) -> Reading:
    """The frame's program as formulas.

    Raises:
        InputError: its rules have no translation, or unsafe variables.
        Expired: time is up.
    """
    program = extra_mark_program(free_play(game), every=True)
    limits.tell("reading rules as formulas")
    refuse_unsafe(program)
    return limits.deadline.run(lambda: read_recursive(program, every.parameters, _ASKED))


@dataclass(frozen=True)
class Formulas:
    """What a solver is asked of them.

    Attributes:
        reading: of the frame's program. sizes: the condition on sizes.
        fixpoints: what is known of recursion.
        solver: that is asked.
        limits: of the search.
    """

    reading: Reading
    sizes: Formula
    fixpoints: Fixpoints
    solver: Solver
    limits: Limits

    def holds(self, name: str) -> bool:
        """Whether the solver knows that a condition is broken at no size."""
        self.limits.tell(f"asking the solver: {name}")
        return self._never(atom(self.reading.theory, f"answer({name})"))

    def same_roles(self, roles: Sequence[str]) -> bool:
        """Whether it knows that there are no other roles than these two, and the first begins."""
        needed = [f"first({roles[0]})", *(f"role({role})" for role in roles)]
        ways = [negated(all_of(atom(self.reading.theory, one) for one in needed))]
        for one in self.reading.theory.definitions:
            if one.atom.startswith(("role(", "first(")) and one.atom not in needed:
                holds = Holds(one.predicate, tuple(map(Name, one.names)))
                ways.append(Quantified("exists", one.names, holds) if one.names else holds)
        return self._never(some(ways))

    def guard(self) -> None:
        """Refuse what would hold of nothing: there is a position with a move, at some size.

        Raises:
            InternalError: the solver knows that there is none.
        """
        if self._never(atom(self.reading.theory, "answer(moved)")):
            raise internal("no position of any size has a move, so nothing was asked")

    def _never(self, question: Formula) -> bool:
        known = self.fixpoints.known(question)
        return _answer(self.solver, self.reading, self.sizes, [question, *known]) == "unsat"


@contextmanager
def asking(
    reading: Reading, every: Every, roles: tuple[str, str], limits: Limits
) -> Iterator[Formulas]:
    """The formulas with a solver, that is gone at the end.

    Args:
        reading: of the frame's program.
        every: which sizes.
        roles: two, in the order of their first moves.
        limits: of the search.

    Raises:
        InputError: no solver is there.
        Expired: time is up.
    """
    sizes = condition(every)
    with (
        Solver(SOLVERS[0], _EFFORT, limits.deadline) as solver,
        Solver(SOLVERS[0], _LEMMA, limits.deadline) as helper,
    ):

        def contradict(formulas: Sequence[Formula]) -> bool:
            limits.tell("asking the solver: what recursion says")
            return _answer(helper, reading, sizes, formulas) == "unsat"

        images = [*_images(reading, roles, contradict)] if reading.recursions else []
        fixpoints = Fixpoints(reading, images, contradict)
        yield Formulas(reading, sizes, fixpoints, solver, limits)


def _images(reading: Reading, roles: tuple[str, str], contradict: Contradict) -> Iterator[Image]:
    """What lemmas are tried about, both ways."""
    first, second = roles
    for here, there in _ALIKE:
        yield from (Image(here, there), Image(there, here))
    here, there = _EXCHANGED
    for squares in reflections(reading):
        if contradict([some(differing(one, reading) for one in squares)]):
            exchanged = ((first, second), (second, first)), squares
            yield from (Image(here, there, *exchanged), Image(there, here, *exchanged))


def _answer(
    solver: Solver, reading: Reading, sizes: Formula, formulas: Sequence[Formula]
) -> Answer:
    theory = cut(reading.theory, [sizes, *formulas])
    said = theory_text(theory, sizes).partition("\n")[2]
    return solver.ask("\n".join([said, *(line for one in formulas for line in asserted(one))]))
