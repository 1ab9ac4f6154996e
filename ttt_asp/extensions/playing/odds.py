"""Exact odds where recommended moves are drawn by lot, or a role replies as well as it can.

By backward induction over the layers. The chances of all positions of a layer are integers over
one number, the layer's scale: a sum of integers takes a tenth of the time of a sum of fractions.
Of an orbit one position is enough: a symmetry of the match takes its moves to those of the others,
one to one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.plays import respelt, spelt_ending
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.extensions.playing.odds_at_once import joint_odds
from ttt_asp.extensions.playing.weighted import half_widths, layer_of
from ttt_asp.games.game import chance_role
from ttt_asp.games.layout import layout_at
from ttt_asp.layout import Layout
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.links import links_of, named_outcomes
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import SimultaneousMoves
from ttt_asp.result import Result, record
from ttt_asp.strategies.strategy import ANY, asked_of
from ttt_asp.verdict import Move, Origin, Seconds, Verdict, plain_constants

# More positions than these are not looked at where nobody says how many; up to symmetry.
MOST = 2_000_000
# Nor more than these beside a verdict, where nobody asked for odds.
MOST_BESIDE = 100_000
# Positions looked at between two looks at the clock.
_STEP = 10_000
# How play ends for a role.
OUTCOMES = ("wins", "loses", "ties")
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
        programs: for roles that programs play, the record of the questions to these.
        intervals: where some of these were only sampled, half of the interval that has the chance
            with 95 %, about: for each role how often it `wins`, `loses` and `ties`; else nothing.
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
    programs: Mapping[str, Origin] = field(default_factory=dict)
    intervals: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    status = "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the odds as plain data with the keys of docs/json.md, fractions as texts."""
        names = ["game", "const", "roles", "best", "ends", "plays", "first", "optimal"]
        names += ["positions", "seconds", *(["position"] if self.position else [])]
        names += [name for name in ("programs", "intervals") if getattr(self, name)]
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
        InputError: chance is given a strategy; several roles choose at once, and they are more than
            two, or a program is one's strategy; or a play can go on for ever.
        Expired: a limit was reached.
    """
    game, drawn = match.game, chance_role(match.game)
    if drawn and match.strategies[drawn].composition.operator != ANY:
        message = f"{game.spelt(drawn)} draws its moves by lot among all that are legal"
        raise wrong(message, Location.argument("roles"), "leave out its strategy")
    number = {r: n for n, r in enumerate(game.roles)}
    replying = None if best is None else number[best]
    try:
        explored = _layered(match, limits)
    except SimultaneousMoves:
        if len(game.roles) != 2 or asked_of(match.strategies):
            raise
        bounded = replace(limits, max_positions=limits.at_most(MOST))
        joint = joint_odds(match, bounded, replying, _worth)
        return _odds(match, limits, best, joint.ends, joint.chances, joint.scale, joint.positions)
    limits.tell("working out odds")
    ends = sorted(explored.vectors, reverse=True)
    backwards = _backwards(explored, ends, replying, limits.deadline)
    *_, (below, units), ((whole,), scale) = backwards
    steps = [(action, after) for action, _, after in explored.successors(explored.layers[0])]
    places = explored.form.finder(explored.layers[1])([s for _, s in steps]) if steps else []
    first = [
        (respelt(action.move, game), _ends(below[place], ends, action.role, units))
        for (action, _), (place,) in zip(steps, places, strict=True)
    ]
    first.sort(key=lambda entry: _merit(entry[1]), reverse=True)
    intervals = _intervals(match, explored, ends, replying, limits.deadline)
    exact = _odds(match, limits, best, ends, whole, scale, explored.positions)
    optimal = sum(_merit(ends) == _merit(first[0][1]) for _, ends in first)
    return replace(exact, first=tuple(first), optimal=optimal, intervals=intervals)


def _odds(
    match: Match,
    limits: Limits,
    best: str | None,
    ends: Sequence[tuple[int, ...]],
    whole: Chances,
    scale: int,
    positions: int,
) -> Odds:
    """Return the odds without first moves, given the chances of each vector of goals."""
    game, drawn = match.game, chance_role(match.game)
    plays = named_outcomes(game.roles, dict(zip(ends, whole, strict=False)), whole[-1])
    return Odds(
        game.name,
        plain_constants(game.constants),
        {
            game.spelt(role): s.inquiry.program if s.inquiry else s.text
            for role, s in match.strategies.items()
        },
        best and game.spelt(best),
        {
            game.spelt(role): _ends(whole, ends, number, scale)
            for number, role in enumerate(game.roles)
            if role != drawn
        },
        {spelt_ending(end, game): Fraction(n, scale) for end, n in plays.items()},
        (),
        0,
        positions,
        Seconds(total=limits.deadline.elapsed),
        game.position,
        game.opening,
        layout_at(game, [game.opening]),
        {game.spelt(role): player.inquiry for role, player in asked_of(match.strategies).items()},
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
    machine = load_machine(match.freed, limits.deadline)
    uncounted = replace(limits, count=False, max_positions=limits.at_most(MOST))
    explored = explore(match, machine, uncounted, fold=limits.symmetry)
    if explored.complete and not explored.layered:  # positions recur: once for each number of moves
        links = links_of(explored, limits.deadline)
        if links.cyclic:
            message, where = "no odds: a play can go round in a circle, for ever", match.game.rules
            raise wrong(message, Location(where.label), "they are worked out where every play ends")
        explored = explore(match, machine, uncounted, links.height(machine.init))
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
        layer = layer_of(explored, depth, ends)
        below, units = chances, scale
        times = layer.times(best)
        worths = [] if best is None else [_worth(chance, ends, best) for chance in below]
        chances, scale = [], units * times
        for place, places in enumerate(layer.after):
            if place % _STEP == 0:
                deadline.check()
            if not places:
                made = [scale * (n == layer.ended[place]) for n in range(len(ends) + 1)]
            elif layer.movers[place] == best:
                made = [times * n for n in below[max(places, key=worths.__getitem__)]]
            elif place in layer.weights:
                made = _weighed([below[other] for other in places], layer.weights[place], times)
                made[-1] += scale - sum(made)  # play gets stuck
            else:
                each = times // len(places)
                columns = zip(*(below[other] for other in places), strict=True)
                made = [each * sum(column) for column in columns]
            chances.append(tuple(made))
        yield chances, scale


def _weighed(below: Sequence[Chances], weights: Sequence[Fraction], times: int) -> list[int]:
    """Return the sum of chances by weights, in units that are smaller by a number of `times`."""
    whole = [int(weight * times) for weight in weights]
    columns = zip(*below, strict=True)
    return [sum(n * chance for n, chance in zip(whole, c, strict=True)) for c in columns]


def _intervals(
    match: Match,
    explored: Exploration,
    ends: Sequence[tuple[int, ...]],
    best: int | None,
    deadline: Deadline,
) -> Mapping[str, Mapping[str, float]]:
    """Return for each role half of the interval of each chance; nothing where all are exact."""
    roles, drawn = match.game.roles, chance_role(match.game)
    asked = asked_of(match.strategies)
    sampled = {roles.index(r): player.estimated for r, player in asked.items() if player.estimated}
    if not sampled:
        return {}
    names, events = list[tuple[str, str]](), list[list[int]]()
    for number, role in enumerate(roles):
        for name in OUTCOMES if role != drawn else ():
            names.append((role, name))
            events.append([n for n, goals in enumerate(ends) if _outcome(goals[number]) == name])

    layers = [layer_of(explored, depth, ends) for depth in range(len(explored.layers))]
    chances = [made for made, _ in _backwards(explored, ends, best, deadline)][::-1]

    def merit(depth: int, place: int) -> tuple[int | Fraction, int | Fraction]:
        return _worth(chances[depth][place], ends, best or 0)

    found: dict[str, dict[str, float]] = {}
    for (role, name), half in zip(names, half_widths(layers, events, sampled, best, merit),
                                  strict=True):  # fmt: skip
        found.setdefault(match.game.spelt(role), {})[name] = half
    return found


def _outcome(goal: int) -> str:
    return "wins" if goal == 100 else "ties" if goal else "loses"


def _worth(
    chances: Sequence[int | Fraction], ends: Sequence[tuple[int, ...]], role: int
) -> tuple[int | Fraction, int | Fraction]:
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
