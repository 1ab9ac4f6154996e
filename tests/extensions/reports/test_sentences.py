"""Verdicts in words, and what a page says of the move that lost a claim."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from conftest import GDL, write
from tables import contents, tabled

from ttt_asp import prove, report
from ttt_asp.extensions.exploring.show_blunder import blunder_sentences
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import matrix_csv, scores_table
from ttt_asp.extensions.reports.sentences import sentence
from ttt_asp.games.layout import layout_of
from ttt_asp.games.load import load_game
from ttt_asp.show.text import text
from ttt_asp.verdict import BlunderSearch, PlayCounts, Verdict

BOTH = {"x": "good_for_x", "o": "good_for_o"}


@tabled()
def test_a_verdict_in_words(claim: str, given: dict[str, Any], expected: str) -> None:
    game = given.get("game", "tictactoe").replace("gdl/", f"{GDL}/")
    assert sentence(prove(claim, **{"engine": "explicit", **given, "game": game})) == expected


def test_a_play_without_end(tmp_path: Path) -> None:
    game = write(tmp_path / "circle.lp", contents("extensions/reports/sentences_circle.lp"))
    said = sentence(prove("a always wins", game=str(game)))
    reason = "this play never ends: its last position was there before"
    assert said == f"a does not always win: {reason}; 4 positions."


@cache
def lost() -> Verdict:
    return prove("o never loses", o="good_for_o", engine="explicit")


def test_what_is_not_known_is_not_said() -> None:
    found = lost()
    uncounted = replace(found, counts=PlayCounts())
    said = "o, playing good_for_o, can lose"
    assert sentence(uncounted) == f"{said}: this play breaks the claim."
    assert sentence(replace(found, counts=PlayCounts(found.positions))).endswith(
        "breaks the claim; 970 positions."
    )
    named = prove("x never loses", x="good_for_x", time_limit=0)
    assert sentence(named).startswith("It is not known whether x")
    unread = replace(named, roles={"x": "good_for_x"}, claim="y never loses", reason="no time")
    assert sentence(unread) == "It is not known whether y never loses: no time."


def because(found: Verdict) -> tuple[str, ...]:
    return blunder_sentences(found)


def test_why_a_claim_is_lost() -> None:
    found = lost()
    assert because(found) == (
        "Move 4 is the blunder: o plays mark(cell(3,3)) (row 3, column 3), one of the 3 moves that "
        "its line center_or_corner △ center recommends.",
        "With mark(cell(1,1)) (row 1, column 1) or mark(cell(3,1)) (row 3, column 1) the claim "
        "could still have been kept; o's strategy recommends that too, and leaves the choice open.",
    )
    assert because(replace(found, blunder_search=BlunderSearch())) == ()
    # what the strategy does not recommend
    found = prove("never tie", x="good_for_x", engine="explicit")
    first, second = because(found)
    assert first == (
        "Move 5 is the blunder: x plays mark(cell(2,3)) (row 2, column 3), the only move that its "
        "line defend recommends."
    )
    assert second.endswith("; x's strategy does not recommend that.")
    # nobody is to blame
    found = prove("x always wins", game="no_diagonals", engine="explicit")
    assert because(found) == ("x could not have kept the claim: no strategy of x's does.",)


def test_squares_of_a_cube_have_a_layer() -> None:
    asked: dict[str, Any] = {"game": "hypercube", "const": {"dim": 2}, "engine": "explicit"}
    found = prove("o never loses", o="first(defend, any)", **asked)
    assert found.blunder is not None
    assert "(row " in because(found)[0] and "layer" not in because(found)[0]
    layout = layout_of(load_game("hypercube", {}))
    blunder = replace(found.blunder, allowed=("mark(cell(2,3,1))",), keeping=("mark(cell(1,1,3))",))
    assert found.play is not None
    moves = tuple(replace(one, action="mark(cell(2,3,1))") for one in found.play.moves)
    play = replace(found.play, moves=moves)
    cube = replace(found, blunder_search=BlunderSearch(blunder), play=play, layout=layout)
    first, second = blunder_sentences(cube)
    assert "mark(cell(2,3,1)) (layer 1, row 2, column 3)" in first
    assert "mark(cell(1,1,3)) (layer 3, row 1, column 1)" in second


def test_goals_are_shown_by_their_values() -> None:
    """In a matrix of a game whose goals are others than 100, 0 and ties."""
    roles = {"a": "any", "b": "any"}
    goals = Score(roles, {"a=30 b=70": 2, "a=70 b=30": 1}, 4, "")
    won = Score(roles, {"a": 1, "b": 0, "tie": 2}, 4, "a never loses")
    first, second = text([scores_table(["a", "b"], [goals, won])]).splitlines()[2:]
    assert " ".join(first.split()) == "any any 4 2 with a=30 b=70; 1 with a=70 b=30"
    assert second.split()[:7] == ["any", "any", "1", "0", "2", "0", "4"]
    expected = "any,any,,,,,4,,2 with a=30 b=70; 1 with a=70 b=30"
    assert matrix_csv(["a", "b"], [goals]).splitlines()[1] == expected


def page(folder: Path, claim: str, **asked: Any) -> str:
    """The text of the page about a claim."""
    report(claim, folder / "page.html", **asked)
    return unescape((folder / "page.html").read_text("utf-8"))


@tabled()
def test_what_the_other_lines_say(o: str, said: str, tmp_path: Path) -> None:
    assert said in page(tmp_path, "o never loses", o=o)


def test_a_mistake_with_two_threats_judges_every_free_square(tmp_path: Path) -> None:
    blunder = lost().blunder
    assert blunder is not None
    shown = page(tmp_path, "o never loses", o="good_for_o")
    (board,) = re.findall(r'<div class="large">(.*?)</svg>', shown, re.DOTALL)
    signs = re.findall(r"<text[^>]*>([^<]+)</text>", board)
    assert len(signs) == 9 - 4  # the squares that are free after the mistake, the fourth move
    assert sum(sign in ("✓", "(✓)") for sign in signs) == len({*blunder.keeping, *blunder.missed})
    assert "<p>Move 5 then makes 2 threats at once, " in shown


def test_a_mistake_in_a_game_without_a_board_has_no_picture(tmp_path: Path) -> None:
    text = (GDL / "tictactoe.kif").read_text("utf-8")
    # nothing says which coordinate comes first, and no grid has such lines
    text = text.replace("(true (cell 1 3 ?s)) (true (cell 3 1 ?s))", "(true (cell 1 3 ?s))")
    for number, name in zip("123", "pqr", strict=True):
        text = re.sub(rf"\b{number}\b", name, text)
    game = write(tmp_path / "names.kif", text)
    shown = page(tmp_path, "XPlayer never loses", game=str(game))
    assert shown.count("Where it is lost") == 1 and 'class="large"' not in shown


def test_a_line_that_loses_is_no_threat(tmp_path: Path) -> None:
    shown = page(tmp_path, "o never loses", o="first(center, any)", const={"misere": 1})
    assert "x wins, as o has" in shown
    assert "Where it is lost" in shown and "threats at once" not in shown


def test_a_claim_that_holds_has_no_mistake(tmp_path: Path) -> None:
    assert "Where it is lost" not in page(tmp_path, "x never loses", x="good_for_x")
