"""Facts of games that the prover reads: of the wrong kind or out of range they are errors."""

from pathlib import Path

import pytest

from ttt_asp import InputError
from ttt_asp.cli.execution import execute
from ttt_asp.games.load import load_game

Captured = pytest.CaptureFixture[str]
SET = "winning_set(a). part_of((1;2),a).\n"
GRID = "in_a_row(2).\n"
LINES = "size(2,2). in_a_row(2).\n"

# What stands before, the fact on line 2, and what is said of it.
WRONG = [
    (SET, "horizon(0-1).", "horizon(-1): -1 is not a number from 0 to 1000000"),
    (SET, "horizon(nine).", "horizon(nine): nine is not a number from 0 to 1000000"),
    (SET, 'horizon("9").', 'horizon("9"): "9" is not a number'),
    (SET, "horizon(2000000).", "horizon(2000000): 2000000 is not a number from 0 to"),
    (SET, "horizon((3;0-2)).", "horizon(-2): -2 is not a number"),
    (SET, "after_moves(turn(x),few).", "after_moves(turn(x),few): few is not a number, 0 or more"),
    (SET, "after_moves(turn(x),0-1).", "after_moves(turn(x),-1): -1 is not a number, 0 or more"),
    (SET, "after_moves(noon,12).", "after_moves(noon,12): noon is not a fluent"),
    (SET, "place(C,0-5,2) :- square(C).", "place(1,-5,2): -5 is not a number from 1 to 1000000"),
    (SET, "place(C,0,1) :- square(C).", "place(1,0,1): 0 is not a number from 1 to 1000000"),
    (SET, "place(C,top,2) :- square(C).", "place(1,top,2): top is not a number"),
    (
        SET,
        "place(C,1000000,1000000) :- square(C).",
        "place(1,1000000,1000000): a board of 1,000,000,000,000 squares is too large",
    ),
    (SET, "drawn(marked(x,1),0,1,x).", "drawn(marked(x,1),0,1,x): 0 is not a number from 1 to"),
    (SET, "drawn(noon,1,1,x).", "drawn(noon,1,1,x): noon is not a fluent"),
    (SET, "target(mark(1),1,left).", "target(mark(1),1,left): left is not a number from 1 to"),
    (SET, "no_line_goal(x,half).", "no_line_goal(x,half): half is not a number from 0 to 100"),
    (SET, "no_line_goal(x,101).", "no_line_goal(x,101): 101 is not a number from 0 to 100"),
    (SET, "no_line_goal(z,50).", "no_line_goal(z,50): z is not a role"),
    (SET, "line_goal(200).", "line_goal(200): 200 is not a number from 0 to 100"),
    (SET, "line_for(z,a).", "line_for(z,a): z is not a role"),
    (SET, "line_for(x,b).", "line_for(x,b): b is not a line"),
    (SET, "to_move(turn(x),z).", "to_move(turn(x),z): z is not a role"),
    (SET, "init(noon).", "init(noon): noon is not a fluent"),
    (SET, "win_length(long).", "win_length(long): long is not a number, 1 or more"),
    (SET, "win_length(0).", "win_length(0): 0 is not a number, 1 or more"),
    (LINES, "part_of(z,row(1,1)).", "part_of(z,row(1,1)): z is not a square"),
    (LINES, "size(2,3).", "size is to be said once: size(2,2) and size(2,3)"),
    (GRID, "size(0,3).", "size(0,3): 0 is not a number, 1 or more"),
    (GRID, "size(3,wide).", "size(3,wide): wide is not a number, 1 or more"),
    (GRID, "size(9999,9999).", "size(9999,9999): a board of 99,980,001 squares is too large"),
    ("size(3,3).\n", "in_a_row(0).", "in_a_row(0): 0 is not a number, 1 or more"),
    ("size(3,3).\n", "in_a_row(three).", "in_a_row(three): three is not a number, 1 or more"),
    ("begins(x).\n", "cube(3,0).", "cube(3,0): 0 is not a number, 1 or more"),
    ("begins(x).\n", "cube(1,2).", "cube(1,2): 1 is not a number, 2 or more"),
    ("begins(x).\n", "cube(3,d).", "cube(3,d): d is not a number, 1 or more"),
    (
        "begins(x).\n",
        "cube(2,10).",
        "cube(2,10): a board of 523,776 lines of 2 squares is too large",
    ),
    ("begins(x).\n", "cube(9,7).", "cube(9,7): a board of 4,782,969 squares is too large"),
    (
        "begins(x).\n",
        "cube(2,1000000000).",
        "cube(2,1000000000): a board of so many squares is too",
    ),
    ("begins(x).\n", "cube(99,4).", "cube(99,4): a board of 96,059,601 squares is too large"),
]


