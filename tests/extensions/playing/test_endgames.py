"""Endgames against a bare king, against plain-Python oracles; more is in endgames.md."""

import random
from collections.abc import Mapping

import pytest
from inside import Game, game_of
from inside_extensions import Inspection, inspected, worths_of
from oracle_endgames import KINDS, Endgame, Position

# The pieces that white may have beside its king, on boards that are quick.
OTHERS = [
    (4, 4, "R"),
    (4, 5, "R"),
    (5, 5, "R"),
    (4, 4, "Q"),
    (4, 4, "B"),
    (4, 4, "N"),
    (4, 4, "BB"),
    (4, 4, "BN"),
]


def constants(game: Endgame) -> dict[str, str]:
    """How `krk` is asked for an endgame."""
    chosen = {"rows": str(game.rows), "cols": str(game.cols), "piece": KINDS[game.others[0]]}
    return chosen | ({"second": KINDS[game.others[1]]} if game.others[1:] else {})


def squares_of(game: Endgame, position: frozenset[str]) -> dict[str, int]:
    """The squares of pieces, by owner and name."""
    found = dict[str, int]()
    for fluent in position:
        if fluent.startswith("at("):
            owner, name, row, column = fluent[3:-2].replace("cell(", "").split(",")
            found[f"{owner} {name}"] = (int(row) - 1) * game.cols + int(column) - 1
    return found


def read(game: Endgame, position: frozenset[str]) -> Position:
    """The position that fluents say; white has its king."""
    at = squares_of(game, position)
    named = [(letter, f"white {name}") for letter, name in game.names]
    others = tuple(sorted((letter, at[name]) for letter, name in named if name in at))
    turn = "w" if "turn(white)" in position else "b"
    return turn, at["white king"], others, at["black king"]


def colors_differ(game: Endgame, position: Position) -> bool:
    """Whether two bishops are of different colors."""
    at = [divmod(square, game.cols) for kind, square in position[2] if kind == "B"]
    return len(at) < 2 or sum(map(sum, at)) % 2 == 1


def krk(game: Endgame) -> Game:
    """The game of an endgame."""
    return game_of("krk", constants(game))


def held(
    game: Endgame, here: Inspection, after: Mapping[str, frozenset[str]], position: Position
) -> None:
    """Hold moves, where they lead, and ends at one position to the oracle's."""
    over = game.over(position)
    assert not here.stuck
    # whoever loses any piece has a tie
    lost = len(position[2]) < len(game.others)
    assert here.terminal == (lost or over is not None), game.text(position)
    assert here.mover == (None if here.terminal else {"w": "white", "b": "black"}[position[0]])
    if here.terminal:
        won = over == "mate"
        assert here.goals == ({"white": 100, "black": 0} if won else {"white": 50, "black": 50})
        return
    made = {action: read(game, fluents) for action, fluents in after.items()}
    assert len(made) == len(here.steps)
    assert sorted(made.values()) == sorted(game.moves(position).values()), game.text(position)
    for action, there in made.items():
        assert action.endswith(f",{game.cell(moved(position, there))})")


def moved(before: Position, after: Position) -> int:
    """The square to which a piece has moved."""
    old, new = ({"K": p[1], "k": p[3]} | {f"{k}{a}": a for k, a in p[2]} for p in (before, after))
    (square,) = {at for name, at in new.items() if old.get(name) != at}
    return square


@pytest.mark.no_cover
@pytest.mark.parametrize(("rows", "cols", "others"), OTHERS)
def test_all_positions_of_small_boards_are_the_oracles(rows: int, cols: int, others: str) -> None:
    game = Endgame(rows, cols, others)
    worths = {at: worth for at, worth in worths_of(krk(game), "white").items() if ready(game, at)}
    expected = game.distances
    found = set[tuple[Position, bool]]()
    for (here, moves), (at, worth) in zip(
        inspected(krk(game), list(worths)), worths.items(), strict=True
    ):
        position = read(game, at)
        found.add((position, len(position[2]) < len(others)))
        held(game, here, moves, position)
        distance = None if len(position[2]) < len(others) else expected[position]
        assert worth.value == (50 if distance is None else 100), game.text(position)
        if distance is not None:
            assert worth.steps == distance, game.text(position)
            assert worth.own == (distance + (position[0] == "w")) // 2, game.text(position)
    whole = {position for position, lost in found if not lost}
    white = {p for p in game.positions("w") if colors_differ(game, p)}
    after = {new for p in white for new in game.moves(p).values()}
    assert whole == white | after


def ready(game: Endgame, position: frozenset[str]) -> bool:
    """Whether all pieces were put: white is to move, or nothing is missing."""
    count = len(squares_of(game, position))
    return "turn(white)" in position or count == 2 + len(game.others)


def drawn(game: Endgame, count: int, seed: str) -> list[Position]:
    """Legal positions by lot; half of them with white to move."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = game.drawn("wb"[len(found) % 2], chance)
        if colors_differ(game, position):
            found.append(position)
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("others", ["R", "Q", "B", "N", "BB", "BN", "NN"])
def test_moves_and_ends_on_a_chessboard_are_the_oracles(others: str) -> None:
    game = Endgame(8, 8, others)
    positions = drawn(game, 10_000 if others == "R" else 2_000, f"endgame {others}")
    assert inspected(krk(game), []) == []
    seen = inspected(krk(game), [game.fluents(position) for position in positions])
    for (here, after), position in zip(seen, positions, strict=True):
        held(game, here, after, position)
