"""The choice of an engine, and what becomes of two engines that disagree."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import HANGS, tactic, written
from games import problem
from tables import contents, tabled

from ttt_asp import prove
from ttt_asp.claims.problem import Problem
from ttt_asp.cli.execution import execute
from ttt_asp.deadline import Deadline, machine_memory, resident
from ttt_asp.engines import auto, bounded, explicit
from ttt_asp.engines.answer import told
from ttt_asp.engines.explicit import prove as explicit_prove
from ttt_asp.errors import InputError, InternalError
from ttt_asp.extensions.exploring.advice import advise
from ttt_asp.extensions.exploring.blunder import find_blunder
from ttt_asp.limits import Limits
from ttt_asp.verdict import UNDECIDED, UNEXPLORED, Move, Play, Verdict

pytestmark = pytest.mark.usefixtures("small_games")


def test_time_is_up_for_both() -> None:
    found = auto.prove(problem("x never loses"), Limits(Deadline(0.0)))
    assert found.verdict == "unknown"


def _let_say(
    monkeypatch: pytest.MonkeyPatch, bounded_says: dict[str, Any], explicit_says: dict[str, Any]
) -> None:
    """Let the engines say something else than they found, or the bounded one the same."""

    class Saying(explicit.Search):
        def verdict(self, limits: Limits) -> Verdict:
            found = replace(super().verdict(limits), **explicit_says)
            self.whole = self.whole and not found.stopped
            return found

    def say(asked: Problem, limits: Limits) -> Verdict:
        return replace(explicit_prove(asked, limits), **{"engine": "bounded", **bounded_says})

    monkeypatch.setattr(auto, "Search", Saying)
    monkeypatch.setattr(bounded, "prove", say)


def test_engines_that_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _let_say(monkeypatch, {}, {"verdict": "refuted", "reason": "so it says"})
    assert execute(["prove", "x never loses", "--x", "good_for_x"]) == 70
    message, hint = capsys.readouterr().err.splitlines()[:2]
    assert "engine bounded says proved, engine explicit says refuted" in message
    assert "add the question" in hint


def _saying(monkeypatch: pytest.MonkeyPatch, **said: dict[str, str]) -> Verdict:
    """What becomes of what the engines are made to say."""
    _let_say(monkeypatch, said["bounded"], said["explicit"])
    return auto.prove(problem("o never loses", o="good_for_o"), Limits())


UNSEEN = {"others": UNEXPLORED}


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [(UNSEEN, UNSEEN, UNEXPLORED), (UNSEEN, {}, ""), ({}, UNSEEN, ""), ({}, {}, "")],
)
def test_what_one_engine_explored_is_explored(
    first: dict[str, str], second: dict[str, str], left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _saying(monkeypatch, bounded=first, explicit=second)
    assert (found.verdict, found.others) == ("refuted", left)


@pytest.mark.parametrize("one", ["bounded", "explicit"])
def test_who_looks_further_is_believed(one: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A play gets stuck, and another one breaks the claim, which comes before."""
    other = {"bounded": "explicit", "explicit": "bounded"}[one]
    stuck = {"verdict": "incomplete"}
    found = _saying(monkeypatch, **{one: {**stuck, "others": UNDECIDED}, other: {}})
    assert (found.verdict, found.engine) == ("refuted", other)
    assert found.notes[-1].startswith(f"engine {one} found a play that gets stuck, and")
    with pytest.raises(InternalError):  # but not where nothing was left out
        _saying(monkeypatch, **{one: stuck, other: UNSEEN})


ACROSS = """%*! The corner that is opposite to one of the opponent's. *%
suggests(across,P,mark(C)) :- opponent(P,Q), marked(Q,D), opposite(C,D), free(C).
"""


def test_where_induction_sees_a_stuck_play_others_look_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """o gets stuck in the first round where x takes no corner; where x does, o loses the next."""
    monkeypatch.setattr(auto, "MOVES", 1)  # in two moves o gets stuck, and does not lose
    tactic(tmp_path, "across", ACROSS)
    asked: dict[str, Any] = {"o": "across", "strategies": [tmp_path], "find_lemmas": False}
    asked["const"] = {"rows": 4, "cols": 4, "line": 2}
    sooner = prove("o never loses", engine="induction", **asked)
    assert (sooner.verdict, sooner.others) == ("incomplete", UNDECIDED)
    found = prove("o never loses", **asked)
    assert (found.verdict, found.engine) == ("refuted", "explicit")
    found = prove("o never loses", **asked, max_positions=1)
    assert (found.verdict, found.engine, found.others) == ("incomplete", "bounded", UNDECIDED)


def test_after_ctrl_c_there_is_no_second_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = {"verdict": "unknown", "stopped": "interrupted", "reason": "interrupted"}
    found = _saying(monkeypatch, explicit=stopped, bounded={"engine": "never asked"})
    assert (found.verdict, found.engine) == ("unknown", "explicit")
    assert found.notes[-1] == "not cross-checked"


