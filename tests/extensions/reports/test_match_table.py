"""All match-ups from one table are what each of them is when it is explored alone."""

import csv
import io
import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import oracle
import pytest
from conftest import GDL, Run, examples, tactic, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Undetermined
from tables import contents, tabled

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.extensions.reports import matrix
from ttt_asp.extensions.reports.match_scores import Score, score_alone
from ttt_asp.extensions.reports.match_table import match_table, table_scores
from ttt_asp.extensions.reports.matrix import participants, scores
from ttt_asp.extensions.reports.page.matches import claim_of, match_ups, matches_page
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Strategy

TICTACTOE, LIBRARY = load_game("tictactoe", {}), open_library()
SMALL = load_game("tictactoe", {"rows": "2"})
# One gets stuck, the order of one names no single action, the other order always does.
FOUR = ["any", "fork", "first(pick(any, triples), any)", "first(defeat, pick(any, reading))"]


def read(
    names: Sequence[str], game: Game = TICTACTOE, library: Library = LIBRARY
) -> list[Strategy]:
    strategies, unfit = participants(names, game, library)
    assert not unfit
    return strategies


def each_alone(
    strategies: Sequence[Strategy], limits: Limits, game: Game = TICTACTOE
) -> list[Score]:
    return [score_alone(game, limits, pair) for pair in product(strategies, strategies)]


@cache
def four_alone(max_positions: int | None) -> Sequence[Score]:
    return each_alone(read(FOUR, SMALL), Limits(max_positions=max_positions), SMALL)


def from_a_table(
    names: Sequence[str], game: Game = TICTACTOE, library: Library = LIBRARY
) -> list[Score]:
    """The scores of all match-ups, which come from one table and are those of each alone."""
    strategies = read(names, game, library)
    assert match_table(strategies, game, Limits()) is not None
    found = list(scores(strategies, game, Limits()))
    assert found == each_alone(strategies, Limits(), game)
    return found


# --- random strategies ---------------------------------------------------------------------------

LEAVES = st.sampled_from(["any", "center", "corner", "edge", "defeat", "defend", "fork", "spoil"])
ORDERS = st.sampled_from(["reading", "reading", "center_corner_edge", "triples"])


def _more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.builds(
        "{}({}, {})".format, st.sampled_from(["first", "refine", "either", "both", "except"]),
        inner, inner,
    )  # fmt: skip
    return (
        several | inner.map("opponent({})".format) | st.builds("pick({}, {})".format, inner, ORDERS)
    )


TERMS = st.recursive(LEAVES, _more, max_leaves=4).filter(
    lambda term: "opponent" not in term or "triples" not in term  # which depends on the mover
)
STRATEGIES = TERMS | TERMS.map("first(defeat, {}, any)".format)


@examples(2, hunt=4)
@given(st.lists(STRATEGIES, min_size=4, max_size=4))
def test_random_strategies_score_as_alone_and_by_the_oracle(names: list[str]) -> None:
    """They come to what each match-up comes to alone, and to what plain Python says."""
    for score in from_a_table(names):
        x, o = score.roles.values()
        try:
            seen = oracle.explore(Board(), x, o)
        except Undetermined:
            assert "names no single action" in score.note and score.plays is None
            continue
        stuck = {"stuck": seen.stuck} if seen.stuck else {}
        assert (score.positions, score.plays) == (seen.positions, {**seen.plays, **stuck})
        if score.claim:
            assert oracle.verdict(Board(), x, o, score.claim) == "proved"
        assert bool(score.note) == bool(seen.stuck)


def test_what_there_may_be_is_there() -> None:
    """What the property is about: plays that get stuck, and orders without a first action."""
    found = from_a_table(FOUR, SMALL)
    notes = [score.note for score in found]
    assert "some plays get stuck" in notes and "" in notes
    assert any("names no single action" in note for note in notes)
    assert {score.claim for score in found} == {"", "x never loses", "always tie"}


# --- other games ---------------------------------------------------------------------------------


