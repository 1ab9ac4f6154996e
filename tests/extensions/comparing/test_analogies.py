"""What plays the same role in a strategy, held to a brute force over all positions."""

import random
import re
import signal
import tempfile
from functools import cache
from itertools import product
from pathlib import Path

import clingo
import drawn_tactics
import oracle
import pytest
from conftest import GDL, Run, Start, ended, examples, tactic
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position, Square, Squares, symmetries
from tables import constant, contents, tabled

from ttt_asp import analogies

BOARD = Board()
SQUARES = sorted(BOARD.squares)
# A tactic of the tests': what it says of the left half differs from what it says of the right.
LEFT = contents("extensions/comparing/analogies_left.lp")


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
    def matters(square: Square) -> bool:
        for position, moves in said.items():
            x, o = position.x - {square}, position.o - {square}
            others = (x | {square}, o), (x, o | {square}), (x, o)
            if any(said.get(Position(*p, position.mover), moves) != moves for p in others):
                return True
        return False

    return frozenset(filter(matters, SQUARES))


def respects(said: dict[Position, Squares], to: dict[Square, Square]) -> bool:
    def image(squares: Squares) -> Squares:
        return frozenset(map(to.__getitem__, squares))

    return all(
        said[Position(image(p.x), image(p.o), p.mover)] == image(moves) for p, moves in said.items()
    )


def named(square: Square) -> str:
    return f"cell({square[0]},{square[1]})"


@pytest.mark.no_cover
@tabled()
def test_answers_are_those_of_all_positions(
    strategy: str, role: str, respected: int, tmp_path: Path
) -> None:
    tactic(tmp_path, "left", LEFT)
    found, said = analogies(strategy, role=role, strategies=tmp_path), says(strategy, role)
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
    every = symmetries(BOARD)
    kept = [to for to in every if respects(said, to)]
    assert (found.symmetries, found.respected) == (len(every), len(kept)) == (8, respected)
    orbits = {frozenset(to[square] for to in kept) for square in SQUARES}
    assert {frozenset(some) for some in found.squares} == {
        frozenset(map(named, orbit)) for orbit in orbits
    }


@pytest.mark.no_cover
@tabled()
def test_answers_on_other_boards_are_those_of_all_positions(
    name: str, const: dict[str, str], symmetries: int
) -> None:
    found = analogies("defend", game=name, const=const)
    assert found.symmetries == found.respected == symmetries
    (group,) = (set(group) for group in found.groups if "diagonals" in group)
    assert group & {"rows", "lines along a side"}


def test_the_program_runs_in_bare_clingo(run: Run) -> None:
    done = run("analogies", "center_or_corner", "--program")
    assert done.status == 0

    def answers(*options: str) -> list[set[str]]:
        control = clingo.Control([*options, "--warn=none"])
        control.add("base", [], done.out)
        control.ground()
        with control.solve(yield_=True) as models:
            return [set(map(str, model.symbols(shown=True))) for model in models]

    corners_and_center = {f"relevant({named(s)})" for s in BOARD.corners | BOARD.centers}
    assert answers("--enum-mode=brave")[-1] == corners_and_center
    assert len(answers("-c", "ask=symmetry", "--project=show", "0")) == 8
    assert answers("-c", "ask=broken", "--project=show", "0") == []


@pytest.mark.parametrize(("name", "role"), [("tictactoe.kif", "o-player"), ("tictactoe.hrf", "o")])
@pytest.mark.parametrize("strategy", ["defend", "good_for_o"])
def test_recognised_games_have_the_same_analogies(name: str, role: str, strategy: str) -> None:
    found = analogies(strategy, role=role, game=str(GDL / name))
    native = analogies(strategy, role="o")
    assert (found.parts, found.groups) == (native.parts, native.groups)
    assert (found.symmetries, found.respected) == (native.symmetries, native.respected)
    assert found.squares == native.squares


def test_a_game_of_lines_in_part_has_none(run: Run) -> None:
    done = run("analogies", "any", "-g", GDL / "connect.kif")
    assert done.status == 2 and "a free square may not be marked" in done.err


@pytest.mark.no_cover
def test_ctrl_c_ends_it(start: Start) -> None:
    running = start("analogies", "fork", code=constant(__file__, "TOLD"))
    assert running.stdout is not None and running.stdout.readline() == "sought\n"
    running.send_signal(signal.SIGINT)
    done = ended(running)
    assert (done.status, done.out) == (130, "")
    assert re.fullmatch(r"unknown: interrupted while \w+\n", done.err)


@given(st.randoms(use_true_random=False), st.sampled_from("xo"))
@examples(1)
def test_answers_for_drawn_tactics_are_those_of_all_positions(
    chance: random.Random, role: str
) -> None:
    names = {square: named(square) for square in sorted(BOARD.squares)}
    drawn = drawn_tactics.rule_tactic(
        chance, drawn_tactics.Squares(names, BOARD.lines, BOARD.corners)
    )

    def said(_: oracle.Board, position: oracle.Position, player: str) -> oracle.Squares:
        return drawn.says(position.marks(player), position.marks(oracle.other(player)))

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setitem(oracle.TACTICS, "lop", said)
        for known in (says, oracle.suggests, oracle.parse):
            known.cache_clear()
        tactic(Path(folder), "lop", drawn.text("lop"))
        respected = sum(respects(says("lop", role), to) for to in symmetries(BOARD))
        test_answers_are_those_of_all_positions("lop", role, respected, Path(folder))
