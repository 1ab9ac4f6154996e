"""Values of games in which two roles choose at once: backward induction over matrix games.

At each position the roles play a matrix game whose entries are the values of the positions after
it (Shapley, Stochastic Games, 1953, for games that end). Of two roles whose goals add up to 100 it
has a value, which is that of the position.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import wrong
from ttt_asp.extensions.playing.matrix_game import (
    MOST_MOVES,
    MatrixSolution,
    Payoff,
    solve_matrix,
)
from ttt_asp.extensions.playing.simultaneous_moves import Crossing, JointPlays, explore_joint
from ttt_asp.extensions.playing.solution import Solution, result_at
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.rejections import SimultaneousMoves
from ttt_asp.verdict import Move, Seconds, simultaneous_move

# Positions looked at between two looks at the clock.
_STEP = 10
# What the goals of both roles add up to.
_WHOLE = 100


def refuse_at_once(
    error: SimultaneousMoves, match: Match, limits: Limits, book: bool, distance: bool
) -> None:
    """Refuse what is not done for games in which roles choose at once.

    Args:
        error: about a position where they do.
        match: the game.
        limits: those of the work.
        book: whether the pages of an optimal strategy are asked for.
        distance: whether it is asked how far off wins and losses are.

    Raises:
        InputError: there are more than two roles, or more is asked for than values and moves.
    """
    message = error.diagnostics[0].message
    if len(match.game.roles) != 2:
        raise wrong(message, None, "such games are solved if they have two roles")
    if book:
        raise wrong(message, None, "for such a game no strategy is written: leave out -o")
    if distance:
        raise wrong(message, None, "play may go on for as long as it is drawn: no --distance")
    if limits.scratch is not None:
        raise wrong(message, None, "positions of such a game are kept in memory: no --scratch")


def solve_at_once(match: Match, limits: Limits, unknown: Solution, only_value: bool) -> Solution:
    """Solve a game of two roles, who may choose at once.

    Args:
        match: in which both may do anything.
        limits: a limit reached ends the work.
        unknown: the solution with all results still unknown.
        only_value: whether no more is asked for.

    Raises:
        InputError: the goals do not add up to 100, a play can go round in a circle, gets stuck, or
            ends without exactly one goal for every role; there are too many moves to draw from.
        Expired: a limit was reached.
    """
    limits.tell("grounding")
    begun = time.perf_counter()
    machine = load_machine(match, limits.deadline, at_once=True)
    grounded = time.perf_counter() - begun
    plays = explore_joint(match, machine, limits)
    limits.tell("working out values")
    solver = _JointSolver(match, plays, limits.deadline)
    return replace(solver.solution(unknown, only_value), seconds=Seconds(ground=grounded))


@dataclass
class _JointSolver:
    """The values of a game whose positions were all explored; all are those of the first role."""

    match: Match
    plays: JointPlays
    deadline: Deadline

    def __post_init__(self) -> None:
        self.solved: dict[tuple[int, tuple[Payoff, ...]], MatrixSolution] = {}
        self.pure = True

    @cached_property
    def notation(self) -> Notation:
        """How positions are written in messages."""
        return Notation(self.match.game)

    @cached_property
    def values(self) -> Mapping[int, Payoff]:
        """The values of all positions."""
        values: dict[int, Payoff] = {position: self._goal(position) for position in self.plays.over}
        for number, position in enumerate(self.plays.backwards(self.notation)):
            if number % _STEP == 0:
                self.deadline.check()
            crossing = self.plays.crossings[position]
            entries = tuple(map(values.__getitem__, crossing.after))
            solution = self._solution(position, crossing, entries)
            self.pure = self.pure and solution.pure
            values[position] = solution.value
        return values

    def _goal(self, position: int) -> Payoff:
        """Return the goal of the first role where play is over."""
        first, second = self.plays.over[position].values()
        if first + second != _WHOLE:
            message = "roles choose at once, and their goals do not always add up to 100:"
            where = self.notation.text(self.plays.machine.unpack(position))
            raise wrong(
                f"{message} they are {first} and {second} at {where}",
                None,
                "such games are solved if what one role gets the other does not",
            )
        return first

    def _solution(
        self, position: int, crossing: Crossing, entries: tuple[Payoff, ...]
    ) -> MatrixSolution:
        """Solve the matrix game at a position, given the values of all after it."""
        width = len(crossing.columns)
        if (width, entries) not in self.solved:
            rows = [entries[n : n + width] for n in range(0, len(entries), width)]
            lows, highs = map(min, rows), map(max, zip(*rows, strict=True))
            if max(len(rows), width) > MOST_MOVES and max(lows) < min(highs):
                where = self.notation.text(self.plays.machine.unpack(position))
                raise wrong(
                    f"at {where} best play draws from {len(rows)} and {width} moves at once: too "
                    "many",
                    None,
                    f"such a position is solved if no role has more than {MOST_MOVES}",
                )
            self.solved[width, entries] = solve_matrix(rows, self.deadline)
        return self.solved[width, entries]

    def solution(self, unknown: Solution, only_value: bool) -> Solution:
        """Solve the game, given a solution with all results still unknown."""
        plays, roles = self.plays, self.plays.machine.roles
        value = self.values[plays.machine.init]
        values: dict[str, Payoff] = {roles[0]: value, roles[1]: _WHOLE - value}
        known = replace(
            unknown,
            verdict="solved",
            values=values,
            opposed=True,
            ties=any(0 < goal < _WHOLE for ends in plays.over.values() for goal in ends.values()),
            positions=plays.positions,
            pure=self.pure,
        )
        if only_value:
            return replace(known, ahead=plays.depth)
        if plays.machine.init in plays.over:
            return known
        first = list(self._first(plays.machine.init))
        line, last = self._line() if self.pure else ((), plays.machine.init)
        end = plays.machine.unpack(last)
        return replace(
            known,
            first=tuple(move for move, worth, _ in first if worth == values[move.role]),
            choices=len(first),
            worths=tuple((move, worth) for move, worth, _ in first),
            mixture=tuple((move, Fraction(share)) for move, _, share in first if share),
            line=line,
            result=result_at(self.match.game, end, line[-1], self.deadline) if line else "",
        )

    def _first(self, start: int) -> Iterator[tuple[Move, Payoff, Payoff]]:
        """Yield the first moves of whoever has a choice.

        Each comes with the value that it forces if made for certain, and its probability in best
        play.
        """
        crossing, values, solution = self._matrix(start)
        width = len(crossing.columns)
        lows = [min(values[n : n + width]) for n in range(0, len(values), width)]
        highs = [_WHOLE - max(values[n::width]) for n in range(width)]
        rows = list(zip(crossing.rows, lows, solution.rows, strict=True))
        columns = list(zip(crossing.columns, highs, solution.columns, strict=True))
        several = [side for side in (rows, columns) if len(side) > 1]
        for side in several or (rows, columns):
            for move, worth, share in side:
                if move is not None:
                    yield move, worth, share

    def _matrix(self, position: int) -> tuple[Crossing, tuple[Payoff, ...], MatrixSolution]:
        """Return the matrix of a position itself, its values, and its solution."""
        crossing = self.plays.crossing(position)
        values = tuple(map(self.values.__getitem__, self.plays.least(crossing.after)))
        return crossing, values, self._solution(position, crossing, values)

    def _line(self) -> tuple[tuple[Move, ...], int]:
        """Return play in which every move is best, made for certain, and its last position."""
        position, made = self.plays.machine.init, list[Move]()
        while self.plays.least([position])[0] not in self.plays.over:
            crossing, _, solution = self._matrix(position)
            row, column = solution.row_weights.index(1), solution.column_weights.index(1)
            chosen = (crossing.rows[row], crossing.columns[column])
            made.append(simultaneous_move([move for move in chosen if move is not None]))
            position = crossing.after[row * len(crossing.columns) + column]
        return tuple(made), position
