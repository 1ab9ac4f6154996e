"""Pairings after some moves: against the definition, values of games, and 7 x 7 x 7."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board as OracleBoard
from tables import tabled

from ttt_asp import InputError
from ttt_asp.analyses.ahead.board import Last, Node, depth
from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.analyses.pairing.find import find_pairing
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.progress_report import ProgressReport

Set = frozenset[int]
Sets = frozenset[Set]


# --- the definition, by brute force --------------------------------------------------------------


def paired(lines: list[Set], free: Set) -> bool:
    """Whether lines can have two free squares each, all different: by trying."""
    if not lines:
        return True
    return any(paired(lines[1:], free - {*pair}) for pair in combinations(lines[0] & free, 2))


@cache
def holds(lines: Sets, free: Set, maker: Set, ahead: int) -> bool:
    """Whether the breaker, who has marked all else, has a pairing after so many answers."""
    open_ = [line for line in lines if line <= free | maker]
    if paired(open_, free):
        return True
    return ahead > 0 and all(
        not any(line <= maker | {move} for line in open_)
        and any(
            holds(lines, free - {move, answer}, maker | {move}, ahead - 1)
            for answer in free - {move}
        )
        for move in free
    )


@cache
def kept(lines: Sets, free: Set, maker: Set) -> bool:
    """Whether the breaker keeps the maker, who is to move, from completing a line."""
    open_ = [line for line in lines if line <= free | maker]
    left = [line - maker for line in open_]
    if not left or not free:
        return all(left)
    if any(len(line) <= 1 for line in left):
        return False
    moves = frozenset().union(*left)
    return all(
        any(kept(lines, free - {move, answer}, maker | {move}) for answer in answers(left, move))
        for move in moves
    )


def answers(left: list[Set], move: int) -> Set:
    """The squares worth an answer: that which a line needs alone, else those on open lines."""
    forced = [line - {move} for line in left if move in line and len(line) == 2]
    if forced:
        return frozenset.intersection(*forced)
    return frozenset().union(*left) - {move}


def in_a_row(rows: int, cols: int, line: int) -> Sets:
    board = OracleBoard(rows, cols, line)
    return frozenset(frozenset((r - 1) * cols + c - 1 for r, c in one) for one in board.lines)


def positional(sets: list[Set], squares: int, first: str, folder: Path) -> Game:
    """A game of winning sets of black's, as a file."""
    turns = [n for n in range(squares) if (n % 2 == 0) == (first == "black")]
    text = [
        "#times", " ".join(f"t{n}" for n in range(squares)),
        "#blackturns", " ".join(f"t{n}" for n in turns),
        "#positions", " ".join(f"s{n}" for n in range(squares)),
        "#blackwins", *(" ".join(f"s{n}" for n in sorted(one)) for one in sets),
    ]  # fmt: skip
    path = folder / "sets.pg"
    path.write_text("\n".join(text) + "\n")
    return load_game(str(path), {})


SQUARES = 7
SETS = st.lists(
    st.frozensets(st.integers(0, SQUARES - 1), min_size=2, max_size=4), min_size=1, max_size=6
)


@pytest.mark.slow
@given(SETS, st.integers(0, 3))
@examples(60)
def test_it_is_found_where_the_definition_holds(
    tmp_path_factory: pytest.TempPathFactory, sets: list[Set], ahead: int
) -> None:
    game = positional(sets, SQUARES, "black", tmp_path_factory.mktemp("sets"))
    found = find_ahead(game, ahead, Deadline())
    lines, everything = frozenset(sets), frozenset(range(SQUARES))
    least = next((n for n in range(ahead + 1) if holds(lines, everything, frozenset(), n)), None)
    assert found.verdict == ("none" if least is None else "found")
    assert found.answers == least
    if least is None and ahead:  # the move that it names is one that no answer suits
        (move,) = found.line
        number = int(found.name(move)[1:])
        left, mine = everything - {number}, frozenset({number})
        assert any(line <= mine for line in lines) or not any(
            holds(lines, left - {answer}, mine, ahead - 1) for answer in left
        )


@pytest.mark.slow
@given(SETS, st.integers(0, 3))
@examples(30)
def test_a_breaker_that_moves_first_has_a_move_more(
    tmp_path_factory: pytest.TempPathFactory, sets: list[Set], ahead: int
) -> None:
    game = positional(sets, SQUARES, "white", tmp_path_factory.mktemp("sets"))
    found = find_ahead(game, ahead, Deadline())
    lines, everything = frozenset(sets), frozenset(range(SQUARES))
    expected = holds(lines, everything, frozenset(), 0) or any(
        holds(lines, everything - {first}, frozenset(), ahead - 1)
        for first in everything
        if ahead > 0
    )
    assert found.verdict == ("found" if expected else "none")


# --- games and their values ----------------------------------------------------------------------


def boards(most: int) -> Iterator[tuple[int, int, int]]:
    for rows, cols, line in product(range(1, most + 1), range(1, most + 1), range(2, most + 1)):
        if rows <= cols and line <= cols:
            yield rows, cols, line


