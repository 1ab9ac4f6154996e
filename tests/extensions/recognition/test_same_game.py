"""Whether two games are the same, held to arithmetic, to brute force, and to changed rules."""

import random
import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import clingo
import oracle_games as og
import pytest
from conftest import GDL, written
from oracle import Board
from oracle_games import Owned, Sets2
from tables import tabled

import ttt_asp
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.recognition.same_game import SameGame, same_game
from ttt_asp.extensions.recognition.same_game_program import GameMap, move_program, side_by_side
from ttt_asp.extensions.recognition.same_game_search import (
    SameGameSearch,
    coupled,
    guessed,
    moments,
    walks,
)
from ttt_asp.extensions.recognition.show import _labels
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP
from ttt_asp.positions.machine import load_machine
from ttt_asp.verdict import Move

# A square of each, in a magic square.
MAGIC = dict(zip(sorted(Board().squares), (2, 7, 6, 9, 5, 1, 4, 3, 8), strict=True))
# Three numbers of six that add up to nine.
SMALL = {"largest": "6", "total": "9"}


def asked(first: Game, second: Game) -> SameGame:
    return same_game(first, second, Limits())


@tabled()
def test_tic_tac_toe_is_number_scrabble_in_a_magic_square(first: str, second: str) -> None:
    first = str(GDL / first) if first.endswith(".kif") else first
    found = ttt_asp.same_game(first, second)
    assert (found.verdict, found.positions, len(found.moves)) == ("proved", 0, 18)
    assert list(found.roles.values()) == ["x", "o"]
    turned = first == "number_scrabble"
    numbers: dict[tuple[int, ...], int] = {}
    for pair in found.moves:
        assert found.roles[pair[0].role] == pair[1].role
        square, number = (re.findall(r"\d", pair[turned != n].action) for n in (0, 1))
        row, column, image = (int(one) for one in (*square, *number))
        assert numbers.setdefault((row, column), image) == image
    assert sorted(numbers.values()) == list(range(1, 10))
    assert all(sum(numbers[square] for square in line) == 15 for line in Board().lines)
    sums = [re.findall(r"\d", pair[not turned]) for pair in found.lines.items()]
    assert {frozenset(map(int, line)) for line in sums} == {
        frozenset(numbers[square] for square in line) for line in Board().lines
    }
    printed = str(found).splitlines()
    assert printed[0] == f"{first} and {second} are the same game: proved"
    place = printed.index(
        f"  on the board of {second if turned else first}, the moves of number_scrabble:"
    )
    shown = [list(map(int, row.split())) for row in printed[place + 1 : place + 4]]
    assert shown == [[numbers[i, j] for j in (1, 2, 3)] for i in (1, 2, 3)]


def test_other_lines_are_another_game() -> None:
    found = asked(load_game("tictactoe", {}), load_game("no_diagonals", {}))
    assert (found.verdict, found.moves) == ("refuted", ())
    usual, other = og.alternating(og.GRID, Board().lines), og.VARIANTS["no_diagonals"]
    ours, theirs = (og.explore(game, {"x": ["any"], "o": ["any"]}) for game in (usual, other))
    assert {what: numbers for what, *numbers in found.differ} == {
        "lines": [8, len(other.wins[0])],
        "positions": [ours.positions, theirs.positions],
        "plays": [ours.plays.total(), theirs.plays.total()],
    }


@tabled()
def test_changed_rules_are_never_taken_for_the_same(
    change: str, old: str, new: str, tmp_path: Path
) -> None:
    text = (ASP / "games" / "number_scrabble.lp").read_text("utf-8")
    for name, value in SMALL.items():
        text = re.sub(rf"#const {name} = \d+", f"#const {name} = {value}", text)
    assert old in text
    second = load_game(written(tmp_path / "changed.lp", text.replace(old, new, 1)), {})
    found = asked(load_game("number_scrabble", SMALL), second)
    assert found.verdict == ("proved" if change == "nothing" else "refuted")


# --- held to brute force -------------------------------------------------------------------------


def game_file(folder: Path, name: str, sets: Iterable[frozenset[int]]) -> Game:
    lines = [f"winning_set(s{n}). part_of(({';'.join(map(str, sorted(one)))}),s{n})."
             for n, one in enumerate(sets)]  # fmt: skip
    return load_game(written(folder / name, "\n".join(["square(1..5).", *lines, ""])), {})


