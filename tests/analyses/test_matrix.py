"""Every strategy against every one."""

from __future__ import annotations

import csv
import io
import json

import oracle
import pytest
from conftest import Run
from oracle import Board

from ttt_asp.cli.main import execute

NAMES = ["good_for_x", "good_for_o", "edge_mistake", "careful_o"]


def test_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["matrix", *NAMES, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(NAMES) ** 2
    for row in rows:
        seen = oracle.explore(Board(), row["roles"]["x"], row["roles"]["o"])
        assert (row["positions"], row["plays"]) == (seen.positions, seen.plays)
        if row["claim"]:
            claim = row["claim"]
            assert oracle.verdict(Board(), row["roles"]["x"], row["roles"]["o"], claim) == "proved"
    claims = {(row["roles"]["x"], row["roles"]["o"]): row["claim"] for row in rows}
    assert claims["good_for_x", "good_for_o"] == "always tie"
    assert claims["good_for_x", "edge_mistake"] == "x always wins by move 7"


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["matrix", "good_for_x", "defend", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0]["claim"] == "x never loses"
    stuck = [row for row in rows if row["x"] == "defend"]
    assert all(row["note"] == "some plays get stuck" for row in stuck)
    assert all(int(row["stuck"]) > 0 for row in stuck)


def test_table_and_limits(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["matrix", "any", "--max-positions", "100"]) == 3
    reached = "; so far: 334 positions, up to 3 moves"
    assert f"unknown: the limit of 100 positions was reached{reached}" in capsys.readouterr().out
    assert execute(["matrix", "any", "--json", "--csv"]) == 2


@pytest.mark.parametrize("game", [[], ["-g", "hypercube", "-c", "dim=2"]])
def test_a_strategy_that_does_not_fit_is_a_row(game: list[str], run: Run) -> None:
    done = run("matrix", "pick(any, triples)", "any", *game)
    assert (done.status, done.err) == (0, "")
    *_, first, second, third, fourth = done.out.splitlines()
    reason = "the order triples names no single action for "
    assert f"{reason}x" in first and f"{reason}x" in second and f"{reason}o" in third
    assert "131,184" in fourth
