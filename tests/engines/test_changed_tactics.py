"""Tactics changed at random: what is proved for every size holds at the small ones."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import HUNT, examples, write
from hypothesis import given
from hypothesis import strategies as st
from tables import constant

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.claims.sizes import at_size
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.lemmas import NO_LEMMAS

# Sizes of which no number is larger are tried one by one.
LARGEST = 6
SIGNS = ("<=", "<", "!=", "=")
# Claims about every size, and the files that are changed.
THEOREMS: list[dict[str, Any]] = constant(__file__, "THEOREMS")


def changed(text: str, chance: random.Random) -> str:
    """A tactic's file with one thing in its rules another: a number, a sign, a literal."""
    things = r"(?<!\w)\d+(?!\w)|<=|<|!=|=|(?<=, )not |[JK](?=[+,)-])|[+-](?=\d)"
    rules = re.compile(things).finditer(text, text.index("*%") + 2)
    places = [p for p in rules if not text[: p.start()].rpartition("\n")[2].startswith("%")]
    place = chance.choice(places)
    old = place[0]
    if old.isdigit():
        new = str(max(0, int(old) + chance.choice((-1, 1))))
    elif old in SIGNS:
        new = chance.choice([sign for sign in SIGNS if sign != old])
    else:
        new = {"J": "K", "K": "J", "+": "-", "-": "+"}.get(old, "")
    return text[: place.start()] + new + text[place.end() :]


def posed(theorem: dict[str, Any], folder: Path, seed: int) -> Problem:
    """The claim, one of its tactics changed."""
    chance = random.Random(seed)
    name = chance.choice(theorem["files"])
    text = (STRATEGIES / name).read_text("utf-8")
    for _ in range(chance.choice((1, 1, 2))):
        text = changed(text, chance)
    write(folder / name, text)
    asked = {**theorem["asked"], "lemmas": tuple(theorem["lemmas"]), "folders": (folder,)}
    return read(Question(**asked), Deadline())


@given(st.sampled_from(THEOREMS), st.integers(0, 10**6))
@examples(3 if HUNT == 1 else 1000 // HUNT)
def test_what_is_proved_for_every_size_holds_at_small_ones(
    tmp_path_factory: pytest.TempPathFactory, theorem: dict[str, Any], seed: int
) -> None:
    """The engine alone, without the guard that looks at the smallest sizes."""
    try:
        problem = posed(theorem, tmp_path_factory.mktemp("changed"), seed)
        found = engine("sizes").prove(problem, Limits())
    except InputError:  # it is no tactic any more, or says what has no translation
        return
    assert found.verdict in ("proved", "unknown")
    if found.verdict == "proved":
        assert problem.every is not None
        for size in problem.every.smallest(40):
            if max(size) <= LARGEST:
                one = at_size(problem, size, Deadline())
                small = Problem(one.game, one.strategies, one.claim, lemmas=NO_LEMMAS)
                assert engine("explicit").prove(small, Limits()).verdict == "proved", size
