"""Facts of games that the prover reads: of the wrong kind or out of range they are errors."""

from pathlib import Path

import pytest
from tables import contents, tabled

from ttt_asp import InputError
from ttt_asp.cli.execution import execute
from ttt_asp.games.load import load_game

Captured = pytest.CaptureFixture[str]
SET = "winning_set(a). part_of((1;2),a).\n"
GRID = "in_a_row(2).\n"
LINES = "size(2,2). in_a_row(2).\n"

# What stands before, the fact on line 2, and what is said of it.


@tabled()
def test_kinds_and_ranges(before: str, fact: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(before + fact + "\n")
    with pytest.raises(InputError) as caught:
        load_game(str(path), {})
    (found,) = caught.value.diagnostics
    assert str(found.location) == f"{path}:2:1"
    assert found.message.startswith(message)


@tabled()
def test_what_is_right_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(text + "\n")
    assert load_game(str(path), {}).roles == ("x", "o")


@tabled()
def test_constants_of_our_games(game: str, constants: dict[str, str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_game(game, constants)
    assert str(caught.value).startswith(message)


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
