"""Analogies of drawn tactics that treat squares differently, against all positions one by one."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import oracle
import pytest
import test_analogies
from conftest import examples, tactic
from drawn_tactics import Squares, rule_tactic
from hypothesis import given
from hypothesis import strategies as st
from test_analogies import BOARD, named, respects, says, symmetries


@given(st.randoms(use_true_random=False), st.sampled_from("xo"))
@examples(1)
def test_against_all_positions(chance: random.Random, role: str) -> None:
    names = {square: named(square) for square in sorted(BOARD.squares)}
    drawn = rule_tactic(chance, Squares(names, BOARD.lines, BOARD.corners))

    def said(_: oracle.Board, position: oracle.Position, player: str) -> oracle.Squares:
        return drawn.says(position.marks(player), position.marks(oracle.other(player)))

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setitem(oracle.TACTICS, "lop", said)
        for known in (says, oracle.suggests, oracle.parse):
            known.cache_clear()
        tactic(Path(folder), "lop", drawn.text("lop"))
        respected = sum(respects(says("lop", role), to) for to in symmetries())
        test_analogies.test_against_all_positions("lop", role, respected, Path(folder))
