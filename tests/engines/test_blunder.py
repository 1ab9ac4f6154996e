"""Blunders, and what else is said of a play, against a search of the oracle's own."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import oracle
import pytest
from oracle import Board, Position, Square, result
from tables import tabled

import ttt_asp
from ttt_asp import Blunder, Verdict

B3 = Board()
REGION = "ttt_asp.extensions.exploring.winning_region"


def prove(claim: str, **asked: Any) -> Verdict:
    return ttt_asp.prove(claim, engine="explicit", **asked)


def _square(action: str) -> Square:
    row, column = re.findall(r"\d", action)
    return int(row), int(column)


def _keeps(x: str, o: str, role: str, lost: str, free: bool) -> Callable[[Position], bool]:
    """Whether the role can avoid that `lost` wins, by all moves or by those its strategy allows."""

    @cache
    def kept(position: Position) -> bool:
        ended = oracle.result(B3, position)
        if ended:
            return ended != lost
        mine = position.mover == role
        moves = oracle.legal(B3, position) if mine and free else oracle.choices(B3, x, o, position)
        after = (kept(oracle.place(position, position.mover, move)) for move in moves)
        return any(after) if mine else all(after)

    return kept


def _forbidden(
    x: str, o: str, role: str, can: Callable[[Position], bool]
) -> dict[Position, set[Square]]:
    """What a strategy's best refinement forbids, wherever it comes."""
    found: dict[Position, set[Square]] = {}
    stack, seen = [oracle.INITIAL], {oracle.INITIAL}
    while stack:
        position = stack.pop()
        if oracle.result(B3, position):
            continue
        moves = oracle.choices(B3, x, o, position)
        after = {move: oracle.place(position, position.mover, move) for move in moves}
        if position.mover == role:
            if bad := {move for move in moves if not can(after[move])}:
                found[position] = bad
            after = {move: other for move, other in after.items() if move not in bad}
        stack += [other for other in after.values() if other not in seen]
        seen |= set(after.values())
    return found


@pytest.mark.parametrize("in_arrays", [True, False], ids=["arrays", "integers"], indirect=True)
@tabled()
def test_a_blunder_is_the_oracles(x: str, o: str, role: str, in_arrays: bool) -> None:
    """Arrays are up to symmetry."""
    found = prove(f"{role} never loses", x=x, o=o)
    lost = oracle.other(role)
    could, can = (_keeps(x, o, role, lost, free) for free in (True, False))
    if found.verdict == "proved":
        assert found.blunder is None
        return
    blunder = _blunder(found)
    assert blunder.role == role
    positions = [oracle.INITIAL]
    assert found.play is not None
    for move in found.play.moves:
        positions.append(oracle.place(positions[-1], move.role, _square(move.action)))
    ours = [
        n for n, p in enumerate(positions)
        if p.mover == role and could(p) and len(oracle.legal(B3, p)) > 1
    ]  # fmt: skip
    assert blunder.move == (ours[-1] + 1 if ours else None)
    if ours:
        here = positions[ours[-1]]
        allowed = oracle.choices(B3, x, o, here)
        good = {s for s in oracle.legal(B3, here)
                if could(oracle.place(here, role, s))}  # fmt: skip
        assert {_square(action) for action in blunder.allowed} == allowed
        assert {_square(action) for action in blunder.keeping} == allowed & good
        assert {_square(action) for action in blunder.missed} == good - allowed
        assert _square(found.play.moves[ours[-1]].action) not in good
    start = oracle.INITIAL
    expected = "some" if can(start) else "none" if could(start) else "impossible"
    assert blunder.refinement == expected
    assert (blunder.hopeless is not None) == (expected == "none")
    if blunder.hopeless is not None:
        here = oracle.parse_board(_board(blunder.hopeless))
        after = [oracle.place(here, role, s) for s in oracle.choices(B3, x, o, here)]
        assert here.mover == role
        assert could(here)
        assert not any(map(could, after))
    forbidden = _forbidden(x, o, role, can) if expected == "some" else {}
    assert blunder.forbidden_count == len(forbidden)
    assert len(blunder.forbidden) == min(20, len(forbidden)) or in_arrays
    for position, actions in blunder.forbidden.items():
        assert forbidden[oracle.parse_board(_board(position))] == set(map(_square, actions))


