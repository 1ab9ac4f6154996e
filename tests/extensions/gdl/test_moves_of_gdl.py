"""Moves of games whose rules speak of every move: their effects, and the rules read for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import written
from gdl_oracle import Oracle

from ttt_asp import solve
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition import ground as recognition
from ttt_asp.games.load import load_game
from ttt_asp.positions import ground, list_layers
from ttt_asp.positions.ground import Circuit
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.rejections import SimultaneousMoves
from ttt_asp.solving.rules import Body

# Counters stay where they are unless they move on: a rule for each counter and each move.
COUNTERS = """
(role p) (role q) (init (turn p))
{counters}
(<= (next (at ?c ?m)) (does ?r (push ?c)) (true (at ?c ?n)) (succ ?n ?m))
(<= (next (at ?c ?n)) (true (at ?c ?n)) (does ?r (push ?d)) (distinct ?c ?d))
(<= (next (turn p)) (true (turn q))) (<= (next (turn q)) (true (turn p)))
(<= (legal ?r (push ?c)) (true (turn ?r)) (true (at ?c ?n)) (succ ?n ?m))
(<= (legal p noop) (true (turn q))) (<= (legal q noop) (true (turn p)))
(<= open (true (at ?c ?n)) (succ ?n ?m))
(<= terminal (not open))
(<= (goal p 100) (true (turn q))) (<= (goal q 0) (true (turn q)))
(<= (goal p 0) (true (turn p))) (<= (goal q 100) (true (turn p)))
"""


def counters(number: int, last: int) -> str:
    facts = [f"(counter c{n}) (init (at c{n} 0))" for n in range(number)]
    facts += [f"(succ {n} {n + 1})" for n in range(last)]
    return COUNTERS.format(counters="\n".join(facts))


def test_rules_about_other_moves_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = free_play(load_game(written(tmp_path / "game.kif", counters(24, 2)), {}))
    machine = load_machine(match, Deadline())
    rules, looks = machine.circuit.rules.size["rules"], 0
    body = Circuit.body

    def counted(circuit: Circuit, one: Body, gates: Mapping[int, int]) -> int:
        nonlocal looks
        looks += 1
        return body(circuit, one, gates)

    monkeypatch.setattr(Circuit, "body", counted)
    for action in machine.actions:
        machine.specialise.together((action.move,))
    assert len(machine.actions) == 50 and looks < 3 * rules


@pytest.mark.parametrize("few", [0, 8])
def test_positions_and_value_are_those_of_the_oracle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """However the bits are copied."""
    monkeypatch.setattr(list_layers, "FEW", few)
    game = written(tmp_path / "game.kif", counters(3, 3))
    number, _ = Oracle(Path(game)).explore()
    found = solve(game)
    # nine pushes whatever is done: p makes the last of them
    assert (found.positions, found.values) == (number, {"p": 100, "q": 0})


# Two roles choose at once, at first and ever after.
BIDS = """
(role p) (role q) (init (at 0)) (succ 0 1) (bid 1) (bid 2)
(<= (legal ?r (bid ?b)) (role ?r) (bid ?b))
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
(<= terminal (true (at 1)))
(<= (goal ?r 50) (role ?r))
"""


def test_a_game_of_many_rules_is_refused_while_it_is_ground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = free_play(load_game(written(tmp_path / "game.kif", BIDS), {}))
    assert load_machine(game, Deadline()).actions  # of few rules
    monkeypatch.setattr(ground, "MANY", 3)
    with pytest.raises(SimultaneousMoves, match=r"several roles choose at once at \{at\(0\)\}"):
        load_machine(game, Deadline())
    assert load_machine(game, Deadline(), at_once=True).actions
    in_turn = free_play(load_game(written(tmp_path / "turns.kif", counters(2, 2)), {}))
    assert load_machine(in_turn, Deadline()).actions


def test_lines_are_not_looked_for_among_many_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition, "MOST_RULES", 3)
    game = load_game(written(tmp_path / "game.kif", counters(2, 2)), {})
    assert game.recognised == "it has more than 3 ground rules: too many to look at"
