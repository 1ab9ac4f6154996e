"""Claims about every size, as people ask them: on the command line, in files, from Python."""

import json
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from conftest import NEEDS_Z3, Run, write
from tables import contents, tabled

from ttt_asp import InputError, prove
from ttt_asp.claims.claims_file import read_claims

pytestmark = NEEDS_Z3

BRICKS = ("-g", "pick_up_bricks")
SECOND = ("prove", "o always wins", *BRICKS, "--o", "three_by_three")
THREES = ("--every", "bricks > 0, bricks \\ 3 = 0")


def test_a_picture_is_of_the_size_that_refutes(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "play.svg"
    asked = ("prove", "x never loses", "-g", "chomp", "--x", "mirror_arms", "--svg", picture)
    assert run(*asked, "--every", "rows = 3, cols > 3").status == 1
    assert picture.read_text("utf-8").count("<svg") == 1


def test_numbers_that_clingo_has_not_are_numbers_here(run: Run) -> None:
    large = "bricks > 4294967296, bricks < 4294967300, bricks \\ 3 = 0"  # 4294967298 alone
    done = run(*SECOND, "--every", large, "-v")
    assert done.status == 0 and "not checked at any size" in done.out


def test_what_answers_has_to_be_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("ttt_asp.engines.sizes.z3_process.files", missing)
    done = run(*SECOND, *THREES)
    assert done.status == 2 and "pip install 'ttt-asp[sizes]'" in done.err


FILE = contents("cli/every_command_file.toml")


def test_what_files_say_for_themselves_is_no_option(run: Run) -> None:
    done = run("prove", "nakas.toml", "--every", "rows > 0")
    assert done.status == 2 and "leave out" in done.err and "--every" in done.err


def test_fill_keeps_claims_about_one_size_only(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", FILE.replace("EVERY", "bricks > 0"))
    done = run("fill", path)
    assert (
        done.status == 2 and f"{path}:4:1: error: a filling keeps claims about one size" in done.err
    )


def test_from_python() -> None:
    found = prove("o always wins", o="three_by_three", game="pick_up_bricks",
                  every="bricks > 0, bricks \\ 3 = 0")  # fmt: skip
    assert found and found.every == "bricks > 0, bricks \\ 3 = 0" and not found.const
    assert "for every size with bricks > 0" in str(found)
    with pytest.raises(InputError, match="^every:1:1: error: pick_up_bricks has no constant rows"):
        prove("o always wins", game="pick_up_bricks", every="rows > 0")


def test_a_page_has_no_board_of_every_size(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", FILE.replace("EVERY", "bricks > 0, bricks \\ 3 = 0"))
    page = tmp_path / "page.html"
    assert run("report", path, "-o", page).status == 0
    text = page.read_text("utf-8")
    assert "For every size with bricks &gt; 0" in text
    assert "there is no one board to play on" in text


def test_the_claims_of_the_library_about_every_size_are_read() -> None:
    path = Path(__file__).parents[2] / "strategies" / "claims" / "every_size.toml"
    entries = read_claims(path)
    assert all(entry.every and not entry.const for entry in entries)
    assert {entry.expect for entry in entries} == {"proved", "refuted"}


CHOMP = ("prove", "x always wins", "-g", "chomp", "--x", "mirror_arms")


@pytest.mark.slow
def test_chomp_on_every_square_bar(run: Run) -> None:
    done = run(*CHOMP, "--every", "rows = cols, rows > 1", "-L", "arms_differ", "-v")
    assert done.status == 0
    assert "plays end: every move takes something away" in done.out
    assert "at (rows, cols) = (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)\n" in done.out


def test_a_wrong_lemma_proves_nothing_and_its_round_is_shown(run: Run, tmp_path: Path) -> None:
    """At 2x2 o may bite beside the poison, and then more than the first row is not left."""
    text = "%*! first: the first row is left. Source: our own. *%\n"
    text += "lemma(first_row) :- left(C) : square(C), C = cell(1,J).\n"
    write(tmp_path / "lemmas" / "first_row.lp", text)
    asked = (*CHOMP, "--every", "rows = cols, rows > 1", "-L", "first_row", "-S", tmp_path)
    done = run(*asked)
    assert done.status == 3
    assert ": unknown (at (rows, cols) = (2, 2) a round from the position shown" in done.out
    assert "from here" in done.out


RECURSIVE = contents("cli/every_command_recursive.lp")


def test_rules_that_rest_on_themselves_are_refused_with_their_place(
    run: Run, tmp_path: Path
) -> None:
    text = (Path(__file__).parents[2] / "asp" / "games" / "chomp.lp").read_text("utf-8")
    (rule,) = [line for line in text.splitlines() if line.startswith("bitten(")]
    path = write(tmp_path / "biting.lp", text.replace(rule, RECURSIVE))
    lines = path.read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("bitten(D)"))
    done = run("program", "x never loses", "-g", path, "--every", "rows = cols, rows > 1")
    assert done.status == 2 and not done.out
    assert f"{path}:{line}:1: error: " in done.err or f"{path}:{line - 1}:1: error: " in done.err
    assert "rests on itself" in done.err


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


@tabled()
def test_what_is_no_option_of_that_program(run: Run, more: tuple[str, ...], message: str) -> None:
    done = run("program", "o never loses", *BRICKS, *THREES, *more)
    assert done.status == 2 and message in done.err


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_theorems_that_bench_times_are_proved(run: Run) -> None:
    rows = json.loads(run("bench", "--every", "--runs", "1", "--json").out)
    assert [row["verdict"] for row in rows].count("proved") == 4
    assert all("for every size with " in row["claim"] and row["seconds"] for row in rows)
    done = run("bench", "--every", "--fill")
    assert done.status == 2 and "--fill and --every exclude each other" in done.err
