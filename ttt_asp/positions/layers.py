"""Layers of positions: lists of packed positions here, whose bit vectors are Python's integers.

They need no numpy, whose import takes longer than all of 3x3; `numpy_layers` does the same for
arrays of large layers. Positions, counts and ranks are lists or arrays, a vector has a bit for each
position of a batch: an integer or an array of words. The layer's form decides which.

In a list the first position of a batch is the most significant bit of its vectors: so columns can
be read off the positions' binary texts.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from ttt_asp.positions.circuit.schedule import Schedule
from ttt_asp.positions.moves import Effect

# The positions of a layer, sorted; numbers that go with them; places among them; a batch's bits.
Positions = Any
Counts = Any
Ranks = Any
Places = Any
Vector = Any

# What a binary text's characters select: b"0" is false and b"1" is true.
_TRUTH = bytes.maketrans(b"01", b"\0\1")


@dataclass
class Batch:
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
        return bool(vector)

    def count(self, vector: Vector) -> int:
        """Return how many bits are set."""
        return int.bit_count(vector)

    def first(self, vector: Vector) -> int:
        """Return the first position whose bit is set."""
        position: int = self.positions[len(self.positions) - vector.bit_length()]
        return position

    def indices(self, vector: Vector) -> Places:
        """Return the places in the layer of the bits that are set."""
        end = self.start + len(self.positions)
        return list(compress(range(self.start, end), self._mask(vector)))

    def total(self, vector: Vector, counts: Counts) -> int:
        """Return the sum of the counts whose bit is set."""
        return int(sum(self.selected(vector, counts)))

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        """Return the counts whose bit is set."""
        end = self.start + len(self.positions)
        return list(compress(counts[self.start : end], self._mask(vector)))

    def move(self, vector: Vector, effect: Effect) -> Positions:
        """Return the successors, by a move, of the positions whose bit is set, in their order."""
        mask = self._mask(vector)
        keep, new = effect.keep, effect.set
        before = list(compress(self.positions, mask))
        after = [position & keep | new for position in before]
        for source, target in effect.copied:
            after = [a | (b >> source & 1) << target for a, b in zip(after, before, strict=True)]
        for gate, target in effect.computed:
            bits = compress(self._mask(self.values[gate]), mask)
            after = [a | bit << target for a, bit in zip(after, bits, strict=True)]
        return after

    def _mask(self, vector: Vector) -> Any:
        """Return for each position whether its bit is set."""
        return f"{vector:0{len(self.positions)}b}".encode().translate(_TRUTH)


class Form:
    """The operations on layers, which are lists here; another form does each in its own way.

    Attributes:
        grows: whether layers of this form are for few positions only.
        folds: whether layers have one position of each orbit under symmetries: a method that
            looks for a position in a layer takes all others of the orbit for that one.
    """

    grows = True
    folds = False

    def __init__(self, bits: int) -> None:
        """Make a form of layers of positions that have this number of bits."""
        self.bits = bits
        self._seen: set[int] = set()
        self._layers = 0

    def batches(self, positions: Positions, plan: Schedule) -> Iterator[Batch]:
        """Yield the layer a batch at a time, evaluated."""
        yield self.batch(positions, plan)

    def batch(self, positions: Positions, plan: Schedule, start: int = 0) -> Batch:
        """Evaluate gates at some positions."""
        every = (1 << len(positions)) - 1
        texts = [f"{position:0{self.bits}b}" for position in positions]
        columns = [int("".join(column), 2) for column in zip(*texts, strict=True)]
        columns.reverse()  # the last character of a text is bit 0
        return Batch(positions, start, plan.run(columns, 0, every), every)

    def gathered(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Join the positions that moves lead to: of each orbit the same position.

        The sum of all counts is sure to fit into the type of the counts returned.
        """
        together = [position for positions, _ in parts for position in positions]
        if any(counts is None for _, counts in parts):
            return together, None
        return together, [count for _, counts in parts for count in counts or ()]

    def merge(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Sort gathered positions, each once, and add up their counts."""
        if any(counts is None for _, counts in parts):
            return sorted(set().union(*(positions for positions, _ in parts))), None
        sums: dict[int, int] = {}
        for positions, counts in parts:
            for position, count in zip(positions, counts or (), strict=True):
                sums[position] = sums.get(position, 0) + count
        merged = sorted(sums)
        return merged, [sums[position] for position in merged]

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
        self._seen.update(*layers[self._layers :])
        self._layers = len(layers)
        if self._seen.isdisjoint(positions):
            return positions, counts
        fresh = [position not in self._seen for position in positions]
        kept = None if counts is None else list(compress(counts, fresh))
        return list(compress(positions, fresh)), kept

    def size(self, positions: Positions) -> int:
        """Return how many positions are kept."""
        return len(positions)

    def sizes(self, positions: Positions) -> Counts | None:
        """Return for how many positions each one stands; None where it stands for itself alone."""
        return None

    def memory(self, positions: Positions) -> int:
        """Return the approximate size in bytes."""
        return 48 * len(positions)

    def packed(self, positions: Sequence[int]) -> Positions:
        """Convert numbers to positions."""
        return list(positions)

    def unpacked(self, positions: Positions) -> list[int]:
        """Convert positions to numbers."""
        numbers: list[int] = positions
        return numbers

    def at(self, positions: Positions, place: int) -> int:
        """Return the position at a place, as a number."""
        return int(positions[place])

    def leading(
        self, layer: Positions, position: int
    ) -> Callable[[Places, Positions], Collection[int]]:
        """Return a function that finds a position's predecessors, given a move's places and effect.

        Where layers are folded, all positions in the orbits of the layer's from which some
        symmetric move leads there.
        """
        return lambda places, after: [
            layer[place] for place, other in zip(places, after, strict=True) if other == position
        ]

    def counts(self, counts: Sequence[int]) -> Counts:
        """Convert numbers to counts, whose sum is sure to fit."""
        return list(counts)

    def filled(self, number: int, rank: int) -> Ranks:
        """Return the same rank for each of a number of positions."""
        return [rank] * number

    def linked(self, moved: Sequence[Positions]) -> tuple[Positions, list[Places]]:
        """Return the successors by several moves, sorted, each once; and the places of each."""
        layer = sorted(set().union(*moved))
        return layer, self.finder(layer)(moved)

    def finder(self, layer: Positions) -> Callable[[Sequence[Positions]], list[Places]]:
        """Return a function that finds the places in the layer of several moves' successors."""
        index = {position: place for place, position in enumerate(layer)}
        return lambda moved: [[index[position] for position in positions] for positions in moved]

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        """Set the rank at some places."""
        for place in places:
            ranks[place] = rank

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        """Return the ranks at some places."""
        return [ranks[place] for place in places]

    def ranked(self, ranks: Ranks, rank: int) -> Places:
        """Return the places of a rank."""
        return [place for place, other in enumerate(ranks) if other == rank]

    def number(self, positions: Positions, places: Places) -> int:
        """Return for how many positions those at some places stand."""
        return len(places)

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
        for place, rank in zip(places, others, strict=True):
            if (rank > ranks[place]) if greatest else (rank < ranks[place]):
                ranks[place] = rank
