"""The explicit engine on small games with known numbers, and as others use it."""

from __future__ import annotations

import pytest
from games import problem
from tables import tabled

from ttt_asp.deadline import Deadline
from ttt_asp.engines import bounded
from ttt_asp.engines.explicit import prove
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.moves import Action
from ttt_asp.progress_report import ProgressReport

pytestmark = pytest.mark.usefixtures("small_games")


@pytest.mark.parametrize("many", [0, explore_module.MANY], ids=["arrays", "integers"])
@tabled()
def test_small_games(
    game: str,
    claim: str,
    horizon: int | None,
    verdict: str,
    positions: int | None,
    plays: dict[str, int] | None,
    moves: int | None,
    ending: str | None,
    many: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plays whose number no word holds, that go round, or come to a place at several times.

    Who is not on turn in nim moves unasked; the number of its plays is the eighth Fibonacci number.
    """
    monkeypatch.setattr(explore_module, "MANY", many)
    asked = problem(claim, game, horizon)
    found = prove(asked, Limits())
    assert (found.verdict, found.positions, found.plays) == (verdict, positions, plays)
    assert (found.play and len(found.play.moves)) == moves
    assert (found.play and found.play.ending) == ending
    if found.play is not None:
        *before, last = found.play.positions
        assert len(before) == moves and (ending != "lasso" or last in before)
        assert game != "nim" or [move.role for move in found.play.moves] == ["x", "o"] * 2
    if game in ("nim", "bridge"):  # nothing ends the plays of others
        assert bounded.prove(asked, Limits()).verdict == verdict


def test_time_and_ctrl_c() -> None:
    def interrupt(reached: ProgressReport) -> None:
        if reached.moves == 3:
            raise KeyboardInterrupt

    for limits, reason in (
        (Limits(Deadline(0.0)), "the time limit of 0 s was reached"),
        (Limits(progress=interrupt), "interrupted"),
    ):
        found = prove(problem("x never loses", x="good_for_x"), limits)
        assert (found.verdict, found.positions, found.plays) == ("unknown", None, None)
        assert found.reason.startswith(reason)


def test_successors_of_one_position() -> None:
    asked = problem("x never loses", o="good_for_o")
    machine = load_machine(asked, Deadline())
    found = explore(asked, machine, Limits())
    assert sum(map(found.form.size, found.layers)) == found.positions == 970

    def after(position: int) -> list[tuple[Action, int]]:
        small = found.small([[position]])
        moves = small.successors(small.layers[0])
        return [(action, small.form.at(some, 0)) for action, _, some in moves]

    first = after(machine.init)
    assert sorted(position for _, position in first) == found.form.unpacked(found.layers[1])
    assert {action.move.role for action, _ in first} == {"x"}
    center = [position for action, position in first if action.move.action == "mark(cell(2,2))"]
    assert len(after(center[0])) == 4  # good_for_o answers in a corner
    assert machine.pack(machine.unpack(center[0])) == center[0]
