"""Pairs: two squares of its own for each of some sets, made from those of a position before."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ttt_asp.certificates.checker.format import Rejected

Owners = Mapping[int, int]  # squares, and to which set each is given


class Pairs:
    """The sets of a game, and how many pairings were found for some of them."""

    def __init__(self, sets: Sequence[Collection[int]]) -> None:
        """Begin with the sets, which others name by their numbers."""
        self.sets = sets
        self.found = 0

    def paired(self, free: Collection[int], open_: Sequence[int], before: Owners) -> Owners:
        """Two free squares for each open set, none for two sets.

        Raises:
            Rejected: there are none.
        """
        self.found += 1
        still = set(open_)
        owners = {square: n for square, n in before.items() if square in free and n in still}
        having = Counter(owners.values())
        for number in open_:
            for _ in range(2 - having[number]):
                if not self.given(number, free, owners):
                    raise Rejected("replies: no pairing, where there should be one")
        return owners

    def given(self, start: int, free: Collection[int], owners: dict[int, int]) -> bool:
        """Give a set one square more, along a path on which others take other squares."""
        wanted: dict[int, tuple[int, int]] = {}  # the square that a set gives, and who wants it
        queue = [start]
        for number in queue:
            for square in self.sets[number]:
                if square not in free:
                    continue
                other = owners.get(square)
                if other is None:
                    while number != start:
                        given, asking = wanted[number]
                        owners[square] = number
                        square, number = given, asking
                    owners[square] = start
                    return True
                if other != start and other not in wanted:
                    wanted[other] = square, number
                    queue.append(other)
        return False

    def spare(self, free: Iterable[int], open_: Sequence[int], owners: Owners) -> set[int]:
        """The free squares without any one of which there is a pairing too.

        They are those given to no set; and if a set has one of these, it can do without either of
        the squares that it is given.
        """
        found = set(free) - owners.keys()
        holding: dict[int, list[int]] = {number: [] for number in open_}
        for square, number in owners.items():
            holding[number].append(square)
        rest = list(open_)
        while True:
            left = []
            for number in rest:
                if found.isdisjoint(self.sets[number]):
                    left.append(number)
                else:
                    found.update(holding[number])
            if len(left) == len(rest):
                return found
            rest = left