@tabled()
def test_match_ups_of_other_games_score_as_alone(
    name: str, const: dict[str, str], names: list[str]
) -> None:
    assert len(from_a_table(names, load_game(name, const))) == len(names) ** 2


def test_match_ups_where_others_act_too_score_as_alone(tmp_path: Path, small_games: None) -> None:
    """Who is not on turn has a single move, and positions come after one that asks for it."""
    for name, number in (("least", 1), ("most", 2), ("none", 3)):
        taken = f"take({number})"
        tactic(tmp_path, name, f"suggests({name},P,{taken}) :- legal(P,{taken}).\n")
    game, library = load_game("nim", {}), open_library([tmp_path])
    names = ["any", "most", "least", "first(most, least)", "none", "either(none, least)"]
    found = from_a_table(names, game, library)
    by = {tuple(score.roles.values()): score for score in found}
    assert by["least", "least"].claim == "x always wins by move 7"
    assert by["any", "any"].positions == 2 * 8 - 2  # nobody is left with 7 or 6 but the first two
    assert by["none", "any"].plays == {"x": 0, "o": 0, "tie": 0, "stuck": 1}


def test_more_plays_than_fit_a_word_are_counted(tmp_path: Path) -> None:
    """Both moves lead to the same position: of 70 choices there are 2^70 plays."""
    path = write(tmp_path / "long.lp", contents("extensions/reports/match_table_long.lp"))
    for name in ("left", "right"):
        tactic(tmp_path, name, f"suggests({name},P,{name}) :- role(P).\n")
    names = {"any": 2, "left": 1, "right": 1, "either(left, right)": 2, "except(any, left)": 1}
    for score in from_a_table([*names], load_game(str(path), {}), open_library([tmp_path])):
        first, second = (names[text] for text in score.roles.values())
        assert score.plays == {"x": (first * second) ** 35, "o": 0, "tie": 0}
        assert (score.positions, score.claim) == (71, "x always wins by move 70")


@pytest.mark.parametrize("name", ["round", "together"])
def test_what_is_no_table_is_explored_alone(name: str, tmp_path: Path, small_games: None) -> None:
    """Plays that may go on for ever, and games in which two choose at once."""
    for one in ("go", "stop", "yes"):
        tactic(
            tmp_path, f"only_{one}", f"%*! {one}. *%\nsuggests(only_{one},P,{one}) :- role(P).\n"
        )
    game, library = load_game(name, {}), open_library([tmp_path])
    strategies = read(["any", "only_go", "first(only_stop, only_go)", "only_yes"], game, library)
    assert match_table(strategies, game, Limits()) is None
    found = list(scores(strategies, game, Limits()))
    assert found == each_alone(strategies, Limits(), game)
    notes = " ".join(score.note for score in found)
    assert {"round": "a play can go on for ever", "together": "several roles choose"}[name] in notes


# --- limits, progress, Ctrl-C --------------------------------------------------------------------


def test_limits_are_for_each_match() -> None:
    """Match-ups with too many positions say how far they got, in their places."""
    strategies = read(FOUR, SMALL)
    few = Limits(max_positions=100)
    with ThreadPoolExecutor(2) as executor:
        for by in (None, executor):
            assert list(scores(strategies, SMALL, few, by)) == four_alone(100)
    assert {score.stopped for score in four_alone(100)} == {"", "positions"}
    found = list(scores(strategies, SMALL, Limits(Deadline(0.0))))
    assert found == each_alone(strategies, Limits(Deadline(0.0)), SMALL)
    assert {score.stopped for score in found} == {"time"}
    table = match_table(strategies, SMALL, Limits())
    assert table is not None
    with pytest.raises(Expired):
        table_scores(table, range(1, 4), (), SMALL, Deadline(0.0))


