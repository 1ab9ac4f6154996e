"""Large layers: numpy arrays of 64-bit words; bit vectors are arrays of words too.

A layer is an array of a row for each word of a position, least significant first, and a column
for each position. Bit K of word N of a vector belongs to the position 64*N + K of its batch.
`layers` documents the methods.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ttt_asp.extensions.arrays.words import keys_of, number_of, transposed
from ttt_asp.positions.gates import Schedule
from ttt_asp.positions.layers import Batch, Form, Incoming
from ttt_asp.positions.moves import Effect

# The same methods have other types here than for lists.
_Batch: Any = Batch
_Incoming: Any = Incoming
_Form: Any = Form
Words = npt.NDArray[np.uint64]
Vector = Words
Numbers = npt.NDArray[Any]
Counts = Numbers  # of words, or of Python's integers once these are too small
Ranks = Numbers  # of the shortest numbers that are long enough
Places = Numbers  # of 64-bit integers

# Positions evaluated at once: a vector of 16 KB, so that the live ones fit in the cache.
BATCH = 1 << 17
_WORD = (1 << 64) - 1
_ALL = np.uint64(_WORD)


@dataclass
class LargeBatch(_Batch):  # type: ignore[misc]
    """Positions of an array, with the values of gates at them, and the number of their bits."""

    positions: Words
    start: int
    values: list[Words]
    every: Words
    bits: int = 0

    def run(self, plan: Schedule, more: Sequence[Words] = ()) -> list[Words]:
        columns: list[Words] = []
        for row in self.positions:
            columns.extend(transposed(row, len(self.every)))
        # a word has bits that no fluent has
        columns[self.bits :] = more
        return plan.run(columns, np.zeros_like(self.every), self.every)

    def any(self, vector: Vector) -> bool:
        return bool(vector.any())

    def count(self, vector: Vector) -> int:
        return int(np.bitwise_count(vector).sum())

    def first(self, vector: Vector) -> int:
        return number_of(self.positions[:, int(self._mask(vector).argmax())])

    def indices(self, vector: Vector) -> Places:
        return np.flatnonzero(self._mask(vector)) + self.start

    def vector(self, places: Sequence[int]) -> Vector:
        bits = np.zeros(64 * len(self.every), np.uint8)
        bits[np.array(places, np.int64) - self.start] = 1
        return np.packbits(bits, bitorder="little").view(np.uint64)

    def packed(self, vector: Vector) -> list[int]:
        mask = self._mask(vector)
        return _numbers([row[mask] for row in self.positions])

    def keys(self, vectors: Sequence[Vector], where: Vector) -> list[int]:
        mask, words = self._mask(where), list[Words]()
        for number, vector in enumerate(vectors):
            if number % 64 == 0:
                words.append(np.zeros(int(mask.sum()), np.uint64))
            words[-1] |= self._mask(vector)[mask].astype(np.uint64) << np.uint64(number % 64)
        return _numbers(words)

    def total(self, vector: Vector, counts: Counts) -> int:
        return int(self.selected(vector, counts).sum())

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        batch_counts: Counts = counts[self.start : self.start + self.positions.shape[1]]
        return batch_counts[self._mask(vector)]

    def move(self, vector: Vector, effect: Effect) -> Words:
        mask = self._mask(vector)
        before = np.stack([row[mask] for row in self.positions])
        after = np.empty_like(before)
        for number in range(len(before)):
            keep, new = (x >> 64 * number & _WORD for x in (effect.keep, effect.set))
            np.bitwise_and(before[number], np.uint64(keep), out=after[number])
            after[number] |= np.uint64(new)
        for source, target in effect.copied:
            bit = before[source // 64] >> np.uint64(source % 64) & np.uint64(1)
            after[target // 64] |= bit << np.uint64(target % 64)
        for gate, target in effect.computed:
            here = vector & self.value(effect, gate)
            if here.any():  # of the effect of any moves mostly not
                bit = self._mask(here)[mask].astype(np.uint64)
                after[target // 64] |= bit << np.uint64(target % 64)
        return after

    def _mask(self, vector: Vector) -> npt.NDArray[np.bool_]:
        bits = np.unpackbits(vector.view(np.uint8), bitorder="little")
        return bits[: self.positions.shape[1]].view(np.bool_)


@dataclass
class LargeIncoming(_Incoming):  # type: ignore[misc]
    """Moves between places.

    Attributes:
        sources: from where moves lead, in the order of where they lead to.
        bounds: for each place where those that lead there begin; the last is the end of all.
    """

    moves: Numbers
    sources: Places
    bounds: Numbers

    def before(self, places: Places) -> Places:
        starts, ends = self.bounds[places], self.bounds[places + 1]
        lengths = ends - starts
        shifts = np.repeat(ends - np.cumsum(lengths), lengths)
        return self.sources[shifts + np.arange(len(shifts))]

    def add_up(self, counts: Counts, places: Places) -> None:
        lengths = self.bounds[places + 1] - self.bounds[places]
        counts[places] = np.add.reduceat(counts[self.before(places)], np.cumsum(lengths) - lengths)


class NumpyForm(_Form):  # type: ignore[misc]
    """The operations on layers that are arrays."""

    grows = False

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.words = max(1, -(-bits // 64))
        self._sizes: list[tuple[int, int]] = []

    def batches(self, positions: Words, plan: Schedule) -> Iterator[LargeBatch]:
        for start in range(0, positions.shape[1], BATCH):
            yield self.batch(positions[:, start : start + BATCH], plan, start)

    def batch(self, positions: Words, plan: Schedule, start: int = 0) -> LargeBatch:
        number = positions.shape[1]
        blocks = -(-number // 64)
        every = np.full(blocks, _ALL)
        if number % 64:
            every[-1] = np.uint64((1 << number % 64) - 1)
        batch = LargeBatch(positions, start, [], every, bits=self.bits)
        batch.values = batch.run(plan)
        return batch

    def gathered(self, parts: Sequence[tuple[Words, Counts | None]]) -> tuple[Words, Counts | None]:
        positions, counts = _joined(parts)
        return self._sorted(self._least(positions), counts, None)

    def _least(self, positions: Words) -> Words:
        """Replace each position by the same one of its orbit, where the form folds; in place."""
        return positions

    def merge(self, parts: Sequence[tuple[Words, Counts | None]]) -> tuple[Words, Counts | None]:
        # sorted parts are merged by a stable sort in a twentieth of the time
        return parts[0] if len(parts) == 1 else self._sorted(*_joined(parts), "stable")

    def _sorted(
        self, positions: Words, counts: Counts | None, kind: Literal["stable"] | None
    ) -> tuple[Words, Counts | None]:
        """Sort positions, each once, and add up their counts; the arguments are used up."""
        if self.words == 1 and counts is None:
            positions[0].sort(kind=kind)
            fresh = _distinct(positions)
            return positions[0][fresh][None, :], None
        order = positions[0].argsort(kind=kind) if self.words == 1 else np.lexsort(positions)
        ordered = np.stack([row[order] for row in positions])
        fresh = _distinct(ordered)
        merged = np.stack([row[fresh] for row in ordered])
        if counts is None:
            return merged, None
        return merged, np.add.reduceat(counts[order], np.flatnonzero(fresh))

    def without(
        self, positions: Words, counts: Counts | None, layers: Sequence[Words]
    ) -> tuple[Words, Counts | None]:
        self._sizes += [_sizes(layer) for layer in layers[len(self._sizes) :]]
        fresh = np.ones(positions.shape[1], np.bool_)
        low, high = _sizes(positions)
        for layer, (least, greatest) in zip(layers, self._sizes, strict=True):
            # layers of positions of other sizes need no search; in many games these are all. Others
            # are searched one by one: with `--scratch` they may not fit in memory together
            if least <= high and low <= greatest:
                fresh &= ~self._among(positions, layer)
        if fresh.all():
            return positions, counts
        return positions[:, fresh], None if counts is None else counts[fresh]

    def _among(self, positions: Words, layer: Words) -> npt.NDArray[np.bool_]:
        known, keys = keys_of(layer), keys_of(positions)
        places = np.searchsorted(known, keys)
        places[places == len(known)] = 0
        contained: npt.NDArray[np.bool_] = known[places] == keys
        return contained

    def size(self, positions: Words) -> int:
        return int(positions.shape[1])

    def sum(self, numbers: Numbers) -> int:
        return int(numbers.sum())

    def memory(self, positions: Words) -> int:
        return positions.nbytes

    def unpacked(self, positions: Words) -> list[int]:
        numbers: list[int] = positions[-1].tolist()
        for row in positions[-2::-1]:
            numbers = [high << 64 | low for high, low in zip(numbers, row.tolist(), strict=True)]
        return numbers

    def at(self, positions: Words, place: int) -> int:
        return number_of(positions[:, place])

    def leading(self, layer: Words, position: int) -> Callable[[Places, Words], Collection[int]]:
        words = self.packed([position])
        return lambda places, after: [
            self.at(layer, int(place)) for place in places[(after == words).all(axis=0)]
        ]

    def packed(self, positions: Sequence[int]) -> Words:
        rows = [[p >> 64 * n & _WORD for p in positions] for n in range(self.words)]
        return np.array(rows, np.uint64)

    def counts(self, counts: Sequence[int]) -> Counts:
        return np.array(counts, np.uint64 if sum(counts) <= _WORD else object)

    def zeros(self, number: int) -> Counts:
        return np.zeros(number, object)

    def filled(self, number: int, rank: int) -> Ranks:
        return np.full(number, rank, np.min_scalar_type(rank))

    def linked(self, moved: Sequence[Words]) -> tuple[Words, list[Places]]:
        positions = self._least(np.concatenate(moved, axis=1))
        layer, _ = self._sorted(positions.copy(), None, None)
        return layer, _move_places(keys_of(layer), positions, moved)

    def finder(self, layer: Words) -> Callable[[Sequence[Words]], list[Places]]:
        known = keys_of(layer)
        return lambda moved: _move_places(known, self._least(np.concatenate(moved, axis=1)), moved)

    def numbers(self, numbers: Numbers) -> list[int]:
        converted: list[int] = numbers.tolist()
        return converted

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        ranks[places] = rank

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        return ranks[places]

    def ranked(self, ranks: Ranks, rank: int) -> Places:
        return np.flatnonzero(ranks == rank)

    def number(self, positions: Words, places: Places) -> int:
        return len(places)

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        choose = np.maximum if greatest else np.minimum
        ranks[places] = choose(ranks[places], others)

    def incoming(
        self, size: int, sources: Sequence[Places], targets: Sequence[Places]
    ) -> "LargeIncoming":
        short = np.min_scalar_type(size)
        here, there = _together(sources, short), _together(targets, short)
        order = there.argsort(kind="stable")
        bounds = np.searchsorted(there[order], np.arange(size + 1))
        return LargeIncoming(np.bincount(here, minlength=size), here[order], bounds)

    def lessen(self, numbers: Numbers, places: Places) -> Places:
        open_places = places[numbers[places] > 0]
        np.subtract.at(numbers, open_places, 1)
        return np.unique(open_places[numbers[open_places] <= 0])


def _numbers(rows: Sequence[Words]) -> list[int]:
    """Return the numbers that are made of several words each, the least significant first."""
    numbers: list[int] = rows[0].tolist()
    for word, row in enumerate(rows[1:], 1):
        high = row.tolist()
        numbers = [n | h << 64 * word for n, h in zip(numbers, high, strict=True)]
    return numbers


def _sizes(positions: Words) -> tuple[int, int]:
    """Return the least and the greatest number of fluents that hold."""
    sizes = np.bitwise_count(positions).sum(axis=0, dtype=np.int64)
    return int(sizes.min()), int(sizes.max())


def _distinct(rows: Words) -> npt.NDArray[np.bool_]:
    """Mark the columns of a sorted array that differ from the one before."""
    fresh = np.ones(rows.shape[1], np.bool_)
    if len(rows) == 1:
        np.not_equal(rows[0, 1:], rows[0, :-1], out=fresh[1:])
    else:
        (rows[:, 1:] != rows[:, :-1]).any(axis=0, out=fresh[1:])
    return fresh


def _joined(parts: Sequence[tuple[Words, Counts | None]]) -> tuple[Words, Counts | None]:
    """Join positions into one array, and their counts into one whose type fits their sum."""
    together = np.concatenate([positions for positions, _ in parts], axis=1)
    counted = [counts for _, counts in parts if counts is not None]
    if len(counted) < len(parts):
        return together, None
    if sum(int(counts.sum()) for counts in counted) > _WORD:
        counted = [counts.astype(object) for counts in counted]
    return together, np.concatenate(counted)


def _together(parts: Sequence[Places], kind: np.dtype[Any]) -> Places:
    return np.concatenate([np.empty(0, kind), *(part.astype(kind) for part in parts)])


def _move_places(known: npt.NDArray[Any], positions: Words, moved: Sequence[Words]) -> list[Places]:
    """Return the places of the positions of each move, given the keys of a layer."""
    places = np.searchsorted(known, keys_of(positions))
    return np.split(places, np.cumsum([words.shape[1] for words in moved])[:-1])
