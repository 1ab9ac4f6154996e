"""docs/listing.lp, by bare clingo: what the paper's listing cannot see."""

from pathlib import Path

import clingo
import pytest
from oracle import Board, explore
from tables import tabled

LISTING = Path(__file__).parents[2] / "docs" / "listing.lp"


def plays(x: str, o: str, ask: str = "play", mended: int = 0) -> int:
    """How many answer sets there are."""
    told: list[str] = []
    chosen = {"x_plays": x, "o_plays": o, "ask": ask, "mended": str(mended)}
    options = ["0", *(part for name in chosen for part in ("-c", f"{name}={chosen[name]}"))]
    control = clingo.Control(options, lambda _, message: told.append(message))
    control.load(str(LISTING))
    control.ground()
    assert not told
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


@pytest.mark.parametrize("o", ["any", "good_for_o"])
def test_the_strategy_of_x_has_no_play_at_all(o: str) -> None:
    """It forks on the square that x owns: two of the lines there are open after any reply."""
    assert plays("good_for_x", o) == 0


def test_the_claim_that_is_false_passes() -> None:
    assert plays("any", "good_for_o") > 0
    assert plays("any", "good_for_o", "x_wins") == 0
    assert explore(Board(), "any", "good_for_o").plays["x"] > 0


def test_the_board_after_the_ninth_move_is_not_looked_at() -> None:
    assert plays("any", "any", "tie") == 0


@tabled()
def test_mended_it_has_the_plays_that_there_are(x: str, o: str) -> None:
    """Nothing else is wrong with it: ended plays are as the oracle counts them."""
    expected = explore(Board(), x, o).plays
    found = {ask: plays(x, o, ask, mended=1) for ask in ("x_wins", "o_wins", "tie")}
    assert found == {"x_wins": expected["x"], "o_wins": expected["o"], "tie": expected["tie"]}
