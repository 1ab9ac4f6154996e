"""The smallest repairs, held to a search through all edits and exceptions in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import oracle
import pytest
from conftest import HUNT
from oracle import Position, Square
from oracle_lists import BOARD, Choose, List, Squares, keeps, playing, recommended, said
from tables import constant, tabled

from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.repair.exceptions import exceptions
from ttt_asp.analyses.repair.lists import GivenList
from ttt_asp.analyses.repair.repair import repair
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
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
    found = repaired(given("o never loses", "o", "good_for_o"), ["fork", "threaten_safely"], 1)
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
