"""Baits: chomp at every size, each condition broken by rules changed, and what is proved held
against who wins."""

from itertools import product
from pathlib import Path

import brute_force
import oracle_piles as op
import pytest
from conftest import NEEDS_Z3, written
from inside import ASP
from tables import constant, tabled, tupled

from ttt_asp import solve, steal
from ttt_asp.errors import InputError

# Chomp, with the rules of turns that the vocabulary has for it: some of them are changed.
TURNS = """base(turn(P)) :- role(P).
init(turn(x)).
next(turn(Q)) :- mover(P), opponent(P,Q).
to_move(turn(P),P) :- role(P)."""
CHOMP = (ASP / "games/chomp.lp").read_text("utf-8").replace("begins(x).", TURNS)
CORNER, ALL = "eat(cell(rows,cols))", "rows > 0, cols > 0, rows + cols > 2"
SIZES = [*product(range(1, 5), repeat=2)]

# Rules of chomp, and what stands there instead.
FAULTS: dict[str, tuple[str, str]] = constant(__file__, "FAULTS")
SHOWN: dict[str, list[str]] = constant(__file__, "SHOWN")
OTHERS: tuple[tuple[str, str], ...] = tupled(constant(__file__, "OTHERS"))


def changed(path: Path, old: str, new: str, least: int = 2) -> str:
    """Chomp with other rules, on boards with `least` columns or more."""
    assert old in CHOMP
    big = f"big :- size(M,N), N >= {least}. small :- not big.\n"
    return written(path / "changed.lp", CHOMP.replace(old, new) + big)


def sizes(rows: int, cols: int) -> dict[str, int]:
    return {"rows": rows, "cols": cols}


@pytest.mark.parametrize("size", SIZES)
def test_the_far_corner_is_a_bait_at_one_size(size: tuple[int, int]) -> None:
    found = steal("chomp", sizes(*size), bait=CORNER)
    assert bool(found) == (brute_force.value(op.chomp(*size)) == "x") == (size != (1, 1))
    assert found.broken == ("lost" if size == (1, 1) else "")


@NEEDS_Z3
def test_chomp_is_won_by_who_begins_on_squares_of_every_size() -> None:
    every = "rows = cols, rows > 1"
    found = steal("chomp", bait=CORNER, every=every)
    assert found and found.formulas == tuple(SHOWN)
    assert (found.trap, found.every, found.size, found.unknown) == (CORNER, every, "", "")


@NEEDS_Z3
@tabled()
def test_wrong_baits_fail_a_condition(bait: str, every: str, broken: str, size: str) -> None:
    found = steal("chomp", bait=bait, every=every)
    assert (found.broken, bool(found)) == (broken, False)
    assert found.size == f"(rows, cols) = {size}"
    assert set(found.positions) == set(SHOWN[broken])


@pytest.mark.parametrize("condition", SHOWN)
def test_every_condition_can_be_broken(condition: str, tmp_path: Path) -> None:
    found = steal(changed(tmp_path, *FAULTS[condition]), sizes(2, 3), bait=CORNER)
    assert (found.broken, bool(found)) == (condition, False)
    assert set(found.positions) == set(SHOWN[condition])


@NEEDS_Z3
@pytest.mark.parametrize("condition", SHOWN)
def test_what_is_broken_where_clingo_does_not_look(condition: str, tmp_path: Path) -> None:
    """It looks at no board of that size."""
    path = changed(tmp_path, *FAULTS[condition], least=12)
    found = steal(path, bait=CORNER, every="rows = cols, 10 < rows < 13")
    assert (bool(found), found.broken, found.unknown, found.checked) == (False, "", condition, "")
    assert f"does not know whether the condition {condition} holds at every size" in str(found)


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
    """With every square, or some, as the bait: where it is one, who begins wins."""
    path, far = changed(tmp_path, old, new), {(2, 3), (1, 3), (2, 1)}
    for rows, cols in ((2, 2), (2, 3)) if (old, new) in OTHERS else ((2, 3),):
        squares = {*product(range(1, rows + 1), range(1, cols + 1))}
        if (old, new) not in OTHERS:
            squares &= far
        try:
            found = [steal(path, sizes(rows, cols), bait=f"eat(cell({i},{j}))") for i, j in squares]
        except InputError:  # no game at this size
            continue
        assert not any(found) or solve(path, const=sizes(rows, cols)).winner == "x"


@NEEDS_Z3
@pytest.mark.parametrize(("old", "new"), [*OTHERS[:5], OTHERS[8]])
def test_what_is_proved_at_every_size_is_so_at_small_ones(
    old: str, new: str, tmp_path: Path
) -> None:
    path = changed(tmp_path, old, new)
    least = 3 if "cell(2,2)" in new else 2  # on 2x2 that is the corner
    if steal(path, bait=CORNER, every=f"rows >= {least}, cols >= {least}"):
        for size in product(range(least, 4), repeat=2):
            assert solve(path, const=sizes(*size)).winner == "x", size


def test_a_play_that_is_over_has_no_bait(tmp_path: Path) -> None:
    over = "terminal :- poisoned(C), not left(C)."
    game = changed(tmp_path, over, f"{over}\nterminal :- size(M,N), left(cell(M,N)).")
    assert steal(game, sizes(2, 3), bait=CORNER).broken == "illegal"
