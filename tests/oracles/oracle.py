"""An independent oracle: tic-tac-toe strategies in plain Python, all plays by recursion.

It shares nothing with the product. A strategy is the name of a tactic (oracle_tactics.py) or a
composition of strategies. Wherever a strategy is wanted, its text is accepted too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from oracle_tactics import (
    INITIAL,
    NOTHING,
    TACTICS,
    Board,
    Position,
    Square,
    Squares,
    Tactic,
    block_fork,
    defeat,
    defend,
    fork,
    free,
    legal,
    nqthm_replies,
    nqthm_table,
    other,
    parse_board,
    place,
    result,
    show_board,
    spoil,
    suggests,
    threats,
)

# --- orders -------------------------------------------------------------------------------------

Rank = tuple[int, ...]
Order = Callable[[Board, Position, Square], set[Rank]]


class Undetermined(Exception):
    """A pick that names no single square: one has no rank or several, or two have the lowest."""


def center_corner_edge(board: Board, position: Position, square: Square) -> set[Rank]:
    """The middle, corners, the border, the rest."""
    kinds = (board.centers, board.corners, board.edges, board.squares)
    return {(min(n for n, kind in enumerate(kinds) if square in kind), *square)}


def by_lines(families: str) -> Order:
    """The first line that speaks for a square: to win there, to block, to make a threat.

    Args:
        families: in which order the rows, columns, diagonals and antidiagonals come.
    """

    def family(run: Squares) -> tuple[str, Square]:
        first, second = sorted(run)[:2]
        step = (second[0] - first[0], second[1] - first[1])
        name = {(0, 1): "r", (1, 0): "c", (1, 1): "d", (1, -1): "a"}[step]
        return name, first[::-1] if name == "c" else first

    def order(board: Board, position: Position, square: Square) -> set[Rank]:
        me = position.mover
        danger = fork(board, position, other(me))
        found: set[Rank] = set()
        for run in board.lines:
            name, first = family(run)
            number = (families.index(name), *first)
            for kind, player in enumerate((me, other(me))):
                rest = run - position.marks(player)
                if rest == {square} and not rest & position.marks(other(player)):
                    found.add((kind, *number, 0))
            rest = run - position.marks(me)
            if len(rest) == 2 and square in rest and not rest & position.marks(other(me)):
                better = min(rest) if min(rest) in danger else max(rest)
                found.add((2, *number, int(square != better)))
        return {min(found)} if found else found

    return order


ORDERS: dict[str, Order] = {
    "reading": lambda board, position, square: {square},
    "center_corner_edge": center_corner_edge,
    "triples": by_lines("rcda"),
    "diagonals_first": by_lines("darc"),
}


def picked(board: Board, position: Position, squares: Squares, order: str) -> Squares:
    """The one of lowest rank."""
    ranks = {square: ORDERS[order](board, position, square) for square in squares}
    if any(len(found) != 1 for found in ranks.values()):
        raise Undetermined(f"{order} at {show_board(board, position)}: {ranks}")
    if not ranks:
        return NOTHING
    lowest = min(min(found) for found in ranks.values())
    first = frozenset(square for square in squares if lowest in ranks[square])
    if len(first) > 1:
        raise Undetermined(f"{order} at {show_board(board, position)}: {sorted(first)} tie")
    return first


# --- strategies ---------------------------------------------------------------------------------

ARITY = {  # 0: any > 0
    "first": 0,
    "refine": 0,
    "either": 0,
    "both": 0,
    "except": 2,
    "opponent": 1,
    "pick": 2,
}


@dataclass(frozen=True)
class Term:
    """An operator and its operands."""

    op: str
    args: tuple[Strategy, ...]

    def __post_init__(self) -> None:
        if self.op not in ARITY or not self.args or ARITY[self.op] not in (0, len(self.args)):
            raise ValueError(f"no such composition: {self.op} of {len(self.args)}")

    def __str__(self) -> str:
        return f"{self.op}({', '.join(map(str, self.args))})"


Strategy = str | Term

# Of 3x3, known from the design: x plays, o plays, (x wins, o wins, ties), positions.
KNOWN = [
    ("any", "any", (131184, 77904, 46080), 5478),
    ("good_for_x", "any", (1184, 0, 64), 848),
    ("good_for_x", "edge_mistake", (808, 0, 0), 558),
    ("good_for_x", "good_for_o", (0, 0, 32), 106),
    ("any", "good_for_o", (64, 1072, 488), 970),
    ("any", "good_for_x", (192, 2720, 880), 1498),
    ("any", "edge_mistake", (63504, 28224, 20160), 4408),
]
NAMED: dict[str, str] = {
    "good_for_x": "first(defeat, defend, fork, refine(center_or_corner, threaten_non_center), any)",
    "good_for_o": "first(defeat, defend, fork, refine(center_or_corner, center), any)",
    "edge_mistake": "first(open_on_edge, any)",
    "careful_o": "first(defeat, defend, fork, threaten_safely,"
    " refine(center_or_corner, center), any)",
    "newell_simon": "first(defeat, defend, fork, block_fork, center, opposite_corner,"
    " corner, edge)",
    "nqthm_book": "first(nqthm_replies, pick(any, reading))",
    "simply_scheme": "except(first(pick(pair, triples), pick(opponent(pair), triples),"
    " pick(pivot, reading), pick(single, triples), pick(any, center_corner_edge)), two_squares)",
}


@lru_cache(maxsize=4096)
def parse(text: str) -> Strategy:
    """Read `first(defeat, refine(center_or_corner, center), any)`; names of NAMED are expanded."""
    tokens = re.findall(r"\w+|\S", text)[::-1]

    def expect(wanted: str) -> None:
        if not tokens or tokens.pop() != wanted:
            raise ValueError(f"expected {wanted!r} in {text!r}")

    def term() -> Strategy:
        name = tokens.pop() if tokens else "nothing"
        if name in ARITY:
            expect("(")
            args = [term()]
            while tokens and tokens[-1] == ",":
                tokens.pop()
                args.append(tokens.pop() if name == "pick" else term())
            if name == "pick" and args[1:] != [a for a in args[1:] if a in ORDERS]:
                raise ValueError(f"expected an order, not {args[1:]}, in {text!r}")
            expect(")")
            return Term(name, tuple(args))
        if name not in TACTICS and name not in NAMED:
            raise ValueError(f"expected a strategy, not {name!r}, in {text!r}")
        return parse(NAMED[name]) if name in NAMED else name

    strategy = term()
    if tokens:
        raise ValueError(f"something follows the strategy in {text!r}")
    return strategy


def recommends(board: Board, position: Position, strategy: Strategy) -> Squares:
    """What the strategy recommends to the mover, whether or not it is asked (see `choices`)."""
    return _evaluate(board, position, strategy, position.mover, legal(board, position))


def _evaluate(
    board: Board, position: Position, strategy: Strategy, player: str, moves: Squares
) -> Squares:
    """The strategy from the player's point of view, among what the mover may do."""
    if isinstance(strategy, str):
        if strategy not in TACTICS:
            return _evaluate(board, position, parse(strategy), player, moves)
        return suggests(strategy, board, position, player) & moves
    if strategy.op == "opponent":
        return _evaluate(board, position, strategy.args[0], other(player), moves)
    head = _evaluate(board, position, strategy.args[0], player, moves)
    if strategy.op == "pick":
        return picked(board, position, head, str(strategy.args[1]))
    for arg in strategy.args[1:]:
        if strategy.op == "first" and head:
            break
        tail = _evaluate(board, position, arg, player, moves)
        if strategy.op == "first":
            head = tail
        elif strategy.op == "refine":
            head = head & tail or head
        elif strategy.op == "either":
            head |= tail
        elif strategy.op == "both":
            head &= tail
        else:
            head -= tail
    return head


