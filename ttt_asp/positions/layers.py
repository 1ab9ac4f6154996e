"""What lists of positions (`list_layers`) and arrays of them (`numpy_layers`) have in common.

Positions, counts and ranks are lists or arrays, a vector has a bit for each position of a batch:
an integer or an array of words. Whoever handles them leaves it to the layer's form which.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol

from ttt_asp.positions.circuit.schedule import Schedule
from ttt_asp.positions.moves import Effect

# The positions of a layer, sorted; numbers that go with them; places among them; a batch's bits.
Positions = Any
Counts = Any
Ranks = Any
Places = Any
Vector = Any


class Batch(Protocol):
    """Positions with the values of all gates at them.

    Attributes:
        positions: the batch. start: the place of its first one in the layer.
        values: of each gate; `every` has all bits.
    """

    positions: Positions
    start: int
    values: Sequence[Vector]
    every: Vector

    def any(self, vector: Vector) -> bool:
        """Whether a bit is set."""

    def count(self, vector: Vector) -> int:
        """How many bits are set."""

    def first(self, vector: Vector) -> int:
        """The first position whose bit is set."""

    def indices(self, vector: Vector) -> Places:
        """The places in the layer of the bits that are set."""

    def total(self, vector: Vector, counts: Counts) -> int:
        """The sum of the counts whose bit is set."""

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        """The counts whose bit is set."""

    def move(self, vector: Vector, effect: Effect) -> Positions:
        """What a move makes of the positions whose bit is set, in their order."""


class Form(Protocol):
    """How to handle layers of one form.

    Attributes:
        grows: whether layers of this form are for few positions only.
        folds: whether layers have one position of each orbit under symmetries: the others, given
            to a method that looks for a position in a layer, are taken for that.
    """

    grows: bool
    folds: bool

    def afresh(self) -> "Form":
        """The same for other layers: `without` knows those that it was given."""

    def batches(self, positions: Positions, plan: Schedule) -> Iterator[Batch]:
        """The layer, a batch at a time, evaluated."""

    def batch(self, positions: Positions, plan: Schedule, start: int = 0) -> Batch:
        """Evaluate gates at some positions."""

    def gathered(
        self, found: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """What moves lead to as one: of each orbit the same position.

        The sum of all counts is sure to fit into what they become.
        """

    def merge(
        self, found: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """What was gathered, sorted, each position once; and the sums of their counts."""

    def without(
        self, positions: Positions, counts: Counts | None, layers: Sequence[Positions]
    ) -> tuple[Positions, Counts | None]:
        """The positions that are in none of the layers, and their counts.

        Args:
            positions: sorted.
            counts: theirs.
            layers: all so far; each time those of the time before, and more.
        """

    def size(self, positions: Positions) -> int:
        """How many positions are kept."""

    def sizes(self, positions: Positions) -> Counts | None:
        """For how many positions each one stands; None where it is itself alone."""
        return None

    def memory(self, positions: Positions) -> int:
        """Bytes, about."""

    def packed(self, positions: Sequence[int]) -> Positions:
        """Numbers as positions."""

    def unpacked(self, positions: Positions) -> list[int]:
        """The positions as numbers."""

    def at(self, positions: Positions, place: int) -> int:
        """The position at a place, as a number."""

    def leading(
        self, layer: Positions, position: int
    ) -> Callable[[Places, Positions], Collection[int]]:
        """Find what a move takes to a position, given where in the layer it is made and its effect.

        Where layers are folded, all those in the orbits of the layer's for which some symmetric
        move does so.
        """

    def counts(self, counts: Sequence[int]) -> Counts:
        """Numbers as counts, whose sum is sure to fit."""

    def filled(self, number: int, rank: int) -> Ranks:
        """The same rank for each of a number of positions."""

    def linked(self, moved: Sequence[Positions]) -> tuple[Positions, list[Places]]:
        """What one move or several lead to, sorted, each once; and of each the places there."""

    def finder(self, layer: Positions) -> Callable[[Sequence[Positions]], list[Places]]:
        """Find the places of positions that are in the layer, of several moves at once."""

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        """Set the rank at some places."""

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        """The ranks at some places."""

    def ranked(self, ranks: Ranks, rank: int) -> Places:
        """The places of a rank."""

    def number(self, positions: Positions, places: Places) -> int:
        """For how many positions those at some places stand."""
        return len(places)

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
