"""Claims about every size: the programs that they are, and what they need."""

from importlib import import_module
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from conftest import NEEDS_Z3, Run

from ttt_asp.claims.claims_file import read_claims

pytestmark = NEEDS_Z3

BRICKS = ("-g", "pick_up_bricks")
SECOND = ("prove", "o always wins", *BRICKS, "--o", "three_by_three")
THREES = ("--every", "bricks > 0, bricks \\ 3 = 0")


def test_what_answers_has_to_be_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("ttt_asp.engines.sizes.z3_process.files", missing)
    done = run(*SECOND, *THREES)
    assert done.status == 2 and "pip install 'ttt-asp[sizes]'" in done.err


def test_the_claims_of_the_library_about_every_size_are_read() -> None:
    path = Path(__file__).parents[2] / "strategies" / "claims" / "every_size.toml"
    entries = read_claims(path)
    assert all(entry.every and not entry.const for entry in entries)
    assert {entry.expect for entry in entries} == {"proved", "refuted"}


def z3_alone(text: str) -> list[str]:
    """What z3 prints to a file, as its own command does."""
    z3: Any = import_module("z3")
    context = z3.Context()
    return str(z3.Z3_eval_smtlib2_string(context.ref(), text)).split()


@pytest.mark.parametrize("lemma", [("-L", "threes_left"), ()])
def test_the_program_is_a_proof_that_z3_checks_alone(run: Run, lemma: tuple[str, ...]) -> None:
    """With a lemma that was given, and with one that is found."""
    asked = ("program", "o never loses", *BRICKS, "--o", "three_by_three", *lemma)
    done = run(*asked, *THREES)
    assert done.status == 0
    assert "; asp/games/pick_up_bricks.lp:" in done.out
    assert "; strategies/tactics/leave_threes.lp:" in done.out
    assert "All together they prove it." in done.out
    said = z3_alone(done.out)
    assert set(said) == {"unsat"} and len(said) == done.out.count("(check-sat") > 10


def test_what_is_not_proved_is_printed_as_it_is_asked(run: Run) -> None:
    asked = ("program", "o never loses", *BRICKS, "--every", "bricks > 0", "--o", "three_by_three")
    done = run(*asked)
    assert done.status == 0 and "ttt-asp knows no proof" in done.out
    said = z3_alone(done.out)
    assert set(said) == {"unsat", "unknown"} and len(said) == done.out.count("(check-sat")
