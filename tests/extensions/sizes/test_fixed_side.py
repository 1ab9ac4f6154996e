"""Theorems about boards with a fixed number of columns and any number of rows, where marks fall."""

from pathlib import Path

import pytest
from conftest import NEEDS_Z3, write
from test_every_size import posed

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.sizes import engine
from ttt_asp.limits import Limits

pytestmark = [pytest.mark.dear, pytest.mark.no_cover, NEEDS_Z3]

EVENS = r"""%*! evens: x has only odd heights, o only even ones, one on each square of x. *%
lemma(evens) :- not evens_broken.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 1.
evens_broken :- marked(o,cell(I,J)), I \ 2 = 0.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 0, not marked(o,cell(I-1,J)).

% game connect_four rows=4 cols=3
"""
EVEN, ODD = "rows > 0, rows \\ 2 = 0", "rows > 0, rows \\ 2 = 1"


@pytest.mark.parametrize("columns", ["1", "2", "3"])
def test_the_second_player_answers_on_top_at_any_even_height(tmp_path: Path, columns: str) -> None:
    write(tmp_path / "lemmas/evens.lp", EVENS)
    problem = posed("o never loses", EVEN, {"o": "claimeven"}, "connect_four",
                    const={"cols": columns}, lemmas=("evens",), folders=(tmp_path,))  # fmt: skip
    assert engine.prove(problem, Limits(Deadline())).verdict == "proved"


def test_nothing_of_it_holds_at_an_odd_height(tmp_path: Path) -> None:
    write(tmp_path / "lemmas/evens.lp", EVENS)
    for every in (ODD, "rows > 0"):
        problem = posed("o never loses", every, {"o": "claimeven"}, "connect_four",
                        const={"cols": "2"}, lemmas=("evens",), folders=(tmp_path,))  # fmt: skip
        found = engine.prove(problem, Limits(Deadline()))
        assert found.verdict == "unknown" and found.reason.startswith("at rows = 3 a round from ")
