"""Pick-up-bricks, Chomp and numeric tic-tac-toe, against an oracle of their own."""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import oracle_piles as op
import pytest
from brute_force import explore, forces, judge, value
from conftest import Run
from inside import game_of
from inside_extensions import ClaimEntry, advice_of, claims_of
from tables import tabled

from ttt_asp import prove, solve

WITHOUT_THREATS = "first(make_total, refine(give_nothing, begin_few, high_number), any)"
STRATEGY: Mapping[str, op.Strategy] = {
    "any": op.anything,
    "three_by_three": op.leave_threes,
    "mirror_arms": op.mirror_arms,
    "lag_behind": op.lag_behind,
}


def rules_of(game: str, const: Mapping[str, int | str]) -> op.Rules:
    given = {name: int(value) for name, value in const.items()}
    if game == "pick_up_bricks":
        return op.bricks(given.get("bricks", 12))
    if game == "chomp":
        return op.chomp(given.get("rows", 3), given.get("cols", 4))
    known = {"side": 3, "largest": 9, "total": 15} | given
    return op.numeric(known["side"], known["largest"], known["total"], reuse="reuse" in given)


def counted(found: Any) -> tuple[int, Counter[str]]:
    assert found.plays is not None
    return found.positions, +Counter(dict(found.plays))


@tabled()
def test_positions_plays_and_values_are_the_oracles(game: str, const: dict[str, int]) -> None:
    rules = rules_of(game, const)
    found, seen = prove("can tie", game=game, const=const, engine="explicit"), explore(rules)
    assert counted(found) == (seen.positions, seen.ends)
    best = value(rules)
    goals = {role: 50 if best == "tie" else 100 * (role == best) for role in rules.roles}
    assert solve(game, const=const).values == goals


ENTRIES = [*claims_of("pick_up_bricks"), *claims_of("chomp"), *claims_of("every_size")]


def sizes_of(entry: ClaimEntry) -> list[dict[str, str]]:
    """The constants that a claim is about; some of them, if it is about every size."""
    if entry.every is None:
        return [dict(entry.const)]
    condition = re.sub(r"(?<![!<>])=", "==", entry.every).replace("\\", "%").split(",")
    names = sorted(set(re.findall(r"[a-z]+", entry.every)))
    most = 24 if len(names) == 1 else 4
    tried = (dict(zip(names, one, strict=True)) for one in product(range(most), repeat=len(names)))
    return [
        {**entry.const, **{name: str(value) for name, value in size.items()}}
        for size in tried
        if all(eval(one, {}, size) for one in condition)
    ]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e.game}-{e.id}")
def test_expected_verdicts_are_the_oracles(entry: ClaimEntry) -> None:
    found = set()
    for const in sizes_of(entry):
        rules = rules_of(entry.game or "", const)
        strategies = [STRATEGY[entry.roles.get(role, "any")] for role in rules.roles]
        found.add(judge(entry.claim, op.explored(rules, *strategies)))
    # of every size: one that refutes it is enough
    assert ("refuted" if "refuted" in found else "proved") == entry.expect and found


def test_every_number_of_bricks_up_to_60_is_claimed() -> None:
    bricks = [e for e in ENTRIES if e.game == "pick_up_bricks"]
    for who, plays in (("first", "x"), ("second", "o")):
        numbers = {int(e.const["bricks"]) for e in bricks if e.id.startswith(f"{who}-")}
        numbers -= {7} if who == "second" else set()
        assert numbers == {n for n in range(1, 61) if value(op.bricks(n)) == plays}


def written(game: str, state: Any, turn: str) -> frozenset[str]:
    """A state of the oracle's as a position."""
    if game == "numeric":
        return frozenset(
            {
                f"has(cell({1 + n // side(state)},{1 + n % side(state)}),{number})"
                for n, number in enumerate(state)
                if number >= 0
            }
        ) | {f"turn({turn})"}
    if game == "pick_up_bricks":
        return frozenset({f"left({state[0]})", f"turn({turn})"})
    squares = {
        f"left(cell({i},{j}))" for i, row in enumerate(state[0], 1) for j in range(1, row + 1)
    }
    return frozenset(squares | {f"turn({turn})"})


def side(state: Sequence[int]) -> int:
    return int(len(state) ** 0.5)


def action(game: str, move: Any) -> str:
    if game == "numeric":
        return "put(cell({},{}),{})".format(*move)
    return f"take({move})" if game == "pick_up_bricks" else "eat(cell({},{}))".format(*move)


def agree(game: str, const: dict[str, int], name: str, choose: op.Strategy, states: Any) -> None:
    """A strategy recommends what the oracle does at states where play goes on."""
    rules, loaded = rules_of(game, const), game_of(game, const)
    for state in states:
        turn, moves = rules.roles[rules.turn(state)], frozenset(rules.options(state))
        advice = advice_of(loaded, name, turn, written(game, state, turn))
        expected = {action(game, move) for move in choose(state, moves)}
        assert set(advice.recommended) == expected, state