def test_few_match_ups_and_large_tables_are_explored_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    strategies = read(FOUR, SMALL)
    with monkeypatch.context() as patch:
        patch.setattr("ttt_asp.extensions.reports.match_table.match_table", None)  # nobody calls it
        assert len(list(scores(strategies[:3], SMALL, Limits()))) == 9
    with monkeypatch.context() as patch:
        patch.setattr("ttt_asp.extensions.reports.match_table.MOST", 100)
        assert match_table(strategies, SMALL, Limits()) is None
        assert next(scores(strategies, SMALL, Limits())) == four_alone(None)[0]
    # 14 positions, 22 moves, in plays of up to seven: positions are told apart by their number
    bricks = load_game("pick_up_bricks", {"bricks": "7"})
    names = ["any", "three_by_three", "leave_threes", "first(leave_threes, any)"]
    for most, there in ((14 * 7, True), (14 * 7 - 1, False)):
        monkeypatch.setattr("ttt_asp.extensions.reports.match_table.MOST_REPEATED", most)
        assert (match_table(read(names, bricks), bricks, Limits()) is not None) == there


@pytest.mark.parametrize("at_once", [1, 5, 8])
def test_scores_are_the_same_in_blocks_of_any_size(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes through the table together, and wherever: the scores are the same."""
    monkeypatch.setattr(matrix, "_AT_ONCE", at_once)
    strategies = read(FOUR, SMALL)
    with ThreadPoolExecutor(2) as executor:
        for by in (None, executor):
            assert list(scores(strategies, SMALL, Limits(), by)) == four_alone(None)


def test_what_was_played_before_ctrl_c_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played before Ctrl-C stands; how far the work is is told in matches."""
    monkeypatch.setattr(matrix, "_AT_ONCE", 4)
    told: list[ProgressReport] = []

    def tell(reached: ProgressReport) -> None:
        told.append(reached)
        if reached.done == 8 and reached.what == "matches":
            raise KeyboardInterrupt

    found = list[Score]()
    with pytest.raises(KeyboardInterrupt):
        for score in scores(read(FOUR, SMALL), SMALL, Limits(progress=tell)):
            found.append(score)
    assert found == four_alone(None)[:8]
    matches = [one.done for one in told if one.what == "matches"]
    assert matches == sorted(one for one in matches if one is not None)
    assert {one.of for one in told if one.what == "matches"} == {16}
    assert {"grounding", "positions"} <= {one.what for one in told}


def test_without_names_all_that_fit_the_game_play(tmp_path: Path) -> None:
    """A strategy for another board of tic-tac-toe plays there, and crowds nobody out here."""
    usual = {strategy.text for strategy in read([])}
    assert {"careful_o", "good_for_o", "good_for_x", "greedy"} <= usual
    assert "nine_by_pairing" not in usual
    board = load_game("tictactoe", {"rows": "3", "cols": "9", "line": "9"})
    assert "nine_by_pairing" in {strategy.text for strategy in read([], board)}
    wide = "% game tictactoe rows=3 cols=5 line=3\nstrategy(wide, first(defeat, any)).\n"
    write(tmp_path / "wide.lp", wide)
    write(tmp_path / "bite.lp", "% game chomp rows=2 cols=2\nstrategy(bite, any).\n")
    library = open_library([tmp_path])
    assert {strategy.text for strategy in read([], library=library)} == usual
    there = load_game("tictactoe", {"rows": "3", "cols": "5", "line": "3"})
    assert "wide" in {strategy.text for strategy in read([], there, library)}
    chomp = {strategy.text for strategy in read([], load_game("chomp", {}), library)}
    assert chomp == {"mirror_arms", "lag_behind", "bite"}


# --- every strategy against every one -------------------------------------------------------------


NAMES = ["good_for_x", "good_for_o", "edge_mistake", "careful_o"]


def test_numbers_of_a_matrix_are_the_oracles(run: Run) -> None:
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
def test_roles_with_the_names_of_endings_are_told_from_these(
    names: tuple[str, str], tmp_path: Path, run: Run
) -> None:
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


def test_roles_are_called_as_their_file_spells_them(run: Run, tmp_path: Path) -> None:
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
