"""Number scrabble, held to the oracle's sets of numbers."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import oracle_games as og
import pytest
from tables import tabled

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
        if entry.roles.get("x") == "good_for_x":  # its counts are below
            continue
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


@tabled()
def test_its_lines_are_those_of_a_grid(x: str, o: str, plays: tuple[int, ...]) -> None:
    """Strategies that speak of corners and the center play as in tic-tac-toe."""
    found = ttt_asp.prove("x never loses", x=x, o=o, game="number_scrabble", count=True)
    assert found.plays is not None
    assert tuple(found.plays.get(end, 0) for end in ("x", "o", "tie")) == plays
    assert found.verdict == ("proved" if not plays[1] else "refuted")


def test_five_is_the_center_and_even_numbers_are_corners() -> None:
    game = load_game("number_scrabble", {})
    said = game.vocabulary[0].text.decode()
    assert "\ncorner(2;4;6;8).\n" in said and "\ncenter(5)." in said
    assert "\nedge(1;3;7;9).\n" in said
    ((pairs,),) = [re.findall(r"opposite\((.*)\)", said)]
    assert {frozenset(pair.split(",")) for pair in pairs.split(";")} == {
        frozenset("28"), frozenset("46")
    }  # fmt: skip


def test_lines_that_do_not_tell_corners_from_the_middle_name_neither(tmp_path: Path) -> None:
    """The lines of 4x4 are the same if its corners and its middle squares change places."""
    squares = [[f"s{i}{j}" for j in range(4)] for i in range(4)]
    lines = [*squares, *map(list, zip(*squares, strict=True))]
    lines += [[squares[i][i] for i in range(4)], [squares[i][3 - i] for i in range(4)]]
    rules = [f"winning_set({n}). part_of(({';'.join(line)}),{n})." for n, line in enumerate(lines)]
    path = tmp_path / "four.lp"
    path.write_text("\n".join(["%*! four: four in a row on 4x4. *%", *rules]) + "\n", "utf-8")
    assert len(load_game(str(path), {}).facts["line"]) == 10
    with pytest.raises(InputError, match="has no corner"):
        ttt_asp.prove("x never loses", x="corner", game=str(path))


def test_a_grid_without_edges_has_corners(tmp_path: Path) -> None:
    path = tmp_path / "four.lp"
    pairs = enumerate(combinations("abcd", 2), 1)
    sets = (f"winning_set({n}). part_of(({one};{two}),{n})." for n, (one, two) in pairs)
    path.write_text("\n".join(sets), "utf-8")
    facts = load_game(str(path), {}).facts
    assert {str(square) for (square,) in facts["square"]} == set("abcd")
    verdict = ttt_asp.prove("x always wins", {"x": "first(corner, any)"}, game=str(path))
    assert (verdict.verdict, verdict.warnings) == ("proved", ())
