"""Examples: written, starred, pasted, and what differs where one comes out otherwise."""

from pathlib import Path

import pytest
from conftest import Run

CORNER = "suggests(own,P,mark(C)) :- role(P), corner(C), free(C).\n"
OTHERS = {
    "chomp": ("rows=3 cols=3", "suggests(own,P,eat(C)) :- role(P), left(C), not poisoned(C).\n"),
    "pick_up_bricks": ("bricks=5", "suggests(own,P,take(1)) :- mover(P).\n"),
    "numeric": ("side=2 largest=4 total=5", "suggests(own,P,put(C,N)) :- completes(P,C,N).\n"),
}


def written(folder: Path, text: str) -> Path:
    path = folder / "tactics" / "own.lp"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line.startswith("% example")]


def test_examples_are_written_once_and_hold(tmp_path: Path, run: Run) -> None:
    path = written(tmp_path, CORNER)
    done = run("check", "--write-examples", path)
    assert (done.status, done.out) == (0, f"{path}: tactic, ok (3 examples)\n")
    assert (
        f"{path}: examples written: 3. They record what it does now; check that this is meant.\n"
        in done.err
    )
    assert path.read_text().startswith(CORNER)
    assert lines_of(path)[0] == "% example *.*/.../*.* for x"
    assert lines_of(path)[2].endswith(": nothing")
    before = path.read_bytes()
    assert run("check", "--write-examples", path).status == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("game", OTHERS)
def test_examples_of_other_games_are_written(game: str, tmp_path: Path, run: Run) -> None:
    constants, rule = OTHERS[game]
    path = written(tmp_path, f"{rule}% game {game} {constants}")
    done = run("check", "--write-examples", path)
    assert done.status == 0, done.err
    assert 1 <= len(lines_of(path)) <= 3
    assert done.out == f"{path}: tactic, ok ({len(lines_of(path))} example"[: len(done.out)] + (
        "s)\n" if len(lines_of(path)) > 1 else ")\n"
    )


def test_the_examples_there_stay(tmp_path: Path, run: Run) -> None:
    mine = CORNER + "% example x../.../... for o: mark(cell(1,3))\n"
    path = written(tmp_path, mine)
    done = run("check", "--write-examples", path)
    assert done.status == 1
    assert path.read_text().startswith(mine)
    assert len(lines_of(path)) == 3
    assert "missing" not in done.err
    assert "  extra: mark(cell(3,1)), mark(cell(3,3))\n" in done.err


def test_nothing_is_written_into_what_is_wrong(tmp_path: Path, run: Run) -> None:
    text = "suggests(own,P,mark(C)) :- crner(C), role(P).\n"
    path = written(tmp_path, text)
    assert run("check", "--write-examples", path).status == 2
    assert path.read_text() == text
    assert run("check", "--write-examples").status == 2


def test_missing_and_extra_are_told_apart(tmp_path: Path, run: Run) -> None:
    path = written(
        tmp_path, CORNER + "% example x.x/.../... for o: mark(cell(3,1)), mark(cell(2,2))"
    )
    done = run("check", path)
    assert done.status == 1
    assert "this example recommends mark(cell(3,1)), mark(cell(3,3))\n" in done.err
    assert "  missing: mark(cell(2,2)); extra: mark(cell(3,3))\n" in done.err


def test_stars_stand_for_a_list_of_moves(tmp_path: Path, run: Run) -> None:
    path = written(tmp_path, CORNER + "% example x.*/.../*.* for o\n% example *.x/.o./*.* for x.\n")
    done = run("check", path)
    assert (done.status, done.out) == (0, f"{path}: tactic, ok (2 examples)\n")
    path.write_text(CORNER + "% example x.*/.*./*.* for o\n")
    done = run("check", path)
    assert done.status == 1
    assert "  missing: mark(cell(2,2))\n" in done.err


def test_suggest_prints_what_check_takes(tmp_path: Path, run: Run) -> None:
    path = written(tmp_path, CORNER)
    for position, role in (("x../.o./...", "x"), ("xxo/oox/x..", "o"), ("x.o/.x./o.x", "o")):
        done = run("suggest", "own", "--position", position, "--as", role, "-S", tmp_path)
        *_, before, line = done.out.splitlines()
        if position != "x.o/.x./o.x":
            assert before == f"as an example in {path}:"
            path.write_text(path.read_text() + line + "\n")
        else:
            assert line.startswith("The game is over here")
    done = run("check", path)
    assert (done.status, done.out) == (0, f"{path}: tactic, ok (2 examples)\n")
    term = run("suggest", "first(own, any)", "--position", ".../.../...", "-S", tmp_path)
    assert "example" not in term.out
