"""Pairings that repeat: held against boards in plain Python."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import Run
from tables import tabled

import ttt_asp
from ttt_asp import InputError
from ttt_asp.analyses.matrix import participants
from ttt_asp.analyses.pairing.periodic import Pairs, find_periodic, holds
from ttt_asp.deadline import INTERRUPTED, Deadline, Expired
from ttt_asp.games.load import load_game
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import open_library

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
    found = find_periodic(load_game("tictactoe", {"line": str(line)}), period, Deadline())
    assert found.there and found.enough
    return found.pairs


@pytest.mark.parametrize(
    ("period", "line", "number"), [(8, 9, 32), (8, 20, 32), (9, 10, 36), (11, 12, 44)]
)
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


@tabled()
def test_where_there_is_no_room_it_is_said_in_numbers(
    period: int, line: int, why: str, run: Run, tmp_path: Path
) -> None:
    asked = ["pairing", "--period", str(period), "-c", f"line={line}"]
    done = run(*asked, "-o", str(tmp_path / "none"))
    said = f"there is no pairing of period {period} for lines of {line}: {why}\n"
    assert (done.status, done.out, done.err) == (1, said, "")
    assert not (tmp_path / "none").exists()
    found = json.loads(run(*asked, "--json").out)
    assert found["pairs"] == {} and found["means"] == "counting"


@tabled()
def test_what_cannot_be_asked(asked: str, said: str, run: Run) -> None:
    done = run("pairing", *asked.split())
    assert (done.status, done.out, done.err) == (2, "", said)


def test_from_python_the_argument_is_named() -> None:
    with pytest.raises(InputError, match="^period: error: 0 is not a number of rows"):
        ttt_asp.periodic_pairing(0)


def test_a_limit_ends_the_search(run: Run) -> None:
    done = run("pairing", "--period", "8", "-c", "line=9", "--time-limit", "0")
    assert (done.status, done.out) == (3, "")
    assert done.err.startswith("unknown: the time limit of 0 s was reached")
    stopped = Deadline()
    stopped.ended.append(INTERRUPTED)
    board = load_game("tictactoe", {"line": "9"})
    with pytest.raises(Expired, match="interrupted"):
        find_periodic(board, 8, stopped)


def test_the_files_check_and_prove(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["pairing", "--period", "8", "-c", "line=9", "-o", "mine", "--name", "mod_eight"]
    done = run(*asked)
    assert done.status == 0 and done.out.endswith(
        "next: ttt-asp prove mine/claims/mod_eight.toml\n"
    )
    tactic = Path("mine/tactics/mod_eight.lp").read_text()
    residues = {
        way: [(int(i), int(j)) for i, j in re.findall(rf"_{way}\((\d),(\d)\)\.", tactic)]
        for way in WAYS
    }
    assert blocked(residues, 8, 20, 21, 9)
    assert run("check", "mine").status == 0
    done = run("prove", "mine/claims/mod_eight.toml")
    assert done.status == 0 and "proved" in done.out and done.err == ""
    done = run(*asked)
    assert (done.status, done.out) == (2, "") and "is defined by" in done.err
    assert run(*asked[:-1], "line").status == 2


def test_the_library_has_one_for_every_board(run: Run) -> None:
    tactic = (STRATEGIES / "tactics" / "pair_in_nine.lp").read_text()
    residues = {
        way: [(int(i), int(j)) for i, j in re.findall(rf"_{way}\((\d),(\d)\)\.", tactic)]
        for way in WAYS
    }
    assert sum(map(len, residues.values())) == 32 and blocked(residues, 8, 25, 26, 9)
    board = ["-c", "rows=10", "-c", "cols=12", "-c", "line=9"]
    by = ["--o", "nine_by_pairing", "-L", "pairing_kept", "--engine", "induction"]
    done = run("prove", "o never loses", *board, *by)
    assert done.status == 0 and done.out.startswith("o never loses: proved")


def test_the_matrix_of_other_boards_does_without_it(run: Run) -> None:
    library = open_library()
    small = {one.text for one in participants([], load_game("tictactoe", {}), library)[0]}
    assert {"good_for_x", "careful_o"} <= small and "nine_by_pairing" not in small
    board = load_game("tictactoe", {"rows": "3", "cols": "9", "line": "9"})
    fitting = {one.text for one in participants([], board, library)[0]}
    assert "nine_by_pairing" in fitting


def test_a_lemma_of_ones_own_is_no_matter_for_a_warning(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the name of the library's, as `pairing -o` writes it; and it is proved like any."""
    monkeypatch.chdir(tmp_path)
    size = ["-c", "rows=5", "-c", "cols=5", "-c", "line=5"]
    assert run("pairing", *size, "-o", "mine").status == 0
    by = ["--o", "by_pairing", "-L", "pairing_kept", "--engine", "induction", "-S", "mine"]
    done = run("prove", "o never loses", *size, *by)
    assert (done.status, done.err) == (0, "")
