"""The explicit engine, held against the oracle, the bounded engine and known numbers."""

from __future__ import annotations

import re
from pathlib import Path

import oracle
import pytest
from conftest import examples, written
from games import problem
from hypothesis import given
from hypothesis import strategies as st
from oracle import KNOWN, Board, Square
from tables import contents, tabled

import ttt_asp
from ttt_asp.deadline import Deadline
from ttt_asp.engines import bounded
from ttt_asp.engines.explicit.engine import HALTED, prove
from ttt_asp.errors import InputError, Unsuited
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.moves import Action
from ttt_asp.progress_report import ProgressReport
from ttt_asp.verdict import UNEXPLORED, Play, Verdict

B3 = Board()


pytestmark = pytest.mark.usefixtures("small_games")


def moves(play: Play) -> list[Square]:
    found = []
    for move in play.moves:
        row, column = re.findall(r"\d+", move.action)
        found.append((int(row), int(column)))
    return found


def ask(claim: str, game: str = "tictactoe", **options: object) -> Verdict:
    return prove(problem(claim, game, **options), Limits())  # type: ignore[arg-type]


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize(("x", "o", "plays", "positions"), KNOWN)
@pytest.mark.parametrize("many", [0, explore_module.MANY], ids=["arrays", "integers"])
def test_positions_and_plays(
    x: str,
    o: str,
    plays: tuple[int, int, int],
    positions: int,
    many: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(explore_module, "MANY", many)
    found = ask("x never loses", x=x, o=o)
    assert found.positions == positions
    assert found.plays == dict(zip(("x", "o", "tie"), plays, strict=True))


@pytest.mark.no_cover
def test_another_board() -> None:
    const = {"rows": 4, "cols": 3, "line": 3}
    found = prove(problem("x never loses", const=const), Limits(count=True))
    assert found.positions == 111_973
    seen = oracle.explore(Board(4, 3, 3), "first(defeat, defend, corner)", "any")
    const = {"rows": 4, "cols": 3, "line": 3}
    found = ask("x never loses", x="first(defeat, defend, corner)", const=const)
    assert found.positions == seen.positions
    assert found.plays == {**seen.plays, "stuck": seen.stuck}


@pytest.mark.no_cover
def test_four_in_a_row_is_never_lost() -> None:
    found = ask("o never loses", o="spoiler", const={"rows": 4, "cols": 4, "line": 4})
    assert found.verdict == "proved"
    assert found.positions == 3_134_887
    assert found.plays is not None
    assert found.plays["x"] == 0


def test_counts_beyond_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for many in (0, 8000):
        monkeypatch.setattr(explore_module, "MANY", many)
        found = ask("x always ties", "braids")
        assert (found.verdict, found.positions) == ("proved", 61)
        assert found.plays == {"x=50": 3**60}


def test_what_decides() -> None:
    found = ask("x never loses", x="good_for_x")
    assert found.decided["x"] == {
        "defeat": 296,
        "defend": 32,
        "fork": 24,
        "center_or_corner △ threaten_non_center": 57,
        "any": 0,
    }
    assert found.decided["o"] == {"any": 137}


# --- against the oracle -------------------------------------------------------------------------

LEAVES = st.sampled_from(sorted(oracle.TACTICS))


def _extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.tuples(
        st.sampled_from(["first", "refine", "either", "both"]),
        st.lists(inner, min_size=2, max_size=3),
    ).map(lambda t: f"{t[0]}({', '.join(t[1])})")
    two = st.tuples(inner, inner).map(lambda t: f"except({t[0]}, {t[1]})")
    return several | two | inner.map(lambda t: f"opponent({t})")


TERMS = st.recursive(LEAVES, _extend, max_leaves=5)
STRATEGIES = TERMS | TERMS.map(lambda term: f"first({term}, any)")
CLAIMS = st.sampled_from(
    [f"{role} {quantifier} {outcome}" for role in "xo" for quantifier in ("never", "always", "can")
     for outcome in ("wins", "loses", "ties")]
    + ["always tie", "never tie", "can tie", "x always wins by move 7", "o always wins by move 6"]
)  # fmt: skip
HORIZONS = st.none() | st.integers(0, 11)


@given(x=STRATEGIES, o=STRATEGIES, claim=CLAIMS, horizon=HORIZONS, arrays=st.booleans())
@examples(10, hunt=40)
def test_as_the_oracle_says(x: str, o: str, claim: str, horizon: int | None, arrays: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explore_module, "MANY", 0 if arrays else 8000)
        found = ask(claim, horizon=horizon, x=x, o=o)
    seen = oracle.explore(B3, x, o, horizon)
    assert found.verdict == oracle.verdict(B3, x, o, claim, horizon)
    if seen.cut:
        assert found.positions is None
        assert found.plays is None
    else:
        assert found.positions == seen.positions
        assert found.plays == {**seen.plays, **({"stuck": seen.stuck} if seen.stuck else {})}
    if found.play is not None:
        _shortest(found, seen, oracle.parse_claim(claim), x, o)


def _shortest(
    found: Verdict, seen: oracle.Exploration, claim: oracle.Claim, x: str, o: str
) -> None:
    assert found.play is not None
    assert len(found.boards) == len(found.play.moves) + 1
    end = oracle.check_play(B3, x, o, moves(found.play))
    if found.verdict == "incomplete":
        assert end == "stuck"
        lengths = [n for outcome, n in seen.endings if outcome == "stuck"]
    elif found.verdict == "proved":
        assert end == claim.outcome
        lengths = [n for outcome, n in seen.endings if outcome == claim.outcome]
    elif found.verdict == "refuted":
        assert claim.violated(end, len(found.play.moves))
        late = 99 if claim.limit is None else claim.limit
        lengths = [min(n, late + 1) for e, n in seen.endings if claim.violated(e, n)]
    else:
        assert end == "cut"
        return
    assert len(found.play.moves) == min(lengths)


# --- other games --------------------------------------------------------------------------------


def test_a_batch_of_exactly_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore_module, "MANY", 0)
    found = ask("x never wins", x="any", o="opponent(either(corner, edge))")  # a layer of 64
    assert found.positions == oracle.explore(B3, "any", "opponent(either(corner, edge))").positions


