"""Games in which two roles choose at once, against an oracle that tries all supports."""

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from conftest import GDL, tactic, written
from oracle_at_once import Boxes, Crossroads, Rows, matrix_value, random_crossroads, value
from tables import DATA, contents, tabled

from ttt_asp import InternalError, Solution, odds, solve
from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.extensions.arrays.symmetry import symmetry_group
from ttt_asp.extensions.playing import matrix_game, simultaneous_moves
from ttt_asp.extensions.playing.matrix_game import solve_matrix
from ttt_asp.extensions.playing.simultaneous_moves import explore_joint
from ttt_asp.extensions.playing.solution import as_text
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import begin_at
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import load_machine

GAMES = DATA / "extensions" / "playing"
ROWS = str(GAMES / "rows_at_once.lp")
# On 3 x 3 the middle and the corners are left. A reflection keeps what is taken.
WIDE = "{begun, holds(s(1,2),x), holds(s(2,1),x), holds(s(2,3),o), holds(s(3,2),o)}"


def match_of(path: str, const: dict[str, int], position: str | None = None) -> Match:
    game = load_game(path, const)
    return free_play(begin_at(game, position) if position else game)


# --- one matrix ---------------------------------------------------------------------------------


def random_matrix(chance: random.Random) -> list[list[Fraction]]:
    """A matrix of up to 4 x 4, often of few values, so that there is more than one best mix."""
    top, below = chance.choice(((1, 1), (2, 1), (5, 1), (100, 1), (100, 7), (10**9, 10**6)))
    height, width = chance.choice((1, 2, 3, 3, 4, 4)), chance.choice((2, 3, 3, 4, 4))
    return [
        [Fraction(chance.randint(-top, top), chance.randint(1, below)) for _ in range(width)]
        for _ in range(height)
    ]


def test_random_matrices_have_the_oracles_value() -> None:
    chance = random.Random(11)
    drawn = 0
    for _ in range(400):
        matrix = random_matrix(chance)
        found = solve_matrix(matrix, Deadline())
        assert found.value == matrix_value(matrix)
        drawn += not found.pure
        # what each forces with its own mix, whatever the other does
        for column in zip(*matrix, strict=True):
            assert sum(p * n for p, n in zip(found.rows, column, strict=True)) >= found.value
        for row in matrix:
            assert sum(p * n for p, n in zip(found.columns, row, strict=True)) <= found.value
        for shares in (found.rows, found.columns):
            assert min(shares) >= 0
            assert sum(shares) == 1
    assert drawn > 150


@pytest.mark.no_cover
def test_large_matrices_have_known_values() -> None:
    # a diagonal is worth 1 over the sum of the reciprocals; a cycle of beats as much as its tie
    diagonal = [[Fraction(n + 1) * (n == m) for m in range(30)] for n in range(30)]
    assert solve_matrix(diagonal, Deadline()).value == 1 / sum(
        Fraction(1, n + 1) for n in range(30)
    )
    cycle = [[Fraction(50 * ((m - n) % 29 > 14) + 25 * (m == n)) for m in range(29)]
             for n in range(29)]  # fmt: skip
    found = solve_matrix(cycle, Deadline())
    assert (found.value, found.rows) == (25, (Fraction(1, 29),) * 29)


class Pivots(Deadline):
    """A deadline that is over after three looks at it."""

    def check(self) -> None:
        self.ended.append(Stop("time", "time is up"))
        if len(self.ended) == 3:
            raise Expired(self.stop)


def test_time_is_looked_at_at_each_pivot() -> None:
    diagonal = [[Fraction(n + 1) * (n == m) for m in range(9)] for n in range(9)]
    deadline = Pivots()
    with pytest.raises(Expired):
        solve_matrix(diagonal, deadline)
    assert len(deadline.ended) == 3


