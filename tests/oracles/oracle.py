"""An independent oracle: tic-tac-toe strategies in plain Python, all plays by brute force.

It shares nothing with the product. A strategy is the name of a tactic (oracle_tactics.py) or a
composition of strategies (terms.py). Wherever a strategy is wanted, its text is accepted too.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product

import brute_force
import terms
from brute_force import Claim, End, Strategies, parse_claim, status
from brute_force import Explored as Exploration
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
from tables import constant, tupled
from terms import Adviser, Strategy, Term, Undetermined


@lru_cache
def symmetries(board: Board) -> list[dict[Square, Square]]:
    """Permutations of squares that take lines to lines; a square stays on as many lines."""
    kinds: dict[int, list[Square]] = {}
    for square in sorted(board.squares):
        kinds.setdefault(sum(square in line for line in board.lines), []).append(square)
    found = []
    for images in product(*(permutations(some) for some in kinds.values())):
        to = dict(zip(chain(*kinds.values()), chain(*images), strict=True))
        if {frozenset(map(to.__getitem__, line)) for line in board.lines} == board.lines:
            found.append(to)
    return found


# --- orders -------------------------------------------------------------------------------------

Rank = tuple[int, ...]
Order = Callable[[Board, Position, Square], set[Rank]]


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

# Of 3x3, known from the design: x plays, o plays, (x wins, o wins, ties), positions.
KNOWN: list[tuple[str, str, tuple[int, int, int], int]] = [
    *map(tupled, constant(__file__, "KNOWN"))
]
NAMED: dict[str, str] = constant(__file__, "NAMED")


@lru_cache(maxsize=4096)
def parse(text: str) -> Strategy:
    """Read `first(defeat, refine(center_or_corner, center), any)`; names of NAMED are expanded."""
    return terms.parse(text, TACTICS, NAMED, ORDERS)


def recommends(board: Board, position: Position, strategy: Strategy) -> Squares:
    """What the strategy recommends to the mover, whether or not it is asked (see `choices`).

    Raises:
        Undetermined: a `pick` that is consulted names no single square.
    """
    moves = legal(board, position)
    adviser = Adviser(
        lambda name, player: suggests(name, board, position, player) & moves,
        other,
        lambda squares, order: picked(board, position, squares, order),
    )
    whole = parse(strategy) if isinstance(strategy, str) else strategy
    return adviser.says(whole, position.mover)


# --- plays --------------------------------------------------------------------------------------


def players(board: Board, x: Strategy, o: Strategy) -> Strategies:
    """Both strategies, as functions of the position."""
    return {
        "x": lambda position: recommends(board, position, x),
        "o": lambda position: recommends(board, position, o),
    }


def choices(board: Board, x: Strategy, o: Strategy, position: Position) -> Squares:
    """The moves that may be played: the only legal one unasked, else what is recommended."""
    return frozenset(brute_force.choices(board, players(board, x, o), position))


def all_plays(
    board: Board, x: Strategy, o: Strategy, horizon: int | None = None
) -> Iterator[tuple[tuple[Square, ...], End]]:
    """Every play, one by one: its moves and its outcome (x, o, tie, stuck or cut)."""
    return brute_force.all_plays(board, players(board, x, o), horizon)


@lru_cache(maxsize=256)
def explore(board: Board, x: Strategy, o: Strategy, horizon: int | None = None) -> Exploration:
    """Count the plays exactly."""
    return brute_force.explore(board, players(board, x, o), horizon)


def check_play(board: Board, x: Strategy, o: Strategy, moves: Sequence[Square]) -> str:
    """Follow a play; its outcome ("cut" if it could go on). AssertionError at a wrong move."""
    return str(brute_force.check_play(board, players(board, x, o), moves))


def verdict(board: Board, x: Strategy, o: Strategy, claim: str, horizon: int | None = None) -> str:
    """ "proved", "refuted", "incomplete" or "unknown"."""
    return brute_force.judge(claim, explore(board, x, o, horizon))
