"""Games of lines in files of rules for clingo: played with the whole vocabulary, or not at all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, examples
from hypothesis import given
from hypothesis import strategies as st
from recognised_games import (
    Bare,
    holds_to_what_was_recognised,
    owners,
    positions,
    recognised,
)
from written_games import ROLES, Manner, written_for_clingo

from ttt_asp import prove
from ttt_asp.analyses.recognition import Recognition
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.verdict import Verdict

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
# Coordinates; `marked` and `free` mean what they do in the vocabulary, `line` and `corner` do not.
STONES = """\
role(ann). role(bob). step(1..3).
base(at(I,J,P)) :- step(I), step(J), role(P).
base(to_play(P)) :- role(P).
init(to_play(ann)).
marked(P,cell(I,J)) :- true(at(I,J,P)).
free(cell(I,J)) :- step(I), step(J), not marked(P,cell(I,J)) : role(P).
legal(P,put(I,J)) :- true(to_play(P)), free(cell(I,J)).
next(at(I,J,P)) :- does(P,put(I,J)).
next(at(I,J,P)) :- true(at(I,J,P)).
next(to_play(Q)) :- true(to_play(P)), role(Q), P != Q.
line(P) :- step(I), role(P), marked(P,cell(I,J)) : step(J).
line(P) :- step(J), role(P), marked(P,cell(I,J)) : step(I).
line(P) :- role(P), marked(P,cell(I,I)) : step(I).
line(P) :- role(P), marked(P,cell(I,4-I)) : step(I).
corner(I) :- step(I), I != 2.
terminal :- line(P).
terminal :- not free(cell(I,J)) : step(I), step(J).
goal(P,100) :- line(P).
goal(P,0) :- role(P), line(Q), P != Q.
goal(P,50) :- role(P), not line(Q) : role(Q).
"""
FALLS = """\
%*! Three in a row on 3 x 4, where marks fall. held(C): C is in the last row, or on a mark. *%
size(3,4). in_a_row(3). win_length(3).
held(C) :- square(C), C = cell(3,J).
held(cell(I,J)) :- square(cell(I,J)), marked(P,cell(I+1,J)).
legal(P,mark(C)) :- mover(P), free(C), held(C).
"""
# The same with other words, rows counted from below, and columns as moves.
DROPS = """\
role(ann). role(bob). row(1..3). column(1..4).
base(in(I,J,P)) :- row(I), column(J), role(P).
base(to_play(P)) :- role(P).
init(to_play(bob)).
full(I,J) :- true(in(I,J,P)).
top(J,I) :- row(I), column(J), not full(I,J), full(K,J) : row(K), K < I.
legal(P,drop(J)) :- true(to_play(P)), top(J,I).
next(in(I,J,P)) :- does(P,drop(J)), top(J,I).
next(in(I,J,P)) :- true(in(I,J,P)).
next(to_play(Q)) :- true(to_play(P)), role(Q), P != Q.
line(P) :- role(P), row(I), column(J), way(A,B), row(I+2*A), column(J+2*B),
           true(in(I+N*A,J+N*B,P)) : N = 0..2.
