"""Pairings of cubes by counting: closed forms against enumeration, certificates of two numbers."""

import json
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from conftest import Run

import ttt_asp
from ttt_asp import InputError
from ttt_asp.analyses.pairing.cube import CubePairing, cube_pairing, most_through
from ttt_asp.analyses.pairing.matching import match
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify_value

SIZES = [(side, dim) for side in range(2, 6) for dim in range(1, 5)]


def at(way: int | str, t: int, side: int) -> int:
    """A coordinate at the t-th square of a line on which it goes that way."""
    return way if isinstance(way, int) else t if way == "up" else side - 1 - t


def lines_of(side: int, dim: int) -> set[frozenset[tuple[int, ...]]]:
    """By their definition: every coordinate stays, goes up, or goes down, and not all stay."""
    found = set()
    for ways in product([*range(side), "up", "down"], repeat=dim):
        if {"up", "down"} & {*ways}:
            found.add(frozenset(tuple(at(way, t, side) for way in ways) for t in range(side)))
    return found


@pytest.mark.parametrize(("side", "dim"), SIZES)
def test_the_closed_forms_are_those_of_enumeration(side: int, dim: int) -> None:
    lines = lines_of(side, dim)
    through = Counter(square for line in lines for square in line)
    assert all(len(line) == side for line in lines)
    assert CubePairing(side, dim).lines == len(lines)
    assert most_through(side, dim) == max(through.values())


@pytest.mark.parametrize(("side", "dim"), [(2, 1), (3, 1), (6, 2), (8, 2), (9, 2), (14, 3)])
def test_where_counting_is_enough_there_is_a_pairing(side: int, dim: int) -> None:
    assert cube_pairing(side, dim) == CubePairing(side, dim)
    lines = {number: sorted(line) for number, line in enumerate(lines_of(side, dim))}
    found = match(lines)
    squares = [square for two in found.chosen.values() for square in two]
    assert len(found.chosen) == len(lines) and len(set(squares)) == 2 * len(lines)


@pytest.mark.parametrize(
    ("side", "dim", "enough"),
    [(side, dim, side >= (3**dim - 1 if side % 2 else 2 ** (dim + 1) - 2))
     for side in (*range(2, 30), 59048, 59049, 59047, 2046, 2044) for dim in (1, 2, 3, 4, 9, 10)],
)  # fmt: skip
def test_the_bound_is_the_sources(side: int, dim: int, enough: bool) -> None:
    assert (cube_pairing(side, dim) is not None) == enough
    data = CubePairing(side, dim).certificate()
    if enough:
        assert verify_value(data).claim == "o never loses"
    else:
        with pytest.raises(Rejected, match="^side: "):
            verify_value(data)


def test_any_size_is_instant(run: Run) -> None:
    for side, dim in [(2**400 - 2, 399), (2**400 - 1, 10**9), (10**999 + 1, 2000)]:
        found = ttt_asp.cube_pairing(side, dim)
        assert (found is not None) == (dim in (399, 2000))
        data = CubePairing(side, dim).certificate()
        if found is not None:
            assert found.as_json()["lines"] == f"({side + 2:,}^{dim} - {side:,}^{dim})/2"
            assert verify_value(data).claim == "o never loses"
        else:
            with pytest.raises(Rejected, match="too short"):
                verify_value(data)
    done = run("pairing", "-g", "hypercube", "-c", "side=59048", "-c", "dim=10", "-v")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "found by counting\n"
        "there is a pairing: (59,050^10 - 59,048^10)/2 lines have 59,048 squares each, and no "
        "square is on more than 1,023; 59,048 is 2 * 1,023 or more (Hall's theorem)\n"
    )


def test_the_certificate_is_two_numbers(run: Run, tmp_path: Path, one_file: Path) -> None:
    path = tmp_path / "cube.json"
    size = ["-g", "hypercube", "-c", "side=8", "-c", "dim=2"]
    done = run("pairing", *size, "--certificate", str(path))
    assert done.status == 0 and done.out.endswith(f"next: ttt-asp verify {path}\n")
    data = json.loads(path.read_text())
    assert {key: data[key] for key in ("side", "dim")} == {"side": 8, "dim": 2}
    done = run("verify", str(path))
    assert done.status == 0 and done.out.startswith("valid: o never loses\n")
    alone = subprocess.run(
        [sys.executable, "-I", one_file, path], capture_output=True, text=True, check=True
    )
    assert alone.stdout == done.out
    done = run("verify", str(path), "--strategy")
    assert (done.status, done.out[:9]) == (1, "rejected:")


@pytest.mark.parametrize(
    "change",
    [{"side": 5}, {"side": 7}, {"side": "8"}, {"side": 0}, {"side": 1, "dim": 0}, {"dim": 3},
     {"dim": 0}, {"dim": True}, {"dim": 10**900}, {"claim": "x never loses"}, {"more": 1},
     {"version": 2}, {"kind": "pairing"}, {"side": None}],
)  # fmt: skip
def test_another_certificate_is_rejected(change: dict[str, object]) -> None:
    data = {**CubePairing(8, 2).certificate(), **change}
    with pytest.raises(Rejected):
        verify_value({key: value for key, value in data.items() if value is not None})


def test_what_counting_does_not_show(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    size = ["-g", "hypercube", "-c", "side=8", "-c", "dim=3"]
    done = run("pairing", *size, "--certificate", str(path))
    assert done.status == 2 and not path.exists()
    assert done.err.startswith("--certificate: error: counting shows no pairing here\n")
    done = run("pairing", *size, "-v")
    assert done.status == 0 and done.out.startswith("found by ASP")
    done = run("pairing", "-g", "hypercube", "-c", "side=1", "-c", "dim=3")
    assert done.status == 2 and "side must be 2 or more" in done.err
    with pytest.raises(InputError, match="^dim: error: dim must be 1 or more"):
        ttt_asp.cube_pairing(3, 0)
    with pytest.raises(InputError, match="^side: error: side has more than 1,000 digits"):
        ttt_asp.cube_pairing(10**1000, 2)


def test_with_a_folder_the_pairs_are_found(run: Run, tmp_path: Path) -> None:
    size = ["-g", "hypercube", "-c", "side=6", "-c", "dim=2"]
    path = tmp_path / "cube.json"
    done = run("pairing", *size, "-o", str(tmp_path), "--certificate", str(path))
    assert done.status == 0 and "there is a pairing" not in done.out
    assert done.out.count("wrote ") == 5 and path.exists()
    data = json.loads(run("pairing", *size, "--certificate", str(path), "--json").out)
    assert (data["means"], data["lines"], data["files"]) == ("counting", 14, [str(path)])
    assert (tmp_path / "tactics" / "pairing.lp").read_text().count("_pair(cell(") == 14


def test_show_says_how_many_lines_go_through_a_square(run: Run) -> None:
    for side, dim in [(3, 3), (4, 2)]:
        size = ["-c", f"side={side}", "-c", f"dim={dim}"]
        text = run("show", "hypercube", *size, "--max-positions", "1").out
        assert f"\n  lines       at most {most_through(side, dim)} through a square\n" in text
        data = json.loads(run("show", "hypercube", *size, "--max-positions", "1", "--json").out)
        assert data["most_lines_through_a_square"] == most_through(side, dim)
    data = json.loads(run("show", "pick_up_bricks", "--json").out)
    assert data["most_lines_through_a_square"] is None
