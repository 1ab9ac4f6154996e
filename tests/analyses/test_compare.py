"""Two strategies compared, held to the oracle's exploration."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import oracle
import pytest
from oracle import Board, Position, Strategy
from tables import constant, tupled

from ttt_asp.analyses.compare.compare import Comparison, compare
from ttt_asp.deadline import Deadline
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

BOARD = Board()
GAME, LIBRARY = load_game("tictactoe", {}), open_library()
NOTATION = Notation(GAME)
ENDS = ("wins", "loses", "ties")
# Every never and always claim about x or o, but those with a number of moves.
CLAIMS = [f"{r} {q} {end}" for r in "xo" for q in ("never", "always") for end in ENDS]
NAMED: list[tuple[str, str, str, str]] = [tupled(row) for row in constant(__file__, "NAMED")]


def term(dice: random.Random, depth: int = 2) -> str:
    if depth == 0 or dice.random() < 0.2:
        return dice.choice(sorted(set(oracle.TACTICS) - {"spoil"}))
    op = dice.choice(["first", "refine", "either", "both", "except"])
    return f"{op}({term(dice, depth - 1)}, {term(dice, depth - 1)})"


def random_pairs() -> list[tuple[str, str, str, str]]:
    dice, found = random.Random(6), []
    for number in range(10):
        a = f"first({term(dice)}, any)" if number % 4 else term(dice)
        # related terms, so that some refine others
        b = [f"either({a}, {term(dice)})", f"refine({a}, {term(dice)})", term(dice)][number % 3]
        against = "any" if number % 2 else f"first({term(dice)}, any)"
        found.append((a, b, against, "xo"[number // 2 % 2]))
    return found


# The tests ask for the same comparisons.
@cache
def compared(a: str, b: str, against: str, role: str, *claims: str) -> Comparison:
    return compare(GAME, role, (a, b), against, LIBRARY, Limits(Deadline()), claims)


def claims_of(role: str) -> list[str]:
    return [*CLAIMS, f"{role} always wins by move 7"]


def match(role: str, mine: Strategy, against: Strategy) -> tuple[Strategy, Strategy]:
    return (mine, against) if role == "x" else (against, mine)


@cache
def visited(role: str, mine: str, against: str) -> frozenset[Position]:
    x, o = match(role, mine, against)
    found, queue = {oracle.INITIAL}, [oracle.INITIAL]
    for position in queue:
        if oracle.result(BOARD, position) is None:
            for move in oracle.choices(BOARD, x, o, position):
                after = oracle.place(position, position.mover, move)
                if after not in found:
                    found.add(after)
                    queue.append(after)
    return frozenset(found)


def has_choice(role: str, position: Position) -> bool:
    return position.mover == role and len(oracle.legal(BOARD, position)) > 1


@cache
def refines(role: str, a: str, b: str) -> bool:
    for position in visited(role, a, "any"):
        if has_choice(role, position):
            mine, its = (oracle.recommends(BOARD, position, some) for some in (a, b))
            if not mine <= its or (its and not mine):
                return False
    return True


@cache
def keeping(role: str, mine: str, against: str, claim: str) -> Callable[[Position], bool]:
    """Whether all plays from a position on, none of which gets stuck, are as claimed."""
    wanted = oracle.parse_claim(claim)
    x, o = match(role, mine, against)

    @cache
    def holds(position: Position) -> bool:
        ended = oracle.result(BOARD, position)
        if ended:
            return not wanted.violated(ended, len(position.x) + len(position.o))
        after = [
            oracle.place(position, position.mover, move)
            for move in oracle.choices(BOARD, x, o, position)
        ]
        return bool(after) and all(map(holds, after))

    return holds


def squares(actions: tuple[str, ...]) -> frozenset[oracle.Square]:
    return frozenset((NOTATION.places[action]) for action in actions)


def parsed(position: frozenset[str], role: str) -> Position:
    written = NOTATION.write(position)
    assert isinstance(written, str)
    return oracle.parse_board(written, role)


@pytest.mark.no_cover
@pytest.mark.parametrize(("a", "b", "against", "role"), [*NAMED, *random_pairs()])
def test_against_the_oracle(a: str, b: str, against: str, role: str) -> None:
    claims = claims_of(role)
    found = compared(a, b, against, role, *claims)
    verdicts = {
        claim: tuple(oracle.verdict(BOARD, *match(role, mine, against), claim) for mine in (a, b))
        for claim in claims
    }
    assert dict(found.claims) == verdicts

    first, second = (visited(role, mine, against) for mine in (a, b))
    numbers = (len(first & second), len(first - second), len(second - first))
    assert found.positions == numbers

    said = {
        position: [oracle.recommends(BOARD, position, some) for some in (a, b)]
        for position in first & second
        if has_choice(role, position)
    }
    different = {position for position, (mine, its) in said.items() if mine != its}
    shown = {parsed(some.position, role): some for some in found.differences}
    assert set(shown) == different
    for position, some in shown.items():
        mine, its = said[position]
        assert squares(some.only_a) == mine - its
        assert squares(some.only_b) == its - mine
        assert squares(some.both) == mine & its
        expected = set()
        for claim in claims:
            for loser, one, other in (("A", a, b), ("B", b, a)):
                own, its_own = (mine, its) if loser == "A" else (its, mine)
                if keeping(role, other, against, claim)(position):
                    keeps = keeping(role, one, against, claim)
                    bad = frozenset(
                        move
                        for move in own - its_own
                        if not keeps(oracle.place(position, role, move))
                    )
                    if bad or not own:
                        expected.add((claim, loser, bad))
        assert {(loss.claim, loss.loser, squares(loss.moves)) for loss in some.matters} == expected

    answers = {relation.text: relation.verdict for relation in found.relations}
    finer, coarser = refines(role, a, b), refines(role, b, a)
    as_word = {True: "proved", False: "refuted"}
    assert answers["A refines B"] == as_word[finer]
    assert answers["B refines A"] == as_word[coarser]
    assert answers["A and B are equivalent"] == as_word[finer and coarser]
    for better, worse, number, refined in (("A", "B", 0, finer), ("B", "A", 1, coarser)):
        lost = [c for c, v in verdicts.items() if v[1 - number] == "proved" != v[number]]
        assert answers[f"{better} dominates {worse} against C"] == as_word[not lost]
        everywhere = "refuted" if lost else "proved" if refined else "not decided"
        assert answers[f"{better} dominates {worse} against all opponents"] == everywhere
        for claim in lost:  # then some difference matters for it
            assert any((claim, better) in some.lost for some in found.differences)

    for relation in found.relations:
        if relation.text in ("A refines B", "B refines A") and relation.shown:
            position = parsed(relation.shown.position, role)
            pair = (a, b) if relation.text == "A refines B" else (b, a)
            assert position in visited(role, pair[0], "any")
            mine, its = (oracle.recommends(BOARD, position, text) for text in pair)
            assert not mine <= its or (its and not mine)
        if "against C" in relation.text and relation.verdict == "refuted":
            assert relation.shown in found.differences


@pytest.mark.no_cover
def test_the_pairs_have_every_answer() -> None:
    answers = [
        relation.verdict
        for a, b, against, role in [*NAMED, *random_pairs()]
        for relation in compared(a, b, against, role, *claims_of(role)).relations
    ]
    assert all(answers.count(answer) >= 10 for answer in ("proved", "refuted", "not decided"))


def test_where_only_plays_against_c_can_be_gone_through() -> None:
    limits = Limits(Deadline(), max_positions=1000)
    pair = ("good_for_x", "newell_simon")
    found = compare(GAME, "x", pair, "good_for_o", LIBRARY, limits)
    everything = compare(GAME, "x", pair, "good_for_o", LIBRARY, Limits(Deadline()))
    assert found == everything
    small = compare(GAME, "x", pair, "good_for_o", LIBRARY, Limits(Deadline(), max_positions=200))
    assert (small.claims, small.differences) == (found.claims, found.differences)
    answers = {relation.text: relation.verdict for relation in small.relations}
    assert {text for text, answer in answers.items() if answer == "proved"} == {
        "A dominates B against C",
        "B dominates A against C",
    }
    assert set(answers.values()) == {"proved", "not decided"}
