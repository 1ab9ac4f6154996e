"""A game of people, or of a person against a strategy: turns, moves by their names, undoing.

Nothing is printed or asked here: the caller shows the game, asks the person, and passes the
answers to these functions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Literal

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.exploring.advice import Advice, advise
from ttt_asp.extensions.exploring.inspection import Inspection, LegalMove, inspect_positions
from ttt_asp.extensions.exploring.suggestion import FEW, only_ties
from ttt_asp.extensions.players.move_names import by_number, square_numbers
from ttt_asp.extensions.playing.simultaneous_moves import crossing_at
from ttt_asp.extensions.playing.solution import result_at
from ttt_asp.games.notation import Notation
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.position import SimultaneousMoves, goalless_error, simultaneous_at
from ttt_asp.strategies.strategy import FREE, Strategy
from ttt_asp.verdict import Move, simultaneous_move

Status = Literal["asked", "over", "stuck", "jammed", "circle"]


@dataclass(frozen=True)
class Session:
    """A game to be played, and its players.

    Attributes:
        match: the game; every role may play any legal move.
        people: the roles of people.
        against: the strategy of all other roles; None where all are people's.
    """

    match: Match
    people: tuple[str, ...]
    against: Strategy | None

    @cached_property
    def machine(self) -> Machine:
        """Return the gates of the game."""
        return load_machine(self.match, Deadline(), at_once=self.against is not None)

    @cached_property
    def notation(self) -> Notation:
        """Return the notation of its positions."""
        return Notation(self.match.game)

    @property
    def alone(self) -> str | None:
        """Return the role of the one person who plays against a strategy; None among people."""
        return self.people[0] if self.against else None

    @cached_property
    def squares(self) -> Mapping[str, int]:
        """Return the number of each square, by the only action about it."""
        return square_numbers(self.notation)


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was made.

    Attributes:
        move: whose, and what; joined where the rules let several roles move at once.
        after: the position after it, packed.
        by: who made it: the person, a strategy, both at once, or the rules, which allowed no other.
        advice: the strategy's advice, where a strategy made it.
    """

    move: Move
    after: int
    by: Literal["person", "strategy", "both", "rules"]
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game so far.

    Attributes:
        start: the first position, packed.
        turns: the moves so far.
        here: the legal moves and goals at the position now.
        status: `asked`: a person has a choice; `over`; `stuck`: the strategy recommends
            nothing; `jammed`: nobody has a legal move, though it is not over; `circle`: it came
            back to the same position without a person having had a choice.
        advice: of the strategy that is stuck, or that has drawn its move already.
        drawn: what it does at the same time as the person, where both choose at once: the legal
            moves of `here` are the person's, with the positions after both.
    """

    start: int
    turns: tuple[Turn, ...]
    here: Inspection
    status: Status
    advice: Advice | None = None
    drawn: Move | None = None

    @property
    def before(self) -> list[int]:
        """Return the position before each turn, and the one now."""
        return [self.start, *(turn.after for turn in self.turns)]


def begin(at: Session, position: frozenset[str], random: Random) -> State:
    """Play from a position to where a person has a choice, or to the end.

    Args:
        at: the game.
        position: the fluents that hold.
        random: picks one of several moves that a strategy recommends.

    Raises:
        InputError: the rules cannot be evaluated, or play ends without one goal for every role.
        Unsuited: several roles choose at once who are not one person and one strategy.
    """
    return _onward(at, at.machine.pack(position), (), random)


def choose(at: Session, state: State, step: LegalMove, random: Random) -> State:
    """Make a person's move, and play the answers to it; see `begin`."""
    turn = Turn(step.move, step.after, "person")
    if state.drawn is not None:
        both = sorted((step.move, state.drawn), key=lambda m: at.match.game.roles.index(m.role))
        turn = Turn(simultaneous_move(both), step.after, "both", state.advice)
    return _onward(at, state.start, (*state.turns, turn), random)


