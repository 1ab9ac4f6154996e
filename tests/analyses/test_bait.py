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

from ttt_asp import solve, steal
from ttt_asp.analyses.bait import CONDITIONS
from ttt_asp.errors import InputError
from ttt_asp.paths import ASP

CHOMP = (ASP / "games/chomp.lp").read_text("utf-8")
CORNER, ALL = "eat(cell(rows,cols))", "rows > 0, cols > 0, rows + cols > 2"
SIZES = [*product(range(1, 5), repeat=2)]

LEGAL = "legal(P,eat(C)) :- mover(P), left(C)."
TURNS = "next(turn(Q)) :- mover(P), opponent(P,Q)."
LEFT = "next(left(D)) :- left(D), not bitten(D)."
BITTEN = "square(cell(M,N)), I <= M, J <= N."
GOALS = "goal(P,100) :- mover(P)."
LOSES = "goal(Q,0) :- mover(P), opponent(P,Q)."
# Rules of chomp, and what stands there instead: on boards that are `big` one condition is broken,
# with two rows and two columns or more.
FAULTS = {
    "crooked": (TURNS, f"{TURNS} base(also) :- big. to_move(also,x) :- big."),
    "start": ("init(turn(x)).", "init(turn(x)). init(turn(o)) :- big."),
    "illegal": (LEGAL, "legal(P,eat(C)) :- mover(P), left(C), not far(C).\n"
                "far(cell(M,N)) :- size(M,N), big."),
    "lost": ("poisoned(cell(1,1)).",
             "poisoned(cell(1,1)) :- small. poisoned(cell(M,N)) :- size(M,N), big."),
    "more": (LEGAL, "legal(P,eat(C)) :- mover(P), left(C), not hard(C).\n"
             "hard(cell(1,2)) :- left(cell(M,N)), size(M,N), big."),
    "apart": (BITTEN, "square(cell(M,N)), I <= M, J <= N, not crumb(cell(M,N)).\n"
              "crumb(cell(M,N)) :- does(P,eat(cell(1,1))), size(M,N), big."),
    "out_of_turn": (LEGAL, f"{LEGAL}\n"
                    "legal(P,eat(C)) :- role(P), left(C), not left(cell(1,2)), big."),
    "leads": (TURNS, "next(turn(Q)) :- mover(P), opponent(P,Q), not again. "
              "next(turn(P)) :- mover(P), again.\nagain :- does(P,eat(cell(1,2))), big."),
    "stuck": (LEGAL, "legal(P,eat(C)) :- mover(P), left(C), not bad(C).\n"
              "bad(C) :- poisoned(C), big."),
    "tie": (GOALS, "goal(P,100) :- mover(P), small. goal(P,50) :- mover(P), big."),
    "both": (LOSES, "goal(Q,0) :- mover(P), opponent(P,Q), small. "
             "goal(Q,100) :- mover(P), opponent(P,Q), big."),
    "endless": (LEGAL, f"{LEGAL} legal(P,wait) :- mover(P), not left(cell(1,2)), big."),
    "legal": (LEGAL, "legal(P,eat(C)) :- mover(P), left(C), not hard(P,C).\n"
              "hard(o,cell(1,2)) :- big."),
    "won": (f"{GOALS}\n{LOSES}", "goal(P,100) :- mover(P), small. goal(x,0) :- big.\n"
            "goal(Q,0) :- mover(P), opponent(P,Q), small. goal(o,100) :- big."),
    "effect": (LEFT, f"{LEFT}\nnext(left(cell(2,1))) :- left(cell(2,1)), mover(o), "
               "not left(cell(1,2)), not does(o,eat(cell(2,1))), big."),
}  # fmt: skip


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
@pytest.mark.parametrize(
    ("bait", "every", "broken", "size"),
    [
        (CORNER, "rows > 0, cols > 0", "lost", "(1, 1)"),
        (CORNER, "rows = cols, rows > 0", "lost", "(1, 1)"),
        ("eat(cell(1,1))", ALL, "lost", "(1, 2)"),
        ("eat(cell(1,cols))", ALL, "lost", "(2, 1)"),
        ("eat(cell(1,cols))", "rows > 1, cols > 1", "apart", "(2, 2)"),
        ("eat(cell(cols,rows))", ALL, "illegal", "(1, 2)"),
        ("eat(cell(2,2))", "rows > 1, cols > 1", "apart", "(2, 3)"),
        ("eat(cell(3,4))", ALL, "illegal", "(1, 2)"),
        ("mark(cell(1,1))", ALL, "illegal", "(1, 2)"),
        ("rows", ALL, "illegal", "(1, 2)"),
    ],
)
def test_wrong_baits(bait: str, every: str, broken: str, size: str) -> None:
    found = steal("chomp", bait=bait, every=every)
    assert (found.broken, bool(found)) == (broken, False)
    assert found.size == f"(rows, cols) = {size}"
    assert set(found.positions) == set(CONDITIONS[broken].shown)


def test_each_condition_is_planted() -> None:
    assert set(FAULTS) == set(CONDITIONS)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_can_be_broken(condition: str, tmp_path: Path) -> None:
    path = changed(tmp_path, *FAULTS[condition])
    found = steal(path, sizes(2, 3), bait=CORNER)
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


# Games of the same kind, in which one role or the other wins.
OTHERS = [
    ("poisoned(cell(1,1)).", "poisoned(cell(1,2))."),
    ("poisoned(cell(1,1)).", "poisoned(cell(2,2))."),
    ("poisoned(cell(1,1)).", "poisoned(cell(1,1)). poisoned(cell(2,1))."),
    (f"{GOALS}\n{LOSES}", "goal(P,0) :- mover(P). goal(Q,100) :- mover(P), opponent(P,Q)."),
    (f"{GOALS}\n{LOSES}", "goal(x,0). goal(o,100)."),
    (BITTEN, "square(cell(M,N)), I = M, J <= N."),
    (BITTEN, "square(cell(M,N)), I = M, J = N."),
    (BITTEN, "square(cell(M,N)), I >= M, J <= N."),
    (LEGAL, "legal(P,eat(C)) :- mover(P), left(C), not hard(P,C). hard(x,cell(1,2))."),
    (LEGAL, "legal(P,eat(cell(M,N))) :- mover(P), left(cell(M,N)), M <= N."),
]


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
