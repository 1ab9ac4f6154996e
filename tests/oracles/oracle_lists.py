"""Lists of tactics in plain Python: what they recommend, and whether they keep a claim."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import brute_force
import oracle
from oracle import Board, Position

BOARD = Board()
# A line, and the tactic that refines it, or the empty text.
Line = tuple[str, str]
List = tuple[Line, ...]
Squares = frozenset[tuple[int, int]]
Choose = Callable[[Position], Squares]


@cache
def said(position: Position, line: str) -> Squares:
    """What a tactic, or another term, recommends to the mover."""
    return oracle.recommends(BOARD, position, line)


def recommended(position: Position, lines: List) -> Squares:
    """What a list recommends to the mover."""
    for base, tactic in lines:
        squares = said(position, base)
        if tactic and squares & said(position, tactic):
            squares &= said(position, tactic)
        if squares:
            return squares
    return frozenset()


def playing(lines: List) -> Choose:
    """To choose what a list recommends."""
    return lambda position: recommended(position, lines)


def keeps(claim: str, role: str, choose: Choose) -> bool:
    """Whether the claim is true where the role chooses so, and the other may do anything."""
    return brute_force.keeps(BOARD, {role: choose}, claim)
