"""Values of games in which two roles choose at once: backward induction over matrix games.

At each position the roles play a matrix game: a row for each move of the first role, a column for
each of the second, and in its entries the values of the positions after both (Shapley, Stochastic
Games, 1953, for games that end). A role that has no legal move has one row, or one column, in which
it does nothing. Of two roles whose goals add up to 100 the game has a value, which is that of the
position.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import product

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.errors import wrong
from ttt_asp.extensions.playing.matrix_game import MOST_MOVES, MatrixSolution, Payoff, solve_matrix
from ttt_asp.extensions.playing.solution import Solution, result_at
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits, ProgressReport, progress_text
from ttt_asp.positions.exploration import stray_fluent_error
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import Machine, effects_of, load_machine
from ttt_asp.positions.position import SimultaneousMoves, goalless_error
from ttt_asp.verdict import Move, Seconds, simultaneous_move

# Positions that are evaluated at once.
_BATCH = 500
# What a role that has no legal move does.
IDLE = None
Choice = Move | None


@dataclass(slots=True)
class Crossing:
    """The matrix of a position at which play goes on.

    Attributes:
        rows: what the first role may do. columns: what the second may do.
        after: the position after each pair, row by row.
    """

    rows: list[Choice] = field(default_factory=list)
    columns: list[Choice] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def enter(self, row: Choice, column: Choice, after: int) -> None:
        """Add an entry: those of a row come together, with columns in the same order in each."""
        if not self.rows or self.rows[-1] is not row:
            self.rows.append(row)
        if len(self.rows) == 1:
            self.columns.append(column)
        self.after.append(after)


@dataclass
class JointPlays:
    """All positions of a game, packed; their values are those of the first role.

    Attributes:
        match: in which both roles may do anything. machine: its gates. deadline: when to give up.
        over: where play is over, the goal of each role.
        crossings: the matrices of all other positions, those after fewer moves first.
        depth: the number of moves to the positions that are farthest off.
        layered: every position is reached after one number of moves only.
    """

    match: Match
    machine: Machine
    deadline: Deadline
    over: Mapping[int, Mapping[str, int]]
    crossings: dict[int, Crossing]
    depth: int
    layered: bool

    def __post_init__(self) -> None:
        self.solved: dict[tuple[int, tuple[Payoff, ...]], MatrixSolution] = {}
        self.pure = True

    @property
    def positions(self) -> int:
        """Return how many there are."""
        return len(self.over) + len(self.crossings)

    @cached_property
    def notation(self) -> Notation:
        """How positions are written in messages."""
        return Notation(self.match.game)

    @cached_property
    def values(self) -> Mapping[int, Payoff]:
        """The values of all positions."""
        values: dict[int, Payoff] = {position: self._goal(position) for position in self.over}
        for number, position in enumerate(self._backwards()):
            if number % _STEP == 0:
                self.deadline.check()
            solution = self._solution(position, values)
            self.pure = self.pure and solution.pure
            values[position] = solution.value
        return values

    def _goal(self, position: int) -> Payoff:
        """Return the goal of the first role where play is over."""
        first, second = self.over[position].values()
        if first + second != _WHOLE:
            message = "roles choose at once, and their goals do not always add up to 100:"
            where = self.notation.text(self.machine.unpack(position))
            raise wrong(
                f"{message} they are {first} and {second} at {where}",
                None,
                "such games are solved if what one role gets the other does not",
            )
        return first

    def _solution(self, position: int, values: Mapping[int, Payoff]) -> MatrixSolution:
        """Solve the matrix game at a position, given the values of all after it."""
        crossing = self.crossings[position]
        entries, width = tuple(map(values.__getitem__, crossing.after)), len(crossing.columns)
        if (width, entries) not in self.solved:
            rows = [entries[n : n + width] for n in range(0, len(entries), width)]
            lows, highs = map(min, rows), map(max, zip(*rows, strict=True))
            if max(len(rows), width) > MOST_MOVES and max(lows) < min(highs):
                where = self.notation.text(self.machine.unpack(position))
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
        roles, start = self.machine.roles, self.machine.init
        value = self.values[start]
        values: dict[str, Payoff] = {roles[0]: value, roles[1]: _WHOLE - value}
        known = replace(
            unknown,
            verdict="solved",
            values=values,
            opposed=True,
            ties=any(0 < goal < _WHOLE for ends in self.over.values() for goal in ends.values()),
            positions=self.positions,
            pure=self.pure,
        )
        if only_value:
            return replace(known, ahead=self.depth)
        if start in self.over:
            return known
        first = list(self._first(start))
        line, last = self._line() if self.pure else ((), start)
        end = self.machine.unpack(last)
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
        crossing, solution = self.crossings[start], self._solution(start, self.values)
        values = list(map(self.values.__getitem__, crossing.after))
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

    def _line(self) -> tuple[tuple[Move, ...], int]:
        """Return play in which every move is best, made for certain, and its last position."""
        position, made = self.machine.init, list[Move]()
        while position not in self.over:
            crossing = self.crossings[position]
            solution = self._solution(position, self.values)
            row, column = solution.row_weights.index(1), solution.column_weights.index(1)
            chosen = (crossing.rows[row], crossing.columns[column])
            made.append(simultaneous_move([move for move in chosen if move is not None]))
            position = crossing.after[row * len(crossing.columns) + column]
        return tuple(made), position

    def _backwards(self) -> list[int]:
        """Return the positions at which play goes on, each after all that come after it.

        Raises:
            InputError: a play can go round in a circle.
        """
        if self.layered:
            return list(reversed(self.crossings))
        after = {position: set(crossing.after) for position, crossing in self.crossings.items()}
        try:
            order = list(TopologicalSorter(after).static_order())
        except CycleError as error:
            where = self.notation.text(self.machine.unpack(error.args[1][0]))
            message = f"roles choose at once, and plays can come back to {where}, for ever"
            raise wrong(message, None, "such games are solved if every play ends") from None
        return [position for position in order if position in self.crossings]


def explore_joint(match: Match, machine: Machine, limits: Limits) -> JointPlays:
    """Explore every play of a game of two roles, who may choose at once.

    Raises:
        InputError: play gets stuck, ends without exactly one goal for every role, or comes to what
            is no position.
        Expired: a limit was reached.
    """
    over: dict[int, Mapping[str, int]] = {}
    crossings: dict[int, Crossing] = {}
    layer, depth, layered = [machine.init], 0, True
    while True:
        following: set[int] = set()
        for start in range(0, len(layer), _BATCH):
            found, ended = _explored(match, machine, layer[start : start + _BATCH])
            crossings |= found
            over |= ended
            for crossing in found.values():
                following.update(crossing.after)
            _check_limits(limits, len(crossings) + len(over), depth)
        layer = sorted(p for p in following if p not in crossings and p not in over)
        layered = layered and len(layer) == len(following)
        if not layer:
            return JointPlays(match, machine, limits.deadline, over, crossings, depth, layered)
        depth += 1


def _check_limits(limits: Limits, positions: int, depth: int) -> None:
    limits.tell("positions", positions, moves=depth)
    limits.deadline.check()
    if limits.max_positions is not None and positions > limits.max_positions:
        reached = progress_text([ProgressReport("positions", positions, moves=depth)])
        reason = f"the limit of {limits.max_positions:,} positions was reached"
        raise Expired(Stop("positions", reason, reached))


def _explored(
    match: Match, machine: Machine, positions: Sequence[int]
) -> tuple[dict[int, Crossing], dict[int, dict[str, int]]]:
    """Return the matrices of positions, and the goals where play is over."""
    batch, notation = machine.evaluated(positions), Notation(match.game)
    values = batch.values
    if stuck := values[machine.stuck]:
        at = notation.text(machine.unpack(batch.first(stuck)))
        message = f"play gets stuck at {at}: it is not over, and nobody has a legal move"
        raise wrong(message, None, "such a position has no value")
    terminal = values[machine.terminal]
    if goalless := terminal & values[machine.goalless]:
        raise goalless_error(match.game, machine.unpack(batch.first(goalless)))
    over: dict[int, dict[str, int]] = {positions[n]: {} for n in batch.indices(terminal)}
    for role, goals in zip(machine.roles, machine.goals, strict=True):
        for value, gate in goals.items():
            for place in batch.indices(terminal & values[gate]):
                over[positions[place]][role] = value
    first, second = (_choices(machine, batch, role) for role in machine.roles)
    joint = list[tuple[tuple[Choice, Choice], int]]()
    for (row, here), (column, there) in product(first, second):
        if here & there:
            joint.append(((row, column), here & there))
    chosen = [tuple(move for move in pair if move is not None) for pair, _ in joint]
    effects = effects_of(machine, batch, chosen)
    crossings = {position: Crossing() for position in positions if position not in over}
    for ((row, column), where), moves, effect in zip(joint, chosen, effects, strict=True):
        if stray := where & batch.value(effect, effect.stray):
            raise stray_fluent_error(match, machine, batch.first(stray), simultaneous_move(moves))
        for place, after in zip(batch.indices(where), batch.move(where, effect), strict=True):
            crossings[positions[place]].enter(row, column, after)
    return crossings, over


def _choices(machine: Machine, batch: Batch, role: str) -> list[tuple[Choice, int]]:
    """Return what a role may do where play goes on, and where; nothing, where it may do nothing."""
    idle = going_on = batch.every ^ batch.values[machine.terminal]
    choices: list[tuple[Choice, int]] = []
    for move, gate in machine.legal.items():
        if move.role == role and (where := batch.values[gate] & going_on):
            choices.append((move, where))
            idle &= ~where
    return [*choices, (IDLE, idle)] if idle else choices


# Positions looked at between two looks at the clock.
_STEP = 10
# What the goals of both roles add up to.
_WHOLE = 100


def refuse_at_once(
    error: SimultaneousMoves, match: Match, limits: Limits, book: bool, distance: bool
) -> None:
    """Refuse what is not done for games in which roles choose at once.

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
    """Solve a game of two roles, who may choose at once; return the `unknown` solution filled in.

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
    return replace(plays.solution(unknown, only_value), seconds=Seconds(ground=grounded))