def _blunder(found: Verdict) -> Blunder:
    assert isinstance(found.blunder, Blunder)
    return found.blunder


@tabled()
def test_a_win_that_is_too_late_is_none(by: int, refinement: str) -> None:
    """Against edge_mistake x can win by its fourth move, the seventh of both; by the oracle."""

    @cache
    def wins(position: Position, left: int) -> bool:
        if ended := oracle.result(B3, position):
            return ended == "x"
        moves = oracle.choices(B3, "any", "edge_mistake", position)
        after = (wins(oracle.place(position, position.mover, move), left - 1) for move in moves)
        return left > 0 and (any(after) if position.mover == "x" else all(after))

    assert wins(oracle.INITIAL, by) == (refinement != "impossible")
    found = prove(f"x always wins by move {by}", x="first(edge, any)", o="edge_mistake")
    assert _blunder(found).refinement == refinement


def _board(fluents: frozenset[str]) -> str:
    rows = [["."] * 3 for _ in range(3)]
    for fluent in fluents:
        if found := re.fullmatch(r"marked\((.),cell\((.),(.)\)\)", fluent):
            rows[int(found[2]) - 1][int(found[3]) - 1] = found[1]
    return "/".join("".join(row) for row in rows)


def test_moves_of_too_many_words_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 1, 9, 72 and 252 positions after up to three moves, and 9 + 72 + 504 moves."""
    for words, positions in ((584, 82), (585, 334)):
        monkeypatch.setattr(f"{REGION}._WORDS", words)
        said = f"no blunder is named: more than {positions} positions"
        assert prove("o never loses", o="first(edge, any)").no_blunder_reason == said


def test_who_lets_the_engine_keep_more_does_not_wait_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the analysis looks at has a bound of its own, that a lower limit only makes tighter."""
    asked: dict[str, Any] = {"claim": "o never loses", "o": "good_for_o"}
    monkeypatch.setattr(f"{REGION}.MOST", 3000)
    for most, kept in ((2 * 10**9, "3,000"), (2000, "2,000"), (None, "3,000")):
        found = prove(**asked, max_positions=most)
        assert found.no_blunder_reason == f"no blunder is named: more than {kept} positions"
    monkeypatch.setattr(f"{REGION}.MOST", 6000)
    assert _blunder(prove(**asked, max_positions=2 * 10**9)).move == 4


@pytest.mark.parametrize("claim", ["x never wins", "o never wins", "never tie"])
def test_the_result_is_the_oracles(claim: str) -> None:
    found = ttt_asp.prove(claim)
    assert found.play is not None
    marks = {"x": set[tuple[int, int]](), "o": set[tuple[int, int]]()}
    for fluent in found.play.positions[-1]:
        if match := re.fullmatch(r"marked\((\w),cell\((\d),(\d)\)\)", fluent):
            marks[match[1]].add((int(match[2]), int(match[3])))
    last = Position(frozenset(marks["x"]), frozenset(marks["o"]), "x")
    expected = {"x": "x wins with ", "o": "o wins with ", "tie": "a tie"}[
        str(result(Board(), last))
    ]
    assert found.play.result.startswith(expected)
    if line := re.search(r"(row|col)\((\d),1\)|(?:row|col)\(1,(\d)\)", found.play.result):
        kind, number = line[1] or line[0][:3], int(line[2] or line[3])
        squares = {(number, n) if kind == "row" else (n, number) for n in (1, 2, 3)}
        assert any(squares <= mine for mine in marks.values())
