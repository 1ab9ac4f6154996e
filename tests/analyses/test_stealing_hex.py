"""Strategies stolen where chains win: planted faults, other games, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import NEEDS_Z3, Done, written
from tables import tabled

from ttt_asp import solve, steal
from ttt_asp.analyses.stealing import Stealing
from ttt_asp.paths import ASP

pytestmark = NEEDS_Z3

SQUARE = "rows = cols, rows > 0"
HEX = (ASP / "games/hex.lp").read_text()
CHAIN = "joined(P,D) :- joined(P,C), neighbour(C,D), marked(P,D).\n"
BACK = "neighbour(cell(I+1,J-1),cell(I,J)) :- square(cell(I,J)), square(cell(I+1,J-1)).\n"
DOWN = "neighbour(cell(I,J),cell(I+1,J-1)) :- square(cell(I,J)), square(cell(I+1,J-1)).\n"
BESIDE = "square(cell(I,J)), square(cell(K,L)), |I-K| + |J-L| = 1.\n"
X_STARTS, O_ENDS = "starts(x,cell(1,J)) :- square(cell(1,J)).\n", "ends(o,cell(I,cols))"
LOSES = "goal(Q,0) :- connected(P), opponent(P,Q).\n"
TIES = "goal(P,50) :- role(P), not connected(Q) : role(Q).\n"
WINS = "goal(P,100) :- connected(P).\n"
X_ENDS = "ends(x,cell(rows,J)) :- square(cell(rows,J)).\n"
SWAPS = "exchanged(cell(I,J),cell(J,I)) :- square(cell(I,J)), rows = cols.\n"
MARKS = "base(marked(P,C)) :- role(P), square(C).\nnext(marked(P,C)) :- does(P,mark(C)).\n"

ERASES = "next(marked(P,C)) :- marked(P,C), not does(Q,mark(D)) : neighbour(C,D), opponent(P,Q).\n"
TAKES = """legal(P,mark(C)) :- mover(P), free(C).
legal(o,take(C)) :- mover(o), marked(x,C), not marked(o,D) : square(D).
"""
FAR = """far(P,C) :- ends(P,C), joined(P,C).
far(P,D) :- far(P,C), neighbour(C,D), joined(P,D).
connected(P) :- far(P,C), starts(P,C).
"""
THREE = "terminal :- 3 <= #count { C : marked(P,C) }, role(P).\n"
Changes = list[tuple[str, str]]

# Rules of Hex, and others in their place, or besides.
FAULTS: dict[str, Changes] = {
    "a side for both": [(X_STARTS, "starts(x,cell(I,1)) :- square(cell(I,1)).\n")],
    "one way only": [(BACK, "")],
    "a wall": [(BESIDE, BESIDE[:-2] + ", not wall(I,J,K,L).\nwall(1,1,1,2). wall(1,2,1,1).\n")],
    "a mark that cuts": [(CHAIN, CHAIN[:-2] + ", not marked(x,cell(1,1)).\n")],
    "chains are shared": [("", "joined(o,C) :- joined(x,C), marked(x,C).\n")],
    "a mark that erases": [("", MARKS + ERASES)],
    "three of x end it": [("", THREE.replace("role(P)", "P = x"))],
    "who joins loses": [
        (WINS, WINS.replace("100", "0")),
        (LOSES, LOSES.replace("(Q,0)", "(Q,100)")),
    ],
    "o takes what x marked": [("", TAKES)],
    "o has a mark": [("", "init(marked(o,cell(1,1))).\n")],
    "nothing is exchanged": [(SWAPS, "exchanged(C,C) :- square(C), rows = cols.\n")],
    "o's side is nearer": [(O_ENDS, "ends(o,cell(I,1)) :- square(cell(I,1)).\n" + O_ENDS)],
}
# Other games, in which strategies can be stolen.
GAMES: dict[str, Changes] = {
    "without slanted neighbours": [(BACK, ""), (DOWN, "")],
    "three end it": [("", THREE)],
    "through what is free": [
        (CHAIN, CHAIN.replace("marked(P,D)", "not marked(Q,D), opponent(P,Q)"))
    ],
    "chains of chains": [("connected(P) :- joined(P,C), ends(P,C).\n", FAR)],
    "reflected the other way": [
        (SWAPS, "exchanged(cell(I,J),cell(M+1-J,M+1-I)) :- square(cell(I,J)), size(M,M).\n"),
        (X_STARTS, "starts(x,cell(rows,J)) :- square(cell(rows,J)).\n"),
        (X_ENDS, "ends(x,cell(1,J)) :- square(cell(1,J)).\n"),
        (DOWN, DOWN.replace("J-1", "J+1")),
        (BACK, BACK.replace("J-1", "J+1")),
    ],
    # as nobody can keep both from joining, which is more than the solver knows
    "o wins else": [(TIES, TIES.replace("(P,50) :- role(P)", "(o,100) :- role(x)"))],
}


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


@tabled()
def test_what_is_refused(run: Callable[..., Done], words: list[str], said: str) -> None:
    done = run("steal", "-g", "hex", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_limit_is_unknown_there_too(run: Callable[..., Done]) -> None:
    for words in (["-c", "rows=19", "-c", "cols=19"], ["--every", SQUARE]):
        assert run("steal", "-g", "hex", *words, "--time-limit", "0").status == 3
