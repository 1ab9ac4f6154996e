"""Values with best play, by backward induction over the layers (Zermelo 1913).

A role can force a goal value if it reaches at least that whatever all the others do. It takes the
best such value as soon as it can, or as late if the value is 0. Layers are worked out one at a
time, many positions at once, and a short number is kept for each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.playing.recurring import ENDLESS, recurring_values
from ttt_asp.extensions.playing.sweeps import Sweeps
from ttt_asp.extensions.playing.worth import Values, Worth
from ttt_asp.games.game import Game, chance_role
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Ranks
from ttt_asp.positions.links import Links, links_of

# How many times as many positions as at the last look there have to be for another one.
_GROWN = 3
# Of more positions than this it is worth it to look for a good end of a single role apart.
ALONE = 100
# For that so many positions more are looked at than here, as many as here, and a part of them.
AT_FIRST, MOST, LATER = 5000, 100_000, 20


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
        beyond: what positions of the last layer that are not terminal are taken to be worth, where
            their moves were not explored; one of `goals_of`.

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
    ranks: list[Ranks] = [()] * layers
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
                open_ends = batch.indices(batch.every ^ terminal)
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
    """Return whatever plays may be worth to a role in the end, though none does end so."""
    return {*plays.machine.goals[plays.machine.roles.index(role)], ENDLESS}


@dataclass
class ValueWatch:
    """Sees when the positions explored so far decide what each role can force.

    Whatever lies beyond them is worth the least to a role, or the most: where both come to the same
    at the first position, nothing else can come of it. This is worked out again only when positions
    have grown in number, so that it takes less than to explore them.

    Attributes:
        deadline: when to give up.
        values: what each role can force, once that is known.
        positions: how many were looked at until then. ahead: how many moves ahead.
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
        self.positions += len(sweeps.seen)
        self.ahead = max(self.ahead, len(sweeps.waiting) - 1)
        return True

    def _decided(self, plays: Exploration) -> bool:
        """Return whether the value is the same whatever lies beyond the last layer."""
        if not plays.layered or plays.positions < _GROWN * self._positions:
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
