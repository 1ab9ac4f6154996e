"""Strategies in the words of another game: loaded, checked, and as good there as here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import Run, tactic

import ttt_asp
from ttt_asp.analyses.matrix import pairs_of, scores
from ttt_asp.analyses.same_game.search import Found, find_map
from ttt_asp.analyses.same_game.transfer import transfer
from ttt_asp.analyses.same_game.words import Words
from ttt_asp.analyses.score import Score
from ttt_asp.claims.problem import Match
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.strategies.library import open_library

KIF = Path(__file__).parents[1] / "games" / "gdl"
STRATEGIES = ("good_for_x", "good_for_o", "newell_simon", "edge_mistake", "greedy")
# By the oracle, as in DESIGN's table: plays that x wins, that o wins, and ties.
KNOWN = {
    ("good_for_x", "any"): (1184, 0, 64),
    ("good_for_x", "edge_mistake"): (808, 0, 0),
    ("good_for_x", "good_for_o"): (0, 0, 32),
    ("any", "good_for_o"): (64, 1072, 488),
    ("any", "edge_mistake"): (63504, 28224, 20160),
}


@pytest.fixture(scope="module", autouse=True)
def looked_for_once() -> Iterator[None]:
    """A map between two games is looked for once; test_same_game.py is about that search."""
    found: dict[tuple[Game, Game], Found] = {}

    def remembered(first: Match, second: Match, limits: Limits) -> Found:
        both = first.game, second.game  # nothing else is asked by `transfer`: anybody plays
        if both not in found:
            found[both] = find_map(first, second, limits)
        return found[both]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ttt_asp.analyses.same_game.transfer.find_map", remembered)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The strategies of the library, for number scrabble."""
    made = tmp_path_factory.mktemp("numbers")
    for name in STRATEGIES:
        found = ttt_asp.transfer(name, "number_scrabble", f"n_{name}")
        for place, text in found.files.items():
            path = made / place
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    return made


def numbers_of(score: Score) -> tuple[int, ...]:
    assert score.plays is not None
    return tuple(score.plays.get(who, 0) for who in ("x", "o", "tie"))


@pytest.mark.slow
def test_all_match_ups_end_alike_in_both_games(folder: Path) -> None:
    here, there = open_library(), open_library([folder])
    names = [*STRATEGIES, "any"]
    results = []
    for game, library, called in (
        ("tictactoe", here, {name: name for name in names}),
        ("number_scrabble", there, {n: f"n_{n}" if n != "any" else n for n in names}),
    ):
        loaded = load_game(game, {})
        pairs, unfit = pairs_of(list(called.values()), loaded, library)
        assert not unfit
        found = scores(pairs, loaded, library, Limits(), None)
        back = {new: old for old, new in called.items()}
        results.append(
            {
                tuple(back[text] for text in score.roles.values()): (
                    numbers_of(score),
                    score.positions,
                )
                for score in found
            }
        )
    assert set(results[0]) == set(product(names, repeat=2))
    assert results[0] == results[1]
    for match, plays in KNOWN.items():
        assert results[1][match][0] == plays


def test_what_is_written_is_checked(folder: Path, run: Run) -> None:
    """Its examples are those of the tactics, moved: they hold there too."""
    done = run("check", folder)
    assert done.status == 0, done.err
    lines = [line for line in done.out.splitlines() if "/tactics/" in line]
    assert len(lines) > 8 and all(re.search(r"tactic, ok \(\d examples\)", line) for line in lines)
    assert (folder / "n_newell_simon.lp").read_text("utf-8").count("first(") == 1


