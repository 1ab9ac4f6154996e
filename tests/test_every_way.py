"""Drawn questions about drawn games, asked in every way that there is, and of a brute force.

A family of games stands in tests/games/drawn_games.py, the brute force in tests/oracles. Whatever
answers - the engines, the matrix, certificates and what checks them - has to say the same.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import brute_force
import pytest
from brute_force import Explored, parse_claim
from drawn_games import (
    Case,
    Drawn,
    boards,
    case,
    claims,
    of_strategy,
    piles,
    sets,
    term,
    tries,
    walks,
    written,
)
from drawn_gdl import gdl
from hypothesis import given
from hypothesis import strategies as st
from terms import Undetermined, parse

from ttt_asp import InputError, Verdict, matrix, prove

# What is said beside a verdict where a search ended early.
UNDECIDED = "not everything was explored: another play may break the claim"
FAMILIES: dict[str, Callable[[random.Random], Drawn]] = {
    "walks": walks,
    "boards": boards,
    "sets": sets,
    "piles": piles,
    "gdl": gdl,
}


# What is said of `opponent` where it has no meaning; and in infix notation of fluents that nothing
# makes true.
REFUSED = "may not depend on whose turn it is", "there is no rule or fact for"
DRAWN = given(chance=st.randoms(use_true_random=False))
EACH = pytest.mark.parametrize("family", FAMILIES)


@contextmanager
def posed(family: str, chance: random.Random) -> Iterator[tuple[Case, str, Path]]:
    """A drawn question, its game as it is asked about, and the folder with its files."""
    drawn = FAMILIES[family](chance)
    asked = case(chance, drawn)
    with tempfile.TemporaryDirectory() as name:
        yield asked, written(drawn, Path(name)), Path(name)


@EACH
@DRAWN
@tries(2, hunt=10)
def test_every_engine_says_what_is_so(family: str, chance: random.Random) -> None:
    """Engine auto asks both others about small games; each is asked alone, too, in turns."""
    with posed(family, chance) as (asked, game, folder):
        alone = chance.choice(["explicit", "bounded", "induction", "induction"])
        engines_agree(asked, game, folder, ["auto", alone])
        for path in asked.drawn.spellings:
            engines_agree(asked, str(folder / path), folder, ["auto"])


def engines_agree(asked: Case, game: str, folder: Path, engines: Sequence[str]) -> None:
    """Each engine has the verdict of the brute force, its counts, and a play that shows it."""
    expected, about_it = asked.expected(asked.claim, asked.horizon), of_strategy(asked.claim)
    seen = None if expected == "undetermined" else asked.seen(asked.horizon)
    endless = seen is None or seen.endless
    for engine in engines:
        if engine == "bounded" and endless and asked.horizon is None:
            continue  # it need not end
        if engine == "induction" and (asked.horizon is not None or about_it):
            continue
        found = answered(asked, game, folder, engine)
        told = f"{engine} says {found}, not {expected}: {asked}"
        if isinstance(found, str):
            unasked = engine == "induction" and found != "undetermined"  # its lemmas are at fault
            assert found == expected or unasked or refused(found), told
            continue
        if engine == "induction" and (found.verdict == "unknown" or expected == "undetermined"):
            assert found.verdict != "proved", told
            continue
        if engine == "induction" and found.verdict == "incomplete":  # it looked at one round only
            assert expected in ("incomplete", "refuted") and found.others == UNDECIDED, told
            continue
        assert found.verdict == expected, told
        if seen is not None and not about_it and not found.lemmas:
            assert shown(asked, found), told
        if seen is not None and not about_it and found.positions is not None:
            assert found.positions == seen.positions, told
            assert found.plays is None or by_goals(found.plays, seen) == ends_of(seen), told


@EACH
@DRAWN
@tries(1, hunt=20)
def test_turns_come_to_what_each_engine_says(family: str, chance: random.Random) -> None:
    """Whatever the engines may spend in a turn, auto has the verdict of each engine alone."""
    budgets = {
        "POSITIONS": [1, 5, 50, 20_000],
        "MORE_POSITIONS": [2, 4],
        "MOVES": [1, 3, 9],
        "MORE_MOVES": [2, 4],
        "RULES": [300, 3000, 60_000],
        "WORK": [1, 100_000, 50_000_000],
        "PAIRS": [0, 10_000],
    }
    drawn: dict[str, Any] = {name: chance.choice(values) for name, values in budgets.items()}
    with posed(family, chance) as (asked, game, folder):
        small = patch("ttt_asp.engines.explicit.SMALL", chance.choice([0, 24]))
        with patch.multiple("ttt_asp.engines.auto", **drawn), small:
            found = answered(asked, game, folder, "auto")
        told = f"{drawn} {found}: {asked}"
        for engine in engines_for(asked):
            # it may search for very long where turns came to an end
            limit = {"clingo_options": ["--solve-limit=20000"]} if engine == "bounded" else {}
            alone = answered(asked, game, folder, engine, **limit)
            if isinstance(found, str) or isinstance(alone, str):
                inapplicable = engine == "induction" and not isinstance(found, str)
                assert inapplicable or isinstance(found, str) == isinstance(alone, str), told
            elif alone.verdict == "incomplete" and alone.others:
                assert found.verdict in ("incomplete", "refuted"), f"{alone}; {told}"
            elif alone.verdict != "unknown":
                assert found.verdict == alone.verdict, f"{alone}; {told}"
        if isinstance(found, Verdict) and not of_strategy(asked.claim):
            assert found.lemmas or shown(asked, found), told


def engines_for(asked: Case) -> Iterator[str]:
    """The engines that come to an end at a question."""
    yield "explicit"
    known = asked.expected(asked.claim, asked.horizon) != "undetermined"
    if asked.horizon is not None or (known and not asked.seen(asked.horizon).endless):
        yield "bounded"
    if asked.horizon is None and not of_strategy(asked.claim):
        yield "induction"


@EACH
@DRAWN
@tries(3, hunt=20)
def test_a_stuck_play_hides_no_lost_one(family: str, chance: random.Random) -> None:
    """Nor does a limit, however a search ends: and what others do stands in a note."""
    with posed(family, chance) as (asked, game, folder):
        drawn, roles = asked.drawn, asked.drawn.world.roles
        terms = {role: parse(term(chance, drawn)) for role in roles if chance.random() < 0.9}
        claim = chance.choice([one for one in claims(roles) if " can " not in f" {one}"])
        asked = replace(asked, terms=terms, claim=claim)
        engines_agree(asked, game, folder, ["auto", chance.choice(["explicit", "induction"])])
        limits: dict[str, Any] = {"max_positions": chance.randint(1, 9), "stop_at_first": True}
        given = dict(chance.sample([*limits.items()], chance.randint(1, 2)))
        found = answered(asked, game, folder, "explicit", **given)
        if isinstance(found, str) or asked.expected(claim) == "undetermined":
            return
        expected, seen = asked.expected(claim, asked.horizon), asked.seen(asked.horizon)
        told = f"{given} {found}, not {expected}: {asked}"
        assert found.verdict in ("unknown", expected) or (
            (found.verdict, expected) == ("incomplete", "refuted") and found.others == UNDECIDED
        ), told
        assert found.stopped or found.verdict == expected, told
        assert found.verdict == "unknown" or shown(asked, found), told
        stuck = "stuck: " in found.others and found.verdict == "refuted"
        assert seen.stuck or not stuck, told
        if found.plays and found.verdict == "refuted" and not seen.endless:
            assert found.others.startswith(f"and {seen.stuck:,} play" if seen.stuck else ""), told
            assert bool(found.others) == bool(seen.stuck), told


def refused(message: str) -> bool:
    return any(words in message for words in REFUSED)


def answered(asked: Case, game: str, folder: Path, engine: str, **more: Any) -> Verdict | str:
    """The verdict of an engine; a text where it refuses the question."""
    if engine == "induction":
        more = {"lemmas": list(asked.drawn.lemmas), "find_lemmas": False}
    try:
        return prove(
            asked.claim, texts(asked), engine=engine, game=game, const=asked.drawn.const,
            strategies=[folder], horizon=asked.horizon, **more,
        )  # fmt: skip
    except InputError as error:
        message = str(error)
        return "undetermined" if "names no single action" in message else message


def texts(asked: Case) -> dict[str, str]:
    return {role: str(strategy) for role, strategy in asked.terms.items()}


def shown(asked: Case, found: Verdict) -> bool:
    """Whether the play, if there is one, is a play that has the verdict."""
    wanted = parse_claim(asked.claim, asked.drawn.world.roles)
    if found.verdict == ("refuted" if wanted.mode == "can" else "proved"):
        return found.play is None
    if found.play is None:
        return False
    world = asked.drawn.world
    position, moves = world.start, []
    for move in found.play.moves:
        named = {asked.drawn.action(one): one for one in world.moves(position)}
        if world.mover(position) != move.role or move.action not in named:
            return False
        moves.append(named[move.action])
        position = world.after(position, moves[-1])
    end = brute_force.check_play(world, world.players(asked.terms), moves)
    if found.play.ending == "lasso":
        return wanted.mode == "always" and found.verdict == "refuted"
    if found.verdict in ("incomplete", "unknown"):
        return bool(end == {"incomplete": "stuck", "unknown": "cut"}[found.verdict])
    return bool(wanted.fits(end) if wanted.mode == "can" else wanted.violated(end, len(moves)))


def by_goals(plays: Mapping[str, int], seen: Explored) -> Counter[Any]:
    """How many plays end with which goals, or get stuck, as the product says it."""
    found: Counter[Any] = Counter()
    for name, number in plays.items():
        goals = dict(word.split("=") for word in name.split()) if "=" in name else {}
        usual = "stuck" if name == "stuck" else ended(name, seen)
        found[tuple(int(goals[role]) for role in seen.roles) if goals else usual] += number
    return +found


def ends_of(seen: Explored) -> Counter[Any]:
    """The same as the brute force says it; all ties of games with nothing else are one."""
    found: Counter[Any] = Counter()
    vectors = {end for end in seen.ends if isinstance(end, tuple)}
    usual = len(seen.roles) == 2 and all(
        sorted(one) == [0, 100] or all(0 < goal < 100 for goal in one) for one in vectors
    )
    for end, number in seen.ends.items():
        tied = usual and isinstance(end, tuple) and 100 not in end
        found["stuck" if end == "stuck" else ended("tie" if tied else end, seen)] += number
    return found


def ended(end: Any, seen: Explored) -> tuple[int, ...]:
    return tuple(brute_force.goals(seen, end).values())


@EACH
@DRAWN
@tries(2, hunt=5)
def test_the_matrix_says_what_is_so(family: str, chance: random.Random) -> None:
    drawn = FAMILIES[family](chance)
    names = [term(chance, drawn), f"first({term(chance, drawn)}, any)"]
    if len(drawn.world.roles) != 2:
        return
    with tempfile.TemporaryDirectory() as name:
        game = written(drawn, Path(name))
        try:
            found = matrix(names, game=game, const=drawn.const, strategies=[Path(name)])
        except InputError as error:
            assert refused(str(error)), error
            return
    pairs = [dict(zip(drawn.world.roles, pair, strict=True)) for pair in product(names, repeat=2)]
    rows = {tuple(row.roles.values()): row for row in found.scores}
    for pair in pairs:
        asked = Case(drawn, {role: parse(text) for role, text in pair.items()}, "never tie")
        row = rows.get(tuple(pair.values()))
        told = f"{row}: {asked}"
        assert row is not None, told
        try:
            seen = asked.seen()
        except Undetermined:
            assert "names no single action" in row.note, told
            continue
        if refused(row.note):
            continue
        assert row.positions == seen.positions, told
        assert (row.plays is None) == seen.endless, told
        if row.plays is not None:
            assert by_goals(row.plays, seen) == ends_of(seen), told
            assert row.claim == ("" if seen.stuck else strongest(seen)), told


def strongest(seen: Explored) -> str:
    """The strongest claim that holds of plays that all end."""
    late, (one, two) = max(length for _, length in seen.endings), seen.roles
    tried = [
        *(f"{role} always wins by move {late}" for role in (one, two)), "always tie",
        *(f"{role} always {end}" for end in ("loses", "ties") for role in (one, two)),
        f"{one} never loses", f"{two} never loses", "never tie", f"{one} never wins",
        f"{two} never wins",
    ]  # fmt: skip
    return next((one for one in tried if brute_force.judge(one, seen) == "proved"), "")
