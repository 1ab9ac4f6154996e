"""Sample rounds for the page of a proof by induction, whose plays are too many to walk through.

A proof by induction is about a single round, at any position where one begins. So some positions
are taken, one of each number of rounds in some play, and from each of them every move that the
others may make, with every answer to it.
"""

from random import Random
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.errors import wrong
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_batches
from ttt_asp.extensions.reports.play_graph import LATER, walk_through
from ttt_asp.extensions.reports.walk_data import page_data, with_lines
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.verdict import STUCK

# Positions whose rounds are shown, at most.
MOST = 5_000
# Fluents of a game whose rounds are shown, at most.
MOST_FLUENTS = 600


def rounds(problem: Problem, limits: Limits) -> dict[str, Any]:
    """Return some rounds as plain data, see `page_data`, with `match` for the page.

    Args:
        problem: the strategy of each role.
        limits: when to give up.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up.
    """
    lists = {role: [strategy] for role, strategy in problem.strategies.items()}
    observed = with_lines(problem, lists)
    machine = load_machine(observed, limits.deadline)
    if len(machine.base) > MOST_FLUENTS:
        raise wrong("the board is too large for a page")
    looked, begins = _looked(machine, limits)
    order = list(looked)
    walk = walk_through(problem, machine, order, looked.values(), [LATER, STUCK])
    data = page_data(walk, order, machine, observed, lists, limits.deadline)
    del data["decided"]
    match = {
        "lists": [problem.strategies[role].text for role in problem.game.roles],
        "kept": [True] * len(data["outcomes"]),
        "can": False,
        "by": None,
        "keeper": None,
        "rounds": list(map(order.index, begins)),
    }
    return {**data, "alike": {}, "match": match}


def _looked(machine: Machine, limits: Limits) -> tuple[dict[int, Inspection | None], list[int]]:
    """Return positions, each inspected, or None where it is not shown; and where rounds begin."""
    chance = Random(0)  # the same page each time
    looked: dict[int, Inspection | None] = {machine.init: None}
    begins: list[int] = []
    start: int | None = machine.init
    while start is not None and len(looked) < MOST:
        (first,) = inspect_batches(machine, [start], limits.deadline)
        looked[start] = first
        if not first.allowed:
            break
        begins.append(start)
        replies = list(dict.fromkeys(step.after for step in first.allowed))
        looked |= {position: looked.get(position) for position in replies}
        following: list[int] = []
        for reply in inspect_batches(machine, replies, limits.deadline):
            if reply.mover != first.mover:
                looked[reply.position] = reply
                following += [step.after for step in reply.allowed]
        looked |= {position: looked.get(position) for position in following}
        start = chance.choice(following) if following else None
    unseen = [position for position, look in looked.items() if look is None]
    for look in inspect_batches(machine, unseen, limits.deadline):
        if not look.allowed:  # the game is over here, or nothing is recommended
            looked[look.position] = look
    return looked, begins
