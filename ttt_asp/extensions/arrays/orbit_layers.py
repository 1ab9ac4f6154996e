"""Large layers up to symmetry: of each orbit of positions one, the smallest as a number.

A group permutes the bits of positions. The images of many positions are compared at once, bit
by bit from the highest: a permutation of bits only exchanges vectors, of a bit for each position.
`layers` documents the methods.

Plays are counted by orbits. Let W(O) be the number of plays (beginnings of plays, to be exact)
that come to any position of the orbit O after N moves. A symmetry takes moves of plays to moves of
plays, so every position of O has the same number m(O, O') of moves into the orbit O', and
W(O') is the sum over all O of W(O) m(O, O'). To add up the counts of the one position that is
kept, for each of its moves, is therefore exact: no orbit's size enters, only the numbers of
positions need these. There is one first position, and W of its orbit, which is itself, is 1.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from ttt_asp.extensions.arrays.groups import Permutation, image_of
from ttt_asp.extensions.arrays.numpy_layers import Counts, NumpyForm, Places, Words
from ttt_asp.extensions.arrays.symmetry import symmetry_group
from ttt_asp.extensions.arrays.words import restored, transposed
from ttt_asp.positions import layers
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Form, Positions
from ttt_asp.positions.machine import Machine

# Positions whose images are compared at once: vectors of 32 KB, which fit in the cache.
_AT_ONCE = 1 << 18
# Moves times rules up to which symmetries are looked for, where moves are made together.
MOST_EFFECTS = 4_000_000
_WORD = (1 << 64) - 1
_ALL = np.uint64(_WORD)


class OrbitForm(NumpyForm):
    """The operations on arrays of one position of each orbit."""

    def __init__(self, bits: int, group: Sequence[Permutation]) -> None:
        """Make a form of layers up to a group's symmetries.

        Args:
            bits: of a position.
            group: its elements, permutations of the bits, the identity first.
        """
        super().__init__(bits)
        self.group = group
        # bits that move, the highest first; of each element the vectors that take their places
        self._moving = [
            bit for bit in range(bits - 1, -1, -1) if any(element[bit] != bit for element in group)
        ]
        rows = {bit: row for row, bit in enumerate(self._moving)}
        self._sources = []
        for element in group[1:]:
            source = np.empty(len(rows), np.intp)
            for bit, row in rows.items():
                source[rows[element[bit]]] = row
            self._sources.append(source)

    def least(self, positions: Sequence[int]) -> list[int]:
        """Return for each position, a number, the one of its orbit that stands for all."""
        return self.unpacked(self._least(self.packed(positions)))

    def number_of(self, positions: Sequence[int]) -> int:
        """Return for how many positions these stand together."""
        return int(self.sizes(self.packed(positions)).sum())

    def number(self, positions: Words, places: Places) -> int:
        return int(self.sizes(positions[:, places]).sum())

    def sizes(self, positions: Words) -> Counts:
        sizes = np.empty(positions.shape[1], np.min_scalar_type(len(self.group)))
        for start in range(0, len(sizes), _AT_ONCE):
            chunk = positions[:, start : start + _AT_ONCE]
            bits = self._vectors(chunk)[self._moving]
            fixing = np.ones(chunk.shape[1], sizes.dtype)
            for source in self._sources:
                moved = np.bitwise_or.reduce(bits[source] ^ bits, axis=0)
                if (moved != _ALL).any():
                    mask = np.unpackbits(moved.view(np.uint8), bitorder="little")
                    fixing += mask[: len(fixing)] == 0
            sizes[start : start + _AT_ONCE] = len(self.group) // fixing
        return sizes

    def leading(self, layer: Words, position: int) -> Callable[[Places, Words], set[int]]:
        # where a move reaches an image of the position, map its source back with that image
        back: dict[int, list[Permutation]] = {}
        for element in self.group:
            before = sum(1 << bit for bit, image in enumerate(element) if position >> image & 1)
            back.setdefault(before, []).append(element)
        low = np.array([before & _WORD for before in back], np.uint64)

        def sources(places: Places, after: Words) -> set[int]:
            found = set[int]()
            for place in map(int, np.flatnonzero(np.isin(after[0], low))):
                position = self.at(layer, int(places[place]))
                for element in back.get(self.at(after, place), ()):
                    found.add(image_of(position, element))
            return found

        return sources

    def _vectors(self, positions: Words) -> Words:
        blocks = -(-positions.shape[1] // 64)
        return np.concatenate([transposed(row, blocks) for row in positions])

    def _least(self, positions: Words) -> Words:
        ends = [*range(0, positions.shape[1], _AT_ONCE), positions.shape[1]]
        for start, end in pairwise(ends):
            positions[:, start:end] = self._smallest(positions[:, start:end])
        return positions

    def _smallest(self, positions: Words) -> Words:
        every = self._vectors(positions)
        bits = every[self._moving]
        best = bits.copy()
        image, equal, less = np.empty_like(bits), np.empty_like(bits[0]), np.empty_like(bits[0])
        differ = np.empty_like(equal)
        for source in self._sources:
            np.take(bits, source, axis=0, out=image, mode="clip")  # which is not buffered
            image ^= best
            equal[:] = _ALL
            less[:] = 0
            for image_bit, best_bit in zip(image, best, strict=True):
                np.bitwise_and(
                    image_bit, equal, out=differ
                )  # where this bit is the first to differ
                equal ^= differ
                differ &= best_bit
                less |= differ
            image &= less
            best ^= image
        every[self._moving] = best
        number = positions.shape[1]
        return np.stack([restored(rows, number) for rows in np.split(every, len(positions))])


def numpy_form(machine: Machine, fold: bool) -> Form:
    """Return the form of large layers, up to symmetry if they may be folded and there is any."""
    bits = len(machine.base)
    # what each move does, whatever the others' moves are, takes time with both of these
    size = len(machine.actions) * machine.circuit.rules.size["rules"] if machine.joint else 0
    symmetries = symmetry_group(machine) if fold and size <= MOST_EFFECTS else []
    return OrbitForm(bits, symmetries) if len(symmetries) > 1 else NumpyForm(bits)


def joint_form(machine: Machine) -> OrbitForm | None:
    """Return the form of layers where roles may choose at once; None without symmetries."""
    if machine.circuit.rules.size["rules"] > MOST_EFFECTS:
        return None
    symmetries = symmetry_group(machine, at_once=True)
    return OrbitForm(len(machine.base), symmetries) if len(symmetries) > 1 else None


def to_numpy(
    exploration: Exploration, layer: Positions, counts: layers.Counts | None, fold: bool
) -> tuple[Positions, layers.Counts | None]:
    """Turn the layers of an exploration into arrays, up to symmetry if there is any.

    Args:
        exploration: one whose layers are lists.
        layer: the next layer.
        counts: its counts.
        fold: whether symmetries are looked for.

    Returns:
        The next layer and its counts.
    """
    small, form = exploration.form, numpy_form(exploration.machine, fold and exploration.layered)
    exploration.form, exploration.symmetries = form, max(1, len(form.group))

    def arrays(
        positions: Positions, counted: layers.Counts | None
    ) -> tuple[Positions, layers.Counts | None]:
        return form.merge([form.gathered([(form.packed(small.unpacked(positions)), counted)])])

    exploration.layers = [arrays(some, None)[0] for some in exploration.layers]
    return arrays(layer, None if counts is None else form.counts(counts))
