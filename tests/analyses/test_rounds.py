"""The rounds that a page shows of an induction are rounds of the game, and complete."""

from __future__ import annotations

import pytest
from games import problem

from ttt_asp.analyses.play_graph import LATER
from ttt_asp.analyses.report import Reporter
from ttt_asp.analyses.rounds import rounds
from ttt_asp.analyses.walk_data import MOST_SAID
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import ask
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

BOARD = {"rows": "5", "cols": "5", "line": "5"}


def test_every_move_and_every_answer() -> None:
    board = {"rows": 4, "cols": 4, "line": 4}
    asked = problem("o never loses", const=board, o="first(defend, corner)")
    data = rounds(asked, Limits(Deadline()))
    shown, later = data["shown"], data["outcomes"].index(LATER)
    begins = data["match"]["rounds"]
    assert begins[0] == 0 and len(begins) > 3
    assert data["cells"] == tuple((i, j) for i in range(1, 5) for j in range(1, 5))
    for at in begins:
        assert shown[at].count("x") == shown[at].count("o")
        firsts = [data["moves"][at][n : n + 2] for n in range(0, len(data["moves"][at]), 2)]
        free = {n for n, glyph in enumerate(shown[at]) if glyph == "."}
        assert {data["actions"][action][1] for action, _ in firsts} == free
        for action, after in firsts:
            square = data["actions"][action][1]
            assert shown[after] == (*shown[at][:square], "x", *shown[at][square + 1 :])
            if data["ending"][after] >= 0:
                continue
            answers = data["moves"][after][::2]
            marked = {data["actions"][answer][1] for answer in answers}
            corners = {n for n in (0, 3, 12, 15) if shown[after][n] == "."}
            lines = [range(4 * n, 4 * n + 4) for n in range(4)]
            lines += [range(n, 16, 4) for n in range(4)] + [range(0, 16, 5), range(3, 15, 3)]
            needed = {
                n
                for line in lines
                for n in line
                if shown[after][n] == "." and sum(shown[after][m] == "x" for m in line) == 3
            }
            assert marked == (needed or corners)
            for end in data["moves"][after][1::2]:
                assert shown[end].count("x") == shown[end].count("o")
                assert data["ending"][end] == later or end in begins or not data["moves"][end]


def test_an_induction_that_proves_nothing_shows_no_rounds() -> None:
    question = Question("o never loses", {"o": "first(fork, any)"}, const=dict(BOARD))
    posed, found = ask(question, "induction", Limits(Deadline()))
    assert found.verdict == "unknown" and found.lemmas is not None
    said = Reporter(Limits(Deadline()), open_library()).finding("one", question, posed, found)
    assert said.walk is None and "proves nothing" in said.missing


def test_limits() -> None:
    asked = problem("o never loses", o="any")
    with pytest.raises(Expired):
        rounds(asked, Limits(Deadline(0.0)))
    large = {"rows": 30, "cols": 30, "line": 5}
    with pytest.raises(InputError, match="too large"):
        rounds(problem("o never loses", const=large), Limits(Deadline()))
    assert len(rounds(asked, Limits(Deadline()))["shown"]) < MOST_SAID
