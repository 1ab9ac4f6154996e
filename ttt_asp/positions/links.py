"""The moves of all plays backwards, from where ends are reached: retrograde analysis.

Where positions recur, that is, come after different numbers of moves, layers do not tell which of
them is nearer to an end: this does. Positions are numbered by their places among all of them, and
looked at many at a time: all those from which an end is N moves off, then all from which it is one
more. Plays are counted in the same way, by the moves backwards, and their outcomes named.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.layers import Counts, Form, Incoming, Numbers, Places, Positions, Ranks
from ttt_asp.records import dataclass
from ttt_asp.verdict import STUCK, TIE


@dataclass(frozen=True)
class Links:
    """The moves of all plays, backwards.

    Attributes:
        form: how positions are handled. positions: all of them, sorted.
        places: the place of each: 0, 1, 2 and so on; all of them, where places are asked for.
        incoming: the moves, each once for each position from where plays make it.
        movers: of each position the number of the role that moves there; where nobody does, 0.
        ends: for a role's number and a goal the places where play is over with it, in parts.
        deadline: when to give up.
    """

    form: Form
    positions: Positions
    places: Places
    incoming: Incoming
    movers: Ranks
    ends: Mapping[tuple[int, int], Sequence[Places]]
    deadline: Deadline

    @property
    def roles(self) -> range:
        """The numbers of all roles."""
        return range(1 + max(who for who, _ in self.ends))

    @property
    def never(self) -> int:
        """The number that stands for no number of moves; see `led`."""
        return len(self.places)

    @cached_property
    def heights(self) -> Ranks:
        """The length of a longest play from each position; `never` where one goes on for ever."""
        # led there as soon as all of its moves are: by the last one, which makes the longest play
        over = self.form.ranked(self.incoming.moves, 0)
        heights, _ = self.led([over], self.form.taken(self.incoming.moves, self.places))
        return heights

    @cached_property
    def cyclic(self) -> bool:
        """Whether there is an infinite play."""
        return len(self.form.ranked(self.heights, self.never)) > 0

    @property
    def endless(self) -> frozenset[int]:
        """The positions from which a play goes on for ever."""
        places = self.form.numbers(self.form.ranked(self.heights, self.never))
        numbers = self.form.unpacked(self.positions)
        return frozenset(map(numbers.__getitem__, places))

    def height(self, position: int) -> int:
        """Return the length of a longest play from a position from which each play ends."""
        (height,) = self.heights_of([position])
        return height

    def heights_of(self, positions: Sequence[int]) -> list[int]:
        """Return the lengths of longest plays from some positions, at least one."""
        form = self.form
        (places,) = form.finder(self.positions)([form.packed(positions)])
        return form.numbers(form.taken(self.heights, places))

    def plays(self, start: int) -> Counts:
        """Count the ways in which plays come to each position, where none goes on for ever.

        Args:
            start: the first position, which is the only one to which no move leads.
        """
        form = self.form
        highest = self.height(start)
        numbers = form.zeros(self.never)
        form.put(numbers, form.ranked(self.heights, highest), 1)  # no other is as high
        # a move leads to a lower position, so what comes to one is known before it is asked for
        for height in range(highest - 1, -1, -1):
            self.deadline.check()
            self.incoming.add_up(numbers, form.ranked(self.heights, height))
        return numbers

    def led(self, targets: Sequence[Places], needed: Numbers) -> tuple[Ranks, list[Places]]:
        """Return after how many moves positions are led to targets, none of which has a move.

        Args:
            targets: which, in parts.
            needed: how many of its moves have to lead there, of each position: one, where whoever
                moves wants it, or all, where they do not. It is used up.

        Returns:
            For each position the number of moves, `never` where it is not led there; and the
            positions by this number.
        """
        form = self.form
        steps = form.filled(self.never, self.never)
        for places in targets:
            form.put(steps, places, 0)
        levels = [form.ranked(steps, 0)]
        while len(levels[-1]):
            self.deadline.check()
            reached = form.lessen(needed, self.incoming.before(levels[-1]))
            form.put(steps, reached, len(levels))
            levels.append(reached)
        return steps, levels


def links_of(plays: Exploration, deadline: Deadline) -> Links:
    """Go through the moves of all plays.

    Args:
        plays: a complete exploration, each position once.
        deadline: when to give up.

    Raises:
        Expired: time is up.
    """
    form, machine = plays.form, plays.machine
    positions, _ = form.merge([(layer, None) for layer in plays.layers])
    find, size = form.finder(positions), form.size(positions)
    movers = form.filled(size, 0)
    sources, targets = list[Places](), list[Places]()
    ends: dict[tuple[int, int], list[Places]] = {}
    for layer in plays.layers:
        (here,) = find([layer])
        for batch in plays.batches(layer):
            deadline.check()
            terminal = batch.values[machine.terminal]
            for role, goals in enumerate(machine.goals):
                for goal, gate in goals.items():
                    if batch.any(ended := terminal & batch.values[gate]):
                        places = form.taken(here, batch.indices(ended))
                        ends.setdefault((role, goal), []).append(places)
            made = list(plays.moves(batch))
            if made:
                targets += find([batch.move(vector, effect) for _, vector, effect in made])
            for action, vector, _ in made:
                sources.append(form.taken(here, batch.indices(vector)))
                form.put(movers, sources[-1], action.role)
    incoming = form.incoming(size, sources, targets)
    (every,) = find([positions])
    return Links(form, positions, every, incoming, movers, ends, deadline)


def count_plays(exploration: Exploration, links: Links) -> None:
    """Count plays where positions occur after different numbers of moves.

    Args:
        exploration: everything that was explored; its `outcomes` and `stuck_plays` are set.
        links: the moves of all plays, none of which is infinite.
    """
    form, numbers = exploration.form, links.plays(exploration.machine.init)
    find = form.finder(links.positions)
    exploration.outcomes, exploration.stuck_plays = dict.fromkeys(exploration.vectors, 0), 0
    for layer in exploration.layers:
        (places,) = find([layer])
        counts = form.taken(numbers, places)
        for batch in exploration.batches(layer):
            exploration.tally(batch, counts)


def outcomes(exploration: Exploration) -> Mapping[str, int] | None:
    """Count plays by how they end, see `named_outcomes`; None where they are not counted."""
    if exploration.outcomes is None:
        return None
    return named_outcomes(exploration.machine.roles, exploration.outcomes, exploration.stuck_plays)


def named_outcomes(
    roles: Sequence[str], plays: Mapping[tuple[int, ...], int], stuck: int
) -> Mapping[str, int]:
    """Count plays by how they end, see `outcome_names`; those that get stuck, if any, as `stuck`.

    Args:
        roles: their names.
        plays: how many end with each vector of goals.
        stuck: how many get stuck.
    """
    names = outcome_names(roles, plays)
    counts = dict.fromkeys([*roles, TIE] if _usual(roles, plays) else [], 0)
    for vector in sorted(plays, reverse=True):
        name = names[vector]
        counts[name] = counts.get(name, 0) + plays[vector]
    return {**counts, STUCK: stuck} if stuck else counts


def outcome_names(
    roles: Sequence[str], vectors: Collection[tuple[int, ...]]
) -> dict[tuple[int, ...], str]:
    """Return a name for each vector of goals.

    For two roles of which one wins and the other loses, or both tie: the winner's name, or
    `tie`. For other games all goals, as `x=100 o=0`; so too where a role's name could be taken
    for one of the words `tie` and `stuck`.
    """
    if _usual(roles, vectors):
        return {v: roles[v.index(100)] if 100 in v else TIE for v in vectors}
    return {v: " ".join(f"{r}={n}" for r, n in zip(roles, v, strict=True)) for v in vectors}


def _usual(roles: Sequence[str], vectors: Collection[tuple[int, ...]]) -> bool:
    return len(roles) == 2 and not {TIE, STUCK} & {*roles} and all(map(_plain, vectors))


def _plain(vector: tuple[int, ...]) -> bool:
    return sorted(vector) == [0, 100] or all(0 < value < 100 for value in vector)