@pytest.mark.parametrize("claim", ["x never loses", "x always wins", "o can win", "x never ties"])
@pytest.mark.parametrize("game", ["nim", "bridge"])
def test_as_the_bounded_engine_says(game: str, claim: str) -> None:
    asked = problem(claim, game)
    assert prove(asked, Limits()).verdict == bounded.prove(asked, Limits()).verdict


def test_idle_roles_move_unasked() -> None:
    found = ask("x never loses", "nim")
    ways = [1, 1]  # to take a pile of 0 and of 1
    while len(ways) < 8:
        ways.append(ways[-1] + ways[-2])
    assert found.plays is not None
    assert sum(found.plays.values()) == ways[7]
    assert found.play is not None
    assert len(found.play.positions) == len(found.play.moves) + 1
    assert [move.role for move in found.play.moves] == ["x", "o", "x", "o"]


def test_infinite_plays() -> None:
    never, can = ask("x never loses", "round"), ask("x can win", "round")
    assert (never.verdict, can.verdict) == ("proved", "proved")
    assert never.plays is None
    assert never.positions == 8
    always = ask("x always wins", "round")
    assert always.verdict == "refuted"
    assert always.play is not None
    assert always.play.ending == "lasso"
    assert always.play.positions[-1] in always.play.positions[:-1]
    by = ask("x always wins by move 50", "round")
    assert by.verdict == "refuted"


def test_infinite_plays_are_cut_by_a_horizon() -> None:
    for claim in ("x never loses", "x always wins"):
        found = ask(claim, "round", horizon=7)
        assert found.verdict == "unknown"
        assert found.play is not None
        assert (found.play.ending, len(found.play.moves)) == ("cut", 7)
        assert found.positions is None


