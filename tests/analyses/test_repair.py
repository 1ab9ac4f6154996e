"""The smallest repairs, held to a search through all edits and exceptions in plain Python."""

from __future__ import annotations

import json
import random
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import oracle
import pytest
from conftest import HUNT, Run
from games import problem
from oracle import Position, Square
from oracle_lists import BOARD, Choose, List, Squares, keeps, playing, recommended, said
from tables import constant, contents, tabled

from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.repair.exceptions import exceptions
from ttt_asp.analyses.repair.lists import GivenList
from ttt_asp.analyses.repair.repair import repair
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import open_library


def given(claim: str, role: str, strategy: str) -> GivenList:
    question = Question(claim, {role: strategy})
    return GivenList.of(question, read(question, Deadline()), role)


def repaired(found: GivenList, names: list[str] | None = None, edits: int = 3) -> Repair:
    pool = pool_of(names, [found.problem.game], open_library(found.question.folders))
    return repair(found, pool, edits, Limits(Deadline()))


# --- edits, in plain Python ---------------------------------------------------------------------


def after_one_edit(lines: List, offers: list[str]) -> Iterator[List]:
    for i in range(len(lines) + 1):
        yield from ((*lines[:i], (offer, ""), *lines[i:]) for offer in offers)
    for i, (base, tactic) in enumerate(lines):
        if len(lines) > 1:
            yield lines[:i] + lines[i + 1 :]
        yield from ((*lines[:i], (offer, ""), *lines[i + 1 :]) for offer in offers)
        if not tactic:
            yield from ((*lines[:i], (base, offer), *lines[i + 1 :]) for offer in offers)
        for j in range(i):
            swapped = list(lines)
            swapped[i], swapped[j] = lines[j], lines[i]
            yield tuple(swapped)


@cache
def open_choices(claim: str, role: str) -> tuple[Position, ...]:
    """Where the role has to choose and can still keep the claim, whatever it did before."""
    wanted = oracle.parse_claim(claim)
    found: list[Position] = []

    @cache
    def kept(position: Position, moves: int) -> bool:
        won = oracle.result(BOARD, position)
        if won is not None:
            return wanted.mode == "can" or not wanted.violated(won, moves)
        squares = oracle.free(BOARD, position)
        after = [kept(oracle.place(position, position.mover, s), moves + 1) for s in squares]
        mine = position.mover == role and len(squares) > 1
        good = any(after) if mine else all(after)
        if mine and good:
            found.append(position)
        return good

    kept(oracle.INITIAL, 0)
    return tuple(found)


def smallest(
    claim: str, role: str, lines: List, offers: list[str], most: int
) -> tuple[int, int] | None:
    """How few edits there can be, and then how few positions at which the choice is another."""
    distinct = len(set(lines)) == len(lines)
    known = {lines}
    for edits in range(1, most + 1):
        known = {after for one in known for after in after_one_edit(one, offers)}
        good = [
            one for one in known
            if (len(set(one)) == len(one) or not distinct)
            and keeps(claim, role, playing(one))
        ]  # fmt: skip
        if good:
            places = open_choices(claim, role)
            return edits, min(
                sum(recommended(p, one) != recommended(p, lines) for p in places) for one in good
            )
    return None


TACTICS: list[str] = constant(__file__, "TACTICS")
CLAIMS: list[tuple[str, str]] = constant(__file__, "CLAIMS")
# Two with something to build on, and one of each other claim; all in a hunt.
SEEDS = (0, 1, *range(9, 14)) if HUNT == 1 else range(2 * HUNT)


def random_case(seed: int) -> tuple[str, str, list[str], list[str]]:
    chance = random.Random(seed)
    claim, role = CLAIMS[seed % 2 if seed < 8 else seed % len(CLAIMS)]
    lines = chance.sample(TACTICS, chance.randint(1, 3))
    if seed < 8:  # something to build on
        lines = ["defend", "center", *[line for line in lines if line not in ("defend", "center")]]
    return claim, role, lines, chance.sample(TACTICS, 3)


