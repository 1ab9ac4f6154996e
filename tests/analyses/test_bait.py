"""Baits: chomp at every size, each condition broken by rules changed, and what is proved held
against who wins."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import oracle_piles as op
import pytest
from conftest import NEEDS_Z3, Done, written
from tables import constant, tabled

from ttt_asp import solve, steal
from ttt_asp.analyses.bait_conditions import CONDITIONS
from ttt_asp.errors import InputError
from ttt_asp.paths import ASP

CHOMP = (ASP / "games/chomp.lp").read_text("utf-8")
CORNER, ALL = "eat(cell(rows,cols))", "rows > 0, cols > 0, rows + cols > 2"
SIZES = [*product(range(1, 5), repeat=2)]

LEGAL = "legal(P,eat(C)) :- mover(P), left(C)."
# Rules of chomp, and what stands there instead.
FAULTS: dict[str, tuple[str, str]] = constant(__file__, "FAULTS")
OTHERS: list[tuple[str, str]] = constant(__file__, "OTHERS")


def changed(path: Path, old: str, new: str, least: int = 2) -> str:
    """Chomp with other rules, on boards with so many columns or more."""
    assert old in CHOMP
    big = f"big :- size(M,N), N >= {least}. small :- not big.\n"
    return written(path / "changed.lp", CHOMP.replace(old, new) + big)


def sizes(rows: int, cols: int) -> dict[str, int]:
    return {"rows": rows, "cols": cols}


@pytest.mark.parametrize("size", SIZES)
def test_the_far_corner_at_one_size(size: tuple[int, int]) -> None:
    found = steal("chomp", sizes(*size), bait=CORNER)
    assert bool(found) == (op.value(op.chomp(*size)) == "x") == (size != (1, 1))
    assert found.broken == ("lost" if size == (1, 1) else "")


@NEEDS_Z3
@pytest.mark.parametrize("every", [ALL, "rows = cols, rows > 1", "rows = 2, cols > 0"])
def test_chomp_is_won_by_who_begins_at_every_size(every: str) -> None:
    found = steal("chomp", bait=CORNER, every=every)
    assert found and found.formulas == tuple(CONDITIONS)
    assert (found.trap, found.every, found.size, found.unknown) == (CORNER, every, "", "")


@NEEDS_Z3
@tabled()
def test_wrong_baits(bait: str, every: str, broken: str, size: str) -> None:
    found = steal("chomp", bait=bait, every=every)
    assert (found.broken, bool(found)) == (broken, False)
    assert found.size == f"(rows, cols) = {size}"
    assert set(found.positions) == set(CONDITIONS[broken].shown)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_can_be_broken(condition: str, tmp_path: Path) -> None:
    found = steal(changed(tmp_path, *FAULTS[condition]), sizes(2, 3), bait=CORNER)
    assert (found.broken, bool(found)) == (condition, False)
    assert set(found.positions) == set(CONDITIONS[condition].shown)


@NEEDS_Z3
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_broken_on_large_boards_only(condition: str, tmp_path: Path) -> None:
    path = changed(tmp_path, *FAULTS[condition], least=31)
    found = steal(path, bait=CORNER, every="rows > 1, cols > 1")
    assert (bool(found), found.broken, found.unknown) == (False, "", condition)


@NEEDS_Z3
def test_what_the_condition_leaves_out_does_not_matter(tmp_path: Path) -> None:
    path = changed(tmp_path, *FAULTS["won"], least=31)
    assert steal(path, bait=CORNER, every="rows > 1, 1 < cols < 31")


@NEEDS_Z3
def test_who_begins_may_not_depend_on_the_size(tmp_path: Path) -> None:
    begins = "init(turn(x)) :- small. init(turn(o)) :- big."
    found = steal(changed(tmp_path, "init(turn(x)).", begins, 31), bait=CORNER, every=ALL)
    assert (bool(found), found.unknown) == (False, "roles")


@pytest.mark.parametrize(("old", "new"), [("left", "left"), *OTHERS, *FAULTS.values()])
def test_what_is_proved_is_so(old: str, new: str, tmp_path: Path) -> None:
    """With every square as the bait: where it is one, who begins wins."""
    path = changed(tmp_path, old, new)
    for rows, cols in ((1, 2), (2, 2), (2, 3)):
        for i, j in product(range(1, rows + 1), range(1, cols + 1)):
            try:
                found = steal(path, sizes(rows, cols), bait=f"eat(cell({i},{j}))")
            except InputError:  # no game at this size
                continue
            if found:
                assert solve(path, const=sizes(rows, cols)).winner == "x", (rows, cols, i, j)


@NEEDS_Z3
@pytest.mark.parametrize(("old", "new"), OTHERS)
def test_what_is_proved_at_every_size_is_so_at_small_ones(
    old: str, new: str, tmp_path: Path
) -> None:
    path = changed(tmp_path, old, new)
    for every, least in (("rows > 1, cols > 1", 2), ("rows > 2, cols > 2", 3)):
        if steal(path, bait=CORNER, every=every):
            for size in product(range(least, 4), repeat=2):
                assert solve(path, const=sizes(*size)).winner == "x", size


def test_a_play_that_is_over_has_no_bait(tmp_path: Path) -> None:
    over = "terminal :- poisoned(C), not left(C)."
    game = changed(tmp_path, over, f"{over}\nterminal :- size(M,N), left(cell(M,N)).")
    assert steal(game, sizes(2, 3), bait=CORNER).broken == "illegal"


def test_a_game_with_a_trap_of_its_own(tmp_path: Path) -> None:
    path = changed(tmp_path, LEGAL, f"{LEGAL} trap(eat(cell(1,1))).")
    with pytest.raises(InputError, match="trap is a name of MOVE already"):
        steal(path, bait=CORNER)


@NEEDS_Z3
def test_what_is_said(run: Callable[..., Done], tmp_path: Path) -> None:
    done = run("steal", CORNER, "--every", ALL)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(
        f"{CORNER} is a bait: o has no winning strategy, as x could steal it, for every size with "
    )
    assert "15 conditions hold at all positions\n  15 of them by z3, as formulas\n" in done.out
    assert "so x can force a win, as plays end and none is a tie\n" in done.out
    done = run("steal", CORNER, "--every", "rows > 0, cols > 0", "--json")
    said = json.loads(done.out)
    assert (done.status, said["proved"], said["broken"], said["trap"]) == (1, False, "lost", CORNER)
    path = changed(tmp_path, *FAULTS["stuck"], least=31)
    done = run("steal", CORNER, "-g", path, "--every", ALL)
    assert done.status == 3
    assert f"whether {CORNER} is a bait: unknown, for every size with" in done.out
    assert "the solver does not know whether the condition stuck holds at every size" in done.out