def test_corners_become_even_numbers(folder: Path) -> None:
    """Whichever magic square it is, 5 is in the middle and even numbers are in the corners."""
    tactics = folder / "tactics"
    said = {path.stem: path.read_text("utf-8") for path in tactics.glob("*.lp")}
    assert "n_good_for_o_center_center(5)." in said["n_good_for_o_center"]
    assert "n_good_for_o_corner_corner((2;4;6;8))." in said["n_good_for_o_corner"]
    assert "n_edge_mistake_edge_edge((1;3;7;9))." in said["n_edge_mistake_edge"]
    # what both games have keeps its name
    assert not [name for name in said if re.search("defeat|defend|fork", name)]
    opposite = said["n_newell_simon_opposite_corner"]
    pairs = re.findall(r"_opposite\((\d),(\d)\)\.", opposite)
    assert len(pairs) == 4 and all(int(a) + int(b) == 10 for a, b in pairs)


def test_it_is_written_whole_or_not_at_all(tmp_path: Path, run: Run) -> None:
    place = tmp_path / "mine" / "numbers.lp"
    line = ["transfer", "first(center, any)", "--to", "number_scrabble", "-o", place]
    done = run(*line)
    tactics = place.parent / "tactics" / "numbers_center.lp"
    assert (done.status, done.out) == (0, "numbers: first(numbers_center, any)\n")
    assert done.err == f"wrote {place}, {tactics}\n"
    assert run(*line).status == 2
    place.unlink()
    done = run(*line)  # the tactic is in the way
    assert done.status == 2 and "exists already" in done.err
    assert not place.exists()


def test_the_printed_files_are_those_of_json(run: Run) -> None:
    line = ["transfer", "center", "--to", "number_scrabble"]
    said = json.loads(run(*line, "--json").out)
    assert (said["kept"], said["written"]) == ([], ["center_of_number_scrabble_center"])
    out = run(*line).out
    assert all(f"%%%% {place}\n{text.rstrip()}" in out for place, text in said["files"].items())
    assert str(ttt_asp.transfer("center", "number_scrabble")) == out.rstrip("\n")


def test_orders_travel_too(tmp_path: Path) -> None:
    found = ttt_asp.transfer("pick(any, center_corner_edge)", "number_scrabble", "mine")
    assert found.term == "pick(any, mine_center_corner_edge)"
    text = found.files["orders/mine_center_corner_edge.lp"]
    assert "_center(5)." in text and "_corner((2;4;6;8))." in text


# --- what cannot be said there -------------------------------------------------------------------

PATTERN = """%*! second: the second square of a row. *%
suggests(second,P,mark(cell(I,2))) :- role(P), free(cell(I,2)).
"""
GROUND = """%*! second: two squares, and those beside them by a table. *%
suggests(second,P,mark(cell(1,2))) :- role(P), free(cell(1,2)).
suggests(second,P,mark(D)) :- role(P), free(D), second_beside(cell(2,2),D), C = cell(3,3), free(C).
second_beside(cell(I,J),cell(I,J+1)) :- square(cell(I,J)), square(cell(I,J+1)), J < cols.
"""


def refused(run: Run, tmp_path: Path, *given: str) -> str:
    done = run("transfer", *given, "-S", tmp_path)
    assert (done.status, done.out) == (2, "")
    return done.err


def test_what_takes_squares_apart_is_an_error_with_its_place(tmp_path: Path, run: Run) -> None:
    path = tactic(tmp_path, "second", PATTERN)
    err = refused(run, tmp_path, "second", "--to", "number_scrabble")
    assert f"{path}:2:" in err and "cell(I,2) takes a square of tictactoe apart" in err


def test_squares_by_name_and_tables_have_translations(tmp_path: Path, run: Run) -> None:
    tactic(tmp_path, "second", GROUND)
    done = run("transfer", "second", "--to", "number_scrabble", "-S", tmp_path)
    assert done.status == 0, done.err
    assert "cell" not in done.out.replace("*! ", "") and "cols" not in done.out
    assert len(re.findall(r"_beside\(\d,\d\)\.", done.out)) == 6


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("fork", "--to", "no_diagonals"), "tictactoe and no_diagonals are not the same game"),
        (("fork", "--to", str(KIF / "tictactoe.kif")), "it takes tactics as they are"),
        (("any", "--to", "pick_up_bricks"), "are not the same game"),
        (("fork", "-g", "number_scrabble", "--to", "tictactoe"), "squares of number_scrabble are"),
        (("forc", "--to", "number_scrabble"), "there is no strategy or tactic forc"),
        (("fork", "--to", "number_scrable"), "there is no game number_scrable"),
    ],
)
def test_what_cannot_be_is_an_error(
    given: tuple[str, ...], said: str, tmp_path: Path, run: Run
) -> None:
    assert said in refused(run, tmp_path, *given)


