"""Every play of a small game, in plain Python: what the other oracles rest on.

It shares nothing with the product. A game is anything that has what `Game` lists; a strategy is a
function from a position to the moves that it recommends there.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

Position = Any
Move = Any
# How a play ends: the winner, "tie", or the goals of the roles in their order.
End = Any
Strategy = Callable[[Position], Iterable[Move]]
# By role; a role without a strategy may do anything.
Strategies = Mapping[str, Strategy]


class Game(Protocol):
    """The rules; positions and moves are any hashable things."""

    @property
    def roles(self) -> Sequence[str]: ...

    @property
    def start(self) -> Position: ...

    def mover(self, position: Position) -> str:
        """Whose turn it is."""

    def moves(self, position: Position) -> Collection[Move]:
        """What the mover may do."""

    def after(self, position: Position, move: Move) -> Position:
        """Where a move leads."""

    def over(self, position: Position) -> End | None:
        """How play has ended; None where it goes on."""


class Roles(Protocol):
    """Whatever knows the roles of a game."""

    @property
    def roles(self) -> Sequence[str]: ...


def goals(game: Roles, end: End) -> Mapping[str, int]:
    """What each role gets: 100 for a win, 0 for a loss."""
    if isinstance(end, tuple):
        return dict(zip(game.roles, end, strict=True))
    return {role: 50 if end == "tie" else 100 * (role == end) for role in game.roles}


# --- plays --------------------------------------------------------------------------------------


def choices(game: Game, strategies: Strategies, position: Position) -> Collection[Move]:
    """The moves that may be played: the only legal one unasked, else what is recommended."""
    moves = game.moves(position)
    if len(moves) < 2 or game.mover(position) not in strategies:
        return moves
    return frozenset(moves).intersection(strategies[game.mover(position)](position))


def status(
    game: Game, position: Position, moves: Collection[Move], length: int, horizon: int | None
) -> End | None:
    """How a play ends here, after `length` moves and with these choices: None if it goes on.

    It may be "stuck", where a strategy recommends nothing, or "cut" by the horizon.
    """
    return ending(game.over(position), moves, length, horizon)


def ending(
    end: End | None, moves: Collection[Move], length: int, horizon: int | None
) -> End | None:
    if end is None and not moves:
        return "stuck"
    if end is None and horizon is not None and length >= horizon:
        return "cut"
    return end


def step(
    game: Game, strategies: Strategies, position: Position, length: int, horizon: int | None
) -> tuple[End | None, Collection[Move]]:
    """How a play ends here, and else the moves that may be played."""
    end = game.over(position)
    moves = choices(game, strategies, position) if end is None else ()
    return ending(end, moves, length, horizon), moves


@dataclass(frozen=True)
class Explored:
    """What can happen.

    Attributes:
        reached: the positions that plays come to.
        endings: how many plays end in each way after each number of moves; if plays may go on for
            ever some of these, the shortest ones among them.
        endless: whether they may.
    """

    roles: Sequence[str]
    reached: frozenset[Position]
    endings: Counter[tuple[End, int]]
    endless: bool = False

    @property
    def positions(self) -> int:
        return len(self.reached)

    @cached_property
    def ends(self) -> Counter[End]:
        """The plays by how they end."""
        found: Counter[End] = Counter()
        for (end, _), number in self.endings.items():
            found[end] += number
        return found

    def count(self, end: End) -> int:
        return self.ends[end]

    @property
    def plays(self) -> dict[str, int]:
        """The finished plays of a game that is won, lost or tied, by the winner."""
        return {end: self.ends[end] for end in (*self.roles, "tie")}

    @property
    def stuck(self) -> int:
        return self.ends["stuck"]

    @property
    def cut(self) -> int:
        return self.ends["cut"]


def explore(
    game: Game,
    strategies: Strategies | None = None,
    horizon: int | None = None,
    enough: Callable[[End, int], bool] | None = None,
) -> Explored:
    """Count all plays, those that come to a position after the same number of moves together.

    Args:
        enough: says of how a play ends, and after how many moves, whether to look no further.
    """
    now, length = Counter({game.start: 1}), 0
    after: dict[Position, list[Position]] = {}  # of positions where play goes on
    ends: dict[Position, End] = {}
    endings, checked = Counter[tuple[End, int]](), False
    while now:
        fresh = {position for position in now if position not in after and position not in ends}
        # where nothing is new, all is known
        if horizon is None and not fresh and not checked and cyclic(after):
            return Explored(game.roles, frozenset({*after, *ends}), endings, endless=True)
        checked = checked or not fresh
        then: Counter[Position] = Counter()
        for position, ways in now.items():
            if position in fresh:
                end, moves = step(game, strategies or {}, position, length, horizon)
                if end is not None:
                    ends[position] = end
                else:
                    after[position] = [game.after(position, move) for move in moves]
            if length == horizon and position in after:
                endings["cut", length] += ways
            elif position in ends:
                endings[ends[position], length] += ways
                if enough and enough(ends[position], length):
                    return Explored(game.roles, frozenset({*after, *ends}), endings)
            else:
                for one in after[position]:
                    then[one] += ways
        now, length = then, length + 1
    return Explored(game.roles, frozenset({*after, *ends}), endings)


def cyclic(after: Mapping[Position, Collection[Position]]) -> bool:
    """Whether play can come to some position again."""
    into = Counter(one for some in after.values() for one in some)
    ready = [position for position in after if not into[position]]
    for position in ready:
        for one in after.get(position, ()):
            into[one] -= 1
            if not into[one]:
                ready.append(one)
    return not {*after} <= {*ready}


def all_plays(
    game: Game, strategies: Strategies, horizon: int | None = None
) -> Iterator[tuple[tuple[Move, ...], End]]:
    """Every play, one by one: its moves and how it ends."""

    def walk(
        position: Position, played: tuple[Move, ...]
    ) -> Iterator[tuple[tuple[Move, ...], End]]:
        end, moves = step(game, strategies, position, len(played), horizon)
        if end is not None:
            yield played, end
            return
        for move in sorted(moves):
            yield from walk(game.after(position, move), (*played, move))

    return walk(game.start, ())


def check_play(game: Game, strategies: Strategies, played: Sequence[Move]) -> End:
    """Follow a play; how it ends ("cut" if it could go on). AssertionError at a wrong move."""
    position = game.start
    for number, move in enumerate(played, 1):
        where = f"move {number}, {game.mover(position)} {move} at {position}"
        assert game.over(position) is None, f"{where}: the game is over"
        assert move in game.moves(position), f"{where}: illegal"
        allowed = choices(game, strategies, position)
        assert move in allowed, f"{where}: not recommended, only {sorted(allowed)}"
        position = game.after(position, move)
    end, _ = step(game, strategies, position, len(played), len(played))
    assert end is not None
    return end


# --- claims -------------------------------------------------------------------------------------

CLAIM = re.compile(
    r"(?:(?P<role>\S+) )?(?P<mode>never|always|can) (?P<kind>win|lose|tie)s?"
    r"(?: by move (?P<limit>\d+))?"
)


@dataclass(frozen=True)
class Claim:
    """That plays never, or always, or can end so for a role; without one for all roles.

    Attributes:
        mode: never, always or can. kind: win, lose or tie.
        limit: the number of moves within which, if there is one.
    """

    roles: tuple[str, ...]
    role: str | None
    mode: str
    kind: str
    limit: int | None = None

    @property
    def outcome(self) -> str:
        """How plays that are won, lost or tied end so, where there are two roles."""
        if self.kind == "tie":
            return "tie"
        (winner,) = (role for role in self.roles if (role == self.role) == (self.kind == "win"))
        return winner

    def fits(self, end: End) -> bool:
        """Whether a play that ends so is one that the claim is about."""
        if end in ("stuck", "cut"):
            return False
        got = goals(self, end)
        meant = {"win": {100}, "lose": {0}, "tie": {*range(1, 100)}}[self.kind]
        return {got[self.role]} <= meant if self.role else {*got.values()} <= meant

    def violated(self, end: End, length: int) -> bool:
        """Whether such a play violates this `never` or `always`."""
        if self.limit is not None and length > self.limit:
            return True  # also when the horizon cuts it, or it gets stuck: it was too long before
        return end not in ("cut", "stuck") and self.fits(end) == (self.mode == "never")


def parse_claim(text: str, roles: Sequence[str] = ("x", "o")) -> Claim:
    """Read "x never loses", "can tie", "o always wins by move 7"."""
    found = CLAIM.fullmatch(" ".join(text.lower().split()))
    if not found:
        raise ValueError(f"not a claim: {text!r}")
    role, mode, kind, limit = found.group("role", "mode", "kind", "limit")
    if (role is None and kind != "tie") or (limit and (mode, kind) != ("always", "win")):
        raise ValueError(f"not a claim: {text!r}")
    if role not in (None, *roles):
        raise ValueError(f"no such role: {text!r}")
    return Claim(tuple(roles), role, mode, kind, int(limit) if limit else None)


def judge(claim: str, seen: Explored) -> str:
    """ "proved", "refuted", "incomplete" or "unknown", of what can happen."""
    wanted = parse_claim(claim, seen.roles)
    if wanted.mode == "can":
        if any(map(wanted.fits, seen.ends)):
            return "proved"
        return "unknown" if seen.cut else "refuted"
    ends_late = seen.endless and wanted.mode == "always"
    if ends_late or any(wanted.violated(*ending) for ending in seen.endings):
        return "refuted"
    if seen.stuck:
        return "incomplete"
    return "unknown" if seen.cut else "proved"


def verdict(game: Game, strategies: Strategies, claim: str, horizon: int | None = None) -> str:
    """ "proved", "refuted", "incomplete" or "unknown"."""
    return judge(claim, explore(game, strategies, horizon))


def judge_strategy(game: Game, strategies: Strategies, claim: str) -> str:
    """The same of "x is complete", deterministic or functional, at all positions that it reaches.

    With `everywhere` at all positions of the game.
    """
    role, _, manner, *everywhere = claim.split()
    numbers = {"complete": range(1, 999), "deterministic": range(2), "functional": range(1, 2)}
    answer = "proved"
    for position in explore(game, {} if everywhere else strategies).reached:
        if game.over(position) is not None:
            continue
        moves, found = game.moves(position), choices(game, strategies, position)
        if game.mover(position) != role:
            answer = answer if found or everywhere else "incomplete"
        elif len(moves) > 1 and len(found) not in numbers[manner]:
            return "refuted"
    return answer


def judge_keeping(
    game: Game, strategies: Strategies, role: str, other: Strategy, everywhere: bool
) -> str:
    """The same of "x keeps to" another strategy: it recommends all that x's own one does."""
    reached = explore(game, {} if everywhere else strategies).reached
    going = [position for position in reached if game.over(position) is None]
    mine = [p for p in going if game.mover(p) == role and len(game.moves(p)) > 1]
    both = [({*choices(game, strategies, p)}, {*other(p)}) for p in mine]
    if any(not own <= right for own, right in both):
        return "refuted"
    theirs = [p for p in going if game.mover(p) != role and not everywhere]
    return "proved" if all(choices(game, strategies, p) for p in theirs) else "incomplete"


