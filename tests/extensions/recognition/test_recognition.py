"""Games of lines in other rules: found again, held against an interpreter, never where none is.

They are in the Game Description Language, or for clingo; these are played with the whole
vocabulary, or not at all. What `recognise` prints is in data/games/recognition.md.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import examples, write
from gdl_oracle import Oracle
from hypothesis import given
from hypothesis import strategies as st
from inside import game_of
from recognised_games import (
    Bare,
    holds_to_what_was_recognised,
    recognised,
)
from tables import DATA, constant, contents, tabled, tupled
from written_games import ROLES, Lines, Manner, for_clingo, written

from ttt_asp import Recognition, prove, recognise
from ttt_asp.errors import InputError

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
TEXT = written(FEW, dict.fromkeys(ROLES, PAIRS), MANNERS[0])
# Three in a row on 3 x 4, where marks fall, as the library has its games; and with other words,
# rows counted from below, and columns as moves.
FALLS, DROPS = DATA / "games" / "falls_held.lp", DATA / "games" / "recognition_lp_drops.lp"
# Coordinates; `marked` and `free` mean what they do in the vocabulary, `line` and `corner` do not.
STONES = contents("extensions/recognition/recognition_lp_stones.lp")
# Three roles on 2 x 3; who has two in a row of the same column, or all of a row, wins.
THREE_ROLES = contents("extensions/recognition/three_roles.kif")
TERMS: tuple[tuple[str, str], ...] = tupled(constant(__file__, "TERMS"))


def interpreter(path: Path) -> Oracle | Bare:
    return Oracle(path) if path.suffix == ".kif" else Bare(path)


def put(folder: Path, dialect: str, text: str) -> Path:
    """Write a game, which is in the Game Description Language, in a dialect."""
    return write(folder / f"game.{dialect}", text if dialect == "kif" else for_clingo(text))


def least(lines: Lines) -> set[frozenset[str]]:
    sets = [frozenset(line) for line in lines]
    return {one for one in sets if not any(other < one for other in sets)}


def sets_of(found: Recognition, role: str) -> set[frozenset[str]]:
    """The lines of a role, by the names of squares in the file: what its actions take."""
    own = {mark[5:-1]: action[5:-1] for action, mark in found.moves.items()}
    return {frozenset(own[square] for square in line) for line in found.lines.get(role, ())}


def counted(path: str | Path, roles: Sequence[str], terms: Sequence[str], claim: str) -> Any:
    """The verdict, the positions, and the plays that each role wins, and that nobody does."""
    asked = dict(zip(roles, terms, strict=True))
    found = prove(claim, asked, game=str(path), engine="explicit", count=True)
    assert found.plays is not None
    return found.verdict, found.positions, [found.plays.get(end) for end in (*roles, "tie")]


@cache
def native(path: str | Path, terms: tuple[str, str]) -> Any:
    return counted(path, ("x", "o"), terms, "x never loses")


def like_tic_tac_toe(path: Path, several: Sequence[tuple[str, str]] = TERMS) -> None:
    """What holds of the one holds of the other, for strategies of the whole library."""
    for terms in several:
        assert counted(path, ROLES, terms, "ann never loses") == native("tictactoe", terms)


@pytest.mark.parametrize("dialect", ["kif", "lp"])
@pytest.mark.parametrize("manner", MANNERS)
def test_tic_tac_toe_however_it_is_written(manner: Manner, dialect: str, tmp_path: Path) -> None:
    path = put(tmp_path, dialect, written(SQUARES, dict.fromkeys(ROLES, THREE), manner))
    found = recognised(path)
    assert (found.of_lines, found.squares, found.completing) == ("yes", 9, "wins")
    assert found.otherwise == {"ann": 50, "bob": 50}
    assert sets_of(found, "ann") == sets_of(found, "bob") == least(THREE)
    # line(P) is a word of the file's, and another one of the vocabulary's
    assert found.own == ({} if dialect == "kif" else {"line": "own_line"})
    holds_to_what_was_recognised(found, interpreter(path), 60 if dialect == "kif" else 15)
    # nothing says which square is where, but the lines do
    assert found.sides == (3, 3)
    assert found.moves["take(b2)"] == "mark(cell(2,2))"
    like_tic_tac_toe(path, TERMS if (manner, dialect) == (MANNERS[0], "lp") else TERMS[:1])


LINES = st.lists(
    st.lists(st.sampled_from(FEW), min_size=1, max_size=4, unique=True), min_size=1, max_size=4
)


@examples(8)
@given(LINES, LINES, st.sampled_from(MANNERS), st.sampled_from(["kif", "kif", "lp"]))
def test_random_lines_are_found_again(
    one_file: Path, ann: Lines, bob: Lines, manner: Manner, dialect: str
) -> None:
    path = put(one_file.parent, dialect, written(FEW, {"ann": ann, "bob": bob}, manner))
    found = recognised(path)
    assert found.of_lines == "yes"
    assert sets_of(found, "ann") == least(ann)
    assert sets_of(found, "bob") == least(bob)
    holds_to_what_was_recognised(found, interpreter(path), 30 if dialect == "kif" else 12)


@tabled()
def test_what_is_no_game_of_lines_is_not_recognised_as_one(
    what: str, one: str, other: str, tmp_path: Path
) -> None:
    assert TEXT.count(one) == 1
    found = recognised(put(tmp_path, "kif", TEXT.replace(one, other)))
    assert found.of_lines != "yes"
    assert found.reason or found.unlike


@tabled()
def test_squares_bound_no_play_in_which_moves_need_not_mark_any(
    turns: str, forced: bool, tmp_path: Path
) -> None:
    """Where a role may pass, or its squares are taken and it has to, plays may be longer."""
    legal = "(<= (legal ?p (take ?s)) (true (control ?p)) (free ?s))"
    lines: dict[str, Lines] = {"ann": [["p", "q"]], "bob": [["q", "s", "t"]]}
    text = written(FEW, lines, MANNERS[1])
    assert text.count(legal) == 1
    path = put(tmp_path, "kif", text.replace(legal, turns))
    found = recognised(path)
    assert found.of_lines == "part"
    assert "pass" in [one.kind for one in found.unlike]
    assert game_of(str(path)).horizon is None
    for claim in ("bob always wins", "ann never loses", "always tie"):
        verdicts = {
            prove(claim, game=str(path), engine=engine).verdict
            for engine in ("bounded", "explicit")
        }
        assert len(verdicts - {"unknown"}) == 1, claim  # what goes on for ever is cut somewhere
        if forced and claim == "bob always wins":
            assert verdicts == {"proved"}


def test_another_game_of_lines_is_recognised_as_that(tmp_path: Path) -> None:
    without = TEXT.replace("(<= (line ann) (true (at p ann)) (true (at q ann)))\n", "")
    assert without != TEXT
    found = recognised(put(tmp_path, "kif", without))
    assert sets_of(found, "ann") == least(PAIRS[1:])
    assert sets_of(found, "bob") == least(PAIRS)
    exchanged = TEXT.replace("(goal ?p 100)", "(goal ?p 1)").replace("(goal ?p 0)", "(goal ?p 100)")
    path = put(tmp_path, "kif", exchanged.replace("(goal ?p 1)", "(goal ?p 0)"))
    assert recognised(path).completing == "loses"
    holds_to_what_was_recognised(recognised(path), Oracle(path))


def test_three_roles_move_in_turn(tmp_path: Path) -> None:
    path = put(tmp_path, "kif", THREE_ROLES)
    found = recognised(path)
    assert (found.of_lines, found.roles) == ("yes", ("ann", "bob", "cid"))
    assert (found.sides, found.otherwise["cid"], len(found.lines["cid"])) == ((2, 3), 33, 5)
    holds_to_what_was_recognised(found, Oracle(path), 100)
    jumps = THREE_ROLES.replace("(then bob cid)", "(then bob ann)")
    assert recognised(put(tmp_path, "kif", jumps)).of_lines != "yes"


def test_fluents_that_are_numbers_or_texts_mean_nothing(tmp_path: Path) -> None:
    """They have no arguments that might name a square; here two of them take turns."""
    for dialect, one, other in (("kif", "1", "2"), ("lp", "1", "2"), ("lp", '"a"', '"b"')):
        path = put(
            tmp_path, dialect, TEXT + "(init 1) (<= (next 2) (true 1)) (<= (next 1) (true 2))\n"
        )
        text = path.read_text("utf-8").replace("(1)", f"({one})").replace("(2)", f"({other})")
        write(path, text)
        found = recognised(path)
        assert (found.of_lines, found.unlike) == ("yes", ())
        assert sets_of(found, "ann") == least(PAIRS)


def test_words_of_both_are_the_vocabularys(tmp_path: Path) -> None:
    path = write(tmp_path / "stones.lp", STONES)
    own = recognised(path).own
    assert own == {word: f"own_{word}" for word in ("corner", "free", "line", "marked")}
    like_tic_tac_toe(path, TERMS[:2])
    game = game_of(str(path))
    assert {name for name, _ in game.rules.defined}.isdisjoint(own)
    assert str(game.rules.location(game.rules.text.index(b"own_line(P) :- step(J)"))).count(":12:")
    # a word that is taken already
    path = write(tmp_path / "other.lp", STONES + "own_free(C) :- free(C).\n")
    assert recognised(path).own["free"] == "own_own_free"
    like_tic_tac_toe(path, TERMS[:1])


def test_files_of_the_vocabulary_that_a_file_uses_become_its_own(tmp_path: Path) -> None:
    """Words of the vocabulary in such a file are about its own squares."""
    text = for_clingo(written(SQUARES, dict.fromkeys(ROLES, THREE), MANNERS[0]))
    more = "size(3,3). crowded(C) :- corner(C), square(C).\n"
    path = write(tmp_path / "game.lp", text + more)
    assert {"corner", "line", "size", "square"} <= recognised(path).own.keys()
    like_tic_tac_toe(path, TERMS[:1])


@tabled()
def test_where_marks_fall_lines_are_used_and_legal_is_the_game_s(
    game: str, first: str, second: str, strategy: str
) -> None:
    terms, claim = (strategy, "any"), f"{first} never loses"
    assert counted(DATA.parent / game, (first, second), terms, claim) == native(FALLS, terms)


def test_an_argument_that_is_the_same_for_all_tells_no_role(tmp_path: Path) -> None:
    text = contents("extensions/recognition/recognition_lp_strip.lp").replace("(P,I)", "(P,1,I)")
    path = write(tmp_path / "row.lp", text.replace("(P,K", "(P,1,K"))
    assert recognised(path).of_lines == "yes"


def test_of_every_size_a_file_is_played_in_its_own_words(tmp_path: Path) -> None:
    """What is recognised is of one size; there `line` is called otherwise, and means lines."""
    pytest.importorskip("z3")
    # Who has both squares of a pair wins; `line(K)` is the number of a pair.
    path = str(DATA / "extensions/recognition/recognition_lp_strip.lp")
    answer = contents("extensions/recognition/recognition_lp_answer.lp")
    assert recognised(path).of_lines == "yes" and recognised(path).own["line"] == "own_line"
    write(tmp_path / "tactics" / "same.lp", answer)
    write(
        tmp_path / "lemmas" / "kept.lp", contents("extensions/recognition/recognition_lp_kept.lp")
    )
    given = {"bob": "first(same, any)"}
    asked: dict[str, Any] = {"game": path, "strategies": tmp_path, "lemmas": ["kept"]}
    found = prove("bob never loses", given, every="n > 3", **asked)
    assert (found.verdict, found.every) == ("proved", "n > 3")
    write(tmp_path / "tactics" / "same.lp", answer.replace("line(K)", "line(K), K < 5"))
    found = prove("bob never loses", given, every="n > 3", **asked)
    assert (found.verdict, found.const) == ("refuted", {"n": 6})
    # no word is the vocabulary's
    with pytest.raises(InputError, match="has no threatens"):
        prove("bob never loses", {"bob": "defeat"}, every="n > 3", game=path)


TACTICS = ["defeat", "defend", "fork", "center", "corner", "edge", "threaten_safely"]


@examples(2)
@given(st.integers(0, 10**9))
def test_random_match_ups_where_marks_fall_are_those_of_the_native_game(seed: int) -> None:
    chance = random.Random(seed)
    terms = [
        f"first({', '.join(chance.sample(TACTICS, 3))}, "
        f"pick({chance.choice(TACTICS)}, reading), {chance.choice(('any', 'pick(any, reading)'))})"
        for _ in range(2)
    ]
    claim = chance.choice(("{} never loses", "{} always wins", "{} can win", "{} never wins"))
    native_game, other = (
        counted(path, roles, terms, claim.format(roles[seed % 2]))
        for path, roles in ((FALLS, ("x", "o")), (DROPS, ("bob", "ann")))
    )
    assert native_game == other


SWAPS: Mapping[str, Any] = constant(__file__, "SWAPS")
CHANGED = {"kif": [TEXT], "lp": [for_clingo(TEXT), STONES]}


@examples(12)
@given(st.sampled_from(["kif", "kif", "lp"]), st.integers(0, 10**9))
def test_random_changes_make_no_wrong_recognition(one_file: Path, dialect: str, seed: int) -> None:
    chance = random.Random(seed)
    clauses = chance.choice(CHANGED[dialect]).splitlines()
    for _ in range(chance.choice((1, 2))):
        which = chance.randrange(len(clauses))
        one, other = chance.choice(tupled(SWAPS[dialect]))
        if one in clauses[which]:
            clauses[which] = clauses[which].replace(one, other, chance.choice((1, 9)))
        else:
            del clauses[which]
    path = write(one_file.with_name(f"changed.{dialect}"), "\n".join(clauses))
    try:
        found = recognised(path)
    except InputError:
        return  # no game any more
    if found.of_lines == "yes":
        holds_to_what_was_recognised(found, interpreter(path), 30 if dialect == "kif" else 12)


def test_a_puzzle_is_not_ground_to_look_for_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has a turn in a game for one role; to ground two large ones took four seconds."""
    ground = "ttt_asp.extensions.recognition.recognise.ground"
    monkeypatch.setattr(ground, lambda *_: pytest.fail("it was ground"))
    path = DATA / "extensions" / "playing" / "all_on.lp"
    assert "each of two or more roles" in str(recognise(str(path), {"switches": 3}))
