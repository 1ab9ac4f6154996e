"""What plays the same role in a strategy, held to a brute force over all positions."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from functools import cache
from itertools import chain, permutations, product
from pathlib import Path

import oracle
import pytest
from conftest import HANGS, Run, Start, at_work, ended, tactic, write, written
from oracle import Board, Position, Square, Squares
from tables import contents, tabled

from ttt_asp import Analogies, analogies

BOARD = Board()
SQUARES = sorted(BOARD.squares)
# A tactic of the tests': what it says of the left half differs from what it says of the right.
LEFT = contents("analyses/analogies_left.lp")


def left(board: Board, position: Position, player: str) -> Squares:
    if not {(1, 3), (2, 3), (3, 3)} & (position.x | position.o):
        return frozenset({(1, 2), (2, 2), (3, 2)}) & oracle.free(board, position)
    return oracle.fork(board, position, player)


@pytest.fixture(autouse=True)
def left_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(oracle.TACTICS, "left", left)


def elements() -> dict[str, Squares]:
    """By their names in the product: lines by their direction and first square."""
    found = {f"row({i},1)": frozenset((i, j) for j in (1, 2, 3)) for i in (1, 2, 3)}
    found |= {f"col(1,{j})": frozenset((i, j) for i in (1, 2, 3)) for j in (1, 2, 3)}
    found["diag(1,1)"] = frozenset({(1, 1), (2, 2), (3, 3)})
    found["anti(1,3)"] = frozenset({(1, 3), (2, 2), (3, 1)})
    kinds = {"corner": BOARD.corners, "edge": BOARD.edges, "center": BOARD.centers}
    return found | {f"kind({name})": squares for name, squares in kinds.items()}


def positions(mover: str) -> list[Position]:
    """All marks of anybody anywhere, where the game is not over."""
    found = []
    for marks in product(".xo", repeat=9):
        x = frozenset(s for s, mark in zip(SQUARES, marks, strict=True) if mark == "x")
        o = frozenset(s for s, mark in zip(SQUARES, marks, strict=True) if mark == "o")
        position = Position(x, o, mover)
        if not any(line <= x or line <= o for line in BOARD.lines) and len(x | o) < 9:
            found.append(position)
    return found


@cache
def says(strategy: str, role: str) -> dict[Position, Squares]:
    return {p: oracle.recommends(BOARD, p, strategy) for p in positions(role)}


def relevant(said: dict[Position, Squares]) -> Squares:
    found = set()
    for square in SQUARES:
        for position, moves in said.items():
            x, o = position.x - {square}, position.o - {square}
            for other in ((x | {square}, o), (x, o | {square}), (x, o)):
                if said.get(Position(*other, position.mover), moves) != moves:
                    found.add(square)
                    break
            if square in found:
                break
    return frozenset(found)


def symmetries() -> list[dict[Square, Square]]:
    """Permutations that take lines to lines; the number of lines of a square cannot change."""
    kinds: dict[int, list[Square]] = {}
    for square in SQUARES:
        kinds.setdefault(sum(square in line for line in BOARD.lines), []).append(square)
    found = []
    for images in product(*(permutations(some) for some in kinds.values())):
        to = dict(zip(chain(*kinds.values()), chain(*images), strict=True))
        if {frozenset(map(to.__getitem__, line)) for line in BOARD.lines} == BOARD.lines:
            found.append(to)
    return found


def respects(said: dict[Position, Squares], to: dict[Square, Square]) -> bool:
    def image(squares: Squares) -> Squares:
        return frozenset(map(to.__getitem__, squares))

    return all(
        said[Position(image(p.x), image(p.o), p.mover)] == image(moves) for p, moves in said.items()
    )


def found_for(strategy: str, role: str, folder: Path) -> Analogies:
    tactic(folder, "left", LEFT)
    return analogies(strategy, role=role, strategies=folder)


def named(square: Square) -> str:
    return f"cell({square[0]},{square[1]})"


@pytest.mark.no_cover
@tabled()
def test_against_all_positions(strategy: str, role: str, respected: int, tmp_path: Path) -> None:
    found, said = found_for(strategy, role, tmp_path), says(strategy, role)
    empty = said[Position(frozenset(), frozenset(), role)]
    matter = relevant(said)
    parts = {name: part for part in found.parts for name in part.elements}
    assert set(parts) == set(elements())
    for name, squares in elements().items():
        fresh = {m for p, moves in said.items() if p.x | p.o <= squares for m in moves - empty}
        share = "all" if squares <= matter else "some" if squares & matter else "none"
        part = parts[name]
        assert (part.activates, part.inside) == (bool(fresh), bool(fresh & squares)), name
        assert part.relevant == share, name
    every = symmetries()
    kept = [to for to in every if respects(said, to)]
    assert (found.symmetries, found.respected) == (len(every), len(kept)) == (8, respected)
    orbits = {frozenset(to[square] for to in kept) for square in SQUARES}
    assert {frozenset(some) for some in found.squares} == {
        frozenset(map(named, orbit)) for orbit in orbits
    }


def test_what_the_paper_says(tmp_path: Path) -> None:
    lines = {"rows", "columns", "diagonals"}
    for name in ("defend", "fork"):
        assert any(lines <= set(group) for group in found_for(name, "x", tmp_path).groups)
    found = found_for("center_or_corner", "x", tmp_path)
    homes = {name: number for number, group in enumerate(found.groups) for name in group}
    assert homes["rows"] == homes["columns"] != homes["diagonals"]
    assert [part.relevant for part in found.parts] == ["some", "all", "none"]


@pytest.mark.no_cover
@tabled()
def test_other_boards(name: str, const: dict[str, str], symmetries: int) -> None:
    found = analogies("defend", game=name, const=const)
    assert found.symmetries == found.respected == symmetries
    (group,) = (set(group) for group in found.groups if "diagonals" in group)
    assert group & {"rows", "lines along a side"}


def test_positions_that_are_over_do_not_count(tmp_path: Path) -> None:
    tactic(tmp_path, "late", "suggests(late,P,mark(C)) :- role(P), free(C), owns(Q,L).\n")
    found = found_for("late", "x", tmp_path)
    assert [(p.activates, p.inside, p.relevant) for p in found.parts] == [(False, False, "none")]


def test_lines_that_count_for_one_role_only(tmp_path: Path) -> None:
    rules = (
        "size(3,3). winning_set((row(1..3);col(1..3))). part_of(cell(I,1..3),row(I)) :- I = 1..3.\n"
        "part_of(cell(1..3,J),col(J)) :- J = 1..3.\n"
    )
    counts = "line_for(x,row(1..3)). line_for(o,col(1..3)). no_line_goal(P,50) :- role(P).\n"
    numbers = []
    for text in (rules, rules + counts):
        game = written(tmp_path / "crossed.lp", text)
        numbers.append(analogies("any", role="x", game=game).symmetries)
    assert numbers == [72, 36]  # rows and columns in any order; and rows for columns, or not


def test_the_program_runs_in_bare_clingo(tmp_path: Path, run: Run) -> None:
    done = run("analogies", "center_or_corner", "--program")
    assert done.status == 0
    file = written(tmp_path / "analogies.lp", done.out)

    def answers(*options: str) -> str:
        command = [sys.executable, "-m", "clingo", file, *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=HANGS).stdout

    last = answers("--enum-mode=brave").split("Answer: ")[-1].split("\n")[1]
    assert set(last.split()) == {f"relevant({named(s)})" for s in BOARD.corners | BOARD.centers}
    assert "Models       : 8" in answers("-c", "ask=symmetry", "--project=show", "0")
    assert "UNSATISFIABLE" in answers("-c", "ask=broken", "--project=show", "0")


def test_the_command(run: Run) -> None:
    done = run("analogies", "defend")
    assert done.status == 0
    assert "rows, columns, diagonals  yes" in done.out
    assert done.out.endswith(" a  b  a\n b  c  b\n a  b  a\n")
    plain = json.loads(run("analogies", "good_for_o", "--as", "o", "--json").out)
    assert (plain["role"], plain["symmetries"], plain["respected"]) == ("o", 8, 8)
    assert len(plain["squares"]) == 3


GAMES = Path(__file__).parents[1] / "games" / "gdl"


@pytest.mark.parametrize(("name", "role"), [("tictactoe.kif", "o-player"), ("tictactoe.hrf", "o")])
@pytest.mark.parametrize("strategy", ["defend", "good_for_o"])
def test_recognised_games_have_the_same_analogies(name: str, role: str, strategy: str) -> None:
    found = analogies(strategy, role=role, game=str(GAMES / name))
    native = analogies(strategy, role="o")
    assert (found.parts, found.groups) == (native.parts, native.groups)
    assert (found.symmetries, found.respected) == (native.symmetries, native.respected)
    assert found.squares == native.squares


GDL = """
role(x). role(o). base(on). init(on). legal(P,go) :- role(P), true(on). next(on) :- does(x,go).
terminal :- not true(on). goal(P,50) :- role(P), terminal.
"""


@tabled()
def test_what_has_no_answer(
    arguments: list[str],
    status: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    write(tmp_path / "gdl.lp", GDL)
    write(tmp_path / "connect.kif", (GAMES / "connect.kif").read_text("utf-8"))
    monkeypatch.chdir(tmp_path)
    done = run("analogies", *arguments)
    assert done.status == status and message in done.err


@pytest.mark.no_cover
def test_ctrl_c_ends_it(start: Start) -> None:
    running = start("analogies", "fork", "-g", "hypercube", "-c", "side=5")
    at_work(running)
    running.send_signal(signal.SIGINT)
    done = ended(running)
    assert (done.status, done.out) == (130, "")
    assert re.match(r"unknown: interrupted( while \w+\n|; so far: \d+ of [\d,]+ symm)", done.err)
