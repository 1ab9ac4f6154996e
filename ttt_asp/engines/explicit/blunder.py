"""Blunders: moves at which a strategy goes wrong.

One role is to keep the claim, the others play against it by their strategies. All legal moves of
that role are looked at, which shows whether the claim could have been kept, and by which moves.
"""

from itertools import compress

from ttt_asp.claims.problem import Problem
from ttt_asp.limits import Limits
from ttt_asp.positions.inspection import inspect_positions
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.winning_region import WinningRegion, winning_region
from ttt_asp.verdict import Blunder, Play

# Positions that are listed, at most, at which a choice has to be forbidden.
LISTED = 20


def find_blunder(problem: Problem, play: Play, limits: Limits) -> Blunder | None:
    """Find the blunder of a refuting play.

    Args:
        problem: the question.
        play: the play that refutes the claim, from the game's beginning to its end.
        limits: when to give up, and at how many positions at most.

    Returns:
        None where nobody's strategy is to blame, some positions come after different numbers of
        moves, or the moves of the others are not determined at some of them.

    Raises:
        InputError: the sources make no sound circuit.
        Expired: time is up, or there are too many positions.
    """
    if problem.keeper is None:
        return None
    machine = problem.held.pop("explored", None) or load_machine(problem, limits.deadline)
    region = winning_region(problem, problem.keeper, machine, limits)
    if region is None:
        return None
    played = inspect_positions(machine, [machine.pack(position) for position in play.positions])
    ours = [
        n
        for n, inspection in enumerate(played)
        if inspection.mover == region.role and len(inspection.steps) > 1
    ]
    last = next(
        (n for n in ours[::-1] if all(region.kept(region.legal, n, [played[n].position]))), None
    )
    steps = () if last is None else played[last].steps
    kept = region.kept(
        region.legal, 0 if last is None else last + 1, [legal_move.after for legal_move in steps]
    )
    keeping_steps = list(compress(steps, kept))
    refinement = _refinement(region)
    hopeless = _hopeless(region) if refinement == "none" else None
    forbidden, number = _forbidden(region, machine) if refinement == "some" else ({}, 0)
    return Blunder(
        role=region.role,
        move=None if last is None else last + 1,
        allowed=tuple(step.move.action for step in steps if step.allowed),
        keeping=tuple(step.move.action for step in keeping_steps if step.allowed),
        missed=tuple(step.move.action for step in keeping_steps if not step.allowed),
        refinement=refinement,
        forbidden=forbidden,
        forbidden_count=number,
        hopeless=None if hopeless is None else machine.unpack(hopeless),
    )


def _refinement(region: WinningRegion) -> str:
    """Return which refinements of the strategy keep the claim; see `Blunder.refinement`."""
    if region.allowed[0][0]:
        return "some"
    return "none" if region.legal[0][0] else "impossible"


def _forbidden(
    region: WinningRegion, machine: Machine
) -> tuple[dict[frozenset[str], tuple[str, ...]], int]:
    """Return the moves to forbid at the first positions with such, and the number of all these."""
    form = region.form
    listed: dict[frozenset[str], tuple[str, ...]] = {}
    number = 0
    for depth, moves in region.plays(well=True):
        layer, values = region.layers[depth], region.allowed[depth + 1]
        bad = form.filled(form.size(layer), 0)
        for edges in moves:
            if edges.own:
                lost = form.ranked(form.taken(values, edges.after), 0)
                form.put(bad, form.taken(edges.places, lost), 1)
        places = form.ranked(bad, 1)
        number += form.number(layer, places)
        first = [form.at(layer, place) for place in places[: LISTED - len(listed)]]
        looks = inspect_positions(machine, first)
        after = [step.after for here in looks for step in here.allowed]
        kept = iter(region.kept(region.allowed, depth + 1, after))
        for here in looks:
            listed[machine.unpack(here.position)] = tuple(
                step.move.action for step in here.allowed if not next(kept)
            )
    return listed, number


def _hopeless(region: WinningRegion) -> int | None:
    """Return a position of plays where the claim could be kept, but by no allowed move."""
    form = region.form
    for depth, moves in region.plays(well=False):
        own_moves = [move for move in moves if move.own]
        lost = form.filled(form.size(region.layers[depth]), 0)
        for edges in own_moves:
            could = form.ranked(form.taken(region.legal[depth], edges.places), 1)
            form.put(lost, form.taken(edges.places, could), 1)
        for edges in own_moves:
            keeps = form.ranked(form.taken(region.legal[depth + 1], edges.after), 1)
            form.put(lost, form.taken(edges.places, keeps), 0)
        if len(places := form.ranked(lost, 1)):
            return form.at(region.layers[depth], places[0])
    return None
