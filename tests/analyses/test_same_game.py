"""Whether two games are the same, held to arithmetic, to brute force, and to changed rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import clingo
import oracle_games as og
import pytest
from conftest import Run, written
from oracle_games import Owned, Sets2
from tables import constant, tupled

import ttt_asp
from ttt_asp.analyses.same_game.observe import coupled, moments, walks
from ttt_asp.analyses.same_game.same import SameGame, same_game
from ttt_asp.analyses.same_game.search import Search, guessed
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.paths import ASP
from ttt_asp.positions.machine import load_machine
from ttt_asp.programs.same_game import Pairing, move_program, side_by_side
from ttt_asp.show.recognition import _labels
from ttt_asp.verdict import Move

KIF = Path(__file__).parents[1] / "games" / "gdl"
LINES = [
    *((3 * i, 3 * i + 1, 3 * i + 2) for i in range(3)),
    *((j, j + 3, j + 6) for j in range(3)),
    (0, 4, 8),
    (2, 4, 6),
]


def asked(first: Game, second: Game) -> SameGame:
    return same_game(first, second, Limits())


def magic(numbers: Mapping[str, str], squares: Iterable[str]) -> bool:
    """Whether the numbers in place of squares, row by row, are a magic square."""
    given = [int(numbers[square]) for square in squares]
    return sorted(given) == list(range(1, 10)) and all(
        sum(given[place] for place in line) == 15 for line in LINES
    )


def cells(form: str) -> list[str]:
    return [form.format(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]


def heap(word: str, constants: str = "") -> str:
    """The rules of a heap of which one is taken, with another name for the action."""
    return f"""{constants}
