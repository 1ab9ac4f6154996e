"""All match-ups from one table are what each of them is when it is explored alone."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path

import oracle
import pytest
from conftest import examples, tactic, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Undetermined
from tables import contents, tabled

from ttt_asp.deadline import Deadline, Expired
from ttt_asp.extensions.reports import matrix
from ttt_asp.extensions.reports.match_scores import Score, score_alone
from ttt_asp.extensions.reports.match_table import match_table, table_scores
from ttt_asp.extensions.reports.matrix import participants, scores
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.progress_report import ProgressReport
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
def test_random_strategies(names: list[str]) -> None:
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
def test_other_games(name: str, const: dict[str, str], names: list[str]) -> None:
    assert len(from_a_table(names, load_game(name, const))) == len(names) ** 2


def test_others_act_too(tmp_path: Path, small_games: None) -> None:
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


def test_more_plays_than_fit_a_word(tmp_path: Path) -> None:
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
def test_blocks(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes through the table together, and wherever: the scores are the same."""
    monkeypatch.setattr(matrix, "_AT_ONCE", at_once)
    strategies = read(FOUR, SMALL)
    with ThreadPoolExecutor(2) as executor:
        for by in (None, executor):
            assert list(scores(strategies, SMALL, Limits(), by)) == four_alone(None)


def test_progress_and_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
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
