"""Images of single positions under a symmetry, without numpy; `orbits` does many at a time."""

from collections.abc import Sequence

from ttt_asp.positions.groups import Permutation


class Images:
    """What a permutation of bits makes of positions, eight bits at a time."""

    def __init__(self, some: Permutation) -> None:
        self._tables = [_table(some[start : start + 8]) for start in range(0, len(some), 8)]

    def of(self, position: int) -> int:
        """The image of a position."""
        eights = position.to_bytes(len(self._tables), "little")
        return sum(table[eight] for table, eight in zip(self._tables, eights, strict=True))


def _table(targets: Sequence[int]) -> list[int]:
    """For each number of as many bits what it becomes."""
    found = [0]
    for target in targets:
        found += [number | 1 << target for number in found]
    return found
