"""Certificates of pairs that repeat: on boards looked at line by line they are what they say."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from conftest import Alone, Run
from tables import tabled

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.main import verify

Json = dict[str, Any]
WAYS = {"right": (0, 1), "down": (1, 0), "diag": (1, 1), "anti": (1, -1)}


@pytest.fixture(scope="module")
def nine(tmp_path_factory: pytest.TempPathFactory) -> Json:
    from ttt_asp.cli.execution import execute

    path = tmp_path_factory.mktemp("periodic") / "nine.json"
    command = ["pairing", "--period", "8", "-c", "line=9", "--certificate", str(path)]
    assert execute(command) == 0
    data: Json = json.loads(path.read_text("utf-8"))
    return data


def valid(data: Json) -> bool:
    try:
        verify(json.dumps(data).encode())
    except Rejected:
        return False
    return True


def holds(data: Json, rows: int, cols: int) -> bool:
    """Whether pairs are apart and in each line, on one board, square by square."""
    period, line = data["period"], data["const"]["line"]
    partner: dict[tuple[int, int], tuple[int, int]] = {}
    # pairs may begin beside the board, and have one square on it
    for i, j in product(range(-1, rows + 1), range(-1, cols + 1)):
        for name, (down, right) in WAYS.items():
            for _ in range(data["pairs"][name].count([i % period, j % period])):
                one, other = (i, j), (i + down, j + right)
                if one in partner or other in partner:
                    return False
                partner |= {one: other, other: one}
    for (i, j), (down, right) in product(product(range(rows), range(cols)), WAYS.values()):
        squares = [(i + down * n, j + right * n) for n in range(line)]
        if all(0 <= a < rows and 0 <= b < cols for a, b in squares) and not any(
            partner.get(one) == other for one, other in pairwise(squares)
        ):
            return False
    return True


@tabled()
def test_what_is_written_holds_on_boards(nine: Json, size: tuple[int, int]) -> None:
    report = verify(json.dumps(nine).encode())
    assert report.claim == "o never loses, on any board, 9 in a row"
    assert report.trusted == ("This program, and the Python that runs it.",)
    assert holds(nine, *size)


def changed(nine: Json) -> list[Json]:
    """A pair less, a pair more, a pair moved by one, in each direction, and another direction."""
    found = []
    for name, pairs in nine["pairs"].items():
        others = {key: some for key, some in nine["pairs"].items() if key != name}
        for n, (i, j) in enumerate(pairs):
            rest = [*pairs[:n], *pairs[n + 1 :]]
            found += [{**nine, "pairs": {**others, name: rest}}]
            found += [{**nine, "pairs": {**others, name: [*pairs, [i, j]]}}]
            for down, right in ((0, 1), (1, 0), (0, 7)):
                moved = [*rest, [(i + down) % 8, (j + right) % 8]]
                found += [{**nine, "pairs": {**others, name: moved}}]
    turned = {**nine["pairs"], "right": nine["pairs"]["down"], "down": nine["pairs"]["right"]}
    found += [{**nine, "pairs": turned}, {**nine, "const": {"line": 8}}, {**nine, "period": 7}]
    return [*found, {**nine, "period": 16}, {**nine, "const": {"line": 10}}]


def test_a_changed_one_is_valid_where_it_holds(nine: Json) -> None:
    said = [valid(one) for one in changed(nine)]
    assert said == [holds(one, 26, 26) for one in changed(nine)]
    assert said[-1] and not any(said[:-1])  # only ten in a row is a weaker claim


@tabled()
def test_anything_else_is_rejected(nine: Json, key: str, value: Any) -> None:
    assert not valid({**nine, key: value})


@tabled()
def test_what_is_no_pair_is_rejected(nine: Json, entry: Any) -> None:
    pairs = {**nine["pairs"], "down": [*nine["pairs"]["down"], entry]}
    assert not valid({**nine, "pairs": pairs})


@pytest.mark.parametrize("period", [1, 2])
def test_a_square_is_no_pair_with_itself(period: int) -> None:
    every = [[i, j] for i, j in product(range(period), repeat=2)]
    data = {"format": "ttt-asp certificate of repeating pairs", "version": 2, "game": "tictactoe",
            "const": {"line": 9}, "claim": "o never loses", "period": period,
            "pairs": dict.fromkeys(WAYS, every)}  # fmt: skip
    assert not valid(data) and not holds(data, 9, 9)


def test_the_commands(run: Run, alone: Alone, tmp_path: Path) -> None:
    path = tmp_path / "nine.json.gz"
    done = run("pairing", "--period", "8", "-c", "line=9", "--certificate", str(path))
    assert done.status == 0 and f"next: ttt-asp verify {path}" in done.out
    done = run("verify", str(path), "--strategy")
    assert done.status == 0 and "There was nothing left to derive." in done.out
    status, out, _ = alone(tmp_path, path.name)
    assert (status, out.partition(",")[0]) == (0, "valid: o never loses")
    missing = tmp_path / "none.json"
    done = run("pairing", "--period", "8", "-c", "line=8", "--certificate", str(missing))
    assert done.status == 1 and done.err == "no certificate: there is no pairing\n"
    assert not missing.exists()


@pytest.mark.parametrize("more", [(), ("--period", "8"), ("--ahead", "0")])
def test_nobody_is_kept_from_losing_lines(run: Run, more: tuple[str, ...]) -> None:
    done = run("pairing", "-c", "line=3", "-c", "misere=1", *more)
    assert done.status == 2
    assert "tictactoe is lost by who completes a line, so nobody is kept from it" in done.err
