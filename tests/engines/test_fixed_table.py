"""A fixed table of match-ups on small boards: every engine says what the oracle says.

Random input (test_bounded, test_explicit) draws more; this is here whatever it draws. Between them
the rows have every operator, plays that get stuck, and every way to end.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import clingo
import oracle
import pytest
from conftest import written
from oracle import Board
from tables import contents, tabled

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.bounded import prove as bounded
from ttt_asp.engines.explicit.engine import prove as explicit
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.programs.program import play_program

SMALL, NARROW, USUAL = Board(2, 3, 2), Board(2, 3, 3), Board(3, 3, 3)
PAIRS = "first(opponent(opponent(defeat)), defend, fork, center, corner)"
MATCHES = [
    (SMALL, "any", "any"),
    (NARROW, "any", "any"),
    (SMALL, "first(defeat, corner, any)", "first(both(defend, edge), any)"),
    (SMALL, "except(any, corner)", "either(defend, edge)"),
    (NARROW, "refine(corner, edge)", "refine(any, defend, corner)"),
    (NARROW, "either(edge, fork)", "first(opponent(opponent(defend)), edge)"),
    (NARROW, "refine(corner, opponent(fork), defend)", "first(except(corner, defend), edge)"),
    (USUAL, "good_for_x", "edge_mistake"),
    (USUAL, PAIRS, "first(opponent(first(defeat, fork)), refine(either(center, corner), center))"),
    (
        USUAL,
        "first(opponent(defeat), both(corner, opponent(defeat)), corner)",
        "except(either(edge, defend), fork)",
    ),
]
CLAIMS = [
    *(f"{role} {claim}" for role in "xo" for claim in (
        "never loses", "never wins", "never ties", "always wins", "always loses", "always ties",
        "can win", "can lose", "can tie",
    )), "always tie", "never tie", "can tie",
    *(f"{role} always wins by move {moves}" for role in "xo" for moves in (2, 3, 4, 5, 6, 7)),
]  # fmt: skip
# Each claim about some match; and each match with some horizon, once none.
ASKED = [
    (claim, MATCHES[(3 * number + turn) % len(MATCHES)], (None, None, 4, 5)[turn])
    for number, claim in enumerate(CLAIMS)
    for turn in range(4)
]


def question(board: Board, x: str, o: str, claim: str, horizon: int | None = None) -> Question:
    const = {"rows": str(board.rows), "cols": str(board.cols), "line": str(board.line)}
    return Question(claim, {"x": x, "o": o}, const=const, horizon=horizon)


@pytest.mark.parametrize(
    "asked", ASKED, ids=lambda asked: f"{asked[0]}-{MATCHES.index(asked[1])}-{asked[2]}"
)
def test_verdicts(asked: tuple[str, tuple[Board, str, str], int | None]) -> None:
    claim, (board, x, o), horizon = asked
    problem = read(question(board, x, o, claim, horizon), Deadline())
    expected = oracle.verdict(board, x, o, claim, horizon)
    for engine in (bounded, explicit):
        assert engine(problem, Limits()).verdict == expected, engine.__module__


@pytest.mark.parametrize("number", [0, 1, 7])
def test_by_which_move_where_the_search_stops_early(number: int) -> None:
    """A play that decides ends the search; it may not end before that play is known."""
    board, x, o = MATCHES[number]
    assert not oracle.explore(board, x, o).stuck
    for claim in CLAIMS[number % 3 :: 2 if number < 7 else 3]:
        problem = read(question(board, x, o, claim), Deadline())
        found = explicit(problem, Limits(stop_at_first=True))
        assert found.verdict == oracle.verdict(board, x, o, claim), claim


@pytest.mark.parametrize("kept", ["lists", "arrays", "orbits"])
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_positions_and_plays(number: int, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, x, o = MATCHES[number]
    monkeypatch.setattr(explore_module, "MANY", 8000 if kept == "lists" else 0)
    monkeypatch.setattr(explore_module, "AT_ONCE", 8)
    problem = read(question(board, x, o, "x never loses"), Deadline())
    found = explicit(problem, Limits(symmetry=kept == "orbits"))
    seen = oracle.explore(board, x, o)
    assert found.positions == seen.positions
    assert found.plays == {**seen.plays, **({"stuck": seen.stuck} if seen.stuck else {})}


@pytest.mark.parametrize("number", range(1, len(MATCHES)))
def test_the_answer_sets_are_the_plays(number: int) -> None:
    board, x, o = MATCHES[number]
    seen = oracle.explore(board, x, o)
    plays = {**seen.plays, "stuck": seen.stuck}
    problem = read(question(board, x, o, "x never loses"), Deadline())
    shown = "#show. #show end(P) : wins(P,S), ended(S). #show end(stuck) : reached(S), stuck(S)."
    control = clingo.Control(["0", "-c", "ask=play", "--warn=none"])
    text = play_program(problem, len(board.squares)).text
    text = text.replace("#show does/3.", "").replace("#show answer/1.", "")
    control.add("base", [], text + shown)
    control.ground()
    ends: Counter[str] = Counter()
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [str(symbol.arguments[0]) for symbol in model.symbols(shown=True)]
            assert len(atoms) <= 1
            ends[atoms[0] if atoms else "tie"] += 1
    assert {end: ends[end] for end in plays} == plays and ends.total() == sum(plays.values())


# Goals of x and o at the three ends, none of which is a win.
APART = contents("engines/fixed_table_apart.lp")


@tabled()
def test_all_tie_means_every_role(
    ends: tuple[tuple[int, int], ...], always: str, can: str, tmp_path: Path
) -> None:
    goals = " ".join(f"goals({n},{x},{o})." for n, (x, o) in enumerate(ends, 1))
    game = written(tmp_path / "apart.lp", f"{APART}{goals} horizon(1).\n")
    for claim, expected in (
        ("always tie", always),
        ("can tie", can),
        ("never tie", "refuted" if can == "proved" else "proved"),
    ):
        problem = read(Question(claim, game=game), Deadline())
        for engine in (bounded, explicit):
            assert engine(problem, Limits()).verdict == expected, (claim, engine.__module__)
