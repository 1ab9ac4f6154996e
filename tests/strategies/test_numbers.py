"""Numbers beyond what clingo holds are refused; all others are as in Python."""

import random
from pathlib import Path

import pytest
from conftest import HUNT, tactic, write
from drawn_arithmetic import FLUENTS, LARGE, STATIC, Body, body
from tables import constant

from ttt_asp import InputError, prove, suggest

GAME: str = constant(__file__, "GAME")
AT_ONCE = 200


def game(folder: Path, fluents: tuple[int, ...]) -> str:
    """Write the game whose position has the fluents, and whose moves are numbers of bodies."""
    sets = (STATIC, LARGE, FLUENTS, fluents)
    names = ("static", "large", "fluents", "initial")
    numbers = dict(zip(names, (";".join(map(str, one)) for one in sets), strict=True))
    return str(write(folder / "numbers.lp", GAME.format(moves=AT_ONCE - 1, **numbers)))


def refused(problem: InputError) -> set[int]:
    """The lines with numbers that are too large; nothing else may be wrong."""
    lines = set()
    for found in problem.diagnostics:
        assert "numbers in rules end at" in found.message or "exponent" in found.message, found
        assert found.location is not None and found.location.column and found.hint
        lines.add(found.location.line)
    return lines


def let_in(folder: Path, where: str, bodies: list[Body]) -> dict[int, Body]:
    """Write the tactic `drawn` of the bodies that are not refused, each with its own move."""
    kept = dict(enumerate(bodies))
    for _ in range(2):
        order = list(kept)
        rules = (
            f"{kept[n].helpers}suggests(drawn,P,a({n})) :- role(P); {kept[n].text}." for n in order
        )
        tactic(folder, "drawn", "\n".join(rules) + "\n")
        try:
            suggest("drawn", role="p", game=where, strategies=[folder])
        except InputError as problem:
            kept = {n: kept[n] for n in order if order.index(n) + 1 not in refused(problem)}
        else:
            return kept
    raise AssertionError("some bodies are refused only where others are not there")


def hold_to_integers(seed: int, folder: Path, at_once: int) -> tuple[int, int]:
    """Hold some bodies to Python's integers: how many are let in, and how many recommend."""
    source = random.Random(seed)
    fluents = tuple(sorted(source.sample(FLUENTS, source.choice((2, 3, 4)))))
    where, bodies = game(folder, fluents), [body(source, f"drawn_{n}") for n in range(at_once)]
    kept = let_in(folder, where, bodies)
    expected = {n for n, one in kept.items() if any(True for _ in one.solutions(fluents))}
    found = suggest("drawn", role="p", game=where, strategies=[folder])
    got = {int(action[2:-1]) for action in found.advice.suggested}
    wrong = {n: kept[n].text for n in got ^ expected}
    assert not wrong, (seed, fluents, wrong)
    if expected:
        verdict = prove("p never loses", roles={"p": "drawn"}, game=where, strategies=[folder],
                        engine="explicit")  # fmt: skip
        assert verdict.plays is not None and sum(verdict.plays.values()) == len(expected), seed
    hold_order_to_integers(folder, where, {n: (kept[n], kept[n].values(fluents)) for n in expected})
    return len(kept), len(expected)


def hold_order_to_integers(
    folder: Path, where: str, bodies: dict[int, tuple[Body, set[int]]]
) -> None:
    """Hold the first move of an order to integers: the value of each body's last variable."""
    ranks = {n: min(values) for n, (_, values) in bodies.items() if len(values) == 1}
    first = min(ranks.values(), default=0)
    if list(ranks.values()).count(first) != 1:
        return  # no single move is the first
    ranked = (f"{one.helpers}order(drawn,a({n}),{one.last}) :- {one.text}."
              for n, (one, _) in bodies.items() if n in ranks)  # fmt: skip
    write(folder / "orders" / "by_value.lp", "\n".join(ranked).replace("drawn", "by_value") + "\n")
    moves = ";".join(map(str, ranks))
    tactic(folder, "ranked", f"suggests(ranked,P,a(({moves}))) :- role(P).\n")
    found = suggest("pick(ranked, by_value)", role="p", game=where, strategies=[folder])
    assert found.advice.suggested == (f"a({min(ranks, key=lambda n: ranks[n])})",)


def test_what_is_let_in_is_what_integers_say(tmp_path: Path) -> None:
    kept, recommending = hold_to_integers(42, tmp_path, 20)
    assert kept >= 7 and recommending >= 2


@pytest.mark.hunt
@pytest.mark.no_cover
@pytest.mark.skipif(HUNT == 1, reason="10,000 bodies take half an hour: `make hunt` tries them")
def test_ten_thousand_bodies_are_what_integers_say(tmp_path: Path) -> None:
    sums = [0, 0]
    for seed in range(10_000 // AT_ONCE):
        kept, recommending = hold_to_integers(seed, tmp_path / str(seed), AT_ONCE)
        sums[0] += kept
        sums[1] += recommending
    print(f"{sums[0]} of 10,000 bodies are let in, {sums[1]} recommend their move")
    assert sums[0] > 3_000 and sums[1] > 1_000