def undo(at: Session, state: State, random: Random) -> State | None:
    """Go back to before the last choice of a person's; None if there was none."""
    choices = [number for number, turn in enumerate(state.turns) if turn.by in ("person", "both")]
    return _onward(at, state.start, state.turns[: choices[-1]], random) if choices else None


def hint(at: Session, state: State) -> Advice:
    """Return the advice of the opponent's strategy to the role that has to choose."""
    assert state.here.mover is not None
    return _advise(at, state.here.mover, state.here.position)


def result(at: Session, state: State) -> str:
    """Return who won, and how; empty where the game is not over."""
    last = state.turns[-1].move if state.turns else None
    fluents = at.machine.unpack(state.here.position)
    return result_at(at.match.game, fluents, last, Deadline())


def tied(at: Session, state: State) -> bool:
    """Whether the game ends in a tie, whatever is played from now on; see `only_ties`."""
    few = len(state.here.steps) <= FEW
    try:
        return few and only_ties(at.match, at.machine, state.here.position, Deadline())
    except SimultaneousMoves:
        return False


def _advise(at: Session, role: str, position: int) -> Advice:
    fluents = at.machine.unpack(position)
    return advise(at.match.game, role, at.against or FREE, fluents, Deadline())


def _onward(at: Session, start: int, turns: tuple[Turn, ...], random: Random) -> State:
    position = turns[-1].after if turns else start
    seen: set[int] = set()
    while True:
        here = inspect_positions(at.machine, [position])[0]
        if here.terminal:
            if at.machine.evaluated([position]).values[at.machine.goalless]:
                raise goalless_error(at.match.game, at.machine.unpack(position))
            return State(start, turns, here, "over")
        if not here.steps:
            return State(start, turns, here, "jammed")
        if len({step.move.role for step in here.steps}) > 1:
            return _at_once(at, State(start, turns, here, "asked"), random)
        if position in seen:
            return State(start, turns, here, "circle")
        seen.add(position)
        if len(here.steps) == 1:
            values = at.machine.evaluated([position]).values
            legal = [move for move, gate in at.machine.legal.items() if values[gate]]
            turn = Turn(simultaneous_move(legal), here.steps[0].after, "rules")
        elif here.mover in at.people:
            return State(start, turns, here, "asked")
        else:
            advice = _advise(at, here.steps[0].move.role, position)
            if not advice.recommended:
                return State(start, turns, here, "stuck", advice)
            action = random.choice(advice.recommended)
            step = next(step for step in here.steps if step.move.action == action)
            turn = Turn(step.move, step.after, "strategy", advice)
        turns = (*turns, turn)
        position = turn.after


def _at_once(at: Session, state: State, random: Random) -> State:
    """Let the strategy draw its move where it and the person choose at once; see `State.drawn`."""
    position, roles = state.here.position, at.match.game.roles
    if at.alone is None or len(roles) != 2:
        raise simultaneous_at(at.match.game, at.machine.unpack(position))
    (other,) = (role for role in roles if role != at.alone)
    advice = _advise(at, other, position)
    if not advice.recommended:
        return replace(state, status="stuck", advice=advice)
    drawn = Move(other, random.choice(advice.recommended))
    crossing = crossing_at(at.match, at.machine, position)
    width = len(crossing.columns)
    if other == roles[0]:
        row = crossing.rows.index(drawn)
        mine, after = crossing.columns, crossing.after[row * width : (row + 1) * width]
    else:
        mine, after = crossing.rows, crossing.after[crossing.columns.index(drawn) :: width]
    pairs = zip(mine, after, strict=True)
    steps = tuple(LegalMove(move, end, True) for move, end in pairs if move is not None)
    return replace(state, here=replace(state.here, steps=steps), advice=advice, drawn=drawn)


def numbered_moves(at: Session, state: State) -> dict[int, LegalMove]:
    """Return the moves of the role that has to choose, by number; see `by_number`."""
    return by_number(state.here.steps, at.squares)
