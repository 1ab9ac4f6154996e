"""Games are remembered, by what their files say."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import write

from ttt_asp.games import load
from ttt_asp.games.load import load_game


def test_a_game_is_what_its_file_says_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games" / "tictactoe.lp"
    built_in = load_game("tictactoe", {})
    assert load_game("tictactoe", {}) is built_in
    assert load_game("tictactoe", built_in.constants) is built_in  # as answers name it
    assert load_game("tictactoe", {"rows": "3"}) is built_in
    assert load_game("tictactoe", built_in.constants) is built_in
    write(path, built_in.rules.text.decode() + "% elsewhere\n")
    monkeypatch.setattr("ttt_asp.games.load.ASP", tmp_path)
    assert load_game("tictactoe", {}).rules.path == path
    monkeypatch.undo()
    assert load_game("tictactoe", {}) is built_in
    for square in ("a", "b"):
        write(path, f"winning_set(w). part_of({square},w).\n")
        assert f"marked(x,{square})" in load_game(str(path), {}).base


def test_the_latest_games_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MOST_LOADED", 4)
    monkeypatch.setattr(load, "LOADED", {})
    default = load.load_game("pick_up_bricks", {})
    for bricks in range(1, 9):
        game = load.load_game("pick_up_bricks", {"bricks": str(bricks)})
        assert load.load_game("pick_up_bricks", {"bricks": str(bricks)}) is game
        assert load.load_game("pick_up_bricks", {}) is default, "it was asked for just now"
        assert len(load.LOADED) <= 4
    assert load.load_game("pick_up_bricks", {"bricks": "7"}).init == {"left(7)", "turn(x)"}


def test_a_game_is_remembered_by_all_its_constants_too(monkeypatch: pytest.MonkeyPatch) -> None:
    constants = load.load_game("pick_up_bricks", {}).constants
    monkeypatch.setattr(load, "MOST_LOADED", 5)
    monkeypatch.setattr(load, "LOADED", {})
    load.load_game("pick_up_bricks", constants)
    load.load_game("pick_up_bricks", {})
    for bricks in "567":  # of which the last is one too many
        load.load_game("pick_up_bricks", {"bricks": bricks})
    assert load.load_game("pick_up_bricks", {}) is load.load_game("pick_up_bricks", constants)


def test_nothing_is_forgotten_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load.MOST_LOADED >= 60
    monkeypatch.setattr(load, "MOST_LOADED", 8)
    monkeypatch.setattr(load, "LOADED", {})
    games = [load.load_game("pick_up_bricks", {"bricks": str(n)}) for n in range(1, 7)]
    for game in games:
        assert load.load_game("pick_up_bricks", game.constants) is game
