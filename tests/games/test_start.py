"""Claims from a position on, and positions that are none."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import oracle
import pytest
from conftest import Run, examples, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position

import ttt_asp
from ttt_asp import prove
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.games.start import begin_at, start_position

TERMS = ("any", "good_for_o", "first(defeat, defend, any)", "first(defeat, corner)")


def counted(position: Position, x: str, o: str) -> tuple[dict[str, int], int]:
    """The plays from a position by outcome, and the positions in them, by walking them all."""
    board, plays = Board(), dict[str, int]()
    seen = set[Position]()

    def walk(here: Position) -> None:
        seen.add(here)
        moves = oracle.choices(board, oracle.parse(x), oracle.parse(o), here)
        ended = oracle.status(board, here, moves, 0, None)
        if ended:
            plays[ended] = plays.get(ended, 0) + 1
            return
        for move in moves:
            walk(oracle.place(here, here.mover, move))

    walk(position)
    return plays, len(seen)


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
    plays, number = counted(position, x, o)
    assert found.position == text
    assert (found.positions, found.play and found.boards[0]) == (number, found.play and text)
    assert {end: many for end, many in (found.plays or {}).items() if many} == plays
    expected = "incomplete" if "stuck" in plays else "refuted" if "x" in plays else "proved"
    assert found.verdict == expected


def test_spellings_of_a_position() -> None:
    notation = Notation(load_game("tictactoe", {}))
    meant = notation.parse("..o/.xo/x.x")
    for text in ("__o_xox_x", "..o.xox.x", "__o/_xo/x_x", " __o_xox_x "):
        assert notation.parse(text) == meant, text
    meant = notation.parse("x../.o./..x")
    for text in ("X../.O./..X", "x . . / . o . / . . x", "X . . . O . . . X"):
        assert notation.parse(text) == meant, text
    corner = load_game("tictactoe", {"rows": "1", "cols": "4", "line": "2"})
    assert Notation(corner).parse("x_o_") == Notation(corner).parse("x.o.")
    with pytest.raises(InputError, match=r"'x_o' is not 1 row of 4 squares"):
        Notation(corner).parse("x_o")


def test_nobody_can_move_there(tmp_path: Path) -> None:
    rules = """%*! steps: one step, by whoever has the floor. *%
    role((a;b)). base((floor(a);floor(b);done)). init(floor(a)).
    legal(P,step) :- true(floor(P)). next(done) :- does(P,step). terminal :- true(done).
    goal(P,50) :- role(P). horizon(1).
    """
    game = load_game(str(write(tmp_path / "steps.lp", rules)), {})
    assert begin_at(game, "{floor(b)}").opening == frozenset({"floor(b)"})
    with pytest.raises(InputError, match="nobody has a legal move"):
        begin_at(game, "{}")
    assert begin_at(game, None) is game


def test_who_is_to_move_is_kept_where_marks_do_not_tell() -> None:
    text = "{marked(x,cell(1,1)), marked(x,cell(1,2)), turn(x)}"
    game = begin_at(load_game("tictactoe", {}), text)
    assert start_position(game) == text
    assert start_position(begin_at(load_game("tictactoe", {}), "xo./.../...")) == "xo./.../..."
    again = pickle.loads(pickle.dumps(game))  # as it is sent to another process
    assert (again.opening, again.init) == (game.opening, game.init)
    found = prove("x always wins by move 1", x="defeat", position=text)
    assert (found.verdict, found.position) == ("proved", text)


def test_every_command_begins_there(run: Run, tmp_path: Path) -> None:
    at = ("--position", "x___o___x")
    assert run("prove", "o never loses", "--o", "good_for_o", *at).out.startswith(
        "o never loses, from x../.o./..x: refuted"
    )
    found = json.loads(run("prove", "o never loses", "--o", "careful_o", *at, "--json").out)
    assert (found["verdict"], found["position"]) == ("proved", "x../.o./..x")
    solved = json.loads(run("solve", *at, "--json").out)
    assert (solved["positions"], solved["position"]) == (found_by_hand("any", "any"), "x../.o./..x")
    assert "Play begins at x../.o./..x." in run("compare", "any", "edge", "--as", "o", *at).out
    assert run("explain", "o never loses", "--o", "careful_o", *at).out.startswith(
        "o never loses, from x../.o./..x: proved"
    )
    rows = json.loads(run("matrix", "good_for_o", "any", *at, "--json").out)
    assert rows[0]["positions"] == found_by_hand("good_for_o", "good_for_o")
    alone = json.loads(run("matrix", "good_for_o", "any", *at, "--json", "-j", "2").out)
    assert alone == rows
    filled = run("fill", "o never loses", "--o", "first(defeat, defend, ?, any)", *at)
    assert filled.out.startswith("o never loses, from x../.o./..x: filled")
    page = tmp_path / "page.html"
    done = run("report", "o never loses", "--o", "good_for_o", *at, "-o", page)
    assert done.status == 1
    assert "From x../.o./..x: o, playing good_for_o, can lose" in page.read_text("utf-8")
    assert run("play", "--against", "any", *at).out.count("1. o: ") == 1


def test_what_changes_strategies_begins_there() -> None:
    at, lost = "x../.o./..x", "first(defeat, defend, corner, any)"
    begun = oracle.parse_board(at)

    def holds(o: str) -> bool:
        return not {"x", "stuck"} & counted(begun, "any", o)[0].keys()

    assert not holds(lost)
    mended = ttt_asp.repair("o never loses", o=lost, position=at, tactics=["edge", "fork"])
    assert mended.answer == "repaired"
    assert mended.after is not None
    assert mended.after.position == at
    assert holds(f"first({', '.join(mended.lines)})")
    overruled = ttt_asp.exceptions("o never loses", o=lost, position=at)
    assert overruled.answer == "repaired"
    begins = Notation(load_game("tictactoe", {})).parse(at)
    assert [one.position for one in overruled.overruled] == [begins]
    short = ttt_asp.shorten("o never loses", o="first(defeat, defend, edge, any)", position=at)
    assert short.verdict.position == at
    assert len(ttt_asp.walk(o=lost, position=at).shown) == found_by_hand("any", lost)


def test_many_match_ups_begin_there() -> None:
    """More than twelve are played from one table."""
    names = ("good_for_o", "good_for_x", "edge_mistake", "any")
    rows = ttt_asp.matrix(names, position="x___o___x").scores
    assert len(rows) == 16
    for row in rows:
        assert row.positions == found_by_hand(row.roles["x"], row.roles["o"])


def found_by_hand(x: str, o: str) -> int:
    """How many positions plays come to from two opposite corners and the center."""
    return counted(oracle.parse_board("x../.o./..x"), x, o)[1]
