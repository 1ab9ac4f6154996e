"""Rounds of plays that are too many to be walked through: what a page shows of an induction.

A proof by induction is about a single round, at any position where one begins. So some positions
are taken, one of each number of rounds in some play, and from each of them every move that the
others may make, with every answer to it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from ttt_asp.analyses.play_graph import LATER, walk_past
from ttt_asp.analyses.walk_data import described
from ttt_asp.claims.problem import Problem
from ttt_asp.errors import wrong
from ttt_asp.limits import Limits
from ttt_asp.positions.look import Look, look, looks
from ttt_asp.positions.machine import Machine, load
from ttt_asp.verdict import STUCK

# Of so many positions at most.
MOST = 5_000
# Of larger games none are shown.
MOST_FLUENTS = 600


def rounds(problem: Problem, limits: Limits) -> dict[str, Any]:
    """Some rounds as plain data, see `described`, with `match` for the page.

    Args:
        problem: who plays what.
        limits: when to give up.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up.
    """
    machine = load(problem, limits.deadline)
    if len(machine.base) > MOST_FLUENTS:
        raise wrong("the board is too large for a page")
    seen, begins = _looked(machine, limits)
    order = list(seen)
    numbers = {position: number for number, position in enumerate(order)}
    walk = walk_past(problem, machine, order, seen.values(), [LATER, STUCK])
    lists = {role: [one] for role, one in problem.strategies.items()}
    data = described(walk, order, machine, problem, lists, limits.deadline)
    del data["decided"]
    match = {
        "lists": [problem.strategies[role].text for role in problem.game.roles],
        "kept": [True] * len(data["outcomes"]),
        "can": False,
        "by": None,
        "keeper": None,
        "rounds": [numbers[position] for position in begins],
    }
    return {**data, "alike": {}, "match": match}


def _looked(machine: Machine, limits: Limits) -> tuple[dict[int, Look | None], list[int]]:
    """Positions with what there is, None where that is not shown; and where rounds begin."""
    chance = Random(0)  # the same page each time
    seen: dict[int, Look | None] = {machine.init: None}
    begins: list[int] = []
    start: int | None = machine.init
    while start is not None and len(seen) < MOST:
        limits.deadline.check()
        (first,) = look(machine, [start])
        if not first.allowed:
            seen[start] = first
            break
        begins.append(start)
        seen[start] = first
        answered = _followed(machine, [first], seen, limits)
        following = [step.after for one in answered for step in one.allowed]
        for position in following:
            seen.setdefault(position, None)
        start = chance.choice(following) if following else None
    ends = [position for position, one in seen.items() if one is None]
    for one in looks(machine, ends, limits.deadline):
        if not one.allowed:  # the game is over here, or nothing is recommended
            seen[one.position] = one
    return seen, begins


def _followed(
    machine: Machine, some: Sequence[Look], seen: dict[int, Look | None], limits: Limits
) -> list[Look]:
    """What there is after each allowed move of some positions, where somebody else is to move."""
    after = dict.fromkeys(step.after for one in some for step in one.allowed)
    for position in after:
        seen.setdefault(position, None)
    movers = {one.mover for one in some}
    found = [one for one in looks(machine, list(after), limits.deadline) if one.mover not in movers]
    for one in found:
        seen[one.position] = one
    return found
