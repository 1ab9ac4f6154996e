"""Fillings of holes, against brute force: every filling is tried, in plain Python."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import clingo
import oracle_fill as of
import oracle_tactics as ot
import pytest
from conftest import HANGS, tactic, written
from held_up import held_up
from inside import LIBRARY, game_of
from oracle_walks import Walk, random_walk
from tables import constant, tabled

import ttt_asp
from ttt_asp.claims.question import Question
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InternalError
from ttt_asp.extensions.synthesis import fill as filling
from ttt_asp.extensions.synthesis import search
from ttt_asp.extensions.synthesis.fill import Fillings, find_fillings
from ttt_asp.extensions.synthesis.frame import fill_program, solve
from ttt_asp.extensions.synthesis.holes import pool_of
from ttt_asp.extensions.synthesis.invent import find_rules
from ttt_asp.extensions.synthesis.invention import Bounds, read_invention
from ttt_asp.extensions.synthesis.task import FillTask, read_task
from ttt_asp.limits import Limits, ProgressReport
from ttt_asp.programs.program import Program

# Fillings of a random case, at most, that the engines try one by one, and that the oracle does.
FEW, MANY = 12, 20
Filling = tuple[of.Term, ...]


@dataclass(frozen=True)
class Asked:
    """A claim about strategies, in a game that the oracle knows too."""

    question: Question
    world: of.World


@dataclass(frozen=True)
class Case:
    """What is asked of `fill` and of the oracle."""

    asked: Sequence[Asked]
    names: Sequence[str]
    lines: int = 2
    pairs: Sequence[str] = ()
    by_lines: bool = False

    def task(self) -> FillTask:
        questions = [one.question for one in self.asked]
        return read_task(questions, self.names, self.pairs, self.lines, self.by_lines, Deadline())

    def texts(self) -> list[str]:
        """The strategies with holes, each once."""
        texts = [text for one in self.asked for text in one.question.roles.values()]
        return [text for text in dict.fromkeys(texts) if of.holes(of.parse(text))]

    def fillings(self) -> Iterator[tuple[Filling, int]]:
        """All of them, each with its cost, whether they keep the claims or not."""
        terms = [of.parse(text) for text in self.texts()]
        pool = of.pool(self.names, self.pairs, self.by_lines)
        return of.fillings(terms, pool, self.lines)

    @cached_property
    def kept(self) -> dict[Filling, int]:
        """What each filling costs that keeps all claims, by trying them all."""
        return {done: cost for done, cost in self.fillings() if self.keeps(done)}

    def keeps(self, done: Filling) -> bool:
        filled = dict(zip(self.texts(), done, strict=True))
        return all(
            of.keeps(
                one.world,
                {role: filled.get(text) or of.parse(text) for role, text in asked.roles.items()},
                asked.claim,
            )
            for one in self.asked
            for asked in [one.question]
        )


@dataclass(frozen=True)
class Wanted:
    """Which fillings are asked for; see `fill`."""

    shortest: bool = False
    every: bool = False
    limit: int = 1


def agrees(case: Case, wanted: Wanted) -> Fillings:
    """Let `fill` answer, and hold it to the fillings that keep the claims."""
    texts = case.texts()
    shown = {tuple(map(of.show, done)): cost for done, cost in case.kept.items()}
    best = min(shown.values(), default=0)
    if wanted.shortest:
        shown = {done: cost for done, cost in shown.items() if cost == best}
    found = find_fillings(case.task(), Limits(), **vars(wanted))
    told = f"{[(one.question.claim, one.question.roles) for one in case.asked]}: {found}"
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
    Wanted(every=True, limit=2),
    Wanted(True, True, 2),
    Wanted(shortest=True),
)


@pytest.fixture
def by_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were too many positions to look at all of them first."""
    monkeypatch.setattr(search, "choices_everywhere", lambda task, limits: None)


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
    return Asked(Question(claim, roles, const=const), of.tictactoe(ot.Board(*board), misere))


def on_walk(
    folder: Path, moved: Walk, claim: str, roles: Mapping[str, str], **of_case: Any
) -> Case:
    """A claim about a game that is a graph, in files."""
    game = written(folder / "walk.lp", moved.game())
    for name in TACTICS:
        tactic(folder, name, moved.tactic(name))
    asked = Asked(Question(claim, roles, game, folders=(folder,)), of.walk(moved))
    return Case([asked], **{"names": TACTICS, **of_case})


# --- tic-tac-toe --------------------------------------------------------------------------------

