"""Strategies stolen where chains win, by formulas: planted faults, and what clingo says."""

from __future__ import annotations

import json
from collections.abc import Callable, Container
from pathlib import Path

import pytest
from conftest import Done, written

from ttt_asp import solve, steal
from ttt_asp.analyses import extra_mark_formulas, extra_mark_size
from ttt_asp.analyses.extra_mark import CONDITIONS, find_stealing
from ttt_asp.analyses.extra_mark_formulas import asking, read_conditions
from ttt_asp.analyses.extra_mark_size import find_stealing_at
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.sizes import read_sizes
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import load_game
from ttt_asp.paths import ASP

pytest.importorskip("z3")

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
# What holds there, and the solver does not know.
HARD = {"reflected the other way": {"legal"}, "o wins else": {"lost", "won"}}


def changed(path: Path, changes: Changes) -> str:
    text = HEX
    for old, new in changes:
        assert text.count(old) == 1 or not old, old
        text = text.replace(old, new) if old else text + new
    return written(path / "changed.lp", text)


@pytest.fixture
def effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of the solver is less work than it may be."""
    monkeypatch.setattr(extra_mark_formulas, "_EFFORT", 600_000)
    monkeypatch.setattr(extra_mark_formulas, "_LEMMA", 200_000)


def shown(game: str) -> set[str]:
    """The conditions that hold at every size, as the solver says."""
    limits = Limits(Deadline())
    every, one = read_sizes(SQUARE, game, {}, limits.deadline)
    with asking(read_conditions(every, one, limits), every, ("x", "o"), limits) as formulas:
        formulas.guard()
        return set(filter(formulas.holds, CONDITIONS))


def broken(game: str, side: int, asked: Container[str]) -> str:
    """The first of these conditions that does not hold at a size, as clingo says; or nothing."""
    match = free_play(load_game(game, {"rows": str(side), "cols": str(side)}))
    return find_stealing(match, Limits(Deadline()), lambda name: name not in asked).broken


@pytest.mark.slow
@pytest.mark.usefixtures("effort")
@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_not_proved(fault: str, tmp_path: Path) -> None:
    """What is said of every size holds at the smallest; what is not, is broken there."""
    game = changed(tmp_path, FAULTS[fault])
    found = shown(game)
    assert found < set(CONDITIONS)
    assert [broken(game, side, found) for side in (1, 2, 3)] == ["", "", ""]
    for name in set(CONDITIONS) - found:
        assert any(broken(game, side, [name]) for side in (1, 2, 3)), name


@pytest.mark.slow
@pytest.mark.usefixtures("effort")
@pytest.mark.parametrize("other", GAMES)
def test_other_games_of_chains(other: str, tmp_path: Path) -> None:
    game = changed(tmp_path, GAMES[other])
    assert shown(game) == set(CONDITIONS) - HARD.get(other, set())
    for side in (1, 2, 3):
        assert not broken(game, side, CONDITIONS)
        assert solve(game, const={"rows": side, "cols": side}).winner != "o"


# --- the command --------------------------------------------------------------------------------


@pytest.mark.slow
def test_hex_is_proved_at_every_size(run: Callable[..., Done]) -> None:
    done = run("steal", "-g", "hex", "--every", SQUARE)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(
        f"hex: o has no winning strategy, as x could steal it, for every size with {SQUARE}\n"
    )
    assert "15 of them by z3, as formulas" in done.out
    assert "(rows, cols) = (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)" in done.out


@pytest.mark.slow
def test_boards_that_are_not_square() -> None:
    found = steal("hex", every="rows > 0, cols > 0")
    assert (found.broken, found.size) == ("won", "(rows, cols) = (1, 2)")
    # too large for clingo to be asked
    found = steal("hex", every="rows = cols + 1, cols > 7")
    assert not found
    assert (found.broken, found.unknown, found.checked) == ("", "won", "")
    assert found.formulas == ()


@pytest.mark.slow
@pytest.mark.parametrize("side", [6, 19])
def test_large_boards_are_proved(side: int) -> None:
    found = steal("hex", const={"rows": side, "cols": side})
    assert found
    assert set(found.formulas) == set(CONDITIONS)


@pytest.mark.slow
def test_a_large_board_that_is_not_square(run: Callable[..., Done]) -> None:
    done = run("steal", "-g", "hex", "-c", "rows=8", "-c", "cols=9", "--json")
    said = json.loads(done.out)
    assert (done.status, said["proved"], said["broken"]) == (1, False, "won")
    assert said["formulas"] == list(CONDITIONS)[: list(CONDITIONS).index("won")]
    (here, there) = said["positions"].values()
    assert here.count("o") == 9
    assert there.count("x") == 9


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["one way only", "who joins loses", "o takes what x marked"])
def test_both_ways_say_the_same(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = free_play(load_game(changed(tmp_path, FAULTS[fault]), {}))
    monkeypatch.setattr(extra_mark_size, "FLUENTS", 0)
    found, by_clingo = (
        find(match, Limits(Deadline())) for find in (find_stealing_at, find_stealing)
    )
    assert found.broken
    assert found.formulas
    assert (found.broken, found.positions) == (by_clingo.broken, by_clingo.positions)


@pytest.mark.slow
def test_without_a_solver_clingo_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    match = free_play(load_game("hex", {"rows": "4", "cols": "4"}))
    monkeypatch.setattr(extra_mark_size, "FLUENTS", 0)
    assert len(find_stealing_at(match, Limits(Deadline())).formulas) == len(CONDITIONS)
    monkeypatch.setattr(extra_mark_size, "installed", lambda _: False)
    found = find_stealing_at(match, Limits(Deadline()))
    assert found
    assert found.formulas == ()


def test_what_has_no_translation(run: Callable[..., Done], tmp_path: Path) -> None:
    """At one size clingo answers; of every size it is refused, with its place."""
    more = "terminal :- 5 < #sum { 2,C : marked(P,C) }, role(P).\n"
    game = changed(tmp_path, [("", more)])
    done = run("steal", "-g", game, "--every", SQUARE)
    assert (done.status, done.out) == (2, "")
    assert f"changed.lp:{(HEX + more).count(chr(10))}:1: error: " in done.err
    assert "has no translation for every size" in done.err
    found = steal(game, const={"rows": 4, "cols": 4})
    assert found
    assert found.formulas == ()


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--every", "rows = cols, 0 < rows < 1"], "no size satisfies"),
        (["--every", "rows = cols"], "rows and cols must be 1 or more"),
        (["--every", "side > 1"], "<--every>:1:1: error: hex has no constant side"),
        (["--every", SQUARE, "-c", "rows=3"], "rows is a parameter of the condition"),
        (["-c", "rows=0"], "rows and cols must be 1 or more"),
        (["-c", "rows=x"], "rows has to be a number"),
        (["mark(cell(1,1))", "--every", SQUARE], "whether a move is a bait is asked of one size"),
    ],
)
def test_what_is_refused(run: Callable[..., Done], words: list[str], said: str) -> None:
    done = run("steal", "-g", "hex", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_limit_is_unknown_there_too(run: Callable[..., Done]) -> None:
    for words in (["-c", "rows=19", "-c", "cols=19"], ["--every", SQUARE]):
        assert run("steal", "-g", "hex", *words, "--time-limit", "0").status == 3