@pytest.mark.no_cover
@pytest.mark.hunt
@pytest.mark.parametrize(
    ("claim", "role", "lines", "offers"),
    [*constant(__file__, "CASES"), *map(random_case, SEEDS)],
    ids=str,
)
def test_no_smaller_change(claim: str, role: str, lines: list[str], offers: list[str]) -> None:
    strategy = f"first({', '.join(lines)})" if len(lines) > 1 else lines[0]
    found = repaired(given(claim, role, strategy), offers, 2)
    plain = tuple((line, "") for line in lines)
    if keeps(claim, role, playing(plain)):
        assert found.answer == "proved"
        return
    best = smallest(claim, role, plain, offers, 2)
    if best is None:
        assert (found.answer, found.strategy) == ("none", "")
        return
    assert found.answer == "repaired"
    assert (len(found.edits), found.changed) == best
    assert found.positions == len(open_choices(claim, role))
    assert oracle.verdict(BOARD, *both(role, found.strategy), claim) == "proved"
    for one in found.edits:
        if one.without:
            assert one.verdict is not None
            assert one.verdict.verdict == oracle.verdict(BOARD, *both(role, one.without), claim)
            assert not one.verdict


def both(role: str, strategy: str) -> tuple[str, str]:
    return (strategy, "any") if role == "x" else ("any", strategy)


