"""Values of positions for a role, and how far off a win or a loss is, by backward induction.

A role can force a goal if it reaches at least that whatever all the others do; it takes the best
such goal. Where every position comes after one number of moves, layers are gone through from the
last one back to the first (Zermelo 1913), many positions at once. Else the positions from which a
role can force a goal are found from those where it has it, backwards: a position of its own with
one move there, one of the others' with no move elsewhere. Plays that go round in a circle for ever
have no end then; they count as a tie, 50 for every role. What is more than that is reached as soon
as it can be, and a goal of 0 is put off for as long as it can be.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.playing.sweeps import Sweeps
from ttt_asp.games.game import Game, chance_role
from ttt_asp.limits import number_of
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Places, Ranks
from ttt_asp.positions.links import Links, links_of

# The goal values of a role that has won, and of one that has lost.
WON, LOST = 100, 0


@dataclass(frozen=True, slots=True)
class Distance:
    """How far off the end is with best play, for a role that wins or loses.

    Attributes:
        moves: all roles' moves until then: the fewest in which the role can force its win, or the
            most for which it can put off its loss.
        own: how many of them are the role's; None where that is not known.
    """

    moves: int
    own: int | None

    @property
    def opposed(self) -> "Distance":
        """The same for the only other role, which loses or wins."""
        return Distance(self.moves, None if self.own is None else self.moves - self.own)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a position to a role.

    Attributes:
        value: the goal value that the role can force.
        steps: how many moves off it is at most; 0 where that does not matter.
        own: how many of them are the role's; None where that is not known.
    """

    value: int
    steps: int = 0
    own: int | None = None

    @property
    def by_move(self) -> "Worth":
        """The worth of a move of the role's to where this one is."""
        return Worth(self.value, self.steps + 1, None if self.own is None else self.own + 1)

    @property
    def distance(self) -> Distance | None:
        """How far off the win or the loss is; None where it is neither."""
        return Distance(self.steps, self.own) if self.value in (WON, LOST) else None

    @property
    def order(self) -> tuple[int, int]:
        """A sort key, the best first: wins and ties soon, losses late."""
        return -self.value, self.steps if self.value else -self.steps


def in_moves(distance: Distance) -> str:
    """Return how far off the end is in words: in 7 moves, 4 of its own."""
    moves = f"in {number_of(distance.moves, 'move')}"
    own = distance.own not in (None, distance.moves)
    return f"{moves}, {distance.own} of its own" if own else moves


# Worths to a role of positions that are reached after a number of moves.
Values = Callable[[int, Sequence[int]], list[Worth]]


# What a play that never ends is worth to everybody.
ENDLESS = 50
# The least that a play can be worth that has not been seen: it may get stuck.
NOTHING = 0


@dataclass(frozen=True)
class _Ways:
    """How far off some ends are, from all positions.

    Attributes:
        moves: until then; `Links.never` from where play is not led there.
        own: how many of them are a role's; more than `Links.never` where best plays differ in it.
    """

    moves: Ranks
    own: Ranks


def recurring_values(links: Links, role: int) -> Values:
    """Work out the values of all positions for a role.

    Args:
        links: the moves of every play that the rules allow; none gets stuck.
        role: its number.

    Raises:
        Expired: time is up.
    """
    form, never = links.form, links.never
    ends = {goal: places for (who, goal), places in links.ends.items() if who == role}
    goals = sorted({*ends, ENDLESS} if links.cyclic else ends)
    # for how long a loss can be put off, where the others force it
    lost = _ways(links, ends[LOST], role, False) if LOST in ends else None
    # how the role forces a goal, or the others less than it; the greatest that it can have counts
    forced: list[tuple[int, _Ways]] = []
    for goal in goals:
        # more than a play without an end is to be reached; else it is enough to keep away from less
        reach = goal > ENDLESS
        wanted = [end for end in ends if (end >= goal) == reach]
        if lost is not None and wanted == [LOST] and not reach:
            forced.append((goal, lost))
        elif reach or goal > goals[0]:
            targets = list(chain.from_iterable(ends[end] for end in wanted))
            forced.append((goal, _ways(links, targets, role, reach)))
    find = form.finder(links.positions)

    def worth(place: int) -> Worth:
        known = Worth(goals[0]) if lost is None else _worth(LOST, lost, place)
        for goal, ways in forced:
            led = ways.moves[place] != never
            if goal > ENDLESS and led:
                known = _worth(goal, ways, place)
            elif goal <= ENDLESS and not led:
                known = Worth(goal)
        return known

    def _worth(goal: int, ways: _Ways, place: int) -> Worth:
        moves, own = int(ways.moves[place]), int(ways.own[place])
        if moves == never:
            return Worth(goal)
        return Worth(goal, moves, own if own < never else None)

    def at(_: int, positions: Sequence[int]) -> list[Worth]:
        if not positions:
            return []
        (places,) = find([form.packed(positions)])
        return [worth(place) for place in form.numbers(places)]

    return at


