"""A game has to say what every play is worth to every role; no engine proves anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import constant, contents, tabled

from ttt_asp import InputError, prove

# x and o each take one of two steps; `{goals}` says what that is worth.
STEPS = contents("engines/goalless_steps.lp")
BAD: dict[str, str] = constant(__file__, "BAD")
# Claims for which the play without goals is all that matters: without the check they are answered.
CLAIMS = ("x never wins", "o never loses", "never tie", "x can win", "o can lose")
EVERYWHERE = ("none for x", "two for x", "no number", "beyond 100", "negative")


def game(folder: Path, goals: str) -> str:
    path = folder / "steps.lp"
    path.write_text(STEPS + goals + "\n", "utf-8")
    return str(path)


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
@pytest.mark.parametrize("which", EVERYWHERE)
def test_no_verdict_about_plays_without_goals(which: str, engine: str, tmp_path: Path) -> None:
    path = game(tmp_path, BAD[which])
    for claim in CLAIMS:
        with pytest.raises(
            InputError,
            match=r"steps.lp: error: a play ends at \{.*\}, where not every role has exa",
        ):
            prove(claim, game=path, engine=engine)


def test_what_is_beyond_100_is_no_second_goal(tmp_path: Path) -> None:
    found = prove("can tie", game=game(tmp_path, "goal(x,(50;150)). goal(o,50)."), count=True)
    assert found.verdict == "proved"
    assert found.plays is not None and sum(found.plays.values()) == 4


@pytest.mark.parametrize("engine", ["bounded", "explicit", "induction"])
@pytest.mark.parametrize("which", BAD)
def test_nothing_is_proved_if_some_play_has_no_goals(
    which: str, engine: str, tmp_path: Path
) -> None:
    """The round frame comes to the end of these plays in the base case."""
    with pytest.raises(InputError, match="where not every role has exactly one goal"):
        prove("x never wins", game=game(tmp_path, BAD[which]), engine=engine)


@pytest.mark.parametrize("which", BAD)
def test_nothing_that_can_be_is_refuted_then(which: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="where not every role has exactly one goal"):
        prove("x can win", game=game(tmp_path, BAD[which]), engine="bounded")


def test_a_round_that_plays_come_to_later(tmp_path: Path) -> None:
    """The base case does not see it; the step does, and does not know whether plays get there."""
    text = (STEPS + "goal(P,50) :- role(P), true(at(2)).\n").replace("(0..2)", "(0..4)")
    path = tmp_path / "later.lp"
    path.write_text(text.replace("terminal :- true(at(2))", "terminal :- true(at(4))"), "utf-8")
    found = prove("x never wins", game=str(path), engine="induction", find_lemmas=False)
    assert found.verdict == "unknown"
    assert "ends where not every role has exactly one goal" in found.reason
    with pytest.raises(InputError, match="where not every role has exactly one goal"):
        prove("x never wins", game=str(path), engine="bounded")


CAN = {"wins": "win", "loses": "lose", "ties": "tie"}


@tabled()
def test_goals_may_be_constant_and_lemmas_none(goals: str, tmp_path: Path) -> None:
    """Nothing is remarked on where no goal of a kind, or no lemma, can ever hold."""
    path = game(tmp_path, goals)
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


# Two places by turns, or a pass: the goal is a tie, but no play ends.
ENDLESS = {"round": "next(at(1-N)) :- true(at(N)).", "pass": "next(at(N)) :- true(at(N))."}
PLACES = contents("engines/goalless_places.lp")


@pytest.mark.parametrize("engine", ["induction", "explicit", "auto"])
@pytest.mark.parametrize("which", ENDLESS)
def test_plays_that_never_end_are_never_ties(which: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "endless.lp"
    path.write_text(PLACES + ENDLESS[which], "utf-8")
    found = prove("always tie", game=str(path), engine=engine)
    assert found.verdict == ("unknown" if engine == "induction" else "refuted")
    assert prove("x never loses", game=str(path), engine=engine).verdict == "proved"


def test_what_is_no_fluent_is_told_by_induction(tmp_path: Path) -> None:
    path = game(tmp_path, "goal(P,50) :- role(P).")
    Path(path).write_text(Path(path).read_text().replace(" base(left).", ""), "utf-8")
    with pytest.raises(InputError, match=r"some play makes true what is no base\(F\)"):
        prove("x never loses", game=path, engine="induction")