POOL = ["center", "corner", "defend", "fork"]
GRIDS = {
    name: Case([grid(*claim) for claim in claims], **{"names": POOL, **rest})
    for name, (claims, rest) in constant(__file__, "GRIDS").items()
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GRIDS)
def test_fillings_of_tictactoe_are_the_oracles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also under clingo alone, and as if there were too many positions to look at all first."""
    case, texts = GRIDS[name], list[str]()
    kept = case.kept
    assert 0 < len(kept) < len([*case.fillings()])

    def program(*given: Any, **asked: Any) -> Program:
        made = fill_program(*given, **asked)
        texts.extend([made.text] * asked["shortest"])
        return made

    with monkeypatch.context() as patch:
        patch.setattr(filling, "fill_program", program)
        agrees(case, BEST)
    costs = sorted(kept.values())
    assert answers(texts[-1], ["0", "--opt-mode=optN"]) == costs.count(costs[0])
    assert answers(texts[-1], ["0", "--opt-mode=ignore"]) == len(costs)
    if name in ("one claim", "misère", "by lines"):
        agrees(case, EVERY)
    if name in ("one claim", "two boards"):
        monkeypatch.setattr(search, "choices_everywhere", lambda task, limits: None)
        assert agrees(case, BEST).counterexamples > 0


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


@tabled()
def test_lines_that_repeat_are_not_counted(text: str, pairs: tuple[str, ...], number: int) -> None:
    # whatever x does here, o can win, unless x gets stuck
    case = Case([grid("o can win", (1, 4, 2), {"x": text})], ["defend", "corner"], pairs=pairs)
    if number:
        assert agrees(case, EVERY).number == number
    else:
        assert not case.kept
        agrees(case, EVERY)


# --- games that are graphs, and tactics that are tables -----------------------------------------


def known_walk(name: str) -> Walk:
    """A walk of the table."""
    row = constant(__file__, "KNOWN_WALKS")[name]
    tactics = {
        tactic: {(int(at[0]), at[1]): frozenset(to) for at, to in says.items()}
        for tactic, says in row["tactics"].items()
    }
    edges, ends = ({int(at): to for at, to in row[key].items()} for key in ("edges", "ends"))
    return Walk(row["owners"], edges, ends, tactics)


TACTICS = ["t0", "t1", "t2", "t3"]
SHAPES: list[str] = constant(__file__, "SHAPES")
SEEDS: list[int] = constant(__file__, "SEEDS")
CLAIMS: list[str] = constant(__file__, "CLAIMS")
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
            claim = chance.choice(claims)
            asked.append(Asked(Question(claim, roles, str(game), folders=(folder,)), world))
        names = chance.sample([*TACTICS, "any"], chance.randint(2, 4))
        lines, pairs = chance.randint(1, 2), chance.choice(PAIRS)
        case = Case(asked, names, lines, pairs, chance.random() < 0.2)
        number = len([*islice(case.fillings(), most + 1)])
        if number <= most and 0 < len(case.kept) < number:
            written(game, moved.game())
            for name in TACTICS:
                tactic(folder, name, moved.tactic(name))
            return case


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_fillings_of_walks_are_the_oracles(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = ("layered", "forward", "round")[number % 3]
    case = random_case(random.Random(SEEDS[number]), SHAPES[number], way, tmp_path)
    wanted = (EVERY, BEST, FIRST)[number // 3 % 3]
    agrees(case, wanted)
    if way != "round":  # what goes round has no other way
        monkeypatch.setattr(search, "choices_everywhere", lambda task, limits: None)
        agrees(case, wanted)


@tabled()
def test_fillings_of_known_walks_are_the_oracles(
    claim: str,
    walk: str,
    roles: Mapping[str, str],
    names: list[str],
    kept: list[str],
    everywhere: bool,
    tmp_path: Path,
) -> None:
    """See the table; what is kept is known, and held to brute force too."""
    case = on_walk(tmp_path, known_walk(walk), claim, roles, names=names)
    assert {*case.kept} == {(name,) for name in kept}
    agrees(case, EVERY)


def test_fillings_from_a_position_on_are_the_oracles(everywhere: bool) -> None:
    """Plays begin where it is said; what refutes a candidate there is taken up from there."""
    board, start = ot.Board(3, 3, 3), "x../.o./..x"
    world = of.tictactoe(board)
    world = replace(world, start=ot.parse_board(start, "o"))
    roles = {"o": "first(defeat, defend, ?, any)"}
    asked = Asked(Question("o never loses", roles, position=start), world)
    case = Case([asked], ["corner", "edge", "fork", "center"])
    assert {*case.kept} == {(of.parse("first(defeat, defend, edge, any)"),)}
    found = agrees(case, EVERY)
    assert (found.counterexamples > 0) == (not everywhere)


@pytest.mark.usefixtures("by_candidates")
def test_a_play_that_is_too_long_is_broken_by_all_its_choices(tmp_path: Path) -> None:
    """In this walk the last choice alone may be right in shorter plays."""
    claims = [f"{role} always wins by move {moves}" for role in "xo" for moves in (2, 3, 4)]
    case = random_case(random.Random(77), "first(..., any)", "forward", tmp_path, FEW, claims)
    agrees(case, EVERY)


@pytest.mark.usefixtures("by_candidates")
@tabled()
def test_a_refutation_leaves_out_what_chooses_alike(
    claim: str, roles: dict[str, str], names: list[str], candidates: int
) -> None:
    """Of each claim most fillings differ only where no play comes to."""
    case = Case([grid(claim, (3, 3, 3), roles)], names)
    assert agrees(case, FIRST).candidates <= candidates


def test_a_repair_may_go_round_for_ever(tmp_path: Path) -> None:
    """x is led round by t0, but not by t1; what refutes t1 is known first."""
    moved = known_walk("round")
    on_walk(tmp_path, moved, "x never loses", {"x": "?"})
    asked: Any = {"game": str(tmp_path / "walk.lp"), "strategies": [tmp_path], "pool": ["t0"]}
    assert ttt_asp.repair("x never loses", x="t1", edits=1, **asked).strategy == "t0"
    assert ttt_asp.repair("x never wins", x="t1", **asked).answer == "proved"
    assert ttt_asp.repair("x always loses", x="t0", edits=1, **asked).answer == "none"


def test_a_hole_costs_wherever_it_stands(tmp_path: Path) -> None:
    """o leads x to 1 or 2. A pair in ?a needs nothing in ?b, but ?a stands twice."""
    roles, names = {"x": "first(?a, ?b, both(?a, any))"}, ["t0", "t1", "t2"]
    moved = known_walk("led")
    case = on_walk(tmp_path, moved, "x never loses", roles, names=names, pairs=("refine",))
    found = agrees(case, BEST)
    assert (found.cost, found.number) == (4, 2)


def test_tactics_that_are_equal_are_said_to_be(tmp_path: Path) -> None:
    case = on_walk(tmp_path, known_walk("equal"), "x always wins", {"x": "first(..., any)"})
    found = agrees(case, BEST)
    assert found.same == (("t0", "t3"),)
    assert (found.number, found.cost) == (2, 1)


@pytest.mark.parametrize("seed", [2010, 2691])
def test_walks_with_more_fluents_have_the_same_fillings(
    seed: int, tmp_path: Path, by_candidates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pads = " ".join(f"base(a({number}))." for number in range(40))  # the lowest bits of positions
    plain = Walk.game
    monkeypatch.setattr(Walk, "game", lambda moved: plain(moved) + pads)
    case = random_case(random.Random(seed), SHAPES[1], "forward", tmp_path, FEW)
    agrees(case, FIRST)


# --- what no strategy keeps, and what takes too long --------------------------------------------


@tabled()
def test_the_reason_why_there_is_none(
    claim: str, board: tuple[int, int, int], roles: Mapping[str, str], reason: str
) -> None:
    case = Case([grid(claim, board, roles)], ["defend", "corner"])
    assert not case.kept
    assert agrees(case, FIRST).reason == reason


@pytest.mark.usefixtures("by_candidates")
@pytest.mark.parametrize(
    ("board", "roles"), [((1, 2, 1), {"o": "?"}), ((1, 1, 1), {"x": "?", "o": "?"})]
)
def test_a_play_without_a_choice_leaves_no_hope(board: list[int], roles: dict[str, str]) -> None:
    """Where both have holes nobody looks ahead."""
    case = Case([grid("o never loses", board, roles)], ["corner", "edge"])
    assert not case.kept
    assert agrees(case, FIRST).reason == "no strategy keeps o never loses"


def test_what_is_shown_without_a_choice() -> None:
    case = Case([grid("x can win", (1, 3, 1), {"o": "?"})], ["corner", "edge"])
    assert len(case.kept) == 2
    agrees(case, EVERY)


def test_a_time_limit_ends_the_search_for_fillings() -> None:
    task = GRIDS["x"].task()
    found = find_fillings(task, Limits(Deadline(0.0)), **vars(BEST))
    assert (found.answer, found.stopped, found.strategies) == ("unknown", "time", ())
    assert (found.number, found.shortest) == (None, False)
    assert found.reason == "the time limit of 0 s was reached"


@pytest.mark.usefixtures("by_candidates")
def test_a_limit_of_a_proof_ends_the_search() -> None:
    """What an engine leaves open is no refutation, and nothing follows for other fillings."""
    found = find_fillings(GRIDS["one claim"].task(), Limits(max_positions=3), every=True)
    assert (found.answer, found.stopped, found.strategies) == ("unknown", "positions", ())


def test_the_best_filling_so_far_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = grid("o can win", (1, 4, 2), {"x": "first(?, ?, any)"})
    case = Case([asked], POOL, pairs=("refine",))
    monkeypatch.setattr("ttt_asp.extensions.synthesis.fill.GRACE", HANGS)  # to prove what it has
    with held_up(monkeypatch) as (deadline, costs):
        found = find_fillings(case.task(), Limits(deadline), **vars(FIRST))
    assert (found.answer, found.stopped, found.shortest) == ("unknown", "interrupted", False)
    (best,) = found.strategies
    kept = {tuple(map(of.show, done)): cost for done, cost in case.kept.items()}
    assert kept[tuple(best.terms.values())] == best.cost == costs[0][0]
    assert [one.verdict for one in best.verdicts] == ["proved"]


@pytest.mark.usefixtures("by_candidates")
def test_a_candidate_that_was_not_tried_is_no_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = grid("x never loses", (3, 3, 3), {"x": "first(?, ?, any)"})
    case = Case([asked], POOL, pairs=("refine",))
    with held_up(monkeypatch) as (deadline, costs):
        found = find_fillings(case.task(), Limits(deadline), **vars(FIRST))
    assert len(costs) == 2
    assert (found.answer, found.stopped, found.strategies) == ("unknown", "interrupted", ())


OVER = "over these 4 literals of the words corner, edge"
LARGE = {"rows": "4", "cols": "4", "line": "4"}


@pytest.mark.parametrize(
    ("const", "at", "excluded", "said"),
    [
        ({}, ("literals", 1), 0, f"no length is excluded, {OVER}"),
        ({}, ("literals", 3), 2, f"none of up to 2 literals, {OVER}"),
        # a candidate was refuted before
        (LARGE, ("candidates", 2), 0, f"no length is excluded, {OVER}"),
    ],
)
def test_an_unknown_rule_says_what_was_gone_through(
    const: dict[str, str], at: tuple[str, int], excluded: int, said: str
) -> None:
    def stop(report: ProgressReport) -> None:
        if (report.what, report.done) == at:
            raise KeyboardInterrupt

    question = Question("x never loses", {"x": "first(?, any)"}, const=const)
    asked = read_invention([question], Bounds(words=["corner", "edge"]), None, Deadline())
    found = find_rules(asked, Limits(progress=stop, max_positions=2000 if const else None))
    assert (found.answer, found.stopped, found.excluded) == ("unknown", "interrupted", excluded)
    assert found.reason == f"interrupted; {said}"


def test_no_length_is_excluded_where_no_search_began() -> None:
    question = Question("x never loses", {"x": "first(?, any)"})
    asked = read_invention([question], Bounds(words=["corner", "edge"]), None, Deadline())
    found = find_rules(asked, Limits(Deadline(0.0)))
    assert (found.answer, found.stopped, found.excluded) == ("unknown", "time", 0)


def _three() -> Program:
    return Program("{ fill(a); fill(b); fill(c) }. #show fill/1.")


def test_what_goes_wrong_in_a_search_is_no_proof() -> None:
    """Were it lost, a search cut short would say that there is no filling."""
    found: list[object] = []

    def fail(_: object) -> bool:
        raise KeyError("a filler that nobody knows")

    def stop(model: object) -> bool:
        found.append(model)
        return False

    with pytest.raises(RuntimeError, match="nobody knows"):
        solve(_three, ["--models=0"], fail, Deadline())
    with pytest.raises(InternalError, match="before it was over"):
        solve(_three, ["--models=4"], lambda _: True, Deadline())
    solve(_three, ["--models=0"], stop, Deadline())
    assert len(found) == 1


@pytest.mark.parametrize("side", [3, 5])
def test_where_spaces_are_edge_and_corners_they_are_not_in_the_pool(side: int) -> None:
    """What they are is in data/strategies/library.md."""
    game = game_of("tictactoe", dict.fromkeys(("rows", "cols", "line"), side))
    pool = set(pool_of(None, [game], LIBRARY).tactics)
    assert pool & {"mark_diag_space", "mark_edge_space"} == (
        {"mark_diag_space", "mark_edge_space"} if side == 5 else set()
    )
