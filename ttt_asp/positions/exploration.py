"""Explorations: the positions of each layer, first occurrences, and errors at positions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Stop
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.positions.layers import Batch, Counts, Form, Moved, Places, Positions, Vector
from ttt_asp.positions.machine import Machine, made
from ttt_asp.positions.moves import Action, Effect
from ttt_asp.records import dataclass
from ttt_asp.verdict import Move


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A position, and the number of moves after which a play is there."""

    depth: int
    position: int


@dataclass
class Exploration:
    """The explored positions and the results.

    Every explored position is kept, as a number whose bit N is the fluent `machine.base[N]`.
    The values of its gates are not kept: they are evaluated again, many positions at a time,
    when asked for (`batches`), which costs less than to keep them.

    Attributes:
        machine: the gates: the facts at a position, the moves, and their effects.
        form: how layers are handled, lists or arrays; all layers in the same way.
        layers: the positions of each layer, sorted; of each orbit one where the form folds.
        positions: how many distinct positions occur in plays.
        symmetries: under how many the layers have one position of each orbit.
        complete: everything was explored: no limit was reached, no play cut, no search stopped.
        stopped: why it is not complete, where a limit was reached.
        halted: there is more, but a play that decides a claim was found.
        layered: no position was reached after different numbers of moves, so far as was looked.
        outcomes: for each vector of goals, in the order of the roles, the number of plays that
            end so; None where they were not counted.
        vectors: the vectors of goals that occur.
        stuck, against, agreeing, cut: the first spots where a play is stuck, ends without and with
            the claim's outcome, or is cut by the horizon.
        broken, blocked: likewise where what is claimed of a strategy does not hold, and where a
            play is stuck for another reason than that strategy.
        stuck_plays: the number of plays that get stuck.
        decided: for each role how many positions each part of its strategy decides.
        waiting: where a limit on positions was reached, the layer that comes next, and its counts.
        asking: what asks strategies where plays come to, if any is asked; an extension's.
    """

    machine: Machine
    form: Form
    layers: list[Positions] = field(default_factory=list)
    positions: int = 0
    symmetries: int = 1
    complete: bool = True
    stopped: Stop | None = None
    halted: bool = False
    layered: bool = True
    outcomes: dict[tuple[int, ...], int] | None = field(default_factory=dict)
    vectors: set[tuple[int, ...]] = field(default_factory=set)
    stuck: Occurrence | None = None
    against: Occurrence | None = None
    agreeing: Occurrence | None = None
    cut: Occurrence | None = None
    broken: Occurrence | None = None
    blocked: Occurrence | None = None
    stuck_plays: int = 0
    decided: dict[str, dict[str, int]] = field(default_factory=dict)
    waiting: Moved | None = None
    asking: Any = None

    def batches(self, layer: Positions, last: bool = False) -> Iterator[Batch]:
        """Yield the positions of a layer with the values at them of the gates that plays need.

        Args:
            layer: the positions.
            last: whether no play goes on from here, so that nothing is asked.
        """
        machine = self.machine
        plan = machine.plan if machine.joint else machine.plain_plan
        for batch in self.form.batches(layer, plan):
            if self.asking is not None and not last:
                self.asking.heed(batch)
            yield batch

    def stuck_at(self, batch: Batch) -> Vector:
        """Return where plays get stuck."""
        stuck = batch.values[self.machine.stuck]
        return stuck if batch.failing is None else stuck | batch.failing

    def moves(self, batch: Batch) -> Iterator[tuple[Action, Vector, Effect]]:
        """Yield the moves that plays make in a batch: the vector of positions, and the effect."""
        moves = [
            (action, batch.chosen.get(number, batch.values[action.plays]))
            for number, action in enumerate(self.machine.actions)
        ]
        yield from made(self.machine, batch, moves)

    def see(self, batch: Batch) -> None:
        """Note first occurrences in a batch of the last layer, and its vectors of goals."""
        machine, values = self.machine, batch.values
        terminal = values[machine.terminal]
        agreeing = terminal & values[machine.outcome]
        for name, where in (
            ("agreeing", agreeing),
            ("against", terminal ^ agreeing),
            ("stuck", self.stuck_at(batch)),
            ("broken", values[machine.broken]),
            ("blocked", values[machine.blocked]),
        ):
            if getattr(self, name) is None and batch.any(where):
                setattr(self, name, Occurrence(len(self.layers) - 1, batch.first(where)))
        self.vectors.update(vector for vector, _ in vectors(batch, machine.goals, terminal))

    def successors(self, layer: Positions) -> Iterator[tuple[Action, Places, Positions]]:
        """Yield for each move the places in the layer where plays make it, and its successors."""
        for batch in self.batches(layer):
            for action, vector, effect in self.moves(batch):
                yield action, batch.indices(vector), batch.move(vector, effect)

    def small(self, layers: Sequence[Sequence[int]]) -> "Exploration":
        """Return an exploration of the same match with other layers, which are lists."""
        form = self.machine.small_form
        return Exploration(self.machine, form, list(map(form.packed, layers)), asking=self.asking)

    def tally(self, batch: Batch, counts: Counts) -> None:
        """Add up the plays that end in a batch, or get stuck there.

        Args:
            batch: of a layer.
            counts: for each position of the layer the number of plays that come to it.
        """
        assert self.outcomes is not None
        machine = self.machine
        for vector, where in vectors(batch, machine.goals, batch.values[machine.terminal]):
            number = batch.total(where, counts)
            self.outcomes[vector] = self.outcomes.get(vector, 0) + number
        self.stuck_plays += batch.total(self.stuck_at(batch), counts)


def vectors(
    batch: Batch, goals: Sequence[Mapping[int, int]], terminal: Vector
) -> Iterator[tuple[tuple[int, ...], Vector]]:
    """Yield the vectors of goals that occur where `terminal` is set, and where they do."""
    partial: list[tuple[tuple[int, ...], Vector]] = [((), terminal)]
    for values in goals:
        before, partial = partial, []
        for vector, where in before:
            for value, gate in values.items():
                if batch.any(both := where & batch.values[gate]):
                    partial.append(((*vector, value), both))
    yield from partial


def stray_fluent_error(match: Match, machine: Machine, position: int, move: Move) -> InputError:
    """Return the error about a move that makes a term true that is no fluent."""
    shown = Notation(match.game).text(machine.unpack(position))
    message = f"{match.game.spelt(move.action)} at {shown} makes true what is no fluent"
    return wrong(message, Location(match.game.rules.label), "base(F) says what is one")
