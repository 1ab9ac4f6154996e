"""Games of the Game Description Language, whose roles have capitals and dashes: every command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from tables import constant, tupled

GAME = Path(__file__).parents[1] / "games/gdl/tictactoe.kif"
COMMANDS: Any = {name: tupled(row) for name, row in constant(__file__, "COMMANDS").items()}


@pytest.mark.parametrize("which", COMMANDS)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_roles_are_called_what_the_file_calls_them(
    which: str, more: tuple[str, ...], run: Run
) -> None:
    done = run(*COMMANDS[which], "-g", GAME, *more)
    said = done.out or done.err
    assert "error: internal" not in said
    assert "xplayer" not in said and "o''player" not in said
    assert "XPlayer" in said or "O-Player" in said
    if more and done.out:
        assert json.loads(done.out).get("role") in (None, "XPlayer", "O-Player")


def test_a_place_and_a_game_played_say_so_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("prove", "O-Player never loses", "-r", "O-Player=nostrategy", "-g", GAME)
    assert done.status == 2 and done.err.startswith(
        "--role O-Player:1:1: error: there is no strategy"
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    done = run("play", "--against", "any", "-g", GAME)
    assert done.out.startswith("You are XPlayer; O-Player plays any")
