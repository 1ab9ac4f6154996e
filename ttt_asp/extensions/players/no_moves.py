"""Answers that name no move, in words; and whether a program may count from 0."""

import re
from collections.abc import Collection, Sequence

from ttt_asp.errors import printable

# Legal moves that are listed, at most, where an answer is none of them.
_LISTED = 9
_ADAPT = "does it count from 0? (ttt_asp.bots.adapt counts for it)"


def no_move(
    text: str, legal: Sequence[str], between: Sequence[str], squares: Collection[int]
) -> str:
    """Return why an answer names no single move.

    Args:
        text: the answer.
        legal: the moves that it may name, squares by their numbers.
        between: those of them that it may mean, if it may mean several.
        squares: the numbers of all squares.
    """
    answered = f"it answered {printable(text[:60]) or 'nothing'}"
    more = ", ..." if len(legal) > _LISTED else ""
    if between:
        return f"{answered}: that may be {' or '.join(between)}"
    these = f"these are {', '.join(legal[:_LISTED])}{more}"
    plain = text.strip()
    number = int(plain) if re.fullmatch(r"[0-9]{1,9}", plain) else -1
    if number == 0 and squares:
        return f"{answered}, and squares count from 1: {_ADAPT}"
    if number not in squares:
        return f"{answered}: no legal move; {these}"
    if str(number + 1) in legal:
        return f"{answered}, which is taken, and {number + 1} is free: {_ADAPT}"
    return f"{answered}, which is taken; {these}"
