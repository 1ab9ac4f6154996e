"""Values with best play, optimal first moves and strategies, against plain-Python oracles."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import games
import oracle_games as og
import pytest
from conftest import written
from oracle_walks import Walk, random_walk

from ttt_asp import solve
from ttt_asp.analyses.best_play import solve as best_play
from ttt_asp.analyses.best_play.solution import Solution
from ttt_asp.cli.execution import execute
from ttt_asp.errors import InputError
from ttt_asp.positions import explore


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


Game = tuple[str, dict[str, int], og.Sets2]
VARIANTS: list[Game] = [(name, {}, game) for name, game in og.VARIANTS.items()]
LINES: list[Game] = [
    ("tictactoe", {}, grid(3, 3, 3)),
    ("tictactoe", {"cols": 4}, grid(3, 4, 3)),  # 4,3,3: the first player wins
    ("tictactoe", {"rows": 1, "cols": 4, "line": 2}, grid(1, 4, 2)),
    ("hypercube", {"side": 2, "dim": 2}, og.hypercube(2, 2)),  # no play is a tie
    ("hypercube", {"side": 2, "dim": 3}, og.hypercube(2, 3)),
    ("tictactoe", {"maker_breaker": 1}, maker_breaker(grid(3, 3, 3))),
    *VARIANTS,
]


@pytest.mark.no_cover
@pytest.mark.parametrize("large", [False, True], ids=["lists", "arrays"])
@pytest.mark.parametrize(("name", "const", "game"), LINES)
def test_games_of_lines(
    name: str,
    const: Mapping[str, int],
    game: og.Sets2,
    large: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if large:
        monkeypatch.setattr(explore, "MANY", 0)
    found = solve(name, const)
    assert (found.verdict, found.opposed, found.endless) == ("solved", True, False)
    assert found.values == expected(game)
    assert marked(found) == best_first(game)
    assert found.choices == len(game.squares)
    if len(game.squares) > 9:  # the plays of 4,3,3 take the oracle long
        return
    explored = og.explore(game, {"x": ["any"], "o": ["any"]})
    assert found.positions == explored.positions
    assert found.ties == ("tie" in explored.plays)


@pytest.mark.parametrize(("name", "const", "game"), [LINES[0], *VARIANTS])
def test_misere(name: str, const: Mapping[str, int], game: og.Sets2) -> None:
    found = solve(name, {**const, "misere": 1})
    assert found.values == expected(misere(game))
    assert marked(found) == best_first(misere(game))


@pytest.mark.no_cover
def test_known_values() -> None:
    # m,n,k games: 3,3,3 is a tie, the first player wins 4,3,3; exercise 10.4 of Simply Scheme
    values = {name: og.value(game) for name, _, game in VARIANTS}
    assert values == {"corner_triples": "x", "no_diagonals": "tie", "corner_blocks": "x"}
    assert og.value(grid(3, 3, 3)) == "tie"
    assert og.value(grid(3, 4, 3)) == "x"
    assert solve("tictactoe", {"rows": 4, "cols": 4}).values == {"x": 100, "o": 0}  # 4,4,3


def test_random_winning_sets(tmp_path: Path) -> None:
    chance = random.Random(5)
    for number in range(12):
        squares = range(1, 7)
        sets = [
            chance.sample(squares, chance.choice((2, 3, 3))) for _ in range(chance.randint(1, 5))
        ]
        facts = [f"winning_set({n}). part_of(({';'.join(map(str, s))}),{n})."
                 for n, s in enumerate(sets)]  # fmt: skip
        game = og.alternating(squares, sets)
        found = solve(written(tmp_path / f"sets{number}.lp", " ".join([*facts, "square(1..6)."])))
        assert found.values == expected(game)
        assert marked(found) == best_first(game)


# --- games that are graphs ----------------------------------------------------------------------


# One that opposed roles may get: some are no win, loss or tie by half.
GOALS = (0, 0, 30, 50, 100, 100)


@pytest.mark.no_cover
@pytest.mark.parametrize("large", [False, True], ids=["lists", "arrays"])
@pytest.mark.parametrize("way", ["layered", "forward", "round"])
def test_walks(way: str, large: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if large:
        monkeypatch.setattr(explore, "MANY", 0)
    chance = random.Random(way)
    endless = 0
    for number in range(6 if large else 20):
        roles = chance.choice((["x", "o"], ["x", "o"], ["a", "b", "c"], ["solo"]))
        walk = random_walk(chance, 70 if large else 14, way, (), roles, GOALS)
        found = solve(written(tmp_path / f"walk{number}.lp", walk.game()))
        assert found.values == {role: walk.values(role)[0] for role in roles}
        assert found.positions == len(walk.reached())
        endless += found.endless
        if 0 in walk.ends:
            assert (found.first, found.choices) == ((), 0)
        else:
            mine = walk.values(walk.owners[0])
            best = max(mine[other] for other in walk.edges[0])
            after = {f"go({other})" for other in walk.edges[0] if mine[other] == best}
            assert {move.action for move in found.first} == after
    assert (endless > 1) == (way == "round")


def test_a_game_in_a_circle(tmp_path: Path) -> None:
    # the third move is x's, at place 2, where x may stop; but both may go on and on
    found = solve(written(tmp_path / "round.lp", games.GAMES["round"]))
    assert (found.endless, found.ties, found.winner) == (True, True, "x")
    assert found.values == {"x": 100, "o": 0}


def test_positions_that_recur_after_different_numbers_of_moves(tmp_path: Path) -> None:
    for pile in (6, 7, 8):
        found = solve(written(tmp_path / "nim.lp", games.GAMES["nim"]), {"pile": pile})
        assert found.winner == ("o" if pile % 3 == 0 else "x")
        assert not found.endless and not found.ties
        take = {pile % 3} if pile % 3 else {1, 2}
        assert {move.action for move in found.first} == {f"take({number})" for number in take}


# --- strategies ---------------------------------------------------------------------------------


def forced(
    folder: Path, role: str, options: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> int:
    """Solve a game, write a role's book, and let `prove` hold it to the value."""
    tactic = folder / "tactics" / f"best_{role}.lp"
    capsys.readouterr()
    command = ["solve", "-o", str(tactic), "--as", role, *options, "--json"]
    assert execute(command) == 0
    said = capsys.readouterr()
    value: int = json.loads(said.out)["values"][role]
    if not tactic.exists():
        assert "never has a choice" in said.err
        return value
    claim = {100: "always wins", 0: "can lose"}.get(value, "never loses")
    strategy = ["-r", f"{role}=best_{role}", "-S", str(folder)]
    if "--engine explicit" in said.err:  # plays may never end
        strategy += ["--engine", "explicit"]
    assert execute(["prove", f"{role} {claim}", *strategy, *options]) == 0, capsys.readouterr()
    return value


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "options",
    [(), ("-c", "misere=1"), ("-g", "corner_blocks")],
)
def test_books_are_proved(
    options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = [forced(tmp_path, role, options, capsys) for role in ("x", "o")]
    assert sum(values) == 100


@pytest.mark.no_cover
@pytest.mark.parametrize("way", ["layered", "forward", "round"])
def test_books_of_walks_are_proved(
    way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(way)
    seen = set()
    for number in range(9):
        roles = ["x", "o"] if number % 3 else ["a", "b", "c"]
        walk = random_walk(chance, 12, way, (), roles, GOALS)
        path = written(tmp_path / f"walk{number}.lp", walk.game())
        for role in roles:
            value = forced(tmp_path / f"{number}", role, ["-g", path], capsys)
            assert value == walk.values(role)[0]
            seen.add(value)
    assert {0, 50, 100} <= seen


def test_a_book_is_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, certificate = tmp_path / "tactics" / "best.lp", tmp_path / "proof.json.gz"
    assert execute(["solve", "-o", str(path)]) == 0
    assert "(79 pages)" in capsys.readouterr().err
    mine = ["-S", str(tmp_path)]
    command = ["prove", "x never loses", "--x", "best", *mine, "--certificate", str(certificate)]
    assert execute(command) == 0
    assert execute(["verify", str(certificate), "--strategy", *mine]) == 0
    assert "valid: x never loses" in capsys.readouterr().out


def test_who_cannot_help_losing_loses_late(tmp_path: Path) -> None:
    """At once by node 1; by node 2 as soon as o can, who need not go to node 3."""
    edges = {0: [1, 2], 2: [3, 4], 3: [5]}
    walk = Walk("xooooo", edges, dict.fromkeys((1, 4, 5), (0, 100)))
    found = solve(written(tmp_path / "late.lp", walk.game()), book=True, role="x")
    assert found.values == {"x": 0, "o": 100}
    assert [move.action for move in found.line] == ["go(2)", "go(4)"]
    assert [actions for _, actions in found.pages] == [("go(2)",)]


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


# --- what is refused, limits, messages -----------------------------------------------------------


def test_games_without_a_value_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="several roles choose at once at {start}"):
        solve(written(tmp_path / "together.lp", games.GAMES["together"]))
    with pytest.raises(InputError, match="not every role has exactly one goal"):
        solve(written(tmp_path / "goalless.lp", games.GAMES["goalless"]))
    dead_end = Walk("xxx", {0: [1, 2]}, {2: [50]}, roles="x")
    with pytest.raises(InputError, match=r"play gets stuck at \{at\(1\)\}"):
        solve(written(tmp_path / "stuck.lp", dead_end.game()))


def test_limits(capsys: pytest.CaptureFixture[str]) -> None:
    found = solve(max_positions=1000)
    assert (found.verdict, found.values, found.first) == ("unknown", None, ())
    assert "the limit of 1,000 positions was reached; so far: 334" in found.reason
    assert solve(time_limit=0).reason.startswith("the time limit of 0 s was reached")
    assert execute(["solve", "--max-positions", "1000"]) == 3
    assert "tictactoe: unknown (the limit of" in capsys.readouterr().out
    assert execute(["solve", "--max-positions", "1000", "--json"]) == 3
    said = capsys.readouterr()
    assert json.loads(said.out)["verdict"] == "unknown"
    assert said.err.startswith("unknown: tictactoe: the limit of")


def test_a_strategy_has_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, why in (
        (tmp_path / "best.lp", "a tactic is a file tactics/NAME.lp"),
        (tmp_path / "tactics" / "best.txt", "a tactic is a file tactics/NAME.lp"),
        (tmp_path / "tactics" / "Best.lp", "Best is not a name"),
        (tmp_path / "tactics" / "line.lp", "line is a constant of the game"),
    ):
        assert execute(["solve", "-o", str(path)]) == 2
        assert why in capsys.readouterr().err
        assert not path.exists()
    path = tmp_path / "tactics" / "best.lp"
    assert execute(["solve", "-o", str(path)]) == 0
    text = path.read_text("utf-8")
    assert execute(["solve", "-o", str(path)]) == 2
    assert "best is defined by" in capsys.readouterr().err
    assert path.read_text("utf-8") == text
    assert execute(["solve", "--as", "x"]) == 2
    assert execute(["solve", "-o", str(path.with_name("z.lp")), "--as", "z"]) == 2
    assert "there is no role z" in capsys.readouterr().err


def test_no_book_of_too_many_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(best_play, "MOST_PAGES", 50)
    path = tmp_path / "tactics" / "best.lp"
    assert execute(["solve", "-o", str(path)]) == 0
    said = capsys.readouterr()
    assert "a tie with best play" in said.out
    assert "no strategy: x would need more than" in said.err
    assert not path.exists()


def test_what_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three = Walk("aa", {0: [1]}, {1: (30, 60, 0)}, roles="abc")
    for options, words in (
        ([], ["a tie with best play (x 50, o 50)", "trichotomy", "every first move is optimal"]),
        (["-g", "corner_blocks"], ["x wins with best play (x 100, o 0)", "1 of 9 first moves"]),
        (["-g", "hypercube", "-c", "side=2", "-c", "dim=2"], ["dichotomy: no play is a tie"]),
        (["-g", written(tmp_path / "three.lp", three.game())],
         ["what each role can force (a 30, b 60, c 0)", "best play may give more"]),
        (["-g", written(tmp_path / "round.lp", games.GAMES["round"])],
         ["one without end counts as a tie"]),
    ):  # fmt: skip
        assert execute(["solve", *options]) == 0
        said = capsys.readouterr().out
        assert all(word in said for word in words), said
