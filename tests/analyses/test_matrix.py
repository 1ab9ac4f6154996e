"""Every strategy against every one."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import product
from pathlib import Path
from random import Random

import oracle
import pytest
from conftest import GDL, Run, write
from oracle import Board
from tables import contents, tabled

from ttt_asp.analyses.match_scores import Score
from ttt_asp.analyses.match_ups import claim_of, match_ups
from ttt_asp.analyses.matrix import participants, scores
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.show.page.matches import matches_page
from ttt_asp.strategies.library import open_library

NAMES = ["good_for_x", "good_for_o", "edge_mistake", "careful_o"]


def test_numbers(run: Run) -> None:
    rows = json.loads(run("matrix", *NAMES, "--json").out)
    assert len(rows) == len(NAMES) ** 2
    for row in rows:
        x, o, claim = row["roles"]["x"], row["roles"]["o"], row["claim"]
        seen = oracle.explore(Board(), x, o)
        assert (row["positions"], row["plays"]) == (seen.positions, seen.plays)
        assert not claim or oracle.verdict(Board(), x, o, claim) == "proved"
    claims = {(row["roles"]["x"], row["roles"]["o"]): row["claim"] for row in rows}
    assert claims["good_for_x", "good_for_o"] == "always tie"
    assert claims["good_for_x", "edge_mistake"] == "x always wins by move 7"


def test_csv(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("matrix", "good_for_x", "defend", "--csv").out)))
    assert rows[0]["claim"] == "x never loses"
    stuck = [row for row in rows if row["x"] == "defend"]
    assert all(row["note"] == "some plays get stuck" for row in stuck)
    assert all(int(row["stuck"]) > 0 for row in stuck)


def test_table_and_limits(run: Run) -> None:
    done = run("matrix", "any", "--max-positions", "100")
    reached = "; so far: 82 positions, up to 2 moves"
    assert done.status == 3
    assert f"unknown: the limit of 100 positions was reached{reached}" in done.out
    assert run("matrix", "any", "--json", "--csv").status == 2


@pytest.mark.parametrize("game", [[], ["-g", "hypercube", "-c", "dim=2"]])
def test_a_strategy_that_does_not_fit_is_a_row(game: list[str], run: Run) -> None:
    done = run("matrix", "pick(any, triples)", "any", *game)
    assert (done.status, done.err) == (0, "")
    *_, first, second, third, fourth = done.out.splitlines()
    reason = "the order triples names no single action for "
    assert f"{reason}x" in first and f"{reason}x" in second and f"{reason}o" in third
    assert "131,184" in fourth


def test_a_strategy_about_other_games_is_a_row(run: Run, tmp_path: Path) -> None:
    bricks = ["-g", "pick_up_bricks", "-c", "bricks=4"]
    done = run("matrix", "any", "fork", "first(open_in_corner, any)", *bricks)
    assert (done.status, done.err) == (0, "")
    *_, first, second, third = done.out.splitlines()
    assert first.split()[:2] == ["any", "any"]
    assert second.split()[:2] == ["fork", "fork"] and "has no threatens" in second
    assert "pick_up_bricks has no" in third
    # what is wrong in itself is no row, nor what does not exist
    broken = tmp_path / "tactics" / "broken.lp"
    broken.parent.mkdir()
    broken.write_text("%*! Broken. *%\nsuggests(broken,P,mark(C)) :- role(P), oops(C).\n")
    assert run("matrix", "any", "broken", "-S", str(tmp_path), *bricks).status == 2
    assert run("matrix", "any", "forkk", *bricks).status == 2


@pytest.mark.parametrize("names", [("stuck", "o"), ("x", "stuck"), ("tie", "o"), ("tie", "stuck")])
def test_roles_with_the_names_of_endings(names: tuple[str, str], tmp_path: Path, run: Run) -> None:
    """A role's wins are not plays that get stuck, nor ties: neither in tables nor by keys."""
    first, second = names
    rules = f"role({first}). role({second}). begins({first}). size(3,3). in_a_row(3)."
    game = write(tmp_path / "words.lp", rules)
    ends = {"x": f"{first}=100 {second}=0", "o": f"{first}=0 {second}=100"}
    ends |= {"tie": f"{first}=50 {second}=50", "stuck": "stuck"}
    pair = ("first(corner, any)", "corner")
    rows = json.loads(run("matrix", *pair, "--json").out)
    named = json.loads(run("matrix", *pair, "-g", game, "--json").out)
    for row, other in zip(rows, named, strict=True):
        assert list(other["roles"].items()) == list(zip(names, row["roles"].values(), strict=True))
        plays = {ends[end]: number for end, number in row["plays"].items() if number}
        assert (other["plays"], other["note"]) == (plays, row["note"])
    assert any(row["plays"].get("stuck") and row["plays"]["x"] for row in rows)
    shown = list(csv.DictReader(io.StringIO(run("matrix", "any", "-g", game, "--csv").out)))
    assert [row[key] for row in shown for key in ("won", "lost", "tied", "stuck")] == [""] * 4
    seen = oracle.explore(Board(), "any", "any")
    assert f"{seen.plays['tie']:,} with {first}=50 {second}=50" in shown[0]["note"]
    columns = [f"role {name}" if name == "stuck" else name for name in names]
    assert [shown[0][name] for name in columns] == ["any", "any"]
    found = json.loads(run("prove", f"{first} never loses", "-g", game, "--json", "--count").out)
    assert found["plays"][f"{first}=100 {second}=0"] == seen.plays["x"]
    assert "stuck" not in found["plays"] and "tie" not in found["plays"]
    assert "tie" in (told := run("solve", "-g", game).out) and "50" in told.partition("(")[2]
    page = tmp_path / "heat.html"
    assert run("matrix", "any", "-g", game, "--html", page).status == 0
    assert f"{seen.plays['x']:,} /" not in page.read_text()


