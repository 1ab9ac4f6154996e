"""Pairings of cubes that exist because lines are long: two numbers, checked in closed form."""

from typing import Any

from ttt_asp.certificates.checker.format import Rejected, check, check_keys

KIND = "pairing of a cube"
CLAIM = "o never loses"


def check_cube(data: Any) -> tuple[str, list[str], list[str]]:
    """The claim of a certificate of this kind, what was established, and what was not.

    Raises:
        Rejected: there are too many lines through a square, or something else is wrong.
    """
    keys = ("format", "version", "kind", "claim", "side", "dim")
    found = check_keys(data, "certificate", keys)
    if found["claim"] != CLAIM:
        raise Rejected(f"claim: a pairing shows only that {CLAIM}")
    side, dim = check(int, found["side"], "side"), check(int, found["dim"], "dim")
    if side < 2 or dim < 1:
        raise Rejected("side: 1 or 0, or dim: 0")
    # lest the powers of a large dimension be worked out: both bounds are beyond 2^dim - 1
    if dim > side.bit_length():
        raise Rejected(f"side: too short for {dim} dimensions")
    most = (3**dim - 1) // 2 if side % 2 else 2**dim - 1
    if side < 2 * most:
        raise Rejected(f"side: {side} squares, less than twice {most}, the lines through one")
    corner = "a corner: each coordinate stays, or leads away from its end"
    where = "the middle: each coordinate stays, goes up or goes down" if side % 2 else corner
    facts = [
        f"The game: x and o mark the squares of a cube, {side}^{dim}, in turn; who completes a"
        f" line of {side}, straight or diagonal from side to side, wins; otherwise it is a tie.",
        f"No square is on more than {most} lines; so many go through {where}.",
        f"Any K lines have K * {side} squares, each counted {most} times at most: so 2 * K"
        f" different ones, as {side} is 2 * {most} or more. By Hall's theorem each line has two"
        " squares of its own, a pair.",
        "The claim holds: whenever x marks one square of a pair, o marks the other, if it is free.",
    ]
    trusted = ["Hall's theorem.", "This program, and the Python that runs it."]
    return CLAIM, facts, trusted
