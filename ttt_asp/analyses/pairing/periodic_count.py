"""How many pairings repeat every so many rows and columns, where they need every square.

Then every row, column and diagonal modulo the period has exactly one pair, of neighbours. Rows are
gone through one after the other: what is done by then is the columns and diagonals that have their
pair, and the squares of the next row that are taken from above. Half of the rows are gone through
downwards and half upwards, and what fits together in the middle is counted, for all ways in which
the last row may reach into the first: these as far as they are not alike but for a shift.

Source: our own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttt_asp.analyses.pairing.room import STEPS
from ttt_asp.deadline import Deadline
from ttt_asp.reached import Reached, Tell

# The directions that lead to the next row.
_DOWN = ("down", "diag", "anti")
# What a row does: the squares that it takes of the next row; its columns, diagonals and
# antidiagonals that get their pair, as they are called in row 0. All of them one bit each.
Row = tuple[int, int, int, int]
# Columns and diagonals that have their pair, as bits of a number, in increasing order; and in how
# many ways each such set comes about.
Ways = tuple[NDArray[np.int64], NDArray[np.int64]]


def count_all(
    period: int, steps: Sequence[str], deadline: Deadline, tell: Tell | None = None
) -> int:
    """How many sets of pairs take each square once and have one pair in every line modulo it.

    Args:
        period: the number of rows and columns, even.
        steps: the directions of lines besides those of rows: `down`, `diag`, `anti`.
        deadline: when to give up.
        tell: called with how far it is.

    Raises:
        Expired: time is up.
    """
    down = {taken: list(_rows(taken, period, steps)) for taken in range(1 << period)}
    up = defaultdict[int, list[Row]](list)
    for taken, rows in down.items():
        for after, column, diagonal, anti in rows:
            up[after].append((taken, column, diagonal, anti))
    whole = (1 << period) - 1
    every = sum(whole << period * n for n, step in enumerate(_DOWN) if step in steps)
    total, starts = 0, list(_up_to_shifts(period))
    for number, (taken, alike) in enumerate(starts):
        if tell is not None:
            tell(Reached("ways to begin", number, len(starts)))
        above = _through(taken, range(period // 2), down, period, deadline)
        below = _through(taken, range(period - 1, period // 2 - 1, -1), up, period, deadline)
        total += alike * sum(
            _fitting(ways, below[middle], every)
            for middle, ways in above.items()
            if middle in below
        )
    return total


def _rows(taken: int, period: int, steps: Sequence[str]) -> Iterator[Row]:
    """What row 0 can do with the squares that are not taken: one pair within, the others down."""
    free = ~taken
    for first in range(period):
        pair = 1 << first | 1 << (first + 1) % period
        if free & pair == pair:
            rest = [j for j in range(period) if free & ~pair & 1 << j]
            yield from _downwards(rest, (0, 0, 0, 0), period, steps)


def _downwards(rest: Sequence[int], row: Row, period: int, steps: Sequence[str]) -> Iterator[Row]:
    if not rest:
        yield row
        return
    j, below = rest[0], row[0]
    for number, step in enumerate(_DOWN):
        end = 1 << (j + STEPS[step][1]) % period
        if step in steps and not below & end:
            used = [one | 1 << j if number == n else one for n, one in enumerate(row[1:])]
            after = (below | end, used[0], used[1], used[2])
            yield from _downwards(rest[1:], after, period, steps)


def _up_to_shifts(period: int) -> Iterator[tuple[int, int]]:
    """Sets of squares of a row, one of those that a shift makes of each other, and how many."""
    for squares in range(1 << period):
        alike = {_shifted(squares, by, period) for by in range(period)}
        if squares == min(alike):
            yield squares, len(alike)


def _shifted(squares: int, by: int, period: int) -> int:
    by %= period
    return (squares << by | squares >> (period - by)) & ((1 << period) - 1)


def _through(
    taken: int,
    rows: Iterable[int],
    options: Mapping[int, Sequence[Row]],
    period: int,
    deadline: Deadline,
) -> dict[int, Ways]:
    """All ways through some rows: by the squares of the next that are taken, what is used."""
    now: dict[int, Ways] = {taken: (np.zeros(1, np.int64), np.ones(1, np.int64))}
    for i in rows:
        deadline.check()
        then = defaultdict[int, list[Ways]](list)
        for squares, (sets, ways) in now.items():
            for after, column, diagonal, anti in options.get(squares, ()):
                # a diagonal is called by its column in row 0
                more = (
                    column
                    | _shifted(diagonal, -i, period) << period
                    | _shifted(anti, i, period) << 2 * period
                )
                new = (sets & more) == 0
                if new.any():
                    then[after].append((sets[new] | more, ways[new]))
        now = {after: _merged(parts) for after, parts in then.items()}
    return now


def _merged(parts: Sequence[Ways]) -> Ways:
    sets, ways = (np.concatenate(one) for one in zip(*parts, strict=True))
    order = np.argsort(sets, kind="stable")
    sets, ways = sets[order], ways[order]
    first = np.flatnonzero(np.concatenate(([True], sets[1:] != sets[:-1])))
    return sets[first], np.add.reduceat(ways, first)


def _fitting(above: Ways, below: Ways, every: int) -> int:
    """In how many ways both halves use, between them, each column and diagonal once."""
    rest = every - above[0]
    at = np.searchsorted(below[0], rest)
    at[at == len(below[0])] = 0
    both = below[0][at] == rest
    return int((above[1][both] * below[1][at[both]]).sum())
