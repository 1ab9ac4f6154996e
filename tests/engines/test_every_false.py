"""What is wrong at some larger size only: never proved, and it does not take long to say so."""

from pathlib import Path

import pytest

from ttt_asp.claims.condition import parse_every
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import engine
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.paths import STRATEGIES
from ttt_asp.verdict import Verdict


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
    """No size looked at first shows it; the solver's model finder would go on for ever."""
    found = asked(tmp_path, "tactics/leave_threes.lp", "K = N \\ 3.", "K = N \\ 3, N < 40.",
                  bricks(tmp_path))  # fmt: skip
    assert found.verdict == "unknown" and found.const == {"bricks": "42"}
    assert found.play is not None and found.play.anywhere


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


@pytest.mark.slow
def test_nine_in_a_row_with_a_domino_moved(tmp_path: Path) -> None:
    question = Question("o never loses", {"o": "nine_by_pairing"}, "tictactoe", {"line": "9"},
                        lemmas=("pairing_kept",), folders=(tmp_path,),
                        every="rows > 0, cols > 0")  # fmt: skip
    found = asked(tmp_path, "tactics/pair_in_nine.lp", "pair_in_nine_right(0,0).",
                  "pair_in_nine_right(0,1).", question)  # fmt: skip
    assert found.verdict == "unknown"
    assert (found.const["rows"], found.const["cols"]) == ("9", "2")


def test_a_solver_ends_where_it_takes_memory_more_often_than_it_may() -> None:
    with Solver("z3", 10**9, Deadline(), most=1000) as solver, pytest.raises(Expired) as caught:
        solver.tell("(declare-const a Int)\n(assert (< 3 a))\n(check-sat)")
    assert caught.value.stop.kind == "memory"


@pytest.mark.parametrize(
    ("condition", "within", "size"),
    [
        ("rows > 0, cols > 0", 16, (16, 16)),
        ("rows = 2, cols > 0", 16, (2, 16)),
        ("rows = cols, rows \\ 3 = 0", 16, (15, 15)),
        ("rows + cols = 6, rows > 0", 4, (2, 4)),
        ("rows > 16, cols > 0", 16, None),
        ("rows < 0, cols > 0", 16, None),
    ],
)
def test_the_largest_size_within_a_number(
    condition: str, within: int, size: tuple[int, int] | None
) -> None:
    assert parse_every(condition, ["rows", "cols"], "chomp").largest(within) == size


def test_the_largest_of_too_many_sizes_is_not_looked_for() -> None:
    every = parse_every("a + b + c + d > 0", ["a", "b", "c", "d"], "a game")
    assert every.largest(16) is None and every.largest(4) == (4, 4, 4, 4)
