"""Certificates of proofs for every size: what is in them, and what becomes of those that lie."""

from __future__ import annotations

import copy
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from conftest import NEEDS_Z3, Run
from tables import tabled

from ttt_asp.certificates import sizes as verifying
from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.checker.format import read as read_certificate
from ttt_asp.certificates.checker.main import Report
from ttt_asp.certificates.sizes import certificate, verify_questions, verify_sizes
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.sizes.decision_procedures import CHECKS, HEADS
from ttt_asp.engines.sizes.engine import proof_of
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

pytestmark = NEEDS_Z3

BRICKS = "pick_up_bricks"
EVERY = "bricks > 0, bricks \\ 3 = 0"
OWN = ["one_stack", "one_turn", "first_mover"]
LINE = ("-g", BRICKS, "--every", EVERY, "--o", "three_by_three")


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    asked = Question("o never loses", {"o": "three_by_three"}, BRICKS, every=EVERY,
                     lemmas=("threes_left",))  # fmt: skip
    problem = read(asked, Deadline())
    proof = proof_of(problem, Limits())
    assert proof is not None
    return certificate(problem, proof)


@pytest.fixture
def lying(given: dict[str, Any]) -> dict[str, Any]:
    """The same, to be tampered with."""
    return copy.deepcopy(given)


@pytest.fixture
def small(lying: dict[str, Any]) -> dict[str, Any]:
    """The same with short texts, of a few questions."""
    for step in steps(lying):
        step["text"] = "; a comment (\n(declare-const |a;(b| Bool)\n(assert true)"
    return {**lying, "questions": lying["questions"][:2]}


def first(data: Any) -> Report:
    return verify_sizes(read_certificate(json.dumps(data).encode()), Deadline())


def second(data: Any) -> Report:
    given = read_certificate(json.dumps(data).encode())
    return verify_questions(given, open_library(), Deadline())


def steps(data: Any) -> list[dict[str, Any]]:
    return [step for one in data["questions"] for step in one["steps"]]


# --- valid ones ----------------------------------------------------------------------------------


def test_a_lemma_that_was_given(given: dict[str, Any]) -> None:
    assert (given["claim"], given["every"], given["const"]) == ("o never loses", EVERY, {})
    assert given["game_lemmas"] == OWN
    assert [one["name"] for one in given["lemmas"]] == ["threes_left"]
    report = first(given)
    assert report.claim.startswith("o never loses, for every size with bricks > 0, bricks \\ 3 = 0")
    assert "All are unsatisfiable, says z3." in report.facts[0]
    assert "generates them anew" in report.trusted[0]
    assert "generated anew: the same" in second(given).facts[0]


def test_each_text_is_refuted_by_solvers_alone(given: dict[str, Any]) -> None:
    z3: Any = import_module("z3")
    for step in steps(given):
        context = z3.Context()
        text = f"{HEADS[step['way']]}{step['text']}\n{CHECKS[step['way']]}\n"
        assert z3.Z3_eval_smtlib2_string(context.ref(), text).split() == ["unsat"]


def test_the_texts_say_which_rules_they_come_from(given: dict[str, Any]) -> None:
    for step in steps(given)[:3]:
        assert "; asp/games/pick_up_bricks.lp:" in step["text"]


