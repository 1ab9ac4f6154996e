"""What is wrong at some larger size only: never proved, and it does not take long to say so."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NEEDS_Z3
from tables import tabled

from ttt_asp.claims.condition import parse_every
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.registry import engine
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.errors import Unsuited
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP, STRATEGIES
from ttt_asp.verdict import Verdict

pytestmark = NEEDS_Z3


def asked(folder: Path, file: str, old: str, new: str, question: Question) -> Verdict:
    """The verdict of the engine alone, where one of the library's files says something else."""
    text = (STRATEGIES / file).read_text("utf-8")
    assert old in text
    (folder / file).parent.mkdir(parents=True)
    (folder / file).write_text(text.replace(old, new), "utf-8")
    return engine("sizes").prove(read(question, Deadline()), Limits())


def bricks(folder: Path) -> Question:
    return Question("o never loses", {"o": "three_by_three"}, "pick_up_bricks",
                    lemmas=("threes_left",), folders=(folder,),
                    every="bricks > 0, bricks \\ 3 = 0")  # fmt: skip


def test_bricks_by_a_tactic_that_is_wrong_from_thirteen_on(tmp_path: Path) -> None:
    found = asked(tmp_path, "tactics/leave_threes.lp", "K = N \\ 3.", "K = N \\ 3, N < 13.",
                  bricks(tmp_path))  # fmt: skip
    assert found.verdict == "unknown" and found.const == {"bricks": "15"}
    assert "a round from the position shown breaks the lemma threes_left" in found.reason
    assert found.play is not None and found.play.anywhere


def test_bricks_by_a_tactic_that_is_wrong_from_forty_on(tmp_path: Path) -> None:
    """No size that is looked at shows it: it is not proved, and the question is said."""
    found = asked(tmp_path, "tactics/leave_threes.lp", "K = N \\ 3.", "K = N \\ 3, N < 40.",
                  bricks(tmp_path))  # fmt: skip
    assert found.verdict == "unknown" and found.play is None
    assert "does not know whether a round from some position with all lemmas breaks" in found.reason
    assert "threes_left.lp:" in found.reason


def test_chomp_by_a_tactic_that_is_wrong_on_long_arms(tmp_path: Path) -> None:
    question = Question("x always wins", {"x": "mirror_arms"}, "chomp", lemmas=("arms_differ",),
                        folders=(tmp_path,), every="rows = cols, rows > 1")  # fmt: skip
    found = asked(tmp_path, "tactics/even_arms.lp", "J < K.", "J < K, K < 8.", question)
    assert found.verdict == "unknown" and found.const == {"rows": "8", "cols": "8"}


def test_chomp_with_a_lemma_that_forgets_where_the_second_player_answers(tmp_path: Path) -> None:
    question = Question("x always wins", {"x": "mirror_arms"}, "chomp", lemmas=("arms_differ",),
                        folders=(tmp_path,), every="rows = cols, rows > 1")  # fmt: skip
    found = asked(tmp_path, "lemmas/arms_differ.lp", "cell(2,2)", "cell(7,7)", question)
    assert found.verdict == "unknown" and found.const == {"rows": "3", "cols": "3"}


# Beyond a hundred bricks a tactic leaves others than threes; three rules that say when.
OFF = {
    "an interval in a condition": ("not true(left(N..N+1)) : true(left(N))", "4:53"),
    "not not among what is counted": ("{ true(left(0)); not not true(left(0)) } = 0", "4:39"),
    "a value by negation": ("not M != N", "4:39"),
}


@pytest.mark.parametrize("name", OFF)
def test_what_is_wrong_beyond_a_hundred_is_refused(tmp_path: Path, name: str) -> None:
    off, place = OFF[name]
    head = "suggests(threes,P,take(K)) :- legal(P,take(K)), true(left(N))"
    lines = ["%*! Leave threes, up to a hundred. *%", f"{head}, (N-K) \\ 3 = 0, not threes_off.",
             f"{head}, (N-K) \\ 3 != 0, threes_off.",
             f"threes_off :- true(left(N)), N > 100, {off}."]  # fmt: skip
    (tmp_path / "tactics").mkdir()
    (tmp_path / "tactics" / "threes.lp").write_text("\n".join(lines), "utf-8")
    question = replace(bricks(tmp_path), roles={"o": "first(threes,any)"})
    with pytest.raises(Unsuited, match="not for every size") as refused:
        engine("sizes").prove(read(question, Deadline()), Limits())
    assert str(refused.value.diagnostics[0].location).endswith(f"threes.lp:{place}")


def test_roles_that_depend_on_the_size_are_refused(tmp_path: Path) -> None:
    rules = (ASP / "games" / "pick_up_bricks.lp").read_text("utf-8")
    game = tmp_path / "game.lp"
    game.write_text(f"{rules}\nrole((x;o)). role(z) :- bricks > 100.\n", "utf-8")
    question = Question("o never loses", game=str(game), every="bricks > 99")
    with pytest.raises(Unsuited, match="who plays depends on the size"):
        engine("sizes").prove(read(question, Deadline()), Limits())


def test_a_solver_ends_where_it_takes_memory_more_often_than_it_may() -> None:
    with Solver(10**9, Deadline(), most=1000) as solver, pytest.raises(Expired) as caught:
        solver.tell("(declare-const a Int)\n(assert (< 3 a))\n(check-sat)")
    assert caught.value.stop.kind == "memory"


@tabled()
def test_the_largest_size_within_a_number(
    condition: str, within: int, size: tuple[int, int] | None
) -> None:
    assert parse_every(condition, ["rows", "cols"], "chomp").largest(within) == size


def test_the_largest_of_too_many_sizes_is_not_looked_for() -> None:
    every = parse_every("a + b + c + d > 0", ["a", "b", "c", "d"], "a game")
    assert every.largest(16) is None and every.largest(4) == (4, 4, 4, 4)