def test_words_that_mean_something_else_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """`center` and `corner` exist in a square of another spelling; were they believed to be any."""
    games = load_game("tictactoe", {}), load_game("hypercube", {"dim": "2"})
    given = (*games, "pick(any, reading)", "mine", open_library(), Limits())
    assert transfer(*given).written == ("mine_reading",)
    monkeypatch.setattr(Words, "same", lambda *_: True)
    with pytest.raises(InputError, match="has no like in hypercube"):
        transfer(*given)


# --- analogies -----------------------------------------------------------------------------------


def test_elements_of_one_game_and_of_the_other(run: Run) -> None:
    done = run("analogies", "good_for_o", "--with", "number_scrabble", "--json")
    said = json.loads(done.out)
    assert (done.status, said["verdict"], said["by_words"]) == (0, "proved", True)
    images = {one["kind"]: one["images"] for one in said["images"]}
    assert list(images) == ["rows", "columns", "diagonals", "corners", "edges", "center"]
    assert sorted(images["corners"]) == ["2", "4", "6", "8"] and images["center"] == ["5"]
    for kind in ("rows", "columns"):
        sums = [tuple(map(int, re.findall(r"\d", line))) for line in images[kind]]
        assert sorted(n for one in sums for n in one) == list(range(1, 10))
        assert all(sum(one) == 15 for one in sums)


def test_tactics_of_both_games_need_no_other_words(run: Run) -> None:
    done = run("analogies", "first(defeat, defend, fork, any)", "--with", "number_scrabble")
    first = "recommends the same in tictactoe and in number_scrabble: proved"
    assert done.status == 0 and first in done.out.splitlines()[0]


def test_what_is_wrong_with_the_other_game_is_said_of_its_options(run: Run) -> None:
    for given in (("transfer", "fork", "--to"), ("analogies", "fork", "--with")):
        done = run(*given, "nothing")
        assert done.status == 2 and f"{given[2]}: error: there is no game nothing" in done.err
        done = run(*given, "number_scrabble", "--other-const", "total=x")
        assert done.status == 2 and done.err.startswith("--other-const total=x: error")


def test_other_options_of_analogies_do_not_go_with_it(run: Run) -> None:
    for given in (("--with", "number_scrabble", "--as", "o"), ("--other-const", "dim=2")):
        done = run("analogies", "fork", *given)
        assert done.status == 2 and "error" in done.err


@pytest.mark.parametrize("swapped", [False, True])
def test_elements_of_a_game_in_other_words(run: Run, swapped: bool) -> None:
    games = ["tictactoe", str(KIF / "tictactoe.kif")]
    one, other = reversed(games) if swapped else games
    said = json.loads(run("analogies", "good_for_o", "-g", one, "--with", other, "--json").out)
    images = {image["kind"]: image for image in said["images"]}
    assert [len(images[kind]["things"]) for kind in ("rows", "corners", "center")] == [3, 4, 1]
    assert images["corners"]["called"] == "corners"
    roles = {"x": "XPlayer", "o": "O-Player"}
    assert said["roles"] == ({b: a for a, b in roles.items()} if swapped else roles)


def test_what_fits_another_game_is_told(tmp_path: Path, run: Run) -> None:
    """As by `prove`: such a part is never recommended."""
    tactic(tmp_path, "eater", "suggests(eater,P,take(1)) :- role(P).\n")
    for command in (("transfer", "--to"), ("analogies", "--with")):
        asked = "first(eater, defend, any)"
        done = run(command[0], asked, command[1], "number_scrabble", "-S", tmp_path)
        assert done.status == 0
        assert "warning" in done.err and "take(1)" in done.err
