"""Sets of subsets of a strategy's parts on their way through all positions.

A subset is a number whose bit N is the part N; a set of subsets is a number whose bit S is the
subset S. At each position the set tells by which subsets plays get there, so what 4,096 subsets
do takes one pass.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ttt_asp.claims.problem import Problem
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.look import look
from ttt_asp.positions.voices import Said, Voices


class Subsets:
    """Everything that plays by any subset come to."""

    def __init__(
        self, found: Exploration, problem: Problem, role: str, parts: int, limits: Limits
    ) -> None:
        """Make ready to go through an exploration.

        Args:
            found: positions explored with the role free to play anything, in layers.
            problem: the question explored; the role's strategy is `either(any, part, part, ...)`.
            role: whose parts.
            parts: how many there are.
            limits: when to give up.
        """
        self.found, self.claim, self.limits = found, problem.claim, limits
        many = 1 << parts
        self.every = (1 << many) - 1
        # for each part the subsets that have it
        self.having = [
            sum(1 << subset for subset in range(many) if subset >> number & 1)
            for number in range(parts)
        ]
        self.voices = Voices.of(found.machine, problem, role, limits.deadline)

    def kept(self, freely: bool) -> int:
        """The subsets that keep the claim.

        Args:
            freely: where a part outside the subset decides, the role may play anything; else
                the part is left out, and the next one may decide.
        """
        broken, claim = 0, self.claim
        arriving = {self.found.machine.init: self.every}
        for depth, layer in enumerate(self.found.layers):
            self.limits.deadline.check()
            self.limits.tell("going through all subsets", moves=depth)
            positions = [p for p in self.found.form.unpacked(layer) if arriving.get(p)]
            if claim.by is not None and depth > claim.by:
                return self.every & ~(broken | _union(map(arriving.__getitem__, positions)))
            following: dict[int, int] = {}
            looks, said = look(self.found.machine, positions), self.voices.at(positions)
            for here, one in zip(looks, said, strict=True):
                subsets = arriving[here.position]
                against = here.outcome == (claim.quantifier == "never")
                if here.stuck or (here.terminal and against):
                    broken |= subsets
                spoken = _union(one.by.values())
                if one.asked:
                    broken |= subsets & self._stuck(spoken, freely)
                for step in here.allowed:
                    onward = subsets
                    if one.asked:
                        onward &= self._allowing(one, spoken, step.move.action, freely)
                    following[step.after] = following.get(step.after, 0) | onward
            arriving = following
        return self.every & ~broken

    def _stuck(self, spoken: int, freely: bool) -> int:
        """The subsets none of whose parts recommends anything where the role has a choice."""
        if freely:  # the parts left out may be anything, but as much as the whole says they are
            return 0 if spoken else self.every
        return self.every & ~_union(
            having for number, having in enumerate(self.having) if spoken >> number & 1
        )

    def _allowing(self, said: Said, spoken: int, action: str, freely: bool) -> int:
        """The subsets by which the role may make a move."""
        allowed, undecided, by = 0, self.every, said.by.get(action, 0)
        for number, having in enumerate(self.having):
            if not spoken >> number & 1:
                continue
            if by >> number & 1:
                allowed |= undecided & having
            undecided &= ~having
            if freely:  # this part decides; where it is left out anything may be played
                return allowed | undecided
        return allowed


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
