"""Values with best play, optimal first moves and strategies, against plain-Python oracles."""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import brute_force
import oracle_games as og
import oracle_piles as op
import pytest
from conftest import LISTS_AND_ARRAYS, Run, examples, written
from drawn_games import RULES, random_game
from hypothesis import given
from hypothesis import strategies as st
from oracle_distances import distances
from oracle_walks import random_walk
from tables import tabled

from ttt_asp import Solution, solve


def grid(rows: int, cols: int, line: int) -> og.Sets2:
    squares = list(product(range(1, rows + 1), range(1, cols + 1)))
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    rays = [[(i + n * a, j + n * b) for n in range(line)] for i, j in squares for a, b in ways]
    return og.alternating(squares, [ray for ray in rays if set(ray) <= set(squares)])


def maker_breaker(game: og.Sets2) -> og.Sets2:
    return og.alternating(game.squares, game.wins[0], maker_breaker=True)


def misere(game: og.Sets2) -> og.Sets2:
    return og.Sets2(game.roles, game.squares, game.wins, game.order, misere=True)


def expected(game: og.Sets2) -> dict[str, int]:
    won = og.value(game)
    return {role: 50 if won == "tie" else 100 if won == role else 0 for role in game.roles}


def best_first(game: og.Sets2) -> set[og.Square]:
    """The first moves that keep the value."""
    keep = og.value(game)
    after = {square: og.mark(game.start, game.order[0], square) for square in game.squares}
    return {square for square, owned in after.items() if og.value(game, owned) == keep}


def square_of(action: str) -> og.Square:
    """The square of mark(cell(I,J)) or mark(N)."""
    numbers = tuple(map(int, re.findall("[0-9]+", action)))
    return numbers if "cell" in action else numbers[0]


def marked(found: Solution) -> set[og.Square]:
    """The squares of the optimal first moves."""
    return {square_of(move.action) for move in found.first}


def held(found: Solution, game: brute_force.Game, move: Callable[[str], Any] = square_of) -> int:
    """Hold distances at the start, and after each first move, to the oracle; count the wins."""
    assert found.distances is not None
    for role in game.roles:
        won, lost = distances(game, role)
        expected = won.get(game.start, lost.get(game.start))
        shown = found.distances[role]
        assert (shown and shown.moves) == expected
        for (made, _), away in zip(found.worths, found.away, strict=True):
            if made.role == role:
                after = game.after(game.start, move(made.action))
                steps = won.get(after, lost.get(after))
                assert (away and away.moves) == (None if steps is None else steps + 1)
    return sum(away is not None for away in found.away)


def played_out(found: Solution, walk: brute_force.Game) -> None:
    """The line of best play is as long as the distance, and has as many moves of the winner's."""
    if not found.opposed or not found.winner or not found.distances:
        return
    distance = found.distances[found.winner]
    assert distance is not None
    assert len(found.line) == distance.moves
    if distance.own is not None:
        assert sum(move.role == found.winner for move in found.line) == distance.own


Game = tuple[str, dict[str, int], og.Sets2]
VARIANTS: list[Game] = [(name, {}, game) for name, game in og.VARIANTS.items()]
LINES: list[Game] = [
    ("tictactoe", {}, grid(3, 3, 3)),
    ("tictactoe", {"rows": 2, "cols": 4}, grid(2, 4, 3)),
    ("tictactoe", {"rows": 1, "cols": 4, "line": 2}, grid(1, 4, 2)),
    ("hypercube", {"side": 2, "dim": 2}, og.hypercube(2, 2)),  # no play is a tie
    ("hypercube", {"side": 2, "dim": 3}, og.hypercube(2, 3)),
    ("tictactoe", {"maker_breaker": 1}, maker_breaker(grid(3, 3, 3))),
    *VARIANTS,
    ("tictactoe", {"misere": 1}, misere(grid(3, 3, 3))),
    *((name, {"misere": 1}, misere(game)) for name, _, game in VARIANTS),
]


@pytest.mark.no_cover
@LISTS_AND_ARRAYS
@pytest.mark.parametrize(("name", "const", "game"), LINES)
def test_games_of_lines_have_the_oracles_values(
    name: str,
    const: Mapping[str, int],
    game: og.Sets2,
    in_arrays: bool,
) -> None:
    found = solve(name, const)
    assert (found.verdict, found.opposed, found.endless) == ("solved", True, False)
    assert found.values == expected(game)
    assert marked(found) == best_first(game)
    assert found.choices == len(game.squares)
    explored = og.explore(game, {"x": ["any"], "o": ["any"]})
    assert found.positions == explored.positions
    assert found.ties == ("tie" in explored.plays)
    value = solve(name, const, value=True)
    assert (value.values, value.first) == (expected(game), ())
    assert value.positions == found.positions or not value.whole
    if name in og.VARIANTS:
        held(solve(name, const, distance=True), game)