@tabled()
def test_a_wrong_solution_is_an_internal_error(
    goal: tuple[int, int, int],
    constants: tuple[int, int],
    denominator: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matching = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    assert solve_matrix(matching, Deadline()).value == Fraction(1, 2)  # by (1, 1, 2), (1, 1) and 3
    rows = [[3, 0, 2, -1, constants[0]], [0, 3, -1, 2, constants[1]], [0, 0, *goal]]
    monkeypatch.setattr(matrix_game, "_optimal", lambda *_: (rows, [0, 1], denominator))
    with pytest.raises(InternalError, match=said):
        solve_matrix(matching, Deadline())


# --- games --------------------------------------------------------------------------------------


def values(found: Solution) -> tuple[Fraction, Fraction]:
    assert found.verdict == "solved"
    assert found.values is not None
    first, second = map(Fraction, found.values.values())
    return first, second


def sums_of_shares(found: Solution) -> set[Fraction]:
    """What the probabilities of each role's first moves add up to."""
    shares: dict[str, Fraction] = {}
    for move, share in found.mixture:
        shares[move.role] = shares.get(move.role, Fraction()) + share
    return set(shares.values())


def held(found: Solution, game: Crossroads, role: str) -> None:
    """Hold to the oracle what each first move of the first role forces, and all as they are drawn.

    The role has another name in the solution if the game was turned.
    """
    sides: list[Sequence[int | None]] = [game.choices(0, side) or [None] for side in (0, 1)]
    mine, theirs = sides
    rows = {f"choose({a})": [value(game, game.after(0, a, b))[0] for b in theirs] for a in mine}
    worths = {move.action: worth for move, worth in found.worths if move.role == role}
    assert worths in ({}, {action: min(row) for action, row in rows.items()})
    shares = {move.action: share for move, share in found.mixture if move.role == role}
    drawn = [[shares[action] * worth for worth in rows[action]] for action in shares]
    for column in zip(*drawn, strict=True):
        assert sum(column) >= value(game)[0]


@pytest.mark.no_cover
def test_random_games_have_the_oracles_values(tmp_path: Path) -> None:
    chance = random.Random(3)
    kinds = {True: 0, False: 0}
    for number in range(50):
        game = random_crossroads(chance, chance.randint(5, 12))
        worth, pure, positions = value(game)
        found = solve(written(tmp_path / f"game{number}.lp", game.game()))
        assert values(found) == (worth, 100 - worth)
        assert found.positions == positions
        if found.pure is None:  # no two choices met
            assert pure
            continue
        assert found.pure == pure
        kinds[pure] += 1
        assert sums_of_shares(found) <= {1}
        for move, worth_of in found.worths:
            assert (move in found.first) == (worth_of == (found.values or {})[move.role])
        held(found, game, "x")
        held(found, game.turned(), "o")
    assert min(kinds.values()) > 5


@pytest.mark.no_cover
def test_goals_that_are_apart_are_forced_in_two_games(tmp_path: Path) -> None:
    """Each role forces what it can in a game of its own, in which the other does it most harm."""
    chance = random.Random(5)
    kinds = {True: 0, False: 0}
    for number in range(40):
        game = random_crossroads(chance, chance.randint(5, 12))
        goals = {node: chance.choice((0, 10, 50, 50, 90, 100)) for node in game.ends}
        game = replace(game, seconds=goals)
        (first, mine, positions), (second, theirs, _) = value(game), value(game.turned())
        found = solve(written(tmp_path / f"game{number}.lp", game.game()))
        assert values(found) == (first, second)
        assert found.positions == positions
        if found.pure is None or found.opposed:  # no two choices met; or all goals are the rest
            continue
        assert found.pure == (mine and theirs)
        assert found.line == ()
        kinds[found.pure] += 1
        assert sums_of_shares(found) <= {1}
        for move, worth in found.worths:
            assert worth <= (found.values or {})[move.role]
            assert (move in found.first) == (worth == (found.values or {})[move.role])
        held(found, game, "x")
        held(found, game.turned(), "o")
    assert min(kinds.values()) > 5


def test_moves_may_be_many_where_none_is_drawn(tmp_path: Path) -> None:
    """The first of 31 moves is best whatever the other role does, which has 31 too."""
    most = range(31)
    leads: dict[tuple[int, int | None, int | None], int]
    leads = {(0, a, b): 2 if a else 1 for a in most for b in most}
    game = Crossroads({0: (31, 31)}, leads, {1: 80, 2: 17})
    found = solve(written(tmp_path / "many.lp", game.game()))
    assert values(found) == (Fraction(80), Fraction(20))
    assert found.pure
    assert [move.action for move in found.first if move.role == "x"] == ["choose(0)"]


def moved(lines: list[set[int]]) -> list[frozenset[int]]:
    return list(map(frozenset, lines))


BEGUN = [
    ((), (), ()), ((0,), (), ()), ((0,), (3,), ()),
    ((0,), (), (3,)), ((), (1,), (2,)), ((), (2,), ()),
]  # fmt: skip


@pytest.mark.parametrize("slanted", [(1, 1), (1, 0), (0, 0)])
@pytest.mark.parametrize("begun", BEGUN)
def test_rows_at_once_have_the_oracles_values(
    begun: tuple[tuple[int, ...], ...], slanted: tuple[int, int]
) -> None:
    """Two in a row on 2 x 2, from several positions; slanted rows may be there for x only."""
    rows = [{0, 1}, {2, 3}, {0, 2}, {1, 3}]
    x, o = (moved([*rows, *([{0, 3}, {1, 2}] * has)]) for has in slanted)
    game = Rows(4, (x, o), tuple(map(frozenset, begun)))
    worth, pure, positions = value(game)
    marks = ["begun"]
    for role, squares in zip(("x", "o", "spoilt"), begun, strict=True):
        marks += [f"holds(s({n // 2 + 1},{n % 2 + 1}),{role})" for n in squares]
    const = dict(zip(("slanted_x", "slanted_o"), slanted, strict=True))
    found = solve(ROWS, const, position=f"{{{', '.join(marks)}}}")
    known = found.pure in (pure, None)  # nobody looks for saddle points if no two choices meet
    assert (*values(found), known, found.positions) == (worth, 100 - worth, True, positions)


@pytest.mark.parametrize("slanted", [(1, 1), (1, 0), (0, 0)])
def test_values_are_the_same_up_to_symmetry(
    slanted: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing changes where one position of each orbit is looked at."""
    monkeypatch.setattr(simultaneous_moves, "MANY", 0)
    for side, position in ((2, None), (2, "{begun, holds(s(1,1),x)}"), (3, WIDE)):
        const = dict(zip(("slanted_x", "slanted_o"), slanted, strict=True)) | {"side": side}
        folded, plain = (
            solve(ROWS, const, position=position, symmetry=symmetry) for symmetry in (True, False)
        )
        assert replace(folded, seconds=plain.seconds) == plain
    match = match_of(ROWS, const, WIDE)
    machine = load_machine(match, Deadline(), at_once=True)
    assert len(symmetry_group(machine, at_once=True)) == 2
    plays, every = (
        explore_joint(match, machine, Limits(symmetry=symmetry)) for symmetry in (True, False)
    )
    assert len(plays.crossings) < len(every.crossings)
    assert plays.positions == every.positions == len(every.crossings) + len(every.over)


@tabled()
def test_symmetries_heed_what_is_done_together(
    leads: dict[str, str], symmetries: int, tmp_path: Path
) -> None:
    """What one role does alone leads nowhere, so that nothing is told by it."""
    rules = contents("extensions/playing/two_sides.lp")
    for fluent, pairs in leads.items():
        for pair in pairs.split("; "):
            first, second = pair.split()
            rules += f"next(at({fluent})) :- does(a,{first}), does(b,{second}).\n"
    match = match_of(written(tmp_path / "sides.lp", rules), {})
    machine = load_machine(match, Deadline(), at_once=True)
    assert len(symmetry_group(machine, at_once=True)) == symmetries


@tabled()
def test_symmetries_exchange_no_roles_and_heed_what_is_legal_or_no_fluent(
    rules: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "sides.lp", contents("extensions/playing/two_sides.lp") + rules)
    machine = load_machine(match_of(path, {}), Deadline(), at_once=True)
    assert len(symmetry_group(machine, at_once=True)) == 1


@pytest.mark.parametrize(
    ("digits", "more"), [(0, 0), (4, 2345), (4000, -1), (4000, 0), (4299, 0), (8003, 5)]
)
def test_fractions_are_written_however_long(digits: int, more: int) -> None:
    long = 10**digits + more
    written = as_text(Fraction(long, long + 1))
    assert isinstance(written, str)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        assert written == str(Fraction(long, long + 1))
    finally:
        sys.set_int_max_str_digits(before)
    worth = {"x": Fraction(long, long + 1), "o": 100 - Fraction(long, long + 1)}
    values = replace(solve(str(GDL / "duel.kif")), values=worth)
    assert "x " in str(values)
    assert values.as_json()["values"]["x"] == written


def test_numbers_grow_no_faster_than_they_have_to() -> None:
    # each payoff has a denominator of its own, as values do some moves before the end of play
    primes = [n for n in range(1000, 2000) if all(n % k for k in range(2, 45))]
    chance = random.Random(2)
    matrix = [[Fraction(chance.randint(1, 997), primes[8 * n + m]) for m in range(8)]
              for n in range(8)]  # fmt: skip
    found = solve_matrix(matrix, Deadline())
    assert not found.pure
    assert found.total.bit_length() < 500  # by one number for all rows 1,313


@pytest.mark.no_cover
def test_three_in_a_row_at_once_is_worth_a_half() -> None:
    # the oracle takes eleven seconds to find the same
    found = solve(ROWS, {"side": 3})
    assert values(found) == (Fraction(50), Fraction(50))
    assert (found.pure, found.positions) == (False, 48_620)


def test_an_average_is_a_fraction() -> None:
    found = solve(ROWS, {"side": 2}, position="{begun, holds(s(1,1),x)}")
    assert values(found) == (Fraction(275, 3), Fraction(25, 3))
    assert found.as_json()["values"] == {"x": "275/3", "o": "25/3"}
    assert (found.winner, found.first, found.line) == (None, (), ())


@pytest.mark.parametrize("drawn", [(), (0,), (0, 1), (0, 3), (4,)])
def test_boxes_have_the_oracles_values(drawn: tuple[int, ...]) -> None:
    game = Boxes(drawn)
    worth, pure, positions = value(game)
    position = ", ".join(["begun", *(f"drawn({edge})" for edge in drawn)])
    found = solve(str(GAMES / "boxes.lp"), position=f"{{{position}}}")
    known = found.pure in (pure, None)  # nobody looks for saddle points if no two choices meet
    assert (*values(found), known, found.positions) == (worth, 100 - worth, True, positions)


def test_a_published_form_is_worth_a_half() -> None:
    # both show one or two fingers, twice: as in matching pennies nobody is ahead
    found = solve(str(GDL / "duel.kif"))
    assert values(found) == (Fraction(50), Fraction(50))
    assert {str(share) for _, share in found.mixture} == {"1/2"}


# --- odds ---------------------------------------------------------------------------------------

# Of each role how often it wins and the mean of its goals; how often play gets stuck; positions.
Ends = tuple[Fraction | int, ...]


def expected(game: Crossroads, x: str, o: str, best: int | None) -> Ends:
    """The odds of a game, position by position: `low` takes choice 0, `third` 2, if any."""

    @cache
    def ends(node: int) -> Ends:
        """The chances of each end, by its node, and that of getting stuck."""
        if node in game.ends:
            return tuple(Fraction(node == end) for end in [*game.ends, None])
        sides = []
        for role, plays in ((0, x), (1, o)):
            choices: list[int | None] = list(game.choices(node, role)) or [None]
            if len(choices) > 1:
                choices = {"any": choices, "low": choices[:1], "third": choices[2:3]}[plays]
            sides.append(choices)
        if not all(sides):
            return tuple(Fraction(end is None) for end in [*game.ends, None])
        table = [[ends(game.after(node, a, b)) for b in sides[1]] for a in sides[0]]
        if best == 1:
            table = [list(column) for column in zip(*table, strict=True)]
        lines = [mean(line) for line in table]
        return mean(lines) if best is None else max(lines, key=worth)

    def mean(some: list[Ends]) -> Ends:
        return tuple(sum(column) / Fraction(len(some)) for column in zip(*some, strict=True))

    def goal(node: int, role: int) -> int:
        return game.seconds.get(node, 100 - game.ends[node]) if role else game.ends[node]

    def worth(some: Ends) -> tuple[Fraction, Fraction]:
        return summed(some, best or 0)

    def summed(some: Ends, role: int) -> tuple[Fraction, Fraction]:
        goals = [
            (Fraction(share), goal(end, role)) for share, end in zip(some, game.ends, strict=False)
        ]
        wins = sum((share for share, one in goals if one == 100), Fraction())
        return wins, sum((share * one for share, one in goals), Fraction())

    found = ends(0)
    positions = Fraction(ends.cache_info().currsize)
    return (*summed(found, 0), *summed(found, 1), found[-1], positions)


@pytest.mark.no_cover
def test_odds_of_moves_made_at_once_are_the_oracles(tmp_path: Path) -> None:
    chance = random.Random(9)
    tactic(tmp_path, "low", "suggests(low,P,choose(0)) :- legal(P,choose(0)).")
    tactic(tmp_path, "third", "suggests(third,P,choose(N)) :- legal(P,choose(N)), N > 1.")
    met, stuck = 0, 0
    for number in range(25):
        game = random_crossroads(chance, chance.randint(5, 10))
        goals = {node: chance.choice((0, 50, 100)) for node in game.ends}
        game = replace(game, seconds=goals if number % 2 else {})
        plays = [chance.choice(("any", "any", "low", "third")) for _ in "xo"]
        best = chance.choice((None, None, 0, 1))
        if best is not None:
            plays = ["low" if role != best and plays[role] == "any" else plays[role]
                     for role in (0, 1)]  # fmt: skip
            plays[best] = "any"
        roles = {r: p for n, (r, p) in enumerate(zip("xo", plays, strict=True)) if n != best}
        path = written(tmp_path / f"game{number}.lp", game.game())
        against = "any" if best is None else "best"
        found = odds(roles, against, game=path, strategies=tmp_path)
        x, o = found.ends["x"], found.ends["o"]
        odds_of = (x.wins, x.goal, o.wins, o.goal, x.stuck, found.positions)
        assert odds_of == expected(game, plays[0], plays[1], best)
        met += solve(path).pure is not None
        stuck += x.stuck > 0
    assert met > 10
    assert stuck > 2


def test_odds_look_at_every_position_of_an_orbit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy need not be symmetric, though the game is."""
    plain = odds({"x": "any", "o": "any"}, game=ROWS)
    monkeypatch.setattr(simultaneous_moves, "MANY", 0)
    again = odds({"x": "any", "o": "any"}, game=ROWS)
    assert (again.positions, again.ends) == (plain.positions, plain.ends)
