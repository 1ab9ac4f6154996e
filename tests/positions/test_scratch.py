"""Layers in a folder: the same answers, whatever becomes of the process that writes them."""

import fcntl
import json
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from tables import contents, tabled

from ttt_asp import InputError, Verdict, prove

pytestmark = pytest.mark.usefixtures("small_games", "in_arrays")
# Positions of tic-tac-toe, up to symmetry, with which the layers after five moves are the last.
FIVE_MOVES = 400


def proved(claim: str = "x never loses", **asked: Any) -> Verdict:
    """What the explicit engine answers."""
    return prove(claim, engine="explicit", **asked)


def bare(found: Verdict) -> Verdict:
    """A verdict without what it took."""
    return replace(found, seconds=type(found.seconds)(), statistics={})


def test_numbers_beyond_words_are_kept_in_a_folder(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"game": "braids", "scratch": tmp_path / "scratch", "count": True}
    for most in (20, 45, 55):
        assert proved(**asked, max_positions=most).stopped == "positions"
    assert proved(**asked).plays == {"x=50": 3**60}


def test_solve_goes_on_from_a_folder(tmp_path: Path, run: Run) -> None:
    folder, told = ("--scratch", tmp_path / "scratch"), []
    for number, kept in enumerate(((), folder, folder)):
        book = tmp_path / str(number) / "tactics" / "best.lp"
        answer = json.loads(run("solve", "--json", "-o", book, *kept).out)
        told.append(({**answer, "seconds": 0, "files": []}, book.read_text("utf-8")))
    assert told[0] == told[1] == told[2]


# Ends itself, as by kill -9, while it looks at the positions after some moves.
KILLED = contents("positions/scratch_killed.txt")


def test_who_was_killed_again_and_again_comes_to_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.positions.explore.MANY", 100)
    for moves in ("2", "5", "8"):
        done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "scratch"), moves])
        assert done.returncode == -signal.SIGKILL
    asked: dict[str, Any] = {"const": {"cols": 4}, "count": True}
    found = proved(**asked, scratch=tmp_path / "scratch")
    assert bare(found) == bare(proved(**asked, symmetry=False))
    files = sorted(one.name for one in (tmp_path / "scratch").iterdir())
    layers = [name for name in files if name.startswith("layer")]
    assert files == sorted([*layers, f"counts-{len(layers) - 1}.bin", "lock", "state.json"])


# --- what is refused ----------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder in which somebody has begun."""
    assert proved(scratch=tmp_path / "scratch", max_positions=FIVE_MOVES).stopped == "positions"
    return tmp_path / "scratch"


def refused(folder: Path, what: str, **asked: Any) -> None:
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    with pytest.raises(InputError, match=what):
        proved(**asked, scratch=folder)
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


@pytest.mark.parametrize("name", ["layer-0.bin", "layer-5.bin", "counts-5.bin", "state.json"])
@pytest.mark.parametrize("cut", [False, True])
def test_a_file_with_a_flipped_bit_is_refused(begun: Path, name: str, cut: bool) -> None:
    path = begun / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data[:-3] if cut else data)
    refused(begun, f"{name}: error: this file is not as it was written")


def test_a_missing_file_is_refused(begun: Path) -> None:
    (begun / "layer-3.bin").unlink()
    refused(begun, "layer-3.bin: error: this file is not as it was written")


@tabled()
def test_the_folder_of_another_question_is_refused(begun: Path, asked: dict[str, Any]) -> None:
    refused(begun, "another question", **asked)


def test_the_folder_of_another_version_is_refused(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.extensions.arrays.scratch.FORMAT", 2)
    refused(begun, "another version")


def test_other_symmetries_are_refused(begun: Path) -> None:
    outer = json.loads((begun / "state.json").read_bytes())
    state = json.loads(outer["state"])
    state["symmetries"] = state["symmetries"][:4]
    text = json.dumps(state)
    digest = blake2b(text.encode(), digest_size=len(outer["digest"]) // 2).hexdigest()
    (begun / "state.json").write_text(json.dumps({"digest": digest, "state": text}))
    refused(begun, "other symmetries")


def test_a_folder_where_another_process_works_is_refused(begun: Path) -> None:
    with (begun / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused(begun, "another process is at work here")
    assert proved(scratch=begun).positions == 5478


def test_a_folder_may_be_moved(begun: Path, tmp_path: Path) -> None:
    shutil.move(begun, tmp_path / "moved")
    assert proved(scratch=tmp_path / "moved").positions == 5478