def test_an_answer_stands_where_the_second_engine_comes_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = {"verdict": "unknown", "stopped": "interrupted", "reason": "interrupted"}
    found = _saying(monkeypatch, explicit={}, bounded=stopped)
    assert (found.verdict, found.engine, found.stopped) == ("refuted", "explicit", "")
    assert found.notes[-1] == "not cross-checked: engine bounded is unknown, interrupted"


# a token that steps round three squares for ever, unless somebody stops
CIRCLE = contents("engines/auto_circle.lp")


def test_memory_has_a_limit(tmp_path: Path) -> None:
    game = written(tmp_path / "circle.lp", CIRCLE)
    found = prove("a never ties", game=game, engine="bounded", max_memory=20_000_000)
    assert (found.verdict, found.stopped, found.play) == ("unknown", "memory", None)
    assert found.reason.startswith("the limit of 20 MB was reached; so far: no play of up to")
    assert Deadline().memory is None and machine_memory() > resident() > 0


# A process of its own: the most memory that this one ever had is much.
WITHOUT_PROC = contents("engines/auto_without_proc.txt")


def test_memory_is_limited_where_there_is_no_proc(tmp_path: Path) -> None:
    game = tmp_path / "circle.lp"
    game.write_text(CIRCLE)
    # by a shell: of what this process had, Linux tells one that it starts itself
    shell = ["sh", "-c", '"$@"; exit $?', "sh"]
    line = [*shell, sys.executable, "-c", WITHOUT_PROC, str(game)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=HANGS)
    assert done.stderr == ""
    assert done.stdout == "unknown memory the limit of 20 MB was reached\n"


def test_where_positions_are_too_many_a_short_play_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(auto, "MOVES", 5)  # it takes less time than plays of nine moves
    board, few = {"rows": 3, "cols": 4, "line": 3}, Limits(max_positions=100)
    found = auto.prove(problem("o never loses", const=board), few)
    assert (found.verdict, found.engine) == ("refuted", "bounded")
    assert found.play is not None and len(found.play.moves) == 5
    # nothing is proved by looking at short plays only: o has four marks after eight moves
    long = auto.prove(problem("x never loses", const=board | {"line": 4}), few)
    assert (long.verdict, long.engine, long.stopped) == ("unknown", "explicit", "positions")


@tabled()
@pytest.mark.parametrize("counted", [True, None])
def test_a_search_that_goes_on_ends_as_one_that_did_not_stop(
    claim: str, asked: dict[str, Any], counted: bool | None, tmp_path: Path
) -> None:
    if "game" in asked:
        asked = {"game": written(tmp_path / asked["game"], CIRCLE)}
    whole = explicit_prove(problem(claim, **asked), Limits(count=counted))
    search, stops = explicit.Search(problem(claim, **asked)), 0
    for most in (1, 2, 100, 5000, 20_000, None):
        for foresees in (True, False):  # what comes next keeps one waiting, but not for ever
            found = search.verdict(Limits(count=counted, max_positions=most, foresees=foresees))
            stops += search.waits
    assert stops > 1
    assert not search.waits
    assert replace(found, seconds=whole.seconds) == whole


def test_positions_that_are_expected_count_before_they_are_made() -> None:
    """After moves of x to 9 and of o to 72 positions those of x lead to nine times as many."""
    search = explicit.Search(problem("x never ties"))
    found = search.verdict(Limits(max_positions=500, foresees=True))
    assert (found.stopped, search.layers) == ("positions", 2)  # 1, 9; and 72 wait
    search.verdict(Limits(max_positions=500))
    assert search.layers == 4  # 72 and 252


def test_what_was_only_foreseen_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays of five moves come to 2,350 positions; a sixth one is expected, and never made."""
    _in_short_turns(monkeypatch)
    asked = replace(problem("x never ties"), horizon=5)
    found = auto.prove(asked, Limits(count=True, max_positions=2350))
    assert found.reason == "this play is not over after 5 moves"
    fewer = auto.prove(asked, Limits(count=True, max_positions=2349))
    assert fewer.reason.startswith("the limit of 2,349 positions was reached")


@tabled()
def test_plays_are_looked_for_on_from_a_limit(claim: str, asked: dict[str, Any]) -> None:
    """A program is ground once; then a play that decides is as short as the explicit engine's."""
    whole = bounded.prove(problem(claim, **asked), Limits())
    search, verdicts = bounded.PlaySearch(problem(claim, **asked)), []
    for conflicts in (1, 2, 10, None):
        verdicts.append(search.verdict(Limits(conflicts=conflicts)))
    found = verdicts[-1]
    assert {v.verdict for v in verdicts} <= {"unknown", whole.verdict}
    assert (found.verdict, found.reason, len(search.runs)) == (whole.verdict, whole.reason, 1)
    short = search.shorter(found, 100_000)
    shortest = explicit_prove(problem(claim, **asked), Limits()).play
    assert (short.verdict, short.reason) == (whole.verdict, whole.reason)
    assert (short.play is None) == (shortest is None)
    if short.play is not None and shortest is not None:
        assert len(short.play.moves) == len(shortest.moves)
        assert short.play.ending == shortest.ending


