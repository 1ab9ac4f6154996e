"""Layers in a folder: the same answers, whatever becomes of the process that writes them."""

import json
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from games import problem
from tables import contents, tabled

from ttt_asp.claims.problem import Problem
from ttt_asp.engines.explicit import prove
from ttt_asp.errors import InputError
from ttt_asp.extensions.arrays import scratch as scratch_module
from ttt_asp.extensions.playing.solve import solve
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.progress_report import ProgressReport
from ttt_asp.verdict import Verdict

pytestmark = pytest.mark.usefixtures("small_games")


@pytest.fixture(autouse=True)
def arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_module, "MANY", 0)


def bare(found: Verdict) -> Verdict:
    """A verdict without what it took."""
    return replace(found, seconds=type(found.seconds)(), statistics={})


def interrupted(asked: Problem, folder: Path, moves: int) -> Verdict:
    """Stopped while a layer is looked at."""

    def stop(reached: ProgressReport) -> None:
        if reached.moves == moves:
            raise KeyboardInterrupt

    return prove(asked, Limits(scratch=folder, progress=stop))


def test_numbers_beyond_words(tmp_path: Path) -> None:
    asked = problem("x never loses", "braids")
    for moves in (20, 45, 55):
        interrupted(asked, tmp_path / "scratch", moves)
    found = prove(asked, Limits(scratch=tmp_path / "scratch"))
    assert found.plays == {"x=50": 3**60}


def test_solve(tmp_path: Path) -> None:
    plain = solve(load_game("tictactoe", {}), Limits(), book=True)
    for _ in range(2):
        found = solve(load_game("tictactoe", {}), Limits(scratch=tmp_path / "scratch"), book=True)
        assert replace(found, seconds=plain.seconds) == plain


# Ends itself, as by kill -9, while it looks at the positions after some moves.
KILLED = contents("positions/scratch_killed.txt")


def test_killed_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_module, "MANY", 100)
    for moves in ("2", "5", "8"):
        done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "scratch"), moves])
        assert done.returncode == -signal.SIGKILL
    asked = problem("x never loses", const={"cols": 4})
    found = prove(asked, Limits(scratch=tmp_path / "scratch", count=True))
    assert bare(found) == bare(prove(asked, Limits(symmetry=False, count=True)))
    files = sorted(one.name for one in (tmp_path / "scratch").iterdir())
    layers = [name for name in files if name.startswith("layer")]
    assert files == sorted([*layers, f"counts-{len(layers) - 1}.bin", "lock", "state.json"])


# --- what is refused ----------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder in which somebody was interrupted."""
    interrupted(problem("x never loses"), tmp_path / "scratch", 5)
    return tmp_path / "scratch"


def refused(folder: Path, what: str, asked: Problem | None = None) -> None:
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    with pytest.raises(InputError, match=what):
        prove(asked or problem("x never loses"), Limits(scratch=folder))
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


@pytest.mark.parametrize("name", ["layer-0.bin", "layer-5.bin", "counts-5.bin", "state.json"])
@pytest.mark.parametrize("cut", [False, True])
def test_a_flipped_bit(begun: Path, name: str, cut: bool) -> None:
    path = begun / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data[:-3] if cut else data)
    refused(begun, f"{name}: error: this file is not as it was written")


def test_a_missing_file(begun: Path) -> None:
    (begun / "layer-3.bin").unlink()
    refused(begun, "layer-3.bin: error: this file is not as it was written")


@tabled()
def test_another_question(begun: Path, asked: dict[str, object]) -> None:
    refused(begun, "another question", problem(**asked))  # type: ignore[arg-type]


def test_another_version(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch_module, "FORMAT", 2)
    refused(begun, "another version")


def test_other_symmetries(begun: Path) -> None:
    outer = json.loads((begun / "state.json").read_bytes())
    state = json.loads(outer["state"])
    state["symmetries"] = state["symmetries"][:4]
    text = json.dumps(state)
    signed = {"digest": scratch_module._digest(text.encode()), "state": text}
    (begun / "state.json").write_text(json.dumps(signed))
    refused(begun, "other symmetries")


def test_two_at_once(begun: Path) -> None:
    other = scratch_module.Scratch(begun, "")
    with other.ours():
        refused(begun, "another process is at work here")
    assert prove(problem("x never loses"), Limits(scratch=begun)).positions == 5478


def test_a_folder_may_be_moved(begun: Path, tmp_path: Path) -> None:
    shutil.move(begun, tmp_path / "moved")
    assert prove(problem("x never loses"), Limits(scratch=tmp_path / "moved")).positions == 5478
