"""Exact odds where recommended moves are drawn by lot, or a role replies as well as it can.

By backward induction over the layers. The chances of all positions of a layer are integers over
one number, the layer's scale: a sum of integers takes a tenth of the time of a sum of fractions.
Of an orbit one position is enough: a symmetry of the match takes its moves to those of the others,
one to one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.spelling import respelt, spelt_ending
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.games.layout import layout_at
from ttt_asp.games.roles import chance_role
from ttt_asp.games.start import start_position
from ttt_asp.layout import Layout
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration, vectors
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.outcomes import named_outcomes
from ttt_asp.result import Result, record
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Move, Seconds, Verdict, plain_constants

# More positions than these are not looked at where nobody says how many; up to symmetry.
MOST = 2_000_000
# Nor more than these beside a verdict, where nobody asked for odds.
MOST_BESIDE = 100_000
# Positions looked at between two looks at the clock.
_STEP = 10_000
# The chances of each vector of goals, and of getting stuck, as numbers of a layer's units.
Chances = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """The odds of a role: they add up to 1.

    Attributes:
        wins, loses, ties: that it has 100, 0, or anything between at the end.
        stuck: that play gets stuck before its end.
        goal: the mean of its goal values; a stuck play counts 0.
    """

    wins: Fraction
    loses: Fraction
    ties: Fraction
    stuck: Fraction
    goal: Fraction


@dataclass(frozen=True, slots=True)
class Odds(Result):
    """The odds of a match in which each role draws one of its recommended moves by lot.

    Attributes:
        game: its name. const: every constant in force. roles: the strategy of each role.
        best: the role that replies as well as it can instead: it reaches the highest chance to win,
            and with that the highest mean goal. None where all moves are drawn by lot.
        ends: the odds of each role except chance.
        plays: the chance of each ending, see `Verdict.plays`.
        first: the first moves, the best ones first, with the odds then of the role that moves.
        optimal: the number of best moves among these.
        positions: the number of positions that plays reach. seconds: the time that it took.
        position: where play begins, as `--position` takes it; empty for where the rules say.
        opening: its fluents. layout: how they are drawn.
    """

    game: str
    const: Mapping[str, int | str]
    roles: Mapping[str, str]
    best: str | None
    ends: Mapping[str, Ends]
    plays: Mapping[str, Fraction]
    first: tuple[tuple[Move, Ends], ...]
    optimal: int
    positions: int
    seconds: Seconds
    position: str
    opening: frozenset[str] = field(repr=False)
    layout: Layout = field(repr=False)
    status = "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the odds as plain data with the keys of docs/json.md, fractions as texts."""
        names = ["game", "const", "roles", "best", "ends", "plays", "first", "optimal"]
        names += ["positions", "seconds", *(["position"] if self.position else [])]
        first = [{**record(move), **record(ends)} for move, ends in self.first]
        return record(self, *names, first=first)


def best_role(match: Match) -> str:
    """Return the role that replies: the one without a strategy.

    Raises:
        InputError: none or several have no strategy.
    """
    drawn = chance_role(match.game)
    free = [r for r, s in match.strategies.items() if s.assumed and r != drawn]
    if len(free) != 1:
        who = " and ".join(map(match.game.spelt, free)) or "no role"
        message = f"one role without a strategy replies as well as it can; here {who} could"
        hint = "give a strategy to each of the other roles"
        raise wrong(message, Location.argument("against"), hint)
    return free[0]


def odds(match: Match, limits: Limits, best: str | None = None) -> Odds:
    """Work out the odds of a match.

    Args:
        match: the game and the strategy of each role.
        limits: of the exploration.
        best: the role that replies as well as it can; None for none.

    Raises:
        InputError: chance is given a strategy, several roles choose at once, or a play can go on
            for ever.
        Expired: a limit was reached.
    """
    game, drawn = match.game, chance_role(match.game)
    if drawn and match.strategies[drawn].composition.operator != ANY:
        message = f"{game.spelt(drawn)} draws its moves by lot among all that are legal"
        raise wrong(message, Location.argument("roles"), "leave out its strategy")
    explored = _layered(match, limits)
    limits.tell("working out odds")
    ends = sorted(explored.vectors, reverse=True)
    number = {r: n for n, r in enumerate(game.roles)}
    backwards = _backwards(explored, ends, number.get(best or ""), limits.deadline)
    *_, (below, units), ((whole,), scale) = backwards
    plays = named_outcomes(game.roles, dict(zip(ends, whole, strict=False)), whole[-1])
    steps = inspect_positions(explored.machine, [explored.machine.init])[0].allowed
    positions = explored.form.packed([step.after for step in steps])
    places = explored.form.finder(explored.layers[1])([positions])[0] if steps else []
    first = [
        (respelt(step.move, game), _ends(below[place], ends, number[step.move.role], units))
        for step, place in zip(steps, places, strict=True)
    ]
    first.sort(key=lambda entry: _merit(entry[1]), reverse=True)
    return Odds(
        game.name,
        plain_constants(game.constants),
        {game.spelt(role): strategy.text for role, strategy in match.strategies.items()},
        best and game.spelt(best),
        {game.spelt(r): _ends(whole, ends, n, scale) for r, n in number.items() if r != drawn},
        {spelt_ending(end, game): Fraction(n, scale) for end, n in plays.items()},
        tuple(first),
        sum(_merit(ends) == _merit(first[0][1]) for _, ends in first),
        explored.positions,
        Seconds(total=limits.deadline.elapsed),
        start_position(game),
        game.opening,
        layout_at(game, [game.opening]),
    )


