"""Forks and pins of pieces, and the kinds that are analogous there, held to all positions."""

from functools import cache
from pathlib import Path

import oracle_pieces as op
import pytest
from inside import game_of, reached_in
from inside_extensions import allowed_at
from tables import constant, tabled

from ttt_asp import analogies, prove

TACTICS = {"fork_pieces": op.Grid.forks, "pin_piece": op.Grid.pins}


def constants(rows: int, cols: int, white: str, black: str, second: str) -> dict[str, int | str]:
    return {"rows": rows, "cols": cols, "white_has": white, "black_has": black, "second": second}


@cache
def boards(grid: op.Grid, white: str, black: str, second: str) -> dict[frozenset[str], op.Board]:
    """All positions with white to move, by the fluents that say so."""
    kinds = [op.KINDS if name == "any" else (name,) for name in (white, black, second)]
    found = {}
    for board in grid.setups(kinds[0], kinds[1:] if second != "none" else kinds[1:2]):
        if len(set(board.values())) == len(board):  # black's pieces are of different kinds
            there = [f"at({side},{kind},{named(at)})" for at, (side, kind) in board.items()]
            found[frozenset(["turn(white)", *there])] = board
    return found


def named(square: op.Square) -> str:
    return f"cell({square[0]},{square[1]})"


@pytest.mark.no_cover
@tabled()
def test_answers_about_pieces_are_those_of_all_positions(
    rows: int, cols: int, white: str, black: str, second: str, forks: int, pins: int
) -> None:
    game = game_of("pieces", constants(rows, cols, white, black, second))
    grid, numbers = op.Grid(rows, cols), [0, 0]
    known = boards(grid, white, black, second)
    asked = [here for here in reached_in(game) if "turn(white)" in here]
    assert {*asked} == known.keys() and len(asked) == len(known)
    for number, (name, tactic) in enumerate(TACTICS.items()):
        for here, (legal, says) in zip(
            asked, allowed_at(game, {"white": name}, asked), strict=True
        ):
            board = known[here]
            # a single legal move is nobody's choice
            asks = len(list(grid.moves(board, "white"))) > 1
            assert (legal > 1) == asks, here
            if asks:
                moves = {(board[at][1], to) for at, to in tactic(grid, board, "white")}
                assert {*says} == {f"move({kind},{named(to)})" for kind, to in moves}, here
                numbers[number] += len(says)
            else:
                assert len(says) == legal, here
    assert numbers == [forks, pins]


@pytest.mark.no_cover
@tabled()
def test_which_kinds_are_analogous(
    tactic: str, rows: int, cols: int, black: str, second: str, groups: list[list[str]]
) -> None:
    found = analogies(tactic, game="pieces", const=constants(rows, cols, "any", black, second))
    grid = op.Grid(rows, cols)
    for part in found.parts:
        for kind in part.elements:
            recommended, own = False, False
            for board in boards(grid, kind, black, second).values():
                for at, _ in TACTICS[tactic](grid, board, "white"):
                    recommended, own = True, own or board[at][1] == kind
                if own:
                    break
            assert (part.activates, part.inside) == (recommended, own), kind
    assert list(map(list, found.groups)) == groups


@pytest.mark.parametrize("engine", ["bounded", "explicit"])
@pytest.mark.parametrize("kind", op.KINDS)
def test_a_knight_cannot_pin(kind: str, engine: str) -> None:
    const = constants(3, 4, kind, "knight", "none")
    claim = "white keeps to except(any, any) everywhere"
    found = prove(claim, {"white": "pin_piece"}, game="pieces", const=const, engine=engine)
    assert found.verdict == ("proved" if kind == "knight" else "refuted")


def test_one_element_is_alone(tmp_path: Path) -> None:
    # gold comes with lead only, and tin by itself
    game, tactics = tmp_path / "purse.lp", tmp_path / "tactics"
    game.write_text(constant(__file__, "PURSE"), "utf-8")
    tactics.mkdir()
    (tactics / "hold.lp").write_text(constant(__file__, "HOLD"), "utf-8")
    found = analogies("hold", role="x", game=str(game), strategies=tmp_path)
    answers = {kind: part.activates for part in found.parts for kind in part.elements}
    assert answers == {"gold": False, "lead": False, "tin": True}
