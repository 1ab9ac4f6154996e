"""How far off a win or a loss is with best play, against a plain-Python oracle."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import oracle_games as og
import oracle_piles as op
import pytest
from brute_force import Game
from conftest import LISTS_AND_ARRAYS, Run, written
from oracle_distances import distances
from oracle_walks import random_walk

from ttt_asp import Solution, solve

# One that opposed roles may get: some are no win, loss or tie by half.
GOALS = (0, 0, 30, 50, 100, 100)


def numbers(action: str) -> Any:
    """The square of mark(cell(I,J)), the number of take(N)."""
    found = tuple(map(int, re.findall("[0-9]+", action)))
    return found if len(found) > 1 else found[0]


def held(found: Solution, game: Game, move: Callable[[str], Any] = numbers) -> int:
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


@LISTS_AND_ARRAYS
@pytest.mark.parametrize("name", og.VARIANTS)
def test_games_of_lines(name: str, in_arrays: bool) -> None:
    for misere in (0, 1):
        game = og.VARIANTS[name]
        rules = og.Sets2(game.roles, game.squares, game.wins, game.order, misere=bool(misere))
        held(solve(name, {"misere": misere}, distance=True), rules)


@pytest.mark.parametrize("bricks", range(1, 13))
def test_bricks(bricks: int) -> None:
    found = solve("pick_up_bricks", {"bricks": bricks}, distance=True)
    assert held(found, op.bricks(bricks)) == len(found.worths)
    assert found.distances is not None
    # threes are taken in two moves; who begins with one or two over takes these first
    ahead = found.distances["x" if bricks % 3 else "o"]
    assert ahead is not None
    assert (ahead.moves, ahead.own) == (2 * -(-bricks // 3) - (bricks % 3 > 0), -(-bricks // 3))


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 2), (2, 4), (3, 3), (3, 4)])
def test_chomp(rows: int, cols: int) -> None:
    held(solve("chomp", {"rows": rows, "cols": cols}, distance=True), op.chomp(rows, cols))


@pytest.mark.no_cover
@LISTS_AND_ARRAYS
@pytest.mark.parametrize("way", ["layered", "forward", "round"])
def test_walks(way: str, in_arrays: bool, tmp_path: Path) -> None:
    chance = random.Random(f"{way} far")
    known = 0
    for number in range(6 if in_arrays else 25):
        roles = chance.choice((["x", "o"], ["x", "o"], ["a", "b", "c"], ["solo"]))
        walk = random_walk(chance, 40 if in_arrays else 14, way, (), roles, GOALS)
        found = solve(written(tmp_path / f"walk{number}.lp", walk.game()), distance=True)
        known += held(found, walk, lambda action: int(action[3:-1]))
        played_out(found, walk)
    assert known > 3


def played_out(found: Solution, walk: Game) -> None:
    """The line of best play is as long as the distance, and has as many moves of the winner's."""
    if not found.opposed or not found.winner or not found.distances:
        return
    distance = found.distances[found.winner]
    assert distance is not None
    assert len(found.line) == distance.moves
    if distance.own is not None:
        assert sum(move.role == found.winner for move in found.line) == distance.own


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
