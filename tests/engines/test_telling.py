"""What is said of a play: who decided each move, who won and how."""

from __future__ import annotations

import re

import pytest
from games import problem
from oracle import Board, Position, result
from tables import tabled

from ttt_asp import prove
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import told
from ttt_asp.positions.position import advise

B3 = Board()


@tabled()
def test_one_grounding_says_what_one_for_each_position_says(x: str, o: str, claim: str) -> None:
    found = prove(claim, x=x, o=o)
    assert found.play is not None
    asked = problem(claim, x=x, o=o)
    play = told(asked, found.play, Deadline())
    for move, position, decided in zip(play.moves, play.positions, play.deciders, strict=False):
        strategy = asked.strategies[move.role]
        said = advise(asked.game, move.role, strategy, position, Deadline()).decided or ""
        assert decided == (said if strategy.composition.operator != "any" else "")


@pytest.mark.parametrize("claim", ["x never wins", "o never wins", "never tie"])
def test_the_result_is_the_oracles(claim: str) -> None:
    found = prove(claim)
    assert found.play is not None
    marks = {"x": set[tuple[int, int]](), "o": set[tuple[int, int]]()}
    for fluent in found.play.positions[-1]:
        if match := re.fullmatch(r"marked\((\w),cell\((\d),(\d)\)\)", fluent):
            marks[match[1]].add((int(match[2]), int(match[3])))
    last = Position(frozenset(marks["x"]), frozenset(marks["o"]), "x")
    expected = {"x": "x wins with ", "o": "o wins with ", "tie": "a tie"}[str(result(B3, last))]
    assert found.play.result.startswith(expected)
    if line := re.search(r"(row|col)\((\d),1\)|(?:row|col)\(1,(\d)\)", found.play.result):
        kind, number = line[1] or line[0][:3], int(line[2] or line[3])
        squares = {(number, n) if kind == "row" else (n, number) for n in (1, 2, 3)}
        assert any(squares <= mine for mine in marks.values())
