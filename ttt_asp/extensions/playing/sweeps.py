"""The best end that one role alone can come to, looked for where goals are great already.

Where nobody else moves, one play that ends with the greatest goal of all is as good as every play.
Positions wait by the number of moves after which they were reached. A sweep goes on from some of
each number, in turn: from those of the greatest goals, as rules often give one before play is over.
Each sweep goes on from twice as many as the one before (as complete anytime beam search does, Zhang
1998), so that none is left out for good.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.machine import Machine

# The number of positions after each number of moves from which the first sweep goes on; of a later
# one, at most.
_FIRST, _MOST = 50, 5000
# Of a position that gives no goal.
_NONE = -1


@dataclass
class Sweeps:
    """A search for the greatest goal of the only role, which can be gone on with.

    Attributes:
        machine: the gates. deadline: when to give up.
        seen: the positions reached so far.
        waiting: of those after each number of moves the ones not gone on from, by their goals.
    """

    machine: Machine
    deadline: Deadline
    seen: set[int] = field(default_factory=set)
    waiting: list[dict[int, list[int]]] = field(default_factory=list)
    _width: int = _FIRST
    _depth: int = 0

    def __post_init__(self) -> None:
        self.plays = Exploration(self.machine, self.machine.small_form)
        self.goals = self.machine.goals[0]
        self.found = self._add(0, [self.machine.init])

    def reach(self, most: int) -> bool:
        """Look at about `most` positions; return whether a play ends with the greatest goal.

        Raises:
            Expired: time is up.
        """
        while not self.found and len(self.seen) < most:
            if self._depth == len(self.waiting):
                if not any(chain.from_iterable(goals.values() for goals in self.waiting)):
                    return False
                self._depth, self._width = 0, min(2 * self._width, _MOST)
            self.deadline.check()
            self.found = self._go_on(self._depth)
            self._depth += 1
        return self.found

    def _go_on(self, depth: int) -> bool:
        """Go on from the best positions after some moves; return whether one leads to the end."""
        chosen: list[int] = []
        for goal in sorted(self.waiting[depth], reverse=True):
            some = self.waiting[depth][goal]
            number = self._width - len(chosen)
            chosen += some[-number:]
            del some[-number:]
            if len(chosen) == self._width:
                break
        if not chosen:
            return False
        batch = self.plays.form.batch(self.plays.form.packed(chosen), self.machine.plain_plan)
        moved = [
            self.plays.form.unpacked(batch.move(vector, effect))
            for _, vector, effect in self.plays.moves(batch)
            if not batch.any(vector & batch.value(effect, effect.stray))
        ]
        return self._add(depth + 1, chain.from_iterable(moved))

    def _add(self, depth: int, positions: Iterable[int]) -> bool:
        """Let positions wait; return whether play ends at one with the greatest goal."""
        fresh = [position for position in dict.fromkeys(positions) if position not in self.seen]
        if not fresh:
            return False
        self.seen.update(fresh)
        if depth == len(self.waiting):
            self.waiting.append({})
        batch = self.machine.evaluated(fresh, self.machine.plain_plan)
        terminal, left = batch.values[self.machine.terminal], batch.every
        for goal in sorted(self.goals, reverse=True):
            here = batch.values[self.goals[goal]] & left
            ends = here & terminal & ~batch.values[self.machine.goalless]
            if goal == max(self.goals) and ends:
                return True
            self.waiting[depth].setdefault(goal, []).extend(batch.packed(here & ~terminal))
            left ^= here
        self.waiting[depth].setdefault(_NONE, []).extend(batch.packed(left & ~terminal))
        return False
