"""Pairings after some moves: against the definition, values of games, and 7 x 7 x 7."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import oracle_games as og
import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board as OracleBoard
from tables import tabled

from ttt_asp import pairing, pairing_ahead, prove

Set = frozenset[int]
Sets = frozenset[Set]


# --- the definition, by brute force --------------------------------------------------------------


@cache
def holds(lines: Sets, free: Set, maker: Set, ahead: int) -> bool:
    """Whether the breaker, who has marked all else, has a pairing after `ahead` answers."""
    open_ = [line for line in lines if line <= free | maker]
    if og.paired(tuple(open_), free):
        return True
    return ahead > 0 and all(
        not any(line <= maker | {move} for line in open_)
        and any(
            holds(lines, free - {move, answer}, maker | {move}, ahead - 1)
            for answer in free - {move}
        )
        for move in free
    )


@cache
def kept(lines: Sets, free: Set, maker: Set) -> bool:
    """Whether the breaker keeps the maker, who is to move, from completing a line."""
    open_ = [line for line in lines if line <= free | maker]
    left = [line - maker for line in open_]
    if not left or not free:
        return all(left)
    if any(len(line) <= 1 for line in left):
        return False
    moves = frozenset().union(*left)
    return all(
        any(kept(lines, free - {move, answer}, maker | {move}) for answer in answers(left, move))
        for move in moves
    )


def answers(left: list[Set], move: int) -> Set:
    """The squares worth an answer: that which a line needs alone, else those on open lines."""
    forced = [line - {move} for line in left if move in line and len(line) == 2]
    if forced:
        return frozenset.intersection(*forced)
    return frozenset().union(*left) - {move}


def in_a_row(rows: int, cols: int, line: int) -> Sets:
    board = OracleBoard(rows, cols, line)
    return frozenset(frozenset((r - 1) * cols + c - 1 for r, c in one) for one in board.lines)


def positional(sets: list[Set], squares: int, first: str, folder: Path) -> str:
    """A game of winning sets of black's, as a file."""
    named = ([f"s{n}" for n in sorted(one)] for one in sets)
    path = folder / "sets.pg"
    path.write_text(og.written_pg(named, [f"s{n}" for n in range(squares)], first))
    return str(path)


SQUARES = 7
SETS = st.lists(
    st.frozensets(st.integers(0, SQUARES - 1), min_size=2, max_size=4), min_size=1, max_size=6
)


@pytest.mark.slow
@given(SETS, st.integers(0, 3))
@examples(60)
def test_it_is_found_where_the_definition_holds(
    tmp_path_factory: pytest.TempPathFactory, sets: list[Set], ahead: int
) -> None:
    game = positional(sets, SQUARES, "black", tmp_path_factory.mktemp("sets"))
    found = pairing_ahead(ahead, game)
    lines, everything = frozenset(sets), frozenset(range(SQUARES))
    least = next((n for n in range(ahead + 1) if holds(lines, everything, frozenset(), n)), None)
    assert found.verdict == ("none" if least is None else "found")
    assert found.answers == least
    if least is None and ahead:  # the move that it names is one that no answer suits
        move = found.refuting
        assert move is not None
        number = int(found.name(move)[1:])
        left, mine = everything - {number}, frozenset({number})
        assert any(line <= mine for line in lines) or not any(
            holds(lines, left - {answer}, mine, ahead - 1) for answer in left
        )


@pytest.mark.slow
@given(SETS, st.integers(0, 3))
@examples(30)
def test_a_breaker_that_moves_first_has_a_move_more(
    tmp_path_factory: pytest.TempPathFactory, sets: list[Set], ahead: int
) -> None:
    game = positional(sets, SQUARES, "white", tmp_path_factory.mktemp("sets"))
    found = pairing_ahead(ahead, game)
    lines, everything = frozenset(sets), frozenset(range(SQUARES))
    expected = holds(lines, everything, frozenset(), 0) or any(
        holds(lines, everything - {first}, frozenset(), ahead - 1)
        for first in everything
        if ahead > 0
    )
    assert found.verdict == ("found" if expected else "none")


# --- its files -----------------------------------------------------------------------------------


