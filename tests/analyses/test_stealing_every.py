"""Strategies stolen at every size at once: what is proved, what is not, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import NEEDS_Z3, written
from tables import contents, tabled

from ttt_asp import solve, steal
from ttt_asp.analyses import stealing
from ttt_asp.analyses.stealing import Stealing
from ttt_asp.analyses.stealing_conditions import EXTRA_MARK
from ttt_asp.analyses.stealing_every import find_stealing_every
from ttt_asp.claims.sizes import read_sizes
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.limits import Limits
from ttt_asp.solving.run import Model

pytestmark = NEEDS_Z3

ALL = "rows > 0, cols > 0"
ROW = contents("analyses/stealing_every_row.lp")


def row(path: Path, more: str, every: str = "cols > 0") -> Stealing:
    return steal(written(path / "row.lp", ROW + more), every=every)


def test_tictactoe_is_proved_at_every_size() -> None:
    found = steal(every=ALL)
    assert found and not (found.broken or found.unknown or found.size)
    assert (found.every, found.first, found.second) == (ALL, "x", "o")
    assert found.checked == "(rows, cols) = (1, 1), (1, 2), (2, 1), (1, 3), (2, 2)"
    for rows, cols in ((1, 3), (2, 3), (3, 3)):
        assert solve(const={"rows": rows, "cols": cols}).winner != "o"


@tabled()
def test_the_smallest_size_that_shows_it(
    const: dict[str, int], condition: str, size: tuple[int, int]
) -> None:
    found = steal(const=const, every=ALL)
    assert not found
    assert (found.broken, found.size) == (condition, f"(rows, cols) = {size}")
    assert set(found.positions) == set(EXTRA_MARK[condition].shown)
    one = steal(const=const | dict(zip(("rows", "cols"), size, strict=True)))
    assert (one.broken, one.positions) == (condition, found.positions)


def test_sets_that_differ_on_larger_boards_only(tmp_path: Path) -> None:
    """On more than five squares only x may complete lines: the five smallest do not show it."""
    for_both = "line_for(P,L) :- role(P), line(L), size(1,N), N <= 5."
    found = row(tmp_path, f"{for_both} line_for(x,L) :- line(L), size(1,N), N > 5.\n")
    assert (found.broken, found.size) == ("won", "cols = 6")


def test_drawing_a_failure_keeps_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that is up once a failure is found ends the search for the plainest position of it."""
    limits = Limits(Deadline())
    every, game = read_sizes(ALL, "tictactoe", {"misere": "1"}, limits.deadline)
    plainest = stealing._plainest

    def late(*given: Any) -> Model:
        limits.deadline.ended.append(Stop("time", "time is up"))
        return plainest(*given)

    monkeypatch.setattr(stealing, "_plainest", late)
    with pytest.raises(Expired, match="time is up"):
        find_stealing_every(every, game, limits)


@tabled()
def test_what_is_so_on_large_boards_only(tmp_path: Path, more: str, condition: str) -> None:
    """Games of more than 100 fluents are passed over: it is unknown, and nothing is drawn."""
    found = row(tmp_path, more, "60 < cols < 63")
    assert not found and not found.positions
    assert (found.broken, found.unknown, found.checked) == ("", condition, "")


def test_what_the_condition_leaves_out_does_not_matter(tmp_path: Path) -> None:
    path = written(tmp_path / "row.lp", ROW + "init(marked(x,cell(1,1))) :- size(1,N), N > 30.\n")
    assert steal(path, every="0 < cols < 31")
    assert steal(const={"misere": 1}, every="0 < rows < 3, 0 < cols < 3")
