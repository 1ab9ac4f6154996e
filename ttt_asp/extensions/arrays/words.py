"""Positions as words: their bits as vectors, by transposition, and keys in their order."""

from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

# For each round of the transposition the distance, and the bits whose number lacks it.
_ROUNDS = [
    (np.uint64(j), np.uint64(sum(1 << bit for bit in range(64) if not bit & j)))
    for j in (32, 16, 8, 4, 2, 1)
]


def transposed(row: Words, blocks: int) -> Words:
    """Return a vector for each bit of the words: 64 x 64 bits at a time."""
    padded = row
    if len(row) != 64 * blocks:
        padded = np.zeros(64 * blocks, np.uint64)
        padded[: len(row)] = row
    # always a copy: it is worked on in place
    return _exchanged(padded.reshape(blocks, 64).T.copy(order="C"))


def restored(bits: Words, number: int) -> Words:
    """Return the first `number` words from a vector for each bit; the vectors are used up."""
    return _exchanged(bits).T.reshape(-1)[:number]


def _exchanged(bits: Words) -> Words:
    """Transpose 64 x 64 bits, in six rounds of exchanges."""
    blocks = bits.shape[1]
    for distance, mask in _ROUNDS:
        j = int(distance)
        halves = bits.reshape(32 // j, 2, j, blocks)
        low, high = halves[:, 0], halves[:, 1]
        exchanged = ((low >> distance) ^ high) & mask
        high ^= exchanged
        low ^= exchanged << distance
    return bits


def keys_of(positions: Words) -> npt.NDArray[Any]:
    """Return positions as single values in their order; longer ones as bytes, high ones first.

    Bytes of one length compare as numbers do, though numpy takes no notice of zeros at their end.
    """
    if len(positions) == 1:
        row: npt.NDArray[Any] = positions[0]
        return row
    rows = np.ascontiguousarray(positions[::-1].T).astype(">u8")
    keys: npt.NDArray[Any] = rows.view(f"S{8 * len(positions)}")[:, 0]
    return keys


def number_of(words: Words) -> int:
    """Return a position's words as one number."""
    return sum(int(word) << 64 * n for n, word in enumerate(words))