@tabled()
def test_strategies_recommend_what_the_oracle_does(
    game: str, const: dict[str, int], name: str
) -> None:
    """At every position that plays come to, where either role keeps to the strategy."""
    rules = rules_of(game, const)
    ways = [(STRATEGY[name], op.anything), (op.anything, STRATEGY[name])]
    seen = {state for way in ways for state in op.explored(rules, *way).reached}
    going_on = [state for state in seen if not rules.winner(state)]
    agree(game, const, name, STRATEGY[name], going_on)


@pytest.mark.parametrize("strategy", ["steady_numbers", WITHOUT_THREATS])
@tabled()
def test_strategies_with_numbers_recommend_what_the_oracle_does(
    const: dict[str, int], strategy: str
) -> None:
    """At every position of plays at random, whoever is to move."""
    rules, threats = rules_of("numeric", const), strategy == "steady_numbers"
    size, reuse = (const[name] for name in ("side", "largest", "total")), "reuse" in const
    choose = op.numbers(*size, threats=threats, reuse=reuse)
    dice, states = random.Random(sum(const.values())), []
    for _ in range(1 + (const["side"] == 2)):
        state = rules.start
        while not rules.winner(state):
            states.append(state)
            after = rules.options(state)
            advised = choose(state, frozenset(after)) if dice.random() < 0.5 else after
            state = after[dice.choice(sorted(advised))]
    agree("numeric", const, strategy, choose, states)


@pytest.mark.parametrize("steady", ["odd", "even"])
@tabled()
def test_small_numeric_games_are_counted_as_the_oracle_does(
    largest: int, total: int, steady: str
) -> None:
    rules = op.numeric(2, largest, total)
    ways: list[op.Strategy] = [op.anything, op.anything]
    ways[rules.roles.index(steady)] = op.numbers(2, largest, total)
    claim, const = f"{steady} never loses", {"side": 2, "largest": largest, "total": total}
    roles = {steady: "steady_numbers"}
    found = prove(claim, roles, game="numeric", const=const, engine="explicit", count=True)
    seen = op.explored(rules, *ways)
    assert found.verdict == judge(claim, seen)
    assert counted(found) == (seen.positions, seen.ends)


@tabled()
def test_to_the_letter_odd_loses_with_steady_numbers(
    strategy: str, reuse: bool, nines: int | None, unannotated: None
) -> None:
    """To the letter it puts its highest number, 9, where that is not counted, and once more.

    The play is one of the oracle's.
    """
    rules, threats = op.numeric(3, 9, 15, reuse=reuse), strategy == "steady_numbers"
    choose, const = (
        op.numbers(3, 9, 15, threats=threats, reuse=reuse),
        {"reuse": 1} if reuse else {},
    )
    asked: dict[str, Any] = {"game": "numeric", "const": const, "engine": "explicit"}
    found = prove("odd never loses", {"odd": strategy}, **asked)
    assert found.verdict == "refuted" and found.play
    state = rules.start
    for move in found.play.moves:
        i, j, n = (int(digit) for digit in re.findall(r"\d", move.action))
        after = rules.options(state)
        assert move.role == rules.roles[rules.turn(state)]
        assert move.role == "even" or (i, j, n) in choose(state, frozenset(after))
        state = after[i, j, n]
    assert rules.winner(state) == "even"
    assert nines in (None, state.count(9))


@pytest.mark.no_cover
def test_to_the_letter_even_keeps_the_tie_with_steady_numbers() -> None:
    """Even cannot force more. The plays were counted by the oracle, which takes it seconds:

    op.explored(op.numeric(3, 9, 15, reuse=True, forget=True), op.anything,
                op.numbers(3, 9, 15, reuse=True)).ends
    """
    assert not forces(op.numeric(3, 9, 15, reuse=True, forget=True), "even")
    asked: dict[str, Any] = {"game": "numeric", "const": {"reuse": 1}, "engine": "explicit"}
    found = prove("even never loses", {"even": "steady_numbers"}, count=True, **asked)
    assert found.verdict == "proved"
    assert found.plays == {"odd": 0, "even": 62_024, "tie": 176_128}


@pytest.mark.no_cover
def test_the_same_strategy_never_loses_with_either_kind_of_numbers() -> None:
    """The positions were counted by a program in C++ too, which found no lost one among them."""
    for role, positions in (("odd", 336_589), ("even", 207_536)):
        roles = {role: "steady_numbers"}
        found = prove(f"{role} never loses", roles=roles, game="numeric", engine="explicit")
        assert (found.verdict, found.positions) == ("proved", positions)


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3)])
def test_baits_are_those_of_the_histories(size: tuple[int, int], run: Run) -> None:
    """Every square as the trap, against all histories one by one."""
    rows, cols = size
    given = ["-c", f"rows={rows}", "-c", f"cols={cols}"]
    for i in range(1, rows + 1):
        for j in range(1, cols + 1):
            expected = 0 if op.bait(rows, cols, (i, j)) else 1
            assert run("steal", f"eat(cell({i},{j}))", *given).status == expected
    # a bait means that the first player wins: the last one, the far corner
    assert expected == (1 if size == (1, 1) else 0)
    assert (value(op.chomp(rows, cols)) == "x") == (size != (1, 1))
