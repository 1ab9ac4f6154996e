"""Odds, held to the tree of plays in plain Python; best replies, to every way of replying."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

import oracle
import oracle_piles
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board, Position
from tables import tabled

from ttt_asp import odds
from ttt_asp.analyses.odds import Odds
from ttt_asp.show.odds import chance

ENDS = ("x", "o", "tie", "stuck")
# The chances of the four ends.
Chances = tuple[Fraction, ...]


def mean(found: list[Chances]) -> Chances:
    return tuple(sum(column, Fraction()) / len(found) for column in zip(*found, strict=True))


def after(position: Position, moves: oracle.Squares) -> list[Position]:
    return [oracle.place(position, position.mover, move) for move in sorted(moves)]


def drawn(board: Board, x: str, o: str) -> Chances:
    """The chances of the ends where all moves are drawn by lot."""

    @lru_cache(None)
    def at(position: Position) -> Chances:
        moves = oracle.choices(board, x, o, position)
        if ended := oracle.status(board, position, moves, 0, None):
            return tuple(Fraction(end == ended) for end in ENDS)
        return mean([at(one) for one in after(position, moves)])

    return at(oracle.INITIAL)


def replied(x: str, o: str, replier: str, position: Position) -> Iterator[Chances]:
    """The chances of the ends under every strategy of the role that replies, one by one."""
    board = Board()
    mine = position.mover == replier
    sides = {"x": x, "o": o, replier: "any"}
    moves = oracle.choices(board, sides["x"], sides["o"], position)
    if ended := oracle.status(board, position, moves, 0, None):
        yield tuple(Fraction(end == ended) for end in ENDS)
    elif mine:
        for one in after(position, moves):
            yield from replied(x, o, replier, one)
    else:
        for some in product(*(replied(x, o, replier, one) for one in after(position, moves))):
            yield mean(list(some))


def told(found: Odds) -> Chances:
    return tuple(found.plays.get(end, Fraction()) for end in ENDS)


def term(dice: random.Random, depth: int = 2) -> str:
    if depth == 0 or dice.random() < 0.2:
        return dice.choice(sorted(set(oracle.TACTICS) - {"spoil", "nqthm_replies"}))
    op = dice.choice(["first", "first", "refine", "either", "both", "except"])
    return f"{op}({term(dice, depth - 1)}, {term(dice, depth - 1)})"


def player(dice: random.Random) -> str:
    """A strategy; one of four may get stuck."""
    return dice.choice(["first({}, any)"] * 3 + ["first({}, corner)"]).format(term(dice))


@examples(3, hunt=5)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
@pytest.mark.no_cover
def test_random_strategies(seed: int, small: bool, free: bool) -> None:
    dice = random.Random(seed)
    board = Board(2, 3, 3) if small else Board()
    x, o = player(dice), "any" if free else player(dice)
    found = odds(x=x, o=o, const={"rows": board.rows})
    assert told(found) == drawn(board, x, o)
    for role, (won, lost) in {"x": ("x", "o"), "o": ("o", "x")}.items():
        ends, plays = found.ends[role], dict(zip(ENDS, told(found), strict=True))
        assert (ends.wins, ends.loses) == (plays[won], plays[lost])
        assert (ends.ties, ends.stuck) == (plays["tie"], plays["stuck"])
        assert ends.goal == 100 * ends.wins + 50 * ends.ties


@examples(2, hunt=5)
@given(st.integers(0, 10**6))
@pytest.mark.no_cover
def test_best_replies(seed: int) -> None:
    """From positions with four or five free squares, against all that can be replied."""
    dice = random.Random(seed)
    replier = dice.choice("xo")
    while True:
        position = oracle.INITIAL
        for _ in range(dice.choice([4, 5])):
            if oracle.result(Board(), position):
                break
            position = dice.choice(after(position, oracle.legal(Board(), position)))
        if not oracle.result(Board(), position):
            break
    given_to, other = ("o", "x") if replier == "x" else ("x", "o")
    strategy = player(dice)
    sides = {given_to: strategy, other: "any"}
    won = ENDS.index(replier)
    best = max(
        (one[won], 2 * one[won] + one[2])
        for one in replied(sides["x"], sides["o"], replier, position)
    )
    where = oracle.show_board(Board(), position)
    found = odds({given_to: strategy}, against="best", position=where)
    ends = found.ends[replier]
    assert (ends.wins, 2 * ends.wins + ends.ties) == best
    assert found.best == replier
    if position.mover == replier:
        replies = [(one.wins, 2 * one.wins + one.ties) for _, one in found.first]
        assert max(replies) == replies[0] == best
        assert found.optimal == replies.count(best)


@pytest.mark.parametrize("against", ["any", "best"])
def test_up_to_symmetry(against: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = odds(o="good_for_o", against=against)
    if against == "best":  # from a corner x wins against it, whatever it does
        assert plain.ends["x"].wins == 1
    else:
        assert told(plain) == drawn(Board(), "any", "good_for_o")
    monkeypatch.setattr("ttt_asp.positions.explore.MANY", 5)
    found = odds(o="good_for_o", against=against)
    assert (found.plays, found.ends) == (plain.plays, plain.ends)
    assert found.positions == plain.positions == 970


def test_plays_that_get_stuck() -> None:
    found = odds(x="first(defeat, edge)")
    assert told(found) == drawn(Board(), "first(defeat, edge)", "any")
    assert 0 < found.ends["x"].stuck < 1
    assert "stuck" in str(found)


def test_positions_after_different_numbers_of_moves() -> None:
    rules = oracle_piles.bricks(12)

    @lru_cache(None)
    def first_wins(state: oracle_piles.State) -> Fraction:
        if winner := rules.winner(state):
            return Fraction(winner == "x")
        following = [first_wins(one) for one in rules.options(state).values()]
        return sum(following, Fraction()) / len(following)

    assert odds(game="pick_up_bricks").plays["x"] == first_wins(rules.start)


@tabled()
def test_what_is_shown_of_a_chance(number: str, shown: str) -> None:
    """What is not certain is never rounded to certainty, and long fractions are left to JSON."""
    assert chance(Fraction(number)) == shown