def corresponds(first: Sets2, second: Sets2, image: Mapping[int, int]) -> bool:
    """Whether every play of the one is a play of the other, squares exchanged."""
    seen: set[Owned] = set()

    def same(owned: Owned) -> bool:
        if owned in seen:
            return True
        seen.add(owned)
        there: Owned = (
            frozenset(image[s] for s in owned[0]),  # type: ignore[index]
            frozenset(image[s] for s in owned[1]),  # type: ignore[index]
        )
        ended = og.result(first, owned)
        if ended != og.result(second, there):
            return False
        role = first.order[og.made(first, owned)] if ended is None else 0
        squares = og.free(first, owned) if ended is None else ()
        return all(same(og.mark(owned, role, square)) for square in squares)

    return same(first.start)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_the_same_where_brute_force_says_so(seed: int, tmp_path: Path) -> None:
    """Sets of two and three of five squares: renamed, or with a square exchanged in one set."""
    chance = random.Random(seed)
    every = [frozenset(s) for size in (2, 3) for s in combinations(range(1, 6), size)]
    sets = chance.sample(every, 3)
    moved = dict(zip(range(1, 6), chance.sample(range(1, 6), 5), strict=True))
    other = [frozenset(moved[s] for s in one) for one in sets]
    if seed % 2:
        other[0] = chance.choice([one for one in every if len(one) == len(other[0])])
    first, second = (game_file(tmp_path, f"{n}.lp", some) for n, some in enumerate((sets, other)))
    games = [og.alternating(range(1, 6), some) for some in (sets, other)]
    images = (dict(zip(range(1, 6), p, strict=True)) for p in permutations(range(1, 6)))
    expected = any(corresponds(games[0], games[1], image) for image in images)
    assert expected or seed % 2
    found = asked(first, second)
    assert found.verdict == ("proved" if expected else "refuted")
    if expected:
        image = {int(one.action[5:-1]): int(other.action[5:-1]) for one, other in found.moves}
        assert corresponds(games[0], games[1], image)


# --- a map that is tried -------------------------------------------------------------------------


def magic_map() -> dict[Move, Move]:
    return {
        Move(role, f"mark(cell({i},{j}))"): Move(role, f"mark({number})")
        for (i, j), number in MAGIC.items()
        for role in "xo"
    }


@cache
def both() -> tuple[Game, Game]:
    return load_game("tictactoe", {}), load_game("number_scrabble", {})


def tried(moves: dict[Move, Move]) -> tuple[str, list[tuple[Move, ...]]]:
    search = SameGameSearch(*both(), Limits())
    refuting = search.refuted_by(GameMap({"x": "x", "o": "o"}, moves))
    return search.verdict, refuting


def test_a_map_is_believed_only_if_it_holds() -> None:
    assert tried(magic_map()) == ("proved", [])
    wrong = magic_map()
    for role in "xo":
        one, other = Move(role, "mark(cell(1,1))"), Move(role, "mark(cell(1,2))")
        wrong[one], wrong[other] = wrong[other], wrong[one]
    verdict, refuting = tried(wrong)
    assert verdict == "unknown" and refuting
    # after the play somebody has a line in the one game only
    made = [move for move in refuting[0] if move.role == refuting[0][-1].role]
    owned = {(int(move.action[10]), int(move.action[12])) for move in made}
    numbers = [int(wrong[move].action[5:-1]) for move in made]
    line = any(some <= owned for some in Board().lines)
    assert line != any(sum(some) == 15 for some in combinations(numbers, 3))


def test_a_map_of_one_role_only_does_not_hold() -> None:
    verdict, refuting = tried({one: two for one, two in magic_map().items() if one.role == "x"})
    assert verdict == "unknown" and refuting


def test_the_proof_is_a_program_for_bare_clingo() -> None:
    """No answer set with the couples; without them positions are anything."""
    first, second = both()
    by = GameMap({"x": "x", "o": "o"}, magic_map())
    machine = load_machine(free_play(side_by_side(first, second, by)), Deadline())
    couples = coupled(machine, walks(machine, 64, 1))
    assert len(couples) == 20  # 18 marks and whose turn it is
    answers = []
    for some in (couples, couples[1:]):
        control = clingo.Control()
        control.add("base", [], move_program(side_by_side(first, second, by, some)).text)
        control.ground()
        answers.append(bool(control.solve().satisfiable))
    assert answers == [False, True]