def keeps(game: Game, strategies: Strategies, claim: str) -> bool:
    """Whether a claim is true; as soon as one play decides it, no more are looked at."""
    wanted = parse_claim(claim, game.roles)

    def decides(end: End, length: int) -> bool:
        if wanted.mode == "can":
            return wanted.fits(end)
        return end == "stuck" or wanted.violated(end, length)

    return judge(claim, explore(game, strategies, enough=decides)) == "proved"


# --- best play ----------------------------------------------------------------------------------

# Whether a role can force a win from a position, as far as that was found out.
Known = dict[tuple[str, Position], bool]


def forces(game: Game, role: str, position: Position = None, known: Known | None = None) -> bool:
    """Whether a role wins whatever the other does, from the start unless a position is given.

    Plays have to end, and only one role can win.
    """
    known = {} if known is None else known

    def of(here: Position) -> bool:
        if (role, here) not in known:
            end = game.over(here)
            known[role, here] = follows(here) if end is None else goals(game, end)[role] == 100
        return known[role, here]

    def follows(here: Position) -> bool:
        mover, after = game.mover(here), {game.after(here, move) for move in game.moves(here)}
        ends = [end for end in map(game.over, after) if end is not None]
        if any(goals(game, end)[mover] == 100 for end in ends):
            return mover == role
        return any(map(of, after)) if mover == role else all(map(of, after))

    return of(game.start if position is None else position)


