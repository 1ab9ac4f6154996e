"""Positions as people write them, and claims from one on; every command is in start.md."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass

import oracle
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position
from tables import DATA, tabled

import ttt_asp
from ttt_asp import prove
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.start import begin_at

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


def test_it_is_the_same_position_in_another_process() -> None:
    """Where marks do not tell who is to move, that is kept."""
    text = "{marked(x,cell(1,1)), marked(x,cell(1,2)), turn(x)}"
    game = begin_at(load_game("tictactoe", {}), text)
    again = pickle.loads(pickle.dumps(game))
    assert (again.opening, again.init) == (game.opening, game.init)
    assert begin_at(game, None) is game


@tabled()
def test_changes_of_strategies_keep_what_they_are_to_keep(o: str, kept: bool) -> None:
    """Those that start.md shows."""
    found = counted(CORNERS, "any", o)
    assert kept == (not found.stuck and not found.count("x"))


def test_many_match_ups_begin_there() -> None:
    """More than twelve are played from one table."""
    names = ("good_for_o", "good_for_x", "edge_mistake", "any")
    rows = ttt_asp.matrix(names, position="x___o___x").scores
    assert len(rows) == 16
    for row in rows:
        assert row.positions == counted(CORNERS, row.roles["x"], row.roles["o"]).positions
    lost = "first(defeat, defend, corner, any)"
    shown = ttt_asp.walk(o=lost, position="x___o___x").shown
    assert len(shown) == counted(CORNERS, "any", lost).positions


@tabled()
def test_boards_are_read_and_written(
    game: str,
    const: Mapping[str, str] | None,
    text: str,
    role: str | None,
    fluents: list[str] | None,
    mover: str,
    board: str | None,
) -> None:
    """A text stands for these fluents, and for the same position as the board written for it."""
    notation = Notation(load_game(str(DATA.parent / game) if "/" in game else game, const or {}))
    position = notation.parse(text, role)
    assert notation.mover(position) == mover
    assert fluents is None or position == set(fluents)
    assert notation.has_board == (notation.text(position)[0] != "{")
    spelt = "{" + ", ".join(map(notation.game.spelt, position)) + "}"
    assert notation.parse(spelt) == position
    if text[0] != "{":
        assert notation.write(position) == (board or text)
        assert notation.parse(board or text, role) == position
