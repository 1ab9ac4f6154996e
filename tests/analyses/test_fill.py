"""Fillings of holes, against brute force: every filling is tried, in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import clingo
import oracle_fill as of
import oracle_tactics as ot
import pytest
from conftest import HANGS, tactic, written
from oracle_walks import Walk, random_walk
from tables import constant, tabled

from ttt_asp import prove
from ttt_asp.analyses.fill import fill as searches
from ttt_asp.analyses.fill import search
from ttt_asp.analyses.fill.fill import fill
from ttt_asp.analyses.fill.result import Fillings, SearchGoal
from ttt_asp.analyses.fill.task import Task, read_task
from ttt_asp.claims.question import Question
from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.errors import InternalError
from ttt_asp.limits import Limits
from ttt_asp.programs.assembly import Program
from ttt_asp.programs.program import fill_program

# So many fillings the engines may try one by one, and so many the oracle, in a random case.
FEW, MANY = 12, 40
Filling = tuple[of.Term, ...]


@dataclass(frozen=True)
class Asked:
    """A claim about strategies, in a game that the oracle knows too."""

    claim: str
    roles: Mapping[str, str]
    world: of.World
    game: str = "tictactoe"
    const: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    position: str | None = None

    def question(self) -> Question:
        return Question(
            self.claim, self.roles, game=self.game, const=self.const, folders=self.folders,
            position=self.position,
        )  # fmt: skip


@dataclass(frozen=True)
class Case:
    """What is asked of `fill` and of the oracle."""

    asked: Sequence[Asked]
    names: Sequence[str]
    lines: int = 2
    pairs: Sequence[str] = ()
    by_lines: bool = False

    def task(self) -> Task:
        questions = [one.question() for one in self.asked]
        return read_task(questions, self.names, self.pairs, self.lines, self.by_lines, Deadline())

    def texts(self) -> list[str]:
        """The strategies with holes, each once."""
        texts = [text for one in self.asked for text in one.roles.values()]
        return [text for text in dict.fromkeys(texts) if of.holes(of.parse(text))]

    def fillings(self) -> list[tuple[Filling, int]]:
        """All of them, whether they keep the claims or not."""
        return [*self.each()]

    def each(self) -> Iterator[tuple[Filling, int]]:
        terms = [of.parse(text) for text in self.texts()]
        pool = of.pool(self.names, self.pairs, self.by_lines)
        return of.fillings(terms, pool, self.lines)

    def kept(self) -> dict[Filling, int]:
        """What each filling costs that keeps all claims, by trying them all."""
        return {done: cost for done, cost in self.fillings() if self.keeps(done)}

    def keeps(self, done: Filling) -> bool:
        filled = dict(zip(self.texts(), done, strict=True))
        return all(
            of.keeps(
                one.world,
                {role: filled.get(text) or of.parse(text) for role, text in one.roles.items()},
                one.claim,
            )
            for one in self.asked
        )


def agrees(case: Case, wanted: SearchGoal, kept: Mapping[Filling, int]) -> Fillings:
    """Let `fill` answer, and hold it to the fillings that keep the claims."""
    texts = case.texts()
    shown = {tuple(map(of.show, done)): cost for done, cost in kept.items()}
    best = min(shown.values(), default=0)
    if wanted.shortest:
        shown = {done: cost for done, cost in shown.items() if cost == best}
    found = fill(case.task(), wanted, Limits())
    told = f"{[(one.claim, one.roles) for one in case.asked]}: {found}"
    assert found.answer == ("filled" if shown else "none"), told
    answers = [tuple(one.terms[text] for text in texts) for one in found.strategies]
    assert len({*answers}) == len(answers) == min(len(shown), wanted.limit), told
    assert {*answers} <= {*shown}, told
    assert [one.cost for one in found.strategies] == sorted(shown[a] for a in answers), told
    assert found.shortest == (wanted.shortest and bool(shown)), told
    assert found.cost == (best if shown and wanted.shortest else found.cost), told
    hopeless = not shown and found.number is None
    assert found.number == (len(shown) if wanted.every else None) or hopeless, told
    for one in found.strategies:
        assert [v.verdict for v in one.verdicts] == ["proved"] * len(case.asked), told
    return found


EVERY, BEST, FIRST = (
    SearchGoal(every=True, limit=2),
    SearchGoal(True, True, 2),
    SearchGoal(shortest=True),
)


@pytest.fixture
def by_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were too many positions to look at all of them first."""
    monkeypatch.setattr(searches, "choices_everywhere", lambda task, limits: None)


