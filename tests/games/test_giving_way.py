"""What a game's file defines replaces what the vocabulary says, and is never united with it."""

from pathlib import Path

import pytest

from ttt_asp import prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.winning_sets import winning_sets
from ttt_asp.programs.program import play_program

BOARD = "size(3,4).\nin_a_row(3).\n"
# Squares of a column are marked from below.
GRAVITY = """\
legal(P,mark(cell(I,J))) :- mover(P), free(cell(I,J)), not hangs(cell(I,J)).
hangs(cell(I,J)) :- free(cell(I+1,J)), square(cell(I,J)).
"""


def game(folder: Path, text: str) -> str:
    """The path of a game's file."""
    path = folder / "mine.lp"
    path.write_text(text, "utf-8")
    return str(path)


def program(claim: str, game: str) -> str:
    """The text of the program of a claim about any plays of a game."""
    return play_program(read(Question(claim, game=game), Deadline()), 9).text


def falling() -> tuple[int, int]:
    """Positions and plays of three in a row on 3x4 with gravity, in plain Python."""
    squares = [(i, j) for i in range(3) for j in range(4)]
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    lines = [[(i + n * a, j + n * b) for n in range(3)] for i, j in squares for a, b in steps]
    lines = [line for line in lines if all(square in squares for square in line)]
    plays = {(frozenset[tuple[int, int]](), frozenset[tuple[int, int]]()): 1}
    positions = ends = 0
    while plays:
        after: dict[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]], int] = {}
        positions += len(plays)
        for (mine, theirs), number in plays.items():
            full = mine | theirs
            if len(full) == 12 or any(theirs.issuperset(line) for line in lines):
                ends += number
                continue
            for j in range(4):
                height = sum((i, j) in full for i in range(3))
                if height < 3:
                    key = theirs, mine | {(2 - height, j)}
                    after[key] = after.get(key, 0) + number
        plays = after
    return positions, ends


def test_gravity(tmp_path: Path) -> None:
    """The vocabulary's `legal` was in the program too: 111,973 positions, none of them fell."""
    found = prove(
        "o never wins", game=game(tmp_path, BOARD + GRAVITY), engine="explicit", count=True
    )
    assert found.positions == 7157
    assert found.plays is not None
    assert (found.positions, sum(found.plays.values())) == falling()


def test_what_is_free_may_be_said_anew(tmp_path: Path) -> None:
    """The same game: a square that hangs is not free."""
    free = """\
    free(cell(I,J)) :- empty(cell(I,J)), not empty(cell(I+1,J)).
    empty(C) :- square(C), not marked(P,C) : role(P).
    """
    found = prove("o never wins", game=game(tmp_path, BOARD + free), engine="explicit", count=True)
    assert found.plays is not None
    assert (found.positions, sum(found.plays.values())) == falling()


def test_programs_show_what_gave_way(tmp_path: Path) -> None:
    path = game(tmp_path, BOARD + GRAVITY)
    text = program("x never loses", path)
    about = f"% Rules of {path} replace those of\n%   asp/vocabulary/marks/marking.lp: legal/2\n"
    assert about in text
    assert "%* gave way: legal(P,mark(C)) :- mover(P), free(C). *%" in text
    assert text.count("\nlegal(") == 1


def test_other_fluents_are_added(tmp_path: Path) -> None:
    """`base`, `init` and `next` of fluents of one's own leave those of marks and turns in force."""
    more = "base(calm). init(calm). next(calm) :- true(calm), does(P,mark(C)), corner(C).\n"
    plain = load_game(game(tmp_path, BOARD), {})
    mine = load_game(game(tmp_path, BOARD + more), {})
    assert set(mine.base) == {*plain.base, "calm"}
    assert mine.init == plain.init | {"calm"}
    assert mine.replaced == ()


def test_marks_at_the_start_are_added(tmp_path: Path) -> None:
    mine = load_game(game(tmp_path, BOARD + "init(marked(o,cell(2,2)))."), {})
    assert mine.init == {"turn(x)", "marked(o,cell(2,2))"}
    assert mine.horizon == 11


def test_turns_may_be_said_anew(tmp_path: Path) -> None:
    """Two marks in turn, but for the first: the fluents count down, and name whose turn it is."""
    turns = """\
    size(2,2). in_a_row(2).
    base(turn(P)) :- role(P). base(again).
    begins(x). init(turn(x)).
    next(turn(P)) :- true(turn(P)), true(again).
    next(turn(Q)) :- true(turn(P)), opponent(P,Q), not true(again).
    next(again) :- not true(again).
    """
    found = prove("o always wins", game=game(tmp_path, turns), count=True)
    assert found.verdict == "proved"
    ways = {way.label: way.names for way in load_game(game(tmp_path, turns), {}).replaced}
    names = ("base(turn/1)", "init(turn/1)", "next(turn/1)")
    assert ways["asp/vocabulary/turns/turns.lp"] == names


@pytest.mark.parametrize("rule", ["free(C) :- square(C).", "line(row(1,1)).", "terminal."])
def test_a_game_with_other_rules_is_not_taken_for_one_of_winning_sets(
    rule: str, tmp_path: Path
) -> None:
    """Certificates of such games are checked by rules of their own, which are the vocabulary's."""
    assert winning_sets(load_game(game(tmp_path, BOARD), {}))
    lines = "winning_set(a). part_of((1;2),a).\n" if rule == "free(C) :- square(C)." else BOARD
    found = winning_sets(load_game(game(tmp_path, lines + rule), {}))
    assert found is None or found.sets["x"] == (("cell(1,1)", "cell(1,2)", "cell(1,3)"),)


def test_a_board_with_a_hole(tmp_path: Path) -> None:
    hole = """\
    size(3,3).
    square(cell(I,J)) :- I = 1..3, J = 1..3, |I-2| + |J-2| > 0.
    winning_set((top;bottom)).
    part_of(cell(1,1..3),top). part_of(cell(3,1..3),bottom).
    """
    mine = load_game(game(tmp_path, hole), {})
    assert len(mine.facts["square"]) == 8


@pytest.mark.parametrize("name", ["chomp", "numeric", "pick_up_bricks"])
def test_a_copy_of_a_game_is_that_game(name: str, tmp_path: Path) -> None:
    """A copy of numeric.lp was refused: `free is defined in ...`."""
    own = load_game(name, {})
    text = own.rules.text.decode()
    copy = load_game(game(tmp_path, text), {})
    assert (copy.base, copy.init, copy.facts) == (own.base, own.init, own.facts)
    claim = f"{own.roles[0]} can win"
    assert (
        program(claim, game(tmp_path, text)).split("%%%%")[2:]
        == program(claim, name).split("%%%%")[2:]
    )


def test_a_copy_of_numeric_can_be_changed(tmp_path: Path) -> None:
    text = load_game("numeric", {}).rules.text.decode()
    changed = text.replace("tallied((top;bottom;down;up)).", "tallied((top;bottom)).")
    changed = changed.replace("#const side = 3.", "#const side = 2.").replace("= 9.", "= 4.")
    path = game(tmp_path, changed.replace("#const total = 15.", "#const total = 5."))
    strategies = {"odd": "first(make_total, any)"}
    found = prove("odd never loses", roles=strategies, game=path, engine="explicit")
    assert (
        found.positions
        != prove(
            "odd never loses",
            roles=strategies,
            game="numeric",
            const={"side": 2, "largest": 4, "total": 5},
            engine="explicit",
        ).positions
    )
