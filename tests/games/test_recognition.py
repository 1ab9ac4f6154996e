"""Games of lines in other rules: found again, held against an interpreter, never where none is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from conftest import examples
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st
from recognised_games import holds_to_what_was_recognised, recognised
from tables import constant, contents, tupled
from written_games import ROLES, THREE_ROLES, Lines, Manner, written

from ttt_asp import prove
from ttt_asp.analyses.recognition import Recognition, recognition
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation

GAMES = Path(__file__).parent / "gdl"
SQUARES = [f"{letter}{number}" for letter in "abc" for number in (1, 2, 3)]
THREE = [
    *(SQUARES[start : start + 3] for start in (0, 3, 6)),
    *(SQUARES[start::3] for start in (0, 1, 2)),
    SQUARES[::4],
    SQUARES[2:7:2],
]
MANNERS = [Manner(True, False, True), Manner(False, True, True), Manner(True, True, False)]
FEW = ["p", "q", "r", "s", "t"]
PAIRS = [["p", "q"], ["q", "r", "s"], ["s", "t"]]


def file(folder: Path, text: str) -> Path:
    path = folder / "game.kif"
    path.write_text(text, "utf-8")
    return path


def least(lines: list[list[str]]) -> set[frozenset[str]]:
    sets = [frozenset(line) for line in lines]
    return {one for one in sets if not any(other < one for other in sets)}


def sets_of(found: Recognition, role: str) -> set[frozenset[str]]:
    """The lines of a role, by the names of squares in the file: what its actions take."""
    own = {mark[5:-1]: action[5:-1] for action, mark in found.moves.items()}
    return {frozenset(own[square] for square in line) for line in found.lines.get(role, ())}


@pytest.mark.parametrize("manner", MANNERS)
def test_tic_tac_toe_however_it_is_written(manner: Manner, tmp_path: Path) -> None:
    path = file(tmp_path, written(SQUARES, dict.fromkeys(ROLES, THREE), manner))
    found = recognised(path)
    assert (found.of_lines, found.squares, found.completing) == ("yes", 9, "wins")
    assert found.otherwise == {"ann": 50, "bob": 50}
    assert sets_of(found, "ann") == sets_of(found, "bob") == least(THREE)
    holds_to_what_was_recognised(found, Oracle(path))
    # nothing says which square is where, but the lines do
    assert found.sides == (3, 3)
    assert found.moves["take(b2)"] == "mark(cell(2,2))"
    # whatever it calls its squares: what holds of the one holds of the other
    strategy = "first(defeat, defend, fork, center, corner, any)"
    verdict = prove("ann never loses", {"ann": strategy}, game=str(path), count=True)
    native = prove("x never loses", x=strategy, count=True)
    assert (verdict.verdict, verdict.positions) == (native.verdict, native.positions)
    assert [*(verdict.plays or {}).values()] == [*(native.plays or {}).values()]


LINES = st.lists(
    st.lists(st.sampled_from(FEW), min_size=1, max_size=4, unique=True), min_size=1, max_size=4
)


@examples(8)
@given(LINES, LINES, st.sampled_from(MANNERS))
def test_random_lines_are_found_again(
    one_file: Path, ann: list[list[str]], bob: list[list[str]], manner: Manner
) -> None:
    path = one_file.with_suffix(".kif")
    path.write_text(written(FEW, {"ann": ann, "bob": bob}, manner), "utf-8")
    found = recognised(path)
    assert found.of_lines == "yes"
    assert sets_of(found, "ann") == least(ann)
    assert sets_of(found, "bob") == least(bob)
    holds_to_what_was_recognised(found, Oracle(path), 30)


TEXT = written(FEW, dict.fromkeys(ROLES, PAIRS), MANNERS[0])
ERASES = "(<= (next (at ?s bob)) (true (at ?s bob)) (not (erased ?s)))"
MUTANTS: Any = {name: tupled(row) for name, row in constant(__file__, "MUTANTS").items()}


@pytest.mark.parametrize("what", MUTANTS)
def test_what_is_no_game_of_lines_is_not_recognised_as_one(what: str, tmp_path: Path) -> None:
    one, other = MUTANTS[what]
    assert TEXT.count(one) == 1
    found = recognised(file(tmp_path, TEXT.replace(one, other)))
    assert found.of_lines != "yes"
    assert found.reason or found.unlike


IDLE = "(<= (legal ?p (take ?s)) (true (control ?p)) (free ?s) (may ?p ?s))\n" + "".join(
    f"(may {role} {square}) " for role, own in (("ann", "pr"), ("bob", "qst")) for square in own
)


@pytest.mark.parametrize("turns", [IDLE, "(<= (legal ?p wait) (true (control ?p)))"])
def test_squares_bound_no_play_in_which_moves_need_not_mark_any(turns: str, tmp_path: Path) -> None:
    """Where a role may pass, or its squares are taken and it has to, plays may be longer."""
    legal = "(<= (legal ?p (take ?s)) (true (control ?p)) (free ?s))"
    lines: dict[str, Lines] = {"ann": [["p", "q"]], "bob": [["q", "s", "t"]]}
    text = written(FEW, lines, MANNERS[1])
    assert text.count(legal) == 1
    path = file(tmp_path, text.replace(legal, turns if turns == IDLE else f"{legal} {turns}"))
    found = recognised(path)
    assert found.of_lines == "part"
    assert "pass" in [one.kind for one in found.unlike]
    assert load_game(str(path), {}).horizon is None
    for claim in ("bob always wins", "ann never loses", "always tie"):
        verdicts = {
            prove(claim, game=str(path), engine=engine).verdict
            for engine in ("bounded", "explicit")
        }
        assert len(verdicts - {"unknown"}) == 1, claim  # what goes on for ever is cut somewhere
    if turns == IDLE:
        assert prove("bob always wins", game=str(path), engine="bounded").verdict == "proved"


def test_a_game_that_is_won_without_a_mark_has_no_lines(tmp_path: Path) -> None:
    found = recognised(file(tmp_path, TEXT + "\n(line ann)"))
    assert (found.of_lines, found.lines) == ("no", {})
    assert "ann needs no mark for its goal to be 100" in found.reason


def test_another_game_of_lines_is_recognised_as_that(tmp_path: Path) -> None:
    without = TEXT.replace("(<= (line ann) (true (at p ann)) (true (at q ann)))\n", "")
    assert without != TEXT
    found = recognised(file(tmp_path, without))
    assert sets_of(found, "ann") == least(PAIRS[1:])
    assert sets_of(found, "bob") == least(PAIRS)
    exchanged = TEXT.replace("(goal ?p 100)", "(goal ?p 1)").replace("(goal ?p 0)", "(goal ?p 100)")
    path = file(tmp_path, exchanged.replace("(goal ?p 1)", "(goal ?p 0)"))
    assert recognised(path).completing == "loses"
    holds_to_what_was_recognised(recognised(path), Oracle(path))


FALLS = contents("games/falls_held.lp")
SWAPS = [
    *[("ann", "bob"), ("bob", "ann"), ("100", "0"), ("50", "100"), ("(not ", "(or ")],
    *[("(true (at", "(not (at"), ("?q", "?p"), (" q", " r"), ("terminal", "open")],
]


@examples(15)
@given(st.integers(0, 10**9))
def test_random_changes_make_no_wrong_recognition(one_file: Path, seed: int) -> None:
    chance = random.Random(seed)
    clauses = TEXT.splitlines()
    for _ in range(chance.choice((1, 2))):
        which = chance.randrange(len(clauses))
        one, other = chance.choice(SWAPS)
        if one in clauses[which]:
            clauses[which] = clauses[which].replace(one, other, chance.choice((1, 9)))
        else:
            del clauses[which]
    path = one_file.with_suffix(".kif")
    path.write_text("\n".join(clauses), "utf-8")
    try:
        found = recognised(path)
    except InputError:
        return  # no game any more
    if found.of_lines == "yes":
        holds_to_what_was_recognised(found, Oracle(path), 30)


def test_three_roles_move_in_turn(tmp_path: Path) -> None:
    path = file(tmp_path, THREE_ROLES)
    found = recognised(path)
    assert (found.of_lines, found.roles) == ("yes", ("ann", "bob", "cid"))
    assert (found.sides, found.otherwise["cid"], len(found.lines["cid"])) == ((2, 3), 33, 5)
    holds_to_what_was_recognised(found, Oracle(path), 100)
    jumps = THREE_ROLES.replace("(then bob cid)", "(then bob ann)")
    assert recognised(file(tmp_path, jumps)).of_lines != "yes"


@pytest.mark.parametrize("name", ["tictactoe.kif", "tictactoe.hrf", "misere.kif"])
def test_boards_with_coordinates_are_drawn(name: str) -> None:
    game = load_game(str(GAMES / name), {})
    notation = Notation(game)
    assert notation.has_board
    assert notation.write(game.init) == ".../.../..."
    assert notation.parse(".../.../...") == game.init
    found = recognition(game, Deadline())
    assert (found.of_lines, found.sides) == ("yes", (3, 3))
    assert found.completing == ("loses" if name == "misere.kif" else "wins")


def test_where_marks_fall_lines_are_used_and_legal_is_the_game_s(tmp_path: Path) -> None:
    path = GAMES / "connect.kif"
    found = recognised(path)
    assert (found.of_lines, found.sides) == ("part", (3, 4))
    assert [one.kind for one in found.unlike] == ["free"]
    assert len(found.lines["red"]) == 14
    native = tmp_path / "falls.lp"
    native.write_text(FALLS, "utf-8")
    for strategy in ("first(defeat, defend, any)", "first(fork, pick(any, reading))"):
        options = {"engine": "explicit", "count": True}
        found_here = prove("red never loses", {"red": strategy}, game=str(path), **options)  # type: ignore[arg-type]
        expected = prove("x never loses", x=strategy, game=str(native), **options)  # type: ignore[arg-type]
        assert found_here.verdict == expected.verdict
        assert found_here.positions == expected.positions
        assert [*(found_here.plays or {}).values()] == [*(expected.plays or {}).values()]
    # its coordinates are 01, 02, 03: whoever spells them, marks are drawn
    assert found_here.boards[0] == "..../..../...."
    assert str(found_here.boards[1]).count("r") == 1


@pytest.mark.parametrize("name", ["dice.kif", "duel.kif", "ferry.kif", "nim.kif"])
def test_other_games_are_not(name: str) -> None:
    found = recognised(GAMES / name)
    assert (found.of_lines, found.lines) == ("no", {})
    assert found.reason