def value(game: Game, position: Position = None, known: Known | None = None) -> str:
    """Who wins with best play, or "tie"."""
    winners = (role for role in game.roles if forces(game, role, position, known))
    return next(winners, "tie")


def keepable(
    game: Game, strategies: Strategies, claim: Claim, role: str
) -> dict[tuple[Position, int], bool]:
    """Whether a role can keep a `never` or `always` by moves of its own, the others playing so.

    Of each position after each number of moves where the claim counts these; else after 0. What
    is never to be is kept by plays without end, what is always to be is not.
    """
    others = {name: strategy for name, strategy in strategies.items() if name != role}
    steps, limit = claim.limit is not None, claim.limit or 0
    found: dict[tuple[Position, int], list[tuple[Position, int]]] = {}
    stack = [(game.start, 0)]
    while stack:
        here = stack.pop()
        if here not in found:
            going_on = game.over(here[0]) is None and (not steps or here[1] <= limit)
            moves = choices(game, others, here[0]) if going_on else ()
            found[here] = [(game.after(here[0], move), here[1] + steps) for move in moves]
            stack += found[here]
    kept = dict.fromkeys(found, claim.mode == "never")

    def keeps(here: tuple[Position, int]) -> bool:
        end = game.over(here[0])
        if end is not None:
            return not claim.violated(end, here[1])
        if steps and here[1] > limit:
            return False
        mine, after = game.mover(here[0]) == role, [kept[one] for one in found[here]]
        return bool(after) and (
            any(after) if mine else all(after)
        )  # whoever is stuck keeps nothing

    while changed := [here for here in found if keeps(here) != kept[here]]:
        kept |= {here: not kept[here] for here in changed}
    return kept
