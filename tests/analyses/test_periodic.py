"""Pairings that repeat: held against boards in plain Python."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

import ttt_asp
from ttt_asp import InputError
from ttt_asp.analyses.pairing.periodic import Pairs, find_periodic, holds
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES

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
    with pytest.raises(InputError, match="^period: error: 0 is not a number of rows"):
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
