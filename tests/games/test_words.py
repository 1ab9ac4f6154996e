"""Positions in one word, as programs in Scheme write them."""

import pytest
from tables import tabled

from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation


@tabled()
def test_a_word_is_its_rows(word: str, rows: str) -> None:
    notation = Notation(load_game("tictactoe", {}))
    assert notation.parse(word) == notation.parse(rows)
    assert notation.write(notation.parse(word)) == rows


def test_a_word_has_the_boards_length_and_no_rows() -> None:
    wide = Notation(load_game("tictactoe", {"rows": "2", "cols": "4"}))
    assert wide.write(wide.parse("x__oo__x")) == "x..o/o..x"
    row = Notation(load_game("tictactoe", {"rows": "1", "cols": "5"}))
    assert row.write(row.parse("x_o__")) == "x.o.."
    for word in ("x__oo__x_", "x__/o___"):
        with pytest.raises(InputError):
            wide.parse(word)
