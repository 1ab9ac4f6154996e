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
    recognised,
)
from tables import contents
from written_games import ROLES, Manner, written_for_clingo

from ttt_asp import prove
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
STONES = contents("games/recognition_lp_stones.lp")
FALLS = contents("games/recognition_lp_falls.lp")
# The same with other words, rows counted from below, and columns as moves.
DROPS = contents("games/recognition_lp_drops.lp")
# Who has both squares of a pair wins; `line(K)` is the number of a pair.
STRIP = contents("games/recognition_lp_strip.lp")
ANSWER = contents("games/recognition_lp_answer.lp")
KEPT = contents("games/recognition_lp_kept.lp")


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


def test_words_of_both_are_the_vocabularys(tmp_path: Path) -> None:
    path = file(tmp_path, STONES)
    own = recognised(path).own
    assert own == {word: f"own_{word}" for word in ("corner", "free", "line", "marked")}
    like_tic_tac_toe(path)
    game = load_game(str(path), {})
    assert {name for name, _ in game.rules.defined}.isdisjoint(own)
    assert str(game.rules.location(game.rules.text.index(b"own_line(P) :- step(J)"))).count(":12:")
    # a word that is taken already
    path = file(tmp_path, STONES + "own_free(C) :- free(C).\n")
    assert recognised(path).own["free"] == "own_own_free"
    like_tic_tac_toe(path)


def test_files_of_the_vocabulary_that_a_file_uses_become_its_own(tmp_path: Path) -> None:
    """Words of the vocabulary in such a file are about its own squares."""
    text = written_for_clingo(SQUARES, dict.fromkeys(ROLES, THREE), MANNERS[0])
    path = file(tmp_path, text + "size(3,3). crowded(C) :- corner(C), square(C).\n")
    assert {"corner", "line", "size", "square"} <= recognised(path).own.keys()
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
    assert recognised(path).of_lines == "yes" and recognised(path).own["line"] == "own_line"
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
    if found.of_lines == "yes":
        holds_to_what_was_recognised(found, Bare(path), 30)
