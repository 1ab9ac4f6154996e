"""Layers of positions, as all forms of them are handled: lists for few positions, else arrays.

Positions, numbers that go with them, and bit vectors are of a type for each form. Most code handles
them without knowing which: its own types (`Positions`, `Numbers`, `Vector`) only keep them apart.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Generic, Protocol, Self, TypeVar

from ttt_asp.positions.gates import Schedule
from ttt_asp.positions.moves import Effect
from ttt_asp.records import dataclass

# The positions of a layer, sorted; a number for each, or the places of some; the bits of a batch.
P = TypeVar("P")
N = TypeVar("N")
V = TypeVar("V", bound="Vector")


@dataclass
class Batch(ABC, Generic[P, N, V]):
    """Positions with the values of all gates at them.

    Attributes:
        positions: the batch. start: the place of its first one in the layer.
        values: of each gate; `every` has all bits.
        chosen: for actions of roles that are asked, by number, where plays take them.
        failing: where such a role has no legal move, so that plays get stuck; None for nowhere.
    """

    positions: P
    start: int
    values: list[V]
    every: V
    chosen: dict[int, V] = field(default_factory=dict)
    failing: V | None = None

    @abstractmethod
    def run(self, plan: Schedule, more: Sequence[V] = ()) -> list[V]:
        """Return the values of other gates.

        Args:
            plan: which, and how.
            more: the inputs that follow the bits of positions.
        """

    def value(self, effect: Effect, gate: int) -> V:
        """Return the value of a gate that an effect rests on."""
        values: Sequence[V] = self.values if effect.values is None else effect.values
        return values[gate]

    def evaluate(self, gates: Iterable[int], planned: Callable[[frozenset[int]], Schedule]) -> None:
        """Evaluate gates that have no value yet.

        Args:
            gates: which.
            planned: returns how.
        """
        values = self.values
        missing = frozenset(g for g in gates if g >= len(values) or values[g] is None)
        if missing:
            more = self.run(planned(missing))
            values += more[len(values) :]
            for gate in missing:
                values[gate] = more[gate]

    @abstractmethod
    def any(self, vector: V) -> bool:
        """Whether a bit is set."""

    @abstractmethod
    def count(self, vector: V) -> int:
        """Return how many bits are set."""

    @abstractmethod
    def first(self, vector: V) -> int:
        """Return the first position whose bit is set."""

    @abstractmethod
    def indices(self, vector: V) -> N:
        """Return the places in the layer of the bits that are set."""

    @abstractmethod
    def vector(self, places: Sequence[int]) -> V:
        """Return the vector whose bits are set at some places in the layer: see `indices`."""

    @abstractmethod
    def packed(self, vector: V) -> list[int]:
        """Return the positions whose bit is set, as numbers, in their order."""

    @abstractmethod
    def keys(self, vectors: Sequence[V], where: V) -> list[int]:
        """Return for each position whose bit is set in `where` its bits in several vectors.

        Bit N of a key is the position's in the N-th vector.
        """

    @abstractmethod
    def total(self, vector: V, counts: N) -> int:
        """Return the sum of the counts whose bit is set."""

    @abstractmethod
    def selected(self, vector: V, counts: N) -> N:
        """Return the counts whose bit is set."""

    @abstractmethod
    def move(self, vector: V, effect: Effect) -> P:
        """Return the successors, by a move, of the positions whose bit is set, in their order."""


@dataclass
class Incoming(ABC, Generic[N]):
    """Moves between places, seen from where they lead.

    Attributes:
        moves: how many moves lead from each place.
    """

    moves: N

    @abstractmethod
    def before(self, places: N) -> N:
        """Return from where moves lead to some places, once for each move."""

    @abstractmethod
    def add_up(self, counts: N, places: N) -> None:
        """Set the counts of some places, to each of which a move leads, to the sums before them."""


class Form(ABC, Generic[P, N, V]):
    """The operations on layers.

    Attributes:
        grows: whether layers of this form are for few positions only.
        group: the symmetries under which layers have one position of each orbit: a method that
            looks for a position in a layer takes all others of the orbit for that one.
    """

    grows = False
    group: Sequence[tuple[int, ...]] = ()

    @property
    def folds(self) -> bool:
        """Whether layers have one position of each orbit under symmetries."""
        return bool(self.group)

    @abstractmethod
    def batches(self, positions: P, plan: Schedule) -> Iterator[Batch[P, N, V]]:
        """Yield the layer a batch at a time, evaluated."""

    @abstractmethod
    def batch(self, positions: P, plan: Schedule, start: int = 0) -> Batch[P, N, V]:
        """Evaluate gates at some positions."""

    @abstractmethod
    def gathered(self, parts: Sequence[tuple[P, N | None]]) -> tuple[P, N | None]:
        """Join the positions that moves lead to: of each orbit the same position.

        The sum of all counts is sure to fit into the type of the counts returned.
        """

    @abstractmethod
    def merge(self, parts: Sequence[tuple[P, N | None]]) -> tuple[P, N | None]:
        """Sort gathered positions, each once, and add up their counts."""

    @abstractmethod
    def without(self, positions: P, counts: N | None, layers: Sequence[P]) -> tuple[P, N | None]:
        """Return the positions that are in none of the layers, and their counts.

        What it is given is remembered: a form is for the layers of one search.

        Args:
            positions: sorted.
            counts: theirs.
            layers: all so far; each call gets those of the call before, and more.
        """

    @abstractmethod
    def size(self, positions: P) -> int:
        """Return how many positions are kept."""

    def sizes(self, positions: P) -> N | None:
        """Return for how many positions each one stands; None where it stands for itself alone."""
        return None

    @abstractmethod
    def sum(self, numbers: N) -> int:
        """Return the sum of numbers."""

    @abstractmethod
    def memory(self, positions: P) -> int:
        """Return the approximate size in bytes."""

    @abstractmethod
    def packed(self, positions: Sequence[int]) -> P:
        """Convert numbers to positions."""

    @abstractmethod
    def unpacked(self, positions: P) -> list[int]:
        """Convert positions to numbers."""

    @abstractmethod
    def at(self, positions: P, place: int) -> int:
        """Return the position at a place, as a number."""

    @abstractmethod
    def leading(self, layer: P, position: int) -> Callable[[N, P], Collection[int]]:
        """Return a function that finds a position's predecessors, given a move's places and effect.

        Where layers are folded, all positions in the orbits of the layer's from which some
        symmetric move leads there.
        """

    @abstractmethod
    def counts(self, counts: Sequence[int]) -> N:
        """Convert numbers to counts, whose sum is sure to fit."""

    @abstractmethod
    def zeros(self, number: int) -> N:
        """Return 0 for each of a number of positions, to be replaced by counts of any size."""

    @abstractmethod
    def filled(self, number: int, rank: int) -> N:
        """Return the same rank for each of a number of positions."""

    @abstractmethod
    def linked(self, moved: Sequence[P]) -> tuple[P, list[N]]:
        """Return the successors by several moves, sorted, each once; and the places of each."""

    @abstractmethod
    def finder(self, layer: P) -> Callable[[Sequence[P]], list[N]]:
        """Return a function that finds the places in the layer of several moves' successors."""

    @abstractmethod
    def numbers(self, numbers: N) -> list[int]:
        """Convert places, or ranks, to Python's integers."""

    @abstractmethod
    def put(self, ranks: N, places: N, rank: int) -> None:
        """Set the rank at some places."""

    @abstractmethod
    def taken(self, ranks: N, places: N) -> N:
        """Return the ranks at some places."""

    @abstractmethod
    def ranked(self, ranks: N, rank: int) -> N:
        """Return the places of a rank."""

    @abstractmethod
    def number(self, positions: P, places: N) -> int:
        """Return for how many positions those at some places stand."""

    @abstractmethod
    def improve(self, ranks: N, places: N, others: N, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""

    @abstractmethod
    def incoming(self, size: int, sources: Sequence[N], targets: Sequence[N]) -> "Incoming[N]":
        """Turn moves between places round.

        Args:
            size: how many places there are.
            sources: from where some moves lead, in parts.
            targets: to where each of them does.
        """

    @abstractmethod
    def lessen(self, numbers: N, places: N) -> N:
        """Take one from the numbers of moves at places, each time that these are there.

        Returns:
            The places whose number was more than 0 before and is not any more, each once.
        """


class Positions:
    """The positions of a layer, whatever its form: lists or arrays."""


Numbers = Sequence[int]
# What the numbers of positions are: of plays that come there, or their places in a layer, or ranks.
Counts = Numbers
Places = Numbers
Ranks = Numbers


class Vector(Protocol):
    """A bit for each position of a batch, whatever the form: an integer or an array of words."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __xor__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...


AnyBatch = Batch[Positions, Numbers, Vector]
AnyForm = Form[Positions, Numbers, Vector]
AnyIncoming = Incoming[Numbers]
