"""An independent oracle: tic-tac-toe strategies in plain Python, all plays by recursion.

It shares nothing with the product. Squares are (row, column) pairs counted from 1, row 1 on top; a
tactic is a function from a position and a player to a set of free squares; a strategy is the name
of a tactic or a composition of strategies. Wherever a strategy is wanted, its text is accepted too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

Square = tuple[int, int]
Squares = frozenset[Square]
NOTHING: Squares = frozenset()


class Position(NamedTuple):
    """The marks of both players, and whose turn it is ("x" or "o")."""

    x: Squares
    o: Squares
    mover: str

    def marks(self, player: str) -> Squares:
        return self.x if player == "x" else self.o


INITIAL = Position(NOTHING, NOTHING, "x")


@dataclass(frozen=True)
class Board:
    """A board of rows x cols squares on which `line` marks in a straight run win."""

    rows: int = 3
    cols: int = 3
    line: int = 3

    @cached_property
    def squares(self) -> Squares:
        return frozenset((r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1))

    @cached_property
    def lines(self) -> frozenset[Squares]:
        """Every straight run of `line` squares: in rows, columns and both diagonals."""
        runs = {
            frozenset((r + i * dr, c + i * dc) for i in range(self.line))
            for r, c in self.squares
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        }
        return frozenset(run for run in runs if run <= self.squares)

    @cached_property
    def corners(self) -> Squares:
        return frozenset((r, c) for r in (1, self.rows) for c in (1, self.cols))

    @cached_property
    def edges(self) -> Squares:
        """The border without the corners."""
        border = {(r, c) for r, c in self.squares if r in (1, self.rows) or c in (1, self.cols)}
        return frozenset(border) - self.corners

    @cached_property
    def centers(self) -> Squares:
        """The one, two or four squares in the middle."""
        return frozenset(
            (r, c)
            for r, c in self.squares
            if abs(2 * r - (self.rows + 1)) < 2 and abs(2 * c - (self.cols + 1)) < 2
        )


def other(player: str) -> str:
    """The player's opponent."""
    return "o" if player == "x" else "x"


def parse_board(text: str, mover: str | None = None) -> Position:
    """Read rows from the top ("x../.o./..x"); the mover follows from the counts unless given."""
    rows = text.split("/")
    if len({len(row) for row in rows}) != 1 or set(text) - set("xo./"):
        raise ValueError(f"not a board: {text!r}")
    at = {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}
    x = frozenset(square for square, mark in at.items() if mark == "x")
    o = frozenset(square for square, mark in at.items() if mark == "o")
    if mover is None:
        if len(x) - len(o) not in (0, 1):
            raise ValueError(f"the counts do not tell who moves: {text!r}")
        mover = "x" if len(x) == len(o) else "o"
    return Position(x, o, mover)


def show_board(board: Board, position: Position) -> str:
    """The inverse of parse_board."""

    def mark(square: Square) -> str:
        return "x" if square in position.x else "o" if square in position.o else "."

    rows = range(1, board.rows + 1)
    return "/".join("".join(mark((r, c)) for c in range(1, board.cols + 1)) for r in rows)


def free(board: Board, position: Position) -> Squares:
    """The squares without a mark."""
    return board.squares - position.x - position.o


def place(position: Position, player: str, square: Square) -> Position:
    """The position after the player has marked the square; the opponent is to move."""
    if player == "x":
        return Position(position.x | {square}, position.o, "o")
    return Position(position.x, position.o | {square}, "x")


@lru_cache(maxsize=1 << 16)
def result(board: Board, position: Position) -> str | None:
    """ "x", "o" or "tie" at a terminal position, None where play goes on."""
    for player in ("x", "o"):
        if any(run <= position.marks(player) for run in board.lines):
            return player
    return None if free(board, position) else "tie"


def legal(board: Board, position: Position) -> Squares:
    """What the mover may mark: nothing once the game is over."""
    return NOTHING if result(board, position) else free(board, position)


# --- tactics ------------------------------------------------------------------------------------

Tactic = Callable[[Board, Position, str], Squares]


def open_lines(board: Board, position: Position, player: str, missing: int) -> list[Squares]:
    """The free squares of each line that misses that many marks of the player, none the other's.

    A line with "2" of 3 marks misses one, a line with "1" of 3 misses two, on every board.
    """
    own, foreign = position.marks(player), position.marks(other(player))
    rests = [run - own for run in board.lines if not run & foreign]
    return [rest for rest in rests if len(rest) == missing]


def threats(board: Board, position: Position, player: str) -> set[tuple[Square, Square]]:
    """(move, forced answer): both free squares of a line that misses two marks, either way."""
    rests = open_lines(board, position, player, 2)
    return {(a, b) for rest in rests for a in rest for b in rest if a != b}


def defeat(board: Board, position: Position, player: str) -> Squares:
    """Complete a line."""
    return NOTHING.union(*open_lines(board, position, player, 1))


def defend(board: Board, position: Position, player: str) -> Squares:
    """Mark what completes a line of the opponent's."""
    return defeat(board, position, other(player))


def fork(board: Board, position: Position, player: str) -> Squares:
    """A free square on two different lines that miss two marks."""
    on = Counter(s for rest in open_lines(board, position, player, 2) for s in rest)
    return frozenset(square for square, lines in on.items() if lines >= 2)


def opposite_corner(board: Board, position: Position, player: str) -> Squares:
    """A free corner diagonally opposite a corner that the opponent holds."""
    held = board.corners & position.marks(other(player))
    mirrored = frozenset((board.rows + 1 - r, board.cols + 1 - c) for r, c in held)
    return mirrored & free(board, position)


