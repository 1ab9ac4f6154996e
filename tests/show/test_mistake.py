"""What a page says of the move that lost a claim."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import GDL, write
from tables import tabled

from ttt_asp.analyses.report import ClaimReport, Reporter
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import ask
from ttt_asp.limits import Limits
from ttt_asp.show.page import page
from ttt_asp.show.page.mistake import Mistake
from ttt_asp.show.page.section import Section
from ttt_asp.strategies.library import open_library


@pytest.fixture(autouse=True)
def lean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked for but plays."""
    monkeypatch.setattr(Reporter, "_repair", lambda *_: (None, ""))
    monkeypatch.setattr(Reporter, "_needs", lambda *_: {})
    monkeypatch.setattr(Reporter, "_analogies", lambda *_: ())
    monkeypatch.setattr("ttt_asp.analyses.report.beside", lambda *_: None)


def finding(claim: str, game: str = "tictactoe", **roles: str) -> ClaimReport:
    question, limits = Question(claim, roles, game, {}), Limits(Deadline())
    problem, found = ask(question, "explicit", limits)
    return Reporter(limits, open_library()).finding("claim", question, problem, found)


def mistake(claim: str, **roles: str) -> Mistake:
    found = Section(finding(claim, **roles)).mistake
    assert found is not None
    return found


@tabled()
def test_what_the_other_lines_say(o: str, said: str) -> None:
    found = mistake("o never loses", o=o)
    assert not found.lost.keeping and found.lost.missed
    assert said in found.advice


def test_every_free_square_is_judged() -> None:
    found = mistake("o never loses", o="good_for_o")
    board = found.play.positions[found.number]
    free = 9 - sum(fluent.startswith("marked") for fluent in board)
    signs = re.findall(r"<text[^>]*>([^<]+)</text>", found.board)
    assert len(signs) == free == 5
    kept = {*found.lost.keeping, *found.lost.missed}
    assert sum(sign in ("✓", "(✓)") for sign in signs) == len(kept)


def test_games_without_boards_have_no_picture(tmp_path: Path) -> None:
    text = (GDL / "tictactoe.kif").read_text("utf-8")
    # nothing says which coordinate comes first, and no grid has such lines
    text = text.replace("(true (cell 1 3 ?s)) (true (cell 3 1 ?s))", "(true (cell 1 3 ?s))")
    for number, name in zip("123", "pqr", strict=True):
        text = re.sub(rf"\b{number}\b", name, text)
    said = finding("XPlayer never loses", str(write(tmp_path / "names.kif", text)))
    lost = Section(said).mistake
    assert lost is not None and not lost.board
    assert page("it", [said]).count("Where it is lost") == 1


def test_a_claim_that_holds_has_none() -> None:
    section = Section(finding("x never loses", x="good_for_x"))
    assert section.mistake is None and not section.because
