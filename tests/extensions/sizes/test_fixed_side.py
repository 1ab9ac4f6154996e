"""Theorems about boards with a fixed number of columns and any number of rows, where marks fall."""

from pathlib import Path

import pytest
from conftest import NEEDS_Z3, write
from test_every_size import posed

from ttt_asp import Verdict, prove
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.extensions.sizes.certificate import proof_kept, verify_questions, verify_sizes
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

pytestmark = [pytest.mark.dear, pytest.mark.no_cover, NEEDS_Z3]

EVENS = r"""%*! evens: x has only odd heights, o only even ones, one on each square of x. *%
lemma(evens) :- not evens_broken.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 1.
evens_broken :- marked(o,cell(I,J)), I \ 2 = 0.
evens_broken :- marked(x,cell(I,J)), I \ 2 = 0, not marked(o,cell(I-1,J)).

% game connect_four rows=4 cols=3
"""
EVEN, ODD = "rows > 0, rows \\ 2 = 0", "rows > 0, rows \\ 2 = 1"


def claimed(folder: Path, every: str, columns: int) -> Verdict:
    """The verdict on claimeven as o, with the lemma, in a folder of strategies."""
    write(folder / "lemmas/evens.lp", EVENS)
    return prove("o never loses", o="claimeven", game="connect_four", const={"cols": columns},
                 every=every, lemmas=["evens"], strategies=folder)  # fmt: skip


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_the_second_player_answers_on_top_at_any_even_height(tmp_path: Path, columns: int) -> None:
    assert claimed(tmp_path, EVEN, columns).verdict == "proved"


@pytest.mark.parametrize("every", [ODD, "rows > 0"])
def test_nothing_of_it_holds_at_an_odd_height(tmp_path: Path, every: str) -> None:
    found = claimed(tmp_path, every, 2)
    assert found.verdict == "unknown" and found.reason.startswith("at rows = 3 a round from ")


def test_the_texts_of_its_proof_are_generated_anew(tmp_path: Path) -> None:
    """Where the search went astray on its way to them, too: that is in no certificate."""
    write(tmp_path / "lemmas/evens.lp", EVENS)
    problem = posed("o never loses", EVEN, {"o": "claimeven"}, "connect_four", const={"cols": "1"},
                    lemmas=("evens",), folders=(tmp_path,))  # fmt: skip
    held = proof_kept(problem, engine("sizes").prove(problem, Limits()), Limits())
    verify_sizes(held, Deadline())
    verify_questions(held, open_library([tmp_path]), Deadline())
