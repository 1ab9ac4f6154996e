"""Layers of positions: numpy arrays of 64-bit words.

A layer is an array of a row for each word of a position, least significant first, and a column
for each position; they are sorted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ttt_asp.positions.batch import Batch, Counts, Places
from ttt_asp.positions.circuit.schedule import Schedule
from ttt_asp.positions.words import Words, distinct, keys_of, number_of, transposed

Positions = Words
Ranks = npt.NDArray[Any]  # of the shortest numbers that are long enough

# Positions evaluated at once: a vector of 16 KB, so that the live ones fit in the cache.
BATCH = 1 << 17
_WORD = (1 << 64) - 1
_ALL = np.uint64(_WORD)


class Form:
    """The operations on layers.

    Attributes:
        folds: whether layers have one position of each orbit under symmetries: a method that
            looks for a position in a layer takes all others of the orbit for that one.
    """

    folds = False

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.words = max(1, -(-bits // 64))
        self._sizes: list[tuple[int, int]] = []

    def afresh(self) -> "Form":
        """Return the same form for other layers: `without` remembers those that it was given."""
        return Form(self.bits)

    def batches(self, positions: Positions, plan: Schedule) -> Iterator[Batch]:
        """Yield the layer a batch at a time, evaluated."""
        for start in range(0, positions.shape[1], BATCH):
            yield self.batch(positions[:, start : start + BATCH], plan, start)

    def batch(self, positions: Positions, plan: Schedule, start: int = 0) -> Batch:
        """Evaluate gates at some positions."""
        number = positions.shape[1]
        blocks = -(-number // 64)
        every = np.full(blocks, _ALL)
        if number % 64:
            every[-1] = np.uint64((1 << number % 64) - 1)
        columns: list[Words] = []
        for row in positions:
            columns.extend(transposed(row, blocks))
        none = np.zeros(blocks, np.uint64)
        return Batch(positions, start, plan.run(columns, none, every), every)

    def gathered(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Join the positions that moves lead to: of each orbit the same position."""
        positions, counts = _joined(parts)
        return self._sorted(self._least(positions), counts, None)

    def _least(self, positions: Positions) -> Positions:
        """Replace each position by the same one of its orbit, where the form folds; in place."""
        return positions

    def merge(
        self, parts: Sequence[tuple[Positions, Counts | None]]
    ) -> tuple[Positions, Counts | None]:
        """Sort gathered positions, each once, and add up their counts."""
        # sorted parts are merged by a stable sort in a twentieth of the time
        return parts[0] if len(parts) == 1 else self._sorted(*_joined(parts), "stable")

    def _sorted(
        self, positions: Positions, counts: Counts | None, kind: Literal["stable"] | None
    ) -> tuple[Positions, Counts | None]:
        """Sort positions, each once, and add up their counts; the arguments are used up."""
        if self.words == 1 and counts is None:
            positions[0].sort(kind=kind)
            fresh = distinct(positions)
            return positions[0][fresh][None, :], None
        order = positions[0].argsort(kind=kind) if self.words == 1 else np.lexsort(positions)
        ordered = np.stack([row[order] for row in positions])
        fresh = distinct(ordered)
        merged = np.stack([row[fresh] for row in ordered])
        if counts is None:
            return merged, None
        return merged, np.add.reduceat(counts[order], np.flatnonzero(fresh))

    def without(
        self, positions: Positions, counts: Counts | None, layers: Sequence[Positions]
    ) -> tuple[Positions, Counts | None]:
        """Return the positions that are in none of the layers, and their counts.

        Args:
            positions: sorted.
            counts: theirs.
            layers: all so far; each call gets those of the call before, and more.
        """
        self._sizes += [_sizes(layer) for layer in layers[len(self._sizes) :]]
        low, high = _sizes(positions)
        # layers of positions of other sizes need no search; in many games these are all
        near = [
            keys_of(layer)
            for layer, (least, greatest) in zip(layers, self._sizes, strict=True)
            if least <= high and low <= greatest
        ]
        if not near:
            return positions, counts
        fresh = np.isin(keys_of(positions), np.concatenate(near), assume_unique=True, invert=True)
        if fresh.all():
            return positions, counts
        return positions[:, fresh], None if counts is None else counts[fresh]

    def size(self, positions: Positions) -> int:
        """Return how many positions are kept."""
        return int(positions.shape[1])

    def sizes(self, positions: Positions) -> Counts:
        """Return for how many positions each one stands."""
        return np.ones(positions.shape[1], np.uint8)

    def packed(self, positions: Sequence[int]) -> Positions:
        """Convert numbers to positions."""
        rows = [[p >> 64 * n & _WORD for p in positions] for n in range(self.words)]
        return np.array(rows, np.uint64)

    def unpacked(self, positions: Positions) -> list[int]:
        """Convert positions to numbers."""
        if self.words == 1:
            return [int(p) for p in positions[0]]
        return [number_of(column) for column in positions.T]

    def at(self, positions: Positions, place: int) -> int:
        """Return the position at a place, as a number."""
        return number_of(positions[:, place])

    def leading(
        self, layer: Positions, position: int
    ) -> Callable[[Places, Positions], Collection[int]]:
        """Return a function that finds a position's predecessors, given a move's places and effect.

        Where layers are folded, all positions in the orbits of the layer's from which some
        symmetric move leads there.
        """
        words = self.packed([position])
        return lambda places, after: [
            self.at(layer, int(place)) for place in places[(after == words).all(axis=0)]
        ]

    def counts(self, counts: Sequence[int]) -> Counts:
        """Convert numbers to counts, whose sum is sure to fit."""
        return np.array(counts, np.uint64 if sum(counts) <= _WORD else object)

    def filled(self, number: int, rank: int) -> Ranks:
        """Return the same rank for each of a number of positions."""
        return np.full(number, rank, np.min_scalar_type(rank))

    def linked(self, moved: Sequence[Positions]) -> tuple[Positions, list[Places]]:
        """Return the successors by several moves, sorted, each once; and the places of each."""
        positions = self._least(np.concatenate(moved, axis=1))
        layer, _ = self._sorted(positions.copy(), None, None)
        return layer, _move_places(layer, positions, moved)

    def finder(self, layer: Positions) -> Callable[[Sequence[Positions]], list[Places]]:
        """Return a function that finds the places in the layer of several moves' successors."""
        return lambda moved: _move_places(layer, self._least(np.concatenate(moved, axis=1)), moved)

    def number(self, positions: Positions, places: Places) -> int:
        """Return for how many positions those at some places stand."""
        return int(self.sizes(positions[:, places]).sum())

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
        choose = np.maximum if greatest else np.minimum
        ranks[places] = choose(ranks[places], others)


def _sizes(positions: Positions) -> tuple[int, int]:
    """Return the least and the greatest number of fluents that hold."""
    sizes = np.bitwise_count(positions).sum(axis=0, dtype=np.int64)
    return int(sizes.min()), int(sizes.max())


def _joined(
    parts: Sequence[tuple[Positions, Counts | None]],
) -> tuple[Positions, Counts | None]:
    """Join positions into one array, and their counts into one whose type fits their sum."""
    together = np.concatenate([positions for positions, _ in parts], axis=1)
    counted = [counts for _, counts in parts if counts is not None]
    if len(counted) < len(parts):
        return together, None
    if sum(int(counts.sum()) for counts in counted) > _WORD:
        counted = [counts.astype(object) for counts in counted]
    return together, np.concatenate(counted)


def _move_places(
    layer: Positions, positions: Positions, moved: Sequence[Positions]
) -> list[Places]:
    """Return the places in a layer of the positions of each move."""
    places = np.searchsorted(keys_of(layer), keys_of(positions))
    return np.split(places, np.cumsum([words.shape[1] for words in moved])[:-1])
