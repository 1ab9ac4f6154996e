"""Odds where two roles may choose at once: each draws one of its recommended moves, or replies.

A role that replies as well as it can knows among which moves the other draws, not which it draws.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.extensions.playing.simultaneous_moves import (
    Choice,
    Crossing,
    JointPlays,
    explore_joint,
)
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import undetermined_at

# Positions that are evaluated at once.
_BATCH = 500
# The chances of each vector of goals, and of getting stuck; they add up to 1.
Shares = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class JointOdds:
    """The odds of a match.

    Attributes:
        ends: the vectors of goals that plays end with.
        chances: of each vector, then of getting stuck, as integers over `scale`.
        positions: the number of positions that plays come to.
    """

    ends: Sequence[tuple[int, ...]]
    chances: tuple[int, ...]
    scale: int
    positions: int


def joint_odds(
    match: Match,
    limits: Limits,
    replying: int | None,
    merit: Callable[[Shares, Sequence[tuple[int, ...]], int], Any],
) -> JointOdds:
    """Work out the odds of a match of two roles, by backward induction.

    Args:
        match: the game and the strategy of each role.
        limits: of the exploration.
        replying: the number of the role that replies as well as it can; None for none.
        merit: returns how good chances are, given the vectors of goals that they are of, for a
            role, by its number; a reply makes this as great as it can.

    Raises:
        InputError: as `explore_joint`; or a play can go round in a circle, or a `pick` names no
            single action.
        Expired: a limit was reached.
    """
    free = free_play(match.game)
    every = replace(limits, symmetry=False)
    plays = explore_joint(free, load_machine(free, limits.deadline, at_once=True), every)
    limits.tell("working out odds")
    sides = _sides(match, plays, limits)
    over = {p: tuple(goals.values()) for p, goals in plays.over.items() if p in sides}
    ends = sorted(set(over.values()), reverse=True)
    shares = {
        p: tuple(Fraction(goals == end) for end in [*ends, None]) for p, goals in over.items()
    }
    for position in plays.backwards(Notation(match.game)):
        if position not in sides:
            continue
        limits.deadline.check()
        lines = _lines(plays, sides, position, replying)
        drawn = [_mean([shares[after] for after in line]) for line in lines]
        if not drawn:
            shares[position] = tuple(Fraction(end is None) for end in [*ends, None])
        elif replying is None:
            shares[position] = _mean(drawn)
        else:
            merits = [merit(some, ends, replying) for some in drawn]
            shares[position] = drawn[merits.index(max(merits))]
    found = shares[plays.machine.init]
    scale = lcm(*(share.denominator for share in found))
    return JointOdds(ends, tuple(int(share * scale) for share in found), scale, len(sides))


def _sides(match: Match, plays: JointPlays, limits: Limits) -> dict[int, list[list[int]]]:
    """Return the numbers of the rows and of the columns that are drawn from, by position.

    There are all positions that plays come to. The moves drawn from are those that strategies
    recommend; a role that has no choice needs no recommendation.

    Raises:
        InputError: a `pick` names no single action.
        Expired: time is up.
    """
    machine = load_machine(match, limits.deadline, at_once=True)
    sides: dict[int, list[list[int]]] = {}
    waiting = [plays.machine.init]
    known = set(waiting)
    while waiting:
        limits.deadline.check()
        positions, waiting = waiting[:_BATCH], waiting[_BATCH:]
        batch = machine.evaluated(positions)
        if unclear := batch.values[machine.undetermined]:
            fluents = machine.unpack(batch.first(unclear))
            raise undetermined_at(match.game, match.consulted, fluents)
        recommended: dict[int, set[Choice]] = {position: set() for position in positions}
        for action in machine.actions:
            for position in batch.packed(batch.values[action.plays]):
                recommended[position].add(action.move)
        following: dict[int, None] = {}
        for position, may in recommended.items():
            crossing = plays.crossings.get(position, Crossing())
            sides[position] = [
                [n for n, move in enumerate(moves) if len(moves) == 1 or move in may]
                for moves in (crossing.rows, crossing.columns)
            ]
            for line in _lines(plays, sides, position, None):
                following |= dict.fromkeys(line)
        waiting += [position for position in following if position not in known]
        known.update(following)
    return sides


def _lines(
    plays: JointPlays, sides: Mapping[int, list[list[int]]], position: int, replying: int | None
) -> list[list[int]]:
    """Return the positions after each move of the role that replies, else of the first.

    There are none where play is over, or gets stuck as a strategy recommends nothing.
    """
    if not all(sides[position]):
        return []
    (rows, columns), crossing = sides[position], plays.crossings[position]
    width = len(crossing.columns)
    lines = [[crossing.after[row * width + column] for column in columns] for row in rows]
    return [list(line) for line in zip(*lines, strict=True)] if replying == 1 else lines


def _mean(shares: Sequence[Shares]) -> Shares:
    return tuple(sum(column, Fraction()) / len(shares) for column in zip(*shares, strict=True))