@pytest.mark.parametrize(("before", "fact", "message"), WRONG)
def test_kinds_and_ranges(before: str, fact: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(before + fact + "\n")
    with pytest.raises(InputError) as caught:
        load_game(str(path), {})
    (found,) = caught.value.diagnostics
    assert str(found.location) == f"{path}:2:1"
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        SET + "horizon(0). place(C,1,C) :- square(C). glyph(x,1).",
        SET + "no_line_goal(x,0). no_line_goal(o,100). line_goal(75). line_for(x,a).",
        LINES + "part_of(cell(1,1),row(2,1)).",
        "cube(2,4).",
        "cube(2,6).",
        "size(1,1). in_a_row(5). win_length(5).",
    ],
)
def test_what_is_right_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(text + "\n")
    assert load_game(str(path), {}).roles == ("x", "o")


@pytest.mark.parametrize(
    ("game", "constants", "message"),
    [
        ("tictactoe", {"rows": "0"}, "-c rows=0: error: rows, cols and line must be 1"),
        ("tictactoe", {"rows": "0-1"}, "-c rows=0-1: error: rows, cols and line must be 1 or more"),
        ("hypercube", {"side": "0"}, "-c side=0: error: side must be 2 or more"),
        ("hypercube", {"dim": "0"}, "-c dim=0: error: dim must be 1 or more"),
        ("pick_up_bricks", {"bricks": "0"}, "-c bricks=0: error: bricks must be 1 or more"),
        ("tictactoe", {"rows": "100000", "cols": "100000"}, "asp/games/tictactoe.lp:13:1: error: "),
    ],
)
def test_constants_of_our_games(game: str, constants: dict[str, str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_game(game, constants)
    assert str(caught.value).startswith(message)


STACK = """\
role(x). role(o). base(left(0..4)). init(left(4)). base(turn(P)) :- role(P). init(turn(x)).
to_move(turn(P),P) :- role(P).
legal(P,take) :- true(turn(P)).
next(left(N-1)) :- true(left(N)).
next(turn(Q)) :- true(turn(P)), role(Q), P != Q.
terminal :- true(left(0)).
goal(P,100) :- true(turn(P)). goal(P,0) :- role(P), not true(turn(P)).
"""


@pytest.mark.parametrize(
    ("horizon", "status", "message"),
    [
        ("0-1", 2, ":8:1: error: horizon(-1): -1 is not a number from 0 to 1000000"),
        ("1", 2, "is longer than its horizon, 1 moves"),
        ("4", 1, "take is no bait: after x take, o take, x take: take is legal without it"),
    ],
)
def test_a_horizon_that_cuts_is_none(
    horizon: str, status: int, message: str, tmp_path: Path, capsys: Captured
) -> None:
    """Without situations nothing was ever broken, and every move was a bait."""
    path = tmp_path / "stack.lp"
    path.write_text(f"{STACK}horizon({horizon}).\n")
    assert execute(["steal", "take", "-g", str(path)]) == status
    said = capsys.readouterr()
    assert message in said.out + said.err
