"""Number scrabble, held to the oracle's sets of numbers; more of it is in number_scrabble.md."""

from __future__ import annotations

from itertools import combinations

import oracle_games as og
import pytest
from tables import tabled

import ttt_asp
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.games.load import load_game
from ttt_asp.paths import STRATEGIES

FULL = ("defeat", "defend", "fork", "any")


def test_its_sets_are_three_numbers_of_one_total() -> None:
    for largest, total in ((9, 15), (7, 12), (12, 20)):
        game = load_game("number_scrabble", {"largest": str(largest), "total": str(total)})
        found: dict[str, set[int]] = {}
        for number, line in game.facts["part_of"]:
            found.setdefault(str(line), set()).add(number.number)
        numbers = range(1, largest + 1)
        expected = {frozenset(s) for s in combinations(numbers, 3) if sum(s) == total}
        assert {frozenset(some) for some in found.values()} == expected
        assert len(found) == len(expected) == len(game.facts["line"])
        assert sorted(square.number for (square,) in game.facts["square"]) == [*numbers]


def test_with_best_play_it_is_a_tie() -> None:
    assert og.value(og.SCRABBLE) == "tie"
    assert ttt_asp.solve("number_scrabble").values == {"x": 50, "o": 50}


@pytest.mark.parametrize("x", [("any",), FULL])
@pytest.mark.parametrize("o", [("any",), ("defeat", "defend", "any")])
def test_plays_are_the_oracles(x: tuple[str, ...], o: tuple[str, ...]) -> None:
    expected = og.explore(og.SCRABBLE, {"x": x, "o": o})
    terms = {r: f"first({', '.join(s)})" if s[1:] else s[0] for r, s in (("x", x), ("o", o))}
    found = ttt_asp.prove("x can win", roles=terms, game="number_scrabble", engine="explicit")
    assert found.positions == expected.positions
    assert found.plays is not None
    assert {end: n for end, n in found.plays.items() if n} == dict(expected.plays)


def test_its_claims_have_the_oracles_verdicts() -> None:
    """That the product says so too is seen where all of the library is checked."""
    for entry in read_claims(STRATEGIES / "claims" / "number_scrabble.toml"):
        if entry.roles.get("x") == "good_for_x":  # its counts are below
            continue
        tactics = {
            role: entry.roles.get(role, "any").removeprefix("first(").removesuffix(")").split(", ")
            for role in ("x", "o")
        }
        ends = og.explore(og.SCRABBLE, tactics).plays
        holds = {"x never loses": not ends["o"], "o never loses": not ends["x"],
                 "o can win": bool(ends["o"])}  # fmt: skip
        assert entry.expect == ("proved" if holds[entry.claim] else "refuted")


@tabled()
def test_its_lines_are_those_of_a_grid(x: str, o: str, plays: tuple[int, ...]) -> None:
    """Strategies that speak of corners and the center play as in tic-tac-toe."""
    asked = {"x": x, "o": o}
    found = ttt_asp.prove("x never loses", asked, game="number_scrabble", engine="explicit")
    assert found.plays is not None
    assert tuple(found.plays.get(end, 0) for end in ("x", "o", "tie")) == plays
    assert found.verdict == ("proved" if not plays[1] else "refuted")