@pytest.mark.slow
def test_a_lemma_that_was_found(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "it.json.gz"
    done = run("prove", "o always wins", *LINE, "--certificate", path)
    assert done.status == 0 and f"wrote {path}" in done.err
    done = run("verify", path, "--strategy")
    assert done.status == 0 and done.out.startswith("valid: o always wins, for every size with")
    assert "The lemma found is written as lemmas have to be." in done.out


# --- those that lie ------------------------------------------------------------------------------


def test_a_question_that_is_left_out(lying: dict[str, Any]) -> None:
    for number, one in [*enumerate(lying["questions"])][::4]:
        data = {**lying, "questions": [*lying["questions"]]}
        del data["questions"][number]
        where = f"{one['half']} {one['about']}"
        with pytest.raises(Rejected) as raised:
            first(data)
        assert str(raised.value) == f"questions: {where} is not among them"
    with pytest.raises(Rejected, match="not each one once, in order"):
        first({**lying, "questions": lying["questions"] * 2})


def test_a_text_that_is_left_out(lying: dict[str, Any]) -> None:
    for one in [one for one in lying["questions"] if one["steps"]][::4]:
        kept, one["steps"] = one["steps"], []
        with pytest.raises(Rejected, match="do not answer all"):
            second(lying)
        one["steps"] = kept


def test_a_text_that_is_contradictory_in_itself(lying: dict[str, Any]) -> None:
    data = copy.deepcopy(lying)
    steps(data)[-1]["text"] += "\n(assert false)"
    with pytest.raises(Rejected, match="do not answer all those that the sources ask"):
        second(data)
    for step in steps(lying):
        step["text"] = "(assert false)"
    # the first stage says what it does not know
    assert "if these texts are those of the claim" in first(lying).claim
    with pytest.raises(Rejected, match="do not answer all"):
        second(lying)


def test_a_text_that_something_fits(lying: dict[str, Any]) -> None:
    steps(lying)[0]["text"] = "(declare-const bricks Int)\n(assert (< 0 bricks))"
    with pytest.raises(Rejected, match=r"step stray, text 1: z3 does not find it unsatisfiable"):
        first(lying)


def test_the_condition_on_the_sizes(lying: dict[str, Any]) -> None:
    """Another one in the texts, in the certificate, or in both."""
    guard = "(= (mod bricks 3) 0)"
    for step in steps(lying):
        assert guard in step["text"]
        step["text"] = step["text"].replace(guard, "(= bricks 3)")
    with pytest.raises(Rejected, match="do not answer all"):
        second(lying)
    other = {**lying, "every": "bricks = 3"}
    with pytest.raises(Rejected):
        second(other)


@tabled()
def test_another_question_than_the_texts_answer(
    change: dict[str, Any], lying: dict[str, Any]
) -> None:
    with pytest.raises((Rejected, InputError)):
        second({**lying, **change})


def test_a_claim_of_another_kind(lying: dict[str, Any]) -> None:
    for change, why in (
        ({"claim": "o always wins"}, "questions: of the end of plays there are not all"),
        ({"claim": "o can win"}, "does not apply to o can win"),
        ({"claim": "o always wins by move 7"}, "does not apply"),
        ({"claim": "o is great"}, "claim: "),
        ({"lemmas": []}, "questions: "),
        ({"base": "(assert false)"}, "certificate: "),
    ):
        with pytest.raises(Rejected, match=why):
            first({**lying, **change})


@tabled()
def test_each_question_of_why_plays_end(
    ending: str, about: list[str], lying: dict[str, Any]
) -> None:
    ends = [{"half": "end", "about": one, "steps": []} for one in about]
    data = {**lying, "claim": "o always wins", "ending": ending}
    first({**data, "questions": [*lying["questions"], *ends]})
    for wrong in (*([*ends[:n], *ends[n + 1 :]] for n in range(len(ends))), ends[::-1], []):
        with pytest.raises(Rejected, match="of the end of plays there are not all"):
            first({**data, "questions": [*lying["questions"], *wrong]})
    with pytest.raises(Rejected, match="questions: of the end of plays"):
        first({**lying, "questions": [*lying["questions"], *ends]})


def test_texts_that_are_not_found_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.certificates.sizes.proof_of", lambda *_: None)
    path = tmp_path / "it.json"
    done = run("prove", "o never loses", *LINE, "-L", "threes_left", "--certificate", path)
    assert done.status == 2 and "no certificate: z3 does not find the proof again" in done.err
    assert "proved" in done.out and not path.exists()


def test_names_of_files_are_no_matter(lying: dict[str, Any]) -> None:
    assert sum("; asp/games/" in step["text"] for step in steps(lying)) > 5
    for step in steps(lying):
        step["text"] = step["text"].replace("; asp/games/", "; elsewhere/")
    second(lying)


@tabled()
def test_a_text_is_declarations_and_assertions(
    text: str, small: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "Solver", _never)
    steps(small)[0]["text"] += "\n" + text
    with pytest.raises(Rejected, match="no formula|neither declares|not closed"):
        first(small)


def _never(*_: object) -> None:
    raise AssertionError("a solver was told the text")


def _refused(*_: object) -> None:
    raise Rejected("whether this is so would be asked of a solver")


def test_what_no_solver_understands(lying: dict[str, Any]) -> None:
    for text in ("(assert (nothing 1))", "(assert)", "(declare-fun)", "(assert 3)"):
        steps(lying)[0]["text"] = text
        with pytest.raises(Rejected, match=r"^step stray, text 1: z3 does not understand it$"):
            first(lying)


JUNK: list[Any] = [None, True, 0, 7, "", "junk", "a\nb", [], [1], {}, {"a": 1}, "\0", "\ud800"]


def test_whatever_is_in_a_file_is_answered(
    small: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every part replaced by junk, left out, or doubled: never a traceback."""
    monkeypatch.setattr(verifying, "Solver", _refused)
    given = small

    def variants() -> Any:
        for key in given:
            yield {k: v for k, v in given.items() if k != key}
            yield from ({**given, key: junk} for junk in JUNK if junk not in (given[key], 7, ""))
        yield {**given, "more": 1}
        one = given["questions"][0]
        step = one["steps"][0]
        for junk in JUNK:
            if junk != []:
                yield {**given, "questions": [{**one, "steps": junk}]}
                yield {**given, "questions": [{**one, "steps": [{**step, "text": junk}]}]}
            yield {**given, "questions": [{**one, "half": junk}]}
            yield {**given, "questions": [{**one, "steps": [{**step, "way": junk}]}]}

    for data in variants():
        with pytest.raises(Rejected) as raised:
            first(data)
        assert str(raised.value).replace("\n", "").isprintable()


# --- limits --------------------------------------------------------------------------------------


def test_a_time_limit_ends_the_search(given: dict[str, Any]) -> None:
    with pytest.raises(Expired):
        verify_sizes(read_certificate(json.dumps(given).encode()), Deadline(0))
