"""Whether a game in which several roles choose at once is well-formed.

Every reachable position is asked of clingo, on its own, for what all roles may do together there:
an answer set is what each of them does. That takes longer than gates do, so only small games are
decided; of others what was seen so far is said.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import clingo

from ttt_asp.analyses.properties import Property, longest
from ttt_asp.deadline import STEP
from ttt_asp.engines.limits import Limits
from ttt_asp.games.game import Game
from ttt_asp.games.recognition.ground import rules_text
from ttt_asp.lp.dependencies import closure
from ttt_asp.verdict import Move, Play, at_once

# So many positions are looked at, and so many joint moves, and no more.
MOST = 20_000
MOST_MOVES = 40_000
_PROGRAM = """\
{ true(F) : base(F) }.
acts(P) :- legal(P,A).
{ does(P,A) : legal(P,A) } = 1 :- acts(P), not terminal.
#show does/2. #show next/1. #show terminal/0. #show goal/2. #show acts/1.
"""
Position = frozenset[str]


@dataclass(frozen=True)
class _Spot:
    """A position.

    Attributes:
        terminal: whether play is over there.
        acts: the roles that have a legal move.
        goals: for every role its goal values from 0 to 100.
        after: each joint move with the position after it; none where play is over or nobody acts.
    """

    terminal: bool
    acts: frozenset[str]
    goals: tuple[tuple[int, ...], ...]
    after: tuple[tuple[Move, Position], ...]


@dataclass
class _Seen:
    """Positions, breadth first, and for each but the first the move and the position before it."""

    spots: dict[Position, _Spot] = field(default_factory=dict)
    before: dict[Position, tuple[Move, Position]] = field(default_factory=dict)
    limit: str = ""


def wellformed_at_once(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    """The properties of a game, as `wellformed` has them.

    Args:
        game: which.
        limits: where to stop; what was not seen by then is not known.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        Expired: time is up.
    """
    seen = _explored(game, limits)
    names = [game.spelt(role) for role in game.roles]
    return [
        _playable(game, seen, everybody),
        _terminates(seen),
        _goals(seen),
        *_ends(seen, names),
        _monotonic(seen, names),
        Property("positions", *_all(seen, f"{len(seen.spots):,} are reachable")),
    ]


def _explored(game: Game, limits: Limits) -> _Seen:
    sources = closure([game.rules], game.vocabulary)
    # one more than are looked at: a single position may have millions of joint moves
    control = clingo.Control([str(MOST_MOVES + 1), "--warn=none"], lambda *_: None)

    def work() -> None:
        control.add("base", [], rules_text(sources, game.constants) + _PROGRAM)
        control.ground()

    limits.deadline.run(work)
    atoms = {str(a.symbol.arguments[0]): a for a in control.symbolic_atoms.by_signature("true", 1)}
    literals = {name: atom.literal for name, atom in atoms.items()}
    most = min(MOST, limits.max_positions or MOST)
    seen, queue, moves = _Seen(), [frozenset(game.opening)], 0
    for position in queue:
        limits.deadline.check()
        limits.tell("positions", len(seen.spots))
        if len(seen.spots) >= most:
            seen.limit = f"the limit of {most:,} positions was reached"
            break
        assumed = [one if name in position else -one for name, one in literals.items()]
        spot = seen.spots[position] = _looked(game, control, assumed, limits)
        moves += len(spot.after)
        for move, after in spot.after:
            if after not in seen.before and after != queue[0]:
                seen.before[after] = move, position
                queue.append(after)
        if moves > MOST_MOVES:  # of the last position perhaps not all
            seen.limit = f"several roles choose at once: {MOST_MOVES:,} joint moves were looked at"
            break
    return seen


def _looked(game: Game, control: clingo.Control, assumed: list[int], limits: Limits) -> _Spot:
    models: list[list[clingo.Symbol]] = []
    with control.solve(
        assumed, on_model=lambda m: models.append(list(m.symbols(shown=True))), async_=True
    ) as handle:
        while not handle.wait(STEP):
            limits.deadline.check()
        handle.get()
    first = models[0]
    acts = frozenset(str(one.arguments[0]) for one in first if one.name == "acts")
    terminal = any(one.name == "terminal" for one in first)
    values: dict[str, set[int]] = {role: set() for role in game.roles}
    for one in first:
        if one.name == "goal" and one.arguments[1].type == clingo.SymbolType.Number:
            values.setdefault(str(one.arguments[0]), set()).add(one.arguments[1].number)
    goals = tuple(tuple(sorted(v for v in values[role] if 0 <= v <= 100)) for role in game.roles)
    joint = [] if terminal or not acts else [_joint(model) for model in models]
    choosing = {role for role in acts if len({does.get(role) for does, _ in joint}) > 1}
    after = {_told(game, does, choosing): then for does, then in joint}
    return _Spot(terminal, acts, goals, tuple(sorted(after.items(), key=str)))


def _joint(model: list[clingo.Symbol]) -> tuple[dict[str, str], Position]:
    """What each role does in an answer set, and the position after it."""
    does = {str(one.arguments[0]): str(one.arguments[1]) for one in model if one.name == "does"}
    return does, frozenset(str(one.arguments[0]) for one in model if one.name == "next")


def _told(game: Game, does: dict[str, str], choosing: set[str]) -> Move:
    """A joint move; that of the one role that chooses, where no other does."""
    if len(choosing) == 1:
        (role,) = choosing
        return Move(role, does[role])
    return at_once([Move(role, does[role]) for role in game.roles if role in does])


def _play(seen: _Seen, position: Position, ending: str) -> Play:
    moves: list[Move] = []
    positions = [position]
    while positions[-1] in seen.before:
        move, before = seen.before[positions[-1]]
        moves.append(move)
        positions.append(before)
    return Play(tuple(moves[::-1]), tuple(positions[::-1]), ending)


def _all(seen: _Seen, said: str) -> tuple[bool | None, str]:
    """What holds of all positions; unknown where not all were seen."""
    return (None, seen.limit) if seen.limit else (True, said)


def _playable(game: Game, seen: _Seen, everybody: bool) -> Property:
    for position, spot in seen.spots.items():
        idle = [role for role in game.roles if role not in spot.acts]
        if not spot.terminal and idle and (everybody or not spot.acts):
            who = f"{game.spelt(idle[0])} has no" if everybody else "nobody has a"
            said = f"{who} legal move in the last position"
            return Property("playable", False, said, _play(seen, position, "stuck"))
    who = "every role" if everybody else "some role"
    said = f"{who} has a legal move at every position that is not terminal"
    return Property("playable", *_all(seen, said))


def _terminates(seen: _Seen) -> Property:
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


def _lasso(positions: list[Position], seen: _Seen) -> Play:
    """A play along a path, and back to where it was before."""
    moves = [
        next(move for move, then in seen.spots[one].after if then == other)
        for one, other in pairwise(positions)
    ]
    return Play(tuple(moves), tuple(positions), "lasso")


def _goals(seen: _Seen) -> Property:
    for position, spot in seen.spots.items():
        if spot.terminal and any(len(values) != 1 for values in spot.goals):
            said = "not every role has exactly one goal in the last position"
            return Property("goals", False, said, _play(seen, position, "ended"))
    said = "every role has exactly one at every terminal position"
    return Property("goals", *_all(seen, said))


def _ends(seen: _Seen, names: list[str]) -> Iterator[Property]:
    """Whether ends are coherent, and of zero sum, and who wins at some."""
    ends = {position: spot.goals for position, spot in seen.spots.items() if spot.terminal}
    won = {
        position: [name for name, values in zip(names, goals, strict=True) if 100 in values]
        for position, goals in ends.items()
    }
    both = next((position for position, who in won.items() if len(who) > 1), None)
    if both is not None:
        said = f"{won[both][0]} and {won[both][1]} have both won in the last position"
        yield Property("coherent", False, said, _play(seen, both, "ended"))
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


def _monotonic(seen: _Seen, names: list[str]) -> Property:
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
                    way = _play(seen, position, "cut")
                    play = Play((*way.moves, move), (*way.positions, after), "cut")
                    said = f"the last move lowers {name}'s goal, {one} to {other}"
                    return Property("monotonic", False, said, play)
    return Property("monotonic", *_all(seen, "no role's goal ever falls"))
