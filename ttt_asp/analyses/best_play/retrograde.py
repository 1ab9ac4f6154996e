"""Values with best play where positions recur: retrograde analysis from the ends of plays.

The positions from which a role can force a goal are found from those where it has it, backwards:
a position of its own with one move there, one of the others' with no move elsewhere. Plays that
go round in a circle for ever have no end; they count as a tie, 50 for every role. What is more than
that is reached as soon as it can be; a loss is not put off here, as in `values`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_asp.analyses.best_play.values import Worth
from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.graph import Graph

# What a play that never ends is worth to everybody.
ENDLESS = 50
# Positions looked at between two looks at the clock.
_STEP = 10000


@dataclass(frozen=True)
class Recurring:
    """What a role can force, at every position; see `values.Values`."""

    worths: dict[int, Worth]

    def at(self, depth: int, positions: Sequence[int]) -> list[Worth]:
        """What positions are worth; it does not matter after how many moves."""
        return [self.worths[position] for position in positions]


def recurring(found: Exploration, graph: Graph, role: str, deadline: Deadline) -> Recurring:
    """Work out what a role can force.

    Args:
        found: every position that the rules allow; none is stuck.
        graph: the moves of all plays.
        role: whose.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    ends = _ends(found, role)
    goals = set(ends.values()) | ({ENDLESS} if graph.cyclic else set())
    back = _Backwards(graph, role, deadline)
    worths = dict.fromkeys(graph.moves, Worth(min(goals)))
    for goal in sorted(goals)[1:]:
        if goal > ENDLESS:  # to be reached
            near = back.forced({p for p, value in ends.items() if value >= goal}, own=True)
            worths |= {position: Worth(goal, steps) for position, steps in near.items()}
        else:  # it is enough to keep away from less
            less = back.forced({p for p, value in ends.items() if value < goal}, own=False)
            worths |= {p: Worth(goal) for p in graph.moves if p not in less}
    return Recurring(worths)


def _ends(found: Exploration, role: str) -> dict[int, int]:
    """The role's goal at each position where play ends."""
    machine = found.machine
    goals = machine.goals[machine.roles.index(role)]
    ends: dict[int, int] = {}
    for layer in found.layers:
        for batch in found.batches(layer):
            positions = found.form.unpacked(batch.positions)
            terminal = batch.values[machine.terminal]
            for value, gate in goals.items():
                for place in batch.indices(terminal & batch.values[gate]):
                    ends[positions[int(place) - batch.start]] = value
    return ends


class _Backwards:
    """The moves of all plays, read backwards."""

    def __init__(self, graph: Graph, role: str, deadline: Deadline) -> None:
        self.deadline = deadline
        self.moves: dict[int, int] = {}  # how many there are from each position
        self.own: set[int] = set()  # where the role makes them
        self.before: dict[int, list[int]] = {}  # from where, for each move to a position
        for number, (position, steps) in enumerate(graph.moves.items()):
            if number % _STEP == 0:
                deadline.check()
            self.moves[position] = len(steps)
            if steps and steps[0][0].role == role:
                self.own.add(position)
            for _, after in steps:
                self.before.setdefault(after, []).append(position)

    def forced(self, targets: set[int], own: bool) -> dict[int, int]:
        """From where an end of the play at the targets can be forced, and in how many moves.

        Args:
            targets: positions where play ends.
            own: whether the role forces it, or all the others do against it.
        """
        left = {p: number for p, number in self.moves.items() if (p in self.own) != own}
        steps = dict.fromkeys(targets, 0)
        queue = list(targets)
        for number, position in enumerate(queue):
            if number % _STEP == 0:
                self.deadline.check()
            for earlier in self.before.get(position, ()):
                if earlier in steps:
                    continue
                if earlier in left:  # a move of whoever does not want it: all have to lead there
                    left[earlier] -= 1
                    if left[earlier]:
                        continue
                steps[earlier] = steps[position] + 1
                queue.append(earlier)
        return steps
