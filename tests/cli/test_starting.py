"""The program's first moments: what it imports, who hears Ctrl-C; and it installed elsewhere."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from conftest import HANGS, take_interrupts
from tables import constant, tabled

from ttt_asp import __version__

ROOT = Path(__file__).resolve().parents[2]


@tabled()
def test_what_a_fresh_interpreter_says(code: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=take_interrupts,
    )
    assert (done.stdout, done.stderr) == (said.replace("VERSION", __version__) + "\n", "")


@tabled()
def test_ctrl_c_while_the_program_starts(module: str) -> None:
    """It comes when a module is imported, inside of whatever imports it."""
    question = ("prove", "x never loses", "--x", "good_for_x", "--json")
    done = subprocess.run(
        [sys.executable, "-c", constant(__file__, "IMPORTING"), module, *question],
        capture_output=True,
        text=True,
        timeout=HANGS,
        preexec_fn=take_interrupts,
    )
    assert (done.returncode, done.stderr) == (130, "unknown: interrupted\n")


def run(*line: str | Path, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in line], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_claim_is_proved_from_an_installed_wheel(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"ttt_asp/py.typed", "ttt_asp/schema.json"} <= {*names}
    assert "ttt_asp/strategies/tactics/fork.lp" in names
    books = {name for name in names if name.startswith("ttt_asp/acl2/")}
    assert books == {f"ttt_asp/acl2/{book.name}" for book in (ROOT / "acl2").glob("*.lisp")}
    assert not [name for name in names if name.startswith(("tests", "asp/", "strategies/"))]

    home, empty = tmp_path / "venv", tmp_path / "empty"
    empty.mkdir()
    venv.create(home)
    pip = (sys.executable, "-m", "pip", "--python", home / "bin/python")
    run(*pip, "install", "--quiet", "--no-compile", wheel, cwd=empty)
    out = run(home / "bin/ttt-asp", "prove", "x never loses", "--x", "good_for_x", cwd=empty)
    assert out.startswith("x never loses: proved")
    assert "4 claims" in run(home / "bin/ttt-asp", "list", "claims", cwd=empty)
    code = "import ttt_asp; print(ttt_asp.__file__)"
    assert str(home) in run(home / "bin/python", "-c", code, cwd=empty)
