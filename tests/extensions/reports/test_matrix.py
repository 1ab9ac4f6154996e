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

from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import participants, scores
from ttt_asp.extensions.reports.page.matches import claim_of, match_ups, matches_page
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
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


@pytest.mark.parametrize("names", [("stuck", "o"), ("tie", "stuck")])
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
EACH = contents("extensions/reports/matrix_each.lp")


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
    assert run(*asked, "--position", "x../.o./..x").status == 0
    game = load_game(str(GDL / "tictactoe.kif"), {})
    names = [game.spelt(role) for role in game.roles]
    for role, name in zip(game.roles, names, strict=True):
        score = Score({}, None, None, f"{name} never loses")
        assert claim_of(score, game).role == role


def test_what_was_refused_has_no_walk() -> None:
    """Where a `pick` names no single action, the page would make of it a play that nobody makes."""
    game, library = load_game("tictactoe", {}), open_library()
    strategies, unfit = participants(["first(pick(any, triples), any)", "any"], game, library)
    found = [*scores(strategies, game, Limits()), *unfit]
    made = match_ups(strategies, found, game, Limits())
    played = [score.positions is not None for score in found]
    assert played == [False, False, False, True]
    assert made.walk is None or [one is not None for one in made.walk["matches"]] == played


def test_many_strategies_make_a_small_page() -> None:
    """3 kB for each match-up; what it comes to is of no account here."""
    game, library = load_game("tictactoe", {}), open_library()
    tactics = ["defeat", "defend", "fork", "block_fork", "center",
               "corner", "edge", "opposite_corner", "spoil"]  # fmt: skip
    chance = Random(1)
    names = [f"first({', '.join(chance.sample(tactics, 5))}, any)" for _ in range(28)]
    strategies, _ = participants(names, game, library)
    plays = {"x": 131184, "o": 77904, "tie": 46080}
    pairs = product(strategies, strategies)
    found = [Score({"x": one.text, "o": other.text}, plays, 5478, "") for one, other in pairs]
    made = match_ups(strategies, found, game, Limits())
    assert made.walk is not None and len(made.walk["matches"]) == 784
    page = matches_page("many", made, {})
    assert len(re.findall(r'<a [^>]*href="#match-', page)) == 784
    assert len(page.encode()) < 2_500_000
