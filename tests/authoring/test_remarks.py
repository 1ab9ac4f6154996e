"""What `check` says of tactics that come to nothing or nothing new, `prove` of dead parts."""

from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import Run
from tables import constant, tupled

from ttt_asp.authoring.check import remarks
from ttt_asp.authoring.sampling import sample
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.strategies.library import open_library

GDL = Path(__file__).parents[1] / "games" / "gdl"
NOTES: Any = {name: tupled(row) for name, row in constant(__file__, "NOTES").items()}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / "tactics" / f"{name}.lp"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"%*! {name}. *%\n{text}\n")
    return path


@pytest.mark.parametrize("name", NOTES)
def test_notes_about_random_plays(name: str, tmp_path: Path, run: Run) -> None:
    text, note = NOTES[name]
    path = written(tmp_path, name, text)
    done = run("check", path)
    assert done.status == 0
    where = f"{path}: note: at 463 positions of random plays of tictactoe {name} "
    assert [line for line in done.err.splitlines() if "random plays" in line] == [where + note]


def test_an_atom_that_is_true_nowhere_is_named(tmp_path: Path, run: Run) -> None:
    text = "suggests(seven,P,mark(C)) :- role(P), free(C), marks(P,L,10), part_of(C,L)."
    path = written(tmp_path, "seven", text)
    done = run("check", path)
    assert (done.status, done.out) == (0, f"{path}: tactic, ok (0 examples)\n")
    assert done.err.splitlines()[1:] == [
        f"{path}:2:48: warning: marks(P,L,10) is true at no position of tictactoe",
        f"  {text}",
        " " * 49 + "^" * 13,
        "  marks(x,diag_space,0) can be",
    ]


@pytest.mark.parametrize("game", ["tictactoe.kif", "duel.kif", "nim.kif"])
def test_games_of_the_game_description_language_are_played(game: str, tmp_path: Path) -> None:
    loaded = load_game(str(GDL / game), {})
    path = written(tmp_path, "every", "suggests(every,P,A) :- legal(P,A).")
    library = open_library([tmp_path])
    warnings, notes = remarks(library.entries["every"].read(), "every", loaded, library)
    assert warnings == []
    assert len(notes) == 1
    assert notes[0].endswith("every recommends all that is legal, as any does")
    assert path.exists()


def test_the_plays_are_plays_of_the_game() -> None:
    """Who is to move, what is legal and what tactics say, position by position, by the oracle."""
    game, board = load_game("tictactoe", {}), oracle.Board()
    notation, library = Notation(game), open_library()
    names = ("defeat", "defend", "fork", "corner")
    found = sample(game, {name: library.entries[name].read() for name in names})
    for moment in found.moments:
        assert moment.role == notation.mover(moment.position)
        position = oracle.parse_board(str(notation.write(moment.position)), moment.role)
        free = oracle.legal(board, position)
        assert moment.legal == {f"mark(cell({i},{j}))" for i, j in free}
        for name in names:
            squares = oracle.suggests(name, board, position, moment.role) & free
            assert moment.of(name) == {f"mark(cell({i},{j}))" for i, j in squares}
    assert len(found.moments) == 463


def test_prove_names_the_parts_that_decide_nowhere(tmp_path: Path, run: Run) -> None:
    written(tmp_path, "mute", NOTES["mute"][0])
    prove = ("prove", "x never loses", "--engine", "explicit", "--x")
    done = run(*prove, "first(defeat, mute, any)", "-S", tmp_path)
    assert "  warning: mute of x's strategy decides nowhere\n" in done.out
    assert "any of" not in done.out
    assert "warning" not in run(*prove, "first(defeat, defend, any)").out
