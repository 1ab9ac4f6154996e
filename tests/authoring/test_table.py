"""`ttt-asp new book`: tables of positions and replies as tactics."""

import random
from pathlib import Path

import pytest
from conftest import tactic

from ttt_asp.authoring.reply_table import book_of
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline
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