# --- plays --------------------------------------------------------------------------------------


def choices(board: Board, x: Strategy, o: Strategy, position: Position) -> Squares:
    """The moves that may be played: the only legal one unasked, else what is recommended.

    Raises:
        Undetermined: a `pick` that is consulted names no single square.
    """
    moves = legal(board, position)
    if len(moves) < 2:
        return moves
    return recommends(board, position, x if position.mover == "x" else o)


def status(
    board: Board, position: Position, moves: Squares, depth: int, horizon: int | None
) -> str | None:
    """How a play ends here, after `depth` moves and with these choices: None if it goes on."""
    ended = result(board, position)
    if ended is None and not moves:
        return "stuck"
    if ended is None and horizon is not None and depth >= horizon:
        return "cut"
    return ended


def all_plays(
    board: Board, x: Strategy, o: Strategy, horizon: int | None = None
) -> Iterator[tuple[tuple[Square, ...], str]]:
    """Every play, one by one: its moves and its outcome (x, o, tie, stuck or cut)."""

    def walk(
        position: Position, played: tuple[Square, ...]
    ) -> Iterator[tuple[tuple[Square, ...], str]]:
        moves = choices(board, x, o, position)
        outcome = status(board, position, moves, len(played), horizon)
        if outcome:
            yield played, outcome
            return
        for move in sorted(moves):
            yield from walk(place(position, position.mover, move), (*played, move))

    return walk(INITIAL, ())


