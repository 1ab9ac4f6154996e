"""Many match-ups at once: a bit for each of them.

All match-ups of some strategies of the first role with all of the second's go through the table of
positions together. How many plays come to a position is a number for each match-up; these numbers
are kept as the bits of big integers, one integer for all their lowest bits, and so on. So adding
them up takes a few operations on whole integers for thousands of match-ups.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from ttt_asp.analyses.match_table import MatchTable
from ttt_asp.deadline import Deadline, Expired

# A number for each match-up: the N-th has in the bit of each match-up the N-th bit of its number.
Planes = list[int]

# Positions gone through between two looks at the clock.
_STEP = 500


@dataclass(frozen=True, slots=True)
class Tally:
    """What comes of a match-up; see `Exploration`.

    Attributes:
        positions: how many distinct positions there are.
        plays: how many plays end with each vector of goals; of those that occur.
        stuck: how many plays get stuck.
        moves: how many moves the longest play has.
        undetermined: the first position at which a `pick` names no single action, if there is one:
            then all the rest means nothing.
    """

    positions: int
    plays: dict[tuple[int, ...], int]
    stuck: int
    moves: int
    undetermined: int | None


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


def tallies(block: Block) -> list[Tally] | None:
    """Go through the plays of match-ups.

    Returns:
        What comes of each: of the first one of the block's strategies against all, and so on; None
        where time was up.
    """
    try:
        return _Plays(block).run()
    except Expired:
        return None


class _Plays:
    def __init__(self, block: Block) -> None:
        self.table, self.deadline = block.table, Deadline(block.seconds)
        rows, columns = range(block.stop - block.start), block.columns
        self.size = len(rows) * columns
        row, each = (1 << columns) - 1, sum(1 << number * columns for number in rows)
        firsts, seconds = self.table.sets
        # the match-ups of each set of strategies
        self.of = (
            [sum(row << n * columns for n in rows if some >> block.start + n & 1)
             for some in firsts],
            [some * each for some in seconds],
        )  # fmt: skip
        self.plays: list[Planes] = [[] for _ in self.table.vectors]
        self.positions: Planes = []
        self.stuck: Planes = []
        self.lengths: Planes = []
        self.undetermined: dict[int, int] = {}

    def run(self) -> list[Tally]:
        """All plays, a move at a time."""
        reached: dict[int, int] = {}
        layer: dict[int, Planes] = {0: [(1 << self.size) - 1]}
        depth = -1
        while layer:
            depth += 1
            after: dict[int, Planes] = {}
            going = 0
            for number, (position, planes) in enumerate(layer.items()):
                if number % _STEP == 0:
                    self.deadline.check()
                here = reduce(or_, planes)
                going |= here
                reached[position] = reached.get(position, 0) | here
                self._look(position, planes)
                for target, role, who in self.table.moves[position]:
                    matches = self.of[role][who]
                    if here & matches:
                        into = after.setdefault(target, [])
                        _add(into, [plane & matches for plane in planes])
            if depth:
                _add(self.lengths, [going])  # so far come those that made fewer moves before
            self._unclear(layer)
            layer = after
        for here in reached.values():
            _add(self.positions, [here])
        ends = [
            (v, _numbers(one, self.size))
            for v, one in zip(self.table.vectors, self.plays, strict=True)
        ]
        told = (_numbers(one, self.size) for one in (self.positions, self.stuck, self.lengths))
        return [
            Tally(positions, {v: n[match] for v, n in ends if n[match]}, stuck, moves,
                  self.undetermined.get(match))
            for match, (positions, stuck, moves) in enumerate(zip(*told, strict=True))
        ]  # fmt: skip

    def _look(self, position: int, planes: Planes) -> None:
        """Whether plays end at a position, or cannot go on."""
        table = self.table
        if position in table.ends:
            _add(self.plays[table.ends[position]], planes)
        if position in table.stuck:
            stuck = self._of(table.stuck[position])
            _add(self.stuck, [plane & stuck for plane in planes])

    def _unclear(self, layer: Mapping[int, Planes]) -> None:
        """At which positions of a layer a `pick` fails, in the order of the explicit engine."""
        table = self.table
        failing = [position for position in layer if position in table.undetermined]
        for position in sorted(failing, key=table.positions.__getitem__):
            where = reduce(or_, layer[position]) & self._of(table.undetermined[position])
            while where:
                self.undetermined.setdefault((where & -where).bit_length() - 1, position)
                where &= where - 1

    def _of(self, sets: tuple[int, int]) -> int:
        return self.of[0][sets[0]] | self.of[1][sets[1]]


def _add(total: Planes, planes: Sequence[int]) -> None:
    """Add a number to another, for each match-up."""
    carry = 0
    if len(total) < len(planes):
        total += [0] * (len(planes) - len(total))
    for place, plane in enumerate(planes):
        old = total[place]
        either = old ^ plane
        total[place] = either ^ carry
        carry = old & plane | carry & either
    place = len(planes)
    while carry:
        if place == len(total):
            total.append(0)
        old = total[place]
        total[place] = old ^ carry
        carry &= old
        place += 1


def _numbers(planes: Planes, size: int) -> list[int]:
    """The numbers of each match-up, the first bit's first."""
    texts = [f"{plane:0{size}b}" for plane in reversed(planes)] or ["0" * size]
    return [int("".join(bits), 2) for bits in zip(*texts, strict=True)][::-1]
