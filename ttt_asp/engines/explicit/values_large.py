"""Ranks of large layers: arrays of numbers, a batch at a time; see `values`."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Ranks = npt.NDArray[Any]  # of the shortest numbers that are long enough
Places = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


class Many:
    """How to handle the ranks of layers that are arrays."""

    def filled(self, number: int, rank: int) -> Ranks:
        """The same rank for each of a number of positions."""
        return np.full(number, rank, np.min_scalar_type(rank))

    def finder(self, layer: Words) -> Callable[[Words], Places]:
        """Find the places of positions that are in the layer; it is sorted."""
        keys = _keys(layer)
        return lambda positions: np.searchsorted(keys, _keys(positions))

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        """Set the rank at some places."""
        ranks[places] = rank

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        """The ranks at some places."""
        return ranks[places]

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
        choose = np.maximum if greatest else np.minimum
        ranks[places] = choose(ranks[places], others)


def _keys(positions: Words) -> npt.NDArray[Any]:
    """Positions as single values in their order; longer ones as bytes, the first most significant.

    Bytes of one length compare as numbers do, though numpy takes no notice of zeros at their end.
    """
    if len(positions) == 1:
        row: npt.NDArray[Any] = positions[0]
        return row
    rows = np.ascontiguousarray(positions[::-1].T).astype(">u8")
    keys: npt.NDArray[Any] = rows.view(f"S{8 * len(positions)}")[:, 0]
    return keys
