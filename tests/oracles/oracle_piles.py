"""An independent oracle for games of things taken away or put down, in plain Python.

Pick-up-bricks, Chomp and numeric tic-tac-toe; it shares nothing with the product. A state is any
hashable thing that says everything, whose turn it is too. A strategy is a function from a state and
the moves there to some of these.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import brute_force

State = Any
Move = Any
Strategy = Callable[[State, frozenset[Move]], frozenset[Move]]
RECENT = 4096  # states whose moves are remembered


@dataclass(frozen=True)
class Rules:
    """A game of two roles.

    Attributes:
        roles: their names; the first one moves first.
        start: the first state.
        turn: the number of the role that is to move.
        options: for each legal move the state after it.
        winner: who has won, `tie`, or the empty string where play goes on.
    """

    roles: tuple[str, str]
    start: State
    turn: Callable[[State], int]
    options: Callable[[State], dict[Move, State]]
    winner: Callable[[State], str]

    def mover(self, state: State) -> str:
        return self.roles[self.turn(state)]

    def moves(self, state: State) -> Collection[Move]:
        return self.options(state)

    def after(self, state: State, move: Move) -> State:
        return self.options(state)[move]

    def over(self, state: State) -> str | None:
        return self.winner(state) or None


def bricks(number: int) -> Rules:
    """A stack of bricks: a state is how many are left, and whose turn it is."""

    @lru_cache(RECENT)
    def options(state: tuple[int, int]) -> dict[Move, State]:
        left, turn = state
        return {taken: (left - taken, 1 - turn) for taken in (1, 2) if taken <= left}

    def winner(state: tuple[int, int]) -> str:
        return "" if state[0] else ("x", "o")[1 - state[1]]

    return Rules(("x", "o"), (number, 0), lambda s: s[1], options, winner)


def leave_threes(state: tuple[int, int], moves: frozenset[Move]) -> frozenset[Move]:
    good = frozenset(taken for taken in moves if (state[0] - taken) % 3 == 0)
    return good or moves


def chomp(rows: int, cols: int) -> Rules:
    """A bar of chocolate: a state is how long its rows are, and whose turn it is."""

    @lru_cache(RECENT)
    def options(state: tuple[tuple[int, ...], int]) -> dict[Move, State]:
        lengths, turn = state
        found: dict[Move, State] = {}
        for i, length in enumerate(lengths, 1):
            for j in range(1, length + 1):
                rest = (*lengths[: i - 1], *(min(other, j - 1) for other in lengths[i - 1 :]))
                found[i, j] = (rest, 1 - turn)
        return found

    def winner(state: tuple[tuple[int, ...], int]) -> str:
        return "" if state[0][0] else ("x", "o")[state[1]]

    return Rules(("x", "o"), ((cols,) * rows, 0), lambda s: s[1], options, winner)


def nim(heaps: Sequence[int]) -> Rules:
    """Heaps, of one of which a role takes something: a state is what is left, and whose turn."""

    @lru_cache(RECENT)
    def options(state: tuple[tuple[int, ...], int]) -> dict[Move, State]:
        left, turn = state
        return {
            (heap, taken): ((*left[: heap - 1], number - taken, *left[heap:]), 1 - turn)
            for heap, number in enumerate(left, 1)
            for taken in range(1, number + 1)
        }

    def winner(state: tuple[tuple[int, ...], int]) -> str:
        return "" if any(state[0]) else ("x", "o")[1 - state[1]]

    return Rules(("x", "o"), (tuple(heaps), 0), lambda s: s[1], options, winner)


def mirror_arms(state: tuple[tuple[int, ...], int], moves: frozenset[Move]) -> frozenset[Move]:
    lengths = state[0]
    if (2, 2) in moves:
        return frozenset({(2, 2)})
    across, down = lengths[0], sum(1 for length in lengths if length)
    if across > down:
        return frozenset({(1, down + 1)})
    return frozenset({(across + 1, 1)}) if down > across else moves


def lag_behind(state: tuple[tuple[int, ...], int], moves: frozenset[Move]) -> frozenset[Move]:
    first, second = state[0]
    if first == second:
        return frozenset({(2, second)})
    return frozenset({(1, second + 2)}) if second < first - 1 else moves


def number_lines(side: int) -> list[list[int]]:
    """The first and the last row and the diagonals, as numbers of squares row by row."""
    last = side - 1
    return [
        [*range(side)],
        [*range(side * last, side * side)],
        [side * i + i for i in range(side)],
        [side * i + last - i for i in range(side)],
    ]


def spent(side: int, state: tuple[int, ...], reuse: bool) -> set[int]:
    """The numbers that cannot be put again; with reuse only those on the four lines."""
    counted = {square for line in number_lines(side) for square in line}
    return {n for square, n in enumerate(state) if square in counted or not reuse}


def numeric(
    side: int, largest: int, total: int, *, reuse: bool = False, forget: bool = False
) -> Rules:
    """Numbers on a grid: a state is what stands on each square, -1 for nothing.

    Args:
        side, largest, total: of the game.
        reuse: whether a number on none of the lines may be put again.
        forget: whether states leave out which number stands on none of the lines: with reuse it
            means nothing for what follows.
    """
    lines = number_lines(side)
    counted = {square for line in lines for square in line}
    kinds = (range(1, largest + 1, 2), range(0, largest + 1, 2))

    def turn(state: tuple[int, ...]) -> int:
        return sum(1 for n in state if n >= 0) % 2

    @lru_cache(RECENT)
    def options(state: tuple[int, ...]) -> dict[Move, State]:
        gone = spent(side, state, reuse)
        found = {}
        for square, stands in enumerate(state):
            for n in kinds[turn(state)]:
                if stands < 0 and n not in gone:
                    put = 0 if forget and square not in counted else n
                    move = square // side + 1, square % side + 1, n
                    found[move] = (*state[:square], put, *state[square + 1 :])
        return found

    def winner(state: tuple[int, ...]) -> str:
        for line in lines:
            numbers = [state[square] for square in line]
            if min(numbers) >= 0 and sum(numbers) == total:
                return ("odd", "even")[1 - turn(state)]
        return "" if -1 in state else "tie"

    return Rules(("odd", "even"), (-1,) * side**2, turn, options, winner)


def numbers(
    side: int, largest: int, total: int, *, threats: bool = True, reuse: bool = False
) -> Strategy:
    """steady_numbers of such a game, or the same without threats."""
    lines = number_lines(side)

    def full(state: tuple[int, ...]) -> bool:
        return any(
            sum(state[s] for s in line) == total and min(state[s] for s in line) >= 0
            for line in lines
        )

    def completing(state: tuple[int, ...], parity: int) -> bool:
        """Whether who puts numbers of the parity could complete a line with the next one."""
        gone = spent(side, state, reuse)
        return any(
            full((*state[:square], n, *state[square + 1 :]))
            for square, stands in enumerate(state)
            for n in range(parity, largest + 1, 2)
            if stands < 0 and n not in gone
        )

    def choose(state: tuple[int, ...], moves: frozenset[Move]) -> frozenset[Move]:
        if len(moves) == 1:
            return moves
        mine = 1 - sum(1 for n in state if n >= 0) % 2
        after = {}
        for i, j, n in moves:
            square = (i - 1) * side + j - 1
            after[i, j, n] = (*state[:square], n, *state[square + 1 :])
        if winning := frozenset(m for m in moves if full(after[m])):
            return winning
        found = frozenset(m for m in moves if not completing(after[m], 1 - mine))
        if not found:
            return moves
        begun = {m: sum(sum(after[m][s] >= 0 for s in ln) == 1 for ln in lines) for m in found}
        found = frozenset(m for m in found if begun[m] == min(begun.values()))
        if threats:
            found = frozenset(m for m in found if completing(after[m], mine)) or found
        high = max((n for _, _, n in moves if 3 * n != total), default=-1)
        return frozenset(m for m in found if m[2] == high) or found

    return choose


def anything(state: State, moves: frozenset[Move]) -> frozenset[Move]:
    return moves


def explored(rules: Rules, first: Strategy, second: Strategy) -> brute_force.Explored:
    """All plays in which the roles keep to strategies."""

    def playing(strategy: Strategy) -> brute_force.Strategy:
        return lambda state: strategy(state, frozenset(rules.options(state)))

    players = zip(rules.roles, map(playing, (first, second)), strict=True)
    return brute_force.explore(rules, dict(players))


def bait(rows: int, cols: int, trap: tuple[int, int]) -> bool:
    """Jäckle's `Bait` and `Stealing_condition` for Chomp, from all histories; squares as pairs.

    A history is a list of legal moves; what is left of the bar is what no move of it dominates.
    """
    bar = frozenset((i, j) for i in range(1, rows + 1) for j in range(1, cols + 1))

    def law(history: tuple[tuple[int, int], ...], act: tuple[int, int]) -> bool:
        return act in bar and not any(q[0] <= act[0] and q[1] <= act[1] for q in history)

    def histories(done: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[tuple[int, int], ...]]:
        yield done
        for act in sorted(bar):
            if law(done, act):
                yield from histories((*done, act))

    def loser(history: tuple[tuple[int, int], ...]) -> int | None:
        """Who took the last square, 0 or 1; once for all."""
        taken = next((n for n, act in enumerate(history) if act == (1, 1)), None)
        return None if taken is None else taken % 2

    if not law((), trap) or loser(()) == 0:
        return False
    for history in histories():
        after_trap = (trap, *history)
        for act in bar:
            if law(after_trap, act) and not law(history, act):
                return False
            mine = len(after_trap) % 2 == 0  # the first player's turn after `after_trap`
            legal = all(law(after_trap[:n], after_trap[n]) for n in range(len(after_trap)))
            if mine and legal and law(history, act) and not law(after_trap, act):
                return False
        if loser(after_trap) == 0 and loser(history) != 1:
            return False
    return True
