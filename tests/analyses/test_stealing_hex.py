"""Strategies stolen where chains win: planted faults, other games, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import NEEDS_Z3, Done, written
from tables import constant

from ttt_asp import solve, steal
from ttt_asp.analyses.stealing import Stealing
from ttt_asp.paths import ASP

pytestmark = NEEDS_Z3

SQUARE = "rows = cols, rows > 0"
HEX = (ASP / "games/hex.lp").read_text()
CHAIN = "joined(P,D) :- joined(P,C), neighbor(C,D), marked(P,D).\n"
WINS = "goal(P,100) :- connected(P).\n"
Changes = list[tuple[str, str]]

FAULTS: dict[str, Changes] = constant(__file__, "FAULTS")
GAMES: dict[str, Changes] = constant(__file__, "GAMES")


def changed(path: Path, changes: Changes) -> str:
    text = HEX
    for old, new in changes:
        assert text.count(old) == 1 or not old, old
        text = text.replace(old, new) if old else text + new
    return written(path / "changed.lp", text)


def steal_at(game: str, side: int) -> Stealing:
    return steal(game, const={"rows": side, "cols": side})


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_not_proved(fault: str, tmp_path: Path) -> None:
    game = changed(tmp_path, FAULTS[fault])
    assert any(steal_at(game, side).broken for side in (1, 2, 3))


@pytest.mark.parametrize("other", GAMES)
def test_other_games_of_chains(other: str, tmp_path: Path) -> None:
    game = changed(tmp_path, GAMES[other])
    for side in (1, 2, 3):
        assert not steal_at(game, side).broken
        assert solve(game, const={"rows": side, "cols": side}).winner != "o"


# --- the command --------------------------------------------------------------------------------


def test_clingo_is_asked_at_one_size(run: Callable[..., Done]) -> None:
    done = run("steal", "-g", "hex", "-c", "rows=4", "-c", "cols=4", "--json")
    said = json.loads(done.out)
    assert (done.status, said["proved"], said["formulas"]) == (0, True, [])


@pytest.mark.parametrize("sizes", [SQUARE, "rows > 0, cols > 0"])
def test_chains_are_refused_for_every_size(sizes: str, run: Callable[..., Done]) -> None:
    """Recursion has no translation: that is said with its place, whatever small sizes show."""
    done = run("steal", "-g", "hex", "--every", sizes)
    line = HEX[: HEX.index(CHAIN)].count("\n") + 1
    assert (done.status, done.out) == (2, "")
    assert f"hex.lp:{line}:" in done.err
    assert "rests on itself: recursion has no translation" in done.err


@pytest.mark.parametrize(
    "words", [["-c", "rows=9", "-c", "cols=9"], ["--every", SQUARE], ["--every", "8 < rows = cols"]]
)
def test_unsafe_rules_are_refused(
    words: list[str], run: Callable[..., Done], tmp_path: Path
) -> None:
    done = run(
        "steal", "-g", changed(tmp_path, [(WINS, "goal(P,100) :- not connected(P).\n")]), *words
    )
    line = HEX[: HEX.index(WINS)].count("\n") + 1
    assert (done.status, done.out) == (2, "")
    assert f"changed.lp:{line}:6: error: the variable P is unsafe" in done.err


def test_a_limit_is_unknown(run: Callable[..., Done]) -> None:
    for words in ([], ["-c", "rows=19", "-c", "cols=19"], ["--every", SQUARE]):
        assert run("steal", "-g", "hex", *words, "--time-limit", "0").status == 3
