"""Every position of a game of two roles that may choose at once, and what their moves lead to.

At each position there is a matrix: a row for each move of the first role, a column for each of the
second, and the position after both in its entry. A role that has no legal move has one row, or one
column, in which it does nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import product

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import wrong
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits, ProgressReport, progress_text
from ttt_asp.positions.exploration import stray_fluent_error
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import Machine, effects_of
from ttt_asp.positions.position import goalless_error
from ttt_asp.verdict import Move, simultaneous_move

# Positions that are evaluated at once.
_BATCH = 500
# What a role that has no legal move does.
IDLE = None
Choice = Move | None


@dataclass(slots=True)
class Crossing:
    """The matrix of a position at which play goes on.

    Attributes:
        rows: what the first role may do. columns: what the second may do.
        after: the position after each pair, row by row.
    """

    rows: list[Choice] = field(default_factory=list)
    columns: list[Choice] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def enter(self, row: Choice, column: Choice, after: int) -> None:
        """Add an entry: those of a row come together, with columns in the same order in each."""
        if not self.rows or self.rows[-1] is not row:
            self.rows.append(row)
        if len(self.rows) == 1:
            self.columns.append(column)
        self.after.append(after)


@dataclass(frozen=True)
class JointPlays:
    """All positions of a game, packed.

    Attributes:
        machine: the gates.
        over: where play is over, the goal of each role.
        crossings: the matrices of all other positions, those after fewer moves first.
        depth: the number of moves to the positions that are farthest off.
        layered: every position is reached after one number of moves only.
    """

    machine: Machine
    over: Mapping[int, Mapping[str, int]]
    crossings: dict[int, Crossing]
    depth: int
    layered: bool

    @property
    def positions(self) -> int:
        """Return how many there are."""
        return len(self.over) + len(self.crossings)

    def backwards(self, notation: Notation) -> list[int]:
        """Return the positions at which play goes on, each after all that come after it.

        Raises:
            InputError: a play can go round in a circle.
        """
        if self.layered:
            return list(reversed(self.crossings))
        after = {position: set(crossing.after) for position, crossing in self.crossings.items()}
        try:
            order = list(TopologicalSorter(after).static_order())
        except CycleError as error:
            where = notation.text(self.machine.unpack(error.args[1][0]))
            message = f"roles choose at once, and plays can come back to {where}, for ever"
            raise wrong(message, None, "such games are solved if every play ends") from None
        return [position for position in order if position in self.crossings]


def explore_joint(match: Match, machine: Machine, limits: Limits) -> JointPlays:
    """Explore every play of a game of two roles, who may choose at once.

    Raises:
        InputError: play gets stuck, ends without exactly one goal for every role, or comes to what
            is no position.
        Expired: a limit was reached.
    """
    over: dict[int, Mapping[str, int]] = {}
    crossings: dict[int, Crossing] = {}
    layer, depth, layered = [machine.init], 0, True
    while True:
        following: set[int] = set()
        for start in range(0, len(layer), _BATCH):
            found, ended = _explored(match, machine, layer[start : start + _BATCH])
            crossings |= found
            over |= ended
            for crossing in found.values():
                following.update(crossing.after)
            _check_limits(limits, len(crossings) + len(over), depth)
        layer = sorted(p for p in following if p not in crossings and p not in over)
        layered = layered and len(layer) == len(following)
        if not layer:
            return JointPlays(machine, over, crossings, depth, layered)
        depth += 1


def _check_limits(limits: Limits, positions: int, depth: int) -> None:
    limits.tell("positions", positions, moves=depth)
    limits.deadline.check()
    if limits.max_positions is not None and positions > limits.max_positions:
        reached = progress_text([ProgressReport("positions", positions, moves=depth)])
        reason = f"the limit of {limits.max_positions:,} positions was reached"
        raise Expired(Stop("positions", reason, reached))


def _explored(
    match: Match, machine: Machine, positions: Sequence[int]
) -> tuple[dict[int, Crossing], dict[int, dict[str, int]]]:
    """Return the matrices of positions, and the goals where play is over."""
    batch, notation = machine.evaluated(positions), Notation(match.game)
    values = batch.values
    if stuck := values[machine.stuck]:
        at = notation.text(machine.unpack(batch.first(stuck)))
        message = f"play gets stuck at {at}: it is not over, and nobody has a legal move"
        raise wrong(message, None, "such a position has no value")
    terminal = values[machine.terminal]
    if goalless := terminal & values[machine.goalless]:
        raise goalless_error(match.game, machine.unpack(batch.first(goalless)))
    over: dict[int, dict[str, int]] = {positions[n]: {} for n in batch.indices(terminal)}
    for role, goals in zip(machine.roles, machine.goals, strict=True):
        for value, gate in goals.items():
            for place in batch.indices(terminal & values[gate]):
                over[positions[place]][role] = value
    first, second = (_choices(machine, batch, role) for role in machine.roles)
    joint = list[tuple[tuple[Choice, Choice], int]]()
    for (row, here), (column, there) in product(first, second):
        if here & there:
            joint.append(((row, column), here & there))
    chosen = [tuple(move for move in pair if move is not None) for pair, _ in joint]
    effects = effects_of(machine, batch, chosen)
    crossings = {position: Crossing() for position in positions if position not in over}
    for ((row, column), where), moves, effect in zip(joint, chosen, effects, strict=True):
        if stray := where & batch.value(effect, effect.stray):
            raise stray_fluent_error(match, machine, batch.first(stray), simultaneous_move(moves))
        for place, after in zip(batch.indices(where), batch.move(where, effect), strict=True):
            crossings[positions[place]].enter(row, column, after)
    return crossings, over


def _choices(machine: Machine, batch: Batch, role: str) -> list[tuple[Choice, int]]:
    """Return what a role may do where play goes on, and where; nothing, where it may do nothing."""
    idle = going_on = batch.every ^ batch.values[machine.terminal]
    choices: list[tuple[Choice, int]] = []
    for move, gate in machine.legal.items():
        if move.role == role and (where := batch.values[gate] & going_on):
            choices.append((move, where))
            idle &= ~where
    return [*choices, (IDLE, idle)] if idle else choices
