"""Values and optimal moves where a position may be reached after different numbers of moves.

The positions from which a role can force a goal are found from those where it has it, backwards: a
position of its own with one move there, one of the others' with no move elsewhere. Plays that go
round in a circle for ever have no end; they count as a tie, 50 for every role. What is more than
that is reached as soon as it can be, and a goal of 0 is put off for as long as it can be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ttt_asp.extensions.playing.worth import LOST, Values, Worth
from ttt_asp.positions.layers import Places, Ranks
from ttt_asp.positions.links import Links

# What a play that never ends is worth to everybody.
ENDLESS = 50


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
