"""Values with best play where positions recur, by retrograde analysis.

The positions from which a role can force a goal are found from those where it has it, backwards: a
position of its own with one move there, one of the others' with no move elsewhere. Plays that go
round in a circle for ever have no end; they count as a tie, 50 for every role. What is more than
that is reached as soon as it can be, and a goal of 0 is put off for as long as it can be.

Positions are numbered, in the order of all of them, as there are many moves for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.inspection import inspect_batches
from ttt_asp.extensions.playing.worth import LOST, Values, Worth
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Positions

# What a play that never ends is worth to everybody.
ENDLESS = 50
# After how many moves play comes to a target, and how many of them are a role's, where it is known.
_Way = tuple[int, int | None]
# Positions looked at between two looks at the clock.
_STEP = 10000


@dataclass(frozen=True)
class Recurring:
    """The moves of all plays, backwards.

    Attributes:
        plays: every position that the rules allow; none is stuck.
        positions: all of them, sorted.
        before: for each position, by its place, from where moves lead there: once for each move.
        moves: how many moves there are from each.
        movers: whose they are, the number of a role.
        deadline: when to give up.
    """

    plays: Exploration
    positions: Positions
    before: Sequence[Sequence[int]]
    moves: Sequence[int]
    movers: Sequence[int]
    deadline: Deadline

    @cached_property
    def cyclic(self) -> bool:
        """Whether there is an infinite play."""
        over = [place for place, number in enumerate(self.moves) if not number]
        return None in self._led(over, list(self.moves))[0]

    def values(self, role: str) -> Values:
        """Work out the values of all positions for a role."""
        form, machine = self.plays.form, self.plays.machine
        number = machine.roles.index(role)
        numbers = form.unpacked(self.positions)
        over = [place for place, moves in enumerate(self.moves) if not moves]
        looks = inspect_batches(machine, [numbers[place] for place in over], self.deadline)
        ends = {place: here.goals[role] for place, here in zip(over, looks, strict=True)}
        goals = set(ends.values()) | ({ENDLESS} if self.cyclic else set())
        lost_ends = [p for p, value in ends.items() if value == LOST]
        lost = self._forced(lost_ends, number, False)
        worths = [Worth(min(goals)) if way is None else Worth(LOST, *way) for way in lost]
        for goal in sorted(goals):
            if goal > ENDLESS:  # to be reached
                near = self._forced([p for p, value in ends.items() if value >= goal], number, True)
                for place, way in enumerate(near):
                    if way is not None:
                        worths[place] = Worth(goal, *way)
            elif goal > min(goals):  # it is enough to keep away from less
                fewer = [p for p, value in ends.items() if value < goal]
                less = lost if fewer == lost_ends else self._forced(fewer, number, False)
                for place, way in enumerate(less):
                    if way is None:
                        worths[place] = Worth(goal)
        find = form.finder(self.positions)

        def at(_: int, positions: Sequence[int]) -> list[Worth]:
            if not positions:
                return []
            (places,) = find([form.packed(positions)])
            return [worths[place] for place in places]

        return at

    def _forced(self, targets: Sequence[int], role: int, by_role: bool) -> list[_Way | None]:
        """Return in how many moves play can be forced to the targets, from each position.

        Either the role forces it, or all the others do against it. At a position of whoever does
        not want it all moves have to lead there.
        """
        pairs = zip(self.moves, self.movers, strict=True)
        needed = [n if (mover == role) != by_role else 1 for n, mover in pairs]
        steps, order = self._led(targets, needed)
        own = self._own(steps, order, role)
        return [None if far is None else (far, mine) for far, mine in zip(steps, own, strict=True)]

    def _led(
        self, targets: Sequence[int], needed: list[int]
    ) -> tuple[list[int | None], Sequence[int]]:
        """Return after how many moves positions are led to targets, none of which has a move.

        Args:
            targets: which.
            needed: how many of its moves have to lead there, of each position; it is used up.

        Returns:
            The numbers of moves, by position, and the positions that have one, the nearest first.
        """
        steps: list[int | None] = [None] * len(needed)
        for place in targets:
            steps[place] = 0
        queue = list(targets)
        for number, place in enumerate(queue):
            if number % _STEP == 0:
                self.deadline.check()
            later = (steps[place] or 0) + 1
            for earlier in self.before[place]:
                needed[earlier] -= 1
                if not needed[earlier]:
                    steps[earlier] = later
                    queue.append(earlier)
        return steps, queue

    def _own(
        self, steps: Sequence[int | None], order: Sequence[int], role: int
    ) -> list[int | None]:
        """Return how many moves to the targets are a role's; None where best plays differ in it.

        They do where a role may move twice. Best play goes from a position to one that is a move
        nearer, whoever chooses: none is nearer than that if one wants to be there, and else none is
        further.
        """
        own: list[int | None] = [None if far is None else 0 for far in steps]
        met = bytearray(len(own))
        for number, place in enumerate(order):
            if number % _STEP == 0:
                self.deadline.check()
            later, known = (steps[place] or 0) + 1, own[place]
            for earlier in self.before[place]:
                if steps[earlier] == later:
                    mine = None if known is None else known + (self.movers[earlier] == role)
                    if not met[earlier]:
                        own[earlier], met[earlier] = mine, True
                    elif own[earlier] != mine:
                        own[earlier] = None
        return own


def recurring(plays: Exploration, deadline: Deadline) -> Recurring:
    """Go through the moves of all plays.

    Args:
        plays: every position that the rules allow, each once; none is stuck.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    form = plays.form
    positions, _ = form.merge([(layer, None) for layer in plays.layers])
    find, size = form.finder(positions), form.size(positions)
    before: list[list[int]] = [[] for _ in range(size)]
    moves, movers = [0] * size, [0] * size
    for layer in plays.layers:
        (here,) = find([layer])
        for batch in plays.batches(layer):
            deadline.check()
            made = list(plays.moves(batch))
            found = find([batch.move(vector, effect) for _, vector, effect in made]) if made else ()
            for (action, vector, _), targets in zip(made, found, strict=True):
                sources = form.numbers(form.taken(here, batch.indices(vector)))
                for source, target in zip(sources, form.numbers(targets), strict=True):
                    before[target].append(source)
                    moves[source] += 1
                    movers[source] = action.role
    return Recurring(plays, positions, before, moves, movers, deadline)
