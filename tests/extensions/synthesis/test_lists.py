"""Lists repaired, shortened and explained, held to every edit, list and subset in plain Python."""

import json
import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import brute_force
import oracle
import pytest
from conftest import HUNT, Run
from conftest import tactic as tactic_file
from conftest import written as saved
from inside_extensions import ClaimEntry, claims_of
from oracle import Position
from oracle_fill import BOARD, Choose, List, Squares, list_keeps, playing, recommended, said
from oracle_walks import Walk, random_walk
from tables import DATA, constant, tabled

import ttt_asp
from ttt_asp import Repair, Shortened
from ttt_asp.errors import InputError


def both(role: str, strategy: str, other: str = "any") -> tuple[str, str]:
    """The strategies of x and o."""
    return (strategy, other) if role == "x" else (other, strategy)


def too_many_positions(patch: pytest.MonkeyPatch) -> None:
    """As if there were too many to look at all of them first: candidate by candidate."""
    searched = "ttt_asp.extensions.synthesis.search.choices_everywhere"
    patch.setattr(searched, lambda *_: None)


# --- repairs ------------------------------------------------------------------------------------


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
            and list_keeps(claim, role, playing(one))
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
def test_no_smaller_change_repairs_by_the_oracle(
    claim: str,
    role: str,
    lines: list[str],
    offers: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = {role: f"first({', '.join(lines)})" if len(lines) > 1 else lines[0]}
    found = ttt_asp.repair(claim, asked, pool=offers, edits=2)
    with monkeypatch.context() as patch:
        too_many_positions(patch)
        one_by_one = ttt_asp.repair(claim, asked, pool=offers, edits=2)
    assert (one_by_one.answer, len(one_by_one.edits)) == (found.answer, len(found.edits))
    assert one_by_one.changed is None
    plain = tuple((line, "") for line in lines)
    if list_keeps(claim, role, playing(plain)):
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


# The claims of the library that do not hold.
BROKEN = [
    entry
    for name in ("nakas", "published", "repaired", "four")
    for entry in claims_of(name)
    if entry.expect in ("refuted", "incomplete")
]
EDITS: Any = constant(__file__, "EDITS")


def test_every_refuted_list_is_there() -> None:
    assert {entry.id for entry in BROKEN} == EDITS.keys()


@pytest.mark.parametrize("entry", BROKEN, ids=lambda entry: entry.id)
def test_every_shipped_list_is_repaired(entry: ClaimEntry) -> None:
    found = ttt_asp.repair(entry.claim, entry.roles, const=entry.const)
    assert (found.answer, len(found.edits)) == ("repaired", EDITS[entry.id])
    assert found.excluded == EDITS[entry.id] - 1
    assert found.after
    for one in found.edits:
        assert one.verdict is not None
        assert one.verdict.verdict == "refuted"
        assert one.verdict.play is not None


def test_careful_o_is_the_repair_of_good_for_o() -> None:
    pool = ["fork", "threaten_safely"]
    found: Repair = ttt_asp.repair("o never loses", o="good_for_o", pool=pool, edits=1)
    careful = ttt_asp.repair("o never loses", o="careful_o")
    assert (careful.answer, list(found.lines)) == ("proved", careful.as_json()["lines"])
    assert [str(one) for one in found.edits] == [
        "insert threaten_safely before refine(center_or_corner, center)"
    ]


# --- exceptions ---------------------------------------------------------------------------------


@cache
def canonical(position: Position) -> str:
    """A board as it comes first among those that turns and reflections take it to."""
    rows = oracle.show_board(BOARD, position).split("/")
    ways = [(side, up, left) for side in (rows, [*map("".join, zip(*rows, strict=True))])
            for up in (1, -1) for left in (1, -1)]  # fmt: skip
    return min("/".join(row[::left] for row in side[::up]) for side, up, left in ways)


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


def squares(terms: Collection[str], begin: str) -> Squares:
    """The squares in terms that begin so."""
    found = (re.findall(r"\d", one) for one in terms if one.startswith(begin))
    return frozenset((int(row), int(column)) for row, column in found)


@pytest.mark.no_cover
@tabled()
def test_the_fewest_exceptions_are_the_oracles(claim: str, role: str, strategy: str) -> None:
    found = ttt_asp.exceptions(claim, {role: strategy})
    assert found.answer == "repaired"
    count = len(found.overruled)
    assert enough(claim, role, strategy, {}, count)
    assert count == 0 or not enough(claim, role, strategy, {}, count - 1)
    pages = {
        Position(squares(position, "marked(x"), squares(position, "marked(o"), role): (
            squares(actions, "mark")
        )
        for position, actions in found.pages
    }
    assert list_keeps(claim, role, lambda here: pages.get(here) or said(here, strategy))
    assert found.after


# --- shortest lists -----------------------------------------------------------------------------


def shortest(claim: str, role: str, lines: tuple[str, ...]) -> Shortened:
    mine = {role: f"first({', '.join(lines)})"}
    return ttt_asp.shorten(claim, mine, pool=["corner", "any"], by_lines=True)


@pytest.mark.no_cover
@tabled()
def test_nothing_is_shorter(claim: str, role: str, lines: tuple[str, ...], true: bool) -> None:
    @cache
    def kept(some: tuple[str, ...]) -> bool:
        return list_keeps(claim, role, playing(tuple((line, "") for line in some)))

    assert kept(lines) == true
    if not true:
        with pytest.raises(InputError, match="only proofs are kept"):
            shortest(claim, role, lines)
        return
    found = shortest(claim, role, lines)
    own = next(n for n in range(1, 9) if any(map(kept, permutations(lines, n))))
    assert (found.answer, found.own.cost) == ("shortest", own)
    more = tuple(dict.fromkeys([*lines, "corner", "any"]))
    assert found.pool is not None
    assert found.pool.cost == next(n for n in range(1, 9) if any(map(kept, permutations(more, n))))


def test_where_positions_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search by candidates finds lists of the same length; an empty list is none."""
    asked = ("x never loses", "x", ("defend", "fork", "center", "corner", "any"))
    found = shortest(*asked)
    too_many_positions(monkeypatch)
    again = shortest(*asked)
    assert found.answer == again.answer == "shortest"
    assert again.own.counterexamples and found.own.cost == again.own.cost
    assert found.pool and again.pool and found.pool.cost == again.pool.cost


# --- parts of lists -----------------------------------------------------------------------------


def written(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.sub(r"refine\((\w+), (\w+)\)", r"\1 △ \2", part) for part in parts)


def subsets(parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [some for n in range(len(parts) + 1) for some in combinations(parts, n)]


def minimal(keeping: list[tuple[str, ...]]) -> set[tuple[str, ...]]:
    return {s for s in keeping if not any(set(t) < set(s) for t in keeping)}


def deleted(claim: str, role: str, parts: tuple[str, ...], opponent: str) -> bool:
    if not parts:
        return False
    mine = f"first({', '.join(parts)})"
    return oracle.verdict(BOARD, *both(role, mine, opponent), claim) == "proved"


def freed(
    claim: str, role: str, parts: tuple[str, ...], used: tuple[str, ...], opponent: str
) -> bool:
    """Whether the claim holds when the role may play anything where another part decides."""
    wanted = oracle.parse_claim(claim)

    @cache
    def holds(position: Position, moves: int) -> bool:
        won = oracle.result(BOARD, position)
        if won is not None:
            return not wanted.violated(won, moves)
        squares = oracle.free(BOARD, position)
        if position.mover != role:
            squares = oracle.choices(BOARD, opponent, opponent, position)
        elif len(squares) > 1:
            said = [(part, oracle.recommends(BOARD, position, part)) for part in parts]
            speaking = [(part, some) for part, some in said if some]
            if not speaking:
                return False
            part, some = speaking[0]
            squares = some if part in used else squares
        after = [oracle.place(position, position.mover, square) for square in squares]
        return bool(after) and all(holds(one, moves + 1) for one in after)

    return holds(oracle.INITIAL, 0)


TABLES = ("t0", "t1", "t2", "t3")


def kept_on(walk: Walk, claim: str, lines: Sequence[str], used: Sequence[str]) -> bool:
    """Whether x keeps a claim by the first of some lines; where it is not used, by anything."""

    def choose(node: int) -> Collection[int]:
        moves = walk.moves(node)
        for line in lines:
            said = moves if line == "any" else walk.advice(line, node, "x")
            if some := [move for move in moves if move in said]:
                return some if line in used else moves
        return []

    return brute_force.keeps(walk, {"x": choose}, claim)


@pytest.mark.no_cover
@pytest.mark.parametrize("claim", ["x never loses", "x always wins"])
def test_every_subset_is_judged_where_plays_go_round(claim: str, tmp_path: Path) -> None:
    chance, parts, tried = random.Random(claim), (*TABLES, "any"), 0
    while tried < 6:
        walk = random_walk(chance, chance.randint(5, 11), "round", TABLES)
        exact = [some for some in subsets(parts) if some and kept_on(walk, claim, some, some)]
        if parts not in exact or len(exact) == 31 or not brute_force.explore(walk).endless:
            continue
        tried += 1
        game = saved(tmp_path / "walk.lp", walk.game())
        for name in TABLES:
            tactic_file(tmp_path, name, walk.tactic(name))
        mine = f"first({', '.join(parts)})"
        found = ttt_asp.explain(claim, x=mine, game=game, strategies=tmp_path)
        assert (found.holding, found.subsets) == (len(exact), 31)
        assert set(found.exact) == minimal(exact)
        free = [some for some in subsets(parts) if kept_on(walk, claim, parts, some)]
        assert set(found.free) == minimal(free)


@pytest.mark.parametrize("back", [0, 2], ids=["plays go round", "plays end"])
def test_no_part_is_needed_where_the_role_has_no_choice(back: int, tmp_path: Path) -> None:
    """x only passes the token on."""
    tables: dict[tuple[int, str], frozenset[int]] = {}
    walk = Walk("xox", {0: [1], 1: [0, 2] if back == 0 else [2]}, {2: (50, 50)}, {"t0": tables})
    game = saved(tmp_path / "walk.lp", walk.game())
    tactic_file(tmp_path, "t0", walk.tactic("t0"))
    found = ttt_asp.explain("x never loses", x="first(t0, any)", game=game, strategies=tmp_path)
    assert (found.exact, found.free, found.holding) == (((),), ((),), 3)


@pytest.mark.no_cover
@tabled()
def test_every_subset_is_judged_as_by_the_oracle(
    claim: str, role: str, parts: tuple[str, ...], opponent: str, proved: bool
) -> None:
    strategies = {"x": opponent, "o": opponent, role: f"first({', '.join(parts)})"}
    exact = [some for some in subsets(parts) if deleted(claim, role, some, opponent)]
    assert (parts in exact) == proved
    if not proved:
        with pytest.raises(InputError, match="is not proved with these strategies"):
            ttt_asp.explain(claim, strategies, role)
        return
    found = ttt_asp.explain(claim, strategies, role)
    assert (found.holding, found.subsets) == (len(exact), 2 ** len(parts) - 1)
    assert set(found.exact) == set(map(written, minimal(exact)))
    free = [some for some in subsets(parts) if freed(claim, role, parts, some, opponent)]
    assert set(found.free) == set(map(written, minimal(free)))
    for part in parts:
        rest = tuple(other for other in parts if other != part)
        (name,) = written((part,))
        assert (name in found.needed) == (rest not in exact)
        if name in found.needed:
            assert found.needed[name].verdict in ("refuted", "incomplete")
            assert found.needed[name].play is not None


# --- picks --------------------------------------------------------------------------------------

# Of plays in which a `pick` names no single action no claim is proved or refuted. The list that is
# given has none, but among those that a search goes through there are some.
PICKS = (
    "-g",
    DATA / "extensions/synthesis/picks/walk.lp",
    "-S",
    DATA / "extensions/synthesis/picks",
)


@pytest.fixture(params=["everywhere", "by candidates"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by candidates":
        too_many_positions(monkeypatch)


@pytest.mark.usefixtures("_way")
def test_the_shortest_list_with_picks_is_the_oracles(run: Run) -> None:
    """Without `bad`, which decides at 2, a play shows a win, but another one is none."""
    strategy = "first(bad, pick(any, ord))"
    done = run("shorten", "x can win", "--x", strategy, "--pool", "bad", *PICKS, "--json")
    assert done.status == 0, done.err
    plain = json.loads(done.out)
    assert (plain["own"]["cost"], plain["pool"]["cost"]) == (2, 2)


@pytest.mark.usefixtures("_way")
def test_the_smallest_repair_with_picks_is_the_oracles(run: Run) -> None:
    """Without `save` the pick is asked at 2, which is said instead of a verdict."""
    asked = ("x never loses", "--x", "first(keep, bad, pick(any, ord))", "--pool", "save,good")
    told = run("repair", *asked, *PICKS).out
    assert "\nfirst(save, keep, good, pick(any, ord))\n  x never loses: proved" in told
    assert "Without it: no verdict, as a pick names no single action.\n" in told
    assert "Without it: refuted (this play breaks the claim).\n" in told