def threaten_non_center(board: Board, position: Position, player: str) -> Squares:
    """A threat whose forced answer is not in the centre."""
    pairs = threats(board, position, player)
    return frozenset(move for move, answer in pairs if answer not in board.centers)


def threaten_safely(board: Board, position: Position, player: str) -> Squares:
    """A threat whose forced answer is not, at present, a fork of the opponent's."""
    danger = fork(board, position, other(player))
    pairs = threats(board, position, player)
    return frozenset(move for move, answer in pairs if answer not in danger)


def block_fork(board: Board, position: Position, player: str) -> Squares:
    """Where the opponent has a fork: a threat whose answer is no fork then, or else that fork."""
    danger = fork(board, position, other(player))
    if not danger:
        return NOTHING
    safe = frozenset(
        move
        for move, answer in threats(board, position, player)
        if answer not in fork(board, place(position, player, move), other(player))
    )
    return safe or danger


def open_on_edge(board: Board, position: Position, player: str) -> Squares:
    """An edge square, as long as the player has no mark."""
    return NOTHING if position.marks(player) else board.edges & free(board, position)


def spoil(board: Board, position: Position, player: str) -> Squares:
    """The free squares on most lines that have marks of the opponent and none of the player."""
    mine, theirs = position.marks(player), position.marks(other(player))
    worth = [
        line for line in board.lines if theirs & frozenset(line) and not mine & frozenset(line)
    ]
    counts = {square: sum(square in line for line in worth) for square in free(board, position)}
    most = max(counts.values(), default=0)
    return frozenset(s for s, number in counts.items() if number == most) if most else NOTHING


def open_in_corner(board: Board, position: Position, player: str) -> Squares:
    """A corner, as long as nobody has a mark."""
    return NOTHING if position.x | position.o else board.corners


@lru_cache
def nqthm_table() -> dict[tuple[Squares, Squares], Squares]:
    """The table of the nqthm player: the reply for each pair of x's and o's marks."""
    with (Path(__file__).parent / "nqthm_book.csv").open(encoding="utf-8") as lines:
        rows = [line.strip().split(",") for line in lines][1:]
    found = {}
    for marks, reply in rows:
        by = {
            m: frozenset((i // 3 + 1, i % 3 + 1) for i in range(9) if marks[i] == m) for m in "xo"
        }
        found[by["x"], by["o"]] = frozenset({(int(reply) // 3 + 1, int(reply) % 3 + 1)})
    assert len(found) == len(rows) == 164
    return found


def nqthm_replies(board: Board, position: Position, player: str) -> Squares:
    """The table's reply, to o on its turn."""
    if (player, position.mover) != ("o", "o"):
        return NOTHING
    return nqthm_table().get((position.x, position.o), NOTHING)


TACTICS: dict[str, Tactic] = {
    "advance": lambda board, position, player: frozenset(
        square for rest in open_lines(board, position, player, 2) for square in rest
    ),
    "any": lambda board, position, player: free(board, position),
    "block_fork": block_fork,
    "center": lambda board, position, player: board.centers & free(board, position),
    "center_or_corner": lambda board, position, player: (
        (board.centers | board.corners) & free(board, position)
    ),
    "corner": lambda board, position, player: board.corners & free(board, position),
    "defeat": defeat,
    "defend": defend,
    "edge": lambda board, position, player: board.edges & free(board, position),
    "fork": fork,
    "nqthm_replies": nqthm_replies,
    "open_in_corner": open_in_corner,
    "open_on_edge": open_on_edge,
    "spoil": spoil,
    "opposite_corner": opposite_corner,
    "threaten_non_center": threaten_non_center,
    "threaten_safely": threaten_safely,
}
# On boards whose lines are all as long, as they are here.
TACTICS |= {
    "pair": TACTICS["defeat"],
    "pivot": TACTICS["fork"],
    "single": TACTICS["advance"],
    "two_squares": lambda board, position, player: NOTHING,
}


@lru_cache(maxsize=1 << 18)
def suggests(name: str, board: Board, position: Position, player: str) -> Squares:
    """What the tactic of that name recommends to the player."""
    return TACTICS[name](board, position, player)


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
    return _evaluate(board, position, strategy, position.mover)


def _evaluate(board: Board, position: Position, strategy: Strategy, player: str) -> Squares:
    """The strategy from the player's point of view, among what the mover may do."""
    if isinstance(strategy, str):
        if strategy not in TACTICS:
            return _evaluate(board, position, parse(strategy), player)
        return suggests(strategy, board, position, player) & legal(board, position)
    if strategy.op == "opponent":
        return _evaluate(board, position, strategy.args[0], other(player))
    head = _evaluate(board, position, strategy.args[0], player)
    if strategy.op == "pick":
        return picked(board, position, head, str(strategy.args[1]))
    for arg in strategy.args[1:]:
        if strategy.op == "first" and head:
            break
        tail = _evaluate(board, position, arg, player)
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
def explore(board: Board, x: Strategy, o: Strategy, horizon: int | None = None) -> Exploration:
    """Count the plays exactly, each position once (its marks tell how many moves were made)."""
    memo: dict[Position, Counter[tuple[str, int]]] = {}

    def ends(position: Position) -> Counter[tuple[str, int]]:
        if position not in memo:
            depth = len(position.x) + len(position.o)
            moves = choices(board, x, o, position)
            outcome = status(board, position, moves, depth, horizon)
            counts: Counter[tuple[str, int]] = Counter()
            if outcome:
                counts[outcome, depth] = 1
            else:
                for move in moves:
                    counts.update(ends(place(position, position.mover, move)))
            memo[position] = counts
        return memo[position]

    endings = dict(ends(INITIAL))
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
