"""Values with best play, by backward induction over the layers (Zermelo 1913).

What a role can force: the best goal value that it reaches whatever all the others do; and that as
soon as it can, or if the goal is 0 as late. One layer at a time is looked at, many positions at
once, and a short number is kept for each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.graph import Graph
from ttt_asp.positions.layers import Ranks
from ttt_asp.positions.look import looks

# What a play that never ends is worth to everybody.
ENDLESS = 50
# Positions looked at between two looks at the clock.
_STEP = 10000


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth to a role.

    Attributes:
        value: the goal value that the role can force.
        steps: how many moves off it is at most; 0 where that does not matter.
    """

    value: int
    steps: int = 0


class Values(Protocol):
    """What a role can force, at every position."""

    def at(self, depth: int, positions: Sequence[int]) -> list[Worth]:
        """What positions are worth that are reached after `depth` moves."""


@dataclass(frozen=True)
class Layered:
    """What a role can force, where each position is reached after one number of moves only.

    Attributes:
        found: every position, or one of each orbit: what one can force at it, one can at all.
        goals: the role's goal values that occur, sorted.
        ranks: for each layer, for each of its positions, what the role can force, as a number:
            the greater the better (see `_rank`).
    """

    found: Exploration
    goals: tuple[int, ...]
    ranks: Sequence[Ranks]

    def at(self, depth: int, positions: Sequence[int]) -> list[Worth]:
        """See `Values`."""
        if not positions:
            return []
        form = self.found.form
        (places,) = form.finder(self.found.layers[depth])([form.packed(positions)])
        return [self._worth(int(self.ranks[depth][place]), depth) for place in places]

    def _worth(self, rank: int, depth: int) -> Worth:
        level, late = divmod(rank, len(self.ranks))
        goal = self.goals[level]
        return Worth(goal, (len(self.ranks) - 1 - late if goal else late) - depth)


def _rank(goals: Sequence[int], level: int, depth: int, layers: int) -> int:
    """A number for an end: its goal counts first, then how soon it is, or how late if it is 0."""
    return level * layers + (layers - 1 - depth if goals[level] else depth)


def layered(found: Exploration, role: str, deadline: Deadline) -> Layered:
    """Work out what a role can force, from the last layer back to the first.

    Args:
        found: every position that the rules allow, each in one layer only; none is stuck.
        role: whose.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    machine, layers = found.machine, len(found.layers)
    number = machine.roles.index(role)
    goals = tuple(sorted({vector[number] for vector in found.vectors}))
    form = found.form
    own = [action.plays for action in machine.actions if action.move.role == role]
    ranks: list[Ranks] = [None] * layers
    for depth in range(layers - 1, -1, -1):
        layer = found.layers[depth]
        here = ranks[depth] = form.filled(form.size(layer), len(goals) * layers)
        for batch in found.batches(layer):
            deadline.check()
            for gate in own:  # the role looks for more than the least, the others for less
                form.put(here, batch.indices(batch.values[gate]), 0)
            terminal = batch.values[machine.terminal]
            for level, goal in enumerate(goals):
                ended = terminal & batch.values[machine.goals[number][goal]]
                form.put(here, batch.indices(ended), _rank(goals, level, depth, layers))
            moves = list(found.moves(batch))
            if not moves:
                continue
            find = form.finder(found.layers[depth + 1])
            places = find([batch.move(vector, effect) for _, vector, effect in moves])
            for (action, vector, _), after in zip(moves, places, strict=True):
                others = form.taken(ranks[depth + 1], after)
                form.improve(here, batch.indices(vector), others, action.move.role == role)
    return Layered(found, goals, ranks)


@dataclass(frozen=True)
class Recurring:
    """What a role can force, where positions recur; see `Values`."""

    worths: dict[int, Worth]

    def at(self, depth: int, positions: Sequence[int]) -> list[Worth]:
        """What positions are worth; it does not matter after how many moves."""
        return [self.worths[position] for position in positions]


def recurring(found: Exploration, graph: Graph, role: str, deadline: Deadline) -> Recurring:
    """Work out what a role can force by retrograde analysis, from the ends of plays.

    The positions from which a role can force a goal are found from those where it has it,
    backwards: a position of its own with one move there, one of the others' with no move
    elsewhere. Plays that go round in a circle for ever have no end; they count as a tie, 50 for
    every role. What is more than that is reached as soon as it can be; a loss is not put off here,
    as in `layered`.

    Args:
        found: every position that the rules allow; none is stuck.
        graph: the moves of all plays.
        role: whose.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    over = [position for position, steps in graph.moves.items() if not steps]
    ends = {one.position: one.goals[role] for one in looks(found.machine, over, deadline)}
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
