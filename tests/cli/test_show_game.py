"""`show GAME` and `check GAME`: what a game has, and whether it is well-formed."""

from pathlib import Path

import pytest

from ttt_asp.cli.execution import execute

Captured = pytest.CaptureFixture[str]
GDL = Path(__file__).parents[1] / "games" / "gdl"


def shown(capsys: Captured, *arguments: str) -> str:
    """The output of `show`."""
    assert execute(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_our_own(capsys: Captured) -> None:
    text = shown(capsys, "tictactoe", "-c", "cols=4")
    assert "  constants   rows=3, cols=4 (default 3), line=3, maker_breaker=0, misere=0\n" in text
    assert (
        "  board       12 squares, 4 corners, 6 edges, 2 middles, 14 lines, 4 diagonals\n" in text
    )
    assert "  replaces    asp/vocabulary/lines/win_length.lp, the whole file: win_length/1" in text
    assert "  zero-sum    yes" in text
    assert "  positions   yes      111,973 are reachable\n" in text


def test_a_game_in_infix_notation(capsys: Captured) -> None:
    text = shown(capsys, str(GDL / "tictactoe.hrf"))
    assert "  constants   none\n" in text
    assert "8 lines, 2 diagonals\n" in text
    assert "  recognised  as a game of lines\n" in text
    assert "  positions   yes      5,478 are reachable\n" in text


def test_many_positions_are_not_looked_at(capsys: Captured) -> None:
    text = shown(capsys, "tictactoe", "-c", "rows=4", "-c", "cols=4")
    assert "  positions   unknown  the limit of 200,000 positions was reached" in text


def test_a_file_s_kind_is_seen_by_check(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("size(2,2). in_a_row(2).\n")
    assert execute(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: game, ok\n  playable    yes")
    path.write_text("role(x). base(a). init(a). legal(x,go). next(a). terminal :- true(b).\n"
                    "base(b). goal(x,50).\n")  # fmt: skip
    assert execute(["check", str(path)]) == 1
    assert "  terminates  no       a play can go on for ever" in capsys.readouterr().out


def test_a_folder_of_games(capsys: Captured) -> None:
    """In one of them play can go on for ever: status 1."""
    assert execute(["check", str(GDL)]) == 1
    assert "nim.kif: game, ok\n" in capsys.readouterr().out


def test_constants_are_those_of_the_game_that_is_checked(capsys: Captured) -> None:
    """No other game has to have them: `bricks` is no constant of the default game."""
    assert execute(["check", "tictactoe", "-c", "cols=4"]) == 0
    assert "  positions   yes      111,973 are reachable\n" in capsys.readouterr().out
    assert execute(["check", "pick_up_bricks", "-c", "bricks=5"]) == 0
    assert "  terminates  yes      no play has more than 5 moves\n" in capsys.readouterr().out
    assert execute(["check", "tictactoe", "-c", "bricks=5"]) == 2
    printed = capsys.readouterr()
    assert "-c bricks=5: error: asp/games/tictactoe.lp declares no constant" in printed.err
    assert printed.out == "tictactoe: game, wrong\n"
