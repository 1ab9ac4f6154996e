"""Small layers: lists of packed positions, whose bit vectors are Python's integers.

They need no numpy, whose import takes longer than all of 3x3. The first position of a batch is the
most significant bit of its vectors: so columns can be read off the positions' binary texts.
`layers` documents the methods.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field
from itertools import chain, compress

from ttt_asp.positions.gates import Schedule
from ttt_asp.positions.layers import Batch, Form, Incoming
from ttt_asp.positions.moves import Effect
from ttt_asp.records import dataclass

# What a binary text's characters select: b"0" is false and b"1" is true.
_TRUTH = bytes.maketrans(b"01", b"\0\1")
# So many bits are copied one after the other at all positions; more, position by position.
FEW = 8


@dataclass
class SmallBatch(Batch[list[int], list[int], int]):
    """Positions of a list, with the values of gates at them, and of each bit."""

    columns: list[int] = field(default_factory=list)

    def run(self, plan: Schedule, more: Sequence[int] = ()) -> list[int]:
        return plan.run([*self.columns, *more], 0, self.every)

    def any(self, vector: int) -> bool:
        return bool(vector)

    def count(self, vector: int) -> int:
        return int.bit_count(vector)

    def first(self, vector: int) -> int:
        return self.positions[len(self.positions) - vector.bit_length()]

    def indices(self, vector: int) -> list[int]:
        end = self.start + len(self.positions)
        return list(compress(range(self.start, end), self._mask(vector)))

    def vector(self, places: Sequence[int]) -> int:
        digits = bytearray(b"0" * len(self.positions))
        for place in places:
            digits[place - self.start] = ord("1")
        return int(digits, 2) if digits else 0

    def packed(self, vector: int) -> list[int]:
        return list(compress(self.positions, self._mask(vector)))

    def keys(self, vectors: Sequence[int], where: int) -> list[int]:
        rows = [f"{vector:0{len(self.positions)}b}" for vector in reversed(vectors)]
        columns = compress(zip(*rows, strict=True), self._mask(where))
        return [int("".join(column), 2) for column in columns]

    def total(self, vector: int, counts: list[int]) -> int:
        return sum(self.selected(vector, counts))

    def selected(self, vector: int, counts: list[int]) -> list[int]:
        end = self.start + len(self.positions)
        return list(compress(counts[self.start : end], self._mask(vector)))

    def move(self, vector: int, effect: Effect) -> list[int]:
        mask = self._mask(vector)
        keep, new = effect.keep, effect.set
        before = list(compress(self.positions, mask))
        after = [position & keep | new for position in before]
        if len(effect.copied) > FEW:
            after = [a | _copied(b, effect) for a, b in zip(after, before, strict=True)]
        else:
            for source, target in effect.copied:
                pairs = zip(after, before, strict=True)
                after = [a | (b >> source & 1) << target for a, b in pairs]
        for gate, target in effect.computed:
            if here := vector & self.value(effect, gate):
                bits, added = compress(self._mask(here), mask), 1 << target
                for place in compress(range(len(after)), bits):  # mostly few
                    after[place] |= added
        return after

    def _mask(self, vector: int) -> bytes:
        """Return for each position whether its bit is set."""
        return f"{vector:0{len(self.positions)}b}".encode().translate(_TRUTH)


def _copied(position: int, effect: Effect) -> int:
    """Return the bits that a move copies: where only one of many fluents holds, one step."""
    rest, after = position & effect.sources, 0
    while rest:
        lowest = rest & -rest
        after |= effect.targets[lowest]
        rest ^= lowest
    return after


@dataclass
class ListIncoming(Incoming[list[int]]):
    """Moves between places, with the sources of those to each place."""

    sources: list[list[int]]

    def before(self, places: list[int]) -> list[int]:
        return list(chain.from_iterable(map(self.sources.__getitem__, places)))

    def add_up(self, counts: list[int], places: list[int]) -> None:
        for place in places:
            counts[place] = sum(map(counts.__getitem__, self.sources[place]))


class ListForm(Form[list[int], list[int], int]):
    """The operations on layers that are lists."""

    grows = True

    def __init__(self, bits: int) -> None:
        """Make a form of layers of positions of a number of bits."""
        self.bits = bits
        self._seen: set[int] = set()
        self._layers = 0

    def batches(self, positions: list[int], plan: Schedule) -> Iterator[SmallBatch]:
        yield self.batch(positions, plan)

    def batch(self, positions: list[int], plan: Schedule, start: int = 0) -> SmallBatch:
        every = (1 << len(positions)) - 1
        texts = [f"{position:0{self.bits}b}" for position in positions]
        columns = [int("".join(column), 2) for column in zip(*texts, strict=True)]
        columns.reverse()  # the last character of a text is bit 0
        return SmallBatch(positions, start, plan.run(columns, 0, every), every, columns=columns)

    def gathered(
        self, parts: Sequence[tuple[list[int], list[int] | None]]
    ) -> tuple[list[int], list[int] | None]:
        together = list(chain.from_iterable(positions for positions, _ in parts))
        if any(counts is None for _, counts in parts):
            return together, None
        return together, list(chain.from_iterable(counts or () for _, counts in parts))

    def merge(
        self, parts: Sequence[tuple[list[int], list[int] | None]]
    ) -> tuple[list[int], list[int] | None]:
        if any(counts is None for _, counts in parts):
            return sorted(set().union(*(positions for positions, _ in parts))), None
        sums: dict[int, int] = {}
        for positions, counts in parts:
            for position, count in zip(positions, counts or (), strict=True):
                sums[position] = sums.get(position, 0) + count
        merged = sorted(sums)
        return merged, [sums[position] for position in merged]

    def without(
        self, positions: list[int], counts: list[int] | None, layers: Sequence[list[int]]
    ) -> tuple[list[int], list[int] | None]:
        self._seen.update(*layers[self._layers :])
        self._layers = len(layers)
        if self._seen.isdisjoint(positions):
            return positions, counts
        fresh = [position not in self._seen for position in positions]
        kept = None if counts is None else list(compress(counts, fresh))
        return list(compress(positions, fresh)), kept

    def size(self, positions: list[int]) -> int:
        return len(positions)

    def sum(self, numbers: list[int]) -> int:
        return sum(numbers)

    def memory(self, positions: list[int]) -> int:
        return 48 * len(positions)

    def packed(self, positions: Sequence[int]) -> list[int]:
        return list(positions)

    def unpacked(self, positions: list[int]) -> list[int]:
        return positions

    def at(self, positions: list[int], place: int) -> int:
        return positions[place]

    def leading(
        self, layer: list[int], position: int
    ) -> Callable[[list[int], list[int]], Collection[int]]:
        return lambda places, after: [
            layer[place] for place, other in zip(places, after, strict=True) if other == position
        ]

    def counts(self, counts: Sequence[int]) -> list[int]:
        return list(counts)

    def zeros(self, number: int) -> list[int]:
        return [0] * number

    def filled(self, number: int, rank: int) -> list[int]:
        return [rank] * number

    def linked(self, moved: Sequence[list[int]]) -> tuple[list[int], list[list[int]]]:
        layer = sorted(set().union(*moved))
        return layer, self.finder(layer)(moved)

    def finder(self, layer: list[int]) -> Callable[[Sequence[list[int]]], list[list[int]]]:
        index = {position: place for place, position in enumerate(layer)}
        return lambda moved: [[index[position] for position in positions] for positions in moved]

    def numbers(self, numbers: list[int]) -> list[int]:
        return numbers

    def put(self, ranks: list[int], places: list[int], rank: int) -> None:
        for place in places:
            ranks[place] = rank

    def taken(self, ranks: list[int], places: list[int]) -> list[int]:
        return [ranks[place] for place in places]

    def ranked(self, ranks: list[int], rank: int) -> list[int]:
        return [place for place, other in enumerate(ranks) if other == rank]

    def number(self, positions: list[int], places: list[int]) -> int:
        return len(places)

    def improve(
        self, ranks: list[int], places: list[int], others: list[int], greatest: bool
    ) -> None:
        for place, rank in zip(places, others, strict=True):
            if (rank > ranks[place]) if greatest else (rank < ranks[place]):
                ranks[place] = rank

    def incoming(
        self, size: int, sources: Sequence[list[int]], targets: Sequence[list[int]]
    ) -> "ListIncoming":
        incoming = ListIncoming([0] * size, [[] for _ in range(size)])
        for here, there in zip(sources, targets, strict=True):
            for source, target in zip(here, there, strict=True):
                incoming.sources[target].append(source)
                incoming.moves[source] += 1
        return incoming

    def lessen(self, numbers: list[int], places: list[int]) -> list[int]:
        spent = []
        for place in places:
            numbers[place] -= 1
            if not numbers[place]:
                spent.append(place)
        return spent
