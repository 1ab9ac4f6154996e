"""Advice by best play during a game, and a list of the moves that gave something away."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.advice import Advice
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.playing.game_session import Session, State
from ttt_asp.extensions.playing.values import Worth, refuse_chance, values_of
from ttt_asp.limits import Limits, Tell
from ttt_asp.positions.explore import explore
from ttt_asp.verdict import Move

# A person waits for no more than this: positions, and seconds.
MOST, SECONDS = 1_000_000, 20.0
# Where best play is told besides a strategy's advice, nobody waits for more than these positions.
FEW = 50_000


@dataclass(frozen=True, slots=True)
class GivenAway:
    """A move of the person's after which less can be forced than before it.

    Attributes:
        number: of the move, counted from 1 over all roles' moves. move: the move.
        before, after: the goal values, 0 to 100, that the person could force.
        keeping: the actions that would have kept the value.
    """

    number: int
    move: Move
    before: int
    after: int
    keeping: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A comparison of a game with best play.

    Attributes:
        lapses: the moves that gave something away, in order.
        since: the number of the person's first move that was compared; None if none was.
        missing: the number of choices of the person's before it that were not compared.
        reason: why not.
    """

    lapses: tuple[GivenAway, ...]
    since: int | None
    missing: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Best:
    """Best play of the role that has to choose.

    Attributes:
        worth: what it can force. advice: the moves that keep that value.
        soonest: those of them that win as soon, or lose as late, as can be.
    """

    worth: Worth
    advice: Advice
    soonest: tuple[str, ...]


def best(at: Session, state: State, progress: Tell | None = None, few: bool = False) -> Best | str:
    """Return what the role that has to choose can force, and the moves that keep it.

    Where they are not known, as `review` says, the reason is returned; with `few` no more positions
    are looked at than nobody has to wait for.
    """
    here, role = state.here, state.here.mover
    assert role is not None
    after = worths(at, role, here.position, _limits(progress, few))
    if isinstance(after, str):
        return after
    most = min(after.values(), key=attrgetter("order"))
    soonest = tuple(action for action, worth in after.items() if worth.order == most.order)
    keeping = _best(after)[1]
    advice = Advice(role, False, tuple(after), keeping, keeping, "best play", (), {})
    return Best(most, advice, soonest)


def review(at: Session, state: State, role: str, progress: Tell | None = None) -> Review:
    """Compare each choice of a person's with best play: the last first, as far as limits allow."""
    asked = [
        number
        for number, turn in enumerate(state.turns)
        if turn.by == "person" and turn.move.role == role
    ]
    limits, missing, lapses = _limits(progress), len(asked), list[GivenAway]()
    for number in reversed(asked):
        after = worths(at, role, state.before[number], limits)
        if isinstance(after, str):
            since = asked[missing] + 1 if missing < len(asked) else None
            return Review(tuple(lapses), since, missing, after)
        missing -= 1
        (most, keeping), move = _best(after), state.turns[number].move
        if after[move.action].value < most:
            lapses.insert(0, GivenAway(number + 1, move, most, after[move.action].value, keeping))
    return Review(tuple(lapses), asked[0] + 1 if asked else None)


def worths(at: Session, role: str, position: int, limits: Limits) -> Mapping[str, Worth] | str:
    """Return what a role can force by each of its actions, or why it is not known."""
    machine = replace(at.machine, init=position)
    try:
        refuse_chance(at.match.game)
        plays = explore(at.match, machine, limits)
        if plays.stopped:
            return plays.stopped.reason
        if plays.stuck:
            where = at.notation.text(machine.unpack(plays.stuck.position))
            return f"at {where} it is not over, and nobody has a legal move"
        steps = inspect_positions(machine, [position])[0].steps
        values = values_of(plays, role, limits.deadline)(1, [step.after for step in steps])
    except Expired as error:
        return str(error.stop)
    except InputError as error:
        return error.diagnostics[0].message
    return {step.move.action: worth.by_move for step, worth in zip(steps, values, strict=True)}


def _limits(progress: Tell | None, few: bool = False) -> Limits:
    most = FEW if few else MOST
    return Limits(Deadline(SECONDS), max_positions=most, count=False, progress=progress)


def _best(worths: Mapping[str, Worth]) -> tuple[int, tuple[str, ...]]:
    """Return the greatest value, and the actions that have it."""
    most = max(worth.value for worth in worths.values())
    return most, tuple(action for action, worth in worths.items() if worth.value == most)
