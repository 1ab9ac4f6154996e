"""The bounded engine against the oracle, and its plays move by move."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

import clingo
import pytest
from conftest import HUNT, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import (
    INITIAL,
    KNOWN,
    TACTICS,
    Board,
    Square,
    Term,
    all_plays,
    check_play,
    explore,
    parse_claim,
    place,
    show_board,
    verdict,
)
from oracle import Strategy as Expected
from tables import constant, tabled

from ttt_asp import Verdict, prove
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines import bounded
from ttt_asp.programs.program import play_program
from ttt_asp.verdict import UNEXPLORED

B3 = Board()
OPERATORS = ("first", "refine", "either", "both", "except", "opponent")


@st.composite
def compositions(draw: st.DrawFn, depth: int = 3) -> Expected:
    """Any composition of the library's tactics."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(sorted(TACTICS)))
    operator = draw(st.sampled_from(OPERATORS))
    fixed = {"except": 2, "opponent": 1}.get(operator)
    number = fixed or draw(st.integers(2, 4))
    return Term(operator, tuple(draw(compositions(depth - 1)) for _ in range(number)))


@st.composite
def complete(draw: st.DrawFn) -> Expected:
    """A composition that always recommends something."""
    return Term("first", (draw(compositions()), draw(compositions()), "any"))


SENTENCES = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from("xo"),
        st.sampled_from(["never", "always", "can"]),
        st.sampled_from(["win", "lose", "tie"]),
    ),
    st.sampled_from(["always tie", "never tie", "can tie"]),
    st.builds("{} always wins by move {}".format, st.sampled_from("xo"), st.integers(0, 10)),
)
HORIZONS = st.one_of(st.none(), st.none(), st.integers(0, 11))
PLAYERS = st.one_of(complete(), complete(), compositions())


def squares(found: Verdict) -> tuple[Square, ...]:
    assert found.play is not None
    texts = [re.fullmatch(r"mark\(cell\((\d+),(\d+)\)\)", m.action) for m in found.play.moves]
    return tuple((int(match[1]), int(match[2])) for match in texts if match is not None)


def check(board: Board, x: Expected, o: Expected, claim: str, horizon: int | None) -> None:
    """The product's verdict is the oracle's, and its play is one that shows it."""
    const = {"rows": board.rows, "cols": board.cols, "line": board.line}
    found = prove(claim, x=str(x), o=str(o), const=const, horizon=horizon)
    limit = len(board.squares) if horizon is None else horizon
    assert found.verdict == verdict(board, x, o, claim, limit), (claim, str(x), str(o), horizon)
    wanted = parse_claim(claim)
    shows_a_play = found.verdict != ("refuted" if wanted.mode == "can" else "proved")
    assert (found.play is not None) == shows_a_play
    if found.play is None:
        assert found.boards == ()
        return
    moves = squares(found)
    assert len(moves) == len(found.play.moves)
    assert [move.role for move in found.play.moves] == ["xo"[n % 2] for n in range(len(moves))]
    outcome = check_play(board, x, o, moves)
    boards, position = [show_board(board, INITIAL)], INITIAL
    for move in moves:
        position = place(position, position.mover, move)
        boards.append(show_board(board, position))
    assert list(found.boards) == boards
    ending = outcome if outcome in ("stuck", "cut") else "ended"
    assert found.play.ending == ending
    if found.verdict == "incomplete":
        assert outcome == "stuck"
    elif found.verdict == "unknown":
        assert outcome == "cut" and len(moves) == limit
    elif found.verdict == "proved":
        assert outcome == wanted.outcome
    else:
        assert wanted.violated(outcome, len(moves))


@given(PLAYERS, PLAYERS, SENTENCES, HORIZONS)
@examples(2, hunt=15)
def test_verdicts_are_the_oracles(
    x: Expected, o: Expected, claim: str, horizon: int | None
) -> None:
    check(B3, x, o, claim, horizon)


KINDS: list[str] = constant(__file__, "KINDS")
MATCHES = [
    ("good_for_x", "edge_mistake"),
    ("newell_simon", "careful_o"),
    ("except(any, defend)", "first(opponent(defeat), any)"),
]
# Each kind of claim about one match, as many about each; about every match in a hunt.
MATCHES_OF_KINDS = [
    (match, claim)
    for turn, match in enumerate(MATCHES)
    for number, claim in enumerate(KINDS)
    if HUNT > 1 or number % 3 == turn
]


@pytest.mark.no_cover
@pytest.mark.parametrize(("match", "claim"), MATCHES_OF_KINDS)
def test_every_kind_of_claim(match: tuple[str, str], claim: str) -> None:
    check(B3, *match, claim, None)


