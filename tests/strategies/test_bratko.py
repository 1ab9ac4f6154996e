"""Bratko's rules for king and rook against king, each at all positions of small boards."""

from collections.abc import Collection, Iterable
from functools import cache
from random import Random

import pytest
from inside import game_of
from inside_extensions import allowed_at
from oracle_bratko import Bratko, squeezes
from oracle_endgames import Endgame, Position

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


def recommended(
    oracle: Endgame, term: str, positions: Collection[Position]
) -> dict[Position, set[str]]:
    """What white's strategy recommends at positions with white to move, as squares."""
    game = game_of("krk", {"rows": oracle.rows, "cols": oracle.cols})
    found = allowed_at(game, {"white": term}, [oracle.fluents(one) for one in positions])
    said = zip(positions, found, strict=True)
    return {position: {*actions} for position, (number, actions) in said if number > 1}


def action(game: Endgame, old: Position, new: Position) -> str:
    """The move that leads from one position to another."""
    if old[1] != new[1]:
        return f"move(king,{game.cell(new[1])})"
    return f"move(rook,{game.cell(new[2][0][1])})"


@cache
def by_rule(rows: int, cols: int) -> dict[Position, dict[str, set[str]]]:
    """What `by_rule_at` returns, of each position of a board."""
    game = Endgame(rows, cols)
    return by_rule_at(game, game.positions("w"))


def by_rule_at(game: Endgame, positions: Iterable[Position]) -> dict[Position, dict[str, set[str]]]:
    """What each of the oracle's rules recommends at positions; of squeezes all."""
    strategy = Bratko(game)
    found = {}
    for position in positions:
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
    oracle, rules = Endgame(rows, cols), by_rule(rows, cols)
    found = recommended(oracle, tactic, rules)
    assert len(found) > 1000
    for position, actions in found.items():
        asked = rules[position]
        # a rule after the first may mate too: the oracle leaves that out, as the first has done it
        mates = set() if tactic == "mate_now" else asked["mate"]
        expected = set[str]().union(*(asked[rule] for rule in RULES[tactic]))
        assert actions - mates == expected, oracle.text(position)


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 5)])
def test_the_list_recommends_what_the_first_rule_does(rows: int, cols: int) -> None:
    oracle, rules = Endgame(rows, cols), by_rule(rows, cols)
    for position, actions in recommended(oracle, "bratko_krk", rules).items():
        first = next(moves for moves in rules[position].values() if moves)
        assert actions == first, oracle.text(position)


def test_the_list_recommends_what_the_first_rule_does_by_lot_on_a_chessboard() -> None:
    oracle, chance = Endgame(8, 8), Random(49)
    rules = by_rule_at(oracle, [oracle.drawn("w", chance) for _ in range(2000)])
    for position, actions in recommended(oracle, "bratko_krk", rules).items():
        first = next(moves for moves in rules[position].values() if moves)
        assert actions == first, oracle.text(position)