def proved(run: Run, sets: list[Set], folder: Path) -> bool | None:
    """Whether the strategy written for white never loses; None where there is no tree for one."""
    game = positional(sets, SQUARES, "black", folder)
    written = run("pairing", "--ahead", "3", "-g", game, "-o", folder, "--name", "kept")
    if not (folder / "by_kept.lp").exists():
        assert written.status in (0, 1), written  # where no squares are left for a pair, 0
        return None
    return bool(prove("white never loses", {"white": "by_kept"}, game=game, strategies=folder))


def test_at_the_end_of_some_plays_no_two_squares_are_free(tmp_path: Path, run: Run) -> None:
    sets = ({0, 1, 2}, {0, 1, 2, 4}, {0, 3}, {4, 5})
    assert proved(run, [*map(frozenset, sets)], tmp_path)


@pytest.mark.slow
@given(SETS)
@examples(6)
def test_strategies_of_random_sets_never_lose(
    tmp_path_factory: pytest.TempPathFactory, run: Run, sets: list[Set]
) -> None:
    assert proved(run, sets, tmp_path_factory.mktemp("sets")) is not False


# --- games and their values ----------------------------------------------------------------------


def boards(most: int) -> Iterator[tuple[int, int, int]]:
    for rows, cols, line in product(range(1, most + 1), range(1, most + 1), range(2, most + 1)):
        if rows <= cols and line <= cols:
            yield rows, cols, line


@pytest.mark.parametrize(("rows", "cols", "line"), list(boards(4)))
def test_who_has_a_pairing_ahead_never_loses(rows: int, cols: int, line: int) -> None:
    """And with an answer to every move, who is not kept is not found."""
    const = {"rows": rows, "cols": cols, "line": line}
    lines = in_a_row(rows, cols, line)
    safe = kept(lines, frozenset(range(rows * cols)), frozenset())
    last = pairing_ahead(rows * cols // 2, const=const)
    assert last.verdict == ("found" if safe else "none")
    before = False
    for ahead in range(4):
        found = pairing_ahead(ahead, const=const).verdict == "found"
        assert found <= safe and before <= found
        before = found


@tabled()
def test_cubes_are_proved_to_have_no_pairing_after_moves(side: int, dim: int, ahead: int) -> None:
    """The first player wins up to 3^3; of 5^3 and 6^3 nobody has decided who wins."""
    found = pairing_ahead(ahead, "hypercube", {"side": side, "dim": dim})
    assert found.verdict == "none"


@tabled()
def test_no_move_ahead_is_a_pairing(game: str, const: dict[str, str]) -> None:
    there = not pairing(game, const).crowded
    found = pairing_ahead(0, game, const)
    assert (found.verdict == "found") == there
    assert found.answers == (0 if there else None) and found.tree is None


def test_more_moves_than_squares_are_as_good_as_all() -> None:
    some, many = (pairing_ahead(n) for n in (9, 10**12))
    assert (many.verdict, many.positions, many.asked) == ("none", some.positions, 10**12)


def depth(tree: Any) -> int:
    """The largest number of answers in a tree."""
    after = getattr(tree, "answers", None)
    if after is None or hasattr(tree, "otherwise"):  # there is a pairing, at once or after these
        return int(tree is not None)
    return 1 + max((depth(then) for _, then in after.values()), default=0)


@pytest.mark.slow
@pytest.mark.no_cover
def test_seven_cubed_has_a_pairing_after_four_replies() -> None:
    found = pairing_ahead(4, "hypercube", {"side": 7, "dim": 3})
    assert found.verdict == "found" and found.answers == 4 and found.symmetries == 1152
    lines = {frozenset(one) for one in found.board.parts}
    for one in found.generators:
        assert {frozenset(one[square] for square in line) for line in lines} == lines
    answers: Any = getattr(found.tree, "answers", {})
    needed = {found.name(move): 1 + depth(then) for move, (_, then) in answers.items()}
    assert len(needed) == 7  # classes of squares: by how many coordinates are in the middle, ...
    assert [move for move, number in needed.items() if number == 4] == ["cell(4,4,4)"]
    assert {*needed.values()} == {3, 4}
