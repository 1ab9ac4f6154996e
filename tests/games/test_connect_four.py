"""Connect Four, against a program that shares nothing with it; more is in connect_four.md."""

import random

import oracle_columns as oc
import pytest
from inside import STRATEGIES, atoms_along, game_of
from inside_extensions import examples_of, fluents_of
from tables import tabled

from ttt_asp import prove, solve

SIX_COLUMNS = ("answer_pair", "inner_column")

# John Tromp's table (tromp.github.io/c4/c4.html), by (columns, rows): what it is worth to who moves
# first. 5x6 was held against the oracle by hand, as it takes that 28 s of CPU.
PUBLISHED = {(4, 4): 0, (4, 5): 0, (5, 4): 0, (5, 5): 0, (6, 4): -1}


def constants(board: oc.Board) -> dict[str, str]:
    return {"rows": str(board.rows), "cols": str(board.cols), "line": str(board.line)}


@pytest.mark.parametrize(("cols", "rows"), PUBLISHED, ids=str)
def test_the_oracle_has_the_values_of_the_published_table(cols: int, rows: int) -> None:
    assert oc.value(rows, cols) == PUBLISHED[cols, rows]


@tabled()
def test_what_it_is_worth(rows: int, cols: int, line: int) -> None:
    worth = oc.value(rows, cols, line)
    found = solve("connect_four", const=constants(oc.Board(rows, cols, line)))
    assert found.values == {"x": 50 + 50 * worth, "o": 50 - 50 * worth}


@pytest.mark.parametrize(("rows", "cols", "line"), [(3, 3, 3), (4, 3, 3), (2, 4, 3), (4, 3, 4)])
def test_how_many_positions_and_plays_there_are(rows: int, cols: int, line: int) -> None:
    board = oc.Board(rows, cols, line)
    found = prove("can tie", game="connect_four", const=constants(board), engine="explicit")
    positions, ends = oc.plays(board, ())
    assert (found.positions, found.plays) == (positions, ends)


@pytest.mark.parametrize("rows", [2, 4])
def test_o_never_loses_on_six_columns(rows: int) -> None:
    board, term = oc.Board(rows, 6), f"first({', '.join(SIX_COLUMNS)}, any)"
    found = prove("o never loses", game="connect_four", const=constants(board), o=term)
    positions, ends = oc.plays(board, SIX_COLUMNS)
    assert (found.verdict, found.positions, found.plays) == ("proved", positions, ends)
    assert ends["x"] == 0


@pytest.mark.parametrize("name", oc.TACTICS)
def test_tactics_agree_with_the_oracle_along_plays(name: str) -> None:
    board, chance = oc.Board(6, 6), random.Random(name)
    game, spoken = game_of("connect_four", constants(board)), 0
    for _ in range(4):
        here = board.start
        while board.over(here) is None:
            position = fluents_of(game, board.written(here))
            (atoms,) = atoms_along(game, dict.fromkeys("xo", name), [position])
            told = atoms.get("suggests", ())
            for role in "xo":
                squares = oc.TACTICS[name](board, here, role)
                actions = {action for tactic, one, action in told if (tactic, one) == (name, role)}
                assert actions == set(map(board.action, squares)), board.written(here)
                spoken += len(squares)
            here = board.after(here, chance.choice(sorted(board.playable(here))))
    assert spoken


@pytest.mark.parametrize("name", oc.TACTICS)
def test_examples_agree_with_the_oracle(name: str) -> None:
    text = (STRATEGIES / "tactics" / f"{name}.lp").read_text("utf-8")
    rows = text.partition("% game connect_four rows=")[2]
    board = oc.Board(int(rows[0]), int(rows.partition("cols=")[2][0]))
    found = examples_of(name, game_of("connect_four", constants(board)))
    assert len(found) >= 2
    for example in found:
        lines = example.text.split()[0].split("/")[::-1]
        here = tuple("".join(marks).rstrip(".") for marks in zip(*lines, strict=True))
        squares = oc.TACTICS[name](board, here, example.role)
        assert set(example.expected) == set(map(board.action, squares)), example.text
