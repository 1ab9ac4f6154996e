"""Advice by best play during a game, and a list of the moves that gave something away."""

from dataclasses import dataclass, replace

from ttt_asp.analyses.best_play.values import Values, values_of
from ttt_asp.analyses.game_session import Session, State
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError
from ttt_asp.games.roles import refuse_chance
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.inspection import inspect_positions
from ttt_asp.positions.position import Advice
from ttt_asp.progress_report import Tell
from ttt_asp.verdict import Move

# A person waits for no more than this: positions, and seconds.
MOST, SECONDS = 1_000_000, 20.0


@dataclass(frozen=True, slots=True)
class Mistake:
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
        missing: how many choices of the person's before it were not compared.
        reason: why not.
    """

    lapses: tuple[Mistake, ...]
    since: int | None
    missing: int = 0
    reason: str = ""


def best(at: Session, state: State, progress: Tell | None = None) -> tuple[int, Advice] | str:
    """Return the goal value that the role that has to choose can force, and the moves that keep it.

    Where they are not known, as `review` says, the reason is returned.
    """
    here, role = state.here, state.here.mover
    assert role is not None
    limits = Limits(Deadline(SECONDS), (), MOST, count=False, progress=progress)
    values, reason = _values(at, role, here.position, limits)
    if values is None:
        return reason
    worths = [worth.value for worth in values(1, [step.after for step in here.steps])]
    legal = tuple(step.move.action for step in here.steps)
    value = max(worths)
    keeping = tuple(a for a, worth in zip(legal, worths, strict=True) if worth == value)
    return value, Advice(role, False, legal, keeping, keeping, "best play", (), {})


def review(at: Session, state: State, role: str, progress: Tell | None = None) -> Review:
    """Compare each choice of a person's with best play.

    Values are worked out from the first choice on; where that is too much, from as early a
    choice as the limits allow.

    Args:
        at: the game.
        state: the moves so far.
        role: the person's.
        progress: called with progress reports now and then.
    """
    asked = [
        number
        for number, turn in enumerate(state.turns)
        if turn.by == "person" and turn.move.role == role
    ]
    if not asked:
        return Review((), None)
    limits = Limits(Deadline(SECONDS / 2), (), MOST, count=False, progress=progress)
    kept, reason = _values(at, role, state.before[asked[0]], limits)
    missing = 0 if kept else len(asked)
    limits = limits.afresh()
    while missing > 1 and (more := _values(at, role, state.before[asked[missing - 1]], limits)[0]):
        kept, missing = more, missing - 1
    if kept is None:
        return Review((), None, missing, reason)
    return Review(_lapses(at, state, asked[missing:], kept), asked[missing] + 1, missing, reason)


def _values(at: Session, role: str, position: int, limits: Limits) -> tuple[Values | None, str]:
    """Return the values for a role from a position on, or the reason why they are not known."""
    machine = replace(at.machine, init=position)
    try:
        refuse_chance(at.match.game)
        plays = explore(at.match, machine, limits)
        if plays.stopped:
            return None, plays.stopped.reason
        if plays.stuck:
            where = at.notation.text(machine.unpack(plays.stuck.position))
            return None, f"at {where} it is not over, and nobody has a legal move"
        return values_of(plays, role, limits.deadline), ""
    except Expired as error:
        return None, str(error.stop)
    except InputError as error:
        return None, error.diagnostics[0].message


def _lapses(at: Session, state: State, asked: list[int], values: Values) -> tuple[Mistake, ...]:
    """Return the mistakes among choices, given values from the first choice on."""
    lapses = []
    for number in asked:
        steps = inspect_positions(at.machine, [state.before[number]])[0].steps
        worths = values(number - asked[0] + 1, [step.after for step in steps])
        worth = {s.move.action: w.value for s, w in zip(steps, worths, strict=True)}
        best, move = max(worth.values()), state.turns[number].move
        if worth[move.action] < best:
            keeping = tuple(action for action, value in worth.items() if value == best)
            lapses.append(Mistake(number + 1, move, best, worth[move.action], keeping))
    return tuple(lapses)