@pytest.mark.no_cover
def test_known_values_are_found() -> None:
    # m,n,k games: 3,3,3 is a tie, the first player wins 4,3,3; exercise 10.4 of Simply Scheme
    values = {name: og.value(game) for name, _, game in VARIANTS}
    assert values == {"corner_triples": "x", "no_diagonals": "tie", "corner_blocks": "x"}
    assert og.value(grid(3, 3, 3)) == "tie"
    assert og.value(grid(3, 4, 3)) == "x"
    assert solve("tictactoe", {"rows": 4, "cols": 4}).values == {"x": 100, "o": 0}  # 4,4,3


def test_random_winning_sets_have_the_oracles_values(tmp_path: Path) -> None:
    chance = random.Random(5)
    for number in range(6):
        squares = range(1, 7)
        sets = [
            chance.sample(squares, chance.choice((2, 3, 3))) for _ in range(chance.randint(1, 5))
        ]
        facts = [f"winning_set({n}). part_of(({';'.join(map(str, s))}),{n})."
                 for n, s in enumerate(sets)]  # fmt: skip
        game = og.alternating(squares, sets)
        path = written(tmp_path / f"sets{number}.lp", " ".join([*facts, "square(1..6)."]))
        found = solve(path)
        assert found.values == expected(game)
        assert marked(found) == best_first(game)
        assert solve(path, value=True).values == expected(game)


# --- games that are graphs ----------------------------------------------------------------------


# One that opposed roles may get: some are no win, loss or tie by half.
GOALS = (0, 0, 30, 50, 100, 100)


@pytest.mark.no_cover
@LISTS_AND_ARRAYS
@pytest.mark.parametrize("way", ["layered", "forward", "round"])
def test_walks_have_the_oracles_values(way: str, in_arrays: bool, tmp_path: Path) -> None:
    chance = random.Random(way)
    endless = early = known = 0
    for number in range(6 if in_arrays else 25):
        roles = chance.choice((["x", "o"], ["x", "o"], ["a", "b", "c"], ["solo"]))
        walk = random_walk(chance, 40 if in_arrays else 14, way, (), roles, GOALS)
        path = written(tmp_path / f"walk{number}.lp", walk.game())
        found = solve(path)
        assert found.values == {role: walk.values(role)[0] for role in roles}
        value = solve(path, value=True)
        assert value.values == found.values
        early += not value.whole
        assert found.positions == len(walk.reached())
        endless += found.endless
        far = solve(path, distance=True)
        known += held(far, walk, lambda action: int(action[3:-1]))
        played_out(far, walk)
        if 0 in walk.ends:
            assert (found.first, found.choices) == ((), 0)
        else:
            mine = walk.values(walk.owners[0])
            best = max(mine[other] for other in walk.edges[0])
            after = {f"go({other})" for other in walk.edges[0] if mine[other] == best}
            assert {move.action for move in found.first} == after
    assert (endless > 1) == (way == "round")
    assert early or in_arrays
    assert known > 3


# --- strategies ---------------------------------------------------------------------------------


def forced(folder: Path, role: str, options: Sequence[str], run: Run) -> int:
    """Solve a game, write a role's book, and let `prove` hold it to the value."""
    tactic = folder / "tactics" / f"best_{role}.lp"
    done = run("solve", "-o", tactic, "--as", role, *options, "--json")
    value: int = json.loads(done.out)["values"][role]
    if not tactic.exists():
        assert "never has a choice" in done.err
        return value
    claim = {100: "always wins", 0: "can lose"}.get(value, "never loses")
    book = ("-r", f"{role}=best_{role}", "-S", folder, "--engine", "explicit")
    assert run("prove", f"{role} {claim}", *book, *options).status == 0
    return value


@pytest.mark.no_cover
@tabled()
def test_books_are_proved(options: tuple[str, ...], tmp_path: Path, run: Run) -> None:
    values = [forced(tmp_path, role, options, run) for role in ("x", "o")]
    assert sum(values) == 100


@pytest.mark.no_cover
@pytest.mark.parametrize("way", ["layered", "forward", "round"])
def test_books_of_walks_are_proved(way: str, tmp_path: Path, run: Run) -> None:
    chance = random.Random(way)
    seen = set()
    for number in range(5):
        roles = ["x", "o"] if number % 3 else ["a", "b", "c"]
        walk = random_walk(chance, 12, way, (), roles, GOALS)
        path = written(tmp_path / f"walk{number}.lp", walk.game())
        for role in roles:
            value = forced(tmp_path / f"{number}", role, ["-g", path], run)
            assert value == walk.values(role)[0]
            seen.add(value)
    assert {0, 50, 100} <= seen


