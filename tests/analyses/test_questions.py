"""The questions as functions of plain values say what the commands say."""

from __future__ import annotations

import json

import pytest

from ttt_asp import questions
from ttt_asp.cli.main import execute
from ttt_asp.errors import InputError


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, object]:
    assert execute([*command, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    found = questions.explain("x never loses", {"x": "good_for_x"})
    said = printed(capsys, "explain", "x never loses", "--x", "good_for_x")
    assert [list(parts) for parts in found.exact] == said["exact"]


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    found = questions.compare("good_for_o", "careful_o", role="O")
    said = printed(capsys, "compare", "good_for_o", "careful_o", "--role", "o")
    assert {claim: list(both) for claim, both in found.claims.items()} == said["claims"]


def test_analogies(capsys: pytest.CaptureFixture[str]) -> None:
    found = questions.analogies("fork")
    assert found.respected == printed(capsys, "analogies", "fork")["respected"]


def test_matrix_and_walk() -> None:
    (match,) = questions.matrix(["good_for_x"])
    assert match.positions == 166
    assert len(questions.walk({"x": "good_for_x", "o": "good_for_x"}).stops) == 166


def test_what_is_wrong_is_said_as_everywhere() -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody"):
        questions.compare("nobody", "any")
    with pytest.raises(InputError, match="declares no constant row"):
        questions.analogies("fork", const={"row": 3})
    with pytest.raises(InputError, match="the time limit of 0 s was reached"):
        questions.explain("x never loses", {"x": "good_for_x"}, time_limit=0)