def test_a_fluent_that_never_holds_is_the_same_as_no_other(tmp_path: Path) -> None:
    rules = "role((x;o)). base(left(0..9)). init(left(3)). next(left(N-1)) :- true(left(N)), N > 0."
    turns = "base(turn((x;o))). init(turn(x)). next(turn(P)) :- role(P), not true(turn(P))."
    legal = "legal(P,take) :- true(turn(P)). legal(P,noop) :- role(P), not true(turn(P))."
    goals = "terminal :- true(left(0)). goal(P,0) :- true(turn(P)). goal(P,100) :- legal(P,noop)."
    heap = load_game(written(tmp_path / "heap.lp", "\n".join([rules, turns, legal, goals])), {})
    by = GameMap(
        {"x": "x", "o": "o"}, {move: move for move in (Move("x", "take"), Move("o", "take"))}
    )
    machine = load_machine(free_play(side_by_side(heap, heap, by)), Deadline())
    couples = coupled(machine, walks(machine, 3, 1))
    assert {fluent for fluent, _ in couples if "left" in fluent} == {
        f"a(left({number}))" for number in range(4)
    }


def test_what_is_observed_of_a_play_is_what_the_rules_say() -> None:
    machine = load_machine(free_play(load_game("tictactoe", {})), Deadline())
    marks = [f"mark(cell({i},{j}))" for i, j in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3))]
    play = [Move("xo"[number % 2], action) for number, action in enumerate(marks)]
    seen = moments(machine, [*play, Move("o", "mark(cell(3,3))")])
    assert [len(one.moves) for one in seen] == [9, 8, 7, 6, 5, 0]
    assert [one.begins for one in seen] == [True, *[False] * 5]
    assert [one.over for one in seen] == [*[False] * 5, True]
    assert seen[-1].goals == {"x": 100, "o": 0} and seen[-1].move is None


# --- limits, and large boards --------------------------------------------------------------------


def test_a_limit_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without couples positions have to be gone through, and there are too many."""
    monkeypatch.setattr("ttt_asp.extensions.recognition.same_game_search.coupled", lambda *_: [])
    sums = [some for some in combinations(range(1, 7), 3) if sum(some) == 9]
    number = og.explore(og.alternating(range(1, 7), sums), {"x": ["any"], "o": ["any"]}).positions
    game = load_game("number_scrabble", SMALL)
    found = SameGameSearch(game, game, Limits(max_positions=number - 1))
    found.run()
    assert (found.verdict, found.by) == ("unknown", None)
    assert f"{number - 1} positions" in found.reason
    found = SameGameSearch(game, game, Limits())
    found.run()
    assert (found.verdict, found.positions) == ("proved", number)


FOUR = {"rows": "4", "cols": "4", "line": "4"}


def lines_of_four() -> list[frozenset[str]]:
    lines = sorted(map(sorted, Board(4, 4, 4).lines))
    return [frozenset(f"cell({i},{j})" for i, j in line) for line in lines]


def squares_in_disorder(path: Path, more: str = "") -> tuple[str, dict[str, str]]:
    """Four in a row on 4x4, its squares numbered at random; which number each square has."""
    numbers = random.Random(5).sample(range(1, 17), 16)
    named = {f"cell({i},{j})": str(numbers[4 * i + j - 5]) for i, j in Board(4, 4, 4).squares}
    text = ["%*! Four in a row, with numbers for squares. *%", more]
    for number, line in enumerate(lines_of_four()):
        text.append(f"winning_set({number}).")
        text += [f"part_of({named[square]},{number})." for square in sorted(line)]
    return written(path, "\n".join(text)), named


def test_large_boards_are_mapped_by_their_lines(tmp_path: Path) -> None:
    path, named = squares_in_disorder(tmp_path / "four.lp")
    found = asked(load_game("tictactoe", FOUR), load_game(path, {}))
    assert (found.verdict, found.guesses) == ("proved", 1)
    to = {move.action[5:-1]: image.action[5:-1] for move, image in found.moves}
    images = {frozenset(to[square] for square in line) for line in lines_of_four()}
    assert images == {frozenset(named[square] for square in line) for line in lines_of_four()}


def test_the_same_lines_do_not_make_the_same_game(tmp_path: Path) -> None:
    path, _ = squares_in_disorder(tmp_path / "four.lp", "line_goal(0).")
    first, second = load_game("tictactoe", FOUR), load_game(path, {})
    by = guessed(first, second, Deadline())
    assert by is not None
    assert SameGameSearch(first, second, Limits()).refuted_by(by)
    assert guessed(first, load_game("tictactoe", {**FOUR, "line": "3"}), Deadline()) is None


@tabled()
def test_moves_are_shown_on_a_board_as_far_as_they_differ(
    moves: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    squares = ("mark(cell(1,1))", "mark(cell(1,2))")
    pairs = [
        (Move("x", square), Move("x", move)) for square, move in zip(squares, moves, strict=True)
    ]
    found = _labels(pairs, load_game("tictactoe", {}))
    assert found == {(1, 1): shown[0], (1, 2): shown[1]}
