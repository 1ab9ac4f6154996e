"""Answers about games that draw all, some and none of their squares."""

import json
import re
import shlex
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, write
from tables import constant, tabled
from workbench_server import answered

import ttt_asp

NOTAKTO: dict[str, str] = constant(__file__, "NOTAKTO")
MARKS: dict[str, str] = constant(__file__, "MARKS")
RULES = {way: NOTAKTO["rules"] + NOTAKTO[way] for way in ("turns", "counted")}
# Of each kind of game, by what it draws, the rules.
GAMES = {
    **{
        way: {drawn: rules + NOTAKTO.get(drawn, "") for drawn in ("none", *list(NOTAKTO)[3:])}
        for way, rules in RULES.items()
    },
    "marks": {drawn: f"size(2,3). in_a_row(3).\n{text}" for drawn, text in MARKS.items()},
}
# Commands that write no JSON of their own, and options that write files.
WRITTEN = re.compile("^(play|report)|--svg")


def data(printed: str) -> Any:
    """JSON without what takes time, and without positions as the game writes them."""
    apart = ("seconds", "statistics", "boards", "files")
    return json.loads(
        printed,
        object_hook=lambda one: {key: one[key] for key in one if key not in apart},
    )


@tabled()
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("kind", GAMES)
def test_what_is_drawn_changes_no_answer(
    words: str, status: int, kind: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for rules in GAMES[kind].values():
        write(Path("game.lp"), rules)
        monkeypatch.setattr("sys.stdin", StringIO("quit"))
        typed = [*shlex.split(words), "-g", "game.lp"]
        done = run(*typed)
        assert done.status == status or (kind == "marks" and done.status in (0, 1)), done.err
        if not WRITTEN.search(words) and kind == "turns":
            answers.append(data(run(*typed, "--json").out))
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("kind", "drawn"), [(k, drawn) for k in GAMES for drawn in GAMES[k]])
def test_games_are_shown_whatever_they_draw(kind: str, drawn: str, run: Run) -> None:
    write(Path("game.lp"), GAMES[kind][drawn])
    for words in ("check game.lp", "show game.lp", "recognise game.lp", "pairing -g game.lp"):
        assert run(*words.split()).status in (0, 1), words
    verdict = ttt_asp.prove("o never loses", o="first(corner, any)", game="game.lp")
    assert (verdict.blunder is not None) and verdict.blunder.move is not None
    assert "is the blunder: o plays mark(cell(" in str(verdict)
    # a grid that draws nothing is drawn by itself where its fluents end in squares
    assert "(row 2" not in str(verdict) or drawn == "all" or (kind, drawn) == ("marks", "none")
    assert "<svg" in ttt_asp.draw(verdict).svg + verdict._repr_html_()
    asked = {"claim": "o never loses", "roles": {"o": "first(corner, any)"}}
    _, shown = answered("prove", asked, game="game.lp")
    assert "is the blunder: o plays" in shown["lost"][0]


@tabled()
@pytest.mark.usefixtures("reader")
def test_pairings_of_squares_that_are_not_drawn(rules: str, said: str) -> None:
    write(Path("lines.lp"), rules)
    found = ttt_asp.pairing("lines.lp")
    assert said in str(found)
    assert said in found._repr_html_()


@pytest.mark.usefixtures("reader")
def test_marks_alone_may_be_the_position(run: Run) -> None:
    write(Path("game.lp"), GAMES["counted"]["all"])
    for mover in ((), ("--as", "o")):
        done = run("suggest", "any", "-g", "game.lp", "--position", "x../...", *mover)
        assert "o to move" in done.out