@dataclass(frozen=True)
class Exploration:
    """What can happen: distinct positions, and how many plays have which outcome and length."""

    positions: int
    endings: dict[tuple[str, int], int] = field(hash=False)

    def count(self, outcome: str) -> int:
        return sum(n for (ended, _), n in self.endings.items() if ended == outcome)

    @property
    def plays(self) -> dict[str, int]:
        """The finished plays by outcome."""
        return {outcome: self.count(outcome) for outcome in ("x", "o", "tie")}

    @property
    def stuck(self) -> int:
        return self.count("stuck")

    @property
    def cut(self) -> int:
        return self.count("cut")


@lru_cache(maxsize=256)
def explore(
    board: Board,
    x: Strategy,
    o: Strategy,
    horizon: int | None = None,
    begin: Position = INITIAL,
) -> Exploration:
    """Count the plays exactly, each position once (its marks tell how many moves were made)."""
    memo: dict[Position, dict[tuple[str, int], int]] = {}

    def ends(position: Position) -> dict[tuple[str, int], int]:
        depth = len(position.x) + len(position.o)
        moves = choices(board, x, o, position)
        outcome = status(board, position, moves, depth, horizon)
        counts: dict[tuple[str, int], int] = {}
        if outcome:
            counts[outcome, depth] = 1
        else:
            for move in moves:
                after = place(position, position.mover, move)
                known = memo[after] if after in memo else ends(after)
                for ending, number in known.items():
                    counts[ending] = counts.get(ending, 0) + number
        memo[position] = counts
        return counts

    endings = ends(begin)
    return Exploration(len(memo), endings)


def check_play(board: Board, x: Strategy, o: Strategy, moves: Sequence[Square]) -> str:
    """Follow a play; its outcome ("cut" if it could go on). AssertionError at a wrong move."""
    position = INITIAL
    for number, move in enumerate(moves, 1):
        where = f"move {number}, {position.mover} {move} at {show_board(board, position)}"
        if result(board, position):
            raise AssertionError(f"{where}: the game is over")
        if move not in legal(board, position):
            raise AssertionError(f"{where}: illegal")
        allowed = choices(board, x, o, position)
        if move not in allowed:
            raise AssertionError(f"{where}: not recommended, only {sorted(allowed)}")
        position = place(position, position.mover, move)
    ended = status(board, position, choices(board, x, o, position), len(moves), len(moves))
    assert ended is not None
    return ended


# --- claims -------------------------------------------------------------------------------------

CLAIM = re.compile(
    r"(?:(?P<role>[xo]) )?(?P<mode>never|always|can) (?P<end>win|lose|tie)s?"
    r"(?: by move (?P<n>\d+))?"
)


@dataclass(frozen=True)
class Claim:
    """`mode` is never, always or can; it is about plays with that outcome, within `limit` moves."""

    mode: str
    outcome: str
    limit: int | None = None

    def violated(self, outcome: str, length: int) -> bool:
        """Whether such a play, not a stuck one, violates this `never` or `always`."""
        if self.limit is not None and length > self.limit:
            return True  # also when the horizon cuts it: no continuation is shorter
        if outcome == "cut":
            return False
        return (outcome == self.outcome) == (self.mode == "never")


def parse_claim(text: str) -> Claim:
    """Read "x never loses", "can tie", "o always wins by move 7"."""
    found = CLAIM.fullmatch(" ".join(text.lower().split()))
    if not found:
        raise ValueError(f"not a claim: {text!r}")
    role, mode, end, n = found.group("role", "mode", "end", "n")
    if (role is None and end != "tie") or (n and (mode, end) != ("always", "win")):
        raise ValueError(f"not a claim: {text!r}")
    outcome = "tie" if end == "tie" else role if end == "win" else other(role)
    return Claim(mode, outcome, int(n) if n else None)


def verdict(board: Board, x: Strategy, o: Strategy, claim: str, horizon: int | None = None) -> str:
    """ "proved", "refuted", "incomplete" or "unknown"."""
    wanted = parse_claim(claim)
    seen = explore(board, x, o, horizon)
    if wanted.mode == "can":
        if seen.count(wanted.outcome):
            return "proved"
        return "unknown" if seen.cut else "refuted"
    if seen.stuck:
        return "incomplete"
    if any(wanted.violated(outcome, length) for outcome, length in seen.endings):
        return "refuted"
    return "unknown" if seen.cut else "proved"