@pytest.fixture(params=[True, False])
def everywhere(request: pytest.FixtureRequest) -> bool:
    """Whether all positions are looked at first."""
    if not request.param:
        request.getfixturevalue("by_candidates")
    return bool(request.param)


def grid(claim: str, board: Sequence[int], roles: Mapping[str, str], misere: bool = False) -> Asked:
    """A claim about tic-tac-toe: rows, columns, and how many in a row."""
    const = dict(zip(("rows", "cols", "line"), map(str, board), strict=True))
    const |= {"misere": "1"} if misere else {}
    return Asked(claim, roles, of.tictactoe(ot.Board(*board), misere), const=const)


def on_walk(
    folder: Path, moved: Walk, claim: str, roles: Mapping[str, str], **of_case: Any
) -> Case:
    """A claim about a game that is a graph, in files."""
    game = written(folder / "walk.lp", moved.game())
    for name in TACTICS:
        tactic(folder, name, moved.tactic(name))
    asked = Asked(claim, roles, of.walk(moved), game, {}, (folder,))
    return Case([asked], **{"names": TACTICS, **of_case})


# --- tic-tac-toe --------------------------------------------------------------------------------

POOL = ["center", "corner", "defend", "fork"]
GRIDS = {
    name: Case([grid(*claim) for claim in claims], **{"names": POOL, **rest})
    for name, (claims, rest) in constant(__file__, "GRIDS").items()
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GRIDS)
def test_tictactoe(name: str) -> None:
    case = GRIDS[name]
    kept = case.kept()
    assert 0 < len(kept) < len(case.fillings())
    agrees(case, BEST, kept)
    if name not in ("x", "o"):  # the larger boards take long
        agrees(case, EVERY, kept)


@pytest.mark.slow
@pytest.mark.usefixtures("by_candidates")
@pytest.mark.parametrize("name", ["one claim", "two boards"])
def test_tictactoe_by_candidates(name: str) -> None:
    case = GRIDS[name]
    found = agrees(case, BEST, case.kept())
    assert found.counterexamples > 0


@tabled()
def test_lines_that_repeat_are_not_counted(text: str, pairs: tuple[str, ...], number: int) -> None:
    # whatever x does here, o can win, unless x gets stuck
    case = Case([grid("o can win", (1, 4, 2), {"x": text})], ["defend", "corner"], pairs=pairs)
    if number:
        assert agrees(case, EVERY, case.kept()).number == number
    else:
        assert not case.kept()
        agrees(case, EVERY, {})


# --- games that are graphs, and tactics that are tables -----------------------------------------

TACTICS = ["t0", "t1", "t2", "t3"]
SHAPES: list[str] = constant(__file__, "SHAPES")
CLAIMS = [
    *(f"{role} {claim}" for role in "xo" for claim in (
        "never loses", "never wins", "never ties", "always wins", "always loses", "always ties",
        "can win", "can lose", "can tie", "always wins by move 3", "always wins by move 5",
    )), "always tie", "never tie", "can tie",
]  # fmt: skip
PAIRS: list[tuple[str, ...]] = [(), ("refine",), ("either",), ("refine", "either")]


