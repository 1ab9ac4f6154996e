"""Advice for the search on a large board: suppose one possible failure at a time.

A question such as whether a lemma is broken is an alternative of many cases, one for each square or
pair. Left alone, clasp begins somewhere on the board, and each of its conflicts is about the whole
board. Here it is told to suppose the first case that is not ruled out yet. That case and what
follows from it by propagation lie on few squares, and mostly contradict each other at once: the
conflict rules the case out for good.

What a conflict is about decides how often it has to be found again. That o answers in one pair,
say, needs that no other pair is open; each of these is a conflict, and clasp would find them again
for each pair, were they about that pair. They are about no pair at all if it has been supposed
before that there is a choice of moves (else clasp concludes it from two squares that happen to be
free), and if the moves are supposed next, one by one. So two pairs never come together: of N pairs
there are some 3 N conflicts, not N * N. The last moves come first, as it is after them that
something is wrong.

Soundness. Only the order of decisions changes, never what an answer set is: atoms are added that
nothing depends on, each defined as one ground body, and clasp decides on these, and on some atoms
of the program, first. Under any advice an unsatisfiable question stays so, and each model is an
answer set of the program.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import clingo

from ttt_asp.solving.ground import Rules

# The number of bodies from which on an alternative is one of squares, lines or pairs.
MANY = 8
# In proofs of cubes these are decided faster so; the others (somebody is stuck, say) are not, as
# one conflict about the whole board rules out all their cases.
NAMES = ("goalless", "lemma")
# Of these, those about what the moves of a round do: there moves are supposed too.
MOVED = ("lemma",)


@dataclass
class _Alternative:
    """The cases of an atom.

    Attributes:
        cases: for each body of its rules an equivalent atom, as the program numbers it, then as
            the solver does; and the alternative to look at in that case, if any.
        first: the cases before it were ruled out when last looked at.
    """

    cases: list[tuple[int, "_Alternative | None"]]
    first: int = 0

    def open(self, assignment: clingo.Assignment) -> "tuple[int, _Alternative | None] | None":
        """Return the first case that is not ruled out; None if all are."""
        for start in (self.first, 0):  # a case ruled out may be open again
            for number in range(start, len(self.cases)):
                if not assignment.is_false(self.cases[number][0]):
                    self.first = number
                    return self.cases[number]
        return None


@dataclass
class SearchAdvice(clingo.Propagator):
    """Advice for the questions asked of a ground program.

    Attributes:
        rules: its rules. question: which failure is being asked for; None where it is a play.
    """

    rules: Rules = field(default_factory=Rules)
    question: clingo.Symbol | None = None
    _asked: dict[str, _Alternative] = field(default_factory=dict)
    _known: dict[int, _Alternative | None] = field(default_factory=dict)
    _choices: list[int] = field(default_factory=list)  # whether there is a choice of moves
    _moves: list[_Alternative] = field(default_factory=list)  # of each situation, the last first
    _ready: bool = False

    def attach(self, control: clingo.Control, questions: Iterable[clingo.Symbol]) -> None:
        """Advise the searches of a program that has been ground.

        Args:
            control: it has the program, which `rules` has observed.
            questions: those that may be asked.
        """
        with control.backend() as backend:
            for question in questions:
                atom = control.symbolic_atoms[clingo.Function("answer", [question])]
                if question.name in NAMES and atom is not None:
                    alternative = self._alternative(atom.literal, backend)
                    if alternative is not None:
                        self._asked[str(question)] = alternative
        atoms = control.symbolic_atoms
        self._choices = [atom.literal for atom in atoms.by_signature("choice", 2)]
        does = atoms.by_signature("does", 3)
        moves = sorted((atom.symbol.arguments[-1].number, atom.literal) for atom in does)
        self._moves = [
            _Alternative([(literal, None) for _, literal in same])
            for _, same in groupby(reversed(moves), key=lambda move: move[0])
        ]
        control.register_propagator(self)
        self.rules = Rules()  # it is large, and of no more use

    def _alternative(self, literal: int, backend: clingo.Backend) -> _Alternative | None:
        """Return the cases of a literal; None if neither it nor its premises have many."""
        known = self.rules.bodies.get(abs(literal), [])
        if abs(literal) in self.rules.choices or any(body.bound is not None for body in known):
            return None
        bodies = [body.literals for body in known]
        if literal < 0:  # only where it says the same as another literal
            return self._alternative(-bodies[0][0], backend) if _is_one(bodies) else None
        if literal not in self._known:
            self._known[literal] = None  # a circle ends here
            inner = [self._inner(body, backend) for body in bodies]
            if len(bodies) >= MANY or any(inner):
                cases: list[tuple[int, _Alternative | None]] = []
                for body, more in zip(bodies, inner, strict=True):
                    case = backend.add_atom()
                    backend.add_rule([case], body)
                    cases.append((case, more))
                self._known[literal] = _Alternative(cases)
        return self._known[literal]

    def _inner(self, body: Sequence[int], backend: clingo.Backend) -> _Alternative | None:
        alternatives = (self._alternative(literal, backend) for literal in body)
        return next((alternative for alternative in alternatives if alternative is not None), None)

    def init(self, init: clingo.PropagateInit) -> None:
        """See `clingo.Propagator`."""
        if not self._ready:
            self._ready = True
            self._choices = [init.solver_literal(choice) for choice in self._choices]
            for alternative in [*self._known.values(), *self._moves]:
                if alternative is not None:
                    alternative.cases = [
                        (init.solver_literal(case), more) for case, more in alternative.cases
                    ]

    def decide(self, thread_id: int, assignment: clingo.Assignment, fallback: int) -> int:
        """See `clingo.Propagator`."""
        if self.question is None:  # a play is looked for: the emptier the board, the sooner
            return -abs(fallback)
        alternative = self._asked.get(str(self.question))
        if alternative is None:
            return fallback
        moved = self.question.name in MOVED
        for choice in self._choices if moved else ():
            if assignment.is_free(choice):
                return choice
        while alternative is not None:
            opened = alternative.open(assignment)
            if opened is None:
                return fallback
            case, alternative = opened
            if assignment.is_free(case):
                return case
        for moves in self._moves if moved else ():
            move = moves.open(assignment)
            if move is not None and assignment.is_free(move[0]):
                return move[0]
        return fallback


def _is_one(bodies: Sequence[Sequence[int]]) -> bool:
    return len(bodies) == 1 and len(bodies[0]) == 1
