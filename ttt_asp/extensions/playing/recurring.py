"""Values with best play where positions recur, by retrograde analysis.

The positions from which a role can force a goal are found from those where it has it, backwards: a
position of its own with one move there, one of the others' with no move elsewhere. Plays that go
round in a circle for ever have no end; they count as a tie, 50 for every role. What is more than
that is reached as soon as it can be, and a goal of 0 is put off for as long as it can be.
"""

from collections.abc import Sequence

from ttt_asp.extensions.playing.worth import LOST, Values, Worth
from ttt_asp.positions.layers import Places, Ranks
from ttt_asp.positions.links import Links

# What a play that never ends is worth to everybody.
ENDLESS = 50
# After how many moves each position comes to a target, and how many of them are a role's.
_Way = tuple[Ranks, Ranks]


def recurring_values(links: Links, role: int) -> Values:
    """Work out the values of all positions for a role.

    Args:
        links: the moves of every play that the rules allow; none gets stuck.
        role: its number.

    Raises:
        Expired: time is up.
    """
    form = links.form
    own = {goal: places for (who, goal), places in links.ends.items() if who == role}
    goals = sorted({*own, ENDLESS} if links.cyclic else own)
    lost = _forced(links, own.get(LOST, ()), role, by_role=False)
    forced: list[tuple[int, _Way]] = []
    for goal in goals:
        # more than a play without an end is to be reached; else it is enough to keep away from less
        reach = goal > ENDLESS
        ends = [end for end in own if (end >= goal) == reach]
        if reach or goal > goals[0]:
            targets = [part for end in ends for part in own[end]]
            known = lost if ends == [LOST] else _forced(links, targets, role, reach)
            forced.append((goal, known))
    find = form.finder(links.positions)

    def worth(place: int) -> Worth:
        known = Worth(goals[0])
        steps, mine = (int(numbers[place]) for numbers in lost)
        if steps != links.never:
            known = Worth(LOST, steps, mine)
        for goal, way in forced:
            steps, mine = (int(numbers[place]) for numbers in way)
            if goal > ENDLESS and steps != links.never:
                known = Worth(goal, steps, mine)
            elif goal <= ENDLESS and steps == links.never:
                known = Worth(goal)
        return known

    def at(_: int, positions: Sequence[int]) -> list[Worth]:
        if not positions:
            return []
        (places,) = find([form.packed(positions)])
        return [worth(place) for place in form.numbers(places)]

    return at


def _forced(links: Links, targets: Sequence[Places], role: int, by_role: bool) -> _Way:
    """Return in how many moves play can be forced to the targets, and how many are the role's.

    Either the role forces it, or all the others do against it. At a position of whoever does
    not want it all moves have to lead there.
    """
    form = links.form
    needed = form.taken(links.incoming.moves, links.places)
    for mover in range(1 + max((who for who, _ in links.ends), default=0)):
        if (mover == role) == by_role:
            form.put(needed, form.ranked(links.movers, mover), 1)
    return links.led(targets, needed, role)