def test_an_optimal_strategy_wins_as_soon_as_it_can() -> None:
    # 4,3,3: x's best play against any wins by the seventh move, and nothing is sooner
    @cache
    def moves(owned: og.Owned) -> int:
        """Moves until x has won, if both play for that and against it; many if x has not."""
        ended = og.result(game, owned)
        if ended is not None:
            return 0 if ended == "x" else 100
        role = og.made(game, owned) % 2
        after = [moves(og.mark(owned, role, square)) for square in og.free(game, owned)]
        return 1 + (max(after) if role else min(after))

    game = grid(3, 4, 3)
    pages = dict(solve("tictactoe", {"cols": 4}, book=True).pages)
    assert len(pages) == 96
    for position, (action,) in pages.items():
        mine, theirs = (
            frozenset(square_of(fluent) for fluent in position if fluent.startswith(mark))
            for mark in ("marked(x", "marked(o")
        )
        after = og.mark((mine, theirs), 0, square_of(action))
        assert moves(after) + 1 == moves((mine, theirs)) < 100


def test_no_book_of_too_many_pages_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr("ttt_asp.extensions.playing.solve.MOST_PAGES", 10)
    path = tmp_path / "tactics" / "best.lp"
    done = run("solve", "-c", "rows=2", "-o", path)
    assert (done.status, path.exists()) == (0, False)
    assert "a tie with best play" in done.out
    assert "no strategy: x would need more than" in done.err


# --- up to symmetry -----------------------------------------------------------------------------


def same(game: str, const: dict[str, str], role: str | None, position: str | None = None) -> None:
    """Values, first moves, lines and whole books are the same."""
    asked: dict[str, Any] = {"position": position, "book": position is None, "role": role}
    plain, folded = (solve(game, const, symmetry=folds, **asked) for folds in (False, True))
    assert plain.verdict == "solved"
    assert replace(folded, seconds=plain.seconds) == plain


@pytest.mark.no_cover
@pytest.mark.usefixtures("in_arrays")
@given(st.sampled_from(sorted(RULES)), st.integers(0, 10**6), st.sampled_from(["x", "o", None]))
@examples(4, hunt=25)
def test_random_games_have_the_same_values_up_to_symmetry(
    tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, role: str | None
) -> None:
    game, _ = random_game(kind, seed, tmp_path_factory.mktemp("random"))
    same(game, {}, role)


@tabled()
@pytest.mark.usefixtures("in_arrays")
def test_games_have_the_same_values_up_to_symmetry(
    game: str, const: dict[str, str], position: str | None
) -> None:
    same(game, const, None, position)


# --- how far off a win is -------------------------------------------------------------------------


def test_the_own_moves_of_who_begins_are_the_odd_ones() -> None:
    seen = set()
    for const in ({"rows": 3, "cols": 4}, {"rows": 2, "cols": 2, "line": 2}, {"line": 2}):
        found = solve(const=const, distance=True)
        assert found.distances is not None
        mine, theirs = found.distances["x"], found.distances["o"]
        assert mine and theirs and mine.own is not None
        assert (mine.own, theirs.own) == ((mine.moves + 1) // 2, mine.moves // 2)
        seen.add(mine.moves)
    assert seen == {3, 7}


@pytest.mark.parametrize("bricks", range(1, 13))
def test_bricks_are_won_as_arithmetic_says(bricks: int) -> None:
    found = solve("pick_up_bricks", {"bricks": bricks}, distance=True)
    assert held(found, op.bricks(bricks)) == len(found.worths)
    assert found.distances is not None
    # threes are taken in two moves; who begins with one or two over takes these first
    ahead = found.distances["x" if bricks % 3 else "o"]
    assert ahead is not None
    assert (ahead.moves, ahead.own) == (2 * -(-bricks // 3) - (bricks % 3 > 0), -(-bricks // 3))


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 2), (2, 4), (3, 3), (3, 4)])
def test_chomp_is_won_as_the_oracle_says(rows: int, cols: int) -> None:
    held(solve("chomp", {"rows": rows, "cols": cols}, distance=True), op.chomp(rows, cols))


@pytest.mark.parametrize("options", [("-c", "cols=4"), ("-c", "rows=2", "-c", "line=2")])
def test_a_claim_by_that_move_holds_and_none_by_an_earlier_one(
    options: Sequence[str], tmp_path: Path, run: Run
) -> None:
    # `prove` goes another way: it holds the moves of a book to whatever is replied
    book = ("-S", tmp_path, "--x", "best", "--engine", "explicit", *options)
    done = run("solve", "--distance", "-o", tmp_path / "tactics/best.lp", *options, "--json")
    moves = json.loads(done.out)["distances"]["x"]["moves"]
    assert moves > 2
    assert run("prove", f"x always wins by move {moves}", *book).status == 0
    assert run("prove", f"x always wins by move {moves - 1}", *book).status == 1
