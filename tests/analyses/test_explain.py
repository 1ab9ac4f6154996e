"""Which parts a proof needs: every subset, held to the oracle."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import oracle
import pytest
from oracle import Board, Position
from tables import tabled

from ttt_asp import explain
from ttt_asp.errors import InputError

BOARD = Board()
BEST = "refine(center_or_corner, threaten_non_center)"


def written(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.sub(r"refine\((\w+), (\w+)\)", r"\1 △ \2", part) for part in parts)


def subsets(parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [some for n in range(len(parts) + 1) for some in combinations(parts, n)]


def minimal(keeping: list[tuple[str, ...]]) -> set[tuple[str, ...]]:
    return {s for s in keeping if not any(set(t) < set(s) for t in keeping)}


def deleted(claim: str, role: str, parts: tuple[str, ...], opponent: str) -> bool:
    if not parts:
        return False
    mine = f"first({', '.join(parts)})"
    x, o = (mine, opponent) if role == "x" else (opponent, mine)
    return oracle.verdict(BOARD, x, o, claim) == "proved"


def freed(
    claim: str, role: str, parts: tuple[str, ...], used: tuple[str, ...], opponent: str
) -> bool:
    """Whether the claim holds when the role may play anything where another part decides."""
    wanted = oracle.parse_claim(claim)

    @cache
    def holds(position: Position, moves: int) -> bool:
        won = oracle.result(BOARD, position)
        if won is not None:
            return not wanted.violated(won, moves)
        squares = oracle.free(BOARD, position)
        if position.mover != role:
            squares = oracle.choices(BOARD, opponent, opponent, position)
        elif len(squares) > 1:
            said = [(part, oracle.recommends(BOARD, position, part)) for part in parts]
            speaking = [(part, some) for part, some in said if some]
            if not speaking:
                return False
            part, some = speaking[0]
            squares = some if part in used else squares
        after = [oracle.place(position, position.mover, square) for square in squares]
        return bool(after) and all(holds(one, moves + 1) for one in after)

    return holds(oracle.INITIAL, 0)


@pytest.mark.no_cover
@tabled()
def test_every_subset(
    claim: str, role: str, parts: tuple[str, ...], opponent: str, proved: bool
) -> None:
    strategies = {"x": opponent, "o": opponent, role: f"first({', '.join(parts)})"}
    exact = [some for some in subsets(parts) if deleted(claim, role, some, opponent)]
    assert (parts in exact) == proved
    if not proved:
        with pytest.raises(InputError, match="is not proved with these strategies"):
            explain(claim, strategies, role)
        return
    found = explain(claim, strategies, role)
    assert (found.holding, found.subsets) == (len(exact), 2 ** len(parts) - 1)
    assert set(found.exact) == set(map(written, minimal(exact)))
    free = [some for some in subsets(parts) if freed(claim, role, parts, some, opponent)]
    assert set(found.free) == set(map(written, minimal(free)))
    for part in parts:
        rest = tuple(other for other in parts if other != part)
        (name,) = written((part,))
        assert (name in found.needed) == (rest not in exact)
        if name in found.needed:
            assert found.needed[name].verdict in ("refuted", "incomplete")
            assert found.needed[name].play is not None
