"""Hex and number scrabble, against oracles; more is in hex.md and number_scrabble.md."""

import random
from itertools import combinations

import oracle_games as og
import oracle_hex as oh
import pytest
from brute_force import explore, value
from inside import atoms_along, game_of
from inside_extensions import ClaimEntry, claims_of
from tables import tabled

import ttt_asp
from ttt_asp import prove, solve

SIZES = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)]
CLAIMS = claims_of("hex")


def said_at(rows: int, cols: int, owned: oh.Owned) -> set[str]:
    """Who has connected both sides there, by the rules."""
    game = game_of("hex", {"rows": rows, "cols": cols})
    fluents = {
        f"marked({role},cell({i},{j}))"
        for role, mine in zip("xo", owned, strict=True)
        for i, j in mine
    }
    (atoms,) = atoms_along(game, {"x": "any"}, [frozenset(fluents | {"turn(x)"})])
    assert ("terminal" in atoms) == bool(
        oh.winners(rows, cols, owned) or len(owned[0] | owned[1]) == rows * cols
    )
    return {role for (role,) in atoms.get("connected", ())}


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_positions_plays_and_values_are_the_oracles(rows: int, cols: int) -> None:
    """With best play x wins, but where the way of o is the shorter one, though x begins."""
    given = {"rows": rows, "cols": cols}
    found = prove("never tie", game="hex", const=given, engine="explicit")
    assert found.verdict == "proved"
    seen = explore(oh.Hex(rows, cols))
    assert found.positions == seen.positions
    assert found.plays is not None
    assert {end: n for end, n in found.plays.items() if n} == dict(seen.ends)
    expected = value(oh.Hex(rows, cols))
    assert expected == ("x" if rows <= cols else "o")
    assert solve("hex", const=given).winner == expected


def test_full_boards_have_exactly_one_winner() -> None:
    for rows, cols in ((2, 2), (3, 3), (2, 5), (4, 3)):
        for owned in oh.full_boards(rows, cols):
            assert len(oh.winners(rows, cols, owned)) == 1


def test_any_marks_whatever_say_what_the_oracle_says() -> None:
    """Full boards and others, also those that no play comes to."""
    rng = random.Random(14)
    for rows, cols in [(3, 3), (4, 4), (2, 5), (5, 3)] * 5:
        kinds = {one: rng.choice("xxo.oo"[rng.randrange(3) :]) for one in oh.board(rows, cols)}
        x, o = (frozenset(s for s, kind in kinds.items() if kind == role) for role in "xo")
        assert said_at(rows, cols, (x, o)) == oh.winners(rows, cols, (x, o))


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry.id)
def test_expected_verdicts_are_the_oracles(entry: ClaimEntry) -> None:
    rows, cols = (int(entry.const[name]) for name in ("rows", "cols"))
    if entry.engine == "induction":  # too large to be gone through
        assert entry.claim in ("never tie", "o never loses") and entry.expect == "proved"
        return
    if entry.roles:
        assert entry.roles == {"o": "answer_across"} and rows == cols + 1
    ends = oh.ends_across(rows, cols) if entry.roles else set(explore(oh.Hex(rows, cols)).ends)
    holds = {
        "never tie": "tie" not in ends,
        "x always wins": ends == {"x"},
        "o always wins": ends == {"o"},
        "x can win": "x" in ends,
        "o can win": "o" in ends,
    }
    assert entry.expect == ("proved" if holds[entry.claim] else "refuted")


def test_only_with_one_row_more_an_answer_is_always_there() -> None:
    """What the product says of it is in hex.md."""
    assert oh.ends_across(4, 3) == {"o"}


FULL = ("defeat", "defend", "fork", "any")


def test_its_sets_are_three_numbers_of_one_total() -> None:
    for largest, total in ((9, 15), (7, 12), (12, 20)):
        game = game_of("number_scrabble", {"largest": largest, "total": total})
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
    for entry in claims_of("number_scrabble"):
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