def random_case(
    chance: random.Random,
    shape: str,
    way: str,
    folder: Path,
    most: int = MANY,
    claims: Sequence[str] = CLAIMS,
) -> Case:
    """A case that some fillings keep, and some do not."""
    while True:
        moved = random_walk(chance, chance.randint(4, 11), way, TACTICS)
        world, game = of.walk(moved), folder / "walk.lp"
        asked = []
        for _ in range(chance.choice((1, 1, 2))):
            roles = {chance.choice("xo"): shape}
            (rest,) = {"x", "o"} - {*roles}
            other = chance.choice(("", "", shape, "first(t1, any)", "t2", "first(?a, any)"))
            roles |= {rest: other} if other else {}
            asked.append(Asked(chance.choice(claims), roles, world, str(game), {}, (folder,)))
        names = chance.sample([*TACTICS, "any"], chance.randint(2, 4))
        lines, pairs = chance.randint(1, 2), chance.choice(PAIRS)
        case = Case(asked, names, lines, pairs, chance.random() < 0.2)
        number = len([*islice(case.each(), most + 1)])
        if number <= most and 0 < len(case.kept()) < number:
            written(game, moved.game())
            for name in TACTICS:
                tactic(folder, name, moved.tactic(name))
            return case


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_walks(number: int, tmp_path: Path) -> None:
    way = ("layered", "forward")[number % 2]
    case = random_case(random.Random(number), SHAPES[number], way, tmp_path)
    agrees(case, (EVERY, BEST, FIRST)[number % 3], case.kept())


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_walks_by_candidates(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way = ("round", "forward")[number % 2]
    case = random_case(random.Random(number + 50), SHAPES[number], way, tmp_path, FEW)
    if way == "forward":  # what goes round has no other way
        monkeypatch.setattr(searches, "choices_everywhere", lambda task, limits: None)
    agrees(case, (EVERY, BEST, FIRST)[number % 3], case.kept())


# x and o by turns: t0 leads to an end after 3 moves, t1 after 4, and t3 to where the other one is
# asked. Every position comes after one number of moves.
BY_TURNS = {0: [1, 2, 3], 1: [4], 2: [5], 3: [8, 9], 4: [6], 5: [10], 8: [11], 9: [11], 10: [7]}


def by_turns(claim: str, folder: Path, roles: Mapping[str, str]) -> Case:
    """A claim about who moves first, x or o, on BY_TURNS, where that role wins everywhere."""
    first = claim[0]
    owners = ["xo"[(claim[0] == "o") ^ (node in (1, 2, 3, 6, 10, 11))] for node in range(12)]
    ends = dict.fromkeys((6, 7, 11), (100, 0) if first == "x" else (0, 100))
    leads = {"t0": 1, "t1": 2, "t3": 3}
    tactics = {name: {(0, r): frozenset({to}) for r in "xo"} for name, to in leads.items()}
    moved = Walk(owners, BY_TURNS, ends, {**tactics, "t2": {}})
    return on_walk(folder, moved, claim, roles, names=[*leads])


@pytest.mark.parametrize("role", "xo")
@pytest.mark.parametrize(("moves", "number"), [(2, 0), (3, 2), (4, 3), (5, 3)])
def test_by_which_move(
    moves: int, number: int, role: str, everywhere: bool, tmp_path: Path
) -> None:
    case = by_turns(f"{role} always wins by move {moves}", tmp_path, {role: "?"})
    kept = case.kept()
    assert len(kept) == number
    agrees(case, EVERY, kept)


@pytest.mark.parametrize("claim", ["o never loses", "o always wins", "o can win"])
def test_a_given_opponent_that_gets_stuck(claim: str, everywhere: bool, tmp_path: Path) -> None:
    """Where x has a choice, after t3, t2 recommends nothing: no claim of all plays is kept."""
    case = by_turns(claim, tmp_path, {"o": "?", "x": "t2"})
    kept = case.kept()
    assert {*kept} == {("t0",), ("t1",)}
    agrees(case, EVERY, kept)


def test_from_a_position_on(everywhere: bool) -> None:
    """Plays begin where it is said; what refutes a candidate there is taken up from there."""
    board, start = ot.Board(3, 3, 3), "x../.o./..x"
    world = of.tictactoe(board)
    world = replace(world, start=ot.parse_board(start, "o"))
    asked = Asked("o never loses", {"o": "first(defeat, defend, ?, any)"}, world, position=start)
    case = Case([asked], ["corner", "edge", "fork", "center"])
    kept = case.kept()
    assert {*kept} == {(of.parse("first(defeat, defend, edge, any)"),)}
    found = agrees(case, EVERY, kept)
    assert (found.counterexamples > 0) == (not everywhere)


def test_what_the_other_player_may_let_happen(everywhere: bool, tmp_path: Path) -> None:
    """After t0 o may lose, or win: so x can win, by a play of which the rest is not x's choice."""
    tactics = {f"t{n}": {(0, "x"): frozenset(to)} for n, to in enumerate(([1], [2], [], [1, 2]))}
    ends = {2: (0, 100), 3: (100, 0), 4: (0, 100)}
    moved = Walk("xoxxx", {0: [1, 2], 1: [3, 4]}, ends, tactics)
    case = on_walk(tmp_path, moved, "x can win", {"x": "?"})
    kept = case.kept()
    assert {*kept} == {("t0",), ("t3",)}
    agrees(case, EVERY, kept)


@pytest.mark.usefixtures("by_candidates")
def test_a_play_that_is_too_long_is_broken_by_all_its_choices(tmp_path: Path) -> None:
    """In this walk the last choice alone may be right in shorter plays."""
    claims = [f"{role} always wins by move {moves}" for role in "xo" for moves in (2, 3, 4)]
    case = random_case(random.Random(77), "first(..., any)", "forward", tmp_path, FEW, claims)
    agrees(case, EVERY, case.kept())


def test_a_hole_costs_wherever_it_stands(tmp_path: Path) -> None:
    """o leads x to 1 or 2. A pair in ?a needs nothing in ?b, but ?a stands twice."""
    tactics = {
        "t0": {(1, "x"): frozenset({3}), (2, "x"): frozenset({5, 6})},
        "t1": {(1, "x"): frozenset({3}), (2, "x"): frozenset({5, 7})},
        "t2": {(1, "x"): frozenset({3})},
        "t3": {},
    }
    ends = {node: (100, 0) if node in (3, 5) else (0, 100) for node in (3, 4, 5, 6, 7)}
    moved = Walk("oxxooooo", {0: [1, 2], 1: [3, 4], 2: [5, 6, 7]}, ends, tactics)
    roles, names = {"x": "first(?a, ?b, both(?a, any))"}, ["t0", "t1", "t2"]
    case = on_walk(tmp_path, moved, "x never loses", roles, names=names, pairs=("refine",))
    found = agrees(case, BEST, case.kept())
    assert (found.cost, found.number) == (4, 2)


def test_tactics_that_are_equal_are_said_to_be(tmp_path: Path) -> None:
    both = {(0, "x"): frozenset({1})}
    moved = Walk(
        "xoo", {0: [1, 2]}, {1: (100, 0), 2: (0, 100)},
        {"t0": both, "t1": {(0, "x"): frozenset({2})}, "t2": {}, "t3": both},
    )  # fmt: skip
    case = on_walk(tmp_path, moved, "x always wins", {"x": "first(..., any)"})
    found = agrees(case, BEST, case.kept())
    assert found.same == (("t0", "t3"),)
    assert (found.number, found.cost) == (2, 1)


# --- positions that come after different numbers of moves ---------------------------------------


@pytest.mark.parametrize(("moves", "kept"), [(2, ()), (3, ("t0",)), (4, ("t0", "t1", "t3"))])
def test_a_position_that_comes_sooner_or_later(
    moves: int, kept: Sequence[str], tmp_path: Path
) -> None:
    """x goes to 2 at once (t0), or by way of 1 (t1), or may do either (t3)."""
    tactics = {f"t{n}": {(0, "x"): frozenset(to)} for n, to in enumerate(([2], [1], [], [1, 2]))}
    moved = Walk("xxoxo", {0: [1, 2], 1: [2], 2: [3], 3: [4]}, {4: (100, 0)}, tactics)
    case = on_walk(tmp_path, moved, f"x always wins by move {moves}", {"x": "?"})
    assert {*case.kept()} == {(name,) for name in kept}
    agrees(case, EVERY, case.kept())


# --- positions that have more fluents than clingo's integers have bits --------------------------


@pytest.mark.usefixtures("by_candidates")
def test_positions_of_many_fluents_are_not_taken_for_others(tmp_path: Path) -> None:
    """Four in a row on 6x7 with gravity: position N was N + 2^32 too, and there was no filling."""
    game = written(
        tmp_path / "gravity.lp",
        "size(6,7). in_a_row(4).\n"
        "legal(P,mark(cell(I,J))) :- mover(P), free(cell(I,J)), not free(cell(I+1,J)).",
    )
    drops = [f"drop_{column}" for column in range(1, 6)]
    for name in drops:
        square = f"mark(cell(I,{name[-1]}))"
        tactic(tmp_path, name, f"suggests({name},P,{square}) :- legal(P,{square}).")
    board = "..x.xx./..x.xo./..xooxo/oooxoxo/oxoxoxx/ooxxxoo"
    own = ["defeat", "defend", "drop_4", "drop_1", "drop_2", "drop_3"]
    asked: dict[str, Any] = {"game": game, "position": board, "strategies": [tmp_path]}
    found = prove("x always wins", x=f"first({', '.join(own)}, any)", **asked)
    assert found.verdict == "proved"
    roles = {"x": "first(defeat, defend, ..., any)"}
    question = Question("x always wins", roles, game, folders=(tmp_path,), position=board)
    task = read_task([question], [*own, "drop_5"], (), 4, False, Deadline())
    assert fill(task, SearchGoal(), Limits()).answer == "filled"


@pytest.mark.parametrize("seed", range(3))
def test_walks_with_more_fluents(
    seed: int, tmp_path: Path, by_candidates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pads = " ".join(f"base(a({number}))." for number in range(40))  # the lowest bits of positions
    plain = Walk.game
    monkeypatch.setattr(Walk, "game", lambda moved: plain(moved) + pads)
    case = random_case(random.Random(seed + 900), SHAPES[1], "forward", tmp_path, FEW)
    agrees(case, FIRST, case.kept())


# --- what no strategy keeps, and what takes too long --------------------------------------------


@tabled()
def test_the_reason_why_there_is_none(
    claim: str, board: tuple[int, int, int], roles: Mapping[str, str], reason: str
) -> None:
    case = Case([grid(claim, board, roles)], ["defend", "corner"])
    assert not case.kept()
    assert agrees(case, FIRST, {}).reason == reason


@pytest.mark.usefixtures("by_candidates")
def test_a_play_without_a_choice_leaves_no_hope() -> None:
    case = Case([grid("o never loses", (1, 2, 1), {"o": "?"})], ["corner", "edge"])
    assert not case.kept()
    assert agrees(case, FIRST, {}).reason == "no strategy keeps o never loses"


def test_what_is_shown_without_a_choice() -> None:
    case = Case([grid("x can win", (1, 3, 1), {"o": "?"})], ["corner", "edge"])
    kept = case.kept()
    assert len(kept) == 2
    agrees(case, EVERY, kept)


def test_a_time_limit() -> None:
    task = GRIDS["x"].task()
    found = fill(task, BEST, Limits(Deadline(0.0)))
    assert (found.answer, found.stopped, found.strategies) == ("unknown", "time", ())
    assert (found.number, found.shortest) == (None, False)
    assert found.reason == "the time limit of 0 s was reached"


@pytest.mark.usefixtures("by_candidates")
def test_a_limit_of_a_proof_ends_the_search() -> None:
    """What an engine leaves open is no refutation, and nothing follows for other fillings."""
    found = fill(GRIDS["one claim"].task(), EVERY, Limits(max_positions=3))
    assert (found.answer, found.stopped, found.strategies) == ("unknown", "positions", ())


def test_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    # the solver is held up at its second answer set, until the search was given up
    deadline, over, models = Deadline(), Event(), []
    filling = search.filling_of

    def held_up(model: clingo.Model) -> search.Filling:
        models.append(model.cost)
        if len(models) == 2:
            deadline.ended.append(INTERRUPTED)
            assert over.wait(HANGS)
        return filling(model)

    monkeypatch.setattr(search, "filling_of", held_up)
    asked = grid("o can win", (1, 4, 2), {"x": "first(?, ?, any)"})
    case = Case([asked], POOL, pairs=("refine",))
    try:
        found = fill(case.task(), FIRST, Limits(deadline))
    finally:
        over.set()
    assert (found.answer, found.stopped, found.shortest) == ("unknown", "interrupted", False)
    (best,) = found.strategies
    kept = {tuple(map(of.show, done)): cost for done, cost in case.kept().items()}
    assert kept[tuple(best.terms.values())] == best.cost == models[0][0]
    assert [one.verdict for one in best.verdicts] == ["proved"]


# --- what is found, elsewhere -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["o", "x and o", "two boards"])
def test_what_is_found_is_proved_by_each_engine(name: str) -> None:
    case = GRIDS[name]
    found = fill(case.task(), EVERY, Limits())
    assert len(found.strategies) == 2
    for one in found.strategies:
        for part in case.asked:
            roles = {role: one.terms.get(text, text) for role, text in part.roles.items()}
            const = {key: int(value) for key, value in part.const.items()}
            for engine in ("bounded", "explicit"):
                assert prove(part.claim, roles, const=const, engine=engine).verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x and o", "one claim", "by lines"])
def test_the_program_under_clingo_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case, texts = GRIDS[name], []

    def kept_too(*given: Any, **asked: Any) -> Program:
        program = fill_program(*given, **asked)
        texts.append((program.text, asked["shortest"]))
        return program

    monkeypatch.setattr(search, "fill_program", kept_too)
    fill(case.task(), BEST, Limits())
    costs = sorted(case.kept().values())
    text, shortest = texts[-1]
    assert shortest
    assert answers(text, ["0", "--opt-mode=optN"]) == costs.count(costs[0])
    assert answers(text, ["0", "--opt-mode=ignore"]) == len(costs)


def answers(text: str, options: Sequence[str]) -> int:
    """How many answer sets a program has, the best ones where it asks for these."""
    messages: list[str] = []
    control = clingo.Control(options, lambda _, message: messages.append(message))
    control.add("base", [], text)
    control.ground()
    shown = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or not model.cost:
                shown.add(str(model))
    assert not messages
    return len(shown)


def _three() -> Program:
    return Program("{ fill(a); fill(b); fill(c) }. #show fill/1.", (), {})


def test_what_goes_wrong_in_a_search_is_no_proof() -> None:
    """Were it lost, a search cut short would say that there is no filling."""
    found: list[object] = []

    def fail(_: object) -> bool:
        raise KeyError("a filler that nobody knows")

    def stop(model: object) -> bool:
        found.append(model)
        return False

    with pytest.raises(RuntimeError, match="nobody knows"):
        search.solve(_three, ["--models=0"], fail, Deadline())
    with pytest.raises(InternalError, match="before it was over"):
        search.solve(_three, ["--models=4"], lambda _: True, Deadline())
    search.solve(_three, ["--models=0"], stop, Deadline())
    assert len(found) == 1