@pytest.mark.no_cover
@pytest.mark.hunt
@pytest.mark.parametrize("seed", SEEDS)
def test_where_positions_are_too_many(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    claim, role = CLAIMS[seed % 2 if seed < 8 else seed % len(CLAIMS)]
    lines = ["defend", "center", *chance.sample(["corner", "fork", "edge", "any"], 2)]
    posed = given(claim, role, f"first({', '.join(lines)})")
    offers = chance.sample(TACTICS, 3)
    found = repaired(posed, offers, 2)
    monkeypatch.setattr("ttt_asp.analyses.repair.repair.choices_everywhere", lambda *_: None)
    one_by_one = repaired(posed, offers, 2)
    assert (one_by_one.answer, len(one_by_one.edits)) == (found.answer, len(found.edits))
    assert one_by_one.changed is None


# --- shipped claims -----------------------------------------------------------------------------


def shipped() -> Iterator[tuple[str, Question]]:
    for name in ("nakas", "published", "repaired", "four"):
        for entry in read_claims(STRATEGIES / "claims" / f"{name}.toml"):
            if entry.expect in ("refuted", "incomplete"):
                yield entry.id, entry.question(())


EDITS: Any = constant(__file__, "EDITS")


def test_every_refuted_list_is_there() -> None:
    assert {name for name, _ in shipped()} == EDITS.keys()


@pytest.mark.parametrize(("name", "question"), list(shipped()), ids=lambda case: str(case)[:25])
def test_every_shipped_list_is_repaired(name: str, question: Question) -> None:
    found = repaired(GivenList.of(question, read(question, Deadline()), None))
    assert (found.answer, len(found.edits)) == ("repaired", EDITS[name])
    assert found.excluded == EDITS[name] - 1
    assert found.after
    for one in found.edits:
        assert one.verdict is not None
        assert one.verdict.verdict == "refuted"
        assert one.verdict.play is not None


def test_careful_o_is_the_repair_of_good_for_o() -> None:
    found = repaired(given("o never loses", "o", "good_for_o"))
    careful = given("o never loses", "o", "careful_o")
    assert found.lines == tuple(map(str, careful.lines))
    assert [str(one.edit) for one in found.edits] == [
        "insert threaten_safely before refine(center_or_corner, center)"
    ]


# --- exceptions ---------------------------------------------------------------------------------

CELLS = sorted(BOARD.squares)


def turned(c: Square, turn: int, down: bool, across: bool) -> Square:
    i, j = (4 - c[0] if down else c[0]), (4 - c[1] if across else c[1])
    return (i, j) if turn > 0 else (j, i)


TURNS = [
    {c: turned(c, *way) for c in CELLS} for way in product((1, -1), (False, True), (False, True))
]


@cache
def canonical(position: Position) -> str:
    glyphs = {c: "x" if c in position.x else "o" if c in position.o else "." for c in CELLS}
    return min("".join(glyphs[turn[c]] for c in CELLS) for turn in TURNS)


def overruling(strategy: str, table: Mapping[str, str]) -> Choose:
    """The strategy, but for positions in a table: there what leads to another one."""

    @cache
    def choose(position: Position) -> Squares:
        if (here := canonical(position)) not in table:
            return said(position, strategy)
        after = {s: oracle.place(position, position.mover, s) for s in oracle.free(BOARD, position)}
        return frozenset(s for s, one in after.items() if canonical(one) == table[here])

    return choose


def broken(claim: str, role: str, choose: Choose) -> list[Position] | None:
    """The role's choices in some play that breaks the claim."""
    wanted, dead = oracle.parse_claim(claim), set()

    def look(position: Position, moves: int, mine: list[Position]) -> list[Position] | None:
        won = oracle.result(BOARD, position)
        if won is not None:
            return mine if wanted.violated(won, moves) else None
        squares = oracle.free(BOARD, position)
        if position.mover == role and len(squares) > 1:
            mine, squares = [*mine, position], choose(position)
            if not squares:
                return mine
        for square in sorted(squares):
            after = oracle.place(position, position.mover, square)
            if after not in dead and (found := look(after, moves + 1, mine)) is not None:
                return found
            dead.add(after)
        return None

    return look(oracle.INITIAL, 0, [])


def enough(claim: str, role: str, strategy: str, table: dict[str, str], more: int) -> bool:
    """Whether that many more exceptions will do: some choice of a lost play has to be another."""
    lost = broken(claim, role, overruling(strategy, table))
    if lost is None:
        return True
    if not more:
        return False
    for position in lost:
        if (here := canonical(position)) not in table:
            squares = oracle.free(BOARD, position)
            after = {canonical(oracle.place(position, position.mover, s)) for s in squares}
            if any(enough(claim, role, strategy, {**table, here: one}, more - 1) for one in after):
                return True
    return False


def squares_of(found: Exceptions) -> dict[tuple[frozenset[str], str], Squares]:
    """What each page of the book says, by the marks on its board and the player."""
    pages = {}
    for position, actions in found.pages:
        marks = frozenset(f for f in position if f.startswith("marked"))
        (turn,) = (f for f in position if f.startswith("turn"))
        squares = frozenset((int(a[10]), int(a[12])) for a in actions)
        pages[marks, turn] = squares
    return pages


@pytest.mark.no_cover
@tabled()
def test_the_fewest_exceptions(claim: str, role: str, strategy: str) -> None:
    found = exceptions(given(claim, role, strategy), Limits(Deadline()))
    assert found.answer == "repaired"
    count = len(found.overruled)
    assert enough(claim, role, strategy, {}, count)
    assert count == 0 or not enough(claim, role, strategy, {}, count - 1)
    pages = squares_of(found)

    def choose(position: Position) -> Squares:
        marks = {f"marked({r},cell({i},{j}))" for r in "xo" for i, j in getattr(position, r)}
        page = pages.get((frozenset(marks), f"turn({position.mover})"))
        return said(position, strategy) if page is None else page

    assert keeps(claim, role, choose)
    assert found.after


def test_exceptions_of_a_strategy_that_picks() -> None:
    strategy = "first(center, pick(defend, reading), pick(any, reading))"
    found = exceptions(given("x never loses", "x", strategy), Limits(Deadline()))
    (one,) = found.overruled
    assert one.position == {"turn(x)"}
    assert found.after


def test_exceptions_are_written_as_a_book(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tactics" / "saves.lp"
    asked = ("o never loses", "--o", "good_for_o")
    done = run("repair", *asked, "--exceptions", "-o", path)
    assert done.status == 0
    assert "(3 exceptions; with fewer it does not hold)" in done.out
    assert "first(saves, good_for_o)\n  o never loses: proved" in done.out
    assert f"wrote {path} (14 pages); next: ttt-asp prove 'o never loses'" in done.err
    with_them = run("prove", "o never loses", "--o", "first(saves, good_for_o)", "-S", tmp_path)
    assert with_them.status == 0
    assert run("check", path).status == 0
    assert run("repair", *asked, "--exceptions", "-o", path).status == 2


def test_what_comes_next_begins_at_the_same_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tactics" / "saves.lp"
    asked = ("o never loses", "--o", "edge_mistake", "--position", "x../.o./..x")
    done = run("repair", *asked, "--exceptions", "-o", path)
    assert done.status == 0
    after = shlex.split(done.err.partition("next: ttt-asp ")[2])
    assert run(*after).status == 0
    assert after[after.index("--position") + 1] == "x../.o./..x"


# o takes the token to 1 or to 2, where x has to save itself: it wins at 3, and at 5 gets so much.
_TWO_PLACES = contents("analyses/repair_two_places.lp")


@pytest.mark.parametrize(("value", "number"), [(100, 1), (50, 2)])
def test_positions_count_as_one_exception_only_by_a_symmetry(
    value: int, number: int, tmp_path: Path
) -> None:
    """At 1 and 2 the same is done, and the same comes of it for the claim; goals may differ."""
    game = tmp_path / "two_places.lp"
    game.write_text(_TWO_PLACES.format(value=value), encoding="utf-8")
    question = Question("x never loses", {"x": "any"}, game=str(game))
    asked = GivenList.of(question, read(question, Deadline()), "x")
    found = exceptions(asked, Limits(Deadline()))
    assert (len(found.overruled), len(found.pages), found.positions) == (number, 2, number)


# --- the command --------------------------------------------------------------------------------


def test_the_command(run: Run) -> None:
    done = run("repair", "o never loses", "--o", "good_for_o")
    assert done.status == 0
    assert "o never loses: repaired (1 edit; with fewer it does not hold)" in done.out
    assert "    fork\n  + threaten_safely\n    refine(center_or_corner, center)" in done.out
    assert "Without it: refuted" in done.out
    assert "4. o ??" in done.out
    plain = json.loads(run("repair", "o never loses", "--o", "good_for_o", "--json").out)
    assert (plain["answer"], plain["excluded"], plain["changed"]) == ("repaired", 0, 92)
    assert plain["strategy"].startswith("first(defeat, defend, fork, threaten_safely")
    assert plain["after"]["verdict"] == "proved"
    assert plain["edits"][0]["verdict"]["verdict"] == "refuted"


@tabled()
def test_what_is_said(
    arguments: list[str], status: int, out: str | None, err: str | None, run: Run
) -> None:
    """An answer goes to one stream, what is wrong or unknown to the other."""
    done = run("repair", *arguments)
    assert (done.status, bool(done.out), bool(done.err)) == (status, status < 2, status >= 2)
    assert (out or "") in done.out and (err or "") in done.err


def test_a_limit_is_unknown(run: Run) -> None:
    asked = ("x never loses", "--x", "first(center, any)", "--exceptions", "--max-positions", "3")
    assert run("repair", *asked).status == 3


def test_a_game_in_which_play_goes_round() -> None:
    found = problem("o never loses", o="good_for_o")
    assert GivenList.of(Question("o never loses"), found, None).role == "o"
    with pytest.raises(InputError, match="there is no role z"):
        GivenList.of(Question("o never loses"), found, "z")


# White may go round for ever between N0 and N2; on N1 it has lost, on N3 won.
_ROUND = contents("analyses/repair_round.kif")


def test_a_game_that_goes_round_and_has_capitals(run: Run, tmp_path: Path) -> None:
    """The play that refutes the given list is in the file's spelling; the search has its own."""
    (tmp_path / "round.kif").write_text(_ROUND, encoding="utf-8")
    (tmp_path / "tactics").mkdir()
    away = tmp_path / "tactics" / "away.lp"
    away.write_text("suggests(away,P,go(n2)) :- role(P).\n", encoding="utf-8")
    asked = ("White never loses", "-r", "White=any", "--as", "White", "--pool", "away")
    done = run("repair", *asked, "-g", tmp_path / "round.kif", "-S", tmp_path, "--json")
    plain = json.loads(done.out)
    assert (plain["answer"], plain["excluded"]) == ("repaired", 0)
    assert plain["strategy"] in ("away", "first(away, any)", "refine(any, away)")


def test_a_refuted_claim_points_to_it(run: Run) -> None:
    hint = "`ttt-asp repair`, asked the same, looks for the smallest change.\n"
    refuted = ("o never loses", "--o", "good_for_o")
    assert run("prove", *refuted).out.endswith(hint)
    assert run("prove", "o never wins", "--o", "except(any, defend)").out.endswith(hint)
    assert hint not in run("prove", *refuted, "--json").out
    assert hint not in run("prove", "o never loses").out
    assert hint not in run("prove", "x always wins", "--x", "good_for_x").out


def test_a_book_hides_no_tactic(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tactics" / "defend.lp"
    done = run("repair", "o never loses", "--o", "good_for_o", "--exceptions", "-o", path)
    assert done.status == 2 and not path.exists()
    assert done.err.startswith(f"{path}: error: defend would hide strategies/tactics/defend.lp\n")
