"""Claims about every size: the guard that looks at the smallest ones, and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NEEDS_Z3, Run
from tables import tabled

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import problem_of_play
from ttt_asp.engines.sizes import engine, obligations
from ttt_asp.engines.sizes.formulas import Theory
from ttt_asp.engines.sizes.obligations import halves, with_known
from ttt_asp.engines.small_size_check import checked
from ttt_asp.errors import InternalError
from ttt_asp.limits import Limits
from ttt_asp.strategies.lemmas import load_lemmas
from ttt_asp.strategies.library import open_library
from ttt_asp.verdict import Answer, Seconds, Verdict

BRICKS = "pick_up_bricks"
STRATEGY = {"o": "three_by_three"}


def posed(claim: str, every: str, roles: dict[str, str], game: str = BRICKS) -> Problem:
    return read(Question(claim, roles, game, every=every), Deadline())


def said(problem: Problem, answer: Answer) -> Verdict:
    """What an engine might say of every size, right or not."""
    return Verdict(
        **question_fields(problem),
        verdict=answer,
        reason="so it says",
        engine="sizes",
        play=None,
        boards=(),
        seconds=Seconds(),
        statistics={},
        lemmas=(),
    )


def test_the_smallest_sizes_are_looked_at() -> None:
    problem = posed("o never loses", "bricks > 0, bricks \\ 3 = 0", STRATEGY)
    for answer in ("proved", "unknown"):
        found = checked(problem, said(problem, answer), Limits())
        assert found.verdict == answer and not found.const
        assert found.notes == ("checked by engine explicit at bricks = 3, 6, 9, 12, 15",)


@tabled()
def test_a_size_that_refutes_a_claim_is_found(
    every: str, roles: dict[str, str], game: str, size: dict[str, str]
) -> None:
    problem = posed(f"{next(iter(roles))} never loses", every, roles, game)
    found = checked(problem, said(problem, "unknown"), Limits())
    assert (found.verdict, found.const, found.every) == ("refuted", size, every)
    one = problem_of_play(problem, found)
    assert one.every is None and one.game.constants == size and found.play is not None
    assert found.play.positions[0] == one.game.init  # a play of that size, from its start
    assert found.reason.startswith("at ") and "unknown: so it says" in found.notes[-1]


def test_who_proves_what_a_size_refutes_is_wrong() -> None:
    problem = posed("o never loses", "bricks > 0", STRATEGY)
    with pytest.raises(InternalError) as caught:
        checked(problem, said(problem, "proved"), Limits())
    message = str(caught.value)
    assert "proved for every size, engine explicit says refuted at bricks = 1" in message
    folder = Path(caught.value.diagnostics[0].hint.split(" has all")[0])
    assert (folder / "report.json").exists() and "#const bricks = 1." in (
        folder / "bounded.lp"
    ).read_text("utf-8")


def test_a_strategy_that_gets_stuck_at_some_size_is_incomplete_for_all() -> None:
    problem = posed("o never loses", "bricks > 5", {"o": "leave_threes"})
    found = checked(problem, said(problem, "unknown"), Limits())
    assert (found.verdict, found.const) == ("incomplete", {"bricks": "7"})  # x leaves 6


def test_sizes_that_are_too_large_are_passed_over() -> None:
    problem = posed("x never loses", "rows > 0, cols > 0", {}, "tictactoe")
    found = checked(problem, said(problem, "unknown"), replace(Limits(), max_positions=20))
    assert found.notes == (
        "checked by engine explicit at (rows, cols) = (1, 1), (1, 2), (2, 1), (1, 3)",
        "too large to be checked: (rows, cols) = (2, 2)",
    )
    problem = posed("o never loses", "bricks > 4000, bricks \\ 3 = 0", STRATEGY)
    assert "too large" in checked(problem, said(problem, "proved"), Limits()).notes[0]
    problem = posed("o never loses", "bricks > 4294967296, bricks \\ 3 = 0", STRATEGY)
    (note,) = checked(problem, said(problem, "proved"), Limits()).notes
    assert note == "not checked at any size: the condition allows no small one"


def test_time_that_is_up_ends_the_look_and_not_the_verdict() -> None:
    problem = posed("o never loses", "bricks > 0, bricks \\ 3 = 0", STRATEGY)
    found = checked(problem, said(problem, "proved"), Limits(Deadline(0)))
    assert found.verdict == "proved"
    assert found.notes == ("not checked at other sizes: the time limit of 0 s was reached",)


ASKED = ("prove", "o never loses", "-g", BRICKS, "--o", "three_by_three")


@tabled()
def test_what_cannot_be_asked_is_said(run: Run, more: tuple[str, ...], message: str) -> None:
    done = run(*ASKED, *more)
    assert done.status == 2 and message in done.err and not done.out


@NEEDS_Z3
def test_a_step_in_which_nothing_is_possible_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(theory: Theory) -> dict[bool, Theory]:
        both = halves(theory)
        never = {theory.atoms[about]: False for about in theory.atoms if about.startswith("asked(")}
        never |= {theory.atoms["answer(given)"]: False}
        return {**both, False: with_known(both[False], never)}

    problem = posed("o never loses", "bricks > 0, bricks \\ 3 = 0", STRATEGY)
    problem = replace(problem, lemmas=load_lemmas(["threes_left"], problem.game, open_library(())))
    assert engine.prove(problem, Limits()).verdict == "proved"
    monkeypatch.setattr(obligations, "halves", wrong)
    with pytest.raises(InternalError, match="none of those of the step"):
        engine.prove(problem, Limits())