@pytest.mark.parametrize("many", [0, explore_module.MANY], ids=["arrays", "integers"])
def test_positions_that_recur_after_other_numbers_of_moves(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explore_module, "MANY", many)
    found = ask("x never loses", "ladder")
    assert (found.verdict, found.positions, found.plays) == ("proved", 7, {"x=100": 13})
    assert ask("x always wins by move 6", "ladder").verdict == "proved"
    late = ask("x always wins by move 5", "ladder")
    assert late.verdict == "refuted"
    assert late.play is not None
    assert len(late.play.moves) == 6
    assert late.play.ending == "ended"
    assert ask("x always wins", "ladder", horizon=6).plays == {"x=100": 13}
    assert ask("x always wins", "ladder", horizon=6).positions == 7
    assert ask("x always wins", "ladder", horizon=5).verdict == "unknown"


def test_simultaneous_moves_are_refused() -> None:
    with pytest.raises(Unsuited, match=r"several roles choose at once at \{start\}"):
        ask("x never loses", "together")


def test_a_goal_for_every_role() -> None:
    with pytest.raises(InputError, match=r"ends at \{at\(1\)\}, where not every role"):
        ask("x never loses", "goalless")


# --- limits -------------------------------------------------------------------------------------


def _limited(limits: Limits, claim: str = "x never loses") -> Verdict:
    found = prove(problem(claim, x="good_for_x"), limits)
    assert found.positions is None
    assert found.plays is None
    return found


def test_limits() -> None:
    found = _limited(Limits(max_positions=100))
    assert found.verdict == "unknown"
    assert found.reason.startswith("the limit of 100 positions was reached; so far:")
    found = _limited(Limits(max_memory=20_000))
    assert found.verdict == "unknown"
    assert "MB was reached" in found.reason
    found = _limited(Limits(Deadline(0.0)))
    assert found.verdict == "unknown"
    assert found.reason.startswith("the time limit of 0 s was reached")


@pytest.mark.parametrize("claim", ["o can win", "x never wins", "x always ties"])
def test_a_limit_leaves_open_what_was_not_looked_at(claim: str) -> None:
    assert _limited(Limits(max_positions=100), claim).verdict == "unknown"


def test_the_shortest_play_is_shown_that_is_too_long() -> None:
    found = ask("x always wins by move 3")
    assert (found.verdict, found.unexplored) == ("refuted", "")
    assert found.play is not None
    assert (len(found.play.moves), found.play.ending) == (4, "cut")


def test_a_limit_does_not_hide_what_was_found() -> None:
    asked = problem("x never loses", x="any", o="good_for_o")
    found = prove(asked, Limits(max_positions=600))
    assert (found.verdict, found.play, found.stopped) == ("unknown", None, "positions")
    asked = problem("o can win", x="any", o="good_for_o")
    assert prove(asked, Limits(max_positions=700)).verdict == "proved"
    asked = problem("o never wins", o="first(defend, center)")
    assert prove(asked, Limits(max_positions=30)).verdict == "incomplete"


@pytest.mark.parametrize("claim", ["o never loses", "x always loses", "o always wins by move 2"])
def test_a_finished_play_that_breaks_the_claim_refutes_it(claim: str) -> None:
    found = prove(problem(claim, x="first(defeat, any)"), Limits(max_positions=2500))
    assert (found.verdict, found.stopped, found.positions) == ("refuted", "positions", None)
    assert found.play is not None
    assert found.unexplored == "not everything was explored: other plays may get stuck"
    assert found.as_json()["warnings"][-1] == found.unexplored
    found = prove(problem(claim, x="first(defeat, any)"), Limits())
    assert (found.verdict, found.unexplored) == ("refuted", "")


LARGER = {"rows": 4, "cols": 4, "line": 3}


