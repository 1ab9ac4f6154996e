"""Random plays of a game, and the moments in them that a map to another game has to keep."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ttt_asp.errors import Diagnostic, Unsuited
from ttt_asp.extensions.exploring.inspection import Inspection, inspect_positions
from ttt_asp.extensions.recognition.same_game_program import ComparedMoment
from ttt_asp.positions.machine import Machine
from ttt_asp.verdict import Move

# A play of more moves is looked at so far only.
MOST_MOVES = 400


def moments(machine: Machine, play: Sequence[Move]) -> list[ComparedMoment]:
    """Return the moments of a play up to its first illegal move: the last may lack a next move."""
    moments: list[ComparedMoment] = []
    position = machine.init
    for move in (*play, None):
        (seen,) = _looked(machine, [position])
        after = {step.move: step.after for step in seen.steps}
        moves = tuple(step.move for step in seen.steps)
        made = move if move in after else None
        goals = seen.goals if seen.terminal else {}
        moments.append(ComparedMoment(not moments, made, moves, seen.terminal, goals))
        if made is None:
            break
        position = after[made]
    return moments


def _looked(machine: Machine, positions: Sequence[int]) -> list[Inspection]:
    """Inspect positions.

    Raises:
        Unsuited: several roles choose at once at one of them: there are no single moves to map.
    """
    seen = inspect_positions(machine, positions)
    if any(len({step.move.role for step in here.steps}) > 1 for here in seen):
        why = "several roles choose at once: only games with one mover at a time are compared"
        raise Unsuited([Diagnostic(why)])
    return seen


@dataclass(frozen=True, slots=True)
class RandomWalk:
    """A random play of legal moves, recommended or not.

    Attributes:
        moves: in order. positions: packed, one more than there are moves. end: the last one.
    """

    moves: tuple[Move, ...]
    positions: tuple[int, ...]
    end: Inspection


def walks(machine: Machine, number: int, seed: int) -> list[RandomWalk]:
    """Return random plays, each to its end, or to `MOST_MOVES`."""
    chance = random.Random(seed)
    plays: list[list[Move]] = [[] for _ in range(number)]
    trails = [[machine.init] for _ in range(number)]
    ends: dict[int, Inspection] = {}
    going = list(range(number))
    while going:
        seen = _looked(machine, [trails[play][-1] for play in going])
        ends |= dict(zip(going, seen, strict=True))
        for play, at in zip(going, seen, strict=True):
            if at.steps and len(plays[play]) < MOST_MOVES:
                step = chance.choice(at.steps)
                plays[play].append(step.move)
                trails[play].append(step.after)
        going = [play for play in going if ends[play].position != trails[play][-1]]
    return [RandomWalk(tuple(plays[n]), tuple(trails[n]), ends[n]) for n in range(number)]


def coupled(machine: Machine, seen: Sequence[RandomWalk]) -> list[tuple[str, str]]:
    """Return pairs of fluents of two games side by side that hold at the same positions.

    Args:
        machine: the two, as `side_by_side` makes them.
        seen: plays in which they do; it is not known of any others.
    """
    positions = {position for walk in seen for position in walk.positions}
    held = {
        fluent: tuple(position >> bit & 1 for position in sorted(positions))
        for bit, fluent in enumerate(machine.base)
    }
    second: dict[tuple[int, ...], list[str]] = {}
    for fluent, vector in held.items():
        if fluent.startswith("b(") and any(vector):
            second.setdefault(vector, []).append(fluent)
    pairs: list[tuple[str, str]] = []
    for fluent, vector in held.items():
        if fluent.startswith("a("):
            pairs += [(fluent, other) for other in second.get(vector, ())]
    return pairs
