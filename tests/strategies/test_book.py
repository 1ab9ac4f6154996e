"""Books: tables of positions and actions as tactic files."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import tactic

from ttt_asp.authoring.check import check_file
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.positions.position import advise
from ttt_asp.strategies.book import book
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import load_strategy

OPENING = ({"turn(x)"}, ["mark(cell(2,2))"])
REPLY = (
    {"turn(x)", "marked(x,cell(2,2))", "marked(o,cell(1,1))"},
    ["mark(cell(3,3))", "mark(cell(3,1))"],
)


def test_a_book_recommends_at_its_positions_and_nowhere_else(tmp_path: Path) -> None:
    path = tactic(tmp_path, "tiny", book("tiny", "x", [OPENING, REPLY], "two pages.", "this test"))
    game, library = load_game("tictactoe", {}), open_library([tmp_path])
    assert check_file(path, game, library).problems == ()
    tiny, notation = load_strategy("tiny", "x", game, library), Notation(game)

    def says(board: str, role: str) -> tuple[str, ...]:
        return advise(game, role, tiny, notation.parse(board, role), Deadline()).recommended

    assert says(".../.../...", "x") == ("mark(cell(2,2))",)
    assert says("o../.x./...", "x") == ("mark(cell(3,1))", "mark(cell(3,3))")
    for board, role in (
        (".../.../...", "o"),  # somebody else's turn
        ("o../.x./...", "o"),
        (".../.x./...", "x"),  # a mark less, and one more
        ("oo./.x./...", "x"),
        (".o./.x./...", "x"),
    ):
        assert says(board, role) == ()


def test_what_is_no_book_is_refused() -> None:
    for pages, why in (
        ([], "has no pages"),
        ([(set(), ["go"])], "page 1 of the book tiny has no fluents"),
        ([OPENING, ({"turn(x)"}, [])], "page 2 of the book tiny has no actions"),
    ):
        with pytest.raises(InputError, match=why):
            book("tiny", "x", pages, "nothing.", "this test")
