"""Pairs of neighbors that repeat, one in every line of any board: so one role never loses.

Such a certificate lists no positions and no squares of a board. Its keys:

format, version   "ttt-asp certificate of repeating pairs", 2
game, const       "tictactoe", {"line": N}: on a board of any size x and o mark free squares in
                  turn; who completes N squares in a row, a column or a diagonal wins; x begins
claim             "o never loses"
period            P: the pairs repeat every P rows and every P columns
pairs             {"right": [[ROW, COLUMN]...], "down": ..., "diag": ..., "anti": ...}: the first
                  square of each pair, from 0 to P-1; the second one is the next in that direction,
                  one column to the right; one row down; both; or one row down, one column left

A square of the board belongs to a pair as its row and column modulo P say. No two pairs share a
square; so they do not on the board. A line has N squares one after another, so that it is enough
to look at its first square modulo P: one of the N-1 squares that have a next one on the line is the
first of a pair in the line's direction, and both squares of that pair are on the line.

Whenever x marks one square of a pair, o marks the second, if it is on the board and free. So x
never has both squares of a pair on a line, and completes none; a mark more of o's never hurts.
"""

from typing import Any

from .format import Rejected, check, check_keys

PERIODIC = "ttt-asp certificate of repeating pairs"
STEPS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}
# A larger period takes long to go through; lines may be of any length.
MAX_PERIOD = 200


def check_periodic(data: dict[str, Any]) -> tuple[int, int, int]:
    """Check such a certificate.

    Returns:
        The length of lines, the period, and how many pairs there are.

    Raises:
        Rejected: it is not valid.
    """
    keys = ("format", "version", "game", "const", "claim", "period", "pairs")
    check_keys(data, "certificate", keys)
    if (data["game"], data["claim"]) != ("tictactoe", "o never loses"):
        raise Rejected("game, claim: not tictactoe, in which o never loses")
    line = check(int, check_keys(data["const"], "const", ["line"])["line"], "const: line")
    period = check(int, data["period"], "period")
    if not 1 <= period <= MAX_PERIOD:
        raise Rejected(f"period: not from 1 to {MAX_PERIOD}")
    pairs = check_keys(data["pairs"], "pairs", STEPS)
    squares = set[tuple[int, int]]()
    many = 0
    for name, (down, right) in STEPS.items():
        firsts = set[tuple[int, int]]()
        for entry in check(list, pairs[name], f"pairs: {name}"):
            if len(check(list, entry, f"pairs: {name}")) != 2:
                raise Rejected(f"pairs: {name}: not a row and a column")
            row, column = (check(int, number, f"pairs: {name}") for number in entry)
            if not (0 <= row < period and 0 <= column < period):
                raise Rejected(f"pairs: {name}: {row}, {column} is not below the period")
            firsts.add((row, column))
            squares |= {(row, column), ((row + down) % period, (column + right) % period)}
            many += 1
        for row in range(period):
            for column in range(period):
                steps = range(min(line - 1, period))  # then the same squares come again
                on = (((row + k * down) % period, (column + k * right) % period) for k in steps)
                if firsts.isdisjoint(on):
                    raise Rejected(f"pairs: none in the line {name} from {row}, {column}")
    if len(squares) != 2 * many:
        raise Rejected("pairs: two of them share a square")
    return line, period, many
