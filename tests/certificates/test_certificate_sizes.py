"""Certificates of proofs for every size: what is in them, and what becomes of those that lie.

More is in tests/data/certificates/every_size.md, and beside test_corrupted.py.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from conftest import NEEDS_Z3, Run
from oracle_certificates import Json
from tables import tabled
from valid_certificates import EVERY, judged, valid

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.engines.sizes.decision_procedures import CHECKS, HEADS

pytestmark = NEEDS_Z3


def steps(data: Json) -> list[Json]:
    return [step for one in data["questions"] for step in one["steps"]]


@pytest.fixture
def lying() -> Json:
    """A valid one, to be tampered with."""
    return valid("every size")


def refused(data: Json, stage: int, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        judged(data, stage)


def test_each_text_is_refuted_by_solvers_alone(lying: Json) -> None:
    """Each says which rules it comes from; as in what files these stand is no matter."""
    z3: Any = import_module("z3")
    for step in steps(lying):
        context = z3.Context()
        text = f"{HEADS[step['way']]}{step['text']}\n{CHECKS[step['way']]}\n"
        assert z3.Z3_eval_smtlib2_string(context.ref(), text).split() == ["unsat"]
    assert sum("; asp/games/pick_up_bricks.lp:" in step["text"] for step in steps(lying)) > 5
    for step in steps(lying):
        step["text"] = step["text"].replace("; asp/games/", "; elsewhere/")
    assert judged(lying, 2).facts


def test_a_question_that_is_left_out(lying: Json) -> None:
    for number, one in [*enumerate(lying["questions"])][::4]:
        less = [*lying["questions"][:number], *lying["questions"][number + 1 :]]
        where = re.escape(f"{one['half']} {one['about']}")
        refused({**lying, "questions": less}, 1, f"^questions: {where} is not among them$")
    refused({**lying, "questions": lying["questions"] * 2}, 1, "not each one once, in order")


def test_texts_that_say_something_else(lying: Json) -> None:
    """The first stage says what it does not know; the second stage knows."""
    guard = "(= (mod bricks 3) 0)"
    few = "do not answer all those that the sources ask"
    data = valid("every size")
    for step in steps(data):
        assert guard in step["text"]
        step["text"] = step["text"].replace(guard, "(= bricks 3)")
    refused(data, 2, few)
    for step in steps(lying):
        step["text"] = "(assert false)"
    assert "if these texts are those of the claim" in judged(lying, 1).claim
    refused(lying, 2, few)


@tabled()
def test_each_question_of_why_plays_end(
    ending: str, about: list[str], lying: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.certificates.sizes._ask_all", lambda *_: None)
    ends = [{"half": "end", "about": one, "steps": []} for one in about]
    data = {**lying, "claim": "o always wins", "ending": ending}
    judged({**data, "questions": [*lying["questions"], *ends]}, 1)
    for wrong in (*([*ends[:n], *ends[n + 1 :]] for n in range(len(ends))), ends[::-1], []):
        questions = [*lying["questions"], *wrong]
        refused({**data, "questions": questions}, 1, "of the end of plays there are not all")
    questions = [*lying["questions"], *ends]
    refused({**lying, "questions": questions}, 1, "questions: of the end of plays")


def test_texts_that_are_not_found_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.certificates.sizes.proof_of", lambda *_: None)
    path = tmp_path / "it.json"
    line = ("-g", "pick_up_bricks", "--every", EVERY, "--o", "three_by_three", "-L", "threes_left")
    done = run("prove", "o never loses", *line, "--certificate", path)
    assert done.status == 2 and "no certificate: z3 does not find the proof again" in done.err
    assert "proved" in done.out and not path.exists()


@tabled()
def test_a_text_is_declarations_and_assertions(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.certificates.sizes.Solver", _never)
    small = valid("small")
    steps(small)[0]["text"] += "\n" + text
    refused(small, 1, "no formula|neither declares|not closed")


def _never(*_: object) -> None:
    raise AssertionError("a solver was told the text")
