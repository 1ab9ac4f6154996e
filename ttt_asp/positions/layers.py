"""Layers of positions: lists of numbers, whose bit vectors are Python's integers.

They need no numpy, whose import takes longer than all of 3x3. The first position of a batch is the
most significant bit of its vectors: so columns can be read off the positions' binary texts.

An extension has the same classes of arrays, for many positions. Positions, numbers that go with
them, and bit vectors have other types there, so whoever handles them without knowing which asks
these classes for everything but the length of numbers, and `&`, `|`, `^` of vectors: an array has
no truth, and no sum like a list's.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import chain, compress

from ttt_asp.positions.gates import Schedule
from ttt_asp.positions.moves import Effect
from ttt_asp.records import dataclass

# The positions of a layer, sorted; and a bit for each position of a batch.
Positions = list[int]
Vector = int
# What the numbers of positions are: of plays that come there, or their places in a layer, or ranks.
Numbers = list[int]
Counts = Numbers
Places = Numbers
Ranks = Numbers
# What a binary text's characters select: b"0" is false and b"1" is true.
_TRUTH = bytes.maketrans(b"01", b"\0\1")
# So many bits are copied one after the other at all positions; more, position by position.
FEW = 8


@dataclass
class Batch:
    """Positions with the values of all gates at them.

    Attributes:
        positions: the batch. start: the place of its first one in the layer.
        values: of each gate; `every` has all bits.
        chosen: for actions of roles that are asked, by number, where plays take them.
        failing: where such a role has no legal move, so that plays get stuck; None for nowhere.
        columns: the vector of each bit of the positions.
    """

    positions: Positions
    start: int
    values: list[Vector]
    every: Vector
    chosen: dict[int, Vector] = field(default_factory=dict)
    failing: Vector | None = None
    columns: list[Vector] = field(default_factory=list)

    def run(self, plan: Schedule, more: Sequence[Vector] = ()) -> list[Vector]:
        """Return the values of other gates.

        Args:
            plan: which, and how.
            more: the inputs that follow the bits of positions.
        """
        return plan.run([*self.columns, *more], 0, self.every)

    def value(self, effect: Effect, gate: int) -> Vector:
        """Return the value of a gate that an effect rests on."""
        values: Sequence[Vector] = self.values if effect.values is None else effect.values
        return values[gate]

    def evaluate(self, gates: Iterable[int], planned: Callable[[frozenset[int]], Schedule]) -> None:
        """Evaluate gates that have no value yet.

        Args:
            gates: which.
            planned: returns how.
        """
        values = self.values
        missing = frozenset(g for g in gates if g >= len(values) or values[g] is None)
        if missing:
            more = self.run(planned(missing))
            values += more[len(values) :]
            for gate in missing:
                values[gate] = more[gate]

    def any(self, vector: Vector) -> bool:
        """Whether a bit is set."""
        return bool(vector)

    def count(self, vector: Vector) -> int:
        """Return how many bits are set."""
        return int.bit_count(vector)

    def first(self, vector: Vector) -> int:
        """Return the first position whose bit is set."""
        return self.positions[len(self.positions) - vector.bit_length()]

    def indices(self, vector: Vector) -> Places:
        """Return the places in the layer of the bits that are set."""
        end = self.start + len(self.positions)
        return list(compress(range(self.start, end), self._mask(vector)))

    def vector(self, places: Sequence[int]) -> Vector:
        """Return the vector whose bits are set at some places in the layer: see `indices`."""
        digits = bytearray(b"0" * len(self.positions))
        for place in places:
            digits[place - self.start] = ord("1")
        return int(digits, 2) if digits else 0

    def packed(self, vector: Vector) -> list[int]:
        """Return the positions whose bit is set, as numbers, in their order."""
        return list(compress(self.positions, self._mask(vector)))

    def keys(self, vectors: Sequence[Vector], where: Vector) -> list[int]:
        """Return for each position whose bit is set in `where` its bits in several vectors.

        Bit N of a key is the position's in the N-th vector.
        """
        rows = [f"{vector:0{len(self.positions)}b}" for vector in reversed(vectors)]
        columns = compress(zip(*rows, strict=True), self._mask(where))
        return [int("".join(column), 2) for column in columns]

    def total(self, vector: Vector, counts: Counts) -> int:
        """Return the sum of the counts whose bit is set."""
        return sum(self.selected(vector, counts))

    def selected(self, vector: Vector, counts: Counts) -> Counts:
        """Return the counts whose bit is set."""
        end = self.start + len(self.positions)
        return list(compress(counts[self.start : end], self._mask(vector)))

    def move(self, vector: Vector, effect: Effect) -> Positions:
        """Return the successors, by a move, of the positions whose bit is set, in their order."""
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

    def _mask(self, vector: Vector) -> bytes:
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
class Incoming:
    """Moves between places, seen from where they lead.

    Attributes:
        moves: how many moves lead from each place.
        sources: the places from where moves lead to each.
    """

    moves: Numbers
    sources: list[Places]

    def before(self, places: Places) -> Places:
        """Return from where moves lead to some places, once for each move."""
        return list(chain.from_iterable(map(self.sources.__getitem__, places)))

    def add_up(self, counts: Counts, places: Places) -> None:
        """Set the counts of some places, to each of which a move leads, to the sums before them."""
        for place in places:
            counts[place] = sum(map(counts.__getitem__, self.sources[place]))


# Positions, as moves lead to them, with their counts where plays are counted.
Moved = tuple[Positions, Counts | None]


class Form:
    """The operations on layers.

    Attributes:
        grows: whether layers of this form are for few positions only.
        group: the symmetries under which layers have one position of each orbit: a method that
            looks for a position in a layer takes all others of the orbit for that one.
    """

    grows = True
    group: Sequence[tuple[int, ...]] = ()

    def __init__(self, bits: int) -> None:
        """Make a form of layers of positions of a number of bits."""
        self.bits = bits
        self._seen: set[int] = set()
        self._layers = 0

    @property
    def folds(self) -> bool:
        """Whether layers have one position of each orbit under symmetries."""
        return bool(self.group)

    def batches(self, positions: Positions, plan: Schedule) -> Iterator[Batch]:
        """Yield the layer a batch at a time, evaluated."""
        yield self.batch(positions, plan)

    def batch(self, positions: Positions, plan: Schedule, start: int = 0) -> Batch:
        """Evaluate gates at some positions."""
        every = (1 << len(positions)) - 1
        texts = [f"{position:0{self.bits}b}" for position in positions]
        columns = [int("".join(column), 2) for column in zip(*texts, strict=True)]
        columns.reverse()  # the last character of a text is bit 0
        return Batch(positions, start, plan.run(columns, 0, every), every, columns=columns)

    def gathered(self, parts: Sequence[Moved]) -> Moved:
        """Join the positions that moves lead to: of each orbit the same position.

        The sum of all counts is sure to fit into the type of the counts returned.
        """
        together = list(chain.from_iterable(positions for positions, _ in parts))
        if any(counts is None for _, counts in parts):
            return together, None
        return together, list(chain.from_iterable(counts or () for _, counts in parts))

    def merge(self, parts: Sequence[Moved]) -> Moved:
        """Sort gathered positions, each once, and add up their counts."""
        if any(counts is None for _, counts in parts):
            return sorted(set().union(*(positions for positions, _ in parts))), None
        sums: dict[int, int] = {}
        for positions, counts in parts:
            for position, count in zip(positions, counts or (), strict=True):
                sums[position] = sums.get(position, 0) + count
        merged = sorted(sums)
        return merged, [sums[position] for position in merged]

    def without(
        self, positions: Positions, counts: Counts | None, layers: Sequence[Positions]
    ) -> Moved:
        """Return the positions that are in none of the layers, and their counts.

        What it is given is remembered: a form is for the layers of one search.

        Args:
            positions: sorted.
            counts: theirs.
            layers: all so far; each call gets those of the call before, and more.
        """
        self._seen.update(*layers[self._layers :])
        self._layers = len(layers)
        if self._seen.isdisjoint(positions):
            return positions, counts
        fresh = [position not in self._seen for position in positions]
        kept = None if counts is None else list(compress(counts, fresh))
        return list(compress(positions, fresh)), kept

    def size(self, positions: Positions) -> int:
        """Return how many positions are kept."""
        return len(positions)

    def sizes(self, positions: Positions) -> Numbers | None:
        """Return for how many positions each one stands; None where it stands for itself alone."""
        return None

    def sum(self, numbers: Numbers) -> int:
        """Return the sum of numbers."""
        return sum(numbers)

    def memory(self, positions: Positions) -> int:
        """Return the approximate size in bytes."""
        return 48 * len(positions)

    def packed(self, positions: Sequence[int]) -> Positions:
        """Convert numbers to positions."""
        return list(positions)

    def unpacked(self, positions: Positions) -> list[int]:
        """Convert positions to numbers."""
        return positions

    def at(self, positions: Positions, place: int) -> int:
        """Return the position at a place, as a number."""
        return positions[place]

    def leading(
        self, layer: Positions, position: int
    ) -> Callable[[Places, Positions], Collection[int]]:
        """Return a function that finds a position's predecessors, given a move's places and effect.

        Where layers are folded, all positions in the orbits of the layer's from which some
        symmetric move leads there.
        """
        return lambda places, after: [
            layer[place] for place, other in zip(places, after, strict=True) if other == position
        ]

    def counts(self, counts: Sequence[int]) -> Counts:
        """Convert numbers to counts, whose sum is sure to fit."""
        return list(counts)

    def zeros(self, number: int) -> Counts:
        """Return 0 for each of a number of positions, to be replaced by counts of any size."""
        return [0] * number

    def filled(self, number: int, rank: int) -> Ranks:
        """Return the same rank for each of a number of positions."""
        return [rank] * number

    def linked(self, moved: Sequence[Positions]) -> tuple[Positions, list[Places]]:
        """Return the successors by several moves, sorted, each once; and the places of each."""
        layer = sorted(set().union(*moved))
        return layer, self.finder(layer)(moved)

    def finder(self, layer: Positions) -> Callable[[Sequence[Positions]], list[Places]]:
        """Return a function that finds the places in the layer of several moves' successors."""
        index = {position: place for place, position in enumerate(layer)}
        return lambda moved: [[index[position] for position in positions] for positions in moved]

    def numbers(self, numbers: Numbers) -> list[int]:
        """Convert places, or ranks, to Python's integers."""
        return numbers

    def put(self, ranks: Ranks, places: Places, rank: int) -> None:
        """Set the rank at some places."""
        for place in places:
            ranks[place] = rank

    def taken(self, ranks: Ranks, places: Places) -> Ranks:
        """Return the ranks at some places."""
        return [ranks[place] for place in places]

    def ranked(self, ranks: Ranks, rank: int) -> Places:
        """Return the places of a rank."""
        return [place for place, other in enumerate(ranks) if other == rank]

    def number(self, positions: Positions, places: Places) -> int:
        """Return for how many positions those at some places stand."""
        return len(places)

    def improve(self, ranks: Ranks, places: Places, others: Ranks, greatest: bool) -> None:
        """Replace ranks at some places, each once, by others that are greater, or less."""
        for place, rank in zip(places, others, strict=True):
            if (rank > ranks[place]) if greatest else (rank < ranks[place]):
                ranks[place] = rank

    def incoming(self, size: int, sources: Sequence[Places], targets: Sequence[Places]) -> Incoming:
        """Turn moves between places round.

        Args:
            size: how many places there are.
            sources: from where some moves lead, in parts.
            targets: to where each of them does.
        """
        incoming = Incoming([0] * size, [[] for _ in range(size)])
        for here, there in zip(sources, targets, strict=True):
            for source, target in zip(here, there, strict=True):
                incoming.sources[target].append(source)
                incoming.moves[source] += 1
        return incoming

    def lessen(self, numbers: Numbers, places: Places) -> Places:
        """Take one from the numbers of moves at places, each time that these are there.

        Returns:
            The places whose number was more than 0 before and is not any more, each once.
        """
        spent = []
        for place in places:
            numbers[place] -= 1
            if not numbers[place]:
                spent.append(place)
        return spent
