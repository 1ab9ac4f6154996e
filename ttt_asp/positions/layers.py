"""The interface of lists of positions (`list_layers`) and arrays of them (`numpy_layers`).

Positions, counts and ranks are lists or arrays, a vector has a bit for each position of a batch:
an integer or an array of words. The layer's form decides which.
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
        """Return how many bits are set."""

    def first(self, vector: Vector) -> int:
        """Return the first position whose bit is set."""

    def indices(self, vector: Vector) -> Places:
        """Return the places in the layer of the bits that are set."""

    def total(self, vector: Vector, counts: Counts) -> int:
        """Return the sum of the counts whose bit is set."""

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        """Return the counts whose bit is set."""

    def move(self, vector: Vector, effect: Effect) -> Positions:
        """Return the successors, by a move, of the positions whose bit is set, in their order."""


class Form(Protocol):
    """The operations on layers of one form.

    Attributes:
        grows: whether layers of this form are for few positions only.
        folds: whether layers have one position of each orbit under symmetries: a method that
            looks for a position in a layer takes all others of the orbit for that one.
    """

    grows: bool
    folds: bool

    def batches(self, positions: Positions, plan: Schedule) -> Iterator[Batch]:
        """Yield the layer a batch at a time, evaluated."""

    def batch(self, positions: Positions, plan: Schedule, start: int = 0) -> Batch:
        """Evaluate gates at some positions."""

    def gathered(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Join the positions that moves lead to: of each orbit the same position.

        The sum of all counts is sure to fit into the type of the counts returned.
        """

    def merge(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Sort gathered positions, each once, and add up their counts."""

    def without(
        self, positions: Positions, counts: Counts | None, layers: Sequence[Positions]
    ) -> tuple[Positions, Counts | None]:
        """Return the positions that are in none of the layers, and their counts.

        What it is given is remembered: a form is for the layers of one search.

        Args:
            positions: sorted.
            counts: theirs.
            layers: all so far; each call gets those of the call before, and more.
        """

    def size(self, positions: Positions) -> int:
        """Return how many positions are kept."""

    def sizes(self, positions: Positions) -> Counts | None:
        """Return for how many positions each one stands; None where it stands for itself alone."""
        return None

    def memory(self, positions: Positions) -> int:
        """Return the approximate size in bytes."""

    def packed(self, positions: Sequence[int]) -> Positions:
        """Convert numbers to positions."""

    def unpacked(self, positions: Positions) -> list[int]:
        """Convert positions to numbers."""

    def at(self, positions: Positions, place: int) -> int:
        """Return the position at a place, as a number."""

    def leading(
        self, layer: Positions, position: int
    ) -> Callable[[Places, Positions], Collection[int]]:
        """Return a function that finds a position's predecessors, given a move's places and effect.

        Where layers are folded, all positions in the orbits of the layer's from which some
        symmetric move leads there.
        """

    def counts(self, counts: Sequence[int]) -> Counts:
        """Convert numbers to counts, whose sum is sure to fit."""

    def filled(self, number: int, rank: int) -> Ranks:
        """Return the same rank for each of a number of positions."""

    def linked(self, moved: Sequence[Positions]) -> tuple[Positions, list[Places]]:
        """Return the successors by several moves, sorted, each once; and the places of each."""

    def finder(self, layer: Positions) -> Callable[[Sequence[Positions]], list[Places]]:
        """Return a function that finds the places in the layer of several moves' successors."""

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        """Set the rank at some places."""

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        """Return the ranks at some places."""

    def ranked(self, ranks: Ranks, rank: int) -> Places:
        """Return the places of a rank."""

    def number(self, positions: Positions, places: Places) -> int:
        """Return for how many positions those at some places stand."""
        return len(places)

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
