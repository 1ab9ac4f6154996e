"""Number scrabble, held to the oracle's sets of numbers."""

from __future__ import annotations

from itertools import combinations

import oracle_games as og
import pytest

import ttt_asp
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.errors import InputError
from ttt_asp.games.load import load_game
from ttt_asp.games.notation import Notation
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
    entries = read_claims(STRATEGIES / "claims" / "number_scrabble.toml")
    for entry in entries:
        tactics = {
            role: entry.roles.get(role, "any").removeprefix("first(").removesuffix(")").split(", ")
            for role in ("x", "o")
        }
        ends = og.explore(og.SCRABBLE, tactics).plays
        loses = {"x": ends["o"], "o": ends["x"]}
        holds = {"x never loses": not loses["x"], "o never loses": not loses["o"],
                 "o can win": bool(ends["o"])}  # fmt: skip
        assert entry.expect == ("proved" if holds[entry.claim] else "refuted")
        found = ttt_asp.prove(entry.claim, roles=entry.roles, game="number_scrabble")
        assert found.verdict == entry.expect


def test_numbers_lie_in_a_row() -> None:
    notation = Notation(load_game("number_scrabble", {}))
    position = notation.parse("....x..o.")
    assert position == {"marked(x,5)", "marked(o,8)", "turn(x)"}
    assert notation.write(position) == "....x..o."


@pytest.mark.parametrize("name", ["largest", "total"])
def test_what_is_no_number_scrabble_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} must be 1 or more"):
        load_game("number_scrabble", {name: "0"})
