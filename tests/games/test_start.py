"""Positions as people write them, and claims from one on; every command is in start.md."""

from dataclasses import dataclass

import oracle
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position
from tables import tabled

import ttt_asp
from ttt_asp import prove

TERMS = ("any", "good_for_o", "first(defeat, defend, any)", "first(defeat, corner)")
CORNERS = oracle.parse_board("x../.o./..x")


@dataclass(frozen=True)
class Begun(Board):
    """Tic-tac-toe from a position on."""

    start: Position = oracle.INITIAL


def counted(position: Position, x: str, o: str) -> oracle.Exploration:
    return oracle.explore(Begun(start=position), x, o)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position after three to five random moves."""
    position = oracle.INITIAL
    for _ in range(draw(st.integers(3, 5))):
        moves = sorted(oracle.legal(Board(), position))
        if not moves:
            break
        position = oracle.place(position, position.mover, draw(st.sampled_from(moves)))
    return position


@given(positions(), st.sampled_from(TERMS), st.sampled_from(TERMS), st.booleans())
@examples(6, hunt=10)
def test_plays_from_a_position_are_the_oracles(
    position: Position, x: str, o: str, word: bool
) -> None:
    text = oracle.show_board(Board(), position)
    given_so = text.replace("/", "").replace(".", "_") if word else text
    found = prove("o never loses", x=x, o=o, position=given_so)  # cross-checked
    expected = counted(position, x, o)
    assert found.position == text
    assert (found.positions, found.play and found.boards[0]) == (
        expected.positions,
        found.play and text,
    )
    plays = dict(found.plays or {})
    assert (plays.pop("stuck", 0), plays) == (expected.stuck, expected.plays)
    verdict = "incomplete" if expected.stuck else "proved"
    assert found.verdict == ("refuted" if expected.count("x") else verdict)


@tabled()
def test_changes_of_strategies_keep_what_they_are_to_keep(o: str, kept: bool) -> None:
    """Those that start.md shows."""
    found = counted(CORNERS, "any", o)
    assert kept == (not found.stuck and not found.count("x"))


def test_many_match_ups_begin_at_a_position() -> None:
    """More than twelve are played from one table."""
    names = ("good_for_o", "good_for_x", "edge_mistake", "any")
    rows = ttt_asp.matrix(names, position="x___o___x").scores
    assert len(rows) == 16
    for row in rows:
        assert row.positions == counted(CORNERS, row.roles["x"], row.roles["o"]).positions
    lost = "first(defeat, defend, corner, any)"
    shown = ttt_asp.walk(o=lost, position="x___o___x").shown
    assert len(shown) == counted(CORNERS, "any", lost).positions
