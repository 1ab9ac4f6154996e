"""A game has to say what every play is worth to every role; no engine proves anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import written
from tables import constant, contents, tabled

from ttt_asp import InputError, prove

# x and o each take one of two steps; `{goals}` says what that is worth.
STEPS = contents("engines/goalless_steps.lp")
BAD: dict[str, str] = constant(__file__, "BAD")
# Claims for which the play without goals is all that matters: without the check they are answered.
CLAIMS = ("x never wins", "o never loses", "never tie", "x can win", "o can lose")
SOMEWHERE = ("none where somebody went left", "two for o where nobody went left")


@pytest.mark.parametrize("which", BAD)
def test_no_verdict_about_plays_without_goals(which: str, tmp_path: Path) -> None:
    """Induction comes to the end of these plays in the base case."""
    path = written(tmp_path / "steps.lp", STEPS + BAD[which])
    asked = [("induction", "x never wins"), ("explicit", "x never wins"), ("bounded", "x can win")]
    asked += [(engine, claim) for engine in ("bounded", "explicit") for claim in CLAIMS]
    for engine, claim in asked[: 3 if which in SOMEWHERE else None]:
        with pytest.raises(
            InputError, match=r"ends at \{.*\}, where not every role has exactly one"
        ):
            prove(claim, game=path, engine=engine)


CAN = {"wins": "win", "loses": "lose", "ties": "tie"}


@tabled()
def test_goals_may_be_constant_and_lemmas_none(goals: str, tmp_path: Path) -> None:
    """Nothing is remarked on where no goal of a kind, or no lemma, can ever hold."""
    path = written(tmp_path / "steps.lp", STEPS + goals)
    ends = "ties" if "50" in goals else "wins" if "goal(x,100)" in goals else "loses"
    for claim in ("wins", "loses", "ties"):
        expected = "refuted" if claim == ends else "proved"
        for engine in ("bounded", "explicit"):
            found = prove(f"x never {claim}", game=path, engine=engine)
            assert found.verdict == expected, (claim, engine, found.reason)
        # the game has no lemma of its own, and a position where it is nobody's turn is stuck
        found = prove(f"x never {claim}", game=path, engine="induction", find_lemmas=False)
        assert found.verdict == ("refuted" if claim == ends else "unknown"), found.reason
        can = prove(f"x can {CAN[claim]}", game=path)
        assert can.verdict == ("proved" if claim == ends else "refuted")
