"""Pairings: two squares a line, or lines that have too few; and the files made of them."""

import random
import re
import signal
import threading
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Start, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from tables import tabled

from ttt_asp.analyses.pairing import find
from ttt_asp.analyses.pairing.find import find_pairing, match
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired
from ttt_asp.errors import InternalError
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits


def square_board(size: int) -> dict[str, str]:
    return {"rows": str(size), "cols": str(size), "line": str(size)}


def hall(lines: list[frozenset[int]], number: int) -> bool:
    """Hall's condition by looking at every set of lines."""
    return all(
        len(frozenset().union(*some)) >= number * len(some)
        for size in range(1, len(lines) + 1)
        for some in combinations(lines, size)
    )


@given(st.lists(st.frozensets(st.integers(0, 9), min_size=1, max_size=5), max_size=7))
@examples(100)
def test_there_is_a_matching_where_halls_condition_holds(sets: list[frozenset[int]]) -> None:
    lines = {number: sorted(one) for number, one in enumerate(sets)}
    pairs, crowded = match(lines)
    if hall(sets, 2):
        chosen = [square for squares in pairs.values() for square in squares]
        assert not crowded
        assert len(chosen) == len(set(chosen)) == 2 * len(lines)
        assert all(set(pairs[line]) <= set(lines[line]) for line in lines)
    else:
        assert not pairs
        shared = {square for line in crowded for square in lines[line]}
        assert len(shared) < 2 * len(crowded)


def cube(side: int, dim: int) -> Game:
    return load_game("hypercube", {"side": str(side), "dim": str(dim)})


@pytest.mark.parametrize(
    ("side", "change"),
    [
        (8, lambda pairs, crowded: ({}, ())),
        (8, lambda pairs, crowded: (dict(list(pairs.items())[1:]), ())),
        (8, lambda pairs, crowded: (dict.fromkeys(pairs, next(iter(pairs.values()))), ())),
        (8, lambda pairs, crowded: (dict(zip(pairs, [*pairs.values()][::-1], strict=True)), ())),
        (8, lambda pairs, crowded: ({}, tuple(pairs))),
        (3, lambda pairs, crowded: ({}, crowded[1:])),
    ],
)
def test_what_the_matching_says_is_not_believed(
    side: int, change: Callable[[Any, Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pairs that are missing, too few, shared, or of other lines; lines that have enough."""
    monkeypatch.setattr(find, "match", lambda lines: change(*match(lines)))
    with pytest.raises(InternalError, match="the matching is wrong about a pairing of hypercube"):
        find_pairing(cube(side, 2), Limits())


@tabled()
def test_pairings_of_cubes(side: int, dim: int, there: int) -> None:
    found = find_pairing(cube(side, dim), Limits())
    number = ((side + 2) ** dim - side**dim) // 2
    assert len(found.lines) == number
    assert bool(found.crowded) != bool(there) and len(found.pairs) == number * there
    assert there or len(found.squares) < 2 * len(found.crowded)


@tabled()
def test_hall_s_bound_is_said_where_it_holds(side: int, dim: int, enough: bool) -> None:
    """From 3^D - 1 squares to a side on if they are odd, from 2^(D+1) - 2 on if even."""
    assert enough == (side >= (3**dim - 1 if side % 2 else 2 ** (dim + 1) - 2))
    said = str(find_pairing(cube(side, dim), Limits())).splitlines()
    most = (3**dim - 1) // 2 if side % 2 else 2**dim - 1
    bound = (
        f"no line has fewer than {side} squares, and no square is on more than {most} lines; as "
        f"{side} is 2 * {most} or more, there has to be a pairing (Hall's theorem)"
    )
    assert (said[-1] == bound) == enough and ("Hall" in said[-1]) == enough


def test_a_large_matching_takes_no_time() -> None:
    numbers = random.Random(7)
    lines = {n: [2 * n, 2 * n + 1, *numbers.sample(range(12000), 6)] for n in range(6000)}
    assert len(match(lines)[0]) == 6000


@pytest.mark.parametrize("size", [3, 4, 5, 6, 8, 20])
def test_square_boards_have_one_from_five_on(size: int) -> None:
    found = find_pairing(load_game("tictactoe", square_board(size)), Limits())
    board = Board(size, size, size)
    lines = {frozenset(f"cell({r},{c})" for r, c in line) for line in board.lines}
    by_text = {frozenset(map(str, squares)) for squares in found.lines.values()}
    assert by_text == lines and bool(found.crowded) == (size < 5)
    if found.crowded:
        crowded = [frozenset(map(str, found.lines[line])) for line in found.crowded]
        assert lines >= {*crowded}
        assert len(frozenset().union(*crowded)) == len(found.squares) < 2 * len(crowded)
        return
    pairs = [{str(square) for square in pair} for pair in found.pairs.values()]
    assert len(pairs) == len(lines) == 2 * size + 2
    assert len(set().union(*pairs)) == 2 * len(pairs)
    assert all(any(pair <= line for pair in pairs) for line in lines)


def test_a_limit_and_ctrl_c_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(find, "match", lambda lines: go_on.wait(HANGS) and match(lines))
    deadline = Deadline()
    deadline.ended.append(INTERRUPTED)
    try:
        with pytest.raises(Expired, match=r"the time limit of 0\.1 s was reached"):
            find_pairing(cube(6, 3), Limits(Deadline(0.1)))
        with pytest.raises(Expired, match="interrupted"):
            find_pairing(cube(6, 3), Limits(deadline))
    finally:
        go_on.set()


@tabled(ids=["pairing", "ahead"])
def test_ctrl_c_while_a_pairing_is_sought(
    told: str, options: str, answer: str, error: str, start: Start, tmp_path: Path
) -> None:
    code = f"{told}from ttt_asp.__main__ import run\nrun()\n"
    cube = ["-g", "hypercube", "-c", "side=6", "-c", "dim=3"]
    process = start("pairing", *cube, *options.split(), code=code, cwd=tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "sought\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert re.fullmatch(answer, out, re.DOTALL) and re.fullmatch(error, err)