@pytest.mark.no_cover
@tabled()
def test_other_boards(size: tuple[int, int, int], x: str, o: str, claim: str) -> None:
    check(Board(*size), x, o, claim, None)


@pytest.mark.parametrize("engine", ["bounded", "auto", "explicit"])
@pytest.mark.parametrize(("horizon", "expected"), [(4, "unknown"), (5, "unknown"), (6, "proved")])
def test_what_can_be_after_the_horizon_is_not_refuted(
    horizon: int, expected: str, engine: str
) -> None:
    found = prove("o can win", o="newell_simon", horizon=horizon, engine=engine)
    assert found.verdict == expected == verdict(B3, "any", "newell_simon", "o can win", horizon)


def test_a_play_that_is_stuck_refutes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is up when one play is known that gets stuck, and no other was looked for."""

    def over(*_: object) -> None:
        raise Expired(Stop("time", "the time limit was reached"))

    monkeypatch.setattr(bounded, "_first_failure", over)
    found = prove("x never ties", x="both(corner, edge)", engine="bounded")
    assert found.verdict == "unknown"
    assert prove("o never loses", x="first(defeat, any)", engine="bounded").verdict == "refuted"


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
@pytest.mark.parametrize(("horizon", "said"), [(5, UNEXPLORED), (9, "")])
def test_where_others_are_cut_they_may_get_stuck(horizon: int, said: str, engine: str) -> None:
    x = "first(defeat, corner, edge, center)"  # always something, but nobody knows
    found = prove("o never loses", x=x, horizon=horizon, engine=engine)
    assert (found.verdict, found.unexplored) == ("refuted", said)


@lru_cache(1 << 16)
def atom_of(symbol: clingo.Symbol) -> tuple[str, tuple[str, ...]]:
    """An atom's name and arguments; asked of clingo once, as every play has the same atoms."""
    return symbol.name, tuple(map(str, symbol.arguments))


@cache
def enumerated(x: str, o: str, horizon: int = 9) -> tuple[Counter[str], int]:
    """The plays of a match-up by outcome, each an answer set, and the number of positions."""
    problem = read(Question("x never loses", {"x": x, "o": o}), Deadline())
    text = play_program(problem, horizon).text
    ends = "#show. #show X : does(P,A,S), X = (S,P,A). #show end(P) : wins(P,S), ended(S)."
    control = clingo.Control(["0", "-c", "ask=play", "--warn=none"])
    control.add("base", [], text.replace("#show does/3.", "").replace("#show answer/1.", "") + ends)
    control.ground()
    counts: Counter[str] = Counter()
    seen: set[frozenset[tuple[str, str]]] = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            winner, moves = "tie", []
            for symbol in model.symbols(shown=True):
                name, arguments = atom_of(symbol)
                if name == "end":
                    (winner,) = arguments
                else:
                    when, role, action = arguments
                    moves.append((int(when), role, action))
            counts[winner] += 1
            marks = [(role, action) for _, role, action in sorted(moves)]
            seen.update(frozenset(marks[:n]) for n in range(len(marks) + 1))
    return counts, len(seen)


@pytest.mark.no_cover
@pytest.mark.parametrize(("x", "o", "plays", "positions"), KNOWN[1:6])
def test_the_answer_sets_are_the_plays(
    x: str, o: str, plays: tuple[int, int, int], positions: int
) -> None:
    counts, distinct = enumerated(x, o)
    assert (counts["x"], counts["o"], counts["tie"]) == plays
    assert distinct == positions


@pytest.mark.no_cover
def test_the_plays_of_the_bare_rules() -> None:
    """Every play, one answer set each; of 3x3 there are 255,168, which takes too long."""
    board = {"rows": "2", "cols": "4", "line": "3"}
    problem = read(Question("x never loses", const=board), Deadline())
    plays = explore(Board(2, 4, 3), "any", "any").plays
    for question, number in (("violated", plays["o"]), ("play", sum(plays.values()))):
        control = clingo.Control(["0", "-c", f"ask={question}", "--warn=none"])
        control.add("base", [], play_program(problem, 8).text)
        control.ground()
        control.solve()
        assert int(control.statistics["summary"]["models"]["enumerated"]) == number > 0


def test_the_oracle_plays_what_the_program_plays() -> None:
    assert sum(enumerated("newell_simon", "any")[0].values()) == sum(
        1 for _ in all_plays(B3, "newell_simon", "any")
    )
    assert enumerated("newell_simon", "any")[1] == explore(B3, "newell_simon", "any").positions