role(x). role(o). init(left(3)). init(turn(x)). base(left(0..3)). base(turn(P)) :- role(P).
next(left(N-1)) :- true(left(N)), does(_,{word}).
next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
legal(P,{word}) :- true(turn(P)). legal(P,noop) :- role(P), not true(turn(P)).
terminal :- true(left(0)). goal(P,0) :- true(turn(P)). goal(P,100) :- role(P), not true(turn(P)).
"""


# --- the same ----------------------------------------------------------------------------------


def test_tic_tac_toe_is_number_scrabble_in_a_magic_square(run: Run) -> None:
    done = run("recognise", "tictactoe", "--other", "number_scrabble", "--json")
    said = json.loads(done.out)
    assert (done.status, said["verdict"], said["positions"]) == (0, "proved", 0)
    assert said["roles"] == {"x": "x", "o": "o"}
    numbers: dict[str, str] = {}
    for one, other in said["moves"]:
        assert one["role"] == other["role"]
        number = other["action"].removeprefix("mark(").removesuffix(")")
        assert numbers.setdefault(one["action"], number) == number
    assert magic(numbers, cells("mark(cell({},{}))"))
    # lines are the sums of their numbers
    assert len(said["lines"]) == len(set(said["lines"].values())) == 8
    row = sorted(int(numbers[f"mark(cell(1,{j}))"]) for j in (1, 2, 3))
    assert said["lines"]["row(1,1)"] == f"sum({row[0]},{row[1]},{row[2]})"


def test_the_board_is_printed_with_the_numbers_whichever_game_comes_first(run: Run) -> None:
    for names in (("tictactoe", "number_scrabble"), ("number_scrabble", "tictactoe")):
        out = run("recognise", names[0], "--other", names[1]).out.splitlines()
        assert out[0] == f"{names[0]} and {names[1]} are the same game: proved"
        place = out.index("  on the board of tictactoe, the moves of number_scrabble:")
        shown = " ".join(out[place + 1 : place + 4]).split()
        assert magic(dict(enumerate(shown)), range(9))  # type: ignore[arg-type]


def test_constants_of_one_game_mean_nothing_in_the_other(tmp_path: Path) -> None:
    first = written(tmp_path / "first.lp", heap("rows"))
    second = written(tmp_path / "second.lp", heap("take", "#const rows = 3."))
    one, other = load_game(str(first), {}), load_game(str(second), {})
    for games, moves in ((one, other), ("rows", "take")), ((other, one), ("take", "rows")):
        found = asked(*games)
        assert (found.verdict, found.roles) == ("proved", {"x": "x", "o": "o"})
        assert {(p.action, q.action) for p, q in found.moves} == {moves}


def test_a_game_with_other_fluents_and_actions_is_recognised() -> None:
    """Squares have a fluent more there, that they are blank, and who waits does noop."""
    found = asked(load_game(str(KIF / "tictactoe.kif"), {}), load_game("number_scrabble", {}))
    assert found.verdict == "proved"
    assert list(found.roles.values()) == ["x", "o"]
    assert len(found.moves) == 18 and not any("noop" in str(pair) for pair in found.moves)
    assert len({(other.role, other.action) for _, other in found.moves}) == 18


def test_a_game_is_itself_with_rows_and_columns_exchanged() -> None:
    first = load_game("chomp", {"rows": "2", "cols": "3"})
    found = asked(first, load_game("chomp", {"rows": "3", "cols": "2"}))
    assert found.verdict == "proved"
    turned = {f"eat(cell({i},{j}))": f"eat(cell({j},{i}))" for i in (1, 2) for j in (1, 2, 3)}
    assert {one.action: other.action for one, other in found.moves} == turned


def test_who_begins_may_have_another_name(tmp_path: Path) -> None:
    text = "square(1..4). winning_set((a;b)). part_of((1;2),a). part_of((3;4),b).\n"
    first = load_game(written(tmp_path / "one.lp", text), {})
    second = load_game(written(tmp_path / "two.lp", text + "begins(o).\n"), {})
    found = asked(first, second)
    assert (found.verdict, found.roles) == ("proved", {"x": "o", "o": "x"})


# --- not the same ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["no_diagonals", "corner_triples"])
def test_other_lines_are_another_game(name: str) -> None:
    found = asked(load_game("tictactoe", {}), load_game(name, {}))
    assert (found.verdict, found.moves) == ("refuted", ())
    usual = og.alternating(og.GRID, [*og.ROWS, *og.COLUMNS, *og.DIAGONALS])
    free = {"x": ["any"], "o": ["any"]}
    ours, theirs = og.explore(usual, free), og.explore(og.VARIANTS[name], free)
    assert {what: (one, other) for what, one, other in found.differ} == {
        "lines": (8, len(og.VARIANTS[name].wins[0])),
        "positions": (ours.positions, theirs.positions),
        "plays": (sum(ours.plays.values()), sum(theirs.plays.values())),
    }


CHANGED: Any = {name: tupled(row) for name, row in constant(__file__, "CHANGED").items()}


@pytest.mark.parametrize("change", list(CHANGED))
def test_changed_rules_are_never_taken_for_the_same(change: str, tmp_path: Path) -> None:
    text = (ASP / "games" / "number_scrabble.lp").read_text("utf-8")
    old, new = CHANGED[change]
    assert old in text
    second = load_game(written(tmp_path / "changed.lp", text.replace(old, new, 1)), {})
    assert asked(load_game("tictactoe", {}), second).verdict == "refuted"


def test_games_that_differ_at_once_have_numbers_that_say_so(run: Run) -> None:
    size = ("-c", "rows=2", "-c", "line=2")
    done = run("recognise", "tictactoe", *size, "--other", "pick_up_bricks")
    assert done.status == 1
    assert "first moves: 6 of tictactoe, 2 of pick_up_bricks" in done.out


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


@pytest.mark.parametrize("seed", range(6))
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
    order = [2, 7, 6, 9, 5, 1, 4, 3, 8]
    return {
        Move(role, action): Move(role, f"mark({number})")
        for action, number in zip(cells("mark(cell({},{}))"), order, strict=True)
        for role in "xo"
    }


def both() -> tuple[Game, Game]:
    return load_game("tictactoe", {}), load_game("number_scrabble", {})


def tried(moves: dict[Move, Move]) -> tuple[str, list[tuple[Move, ...]]]:
    search = Search(*both(), Limits())
    refuting = search.refuted_by(Pairing({"x": "x", "o": "o"}, moves))
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
    play = refuting[0]
    owned = {move.action for move in play if move.role == play[-1].role}
    line = any(owned >= {cells("mark(cell({},{}))")[s] for s in some} for some in LINES)
    numbers = [int(wrong[move].action[5:-1]) for move in play if move.role == play[-1].role]
    total = any(sum(some) == 15 for some in combinations(numbers, 3))
    assert line != total


def test_a_map_of_one_role_only_does_not_hold() -> None:
    verdict, refuting = tried({one: two for one, two in magic_map().items() if one.role == "x"})
    assert verdict == "unknown" and refuting


def test_the_proof_is_a_program_for_bare_clingo() -> None:
    """No answer set with the couples; without them positions are anything."""
    first, second = both()
    by = Pairing({"x": "x", "o": "o"}, magic_map())
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


def test_what_is_observed_of_a_play_is_what_the_rules_say() -> None:
    machine = load_machine(free_play(load_game("tictactoe", {})), Deadline())
    marks = [f"mark(cell({i},{j}))" for i, j in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3))]
    play = [Move("xo"[number % 2], action) for number, action in enumerate(marks)]
    seen = moments(machine, [*play, Move("o", "mark(cell(3,3))")])
    assert [len(one.moves) for one in seen] == [9, 8, 7, 6, 5, 0]
    assert [one.begins for one in seen] == [True, *[False] * 5]
    assert [one.over for one in seen] == [*[False] * 5, True]
    assert seen[-1].goals == {"x": 100, "o": 0} and seen[-1].move is None


# --- limits and mistakes -------------------------------------------------------------------------


def test_games_in_which_several_choose_at_once_are_refused() -> None:
    game = load_game(str(KIF / "duel.kif"), {})
    with pytest.raises(InputError, match="several roles choose at once"):
        asked(game, game)


def test_a_limit_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without couples positions have to be gone through, and there are too many."""
    monkeypatch.setattr("ttt_asp.analyses.same_game.search.coupled", lambda *_: [])
    first, second = both()
    found = Search(first, second, Limits(max_positions=1000))
    found.run()
    assert (found.verdict, found.by) == ("unknown", None)
    assert "1,000 positions" in found.reason
    found = Search(first, second, Limits())
    found.run()
    assert (found.verdict, found.positions) == ("proved", 5478)