def _ways(links: Links, targets: Sequence[Places], role: int, by_role: bool) -> _Ways:
    """Return in how many moves play can be forced to the targets, from each position.

    Either the role forces it, or all the others do against it. At a position of whoever does
    not want it all moves have to lead there.
    """
    form = links.form
    needed = form.taken(links.incoming.moves, links.places)
    for mover in links.roles:
        if (mover == role) == by_role:  # where play is over this does nothing: no moves lead on
            form.put(needed, form.ranked(links.movers, mover), 1)
    moves, levels = links.led(targets, needed)
    return _Ways(moves, _own_moves(links, moves, levels, role))


def _own_moves(links: Links, moves: Ranks, levels: Sequence[Places], role: int) -> Ranks:
    """Return how many moves to the targets are a role's.

    Best plays may differ in it where a role may move twice. Best play goes from a position to one
    that is a move nearer: whoever wants the targets finds none that is nearer still, and whoever
    does not finds none that is further away.

    Args:
        links: the moves.
        moves: until play is at a target, from each position.
        levels: the positions by that number.
        role: its number.
    """
    form, never = links.form, links.never
    differ = never + 1
    own = form.filled(never, differ)  # arrays take a type that fits the greatest
    form.put(own, links.places, never)  # nothing is known yet
    form.put(own, levels[0], 0)
    for number, places in enumerate(levels):
        links.deadline.check()
        here = form.taken(own, places)
        for count in set(form.numbers(here)):
            before = links.incoming.before(form.taken(places, form.ranked(here, count)))
            before = form.taken(before, form.ranked(form.taken(moves, before), number + 1))
            for mover in links.roles:
                theirs = form.taken(before, form.ranked(form.taken(links.movers, before), mover))
                mine = count if count == differ else count + (mover == role)
                known = form.taken(own, theirs)
                for other in set(form.numbers(known)):
                    found = mine if other in (never, mine) else differ
                    form.put(own, form.taken(theirs, form.ranked(known, other)), found)
    return own


# How many times as many positions as at the last look there have to be for another one.
_GROWN = 3
# Positions of a game for one role that are explored before sweeps are made, too.
ALONE = 100
# Positions that sweeps reach in any case.
AT_FIRST = 5000
# Besides, as many as were explored, but no more than this.
MOST = 100_000
# And one for each group of this many that was explored.
LATER = 20


def values_of(
    plays: Exploration,
    role: str,
    deadline: Deadline,
    links: Links | None = None,
    beyond: int | None = None,
) -> Values:
    """Work out the values of all positions for a role, from the last layer back to the first.

    For each position of a layer a number is kept, the greater the better: the goal counts first,
    then how soon it comes, or how late if it is 0. Of an orbit one position is enough: what a role
    can force at it, it can at all.

    Args:
        plays: every position that the rules allow; none is stuck.
        role: whose.
        deadline: when to give up.
        links: the moves, needed where a position was reached after different numbers of moves;
            None to go through them here.
        beyond: one of `goals_of`, where the last layer was not looked at: its positions are taken
            to be worth this, but for terminal ones with exactly one goal for every role. None where
            it was looked at.

    Raises:
        Expired: time is up.
    """
    number = plays.machine.roles.index(role)
    if not plays.layered:
        return recurring_values(links or links_of(plays, deadline), number)
    machine, layers, form = plays.machine, len(plays.layers), plays.form
    seen = {vector[number] for vector in plays.vectors}
    goals = tuple(sorted(seen if beyond is None else goals_of(plays, role)))
    gates = [action.plays for action in machine.actions if action.move.role == role]
    ranks: list[Ranks] = [[]] * layers
    movers: list[set[int]] = [set() for _ in range(layers)]
    for depth in range(layers - 1, -1, -1):
        layer = plays.layers[depth]
        here = ranks[depth] = form.filled(form.size(layer), len(goals) * layers)
        for batch in plays.batches(layer):
            deadline.check()
            for gate in gates:  # the role looks for more than the least, the others for less
                form.put(here, batch.indices(batch.values[gate]), 0)
            terminal = batch.values[machine.terminal]
            for level, goal in enumerate(goals):
                if goal not in machine.goals[number]:
                    continue
                ended = terminal & batch.values[machine.goals[number][goal]]
                late = layers - 1 - depth if goal else depth
                form.put(here, batch.indices(ended), level * layers + late)
            if beyond is not None and depth == layers - 1:
                valued = terminal & ~batch.values[machine.goalless]
                open_ends = batch.indices(batch.every ^ valued)
                form.put(here, open_ends, goals.index(beyond) * layers)
                continue
            moves = list(plays.moves(batch))
            movers[depth].update(action.role for action, _, _ in moves)
            if not moves:
                continue
            find = form.finder(plays.layers[depth + 1])
            places = find([batch.move(vector, effect) for _, vector, effect in moves])
            for (action, vector, _), after in zip(moves, places, strict=True):
                others = form.taken(ranks[depth + 1], after)
                form.improve(here, batch.indices(vector), others, action.move.role == role)

    # where a layer has moves of several roles, whose moves come is not said by their number
    mine = [*accumulate((roles == {number} for roles in movers), initial=0)]
    in_turn = max(map(len, movers)) < 2

    def at(depth: int, positions: Sequence[int]) -> list[Worth]:
        if not positions:
            return []
        (places,) = form.finder(plays.layers[depth])([form.packed(positions)])
        worths = []
        for level, late in (divmod(int(ranks[depth][place]), layers) for place in places):
            end = layers - 1 - late if goals[level] else late
            own = mine[end] - mine[depth] if in_turn else None
            worths.append(Worth(goals[level], end - depth, own))
        return worths

    return at


