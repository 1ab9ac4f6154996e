"""Games solved up to symmetry, held against the same without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from symmetric_games import RULES, random_game
from tables import tabled

from ttt_asp.analyses.best_play.solve import solve
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module


def same(game: str, const: dict[str, str], role: str | None, position: str | None = None) -> None:
    """Values, first moves, lines and whole books are the same."""
    book = position is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explore_module, "MANY", 0)
        plain = solve(game, const, Limits(symmetry=False), book, role, position)
        folded = solve(game, const, Limits(), book, role, position)
    assert plain.verdict == "solved"
    assert replace(folded, seconds=plain.seconds) == plain


@pytest.mark.no_cover
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10**6), st.sampled_from(["x", "o", None]))
@examples(4, hunt=25)
def test_random_games(
    tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, role: str | None
) -> None:
    game, _ = random_game(kind, seed, tmp_path_factory.mktemp("random"))
    same(game, {}, role)


@tabled()
def test_games(game: str, const: dict[str, str], position: str | None) -> None:
    same(game, const, None, position)