def test_what_is_wrong_is_said_with_its_place(run: Run) -> None:
    for given, said in (
        (("tictactoe", "--other", "tictacto"), "--other: error: there is no game tictacto"),
        (
            ("tictactoe", "--other", "number_scrabble", "--other-const", "rows=3"),
            "--other-const rows=3: error: asp/games/number_scrabble.lp declares no constant rows",
        ),
        (("tictactoe", "--other", "hex", "--other-const", "rows"), "--other-const: error"),
        (("tictactoe", "-c", "columns=3", "--other", "hex"), "declares no constant columns"),
    ):
        done = run("recognise", *given)
        assert done.status == 2 and said in done.err, done.err


def test_from_python_it_prints_what_the_command_prints(run: Run) -> None:
    const = {"rows": 2, "cols": 3}
    found = ttt_asp.same_game("chomp", "chomp", const, {"rows": 3, "cols": 2})
    line = ["chomp", "-c", "rows=2", "-c", "cols=3", "--other", "chomp"]
    line += ["--other-const", "rows=3", "--other-const", "cols=2"]
    assert run("recognise", *line).out.strip() == str(found)


# --- large boards -------------------------------------------------------------------------------


def squares_in_disorder(path: Path, more: str = "") -> tuple[str, dict[str, str]]:
    """Four in a row on 5x5, its squares numbered at random; which number each square has."""
    numbers = random.Random(5).sample(range(1, 26), 25)
    named = {f"cell({i},{j})": str(numbers[5 * i + j - 6])
             for i in range(1, 6) for j in range(1, 6)}  # fmt: skip
    text = ["%*! Four in a row, with numbers for squares. *%", more]
    for number, line in enumerate(five_lines()):
        text.append(f"winning_set({number}).")
        text += [f"part_of({named[square]},{number})." for square in sorted(line)]
    return written(path, "\n".join(text)), named


def five_lines() -> list[frozenset[str]]:
    """The lines of four squares on 5x5."""
    found = []
    for i, j in ((i, j) for i in range(1, 6) for j in range(1, 6)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(i + n * down, j + n * right) for n in range(4)]
            if all(1 <= row <= 5 and 1 <= column <= 5 for row, column in line):
                found.append(frozenset(f"cell({row},{column})" for row, column in line))
    return found


FIVE = {"rows": "5", "cols": "5", "line": "4"}


def test_large_boards_are_mapped_by_their_lines(tmp_path: Path) -> None:
    path, named = squares_in_disorder(tmp_path / "five.lp")
    found = asked(load_game("tictactoe", FIVE), load_game(path, {}))
    assert (found.verdict, found.guesses) == ("proved", 1)
    to = {move.action[5:-1]: image.action[5:-1] for move, image in found.moves}
    lines = {frozenset(named[square] for square in line) for line in five_lines()}
    assert {frozenset(to[square] for square in line) for line in five_lines()} == lines


def test_the_same_lines_do_not_make_the_same_game(tmp_path: Path) -> None:
    path, _ = squares_in_disorder(tmp_path / "five.lp", "line_goal(0).")
    first, second = load_game("tictactoe", FIVE), load_game(path, {})
    by = guessed(first, second, Deadline())
    assert by is not None
    assert Search(first, second, Limits()).refuted_by(by)
    assert guessed(first, load_game("tictactoe", {**FIVE, "line": "5"}), Deadline()) is None


@pytest.mark.parametrize(
    ("moves", "shown"),
    [(("put(1,2)", "put(2,2)"), ("1,2", "2,2")), (("f(g(1),2)", "f(g(1),3)"),) * 2],
)
def test_moves_are_shown_on_a_board_as_far_as_they_differ(
    moves: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    squares = ("mark(cell(1,1))", "mark(cell(1,2))")
    pairs = [
        (Move("x", square), Move("x", move)) for square, move in zip(squares, moves, strict=True)
    ]
    found = _labels(pairs, load_game("tictactoe", {}))
    assert found == {(1, 1): shown[0], (1, 2): shown[1]}
