"""Positions with the values of all gates at them; bit vectors are arrays of 64-bit words.

Bit K of word N of a vector belongs to the position 64*N + K of its batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ttt_asp.positions.moves import Effect
from ttt_asp.positions.words import Words, number_of

Vector = Words
Counts = npt.NDArray[Any]  # of words, or of Python's integers once these are too small
Places = npt.NDArray[np.int64]

_WORD = (1 << 64) - 1


@dataclass
class Batch:
    """Positions with the values of all gates at them.

    Attributes:
        positions: the batch. start: the place of its first one in the layer.
        values: of each gate; `every` has all bits.
    """

    positions: Words
    start: int
    values: Sequence[Vector]
    every: Vector

    def any(self, vector: Vector) -> bool:
        """Whether a bit is set."""
        return bool(vector.any())

    def first(self, vector: Vector) -> int:
        """Return the first position whose bit is set."""
        return number_of(self.positions[:, int(self.bits(vector).argmax())])

    def indices(self, vector: Vector) -> Places:
        """Return the places in the layer of the bits that are set."""
        return np.flatnonzero(self.bits(vector)) + self.start

    def total(self, vector: Vector, counts: Counts) -> int:
        """Return the sum of the counts whose bit is set."""
        return int(self.selected(vector, counts).sum())

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        """Return the counts whose bit is set."""
        batch_counts: Counts = counts[self.start : self.start + self.positions.shape[1]]
        return batch_counts[self.bits(vector)]

    def move(self, vector: Vector, effect: Effect) -> Words:
        """Return the successors, by a move, of the positions whose bit is set, in their order."""
        mask = self.bits(vector)
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
            bit = self.bits(self.values[gate])[mask].astype(np.uint64)
            after[target // 64] |= bit << np.uint64(target % 64)
        return after

    def bits(self, vector: Vector) -> npt.NDArray[np.bool_]:
        """Return the bit of each position."""
        bits = np.unpackbits(vector.view(np.uint8), bitorder="little")
        return bits[: self.positions.shape[1]].view(np.bool_)

    def numbers(self, vectors: Sequence[Vector]) -> list[int]:
        """Return for each position the number whose bit N is its bit of the N-th vector."""
        eights = np.packbits([self.bits(vector) for vector in vectors], axis=0, bitorder="little")
        return [int.from_bytes(column.tobytes(), "little") for column in eights.T]