def test_larger_games_stop_at_the_first_play_if_none_gets_stuck() -> None:
    asked = problem("x never loses", x="first(refine(any, fork), center)", const=LARGER)
    found = prove(asked, Limits())
    assert (found.verdict, found.positions, found.unexplored) == ("refuted", None, "")
    assert found.notes == (HALTED,)
    found = prove(problem("x can lose", x="edge", const=LARGER), Limits())
    assert (found.verdict, found.positions) == ("proved", None)
    # after corners some other strategy recommends nothing
    asked = problem("x never loses", x="edge", const=LARGER)
    assert prove(asked, Limits()).verdict == "incomplete"  # though o wins sooner in other plays
    asked = problem("o never loses", x="first(defeat, corner)", const=LARGER)
    assert prove(asked, Limits(max_positions=20_000)).verdict == "incomplete"


def test_counts_that_were_asked_for() -> None:
    asked = problem("o never loses", const={"rows": 4, "cols": 3, "line": 3})
    assert prove(asked, Limits(count=False)).positions == 111_973


def test_interrupted() -> None:
    def interrupt(reached: ProgressReport) -> None:
        if reached.moves == 3:
            raise KeyboardInterrupt

    found = _limited(Limits(progress=interrupt))
    assert (found.verdict, found.reason[:11]) == ("unknown", "interrupted")


def test_stop_at_first() -> None:
    found = prove(problem("o never loses"), Limits(stop_at_first=True))
    assert (found.verdict, found.positions, found.plays) == ("refuted", None, None)
    assert found.play is not None
    assert len(found.play.moves) == 5


def test_no_counts() -> None:
    found = prove(problem("x never loses", x="good_for_x"), Limits(count=False))
    assert (found.verdict, found.positions, found.plays) == ("proved", 848, None)


# --- the exploration as others use it -----------------------------------------------------------


def test_successors_of_one_position() -> None:
    asked = problem("x never loses", o="good_for_o")
    machine = load_machine(asked, Deadline())
    found = explore(asked, machine, Limits())
    assert sum(map(len, found.layers)) == found.positions == 970

    def after(position: int) -> list[tuple[Action, int]]:
        small = found.small([[position]])
        return [(action, some[0]) for action, _, some in small.successors([position])]

    first = after(machine.init)
    assert sorted(position for _, position in first) == found.layers[1]
    assert {action.move.role for action, _ in first} == {"x"}
    center = [position for action, position in first if action.move.action == "mark(cell(2,2))"]
    assert len(after(center[0])) == 4  # good_for_o answers in a corner
    assert machine.pack(machine.unpack(center[0])) == center[0]


# 29 fluents. x may go left, and lose at once, or right, to where nobody can move.
DEAD_END = contents("engines/explicit_dead_end.lp")


@pytest.mark.parametrize("engine", ["explicit", "bounded", "auto"])
@pytest.mark.parametrize("over", [True, False])
def test_where_nobody_can_move_is_not_forgotten(engine: str, over: bool, tmp_path: Path) -> None:
    """A search that stopped at a first play says that others may get stuck, if any may."""
    rules = DEAD_END.replace("END", "3").replace("OVER", "1 = 1" if over else "1 = 0")
    game = written(tmp_path / "dead_end.lp", rules)
    everything = ttt_asp.prove("x never loses", game=game, engine=engine, count=True)
    assert everything.verdict == ("refuted" if over else "incomplete")
    assert not everything.unexplored
    first = ttt_asp.prove("x never loses", game=game, engine=engine)
    if engine == "bounded":  # it asks for plays that get stuck first
        assert first.verdict == everything.verdict
    else:
        assert (first.verdict, first.unexplored) == ("refuted", UNEXPLORED)
    assert ttt_asp.prove("o can win", game=game, engine=engine).verdict == "proved"


@tabled()
def test_in_games_of_marking_squares_somebody_can_move(const: dict[str, int]) -> None:
    """By the vocabulary's rules, whatever the constants; so nothing is to be said of it."""
    found = prove(problem("x never loses", const=const), Limits())
    assert (found.verdict, found.unexplored, found.notes) == ("refuted", "", (HALTED,))
    assert load_game("tictactoe", {name: str(value) for name, value in const.items()}).only_marks
    assert not load_game("chomp", {}).only_marks