def test_a_search_that_was_left_behind_does_not_go_on() -> None:
    """It may still run in its thread."""
    asked = problem("x never loses", x="good_for_x")
    search = bounded.PlaySearch(asked)
    assert search.verdict(Limits(Deadline(0.0))).stopped == "time"
    assert search.horizon is None
    assert search.verdict(Limits()).verdict == "proved"


@pytest.mark.parametrize("engine", ["auto", "bounded", "explicit"])
def test_plays_may_be_cut_before_their_first_move(engine: str) -> None:
    found = prove("x never loses", horizon=0, engine=engine)
    assert (found.verdict, found.reason) == ("unknown", "this play is not over after 0 moves")
    assert found.play is not None
    assert not found.play.moves


def _in_short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small games have turns, in which each engine comes to little."""
    ones = {"POSITIONS": 1, "MORE_POSITIONS": 2, "MOVES": 1, "MORE_MOVES": 2}
    for name, number in ones.items():
        monkeypatch.setattr(auto, name, number)
    monkeypatch.setattr(explicit, "SMALL", 0)


def test_engines_that_disagree_where_plays_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Induction has decided before, and does not end the search for all plays."""

    class Saying(explicit.Search):
        def verdict(self, limits: Limits) -> Verdict:
            found = super().verdict(limits)
            return found if self.waits else replace(found, verdict="refuted")

    _in_short_turns(monkeypatch)
    asked = ["prove", "never tie", "-g", "hex", "-c", "rows=2", "-c", "cols=2", "--count"]
    assert execute(asked) == 0
    monkeypatch.setattr(auto, "Search", Saying)
    assert execute(asked) == 70
    says = "engine induction says proved, engine explicit says refuted"
    assert says in capsys.readouterr().err


# x wins at once, or goes where o has to pick, two moves later, between places of the same rank
LATE_PICK = contents("engines/auto_late_pick.lp")
SAME = "%*! All alike. *%\norder(same,go(M),1) :- node(M).\n"


@pytest.mark.parametrize("claim", ["x can win", "x never wins"])
def test_a_short_play_does_not_hide_a_pick_that_fails(
    claim: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _in_short_turns(monkeypatch)
    written(tmp_path / "orders" / "same.lp", SAME)
    game = written(tmp_path / "late.lp", LATE_PICK)
    asked: dict[str, Any] = {"game": game, "strategies": [tmp_path], "o": "pick(any, same)"}
    for engine in ("explicit", "bounded", "auto"):
        with pytest.raises(InputError, match="names no single action for o"):
            prove(claim, engine=engine, **asked)
    # where a limit ends the search, a play counts as in the explicit engine's answer
    limited = prove(claim, max_positions=1, **asked)
    assert limited.verdict == ("unknown" if claim == "x can win" else "refuted")


@pytest.mark.parametrize(("o", "verdict"), [("newell_simon", "proved"), ("defeat", "incomplete")])
def test_plays_are_counted_where_that_was_asked_for(
    o: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _in_short_turns(monkeypatch)
    asked: dict[str, Any] = {"o": o, "const": {"rows": 2, "cols": 3, "line": 3}}
    alone = prove("o never loses", engine="explicit", count=True, **asked)
    found = prove("o never loses", count=True, **asked)
    assert (found.verdict, found.notes[-1]) == (verdict, "cross-checked: engine explicit agrees")
    assert (found.positions, found.plays) == (alone.positions, alone.plays)
    assert found.plays
    # what induction proves still stands where there is a limit
    limited = prove("o never loses", count=True, max_positions=1, **asked)
    assert (limited.verdict, limited.engine) == (verdict, "induction")


def test_what_comes_too_late_has_nothing_to_keep() -> None:
    """The third move was the last one at which x could win in time; the start comes again later."""
    asked = problem("x always wins by move 3", game="round")
    turns = ["x", "o"] * 5
    positions = [frozenset({f"at({n % 3})", f"turn({role})"}) for n, role in enumerate(turns[:9])]
    moves = [*(Move(role, "go") for role in turns[:8]), Move("x", "stop")]
    play = Play(tuple(moves), (*positions, frozenset({"at(3)", "turn(o)"})), "ended")
    blunder = find_blunder(asked, play, Limits())
    assert (blunder.move, blunder.keeping) == (3, ("stop",))


@tabled()
def test_one_grounding_says_what_one_for_each_position_says(x: str, o: str, claim: str) -> None:
    found = prove(claim, x=x, o=o, engine="explicit")
    assert found.play is not None
    asked = problem(claim, x=x, o=o)
    play = told(asked, found.play, Deadline())
    assert found.play == play  # annotated by the gates that there are, where it refutes
    for move, position, decided in zip(play.moves, play.positions, play.deciders, strict=False):
        strategy = asked.strategies[move.role]
        said = advise(asked.game, move.role, strategy, position, Deadline()).decided or ""
        assert decided == (said if strategy.composition.operator != "any" else "")
