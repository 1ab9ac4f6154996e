"""Match-ups on small boards: every engine says what the oracle says, and shows a play that does.

Random input (tests/test_every_way.py) draws more; this is here whatever it draws. Between them the
rows have every operator, plays that get stuck, and every way to end.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import clingo
import oracle
import pytest
from conftest import written
from games import problem
from oracle import INITIAL, KNOWN, Board, Strategy
from tables import DATA, constant, contents, tabled, tupled

from ttt_asp import Verdict, prove
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines import bounded as bounded_module
from ttt_asp.engines.bounded import prove as bounded
from ttt_asp.engines.explicit import prove as explicit
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.positions import explore as explore_module
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.moves import Action
from ttt_asp.programs.program import play_program
from ttt_asp.verdict import UNDECIDED, UNEXPLORED

MATCHES = [(Board(*size), x, o) for size, x, o in tupled(constant(__file__, "MATCHES"))]
CLAIMS: list[str] = constant(__file__, "CLAIMS")
# Each claim about some match; and each match with some horizon, once none.
ASKED = [
    (claim, MATCHES[(3 * number + turn) % 10], (None, None, 4, 5)[turn])
    for number, claim in enumerate(CLAIMS)
    for turn in range(4)
]


def problem_of(
    board: Board, x: Strategy, o: Strategy, claim: str = "x never loses", horizon: int | None = None
) -> Problem:
    const = {"rows": str(board.rows), "cols": str(board.cols), "line": str(board.line)}
    asked = Question(claim, {"x": str(x), "o": str(o)}, const=const, horizon=horizon)
    return read(asked, Deadline())


def check(
    found: Verdict, board: Board, x: Strategy, o: Strategy, claim: str, horizon: int | None
) -> None:
    """The verdict is the oracle's, and the play is one that shows it: the shortest, of explicit."""
    where, wanted = (found.engine, str(x), str(o), claim, horizon), oracle.parse_claim(claim)
    assert found.verdict == oracle.verdict(board, x, o, claim, horizon), where
    shows_a_play = found.verdict != ("refuted" if wanted.mode == "can" else "proved")
    assert (found.play is not None) == shows_a_play, where
    if found.play is None:
        return
    moves = [re.findall(r"\d+", move.action) for move in found.play.moves]
    squares = [(int(row), int(column)) for row, column in moves]
    end, number = oracle.check_play(board, x, o, squares), len(squares)
    positions = [INITIAL]
    for square in squares:
        positions.append(oracle.place(positions[-1], positions[-1].mover, square))
    assert [move.role for move in found.play.moves] == ["xo"[n % 2] for n in range(number)]
    write = Notation(problem_of(board, x, o, claim, horizon).game).write
    shown = list(map(write, found.play.positions))
    assert shown == [oracle.show_board(board, position) for position in positions]
    assert found.play.ending == (end if end in ("stuck", "cut") else "ended")
    endings = oracle.explore(board, x, o, horizon).endings
    if found.verdict == "refuted":
        assert wanted.violated(end, number), where
        late = 99 if wanted.limit is None else wanted.limit + 1
        lengths = [min(n, late) for ending, n in endings if wanted.violated(ending, n)]
    else:
        ends = {"incomplete": "stuck", "proved": wanted.outcome, "unknown": "cut"}
        assert end == ends[found.verdict], where
        lengths = [n for ending, n in endings if ending == end]
    assert number == min(lengths) or found.engine == "bounded", where


@pytest.mark.parametrize(
    "asked", ASKED, ids=lambda asked: f"{asked[0]}-{MATCHES.index(asked[1])}-{asked[2]}"
)
def test_verdicts_are_those_of_the_table(
    asked: tuple[str, tuple[Board, str, str], int | None],
) -> None:
    claim, (board, x, o), horizon = asked
    problem = problem_of(board, x, o, claim, horizon)
    for engine in (bounded, explicit):
        check(engine(problem, Limits()), board, x, o, claim, horizon)


@tabled()
def test_verdicts_on_other_boards_are_the_oracles(
    size: tuple[int, int, int], x: str, o: str, claim: str
) -> None:
    problem = problem_of(Board(*size), x, o, claim)
    for engine in (bounded, explicit):
        check(engine(problem, Limits()), Board(*size), x, o, claim, None)


