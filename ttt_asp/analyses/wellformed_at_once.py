"""Whether a game in which several roles choose at once is well-formed.

Of games too large to be gone through, what was seen so far is said; see `joint_moves.py`.
"""

from collections.abc import Iterator
from itertools import pairwise

from ttt_asp.analyses.joint_moves import Position, Seen, explored_at_once, play_to
from ttt_asp.analyses.properties import Property, longest
from ttt_asp.engines.limits import Limits
from ttt_asp.games.game import Game
from ttt_asp.verdict import Play


def wellformed_at_once(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    """The properties of a game, as `wellformed` has them.

    Args:
        game: which.
        limits: where to stop; what was not seen by then is not known.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        Expired: time is up.
    """
    seen = explored_at_once(game, limits)
    names = [game.spelt(role) for role in game.roles]
    return [
        _playable(game, seen, everybody),
        _terminates(seen),
        _goals(seen),
        *_ends(seen, names),
        _monotonic(seen, names),
        Property("positions", *_all(seen, f"{len(seen.spots):,} are reachable")),
    ]


def _all(seen: Seen, said: str) -> tuple[bool | None, str]:
    """What holds of all positions; unknown where not all were seen."""
    return (None, seen.limit) if seen.limit else (True, said)


def _playable(game: Game, seen: Seen, everybody: bool) -> Property:
    for position, spot in seen.spots.items():
        idle = [role for role in game.roles if role not in spot.acts]
        if not spot.terminal and idle and (everybody or not spot.acts):
            who = f"{game.spelt(idle[0])} has no" if everybody else "nobody has a"
            said = f"{who} legal move in the last position"
            return Property("playable", False, said, play_to(seen, position, "stuck"))
    who = "every role" if everybody else "some role"
    said = f"{who} has a legal move at every position that is not terminal"
    return Property("playable", *_all(seen, said))


def _terminates(seen: Seen) -> Property:
    """By depth-first search: a position that is met below itself is on a cycle."""
    longest_of: dict[Position, int] = {}
    start = next(iter(seen.spots))
    path: list[Position] = [start]
    left = {start: list(seen.spots[start].after)}
    while path:
        here = path[-1]
        if left[here]:
            _, after = left[here].pop()
            if after in left and after not in longest_of:
                play = _lasso([*path, after], seen)
                return Property("terminates", False, "a play can go on for ever", play)
            if after not in longest_of and after in seen.spots:
                path.append(after)
                left[after] = list(seen.spots[after].after)
            continue
        below = [longest_of.get(after, 0) + 1 for _, after in seen.spots[here].after]
        longest_of[here] = max(below, default=0)
        path.pop()
    return Property("terminates", *_all(seen, longest(longest_of[start])))


def _lasso(positions: list[Position], seen: Seen) -> Play:
    """A play along a path, and back to where it was before."""
    moves = [
        next(move for move, then in seen.spots[one].after if then == other)
        for one, other in pairwise(positions)
    ]
    return Play(tuple(moves), tuple(positions), "lasso")


def _goals(seen: Seen) -> Property:
    for position, spot in seen.spots.items():
        if spot.terminal and any(len(values) != 1 for values in spot.goals):
            said = "not every role has exactly one goal in the last position"
            return Property("goals", False, said, play_to(seen, position, "ended"))
    said = "every role has exactly one at every terminal position"
    return Property("goals", *_all(seen, said))


def _ends(seen: Seen, names: list[str]) -> Iterator[Property]:
    """Whether ends are coherent, and of zero sum, and who wins at some."""
    ends = {position: spot.goals for position, spot in seen.spots.items() if spot.terminal}
    won = {
        position: [name for name, values in zip(names, goals, strict=True) if 100 in values]
        for position, goals in ends.items()
    }
    both = next((position for position, who in won.items() if len(who) > 1), None)
    if both is not None:
        said = f"{won[both][0]} and {won[both][1]} have both won in the last position"
        yield Property("coherent", False, said, play_to(seen, both, "ended"))
    else:
        yield Property("coherent", *_all(seen, "no two roles have won at once where play ends"))
    sums = [tuple(v[0] if len(v) == 1 else None for v in goals) for goals in ends.values()]
    odd = next((v for v in sums if None in v or sum(filter(None, v)) != 50 * len(v)), None)
    if odd is not None:
        said = f"some play ends with the goals {', '.join(map(str, odd))}"
        yield Property("zero-sum", False, said)
    else:
        yield Property("zero-sum", *_all(seen, "every play ends with goals of 50 on average"))
    short = [name for name in names if not any(name in who for who in won.values())]
    if not short:
        yield Property("winnable", True, "every role gets 100 at the end of some play")
    elif seen.limit:
        yield Property("winnable", None, seen.limit)
    else:
        yield Property("winnable", False, f"no play gives 100 to {' or '.join(short)}")


def _monotonic(seen: Seen, names: list[str]) -> Property:
    if any(len(values) != 1 for spot in seen.spots.values() for values in spot.goals):
        said = "there are positions without exactly one goal for every role"
        return Property("monotonic", False, said)
    for position, spot in seen.spots.items():
        for move, after in spot.after:
            if after not in seen.spots:
                continue
            old, new = spot.goals, seen.spots[after].goals
            for name, (one,), (other,) in zip(names, old, new, strict=True):
                if other < one:
                    way = play_to(seen, position, "cut")
                    play = Play((*way.moves, move), (*way.positions, after), "cut")
                    said = f"the last move lowers {name}'s goal, {one} to {other}"
                    return Property("monotonic", False, said, play)
    return Property("monotonic", *_all(seen, "no role's goal ever falls"))
