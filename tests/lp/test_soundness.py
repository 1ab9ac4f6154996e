"""What a proof rests on: no file, strategy, horizon or option makes plays go missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import tactic
from tables import tabled

from ttt_asp import InputError, prove


@tabled()
@pytest.mark.parametrize("term", ["trick", "opponent(trick)"])
@pytest.mark.parametrize("claim", ["x never loses", "always tie"])
def test_a_strategy_that_suggests_only_illegal_squares_is_incomplete(
    body: str, claim: str, term: str, tmp_path: Path
) -> None:
    text = f"suggests(trick,P,mark(C)) :- role(P), {body}.\n"
    tactic(tmp_path, "trick", text)
    found = prove(claim, x=term, strategies=[tmp_path])
    assert found.verdict == "incomplete" and found.play is not None
    assert found.play.moves == () and found.boards == (".../.../...",)
    assert found.reason == "x's strategy recommends nothing in the last position"


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", [0, 1, 4, 5, 8])
@pytest.mark.parametrize("claim", ["x never loses", "x always wins by move 9"])
def test_a_horizon_shorter_than_the_game_proves_nothing(claim: str, horizon: int) -> None:
    found = prove(claim, x="newell_simon", horizon=horizon)
    assert found.verdict != "proved"
    if horizon < 5:
        assert found.verdict == "unknown" and found.play is not None
        assert found.play.ending == "cut" and len(found.play.moves) == horizon


@pytest.mark.no_cover
@pytest.mark.parametrize("horizon", [9, 30])
def test_a_longer_horizon_changes_nothing(horizon: int) -> None:
    assert prove("x never loses", x="good_for_x", horizon=horizon).verdict == "proved"


@pytest.mark.parametrize(
    "option",
    ["-c", "--const=rows=2", "--project", "--models=0", "--opt-mode=ignore", "--outf=2",
     "--text", "--time-limit=1", "--enum-mode=brave", "--warn=none", "--mode=gringo"],
)  # fmt: skip
def test_clingo_options_that_are_no_options_of_the_search(option: str) -> None:
    with pytest.raises(InputError, match=f"{option} cannot be passed on to clingo"):
        prove("x never loses", x="good_for_x", clingo_options=[option])


@pytest.mark.parametrize(
    "option",
    ["--sat-prepro=2", "--eq=-1", "--loops=no", "--backprop", "--trans-ext=all",
     "--configuration=tweety", "--parallel-mode=2", "--lookahead=atom", "--heuristic=Vsids"],
)  # fmt: skip
def test_options_of_the_search_do_not_change_verdicts(option: str) -> None:
    given, board = [option], {"rows": 2, "line": 2}  # on 3x3 looking ahead takes seconds
    x = "first(defeat, defend, any)"
    assert prove("x never loses", x=x, const=board, clingo_options=given).verdict == "proved"
    assert prove("x never loses", const=board, clingo_options=given).verdict == "refuted"


def test_a_limit_of_clingos_is_unknown() -> None:
    limit = ["--solve-limit=0"]
    found = prove("x never loses", x="careful_o", engine="bounded", clingo_options=limit)
    assert found.verdict == "unknown"
    assert found.reason == "clingo stopped at a limit before the search was over"