@pytest.mark.parametrize("number", [0, 1, 7])
def test_by_which_move_where_the_search_stops_early(number: int) -> None:
    """A play that decides ends the search; it may not end before that play is known."""
    board, x, o = MATCHES[number]
    assert not oracle.explore(board, x, o).stuck
    for claim in CLAIMS[number % 3 :: 2 if number < 7 else 3]:
        found = explicit(problem_of(board, x, o, claim), Limits(stop_at_first=True))
        check(found, board, x, o, claim, None)


@pytest.mark.parametrize("kept", ["lists", "arrays", "orbits"])
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_positions_and_plays_are_counted_as_by_the_oracle(
    number: int, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, x, o = MATCHES[number]
    monkeypatch.setattr(explore_module, "MANY", 8000 if kept == "lists" else 0)
    monkeypatch.setattr(explore_module, "AT_ONCE", 8)
    found = explicit(problem_of(board, x, o), Limits(symmetry=kept == "orbits", count=True))
    seen = oracle.explore(board, x, o)
    assert found.positions == seen.positions
    assert found.plays == {**seen.plays, **({"stuck": seen.stuck} if seen.stuck else {})}


# --- the bounded engine's answer sets -----------------------------------------------------------


def answer_sets(problem: Problem, horizon: int, shown: str, ask: str = "play") -> list[list[str]]:
    """What each play shows."""
    control = clingo.Control(["0", "-c", f"ask={ask}", "--warn=none"])
    text = play_program(problem, horizon).text
    text = text.replace("#show does/3.", "").replace("#show answer/1.", "")
    control.add("base", [], f"{text} #show. {shown}")
    control.ground()
    found: list[list[str]] = []
    control.solve(on_model=lambda model: found.append([*map(str, model.symbols(shown=True))]))
    return found


ENDS = "#show P : wins(P,S), ended(S). #show stuck : reached(S), stuck(S). "


@pytest.mark.parametrize("number", range(1, 10))
def test_the_answer_sets_are_the_plays(number: int) -> None:
    board, x, o = MATCHES[number]
    seen = oracle.explore(board, x, o)
    ends: Counter[str] = Counter()
    for shown in answer_sets(problem_of(board, x, o), len(board.squares), ENDS):
        assert len(shown) <= 1
        ends[shown[0] if shown else "tie"] += 1
    assert ends == Counter({**seen.plays, "stuck": seen.stuck})
    asked = problem_of(board, x, o)
    assert len(answer_sets(asked, len(board.squares), "", "violated")) == seen.plays["o"]


@pytest.mark.parametrize("number", [2, 4])
def test_their_positions_are_those_of_the_game(number: int) -> None:
    """The plays and positions of the match are known, whoever counts."""
    x, o, plays, positions = KNOWN[number]
    moves, seen, ends = "#show m(S,P,A) : does(P,A,S).", set[frozenset[str]](), Counter[str]()
    for shown in answer_sets(problem_of(Board(), x, o), 9, ENDS + moves):
        made = sorted(atom for atom in shown if atom[0] == "m")
        seen.update(frozenset(move[4:] for move in made[:n]) for n in range(len(made) + 1))
        ends[next((atom for atom in shown if atom in "xo"), "tie")] += 1
    assert (ends["x"], ends["o"], ends["tie"]) == plays and len(seen) == positions


def test_what_is_known_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One play is known then, and no other was looked for, nor whether an order fails."""

    def over(*_: object) -> None:
        raise Expired(Stop("time", "the time limit was reached"))

    monkeypatch.setattr(bounded_module, "refuse_undetermined", over)
    found = bounded(problem_of(Board(), "both(corner, edge)", "any", "x never ties"), Limits())
    assert (found.verdict, found.others) == ("incomplete", UNDECIDED)
    found = bounded(problem_of(Board(), "first(defeat, any)", "any", "o never loses"), Limits())
    assert (found.verdict, found.others) == ("refuted", UNEXPLORED)
    orders = DATA / "strategies" / "pick"
    found = prove("x never wins", o="pick(any, by_rows)", engine="bounded", strategies=[orders])
    assert (found.verdict, found.stopped) == ("unknown", "time")
    found = bounded(problem_of(Board(), "any", "any", "x never loses", 2), Limits())
    assert found.verdict == "unknown"


@pytest.mark.parametrize("engine", [bounded, explicit])
@pytest.mark.parametrize(("horizon", "said"), [(5, UNEXPLORED), (9, "")])
def test_where_others_are_cut_they_may_get_stuck(
    horizon: int, said: str, engine: Callable[[Problem, Limits], Verdict]
) -> None:
    x = "first(defeat, corner, edge, center)"  # always something, but nobody knows
    found = engine(problem_of(Board(), x, "any", "o never loses", horizon), Limits())
    assert (found.verdict, found.others) == ("refuted", said)


# Goals of x and o at the three ends, none of which is a win.
APART = contents("engines/fixed_table_apart.lp")


@tabled()
def test_all_tie_means_every_role(
    ends: tuple[tuple[int, int], ...], always: str, can: str, tmp_path: Path
) -> None:
    goals = " ".join(f"goals({n},{x},{o})." for n, (x, o) in enumerate(ends, 1))
    game = written(tmp_path / "apart.lp", f"{APART}{goals} horizon(1).\n")
    never = "refuted" if can == "proved" else "proved"
    for claim, expected in (("always tie", always), ("can tie", can), ("never tie", never)):
        problem = read(Question(claim, game=game), Deadline())
        for engine in (bounded, explicit):
            assert engine(problem, Limits()).verdict == expected, (claim, engine.__module__)


# --- the explicit engine on small games with known numbers, and as others use it ------------------


@pytest.mark.parametrize("many", [0, explore_module.MANY], ids=["arrays", "integers"])
@tabled()
def test_small_games_end_as_worked_out_by_hand(
    small_games: None,
    game: str,
    claim: str,
    horizon: int | None,
    verdict: str,
    positions: int | None,
    plays: dict[str, int] | None,
    moves: int | None,
    ending: str | None,
    many: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plays whose number no word holds, that go round, or come to a place at several times.

    Who is not on turn in nim moves unasked; the number of its plays is the eighth Fibonacci number.
    """
    monkeypatch.setattr(explore_module, "MANY", many)
    asked = problem(claim, game, horizon)
    found = explicit(asked, Limits())
    assert (found.verdict, found.positions, found.plays) == (verdict, positions, plays)
    assert (found.play and len(found.play.moves)) == moves
    assert (found.play and found.play.ending) == ending
    if found.play is not None:
        *before, last = found.play.positions
        assert len(before) == moves and (ending != "lasso" or last in before)
        assert game != "nim" or [move.role for move in found.play.moves] == ["x", "o"] * 2
    if game in ("nim", "bridge"):  # nothing ends the plays of others
        assert bounded(asked, Limits()).verdict == verdict


def test_time_and_ctrl_c_end_the_explicit_engine() -> None:
    def interrupt(reached: ProgressReport) -> None:
        if reached.moves == 3:
            raise KeyboardInterrupt

    for limits, reason in (
        (Limits(Deadline(0.0)), "the time limit of 0 s was reached"),
        (Limits(progress=interrupt), "interrupted"),
    ):
        found = explicit(problem("x never loses", x="good_for_x"), limits)
        assert (found.verdict, found.positions, found.plays) == ("unknown", None, None)
        assert found.reason.startswith(reason)


def test_successors_of_one_position_are_its_moves() -> None:
    asked = problem("x never loses", o="good_for_o")
    machine = load_machine(asked, Deadline())
    found = explore(asked, machine, Limits())
    assert sum(map(found.form.size, found.layers)) == found.positions == 970

    def after(position: int) -> list[tuple[Action, int]]:
        small = found.small([[position]])
        moves = small.successors(small.layers[0])
        return [(action, small.form.at(some, 0)) for action, _, some in moves]

    first = after(machine.init)
    assert sorted(position for _, position in first) == found.form.unpacked(found.layers[1])
    assert {action.move.role for action, _ in first} == {"x"}
    center = [position for action, position in first if action.move.action == "mark(cell(2,2))"]
    assert len(after(center[0])) == 4  # good_for_o answers in a corner
    assert machine.pack(machine.unpack(center[0])) == center[0]