def goals_of(plays: Exploration, role: str) -> set[int]:
    """Return whatever plays may be worth to a role in the end, though none does end so.

    0 is one of them, even if it is no goal: a play that gets stuck, or ends without a goal, would
    give nothing.
    """
    return {*plays.machine.goals[plays.machine.roles.index(role)], ENDLESS, NOTHING}


@dataclass
class ValueWatch:
    """Sees when the positions explored so far decide what each role can force.

    Whatever lies beyond them is worth the least to a role, or the most: where both come to the same
    at the first position, nothing else can come of it. This is worked out again only when positions
    have grown in number, so that it takes less than to explore them.

    Attributes:
        deadline: when to give up.
        values: what each role can force, once that is known.
        positions: how many were looked at until then.
        ahead: how many moves off the farthest of them were.
    """

    deadline: Deadline
    values: dict[str, int] = field(default_factory=dict)
    positions: int = 0
    ahead: int = 0
    _positions: int = 0
    _sweeps: Sweeps | None = None

    def enough(self, plays: Exploration) -> bool:
        """Return whether the value is known; see `explore`."""
        self.positions, self.ahead = plays.positions, len(plays.layers) - 1
        if len(plays.machine.roles) == 1 and plays.positions > ALONE:
            return self._reached(plays) or self._decided(plays)
        return self._decided(plays)

    def _reached(self, plays: Exploration) -> bool:
        """Return whether a play of the only role ends with the greatest goal of all."""
        (role,), best = plays.machine.roles, max(goals_of(plays, plays.machine.roles[0]))
        if best not in plays.machine.goals[0]:
            return False
        sweeps = self._sweeps = self._sweeps or Sweeps(plays.machine, self.deadline)
        most = AT_FIRST + min(plays.positions, MOST) + plays.positions // LATER
        if not sweeps.reach(most):
            return False
        self.values = {role: best}
        self.positions, self.ahead = len(sweeps.seen), len(sweeps.waiting) - 1
        return True

    def _decided(self, plays: Exploration) -> bool:
        """Return whether the value is the same whatever lies beyond the last layer."""
        if plays.stuck or not plays.layered:
            return False
        if plays.positions < _GROWN * self._positions:
            return False
        self._positions = plays.positions
        self.values = {}
        for role in plays.machine.roles:
            goals = goals_of(plays, role)
            worth = self._forced(plays, role, min(goals))
            if worth < max(goals) and worth < self._forced(plays, role, max(goals)):
                return False
            self.values[role] = worth
        return True

    def _forced(self, plays: Exploration, role: str, beyond: int) -> int:
        values = values_of(plays, role, self.deadline, beyond=beyond)
        return values(0, [plays.machine.init])[0].value


def refuse_chance(game: Game) -> None:
    """Refuse a game with chance: best play there is worth an average, which is not worked out.

    Raises:
        InputError: a role's moves are drawn by lot.
    """
    if role := chance_role(game):
        raise wrong(
            f"the moves of {game.spelt(role)} are drawn by lot: what best play is worth against "
            "them is an average, and averages are not worked out",
            Location(game.rules.label),
            "`ttt-asp prove` can say what is certain whatever is drawn",
        )
