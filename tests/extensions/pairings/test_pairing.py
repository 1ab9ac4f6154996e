"""Pairings: two squares a line, or lines that have too few; and the files made of them."""

import random
import re
import signal
import threading
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, Run, Start, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from tables import tabled

import ttt_asp
from ttt_asp import InputError
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired
from ttt_asp.errors import InternalError
from ttt_asp.extensions.pairings import pairing as find
from ttt_asp.extensions.pairings.ahead import find_ahead
from ttt_asp.extensions.pairings.files import Expanded, expand
from ttt_asp.extensions.pairings.pairing import find_pairing, match
from ttt_asp.extensions.pairings.periodic import Pairs, find_periodic, holds
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.paths import STRATEGIES


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
def test_cubes_have_pairings_where_the_table_says(side: int, dim: int, there: int) -> None:
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


# Rows down and columns right to the next square of a line.
WAYS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}
Square = tuple[int, int]


def pairs_on_board(pairs: Pairs, period: int, rows: int, cols: int) -> dict[Square, Square]:
    """The partner of each square of a board that has one there."""
    partner: dict[Square, Square] = {}
    for i, j in product(range(1, rows + 1), range(1, cols + 1)):
        for way, firsts in pairs.items():
            other = (i + WAYS[way][0], j + WAYS[way][1])
            there = 1 <= other[0] <= rows and 1 <= other[1] <= cols
            if there and (i % period, j % period) in firsts:
                assert (i, j) not in partner and other not in partner
                partner[i, j], partner[other] = other, (i, j)
    return partner


def lines_of(rows: int, cols: int, line: int) -> Iterator[list[Square]]:
    for i, j in product(range(1, rows + 1), range(1, cols + 1)):
        for down, right in WAYS.values():
            squares = [(i + k * down, j + k * right) for k in range(line)]
            if all(1 <= a <= rows and 1 <= b <= cols for a, b in squares):
                yield squares


def blocked(pairs: Pairs, period: int, rows: int, cols: int, line: int) -> bool:
    """Whether every line of a board holds a pair."""
    partner = pairs_on_board(pairs, period, rows, cols)
    return all(
        any(partner.get(square) in squares for square in squares)
        for squares in lines_of(rows, cols, line)
    )


def pairing(period: int, line: int) -> Pairs:
    found = find_periodic(load_game("tictactoe", {"line": str(line)}), period, Limits())
    assert found.there and found.enough
    return found.pairs


@tabled()
def test_pairs_are_in_every_line_of_boards(period: int, line: int, number: int) -> None:
    pairs = pairing(period, line)
    assert sum(map(len, pairs.values())) >= number
    assert holds(pairs, period, line)
    for rows, cols in [(1, line), (line, 1), (line, line), (line + 8, line + 5), (3, 30)]:
        assert blocked(pairs, period, rows, cols, line)
    assert not blocked(pairs, period, 30, 30, 8)


def test_without_one_of_its_pairs_it_is_none() -> None:
    pairs = pairing(8, 9)
    for way in WAYS:
        for number, (i, j) in enumerate(pairs[way]):
            rest = [*pairs[way][:number], *pairs[way][number + 1 :]]
            assert not holds({**pairs, way: rest}, 8, 9)
            assert not blocked({**pairs, way: rest}, 8, 24, 24, 9)
            assert not holds({**pairs, way: [*rest, (i, (j + 1) % 8)]}, 8, 9)  # on others' squares


def test_from_python_the_argument_is_named() -> None:
    with pytest.raises(InputError, match="^period: error: 0 is not a number from 1"):
        ttt_asp.periodic_pairing(0)


def test_ctrl_c_ends_the_search() -> None:
    stopped = Deadline()
    stopped.ended.append(INTERRUPTED)
    with pytest.raises(Expired, match="interrupted"):
        find_periodic(load_game("tictactoe", {"line": "9"}), 8, Limits(stopped))


@pytest.mark.parametrize("name", ["pair_in_nine", "mod_eight"])
def test_tactics_have_pairs_in_every_line(name: str, run: Run, tmp_path: Path) -> None:
    """The library's, and one that is written."""
    asked = ["pairing", "--period", "8", "-c", "line=9", "-o", tmp_path, "--name", "mod_eight"]
    assert name == "pair_in_nine" or run(*asked).status == 0
    folder = STRATEGIES if name == "pair_in_nine" else tmp_path
    tactic = (folder / "tactics" / f"{name}.lp").read_text("utf-8")
    residues = {
        way: [(int(i), int(j)) for i, j in re.findall(rf"_{way}\((\d),(\d)\)\.", tactic)]
        for way in WAYS
    }
    assert sum(map(len, residues.values())) == 32
    assert blocked(residues, 8, 20, 21, 9) and blocked(residues, 8, 25, 26, 9)


# --- replies to the first moves -------------------------------------------------------------------


def test_every_position_has_its_reply() -> None:
    """Symmetries are undone: after each first move there is a reply, and after each second."""
    game = load_game("tictactoe", {"rows": "2", "cols": "8", "line": "4"})
    found = find_ahead(game, 3, Limits())
    assert found.answers == 2 and found.symmetries > 1
    whole = expand(found, Deadline())
    assert isinstance(whole, Expanded) and (0, 0) in whole.begun
    for maker, breaker in whole.begun:
        free = [s for s in range(16) if not (maker | breaker) >> s & 1]
        for move in free:
            reply = whole.replies[maker | 1 << move, breaker]
            assert reply in free and reply != move
            after = maker | 1 << move, breaker | 1 << reply
            ended = any(
                not needs & ~after[1] and not sum(pairs) & (after[0] | after[1])
                for needs, several in whole.pairings.items()
                for pairs in several
            )
            assert ended or after in whole.begun


def test_a_limit_ends_the_search() -> None:
    game = load_game("hypercube", {"side": "7", "dim": "3"})
    told: list[ProgressReport] = []
    found = find_ahead(game, 4, Limits(max_positions=100, progress=told.append))
    assert (found.verdict, found.reason, found.positions) == (
        "unknown", "the limit of 100 positions was reached", 100,
    )  # fmt: skip
    assert found.answers is None and any(one.what == "positions" for one in told)


def test_what_ended_the_work_ends_it() -> None:
    deadline = Deadline()
    deadline.ended.append(INTERRUPTED)
    found = find_ahead(load_game("tictactoe", {}), 3, Limits(deadline))
    assert (found.verdict, found.reason) == ("unknown", "interrupted")
