"""Valid certificates of every kind, by name, and what becomes of those that are changed."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import oracle_folding
import oracle_games as og
import oracle_rules
import pytest
from hypothesis import strategies as st
from oracle_certificates import (
    CLAIMS,
    Json,
    at,
    claims_of,
    copy,
    game_of,
    good,
    is_what_it_says,
    made_by_tactics,
    nim4,
    paths,
    seeds,
)
from oracle_folding import unfolded
from oracle_games import value as value_of
from tables import constant

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.extensions.certificates import induction
from ttt_asp.extensions.certificates.checker.format import read as read_certificate
from ttt_asp.extensions.certificates.checker.main import Report
from ttt_asp.extensions.certificates.verify import stages
from ttt_asp.extensions.pairings.ahead import find_ahead
from ttt_asp.extensions.pairings.certificates import periodic_certificate, replies_certificate
from ttt_asp.extensions.pairings.files import write_pairing
from ttt_asp.extensions.pairings.pairing import find_pairing
from ttt_asp.extensions.pairings.periodic import find_periodic
from ttt_asp.extensions.sizes import certificate as sizes
from ttt_asp.extensions.sizes.engine import prove
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import Library, open_library

FOUR = {"rows": "4", "cols": "4", "line": "4"}
FIVE = {"rows": "5", "cols": "5", "line": "5"}
SIX = {"side": "6", "dim": "2"}
EVERY = "bricks > 0, bricks \\ 3 = 0"
# Sets that black is to complete, and who begins: white needs one answer, two, and an opening.
SETS: dict[str, Any] = constant(__file__, "SETS")
NINE = [*map("".join, zip("abcdefghi", "jklmnopqr", strict=True)), "stu"]
KEPT = TemporaryDirectory()


def plain(data: Any) -> Json:
    copied: Json = copy(data)
    return copied


def positional(name: str) -> Game:
    """A game in which black is to complete one of some sets of letters."""
    sets, first = SETS[name]
    return positional_game(sets, first, Path(KEPT.name) / f"{name}.pg")


def positional_game(sets: list[str], first: str, path: Path) -> Game:
    path.write_text(og.written_pg(sets, sorted(set("".join(sets))), first))
    return load_game(str(path), {})


def found_replies(game: Game, ahead: int) -> Json | None:
    """The certificate of replies to the first moves, if some do."""
    found = find_ahead(game, ahead, Limits())
    return plain(replies_certificate(found)) if found.verdict == "found" else None


def of_replies(game: Game, ahead: int) -> Json:
    found = found_replies(game, ahead)
    assert found is not None
    return found


@cache
def library() -> Library:
    """The one of the package, with a pairing of five by five squares, and a lemma about it."""
    folder = Path(KEPT.name) / "pairing"
    write_pairing(find_pairing(load_game("tictactoe", FIVE), Limits()), folder, "pairing")
    return open_library([folder])


def on_five(*lemmas: str, claim: str = "o never loses") -> Problem:
    """A claim about five by five squares."""
    o, folders = {"o": "by_pairing"}, library().folders
    return read(Question(claim, o, const=FIVE, lemmas=lemmas, folders=folders), Deadline())


def of_every_size() -> Json:
    asked = Question("o never loses", {"o": "three_by_three"}, "pick_up_bricks", every=EVERY,
                     lemmas=("threes_left",))  # fmt: skip
    problem = read(asked, Deadline())
    return sizes.proof_kept(problem, prove(problem, Limits()), Limits())


def small() -> Json:
    """The same with short texts, of two questions: only the first stage knows what it is about."""
    data = valid("every size")
    data["questions"] = data["questions"][:2]
    for step in (step for one in data["questions"] for step in one["steps"]):
        step["text"] = "; a comment (\n(declare-const |a;(b| Bool)\n(assert true)"
    return data


def periodic() -> Json:
    nine = load_game("tictactoe", {"line": "9"})
    return plain(periodic_certificate(find_periodic(nine, 8, Limits())))


SQUARE = {"game": "hypercube", "const": {"side": 2, "dim": 2}}
MISERE = og.alternating("abcde", ["ab", "bcd"], misere=True)
# x owns a square at first; of twenty squares none is in a set, so they may be exchanged in any way.
LINES, NONE = og.alternating("abcd", ["ab", "cd"]).wins[0], frozenset[Any]()
MARKED = og.Sets2(
    ("x", "o"), frozenset("abcd"), (LINES, LINES), (1, 0, 1), (frozenset("a"), frozenset())
)
TWENTY = og.Sets2(("x", "o"), frozenset("abcdefghijklmnopqrst"), (NONE, NONE), (0,))
IMAGES = {
    "symmetries": [[1, 0, *range(2, 20)], [*range(1, 6), 0, *range(6, 20)]],
    "positions": ["." * 20, *(f"{'.' * n}x{'.' * (19 - n)}" for n in range(19, 4, -1))],
}
MAKERS: dict[str, Callable[[], Json]] = {
    "board": good,
    "tie": lambda: seeds()[0],
    "two by two": lambda: seeds()[1],
    "two folded": lambda: oracle_folding.seeds()[1],
    "folded": lambda: oracle_folding.seeds()[0],
    "square": lambda: made_by_tactics(og.hypercube(2, 2), {}, "x always wins", SQUARE),
    "misere": lambda: made_by_tactics(MISERE, {}, "x can win"),
    "marked": lambda: made_by_tactics(MARKED, {}, "o can tie"),
    "twenty": lambda: made_by_tactics(TWENTY, {}, "always tie") | IMAGES,
    "folded free": lambda: oracle_folding.seeds()[3],
    "nim": nim4,
    "four": lambda: of_replies(load_game("tictactoe", FOUR), 2),
    "nine pairs": lambda: of_replies(positional_game(NINE, "black", Path(KEPT.name) / "9.pg"), 0),
    "six squared": lambda: of_replies(load_game("hypercube", SIX), 1) | {"replies": None},
    **{name: lambda name=name: of_replies(positional(name), 3) for name in SETS},  # type: ignore[misc]
    "periodic": periodic,
    "induction": lambda: induction.certificate(on_five("pairing_kept"), 1),
    "every size": of_every_size,
    "small": small,
}
made_once = cache(lambda name: MAKERS[name]())


def valid(name: str) -> Json:
    """A valid certificate, to be changed."""
    if name == "every size":
        pytest.importorskip("z3")
    return plain(made_once(name))


def judged(data: Json, stage: int, deadline: Deadline = Deadline()) -> Report:  # noqa: B008
    """What a stage says of a certificate, without the other one."""
    given = read_certificate(json.dumps(data).encode())
    first, second = stages(given)
    if stage == 1:
        return first(given, deadline)
    return second(given, library(), deadline, None)


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 12), st.just(1.0), st.text(max_size=3),
    st.sampled_from([[], {}, [0], "any", ".../.../...", "../..", ".....", 10**30, [[0], [0]]]),
    st.sampled_from(constant(__file__, "VALUES")),
    st.sampled_from([*CLAIMS, *claims_of(["black", "white"]), *claims_of(["p", "q"])]),
    st.lists(st.integers(0, 9), max_size=4, unique=True).map(sorted),
)  # fmt: skip
CHANGES = ["drop", "double", "value", "swap", "nudge", "key", "moves", "borrow"]


def tells_the_truth(data: Json) -> bool:
    """Whether an accepted certificate says what is true, by building it anew.

    Whatever replies it lists: who never loses can do so, as the value of the game shows.

    Raises:
        Unclear: plays by its rules are too long to follow.
    """
    if "replies" in data:
        game = game_of(data["sets"])
        breaker = data["claim"].removesuffix(" never loses")
        return value_of(game) in (breaker, "tie")
    if "rules" in data:
        return oracle_rules.is_what_it_says(data)
    if "symmetries" in data:
        whole = unfolded(data)
        return whole is not None and is_what_it_says(whole)
    return "sets" in data and is_what_it_says(data)


@st.composite
def mutants(draw: st.DrawFn, seeds: Callable[[], list[Json]], branches: Sequence[str] = ()) -> Json:
    """A certificate with one to three changes anywhere in it, or in some of its branches."""
    data: Json = copy(draw(st.sampled_from(seeds())))
    for _ in range(draw(st.integers(1, 3))):
        there = [branch for branch in branches or sorted(data) if branch in data]
        if not there:
            break
        branch = draw(st.sampled_from(there))
        path = draw(st.sampled_from([*paths(data[branch], (branch,))]))
        where, key = at(data, path[:-1]), path[-1]
        value = where[key]
        change = draw(st.sampled_from(CHANGES))
        if change == "drop":
            del where[key]
        elif change == "double" and isinstance(where, list):
            where.insert(int(key), copy(value))
        elif change == "swap":
            keys = sorted(where, key=str) if isinstance(where, dict) else range(len(where))
            other = draw(st.sampled_from(keys))
            where[key], where[other] = where[other], where[key]
        elif change == "nudge" and isinstance(value, str):
            place = draw(st.integers(0, max(len(value) - 1, 0)))
            where[key] = value[:place] + draw(st.sampled_from("xo./abpq01")) + value[place + 1 :]
        elif change == "nudge" and type(value) is int:
            where[key] = value + draw(st.sampled_from([-1, 1, 3]))
        elif change == "key" and isinstance(where, dict):
            where[draw(st.sampled_from([*where, "misere", "x", "rules", "é"]))] = copy(draw(VALUES))
        elif change == "moves" and isinstance(value, str):
            where[key] = [value, draw(st.lists(st.integers(0, 8), unique=True).map(sorted))]
        elif change == "borrow":
            where[key] = copy(at(data, draw(st.sampled_from([*paths(data[branch], (branch,))]))))
        else:
            where[key] = copy(draw(VALUES))
    return data
