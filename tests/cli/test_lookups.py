"""What there is, looked up from the command line: names, words, values."""

import json
import re

import oracle
import pytest

from ttt_asp.cli.execution import execute
from ttt_asp.games.load import game_names
from ttt_asp.strategies.composition import OPERATORS
from ttt_asp.strategies.library import open_library

Captured = pytest.CaptureFixture[str]


def listed(capsys: Captured, *arguments: str) -> str:
    """What a command prints."""
    assert execute(list(arguments)) == 0
    return capsys.readouterr().out


def test_games_are_listed_with_their_constants(capsys: Captured) -> None:
    out = listed(capsys, "list", "games")
    assert re.search(r"^ +-c rows=3, cols=3, line=3, ", out, re.MULTILINE)
    found = json.loads(listed(capsys, "list", "games", "--json"))["games"]
    const = {row["name"]: row["const"] for row in found if "const" in row}
    assert set(const) == set(game_names())
    assert const["chomp"] == {"rows": 3, "cols": 4}


def test_tactics_are_listed_by_the_games_they_are_for(capsys: Captured) -> None:
    found = json.loads(listed(capsys, "list", "tactics", "--json"))["tactics"]
    needs = {row["name"]: row["needs"] for row in found}
    assert set(needs) == {*open_library().names("tactic"), "any"}
    assert needs["fork"] == needs["defeat"] == "games of marks with lines"
    assert needs["center_or_corner"] == "games of marks with corners, edges or a middle"
    assert needs["even_arms"] == "chomp only"
    out = listed(capsys, "list", "tactics")
    assert out.index("  chomp only:\n") < out.index("  even_arms ") < out.index("  games of marks:")


@pytest.mark.parametrize("arguments", [(), ("games",), ("tactics", "-g", "chomp")])
def test_lists_keep_to_the_width(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = listed(capsys, "list", *arguments)
    assert max(map(len, out.splitlines())) <= 80 and "…" not in out
    monkeypatch.setenv("COLUMNS", "1000")
    assert out.split() == listed(capsys, "list", *arguments).split()


def test_what_is_for_a_game_is_listed_alone(capsys: Captured) -> None:
    found = json.loads(listed(capsys, "list", "-g", "chomp", "--json"))
    names = {kind: {row["name"] for row in rows} for kind, rows in found.items()}
    assert names["games"] == {"chomp"}
    assert names["tactics"] == {"any", "bite_diagonally", "even_arms", "one_fewer"}
    assert names["strategies"] == {"lag_behind", "mirror_arms"}
    assert "chomp.toml" in names["claims"] and "nakas.toml" not in names["claims"]


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_shown(operator: str, capsys: Captured) -> None:
    assert listed(capsys, "show", operator).startswith(operator)


def test_the_words_of_tactics_are_shown(capsys: Captured) -> None:
    out = listed(capsys, "show", "threatens")
    assert out.startswith("threatens(P,L,N) (asp/vocabulary/marks/threats.lp): P owns N squares of")
    assert execute(["show", "situation"]) == 2  # of frames, not for tactics


def test_a_tactic_goes_by_its_name(capsys: Captured) -> None:
    assert execute(["show", "strategies/tactics/fork.lp"]) == 2
    err = capsys.readouterr().err
    assert "a strategy is a name, not a file" in err
    assert "write fork, a name in the folder strategies" in err


def test_suggest_begins_at_the_beginning(capsys: Captured) -> None:
    assert "x to move: mark(cell(2,2))\n" in listed(capsys, "suggest", "center")


def values(text: str, role: str) -> dict[str, int]:
    """What each move at a position of plain tic-tac-toe is worth, by plain Python."""

    def worth(position: oracle.Position) -> int:
        board = oracle.Board()
        if (ended := oracle.result(board, position)) is not None:
            return {role: 100, "tie": 50}.get(ended, 0)
        after = [
            worth(oracle.place(position, position.mover, square))
            for square in oracle.legal(board, position)
        ]
        return max(after) if position.mover == role else min(after)

    position = oracle.parse_board(text, role)
    return {
        f"mark(cell({i},{j}))": worth(oracle.place(position, role, (i, j)))
        for i, j in oracle.legal(oracle.Board(), position)
    }


@pytest.mark.parametrize(("text", "role"), [("x../.o./..x", "o"), ("x../.o./...", "x")])
def test_solve_at_a_position_values_every_move(text: str, role: str, capsys: Captured) -> None:
    found = json.loads(listed(capsys, "solve", "--position", text, "--json"))
    assert {row["action"]: row["value"] for row in found["worths"]} == values(text, role)
    assert found["line"][0] in found["first"]
    assert len(found["line"]) == text.count(".")  # best play fills the board
    out = listed(capsys, "solve", "--position", text)
    assert f"{role} to move: " in out
    assert f"best line: 1. {role} mark" in out


def test_a_book_is_of_a_whole_game(capsys: Captured) -> None:
    assert execute(["solve", "--position", "x../.o./..x", "-o", "a/tactics/b.lp"]) == 2
    assert "a strategy is written for whole games" in capsys.readouterr().err
