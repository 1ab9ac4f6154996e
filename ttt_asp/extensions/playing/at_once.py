"""Values of games in which two roles choose at once: backward induction over matrix games.

At each position the roles play a matrix game whose entries are the values of the positions after
it (Shapley, Stochastic Games, 1953, for games that end). Its value is what a role can force there,
on average, whatever the other does. Where the goals of both always add up to 100, one matrix game
is enough: what one role can force the other cannot have. Else there is one for each role, in which
the other is taken to do it the most harm.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.errors import wrong
from ttt_asp.extensions.playing.matrix_game import (
    MOST_MOVES,
    MatrixSolution,
    Payoff,
    solve_matrix,
)
from ttt_asp.extensions.playing.simultaneous_moves import (
    Crossing,
    JointPlays,
    crossing_at,
    explore_joint,
)
from ttt_asp.extensions.playing.solution import Solution, result_at
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import SimultaneousMoves
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
    message, where = error.diagnostics[0].message, error.diagnostics[0].location
    if len(match.game.roles) != 2:
        raise wrong(message, where, "such games are solved if they have two roles")
    if book:
        raise wrong(message, where, "for such a game no strategy is written: leave out -o")
    if distance:
        raise wrong(message, where, "play may go on for as long as it is drawn: no --distance")
    if limits.scratch is not None:
        raise wrong(message, where, "positions of such a game are kept in memory: no --scratch")


def solve_at_once(match: Match, limits: Limits, unknown: Solution, only_value: bool) -> Solution:
    """Solve a game of two roles, who may choose at once.

    Args:
        match: in which both may do anything.
        limits: a limit reached ends the work.
        unknown: the solution with all results still unknown.
        only_value: whether no more is asked for.

    Raises:
        InputError: a play can go round in a circle, gets stuck, or ends without exactly one goal
            for every role; there are too many moves to draw from.
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
    """The values of a game whose positions were all explored."""

    match: Match
    plays: JointPlays
    deadline: Deadline

    def __post_init__(self) -> None:
        self.solved: dict[tuple[int, tuple[Payoff, ...]], MatrixSolution] = {}
        self.known: dict[int, Mapping[int, Payoff]] = {}
        self.opposed = all(sum(goals.values()) == _WHOLE for goals in self.plays.over.values())
        self.pure = True

    @cached_property
    def notation(self) -> Notation:
        """How positions are written in messages."""
        return Notation(self.match.game)

    def values(self, side: int) -> Mapping[int, Payoff]:
        """Return what a role, by its number, can force at all positions; worked out once."""
        if side not in self.known:
            self.known[side] = self._values(side)
        return self.known[side]

    def _values(self, side: int) -> Mapping[int, Payoff]:
        role, over = self.plays.machine.roles[side], self.plays.over
        values: dict[int, Payoff] = {position: goals[role] for position, goals in over.items()}
        for number, position in enumerate(self.plays.backwards(self.notation)):
            if number % _STEP == 0:
                self.deadline.check()
            crossing = self.plays.crossings[position]
            solution = self._solution(position, _rows(crossing, side, crossing.after, values))
            self.pure = self.pure and solution.pure
            values[position] = solution.value
        return values

    def _solution(self, position: int, rows: Sequence[tuple[Payoff, ...]]) -> MatrixSolution:
        """Solve the matrix game at a position."""
        width, entries = len(rows[0]), tuple(chain.from_iterable(rows))
        if (width, entries) not in self.solved:
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
        plays, roles, start = self.plays, self.plays.machine.roles, self.plays.machine.init
        first = self.values(0)[start]
        values = {roles[0]: first, roles[1]: _WHOLE - first}
        if not self.opposed:
            values[roles[1]] = self.values(1)[start]
        known = replace(
            unknown,
            verdict="solved",
            values=values,
            opposed=self.opposed,
            ties=any(0 < goal < _WHOLE for ends in plays.over.values() for goal in ends.values()),
            positions=plays.positions,
            pure=self.pure,
        )
        if only_value:
            return replace(known, ahead=plays.depth)
        if start in plays.over:
            return known
        moves = list(self._first(start))
        line, last = self._line() if self.pure and self.opposed else ((), start)
        end = plays.machine.unpack(last)
        return replace(
            known,
            first=tuple(move for move, worth, _ in moves if worth == values[move.role]),
            choices=len(moves),
            worths=tuple((move, worth) for move, worth, _ in moves),
            mixture=tuple((move, share) for move, _, share in moves if share),
            line=line,
            result=result_at(self.match.game, end, line[-1], self.deadline) if line else "",
        )

    def _first(self, start: int) -> Iterator[tuple[Move, Payoff, Fraction]]:
        """Yield the first moves of whoever has a choice.

        Each comes with the value that it forces if made for certain, and its probability in play
        that forces the role's value.
        """
        crossing, rows, solution = self._matrix(start, 0)
        shares = solution.columns
        if self.opposed:
            highs = [_WHOLE - max(column) for column in zip(*rows, strict=True)]
        else:
            _, columns, other = self._matrix(start, 1)
            highs, shares = list(map(min, columns)), other.rows
        mine = list(zip(crossing.rows, map(min, rows), solution.rows, strict=True))
        theirs = list(zip(crossing.columns, highs, shares, strict=True))
        several = [side for side in (mine, theirs) if len(side) > 1]
        for side in several or (mine, theirs):
            for move, worth, share in side:
                if move is not None:
                    yield move, worth, share

    def _matrix(
        self, position: int, side: int
    ) -> tuple[Crossing, list[tuple[Payoff, ...]], MatrixSolution]:
        """Return the crossing of a position itself, a role's matrix there, and its solution."""
        crossing = crossing_at(self.match, self.plays.machine, position)
        rows = _rows(crossing, side, self.plays.least(crossing.after), self.values(side))
        return crossing, rows, self._solution(position, rows)

    def _line(self) -> tuple[tuple[Move, ...], int]:
        """Return play in which every move is best, made for certain, and its last position."""
        position, made = self.plays.machine.init, list[Move]()
        while self.plays.least([position])[0] not in self.plays.over:
            crossing, _, solution = self._matrix(position, 0)
            row, column = solution.row_weights.index(1), solution.column_weights.index(1)
            chosen = (crossing.rows[row], crossing.columns[column])
            made.append(simultaneous_move([move for move in chosen if move is not None]))
            position = crossing.after[row * len(crossing.columns) + column]
        return tuple(made), position


def _rows(
    crossing: Crossing, side: int, after: Sequence[int], values: Mapping[int, Payoff]
) -> list[tuple[Payoff, ...]]:
    """Return the values of a role after each of its moves, with each of the other role's.

    Args:
        crossing: the moves of both.
        side: the number of the role.
        after: the positions after each pair of moves, whose values are known.
        values: the role's.
    """
    entries, width = tuple(map(values.__getitem__, after)), len(crossing.columns)
    if side == 0:
        return [entries[n : n + width] for n in range(0, len(entries), width)]
    return [entries[n::width] for n in range(width)]
