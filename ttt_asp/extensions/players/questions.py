"""Positions as programs read them: written by the thousand."""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import xor

from ttt_asp.games.notation import Notation

# Bits of a position that are looked up at once.
_BITS = 12
# Marks that a square can show, at most.
_MARKS = 6


class Writer:
    """Writes packed positions as `Notation.text` does.

    Where each fluent changes one character of a board, or none, the texts are made of what groups
    of bits change: a tenth of the time that it takes to look at each square.
    """

    def __init__(self, notation: Notation, base: Sequence[str]) -> None:
        """Look at what each fluent changes.

        Args:
            notation: of the game.
            base: the fluent of each bit.
        """
        self._notation, self._base = notation, base
        self._empty = notation.text(()).encode()
        self._signs = b""
        changes = self._changes() if notation.has_board else None
        self._groups: list[dict[int, int]] = [{} for _ in range(0, len(base), _BITS)]
        self._by_bit = changes

    def _changes(self) -> list[int] | None:
        """Return what each fluent changes; None where that is not a character, or none."""
        changes: list[int] = []
        marks: dict[int, list[int]] = {}  # of each square
        signs = {*self._empty}
        for fluent in self._base:
            text = self._notation.text((fluent,)).encode()
            if len(text) != len(self._empty):
                return None
            change = bytes(a ^ b for a, b in zip(text, self._empty, strict=True))
            places = [place for place, bits in enumerate(change) if bits]
            if len(places) > 1:
                return None
            for place in places:
                marks.setdefault(place, []).append(change[place])
                signs.add(text[place])
            changes.append(int.from_bytes(change))
        for place, some in marks.items():
            # two marks on a square show as no sign, and such a position is written slowly
            if len(some) > _MARKS:
                return None
            for number in range(2, len(some) + 1):
                several = combinations(some, number)
                if any(reduce(xor, chosen, self._empty[place]) in signs for chosen in several):
                    return None
        self._signs = bytes(signs)
        return changes

    def text(self, position: int) -> str:
        """Write a position."""
        if self._by_bit is None:
            return self._slow(position)
        changed, rest, mask = 0, position, (1 << _BITS) - 1
        for number, known in enumerate(self._groups):
            group = rest & mask
            rest >>= _BITS
            change = known.get(group)
            if change is None:
                bits = (n for n in range(_BITS) if group >> n & 1)
                change = reduce(xor, (self._by_bit[number * _BITS + n] for n in bits), 0)
                known[group] = change
            changed ^= change
        written = (int.from_bytes(self._empty) ^ changed).to_bytes(len(self._empty))
        return self._slow(position) if written.translate(None, self._signs) else written.decode()

    def _slow(self, position: int) -> str:
        fluents = (fluent for bit, fluent in enumerate(self._base) if position >> bit & 1)
        return self._notation.text(frozenset(fluents))
