"""The rounds that a page shows of an induction are rounds of the game, and complete."""

from __future__ import annotations

import oracle
import pytest
from games import problem

from ttt_asp.analyses.induction_rounds import rounds
from ttt_asp.analyses.play_graph import LATER
from ttt_asp.analyses.report import Reporter
from ttt_asp.analyses.walk_data import MOST_SAID
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.answer import ask
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

BOARD, ANSWERS = oracle.Board(4, 4, 4), "first(defend, corner)"


def test_every_move_and_every_answer() -> None:
    asked = problem("o never loses", const={"rows": 4, "cols": 4, "line": 4}, o=ANSWERS)
    data = rounds(asked, Limits(Deadline()))
    cells, later, begins = data["cells"], data["outcomes"].index(LATER), data["match"]["rounds"]
    assert begins[0] == 0 and len(begins) > 3
    assert cells == tuple(sorted(BOARD.squares))

    def position(number: int, mover: str) -> oracle.Position:
        marks = [(square, data["shown"][number][n]) for n, square in enumerate(cells)]
        x, o = (frozenset(square for square, mark in marks if mark == role) for role in "xo")
        return oracle.Position(x, o, mover)

    def moves(number: int) -> dict[oracle.Square, int]:
        flat = data["moves"][number]
        actions = (data["actions"][action][1] for action in flat[::2])
        return dict(zip(map(cells.__getitem__, actions), flat[1::2], strict=True))

    for at in begins:
        here, firsts = position(at, "x"), moves(at)
        assert len(here.x) == len(here.o) and firsts.keys() == oracle.free(BOARD, here)
        for square, after in firsts.items():
            then, answers = position(after, "o"), moves(after)
            assert then == oracle.place(here, "x", square)
            if data["ending"][after] >= 0:
                continue
            assert answers.keys() == oracle.choices(BOARD, "any", ANSWERS, then)
            for answer, end in answers.items():
                assert position(end, "x") == oracle.place(then, "o", answer)
                assert data["ending"][end] == later or end in begins or not data["moves"][end]


def test_an_induction_that_proves_nothing_shows_no_rounds() -> None:
    board = dict.fromkeys(("rows", "cols", "line"), "5")
    question = Question("o never loses", {"o": "first(fork, any)"}, const=board)
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
