"""The oracles of endgames held against what others have published, and worked out by hand."""

import pytest
from oracle_bratko import Bratko
from oracle_endgames import Endgame
from tables import tabled

pytestmark = pytest.mark.no_cover  # nothing of the package is asked


@tabled()
def test_published_numbers_are_found(others: str, white: int, mates: int, longest: int) -> None:
    """On 8x8: positions with white to move, mates, and the most moves that a win takes.

    All positions of king and rook with white to move are won, and all of king and queen.
    """
    game = Endgame(8, 8, others)
    found = [game.distances[position] for position in game.positions("w")]
    assert (len(found), None in found) == (white, False)
    assert max(filter(None, found)) == 2 * longest - 1
    assert sum(game.over(position) == "mate" for position in game.positions("b")) == mates


@pytest.mark.parametrize("others", ["B", "N", "NN"])
def test_nobody_is_mated_by_force_with_a_bishop_or_knights(others: str) -> None:
    game = Endgame(4, 4, others)
    won = [position for position, moves in game.distances.items() if moves is not None]
    # two knights can mate who walks into it: who is mated next move at the latest
    assert max((game.distances[position] or 0 for position in won), default=0) == (
        1 if others == "NN" else 0
    )


@tabled()
def test_positions_are_judged_as_by_hand(
    others: str, rows: str, turn: str, moves: int, over: str
) -> None:
    height, width = rows.count("/") + 1, rows.index("/")
    game = Endgame(height, width, others)
    position = game.read(rows, turn)
    assert game.text(position) == rows
    assert game.legal(position)
    assert len(game.moves(position)) == moves
    assert (game.over(position) or "") == over


@pytest.mark.parametrize("rows", ["k.K/.R./...", "k../.K./..R", "Rk./.../..K"])
def test_what_is_no_position_with_white_to_move(rows: str) -> None:
    game = Endgame(3, 3)
    legal = game.legal(game.read(rows))
    assert legal == (rows == "k.K/.R./...")


@tabled()
def test_bratko_always_wins(rows: int, cols: int, most: int, single: int) -> None:
    """Whatever its rules leave open, and with the published program's moves alone."""
    strategy = Bratko(Endgame(rows, cols))
    for distances, moves in (
        (strategy.distances, most),
        (strategy.single_distances, single),
    ):
        found = [distances[position] for position in strategy.game.positions("w")]
        assert None not in found
        assert max(filter(None, found)) == 2 * moves - 1