def beside(problem: Problem, verdict: Verdict, limits: Limits) -> Odds | None:
    """Return the odds to show beside a claim's verdict; None if they take too long."""
    few = verdict.positions is not None and verdict.positions <= MOST_BESIDE
    if not few or problem.every or problem.claim.of_strategy or problem.horizon is not None:
        return None
    try:
        return odds(problem, limits)
    except (InputError, Expired):
        return None


def _layered(match: Match, limits: Limits) -> Exploration:
    """Explore a match so that every move leads from a layer to the next one."""
    limits.tell("grounding")
    machine = load_machine(match, limits.deadline)
    uncounted = replace(limits, count=False, max_positions=limits.at_most(MOST))
    explored = explore(match, machine, uncounted, fold=limits.symmetry)
    if explored.complete and not explored.layered:  # positions recur: once for each number of moves
        graph = graph_of(explored, limits.deadline)
        if graph.cyclic:
            message, where = "no odds: a play can go round in a circle, for ever", match.game.rules
            raise wrong(message, Location(where.label), "they are worked out where every play ends")
        explored = explore(match, machine, uncounted, len(graph.longest(machine.init)))
    if explored.stopped:
        raise Expired(explored.stopped)
    return explored


def _backwards(
    explored: Exploration, ends: Sequence[tuple[int, ...]], best: int | None, deadline: Deadline
) -> Iterator[tuple[list[Chances], int]]:
    """Yield each layer's chances and scale, from behind the last layer back to the first."""
    chances, scale = list[Chances](), 1
    yield chances, scale
    for depth in range(len(explored.layers) - 1, -1, -1):
        after, ended, movers = _moves(explored, depth, ends)
        below, units = chances, scale
        counts = {len(places) for n, places in enumerate(after) if places and movers[n] != best}
        times = lcm(*counts)
        worths = [] if best is None else [_worth(chance, ends, best) for chance in below]
        chances, scale = [], units * times
        for place, places in enumerate(after):
            if place % _STEP == 0:
                deadline.check()
            if not places:
                made = (scale * (n == ended[place]) for n in range(len(ends) + 1))
            elif movers[place] == best:
                made = (times * n for n in below[max(places, key=worths.__getitem__)])
            else:
                each = times // len(places)
                columns = zip(*(below[other] for other in places), strict=True)
                made = (each * sum(column) for column in columns)
            chances.append(tuple(made))
        yield chances, scale


def _moves(
    explored: Exploration, depth: int, ends: Sequence[tuple[int, ...]]
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return for each position of a layer the places of its successors, its end, and its mover."""
    machine, form, layer = explored.machine, explored.form, explored.layers[depth]
    after: list[list[int]] = [[] for _ in range(form.size(layer))]
    ended, movers = [len(ends)] * len(after), [0] * len(after)  # stuck, if not over
    for batch in explored.batches(layer):
        for vector, where in vectors(batch, machine.goals, batch.values[machine.terminal]):
            for place in batch.indices(where):
                ended[place] = ends.index(vector)
        moves = list(explored.moves(batch))
        if not moves:
            continue
        find = form.finder(explored.layers[depth + 1])
        places = find([batch.move(vector, effect) for _, vector, effect in moves])
        for (action, made, _), others in zip(moves, places, strict=True):
            for place, other in zip(batch.indices(made), others, strict=True):
                after[place].append(int(other))
                movers[place] = action.role
    return after, ended, movers


def _worth(chances: Chances, ends: Sequence[tuple[int, ...]], role: int) -> tuple[int, int]:
    """Return a role's wins and the sum of its goals, which a best reply maximises in this order."""
    goals = [(number, goals[role]) for number, goals in zip(chances, ends, strict=False)]
    return sum(n for n, goal in goals if goal == 100), sum(n * goal for n, goal in goals)


def _ends(chances: Chances, ends: Sequence[tuple[int, ...]], role: int, scale: int) -> Ends:
    """Return the odds of a role, given the chances of each vector of goals."""
    (wins, goal), stuck = _worth(chances, ends, role), chances[-1]
    loses = sum(n for n, goals in zip(chances, ends, strict=False) if not goals[role])
    ties = scale - wins - loses - stuck
    return Ends(*(Fraction(number, scale) for number in (wins, loses, ties, stuck, goal)))


def _merit(ends: Ends) -> tuple[Fraction, Fraction]:
    return ends.wins, ends.goal