way(0,1). way(1,0). way(1,1). way(1,-1).
terminal :- line(P).
terminal :- full(I,J) : row(I), column(J).
goal(P,100) :- line(P).
goal(P,0) :- role(P), line(Q), P != Q.
goal(P,50) :- role(P), not line(Q) : role(Q).
"""
# Who has both squares of a pair wins; `line(K)` is the number of a pair.
STRIP = """\
#const n = 4.
role(ann). role(bob). spot(1..n).
line(I) :- spot(I), spot(I+1), I \\ 2 = 1.
base(has(P,I)) :- role(P), spot(I).
base(to_play(P)) :- role(P).
init(to_play(ann)).
to_move(to_play(P),P) :- role(P).
taken(P,I) :- true(has(P,I)).
used(I) :- taken(P,I).
legal(P,put(I)) :- true(to_play(P)), spot(I), not used(I).
next(has(P,I)) :- does(P,put(I)).
next(has(P,I)) :- taken(P,I).
next(to_play(Q)) :- true(to_play(P)), role(Q), P != Q.
both(P) :- line(K), taken(P,K), taken(P,K+1).
terminal :- both(P).
terminal :- used(I) : spot(I).
goal(P,100) :- both(P).
goal(P,0) :- role(P), both(Q), P != Q.
goal(P,50) :- role(P), not both(Q) : role(Q).
"""
ANSWER = """\
%*! same: the other one of the pair. *%
suggests(same,P,put(K+1)) :- opponent(P,Q), line(K), taken(Q,K), not used(K+1).
suggests(same,P,put(K)) :- opponent(P,Q), line(K), taken(Q,K+1), not used(K).
"""
KEPT = """\
%*! kept: of no pair ann has one square and bob none. *%
lemma(kept) :- not kept_not.
kept_not :- line(K), taken(ann,K), not taken(bob,K+1).
kept_not :- line(K), taken(ann,K+1), not taken(bob,K).
kept_not :- taken(ann,I), taken(bob,I).
kept_not :- not true(to_play(ann)).
kept_not :- true(to_play(bob)).
"""


def file(folder: Path, text: str) -> Path:
    path = folder / "game.lp"
    path.write_text(text, "utf-8")
    return path


def counted(verdict: Verdict) -> tuple[object, ...]:
    return verdict.verdict, verdict.positions, [*(verdict.plays or {}).values()]


def like_tic_tac_toe(path: Path) -> None:
    """What holds of the one holds of the other, for strategies of the whole library."""
    for terms in (
        ("first(defeat, defend, fork, center, corner, any)", "any"),
        ("any", "good_for_o"),
        ("first(defeat, opponent(fork), corner)", "pick(any, reading)"),
    ):
        mine = dict(zip(ROLES, terms, strict=True))
        verdict = prove("ann never loses", mine, game=str(path), count=True)
        native = prove("x never loses", x=terms[0], o=terms[1], count=True)
        assert counted(verdict) == counted(native)


@pytest.mark.parametrize("manner", MANNERS)
def test_tic_tac_toe_however_it_is_written(manner: Manner, tmp_path: Path) -> None:
    text = written_for_clingo(SQUARES, dict.fromkeys(ROLES, THREE), manner)
    path = file(tmp_path, text)
    found = recognised(path)
    assert (found.of_lines, found.squares, found.sides) == ("yes", 9, (3, 3))
    # line(P) is a word of the file's, and another one of the vocabulary's
    assert found.own == {"line": "own_line"}
    holds_to_what_was_recognised(found, Bare(path))
    like_tic_tac_toe(path)


def test_words_that_mean_the_same_are_one(tmp_path: Path) -> None:
    path = file(tmp_path, STONES)
    assert recognised(path).own == {"line": "own_line", "corner": "own_corner"}
    like_tic_tac_toe(path)
    game = load_game(str(path), {})
    assert {("marked", 2), ("free", 1)} <= game.rules.defined
    assert str(game.rules.location(game.rules.text.index(b"own_line(P) :- step(J)"))).count(":12:")
    # one that only seems to mean the same does not
    other = STONES.replace("not marked(P,cell(I,J)) : role(P).", "not marked(ann,cell(I,J)).")
    other = other.replace("free(cell(I,J)).", "free(cell(I,J)), not marked(bob,cell(I,J)).")
    other = other.replace("not free(cell(I,J)) :", "marked(P,cell(I,J)), role(P) :")
    other = other.replace("marked(P,cell(I,J)), role(P) : step(I)", "full(I,J) : step(I)")
    other += "full(I,J) :- marked(P,cell(I,J)).\n"
    path = file(tmp_path, other)
    assert set(recognised(path).own) == {"line", "corner", "free"}
    like_tic_tac_toe(path)


def test_marks_that_fall(tmp_path: Path) -> None:
    path = file(tmp_path, DROPS)
    found = recognised(path)
    assert (found.of_lines, found.sides, found.roles) == ("part", (3, 4), ("bob", "ann"))
    assert [one.kind for one in found.unlike] == ["free"]
    native = tmp_path / "falls.lp"
    native.write_text(FALLS, "utf-8")
    for term in ("first(defeat, defend, any)", "first(fork, pick(any, reading))"):
        here = prove(
            "bob never loses", {"bob": term}, game=str(path), engine="explicit", count=True
        )
        there = prove("x never loses", x=term, game=str(native), engine="explicit", count=True)
        assert (here.verdict, here.positions) == (there.verdict, there.positions)
        assert here.plays and there.plays
        named = {"x": "bob", "o": "ann", "tie": "tie"}
        assert here.plays == {named[one]: many for one, many in there.plays.items()}


def test_squares_keep_the_names_that_a_file_s_words_are_about(tmp_path: Path) -> None:
    text = written_for_clingo(SQUARES, dict.fromkeys(ROLES, THREE), MANNERS[0])
    path = file(tmp_path, text + "square(S) :- spot(S).\n")
    found = recognised(path)
    assert (found.of_lines, found.sides) == ("yes", ())
    assert found.moves["take(b2)"] == "mark(b2)"
    with pytest.raises(InputError, match="has no corner"):
        prove("ann never loses", {"ann": "corner"}, game=str(path))
    verdict = prove("ann never loses", {"ann": "first(defeat, defend, any)"}, game=str(path))
    assert verdict.verdict == prove("x never loses", x="first(defeat, defend, any)").verdict


def test_a_rule_that_is_no_rule_is_said_with_its_place(run: Run, tmp_path: Path) -> None:
    path = file(
        tmp_path, STONES.replace("true(at(I,J,P)).\nnext(to_play", "role(P).\nnext(to_play")
    )
    assert recognised(path).reason == "clingo does not take its rules"
    done = run("prove", "ann never loses", "-g", str(path))
    assert done.status == 2
    assert f"{path}:9:9: error: the variable" in done.err


def test_of_every_size_a_file_is_played_in_its_own_words(tmp_path: Path) -> None:
    """What is recognised is of one size; there `line` is called otherwise, and means lines."""
    pytest.importorskip("z3")
    path = file(tmp_path, STRIP)
    assert recognised(path).of_lines == "yes" and recognised(path).own == {"line": "own_line"}
    for folder, text in (("tactics", ANSWER), ("lemmas", KEPT)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{text[4:8]}.lp").write_text(text, "utf-8")
    given = {"bob": "first(same, any)"}
    asked: dict[str, Any] = {"game": str(path), "strategies": tmp_path, "lemmas": ["kept"]}
    found = prove("bob never loses", given, every="n > 3", **asked)
    assert (found.verdict, found.every) == ("proved", "n > 3")
    (tmp_path / "tactics" / "same.lp").write_text(ANSWER.replace("line(K)", "line(K), K < 5"))
    found = prove("bob never loses", given, every="n > 3", **asked)
    assert (found.verdict, found.const) == ("refuted", {"n": "6"})
    # no word is the vocabulary's
    with pytest.raises(InputError, match="has no threatens"):
        prove("bob never loses", {"bob": "defeat"}, every="n > 3", game=str(path))


@examples(2)
@given(st.integers(0, 10**9))
def test_random_match_ups_where_marks_fall_are_those_of_the_native_game(
    one_file: Path, seed: int
) -> None:
    chance = random.Random(seed)
    tactics = ["defeat", "defend", "fork", "center", "corner", "edge", "threaten_safely"]
    terms = [
        f"first({', '.join(chance.sample(tactics, 3))}, "
        f"pick({chance.choice(tactics)}, reading), {chance.choice(('any', 'pick(any, reading)'))})"
        for _ in range(2)
    ]
    claim = chance.choice(("{} never loses", "{} always wins", "{} can win", "{} never wins"))
    found = []
    for text, roles in ((FALLS, "xo"), (DROPS, ("bob", "ann"))):
        path = one_file.with_suffix(".lp")
        path.write_text(text, "utf-8")
        given_to = dict(zip(roles, terms, strict=True))
        role = roles[seed % 2]
        said = prove(claim.format(role), given_to, game=str(path), engine="explicit", count=True)
        plays = said.plays or {}
        found.append((said.verdict, said.positions, [plays.get(r) for r in (*roles, "tie")]))
    assert found[0] == found[1]


SWAPS = [
    *[("ann", "bob"), ("bob", "ann"), ("100", "0"), ("50", "100"), ("not ", "")],
    *[
        ("I", "J"),
        ("free", "not free"),
        ("marked(P", "marked(ann"),
        ("true(at", "not true(at"),
        ("P", "Q"),
        ("(p", "(r"),
        ("terminal", "won"),
        ("true", "next"),
    ],
]
TEXT = written_for_clingo(FEW, dict.fromkeys(ROLES, PAIRS), MANNERS[0])


@examples(6)
@given(st.integers(0, 10**9))
def test_random_changes_make_no_wrong_recognition(one_file: Path, seed: int) -> None:
    chance = random.Random(seed)
    clauses = chance.choice((TEXT, STONES)).splitlines()
    for _ in range(chance.choice((1, 2))):
        which = chance.randrange(len(clauses))
        one, other = chance.choice(SWAPS)
        if one in clauses[which]:
            clauses[which] = clauses[which].replace(one, other, chance.choice((1, 9)))
        else:
            del clauses[which]
    path = one_file.with_suffix(".lp")
    path.write_text("\n".join(clauses), "utf-8")
    try:
        found = recognised(path)
    except InputError:
        return  # no game any more
    if found.of_lines == "no":
        return
    bare = Bare(path)
    if found.of_lines == "yes":
        holds_to_what_was_recognised(found, bare, 30)
    words_mean_what_they_should(found, bare, {*load_game(str(path), {}).rules.defined})


def words_mean_what_they_should(
    found: Recognition, bare: Bare, defined: set[tuple[str, int]]
) -> None:
    """The file's `marked` and `free`, if they stand for the vocabulary's, mean the same."""
    squares = {mark.partition(",")[2].removesuffix(")") for mark in found.marks.values()}
    for position in positions(bare, 20):
        holds, owned = bare.at(position), owners(found, position)
        if ("marked", 2) in defined:
            assert {one[1:] for one in holds if one[0] == "marked"} == {
                (role, square) for square, role in owned.items()
            }
        if ("free", 1) in defined:
            assert {one[1] for one in holds if one[0] == "free"} == squares - owned.keys()
