"""The questions as functions of plain values say what the commands say."""

from __future__ import annotations

import json

import pytest

import ttt_asp
from ttt_asp.cli.main import execute
from ttt_asp.errors import InputError


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, object]:
    assert execute([*command, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.explain("x never loses", {"x": "good_for_x"})
    said = printed(capsys, "explain", "x never loses", "--x", "good_for_x")
    assert [list(parts) for parts in found.exact] == said["exact"]


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.compare("good_for_o", "careful_o", role="O")
    said = printed(capsys, "compare", "good_for_o", "careful_o", "--as", "o")
    assert {claim: list(both) for claim, both in found.claims.items()} == said["claims"]


def test_analogies(capsys: pytest.CaptureFixture[str]) -> None:
    found = ttt_asp.analogies("fork")
    assert found.respected == printed(capsys, "analogies", "fork")["respected"]


def test_matrix_and_walk() -> None:
    (match,) = ttt_asp.matrix(["good_for_x"]).scores
    assert match.positions == 166
    assert len(ttt_asp.walk({"x": "good_for_x", "o": "good_for_x"}).stops) == 166


def test_what_is_wrong_is_said_as_everywhere() -> None:
    with pytest.raises(InputError, match="there is no strategy or tactic nobody"):
        ttt_asp.compare("nobody", "any")
    with pytest.raises(InputError, match="declares no constant row"):
        ttt_asp.analogies("fork", const={"row": 3})
    with pytest.raises(InputError, match="the time limit of 0 s was reached"):
        ttt_asp.explain("x never loses", {"x": "good_for_x"}, time_limit=0)
