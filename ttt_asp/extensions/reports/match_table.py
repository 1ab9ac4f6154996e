"""One table for all match-ups: the recommendations of all strategies at all their positions.

The position frame is ground once, with every strategy in it. Each role plays whatever any of the
strategies recommends, so the table has every position of every match-up; with each move stands
who makes it, as a set of strategies: a number, bit N is the N-th of them. All match-ups go through
the table together: how many plays come to a position is an array with a number for each of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.errors import InputError
from ttt_asp.extensions.exploring.inspection import inspect_positions, positions_of
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.reports.match_scores import Pair, Score, played
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.gates import FALSE
from ttt_asp.positions.links import links_of
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.strategies.strategy import FREE, Strategy

# A table of more positions is not made; those after different numbers of moves are told apart.
MOST, MOST_REPEATED = 50_000, 500_000
# Positions that are evaluated at once.
_BATCH = 2_000

# For each of two roles some of the strategies: bit N is the N-th.
Sets = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchTable:
    """The positions of all match-ups of some strategies; the first one is the initial one.

    Attributes:
        strategies: how many.
        moves: at each position (position after it, number of the role, which of the strategies
            make the move).
        ends: the vector of goals of terminal positions, by their number in `vectors`.
        vectors: those that occur.
        stuck: where a play of such strategies gets stuck, of one role or the other.
        undetermined: where a `pick` of such strategies names no single action.
    """

    strategies: int
    moves: Sequence[Sequence[tuple[int, int, int]]]
    ends: Mapping[int, int]
    vectors: Sequence[tuple[int, ...]]
    stuck: Mapping[int, Sets]
    undetermined: Mapping[int, Sets]


def match_table(strategies: Sequence[Strategy], game: Game, limits: Limits) -> MatchTable | None:
    """Ground strategies together, and explore all moves that any of them makes in either role.

    Args:
        strategies: the strategies, each for either role.
        game: of two roles.
        limits: of each match; only the time counts.

    Returns:
        The table; None where there are too many positions, or a play may go on for ever; where
        some strategy has an error that matters, or time was up: then each match-up is explored
        alone, and reports this itself.

    Raises:
        Expired: after Ctrl-C.
    """
    free = dict.fromkeys(game.roles, FREE)
    match = Match(game, free, others=dict.fromkeys(game.roles, strategies))
    # the table stands for all matches, each of which may take the whole limit
    deadline = longer(limits, 2 * len(strategies))
    bounds = Limits(deadline, max_positions=MOST, count=False, progress=limits.progress)
    limits.tell("grounding")
    try:
        machine = load_machine(match, deadline)
        players = [Recommendations.of(machine, match, role) for role in game.roles]
        explored = explore(match, _of_any(machine, players), bounds)
        if explored.stopped is not None:
            raise Expired(explored.stopped)
        if not explored.layered:
            links = links_of(explored, deadline)
            if links.cyclic:
                return None
            if explored.positions * links.height(machine.init) > MOST_REPEATED:
                return None
        return _table(explored, players, len(strategies), bounds)
    except InputError:
        return None
    except Expired as error:
        if error.stop.kind == "interrupted":
            raise
        return None


def longer(limits: Limits, times: int) -> Deadline:
    """Return a deadline that allows the time of one match `times` times."""
    seconds = limits.deadline.seconds
    return Deadline(None if seconds is None else seconds * times, limits.deadline.memory)


def _of_any(machine: Machine, players: Sequence[Recommendations]) -> Machine:
    """Restrict a machine in which every role may do anything to the moves of any strategy."""
    network, actions = machine.circuit.network, []
    for action in machine.actions:
        terms, move = players[action.role], action.move.action
        unasked = network.negation(terms.choice)
        recommended = (gates.get(move, FALSE) for gates in terms.says)
        any_of = network.disjunction([unasked, *recommended])
        actions.append(replace(action, plays=network.conjunction([action.plays, any_of])))
    return replace(machine, actions=tuple(actions))


def _table(
    explored: Exploration, players: Sequence[Recommendations], strategies: int, limits: Limits
) -> MatchTable:
    machine = explored.machine
    order = positions_of(explored)
    numbers = {position: number for number, position in enumerate(order)}
    roles = {role: number for number, role in enumerate(machine.roles)}
    kinds = {vector: number for number, vector in enumerate(sorted(explored.vectors))}
    every = (1 << strategies) - 1
    moves: list[list[tuple[int, int, int]]] = []
    ends: dict[int, int] = {}
    stuck, undetermined = dict[int, Sets](), dict[int, Sets]()
    for start in range(0, len(order), _BATCH):
        limits.deadline.check()
        batch = order[start : start + _BATCH]
        looked = zip(
            inspect_positions(machine, batch),
            *(terms.at(batch) for terms in players),
            strict=True,
        )
        for place, (here, *recommended) in enumerate(looked, start):
            moves.append([])
            for step in here.allowed:
                role = roles[step.move.role]
                advice = recommended[role]
                makers = advice.by.get(step.move.action, 0) if advice.asked else every
                moves[-1].append((numbers[step.after], role, makers))
            if here.terminal:
                ends[place] = kinds[tuple(here.goals[role] for role in machine.roles)]
            first, second = (
                every & ~reduce(or_, advice.by.values(), 0) if advice.asked else every * here.stuck
                for advice in recommended
            )
            if first or second:
                stuck[place] = first, second
            if any(advice.undetermined for advice in recommended):
                undetermined[place] = recommended[0].undetermined, recommended[1].undetermined
    return MatchTable(strategies, moves, ends, tuple(kinds), stuck, undetermined)


def table_scores(
    table: MatchTable, rows: range, pairs: Sequence[Pair], game: Game, deadline: Deadline
) -> list[Score | None]:
    """Go through the plays of match-ups, a move at a time.

    Args:
        table: their positions.
        rows: the strategies of the first role, each of which meets all of the second role's.
        pairs: the strategies of each match-up: the first one of the rows against all, and so on.
        game: the game.
        deadline: when to give up.

    Returns:
        The score of each match-up; None where a `pick` names no single action somewhere.

    Raises:
        Expired: time is up.
    """
    columns = range(table.strategies)
    shape = len(rows), len(columns)
    # the smallest numbers of numpy's, or else Python's, in which no sum can be too large
    number = np.min_scalar_type(_most(table))

    @cache
    def of(role: int, some: int) -> NDArray[np.bool_]:
        """Return the match-ups of some strategies of a role."""
        chosen = np.array([bool(some >> place & 1) for place in (columns if role else rows)])
        return chosen if role else chosen[:, np.newaxis]

    def of_either(sets: Sets) -> NDArray[np.bool_]:
        return of(0, sets[0]) | of(1, sets[1])

    plays = [np.zeros(shape, number) for _ in table.vectors]
    stuck, moves = np.zeros(shape, number), np.zeros(shape, int)
    unclear = np.zeros(shape, bool)
    reached: dict[int, NDArray[np.bool_]] = {}
    layer: dict[int, NDArray[Any]] = {0: np.ones(shape, number)}
    depth = 0
    while layer:
        deadline.check()
        after: dict[int, NDArray[Any]] = {}
        going = np.zeros(shape, bool)
        for position, counts in layer.items():
            here = counts > 0
            going |= here
            reached[position] = here | reached.get(position, False)
            if position in table.ends:
                plays[table.ends[position]] += counts
            if position in table.stuck:
                stuck += counts * of_either(table.stuck[position])
            if position in table.undetermined:
                unclear |= here & of_either(table.undetermined[position])
            for target, role, makers in table.moves[position]:
                onward = counts * of(role, makers)
                if onward.any():
                    after[target] = onward + after.get(target, 0)
        moves[going] = depth
        layer, depth = after, depth + 1
    positions = sum(reached.values(), np.zeros(shape, int))
    arrays = (unclear, positions, stuck, moves, *plays)
    counted: list[Score | None] = []
    for pair, bad, most, caught, longest, *ended in zip(
        pairs, *(a.ravel().tolist() for a in arrays), strict=True
    ):
        ends = {vector: n for vector, n in zip(table.vectors, ended, strict=True) if n}
        counted.append(None if bad else played(pair, game, most, ends, caught, longest))
    return counted


def _most(table: MatchTable) -> int:
    """Return a number that no number of plays exceeds."""
    most, layer = 0, {0: 1}
    while layer:
        most += sum(layer.values())
        after: dict[int, int] = {}
        for position, number in layer.items():
            for target, _, _ in table.moves[position]:
                after[target] = after.get(target, 0) + number
        layer = after
    return most
