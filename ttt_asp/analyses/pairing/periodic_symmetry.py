"""Pairings up to the symmetries of the plane modulo their period.

By Burnside's lemma their number is the mean, over the shifts, turns and reflections, of how many
pairings each leaves as they are. Those are few, and ASP lists them.

Source: L. Győrffy, A. London and G. Makay, The structure of pairing strategies for k-in-a-row type
games (2017), who count 194,543 of period 8.
"""

from collections.abc import Iterator
from itertools import product

import clingo

from ttt_asp.analyses.pairing.room import STEPS
from ttt_asp.deadline import STEP, Deadline
from ttt_asp.errors import internal
from ttt_asp.paths import ASP
from ttt_asp.reached import Reached, Tell

# Where a square goes: (row, column) becomes (a*row + b*column + c, d*row + e*column + f).
Motion = tuple[int, int, int, int, int, int]
# A pair of neighbours: the direction from the first to the second; row and column of the first.
Pair = tuple[str, int, int]

_TURNS = [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
          (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0)]  # fmt: skip


def orbits_of(total: int, period: int, deadline: Deadline, tell: Tell | None = None) -> int:
    """How many pairings there are of which no symmetry makes another.

    Args:
        total: how many there are.
        period: after how many rows and columns they repeat.
        deadline: when to give up.
        tell: called with how far it is.
    """
    kinds = list(_kinds(period))
    fixed = 0
    for number, (motion, alike) in enumerate(kinds):
        if tell is not None:
            tell(Reached("kinds of symmetries", number, len(kinds)))
        same = motion == (1, 0, 0, 0, 1, 0)
        fixed += alike * (total if same else _left(motion, period, deadline))
    orbits, rest = divmod(fixed, len(_TURNS) * period**2)
    if rest:
        raise internal(f"{total} pairings of period {period} are no whole number of orbits")
    return orbits


def motions(period: int) -> Iterator[Motion]:
    """All symmetries: turns and reflections with shifts."""
    for (a, b, d, e), c, f in product(_TURNS, range(period), range(period)):
        yield a, b, c, d, e, f


def _kinds(period: int) -> Iterator[tuple[Motion, int]]:
    """One symmetry of each kind, and how many there are: those of a kind leave equally many."""
    every = list(motions(period))
    seen = set[Motion]()
    for one in every:
        if one not in seen:
            alike = {_times(_times(by, one, period), _inverse(by, period), period) for by in every}
            seen |= alike
            yield one, len(alike)


def _times(one: Motion, other: Motion, period: int) -> Motion:
    """The other one first, then this."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * j, a * h + b * k, (a * i + b * m + c) % period,
        d * g + e * j, d * h + e * k, (d * i + e * m + f) % period,
    )  # fmt: skip


def _inverse(one: Motion, period: int) -> Motion:
    a, b, c, d, e, f = one  # the matrix is orthogonal
    return a, d, -(a * c + d * f) % period, b, e, -(b * c + e * f) % period


def image(pair: Pair, motion: Motion, period: int) -> Pair:
    """Where a symmetry takes a pair."""
    step, i, j = pair
    a, b, c, d, e, f = motion
    down, right = STEPS[step]
    ends = [
        ((a * m + b * n + c) % period, (d * m + e * n + f) % period)
        for m, n in ((i, j), (i + down, j + right))
    ]
    for one, other in (ends, ends[::-1]):
        for name, (m, n) in STEPS.items():
            if ((one[0] + m) % period, (one[1] + n) % period) == other:
                return name, *one
    raise internal("a symmetry takes neighbours to squares that are none")


def _left(motion: Motion, period: int, deadline: Deadline) -> int:
    """How many pairings a symmetry leaves as they are."""
    pairs = product(STEPS, range(period), range(period))
    moved = {pair: image(pair, motion, period) for pair in pairs}
    control = clingo.Control(["0", "-c", f"period={period}", "-c", f"line={period + 1}"])
    control.load(str(ASP / "periodic_pairing.lp"))
    rules = [
        f":- pair({a},{b},{c}), not pair({d},{e},{f})." for (a, b, c), (d, e, f) in moved.items()
    ]
    control.add("base", [], "\n".join(rules))
    control.ground()
    found = 0
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            while not handle.wait(STEP):
                deadline.check()
            if handle.model() is None:
                return found
            found += 1
            handle.resume()
