"""Every position of a game of two roles that may choose at once, and what their moves lead to.

At each position there is a matrix: a row for each move of the first role, a column for each of the
second, and the position after both in its entry. A role that has no legal move has one row, or one
column, in which it does nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice, product
from typing import Any

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import wrong
from ttt_asp.extension import hook
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits, ProgressReport, number_of, progress_text
from ttt_asp.positions.exploration import stray_fluent_error
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import Machine, effects_of
from ttt_asp.positions.position import goalless_error
from ttt_asp.verdict import Move, simultaneous_move

# Positions that are evaluated at once.
_BATCH = 500
# A layer of more positions than this is worth looking for symmetries.
MANY = 1000
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


@dataclass
class JointPlays:
    """All positions of a game, packed; only one of each orbit, where symmetries were found.

    Attributes:
        match: the game.
        machine: the gates.
        form: what takes each position to the one that stands for its orbit; None where symmetries
            were not looked for, or not found.
        over: where play is over, the goal of each role.
        crossings: the matrices of all other positions, those after fewer moves first.
        positions: how many there are, orbits counted in full.
        depth: the number of moves to the positions that are farthest off.
        layered: every position is reached after one number of moves only.
    """

    match: Match
    machine: Machine
    form: Any = None
    over: dict[int, Mapping[str, int]] = field(default_factory=dict)
    crossings: dict[int, Crossing] = field(default_factory=dict)
    positions: int = 0
    depth: int = 0
    layered: bool = True

    @property
    def least(self) -> Callable[[Sequence[int]], Sequence[int]]:
        """The function from positions to those that stand for their orbits."""
        return list if self.form is None else self.form.least

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


def crossing_at(match: Match, machine: Machine, position: int) -> Crossing:
    """Return the matrix of a position at which play goes on, with the positions themselves."""
    return _explored(match, machine, [position])[0][position]


def explore_joint(match: Match, machine: Machine, limits: Limits) -> JointPlays:
    """Explore every play of a game of two roles, who may choose at once.

    Raises:
        InputError: play gets stuck, ends without exactly one goal for every role, or comes to what
            is no position.
        Expired: a limit was reached.
    """
    large = hook("arrays") if limits.symmetry else None
    plays, layer = JointPlays(match, machine), [machine.init]
    while layer:
        if len(layer) > MANY and large is not None:
            form, large = large.joint_form(machine), None
            if form is not None:  # from the beginning, which takes little
                plays, layer = JointPlays(match, machine, form), [machine.init]
        form = plays.form
        plays.positions += len(layer) if form is None else form.number_of(layer)
        following: set[int] = set()
        for start in range(0, len(layer), _BATCH):
            found, ended = _explored(match, machine, layer[start : start + _BATCH])
            afters = [crossing.after for crossing in found.values()]
            if form is not None:
                least = iter(form.least(list(chain.from_iterable(afters))))
                for after in afters:
                    after[:] = islice(least, len(after))
            following.update(*afters)
            plays.crossings |= found
            plays.over |= ended
            _check_limits(limits, plays)
        layer = sorted(p for p in following if p not in plays.crossings and p not in plays.over)
        plays.layered = plays.layered and len(layer) == len(following)
        plays.depth += bool(layer)
    return plays


def _check_limits(limits: Limits, plays: JointPlays) -> None:
    limits.tell("positions", plays.positions, moves=plays.depth)
    limits.deadline.check()
    kept = len(plays.crossings) + len(plays.over)
    if limits.max_positions is not None and kept > limits.max_positions:
        report = ProgressReport("positions", plays.positions, moves=plays.depth)
        reason = f"the limit of {number_of(limits.max_positions, 'position')} was reached"
        raise Expired(Stop("positions", reason, progress_text([report])))


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
    crossings = {position: Crossing() for position in positions if position not in over}
    for choices, name in ((first, "rows"), (second, "columns")):
        for choice, where in choices:
            for position in batch.packed(where):
                getattr(crossings[position], name).append(choice)
    joint = list[tuple[tuple[Move, ...], int]]()
    for (row, here), (column, there) in product(first, second):
        if here & there:
            joint.append((tuple(filter(None, (row, column))), here & there))
    effects = effects_of(machine, batch, [moves for moves, _ in joint])
    for (moves, where), effect in zip(joint, effects, strict=True):
        if stray := where & batch.value(effect, effect.stray):
            raise stray_fluent_error(match, machine, batch.first(stray), simultaneous_move(moves))
        for position, after in zip(batch.packed(where), batch.move(where, effect), strict=True):
            crossings[position].after.append(after)
    return crossings, over


def _choices(machine: Machine, batch: Batch, role: str) -> list[tuple[Choice, int]]:
    """Return each move of a role, as bits with where it is legal and play goes on.

    `IDLE` is the last one, if play goes on somewhere where the role has no legal move.
    """
    idle = going_on = batch.every ^ batch.values[machine.terminal]
    choices: list[tuple[Choice, int]] = []
    for move, gate in machine.legal.items():
        if move.role == role and (where := batch.values[gate] & going_on):
            choices.append((move, where))
            idle &= ~where
    return [*choices, (IDLE, idle)] if idle else choices
