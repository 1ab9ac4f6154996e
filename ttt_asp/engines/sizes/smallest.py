"""The smallest size at which what a solver did not show to be impossible is possible.

A solver that is stopped has a model, of some size. It fits instances of the rules, perhaps not the
rules, so it is no answer: clingo has a look at that size, at all positions there are, and finds the
round that goes wrong, or that there is none. Sizes are looked for from below, by how large the sum
of their numbers may be. What the solver shows to be impossible of all smaller ones is left out, and
a size at which clingo found nothing is not asked for again; so both ends close in on the smallest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from ttt_asp.claims.every import Size
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.sizes import at_size
from ttt_asp.deadline import STOPS, Expired
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.attempt import attempt
from ttt_asp.engines.sizes.formulas import (
    Arithmetic,
    Compare,
    Formula,
    Name,
    Number,
    Term,
    Theory,
)
from ttt_asp.engines.sizes.inquiries import Half
from ttt_asp.engines.sizes.logic import every, negated
from ttt_asp.engines.sizes.serving import RESET
from ttt_asp.engines.sizes.small import Failure, round_at
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.steps import LOOK
from ttt_asp.errors import InputError
from ttt_asp.strategies.lemmas import Lemmas

# The first sums of numbers that sizes may have; then any.
_SUMS = (32, 128, 512)
# So many of the smallest sizes are looked at before a solver is asked, which takes longer; fewer
# where their games have more fluents, all together, than that.
_LOOKS, _LOOKED = 64, 4000
# How often a solver is asked, how many models it may make for an answer, and how often there may be
# nothing at a size that it names.
_TRIES, _MODELS, _MISSES = 32, 36, 6
# Games of more fluents are not looked at, nor those of which one of half the size has so many.
_FLUENTS = 1500
# clingo gives up after so many conflicts: nothing is known of that size then.
_CONFLICTS = 200_000
# Larger numbers are no sizes of games that clingo may ground.
_LARGEST = 2**20


@dataclass(frozen=True, slots=True)
class Opened:
    """What was not shown to be impossible.

    Attributes:
        half, about: as of the inquiry. theory: of that half. condition: of the parameters.
        cases: of which one is possible if it is.
    """

    half: Half
    about: str
    theory: Theory
    condition: Formula
    cases: Sequence[Formula]


@dataclass
class Search:
    """A search for the smallest size.

    Attributes:
        problem: a claim about every size. lemmas: all of them. limits: of the search.
        opened: what is to be possible. solver: it is told nothing before that matters.
        failure: the round that goes wrong at the smallest size found so far.
        large: a size of a model that is too large to be looked at, the smallest such.
    """

    problem: Problem
    lemmas: Lemmas
    limits: Limits
    opened: Opened
    solver: Solver
    failure: Failure | None = None
    large: Size | None = None
    _without: list[Size] = field(default_factory=list)

    def run(self) -> None:
        """Look for it, as long as that may be; what is known by then are `failure` and `large`.

        Raises:
            Expired: time is up, and no size was found.
        """
        try:
            self._run()
        except STOPS:  # what was found stands, whether it is the smallest or not
            if self.failure is None:
                raise

    def _run(self) -> None:
        assert self.problem.every is not None
        low = self._looked_at(self.problem.every.smallest(_LOOKS))
        if not self._closed_in(low):
            self._looked_at(self._below())

    def _looked_at(self, sizes: Iterable[Size]) -> int:
        """Look at some sizes, until one goes wrong; returns the sum of the last one."""
        low = looked = 0
        for size in sizes:
            top, low = self._top(), _sum(size)
            if looked >= _LOOKED or (top is not None and low >= top):
                break
            seen = self._look(size)
            looked += _LOOKED if seen is None else seen
        return low

    def _closed_in(self, low: int) -> bool:
        """Ask a solver for sizes; returns whether no smaller one is possible.

        Args:
            low: the sum of a size, none smaller than which is possible.
        """
        sums, misses, sure = iter([most for most in _SUMS if most >= low]), 0, True
        for _ in range(_TRIES):
            top = self._top()
            if misses == _MISSES or (top is not None and low >= top):
                break
            most = next(sums, None) if top is None else (low + top - 1) // 2
            answer, size = self._size(most)
            if size is not None:
                if self._look(size) is None and (top is None or _sum(size) < top):
                    self.large = size
                misses += self._top() == top
            elif most is None:
                break
            else:
                low, sure = most + 1, sure and answer == "unsat"
        return sure and self._top() == low

    def _below(self) -> Iterator[Size]:
        """Sizes that are like the one found, but for one number, which is smaller."""
        every = self.problem.every
        assert every is not None
        for place in range(len(every.parameters)):
            if (found := self.size) is None:
                return
            for number in range(found[place]):
                size = (*found[:place], number, *found[place + 1 :])
                if every.allows(size) and self.size == found:
                    yield size

    @property
    def size(self) -> Size | None:
        """The smallest size so far at which it goes wrong."""
        if self.failure is None:
            return None
        assert self.problem.every is not None
        return self.problem.every.size(self.failure.problem.game.constants)

    def _top(self) -> int | None:
        """The sum of the smallest size so far, that was looked at or is too large for that."""
        found = self.size or self.large
        return None if found is None else _sum(found)

    def _size(self, most: int | None) -> tuple[str, Size | None]:
        """What a solver says of sizes of at most such a sum, and that of its model, if it has one.

        Args:
            most: the sum; None for any.
        """
        parameters, answers = self.opened.theory.parameters, {"unsat"}
        within = [] if most is None else [*_within(parameters, most)]
        others = [negated(_exactly(parameters, size)) for size in self._without]
        condition = every([self.opened.condition, *within, *others])
        for case in self.opened.cases:
            self.limits.tell("looking for the smallest size at which it goes wrong")
            self.solver.tell(f"{RESET}(set-option :rlimit {LOOK})\n")
            found = attempt(self.solver, self.opened.theory, condition, case, _MODELS)
            if found.size is not None:
                return found.answer, found.size
            answers.add(found.answer)
        return ("unsat" if answers == {"unsat"} else "unknown"), None

    def _look(self, size: Size) -> int | None:
        """Ask clingo whether it goes wrong at a size.

        Returns:
            How many fluents there are; None if that is too large.

        Raises:
            Expired: time is up.
        """
        self._without.append(size)
        one = self._problem(size)
        if one is None:
            return None
        asked = [(self.opened.half, self.opened.about)]
        try:
            found = round_at(one, self.lemmas, self.limits, asked, _CONFLICTS)
        except Expired as error:
            if error.stop.kind:
                raise
            return None
        self.failure = found or self.failure
        return len(one.game.base)

    def _problem(self, size: Size) -> Problem | None:
        """The claim at one size; None if that is too large."""
        if max(map(abs, size)) > _LARGEST:
            return None
        # twice as large a board has a few times as many fluents, however many those are
        halves = [tuple(n >> power if n > 0 else n for n in size) for power in range(20, 0, -1)]
        for half in dict.fromkeys(halves):
            try:
                small = at_size(self.problem, half, self.limits.deadline)
            except InputError:  # not each of these is a game
                continue
            if len(small.game.base) > _FLUENTS:
                return None
        one = at_size(self.problem, size, self.limits.deadline)
        return one if len(one.game.base) <= _FLUENTS else None


def _sum(size: Size) -> int:
    return sum(map(abs, size))


def _within(parameters: Sequence[str], most: int) -> Iterator[Formula]:
    """That the sum of the numbers' amounts is not larger."""
    for signs in product((False, True), repeat=len(parameters)):
        total: Term = Number(0)
        for negative, name in zip(signs, parameters, strict=True):
            total = Arithmetic("-" if negative else "+", (total, Name(name)))
        yield Compare("<=", total, Number(most))


def _exactly(parameters: Sequence[str], size: Size) -> Formula:
    pairs = zip(parameters, size, strict=True)
    return every([Compare("=", Name(name), Number(number)) for name, number in pairs])
