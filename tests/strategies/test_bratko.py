"""Bratko's rules for king and rook against king, each at all positions of small boards."""

from __future__ import annotations

from functools import cache

import pytest
from oracle_bratko import Bratko, squeezes
from oracle_endgames import Endgame, Position

from ttt_asp.claims.problem import Match
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine
from ttt_asp.strategies.library import open_library
from ttt_asp.strategies.strategy import FREE, load_strategy

pytestmark = pytest.mark.no_cover

RULES = {
    "mate_now": ["mate"],
    "ready_to_mate": ["ready to mate"],
    "squeeze": ["squeeze"],
    "approach": ["approach diagonally", "approach"],
    "both(approach, king_diagonally)": ["approach diagonally"],
    "keep_room": ["keep room diagonally", "keep room"],
    "both(keep_room, king_diagonally)": ["keep room diagonally"],
    "rook_home": ["rook home"],
    "rook_safe": ["rook safe"],
}


def recommended(game: Game, oracle: Endgame, term: str) -> dict[Position, set[str]]:
    """What white's strategy recommends at each position with white to move, as squares."""
    white = load_strategy(term, "white", game, open_library())
    match = Match(game, {"white": white, "black": FREE})
    machine = load_machine(match, Limits().deadline)
    positions = list(oracle.positions("w"))
    packed = [machine.pack(fluents(oracle, position)) for position in positions]
    return {
        position: {step.move.action for step in here.allowed}
        for position, here in zip(positions, inspect_positions(machine, packed), strict=True)
        if len(here.steps) > 1
    }


def fluents(game: Endgame, position: Position) -> frozenset[str]:
    _, king, ((_, rook),), black = position
    stand = {"white,king": king, "white,rook": rook, "black,king": black}
    return frozenset({f"at({who},{cell(game, at)})" for who, at in stand.items()} | {"turn(white)"})


def cell(game: Endgame, square: int) -> str:
    row, column = divmod(square, game.cols)
    return f"cell({row + 1},{column + 1})"


def action(game: Endgame, old: Position, new: Position) -> str:
    """The move that leads from one position to another."""
    if old[1] != new[1]:
        return f"move(king,{cell(game, new[1])})"
    return f"move(rook,{cell(game, new[2][0][1])})"


@cache
def by_rule(rows: int, cols: int) -> dict[Position, dict[str, set[str]]]:
    """What each of the oracle's rules recommends at each position; of squeezes all."""
    game = Endgame(rows, cols)
    strategy = Bratko(game)
    found = {}
    for position in game.positions("w"):
        old, after = strategy.placed(position), game.moves(position).values()
        alive = [new for new in after if not game.over(new)]
        rules = dict(strategy.by_rule(position))
        # the oracle's are those alone that leave the least room
        rules["squeeze"] = [new for new in alive if squeezes(old, strategy.placed(new))]
        found[position] = {
            rule: {action(game, position, new) for new in moves} for rule, moves in rules.items()
        }
        # the last line of the oracle's list is a part of the one before it here
        found[position]["rook safe"] |= found[position]["rook safe near"]
    return found


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (4, 6), (5, 5)])
@pytest.mark.parametrize("tactic", RULES)
def test_a_rule_recommends_what_the_oracle_does(tactic: str, rows: int, cols: int) -> None:
    game = load_game("krk", {"rows": str(rows), "cols": str(cols)})
    oracle, rules = Endgame(rows, cols), by_rule(rows, cols)
    found = recommended(game, oracle, tactic)
    assert len(found) > 1000
    for position, actions in found.items():
        asked = rules[position]
        # a rule after the first may mate too: the oracle leaves that out, as the first has done it
        mates = set() if tactic == "mate_now" else asked["mate"]
        expected = set[str]().union(*(asked[rule] for rule in RULES[tactic]))
        assert actions - mates == expected, oracle.text(position)


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 5)])
def test_the_list_recommends_what_the_first_rule_does(rows: int, cols: int) -> None:
    game = load_game("krk", {"rows": str(rows), "cols": str(cols)})
    oracle, rules = Endgame(rows, cols), by_rule(rows, cols)
    for position, actions in recommended(game, oracle, "bratko_krk").items():
        first = next(moves for moves in rules[position].values() if moves)
        assert actions == first, oracle.text(position)
