"""The best end that one role alone can come to, looked for where goals are great already.

Where nobody else moves, one play that ends with the greatest goal shows the value: no other play
has to be looked at. Positions that were reached wait until their moves are made, apart for each
number of moves to them. A sweep goes through these numbers in turn, and makes the moves of some of
the positions of each: of those with the greatest goals, as rules often give one before play is
over. Each sweep takes twice as many as the one before, up to a number (as complete anytime beam
search does, Zhang 1998), so that no position waits for good.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.machine import Machine

# Positions of each number of moves whose moves are made in the first sweep.
_FIRST = 50
# The same in any sweep, at most.
_MOST = 5000
# Stands for the goal of positions that give none.
_NONE = -1


@dataclass
class Sweeps:
    """A search for the greatest goal of the only role, which `reach` goes on with.

    Attributes:
        machine: the gates.
        deadline: when to give up.
        seen: the positions reached so far.
        waiting: for each number of moves, the positions whose moves were not made yet, by goals.
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
        """Go on; return whether a play was found that ends with the greatest goal.

        Args:
            most: about how many positions are reached, with all earlier ones, before it gives up.

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
        """Make the moves of the best positions that wait after this number of moves.

        Returns:
            Whether one of the moves ends play with the greatest goal.
        """
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
        """Let new positions wait where play goes on there.

        Returns:
            Whether play ends at one of them with the greatest goal.
        """
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
