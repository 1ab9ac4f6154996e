"""Positions of plays, inspected closely: who chooses, the legal and allowed moves, their effects.

The engine itself goes from layer to layer and keeps none of this; code that reasons about moves
that strategies do not make (blunders, values, certificates) uses this.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import Machine, load_machine, made
from ttt_asp.positions.position import goalless_error, simultaneous_at
from ttt_asp.verdict import Move

# Positions that are evaluated at once.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move at a position.

    Attributes:
        move: the role and its action. after: the position after it.
        allowed: whether its role's strategy recommends it.
    """

    move: Move
    after: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Inspection:
    """The facts at a position.

    Attributes:
        position: packed.
        terminal: play is over here. stuck: play is not over, and cannot go on.
        outcome: the claim's outcome, were this the end.
        goals: each role's goal value; of value to people at a terminal position only.
        steps: the legal moves of the role that chooses, where play goes on.
        several: several roles choose at once, so that steps say nothing.
        goalless: some role has not exactly one goal.
    """

    position: int
    terminal: bool
    stuck: bool
    outcome: bool
    goals: Mapping[str, int]
    steps: tuple[LegalMove, ...]
    several: bool
    goalless: bool

    @property
    def mover(self) -> str | None:
        """Return the role that chooses; None where play is over."""
        return self.steps[0].move.role if self.steps else None

    @property
    def allowed(self) -> tuple[LegalMove, ...]:
        """Return the moves that plays make."""
        return tuple(step for step in self.steps if step.allowed)


def inspect_positions(machine: Machine, positions: Sequence[int]) -> list[Inspection]:
    """Inspect positions, reachable or not, all at once.

    Args:
        machine: the gates.
        positions: packed, any number of them.
    """
    if not positions:
        return []
    batch = machine.evaluated(positions)

    def where_holds(gate: int) -> set[int]:
        return set(batch.indices(batch.values[gate]))

    steps: list[list[LegalMove]] = [[] for _ in positions]
    legal = [(action, batch.values[action.legal]) for action in machine.actions]
    recommended = {action.move: where_holds(action.plays) for action in machine.actions}
    for action, where, effect in made(machine, batch, legal):
        for place, after in zip(batch.indices(where), batch.move(where, effect), strict=True):
            steps[place].append(LegalMove(action.move, after, place in recommended[action.move]))
    goals: list[dict[str, int]] = [{} for _ in positions]
    for role, values in zip(machine.roles, machine.goals, strict=True):
        for value, gate in values.items():
            for place in batch.indices(batch.values[gate]):
                goals[place][role] = value
    over, stuck = where_holds(machine.terminal), where_holds(machine.stuck)
    outcome = where_holds(machine.outcome)
    several, goalless = where_holds(machine.several), where_holds(machine.goalless)
    return [
        Inspection(
            position,
            place in over,
            place in stuck,
            place in outcome,
            goals[place],
            tuple(steps[place]),
            place in several,
            place in goalless,
        )
        for place, position in enumerate(positions)
    ]


def inspect_batches(
    machine: Machine, positions: Sequence[int], deadline: Deadline
) -> Iterator[Inspection]:
    """Inspect positions, a batch at a time.

    Raises:
        Expired: time is up.
    """
    for start in range(0, len(positions), _BATCH):
        deadline.check()
        yield from inspect_positions(machine, positions[start : start + _BATCH])


def inspect_plays(
    match: Match, machine: Machine, positions: Sequence[int], deadline: Deadline
) -> Iterator[Inspection]:
    """Inspect positions of plays, a batch at a time; refuse what an exploration of them refuses.

    Raises:
        InputError: two roles choose at once, or a play ends without a goal for every role.
        Expired: time is up.
    """
    for here in inspect_batches(machine, positions, deadline):
        if here.several:
            raise simultaneous_at(match.game, machine.unpack(here.position))
        if here.terminal and here.goalless:
            raise goalless_error(match.game, machine.unpack(here.position))
        yield here


def explore_uncounted(match: Match, limits: Limits, most: int) -> Exploration:
    """Ground a match-up and explore every play of it, uncounted; see `Limits.at_most`."""
    limits.tell("grounding")
    machine = load_machine(match, limits.deadline)
    return explore(match, machine, replace(limits, count=False, max_positions=limits.at_most(most)))


def positions_of(plays: Exploration) -> list[int]:
    """Return the positions of all layers, packed, those after fewer moves first."""
    return list(chain.from_iterable(map(plays.form.unpacked, plays.layers)))
