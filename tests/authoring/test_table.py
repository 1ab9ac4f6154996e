"""`ttt-asp new book`: tables of positions and replies as tactics."""

import random
from pathlib import Path

import pytest
from conftest import tactic

from ttt_asp import prove
from ttt_asp.authoring.reply_table import book_of
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.paths import STRATEGIES
from ttt_asp.positions.position import advise
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

Captured = pytest.CaptureFixture[str]
NQTHM = Path(__file__).parents[1] / "oracles" / "nqthm_book.csv"


def table(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text, "utf-8")
    return path


def rules(text: str) -> str:
    """A tactic's file without its first doc block."""
    return text.split("*%", 1)[1]


def test_the_librarys_book_is_what_the_command_makes_of_the_table() -> None:
    text, number = book_of(NQTHM, "nqthm_replies", load_game("tictactoe", {}), Deadline())
    assert number == 164
    assert rules(text) == rules((STRATEGIES / "tactics/nqthm_replies.lp").read_text())


@pytest.mark.slow
def test_a_book_says_what_its_table_says(tmp_path: Path, capsys: Captured) -> None:
    rows = [line.split(",") for line in NQTHM.read_text().split()[1:]]
    game, notation = load_game("tictactoe", {}), Notation(load_game("tictactoe", {}))
    assert execute(["new", "book", "mine", "--from", str(NQTHM), "-S", str(tmp_path)]) == 0
    assert "it has 164 positions" in capsys.readouterr().out
    assert execute(["check", str(tmp_path)]) == 0
    mine = load_strategy("mine", "o", game, open_library([tmp_path]))
    for board, reply in random.Random(1).sample(rows, 12):
        written = "/".join(board[n : n + 3] for n in (0, 3, 6))
        said = advise(game, "o", mine, notation.parse(written), Deadline()).suggested
        row, column = divmod(int(reply), 3)
        assert said == (f"mark(cell({row + 1},{column + 1}))",)


def test_every_way_to_write_a_row(tmp_path: Path) -> None:
    """Terms and numbers, rows and fluents, quotes, blank lines, other ends of lines, a role."""
    text = (
        "\ufeffposition, action ,role\r\n"
        "x../.../...,mark(cell(2,2)),o\r\n"
        "\r\n"
        '"x../.../..x","mark( cell(2,2) )",o\n'
        ' .x.......  , 4,"o"\n'
        '"{turn(o), marked(x,cell(2,2))}",0,o\n'
        '"{turn(o), marked(x,cell(2,2))}",8,o\n'
        "....x....,0,o\n"
    )
    text = text.replace("mark(cell(2,2)),o\r", '"mark(cell(2,2))",o\r')
    made, number = book_of(table(tmp_path, text), "it", load_game("tictactoe", {}), Deadline())
    assert number == 4  # one stands there three times, with two replies: both are allowed
    tactic(tmp_path, "it", made)
    game, library = load_game("tictactoe", {}), open_library([tmp_path])
    notation, it = Notation(game), load_strategy("it", "o", game, library)
    for board, expected in (
        ("x../.../...", ("mark(cell(2,2))",)),
        ("x../.../..x", ("mark(cell(2,2))",)),
        (".x./.../...", ("mark(cell(2,2))",)),
        (".../.x./...", ("mark(cell(1,1))", "mark(cell(3,3))")),
        ("..x/.../...", ()),
    ):
        assert advise(game, "o", it, notation.parse(board, "o"), Deadline()).suggested == expected


def test_books_of_other_games_and_boards(tmp_path: Path) -> None:
    game = load_game("hypercube", {"dim": "3"})
    first = "x../.../...|.../.../...|.../.../..."
    text = f'position,action\n{first},"mark(cell(2,2,2))"\n'
    made, _ = book_of(table(tmp_path, text), "cube", game, Deadline())
    assert "mark(cell(2,2,2))" in made
    wide = load_game("tictactoe", {"rows": "2", "cols": "5"})
    made, _ = book_of(table(tmp_path, "board,reply\nx.........,9\n"), "wide", wide, Deadline())
    assert "mark(cell(2,5))" in made


def test_all_bad_rows_are_said(tmp_path: Path) -> None:
    path = table(tmp_path, "board,reply\n........x,8\n........x,4\n.......x.,7\n")
    with pytest.raises(InputError) as caught:
        book_of(path, "it", load_game("tictactoe", {}), Deadline())
    assert [d.location.line for d in caught.value.diagnostics if d.location] == [2, 4]


def test_files_and_names_that_cannot_be(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "latin.csv").write_bytes(b"board,reply\n\xe9")
    for name, message in (
        ("latin.csv", "not UTF-8"),
        ("none.csv", "no such file"),
        (".", "a directory"),
    ):
        line = ["new", "book", "it", "--from", str(tmp_path / name), "-S", str(tmp_path)]
        assert execute(line) == 2
        assert message in capsys.readouterr().err
    path = table(tmp_path, "board,reply\n........x,4\n")
    for name, message in (("pick", "an operator's name"), ("rows", "a constant"), ("It", "not a")):
        assert execute(["new", "book", name, "--from", str(path), "-S", str(tmp_path)]) == 2
        assert message in capsys.readouterr().err
    again = ["new", "book", "it", "--from", str(path), "-S", str(tmp_path)]
    assert [execute(again), execute(again)] == [0, 2]


def test_the_name_of_a_table_is_no_rule(tmp_path: Path) -> None:
    path = tmp_path / "a *% free(cell(1,1)). %*.csv"
    path.write_text("board,reply\n........x,4\n")
    made, _ = book_of(path, "it", load_game("tictactoe", {}), Deadline())
    assert "free(" not in made


def test_the_nqthm_player_in_every_engine() -> None:
    for engine in ("bounded", "explicit"):
        assert prove("o never loses", o="nqthm_book", engine=engine).verdict == "proved"