@pytest.mark.parametrize(("rows", "cols", "line"), list(boards(4)))
def test_who_has_a_pairing_ahead_never_loses(rows: int, cols: int, line: int) -> None:
    """And with as many answers as there are moves, who is not kept is not found."""
    game = load_game("tictactoe", {"rows": str(rows), "cols": str(cols), "line": str(line)})
    lines = in_a_row(rows, cols, line)
    safe = kept(lines, frozenset(range(rows * cols)), frozenset())
    assert find_ahead(game, rows * cols // 2, Deadline()).verdict == ("found" if safe else "none")
    before = False
    for ahead in range(4):
        found = find_ahead(game, ahead, Deadline()).verdict == "found"
        assert found <= safe and before <= found
        before = found


@pytest.mark.parametrize(("side", "dim"), [(2, 2), (2, 3), (3, 3)])
def test_cubes_that_the_first_player_wins_have_none(side: int, dim: int) -> None:
    game = load_game("hypercube", {"side": str(side), "dim": str(dim)})
    assert find_ahead(game, 4, Deadline()).verdict == "none"


@tabled()
def test_no_move_ahead_is_a_pairing(game: str, const: dict[str, str]) -> None:
    loaded = load_game(game, const)
    there = not find_pairing(loaded, Deadline()).crowded
    found = find_ahead(loaded, 0, Deadline())
    assert (found.verdict == "found") == there
    assert found.answers == (0 if there else None) and found.tree is None


def test_more_moves_than_squares_are_as_good_as_all() -> None:
    some, many = (find_ahead(load_game("tictactoe", {}), n, Deadline()) for n in (9, 10**20))
    assert (many.verdict, many.positions, many.asked) == ("none", some.positions, 10**20)


@pytest.mark.slow
@pytest.mark.no_cover
def test_seven_cubed() -> None:
    game = load_game("hypercube", {"side": "7", "dim": "3"})
    found = find_ahead(game, 4, Deadline())
    assert found.verdict == "found" and found.answers == 4 and found.symmetries == 1152
    lines = {frozenset(one) for one in found.board.parts}
    for one in found.generators:
        assert {frozenset(one[square] for square in line) for line in lines} == lines
    assert isinstance(found.tree, Node)
    needed = {found.name(move): 1 + depth(then) for move, (_, then) in found.tree.answers.items()}
    assert len(needed) == 7  # classes of squares: by how many coordinates are in the middle, ...
    assert [move for move, number in needed.items() if number == 4] == ["cell(4,4,4)"]
    assert {*needed.values()} == {3, 4}


@pytest.mark.parametrize("side", [5, 6])
def test_cubes_that_nobody_has_decided(side: int) -> None:
    """That there is none after few moves does not say who wins."""
    game = load_game("hypercube", {"side": str(side), "dim": "3"})
    assert find_ahead(game, 7, Deadline()).verdict == "none"


# --- what it is about, and how it ends -----------------------------------------------------------


def test_sets_of_one_role_are_those_to_be_broken(tmp_path: Path) -> None:
    game = load_game("tictactoe", {"maker_breaker": "1", "rows": "4", "cols": "4", "line": "4"})
    found = find_ahead(game, 2, Deadline())
    assert (found.board.maker, found.board.breaker, found.answers) == ("x", "o", 1)
    assert isinstance(found.tree, Last)


@tabled()
def test_games_that_have_no_pairings(game: str, const: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_ahead(load_game(game, const), 1, Deadline())


def test_two_moves_in_a_row_break_a_pair(tmp_path: Path) -> None:
    path = tmp_path / "twice.pg"
    path.write_text("#times\nt1 t2 t3\n#blackturns\nt1 t2\n#positions\na b c\n#blackwins\na b\n")
    with pytest.raises(InputError, match="moves twice in a row"):
        find_ahead(load_game(str(path), {}), 1, Deadline())


def test_a_limit_leaves_the_moves_without_an_answer() -> None:
    game = load_game("hypercube", {"side": "7", "dim": "3"})
    told: list[ProgressReport] = []
    found = find_ahead(game, 4, Deadline(), told.append, 100)
    assert (found.verdict, found.reason, found.positions) == (
        "unknown", "the limit of 100 positions was reached", 100,
    )  # fmt: skip
    assert len(found.line) % 2 == 1 and found.name(found.line[0]) == "cell(4,4,4)"
    assert found.answers is None and any(one.what == "positions" for one in told)


def test_what_ended_the_work_ends_it() -> None:
    deadline = Deadline()
    deadline.ended.append(INTERRUPTED)
    found = find_ahead(load_game("tictactoe", {}), 3, deadline)
    assert (found.verdict, found.reason) == ("unknown", "interrupted")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    size = ["-c", "rows=4", "-c", "cols=4", "-c", "line=4"]
    assert execute(["pairing", "--ahead", "2", *size]) == 0
    assert "a pairing after at most 1 move of its own, so o never loses" in capsys.readouterr().out
    assert execute(["pairing", "--ahead", "2"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("none up to 2 moves of o") and "x begins with cell(2,2)" in said
    cube = ["-g", "hypercube", "-c", "side=7", "-c", "dim=3"]
    assert execute(["pairing", "--ahead", "4", *cube, "--max-positions", "50"]) == 3
    said = capsys.readouterr().out
    assert "unknown (the limit of 50 positions was reached)" in said
    assert "no answer yet to the last of x cell(4,4,4)" in said
    for wrong in (["--ahead", "-1"], ["--max-positions", "9"], ["--ahead", "1", "-g", "chomp"]):
        assert execute(["pairing", *wrong]) == 2
        assert "error" in capsys.readouterr().err
