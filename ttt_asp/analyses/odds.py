"""Exact odds: moves are drawn by lot among those recommended; or a role replies as well as it can.

By backward induction over the layers. The chances of all positions of a layer are integers over
one number, the layer's scale: a sum of integers takes a tenth of the time of a sum of fractions.
Of an orbit one position is enough: a symmetry of the match takes moves to moves, as many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Expired
from ttt_asp.engines.spelling import respelt, spelt_ending
from ttt_asp.errors import InputError, Location, wrong
from ttt_asp.games.begin import beginning
from ttt_asp.games.roles import chance
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import Exploration, vectors
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.machine import load
from ttt_asp.positions.outcomes import named
from ttt_asp.result import Result, record
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Move, Seconds, Verdict, constants

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
class Reply:
    """A first move, and the odds of the role that makes it from there on."""

    move: Move
    ends: Ends


@dataclass(frozen=True, slots=True)
class Odds(Result):
    """What happens if each role takes one of the moves that are recommended, all equally likely.

    Attributes:
        game: its name. const: every constant in force.
        roles: the strategy of each role.
        best: the role that replies as well as it can instead: it reaches the highest chance to win,
            and with that the highest mean goal. None where all moves are drawn by lot.
        ends: the odds of each role, but for chance.
        plays: the chance of each ending, see `Verdict.plays`.
        first: the first moves; those that are not worse than any other are first.
        optimal: how many of these there are.
        positions: how many positions plays reach.
        seconds: what it took.
        position: where play begins, as `--position` takes it; empty for where the rules say.
    """

    game: str
    const: Mapping[str, str]
    roles: Mapping[str, str]
    best: str | None
    ends: Mapping[str, Ends]
    plays: Mapping[str, Fraction]
    first: tuple[Reply, ...]
    optimal: int
    positions: int
    seconds: Seconds
    position: str = ""

    def as_json(self) -> dict[str, Any]:
        """The odds as plain data, fractions as texts; docs/questions.md documents the keys."""
        without = () if self.position else ("position",)
        return record(self, without, const=constants(self.const))


def best_role(match: Match) -> str:
    """The role that replies: the one without a strategy.

    Raises:
        InputError: none or several have no strategy.
    """
    drawn = chance(match.game)
    free = [role for role, one in match.strategies.items() if one.assumed and role != drawn]
    if len(free) != 1:
        who = " and ".join(map(match.game.spelt, free)) or "no role"
        message = f"one role without a strategy replies as well as it can; here {who} could"
        raise wrong(message, Location("--against"), "give a strategy to each of the other roles")
    return free[0]


def odds(match: Match, limits: Limits, best: str | None = None) -> Odds:
    """Work out the odds of a match.

    Args:
        match: who plays what.
        limits: of the exploration.
        best: the role that replies as well as it can; None for none.

    Raises:
        InputError: chance is given a strategy, several roles choose at once, or a play can go on
            for ever.
        Expired: a limit was reached.
    """
    game = match.game
    drawn = chance(game)
    if drawn and match.strategies[drawn].composition.operator != ANY:
        message = f"{game.spelt(drawn)} draws its moves by lot among all that are legal"
        raise wrong(message, Location("--role"), "leave out its strategy")
    found = _layered(match, limits)
    limits.tell("working out odds")
    ends = sorted(found.vectors, reverse=True)
    backwards = _Backwards(found, ends, best, limits)
    whole, scale, first, below = backwards.run()
    plays = named(game.roles, dict(zip(ends, whole, strict=False)), whole[-1])
    replies = [Reply(m, _ends(c, ends, game.roles.index(m.role), below)) for m, c in first]
    replies.sort(key=lambda one: _worth(one.ends), reverse=True)
    most = [one for one in replies if _worth(one.ends) == _worth(replies[0].ends)]
    return Odds(
        game.name,
        game.constants,
        {game.spelt(role): one.text for role, one in match.strategies.items()},
        best and game.spelt(best),
        {
            game.spelt(role): _ends(whole, ends, number, scale)
            for number, role in enumerate(game.roles)
            if role != drawn
        },
        {spelt_ending(end, game): Fraction(n, scale) for end, n in plays.items()},
        tuple(replace(one, move=respelt(one.move, game)) for one in replies),
        len(most),
        found.positions,
        Seconds(total=limits.deadline.elapsed),
        beginning(game),
    )


def beside(problem: Problem, found: Verdict, limits: Limits) -> Odds | None:
    """The odds of a claim's match, to be told beside its verdict; None where they take long.

    There are none either of a game without odds, or where the claim looks at some moves only.
    """
    few = found.positions is not None and found.positions <= MOST_BESIDE
    if not few or problem.every or problem.claim.of_strategy or problem.horizon is not None:
        return None
    try:
        return odds(problem, limits)
    except (InputError, Expired):
        return None


def _layered(match: Match, limits: Limits) -> Exploration:
    """Explore a match so that every move leads from a layer to the next one."""
    limits.tell("grounding")
    machine = load(match, limits.deadline)
    uncounted = replace(
        limits, count=False, stop_at_first=False, max_positions=limits.at_most(MOST)
    )
    found = explore(match, machine, uncounted, fold=limits.symmetry)
    if found.complete and not found.layered:  # positions then occur once for each number of moves
        graph = graph_of(found, limits.deadline)
        if graph.cyclic:
            what, where = "no odds: a play can go round in a circle, for ever", match.game.rules
            raise wrong(what, Location(where.label), "they are worked out where every play ends")
        longest = len(graph.longest(machine.init))
        found = explore(match, machine, uncounted, horizon=longest)
    if found.stopped:
        raise Expired(found.stopped)
    return found


@dataclass(frozen=True)
class _Backwards:
    """Chances from the last layer back to the first."""

    found: Exploration
    ends: Sequence[tuple[int, ...]]
    best: str | None
    limits: Limits

    def run(self) -> tuple[Chances, int, list[tuple[Move, Chances]], int]:
        """The chances as play begins, and their scale; after each first move, and theirs."""
        chances: list[Chances] = []
        below, scale, units = chances, 1, 1
        for depth in range(len(self.found.layers) - 1, -1, -1):
            below, units = chances, scale
            chances, scale = self._layer(depth, below, units)
        return chances[0], scale, self._first(below), units

    def _layer(self, depth: int, below: list[Chances], units: int) -> tuple[list[Chances], int]:
        """The chances of a layer's positions, given those of the next layer, and their scale."""
        after, ended, chosen = self._moves(depth)
        lots = {len(some) for place, some in enumerate(after) if some and place not in chosen}
        times = lcm(*lots)
        scale = units * times
        worths = [self._worth(chances) for chances in below] if chosen else []
        found = []
        for place, some in enumerate(after):
            if place % _STEP == 0:
                self.limits.deadline.check()
            if place in ended:
                end = ended[place]
                found.append(tuple(scale * (end == n) for n in range(len(self.ends) + 1)))
            elif place in chosen:
                most = max(some, key=worths.__getitem__)
                found.append(tuple(times * number for number in below[most]))
            else:
                each = times // len(some)
                sums = map(sum, zip(*(below[other] for other in some), strict=True))
                found.append(tuple(each * number for number in sums))
        return found, scale

    def _moves(self, depth: int) -> tuple[list[list[int]], dict[int, int], set[int]]:
        """The places that moves lead to, by position; the ends; where a best reply is sought."""
        found, machine = self.found, self.found.machine
        form, layer = found.form, found.layers[depth]
        after: list[list[int]] = [[] for _ in range(form.size(layer))]
        ended, chosen = dict[int, int](), set[int]()
        for batch in found.batches(layer):
            self.limits.deadline.check()
            for vector, where in vectors(batch, machine.goals, batch.values[machine.terminal]):
                ended |= dict.fromkeys(batch.indices(where), self.ends.index(vector))
            stuck = batch.indices(batch.values[machine.stuck])
            ended |= dict.fromkeys(stuck, len(self.ends))
            moves = list(found.moves(batch))
            if not moves:
                continue
            find = form.finder(found.layers[depth + 1])
            places = find([batch.move(vector, effect) for _, vector, effect in moves])
            for (action, vector, _), others in zip(moves, places, strict=True):
                here = [int(place) for place in batch.indices(vector)]
                if action.move.role == self.best:
                    chosen.update(here)
                for place, other in zip(here, others, strict=True):
                    after[place].append(int(other))
        return after, {int(place): end for place, end in ended.items()}, chosen

    def _worth(self, chances: Chances) -> tuple[int, int]:
        """What the best reply is to have much of: wins first, then the goal."""
        role = self.found.machine.roles.index(str(self.best))
        pairs = [(n, vector[role]) for n, vector in zip(chances, self.ends, strict=False)]
        return sum(n for n, goal in pairs if goal == 100), sum(n * goal for n, goal in pairs)

    def _first(self, below: list[Chances]) -> list[tuple[Move, Chances]]:
        """The first moves, each with the chances after it."""
        after, _, _ = self._moves(0)
        batch = next(iter(self.found.batches(self.found.layers[0])))
        moves = [action.move for action, _, _ in self.found.moves(batch)]
        return [(move, below[place]) for move, place in zip(moves, after[0], strict=True)]


def _ends(chances: Chances, ends: Sequence[tuple[int, ...]], role: int, scale: int) -> Ends:
    """The odds of a role, given the chances of each vector of goals."""
    pairs = [(n, vector[role]) for n, vector in zip(chances, ends, strict=False)]

    def share(number: int) -> Fraction:
        return Fraction(number, scale)

    wins, loses = (sum(n for n, goal in pairs if goal == which) for which in (100, 0))
    ties = sum(n for n, goal in pairs if 0 < goal < 100)
    mean = share(sum(n * goal for n, goal in pairs))
    return Ends(share(wins), share(loses), share(ties), share(chances[-1]), mean)


def _worth(ends: Ends) -> tuple[Fraction, Fraction]:
    return ends.wins, ends.goal
