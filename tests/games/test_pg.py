"""The published format for positional games."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import tabled

from ttt_asp import prove
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.games.load import load_game
from ttt_asp.games.pg import parse_pg, rules_of
from ttt_asp.solving.run import Run

GOOD = "#times\nt1 t2\n#blackturns\nt1\n#positions\na b\n#blackwins\na b\n"


def test_what_a_file_says() -> None:
    text = "%% title\n#TIMES\nt1 t2 % two\nt3\n\n#positions\nB not 07 7\n#blackwins\nB not\nnot B\n"
    found = parse_pg(text, "it.pg")
    assert found.flat("#times") == ["t1", "t2", "t3"]
    rules = rules_of(found)
    assert [line for line in rules.split() if line.startswith("square(")] == [
        'square("B").',
        'square("not").',
        'square("07").',
        "square(7).",
    ]
    assert rules.count("winning_set(") == 1  # the same set twice
    assert "begins" not in rules  # three white moves in a row


def test_squares_may_be_called_like_constants(tmp_path: Path) -> None:
    path = tmp_path / "named.pg"
    path.write_text(GOOD.replace("a b", "misere maker_breaker"))
    game = load_game(str(path), {})
    squares = {str(square) for (square,) in game.facts["square"]}
    assert squares == {'"misere"', '"maker_breaker"'}
    assert prove("white always wins", game=str(path)).verdict == "proved"


def test_sets_of_both_are_one_line_each(tmp_path: Path) -> None:
    path = tmp_path / "both.pg"
    path.write_text(GOOD + "#whitewins\nb a\n")
    game = load_game(str(path), {})
    assert len(game.facts["winning_set"]) == 1
    assert {str(role) for role, _ in game.facts["line_for"]} == {"black", "white"}
    assert game.roles == ("black", "white")
    assert prove("always tie", game=str(path)).verdict == "proved"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "it.pg"
    path.write_bytes(b"#times\n\xff\n")
    with pytest.raises(InputError, match="it.pg:2:1: error: the file is not UTF-8 text"):
        load_game(str(path), {})
    with pytest.raises(InputError, match="this is a directory, not a file"):
        (tmp_path / "folder.pg").mkdir()
        load_game(str(tmp_path / "folder.pg"), {})


@tabled()
def test_induction_is_for_moves_in_turn(
    black: str, squares: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "order.pg"
    text = GOOD.replace("t1 t2\n", "t1 t2 t3 t4\n").replace("\nt1\n", f"\n{black}\n")
    path.write_text(text.replace("#positions\na b", f"#positions\n{squares}"))

    def ground(run: Run) -> None:
        raise AssertionError("nothing need be ground to see that")

    with monkeypatch.context() as patch, pytest.raises(Unsuited, match=message):
        patch.setattr(Run, "ground", ground)
        prove("white never loses", game=str(path), engine="induction")
    # in turn, until the board is full: the same engine does answer
    path.write_text(GOOD)
    assert prove("white never loses", game=str(path), engine="induction").verdict == "proved"