# Both move once, push or pull; o's move, or both, decide what each of them gets.
EACH = contents("analyses/matrix_each.lp")


@tabled()
def test_claims_are_those_of_the_goals(
    push: tuple[int, int], pull: tuple[int, int], claim: str, tmp_path: Path, run: Run
) -> None:
    """A role ties with a goal between 0 and 100, whatever the other has; see docs/questions.md."""
    values = "".join(
        f"value({role},{act},{value}). "
        for act, goals in (("push", push), ("pull", pull))
        for role, value in zip("xo", goals, strict=True)
    )
    game = write(tmp_path / "each.lp", f"{EACH}{values}\n")
    (row,) = json.loads(run("matrix", "any", "-g", game, "--json").out)
    assert row["claim"] == claim
    assert run("prove", claim, "-g", game, "--engine", "bounded").status == 0


def test_roles_as_their_file_spells_them(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "it.html"
    asked = ["matrix", "any", "-g", str(GDL / "tictactoe.kif"), "--html", str(page)]
    assert run(*asked).status == 0
    game = load_game(str(GDL / "tictactoe.kif"), {})
    names = [game.spelt(role) for role in game.roles]
    for role, name in zip(game.roles, names, strict=True):
        score = Score({}, None, None, f"{name} never loses")
        assert claim_of(score, game).role == role


def test_what_was_refused_has_no_walk() -> None:
    """Where a `pick` names no single action, the page would make of it a play that nobody makes."""
    game, library = load_game("tictactoe", {}), open_library()
    strategies, unfit = participants(["first(pick(any, triples), any)", "any"], game, library)
    found = [*scores(strategies, game, library, Limits()), *unfit]
    made = match_ups(strategies, found, game, Limits())
    played = [score.positions is not None for score in found]
    assert played == [False, False, False, True]
    assert made.walk is None or [one is not None for one in made.walk["matches"]] == played


def test_forty_strategies_make_a_small_page() -> None:
    """The page of 1,600 match-ups has less than 5 MB; what each comes to is of no account here."""
    game, library = load_game("tictactoe", {}), open_library()
    tactics = ["defeat", "defend", "fork", "block_fork", "center",
               "corner", "edge", "opposite_corner", "spoil"]  # fmt: skip
    chance = Random(1)
    names = [f"first({', '.join(chance.sample(tactics, 5))}, any)" for _ in range(40)]
    strategies, _ = participants(names, game, library)
    plays = {"x": 131184, "o": 77904, "tie": 46080}
    pairs = product(strategies, strategies)
    found = [Score({"x": one.text, "o": other.text}, plays, 5478, "") for one, other in pairs]
    made = match_ups(strategies, found, game, Limits())
    assert made.walk is not None and len(made.walk["matches"]) == 1600
    page = matches_page("forty", made, {})
    assert len(re.findall(r'<a [^>]*href="#match-', page)) == 1600
    assert len(page.encode()) < 5_000_000
