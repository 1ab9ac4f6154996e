"""Many match-ups at once: a field of one big integer for each of them.

All match-ups of some strategies of the first role with all of the second's go through the table of
positions together. How many plays come to a position is a number for each match-up; these numbers
are the fields of one integer, wide enough for the number of all plays of the table. So what they
do is a few operations on whole integers, for thousands of match-ups.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ttt_asp.analyses.match_table import MatchTable
from ttt_asp.analyses.score import Tally
from ttt_asp.deadline import Deadline, Expired

# Positions gone through between two looks at the clock.
_STEP = 500


@dataclass(frozen=True, slots=True)
class Block:
    """Match-ups to be gone through together, as plain data.

    Attributes:
        table: their positions.
        start, stop: which of the first role's strategies.
        columns: how many strategies the second role has, each of which meets them.
        seconds: how long it may take; None for as long as it takes.
    """

    table: MatchTable
    start: int
    stop: int
    columns: int
    seconds: float | None = None

    @property
    def size(self) -> int:
        """How many match-ups there are."""
        return (self.stop - self.start) * self.columns


def tallies(block: Block) -> list[Tally | None]:
    """Go through the plays of match-ups.

    Returns:
        What comes of each: of the first one of the block's strategies against all, and so on; None
        where a `pick` names no single action somewhere, and for all where time was up.
    """
    try:
        return list(_tallies(block))
    except Expired:
        return [None] * block.size


def _tallies(block: Block) -> Iterator[Tally | None]:
    """All plays, a move at a time."""
    table, deadline, size = block.table, Deadline(block.seconds), block.size
    # bytes of a field: a bit more than a number may need
    width = _most(table).bit_length() // 8 + 1
    ones = int.from_bytes((b"\1" + bytes(width - 1)) * size, "little")
    highest = ones * ((1 << 8 * width - 1) - 1)

    @cache
    def of(role: int, some: int) -> int:
        """The match-ups of some strategies of a role: all bits of their fields."""
        many, one = size // block.columns, b"\xff" * width
        if role:
            fields = _chosen(some, block.columns, one) * many
        else:
            fields = _chosen(some >> block.start, many, one * block.columns)
        return int.from_bytes(fields, "little")

    plays = [0] * len(table.vectors)
    stuck = moves = unclear = 0
    reached: dict[int, int] = {}
    layer, depth = {0: ones}, 0
    while layer:
        after: dict[int, int] = {}
        going = 0
        for number, (position, counts) in enumerate(layer.items()):
            if number % _STEP == 0:
                deadline.check()
            here = counts + highest >> 8 * width - 1 & ones
            going |= here
            reached[position] = reached.get(position, 0) | here
            if position in table.ends:
                plays[table.ends[position]] += counts
            first, second = table.stuck.get(position, (0, 0))
            stuck += counts & (of(0, first) | of(1, second))
            first, second = table.undetermined.get(position, (0, 0))
            unclear |= here & (of(0, first) | of(1, second))
            for target, role, who in table.moves[position]:
                if onward := counts & of(role, who):
                    after[target] = after.get(target, 0) + onward
        if depth:
            moves += going  # so far come those that made fewer moves before
        layer, depth = after, depth + 1
    told = (sum(reached.values()), stuck, moves, unclear, *plays)
    for positions, caught, longest, bad, *ended in zip(
        *(_numbers(one, size, width) for one in told), strict=True
    ):
        ends = {v: n for v, n in zip(table.vectors, ended, strict=True) if n}
        yield None if bad else Tally(positions, ends, caught, longest)


def _most(table: MatchTable) -> int:
    """A number that is as great as any of plays or of positions."""
    most, layer = 0, {0: 1}
    while layer:
        most += sum(layer.values())
        after: dict[int, int] = {}
        for position, number in layer.items():
            for target, _, _ in table.moves[position]:
                after[target] = after.get(target, 0) + number
        layer = after
    return most


def _chosen(bits: int, number: int, some: bytes) -> bytes:
    """The same bytes for each bit, so many of them; zeros where it is none."""
    none = bytes(len(some))
    return b"".join(some if bits >> place & 1 else none for place in range(number))


def _numbers(fields: int, size: int, width: int) -> list[int]:
    """The numbers in fields of so many bytes."""
    data = fields.to_bytes(size * width, "little")
    return [int.from_bytes(data[n : n + width], "little") for n in range(0, len(data), width)]
