"""One circuit for all moves says what a circuit for each move says."""

from pathlib import Path

import pytest
from conftest import GDL, written
from tables import constant

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.load import game_names, load_game
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.positions import explore as exploring
from ttt_asp.positions import moves
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.moves import Effect, Specialiser
from ttt_asp.verdict import Move

FILES = sorted(path for path in GDL.glob("*.kif") if path.name not in ("duel.kif", "misere.kif"))

# Both move at once, one of them without a choice; whoever waits counts.
AT_ONCE: str = constant(__file__, "AT_ONCE")


def explored(game: str, most: int = 300) -> Exploration:
    match = free_play(load_game(game, {}))
    machine = load_machine(match, Deadline())
    return explore(match, machine, Limits(count=False, max_positions=most))


def said(found: Exploration) -> tuple[list[list[int]], set[tuple[str, int, int]]]:
    """The positions of each layer, and all moves: from where, and where to."""
    layers, steps = [], set()
    for layer in found.layers:
        positions = found.form.unpacked(layer)
        layers.append(positions)
        for action, places, after in found.successors(layer):
            ends = found.form.unpacked(after)
            for place, end in zip(places, ends, strict=True):
                steps.add((str(action.move), positions[place], end))
    return layers, steps


@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize("game", [*game_names(), *map(str, FILES), "at once"])
def test_positions_and_moves_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, arrays: bool
) -> None:
    if game == "at once":
        game = written(tmp_path / "game.kif", AT_ONCE)
    if arrays:
        monkeypatch.setattr(exploring, "MANY", 0)
    one_by_one = said(explored(game))
    monkeypatch.setattr(Specialiser, "_costly", True)
    together = explored(game)
    assert said(together) == one_by_one
    assert not together.machine.specialise._known and len(one_by_one[1]) > 1


def test_what_is_no_fluent_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = AT_ONCE.replace("(role p) (role q)", "(role p) (role q) (<= (base (at ?r ?n)) (role ?r) "
                           "(succ ?m ?n)) (base (at p 0)) (base (at q 0)) (base (turn p)) "
                           "(base (turn q))")  # fmt: skip
    game = written(tmp_path / "game.kif", text)
    monkeypatch.setattr(Specialiser, "_costly", True)
    with pytest.raises(InputError, match="makes true what is no fluent"):
        explored(game)


# Whoever moves to a square joins all groups beside it.
GROUPS: str = constant(__file__, "GROUPS")


def test_moves_with_many_gates_are_not_made_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MANY", 0)
    connect = explored(str(GDL / "connect.kif")).machine.specialise
    assert len(connect._known) == 8
    squares = "".join(f"(square {n}) (beside {n} {n + 1})" for n in range(9))
    game = written(tmp_path / "game.kif", GROUPS.format(squares=squares))
    assert len(explored(game).machine.specialise._known) == 1


def test_exploring_is_told_before_moves_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    together = Specialiser.together

    def made(specialiser: Specialiser, made: tuple[Move, ...]) -> Effect | None:
        said.append("a move")
        return together(specialiser, made)

    monkeypatch.setattr(Specialiser, "together", made)

    def tell(report: ProgressReport) -> None:
        said.append(str(report))

    match = free_play(load_game("tictactoe", {}))
    limits = Limits(progress=tell, max_positions=20)
    explore(match, load_machine(match, Deadline()), limits)
    assert said[:2] == ["1 position, up to 0 moves", "a move"]
