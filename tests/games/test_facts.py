"""Facts of games that the prover reads: of the wrong kind or out of range they are errors."""

from pathlib import Path

import pytest
from tables import contents, tabled

from ttt_asp.cli.execution import execute
from ttt_asp.games.load import load_game

Captured = pytest.CaptureFixture[str]


@tabled()
def test_what_is_right_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(text + "\n")
    assert load_game(str(path), {}).roles == ("x", "o")


STACK = contents("games/facts_stack.lp")


@tabled()
def test_a_horizon_that_cuts_makes_no_bait(
    horizon: str, status: int, message: str, tmp_path: Path, capsys: Captured
) -> None:
    """Where positions are looked at, and not plays, it does not matter where these are cut."""
    path = tmp_path / "stack.lp"
    path.write_text(f"{STACK}horizon({horizon}).\n")
    assert execute(["steal", "take", "-g", str(path)]) == status
    said = capsys.readouterr()
    assert message in said.out + said.err
