"""The positions of a game in which several roles choose at once, with all that they do together.

Every reachable position is asked of clingo, on its own: an answer set is what each role does there.
That takes longer than gates do, so only small games are gone through to their end.
"""

from dataclasses import dataclass, field

import clingo

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
class Spot:
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
class Seen:
    """Positions, breadth first.

    Attributes:
        spots: each that was looked at. before: for each but the first the move that leads there,
            and the position before it. limit: why not all are there; empty if all are.
    """

    spots: dict[Position, Spot] = field(default_factory=dict)
    before: dict[Position, tuple[Move, Position]] = field(default_factory=dict)
    limit: str = ""


def explored_at_once(game: Game, limits: Limits) -> Seen:
    """All positions that plays reach, as far as limits allow.

    Raises:
        Expired: time is up.
    """
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
    seen, queue, moves = Seen(), [frozenset(game.opening)], 0
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


def _looked(game: Game, control: clingo.Control, assumed: list[int], limits: Limits) -> Spot:
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
    return Spot(terminal, acts, goals, tuple(sorted(after.items(), key=str)))


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


def play_to(seen: Seen, position: Position, ending: str) -> Play:
    """A shortest play to a position."""
    moves: list[Move] = []
    positions = [position]
    while positions[-1] in seen.before:
        move, before = seen.before[positions[-1]]
        moves.append(move)
        positions.append(before)
    return Play(tuple(moves[::-1]), tuple(positions[::-1]), ending)
