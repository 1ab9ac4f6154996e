"""Certificates of hypercubes and winning-set games, against an oracle in plain Python.

First the checker alone, with certificates made by the oracle; then those that the engine makes.
"""

import json
import random
import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import brute_force
import oracle_games as og
import pytest
from conftest import HUNT, NEEDS_Z3, Run
from drawn_games import claims, tries
from oracle_certificates import (
    Json,
    accepted,
    claims_of,
    copy,
    encode,
    holds,
    made_by_tactics,
    nim4,
    true_claim,
)
from oracle_games import Sets2, Square
from tables import contents, tabled
from terms import Undetermined
from test_every_way import DRAWN, EACH, posed, texts
from valid_certificates import EVERY, judged, valid

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.errors import InputError
from ttt_asp.extensions.certificates.checker.boards import lines_of
from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.extensions.certificates.checker.main import verify
from ttt_asp.extensions.certificates.positions import certificate
from ttt_asp.extensions.certificates.verify import verify_data
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.extensions.sizes.decision_procedures import (
    CHECKS,
    HEADS,
    Procedure,
    Solver,
)
from ttt_asp.limits import Limits
from ttt_asp.strategies.library import open_library

LIBRARY = open_library()


# --- made by the oracle -------------------------------------------------------------------------

ODD = contents("extensions/certificates/certificate_sets_odd.txt")
BREAKER = "#times\nt1 t2 t3 t4\n#blackturns\nt1 t3\n#positions\na b c d e\n#blackwins\na b\nc d e\n"
OVER = "#times\nt1 t2\n#positions\na b c\n#whiteinitials\na b\n#blackwins\nc\n#whitewins\na b\n"


def maker_breaker(game: Sets2, misere: bool) -> Sets2:
    return og.alternating(game.squares, game.wins[0], maker_breaker=True, misere=misere)


def named(side: int, dim: int, **more: int) -> Json:
    return {"game": "hypercube", "const": {"side": side, "dim": dim, **more}}


MINE = {"x": ["center", "defeat", "defend", "any"], "o": ["defeat", "defend", "fork", "any"]}
FIVE = [(n,) for n in range(1, 6)]
GAMES: list[tuple[Sets2, dict[str, list[str]], Json | None]] = [
    (og.hypercube(2, 1), {}, named(2, 1)),
    (og.hypercube(4, 1), {"x": ["any"]}, named(4, 1)),
    (og.hypercube(3, 2), MINE, named(3, 2, misere=0, maker_breaker=0)),
    (og.hypercube(2, 3), {"o": ["defend"]}, named(2, 3)),
    (maker_breaker(og.hypercube(2, 3), False), MINE, named(2, 3, maker_breaker=1)),
    (maker_breaker(og.hypercube(2, 2), True), {}, named(2, 2, maker_breaker=1, misere=1)),
    *((game, {"x": ["defeat", "fork"]}, None) for game in og.VARIANTS.values()),
    (og.alternating("abcd", ["ab", "bcd", "d"], misere=True), {}, None),
    (og.read_pg(ODD), {"black": ["defeat", "defend", "any"]}, None),
    (og.read_pg(ODD), {"white": ["fork", "defend"]}, None),
    (og.read_pg(BREAKER), {"white": ["defend", "any"]}, None),
    (og.read_pg(OVER), {}, None),
]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "tactics", "known"), GAMES)
def test_exactly_what_the_oracle_finds_true_is_valid(
    game: Sets2, tactics: dict[str, list[str]], known: Json | None
) -> None:
    data = made_by_tactics(game, tactics, "", known)
    plays = data["counts"]["plays"] | {"stuck": data["counts"]["stuck"]}
    for data["claim"] in claims_of(game.roles):
        assert accepted(encode(data)) == holds(data["claim"], game.roles, plays), data["claim"]
    if true := true_claim(data):
        trusted = " ".join(verify(encode(data | {"claim": true})).trusted)
        assert ("squares, sets, turns" in trusted) == (known is None)


@tabled()
def test_the_checker_finds_the_lines_of_hypercubes(side: int, dim: int) -> None:
    every = product(range(1, side + 1), repeat=dim)
    squares: dict[Square, int] = {at: n for n, at in enumerate(every)}
    lines = {frozenset(squares[s] for s in line) for line in og.hypercube(side, dim).wins[0]}
    assert len(lines) == ((side + 2) ** dim - side**dim) // 2
    assert lines_of((side,) * dim, side) == lines


# --- mutants ------------------------------------------------------------------------------------


@cache
def seeds() -> list[Json]:
    found = [made_by_tactics(game, tactics, "", known) for game, tactics, known in GAMES]
    small = [data for data in found if len(data["positions"]) < 400]
    return [{**data, "claim": claim} for data in small if (claim := true_claim(data))]


def test_every_set_counts() -> None:
    """Without any one of its sets it is the certificate of another game."""
    data = made_by_tactics(og.VARIANTS["no_diagonals"], {}, "can tie")
    assert accepted(encode(data))
    for role in ("x", "o"):
        for number, one in enumerate(data["sets"]["sets"][role]):
            for other in ([], [[*one, "nowhere"]]):
                mutant = copy(data)
                mutant["sets"]["sets"][role][number : number + 1] = other
                assert not accepted(encode(mutant))


# --- made by the engine -------------------------------------------------------------------------


def checked(game: str, const: dict[str, str], roles: dict[str, str], known: Sets2) -> None:
    """The engine's certificate is the oracle's; those of claims that are false are refused."""
    tactics = {role: term.removeprefix("first(")[:-1].split(", ") for role, term in roles.items()}
    whole = made_by_tactics(known, tactics, "")
    claim = true_claim(whole) or "can tie"
    posed = read(Question(claim, roles, game, const, folders=LIBRARY.folders), Deadline())
    data = copy(certificate(posed, Limits()))
    assert {key: data[key] for key in ("positions", "counts")} == {
        key: whole[key] for key in ("positions", "counts")
    }
    plays = whole["counts"]["plays"] | {"stuck": whole["counts"]["stuck"]}
    for other in claims_of(known.roles)[:: 6 if HUNT == 1 else 1]:
        assert accepted(encode(data | {"claim": other})) == holds(other, known.roles, plays), other
    facts = verify(encode(data)).facts if true_claim(whole) else ()
    known_by_name = any("worked out anew" in fact for fact in facts)
    assert not facts or known_by_name == (game in ("hypercube", "tictactoe"))
    if len(data["positions"]) < 60:
        assert verify_strategy(data, LIBRARY, Deadline()).facts


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("game", "const", "known"),
    [
        ("hypercube", {"side": "2", "dim": "3"}, og.hypercube(2, 3)),
        ("tictactoe", {"maker_breaker": "1", "misere": "1"},
         maker_breaker(og.hypercube(3, 2), True)),
        ("hypercube", {"side": "5", "dim": "1", "misere": "1"},
         og.alternating(FIVE, [FIVE], misere=True)),
        *((name, {}, game) for name, game in og.VARIANTS.items()),
    ],
)  # fmt: skip
def test_the_checker_knows_the_sets_of_games_built_in(
    game: str, const: dict[str, str], known: Sets2
) -> None:
    roles = {"x": "first(center, defeat, defend, fork, any)", "o": "first(defeat, defend, any)"}
    checked(game, const, roles, known)


def random_tactics(chance: random.Random, roles: Iterable[str]) -> dict[str, str]:
    found = {}
    for role in roles:
        if chance.random() < 0.7:
            names = chance.sample(["defeat", "defend", "fork"], chance.randint(1, 3))
            names += ["any"] if len(names) == 1 or chance.random() < 0.6 else []
            found[role] = f"first({', '.join(names)})"
    return found


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8 * HUNT))
def test_certificates_of_random_sets_are_valid(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    squares = list("abcdef"[: chance.randint(3, 6)])
    size = chance.randint(2, 3)  # of all: what tactics take for a threat depends on the longest
    sets = sorted(
        {"".join(sorted(chance.sample(squares, size))) for _ in range(chance.randint(1, 5))}
    )
    text = "".join(f"square({square}).\n" for square in squares)
    for number, one in enumerate(sets):
        text += f"winning_set({number}). part_of(({';'.join(one)}),{number}).\n"
    path = tmp_path / "sets.lp"
    path.write_text(text)
    const = {name: str(chance.randint(0, 1)) for name in ("misere", "maker_breaker")}
    misere, maker_breaker = (value == "1" for value in const.values())
    known = og.alternating(squares, sets, misere=misere, maker_breaker=maker_breaker)
    checked(str(path), const, random_tactics(chance, known.roles), known)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8 * HUNT))
def test_certificates_of_random_pg_files_are_valid(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    squares = list("abcdefg"[: chance.randint(3, 7)])
    marked = chance.sample(squares, chance.randint(0, 2))
    times = [f"t{number}" for number in range(chance.randint(1, 5))]
    blacks = [time for time in times if chance.random() < 0.5]

    def sets(low: int) -> str:
        many = range(chance.randint(low, 3))
        return "".join(" ".join(chance.sample(squares, 3)) + "\n" for _ in many)

    text = f"#times\n{' '.join(times)}\n#blackturns\n{' '.join(blacks)}\n"
    text += f"#positions\n{' '.join(squares)}\n#blackwins\n{sets(1)}#whitewins\n{sets(0)}"
    for name, square in zip(("black", "white"), marked, strict=False):
        text += f"#{name}initials\n{square}\n"
    path = tmp_path / "it.pg"
    path.write_text(text)
    known = og.read_pg(text)
    checked(str(path), {}, random_tactics(chance, known.roles), known)


def test_the_second_stage_finds_other_sets(tmp_path: Path) -> None:
    path = tmp_path / "it.pg"
    path.write_text(ODD)
    posed = read(Question("can tie", game=str(path), folders=LIBRARY.folders), Deadline())
    data = certificate(posed, Limits())
    verify(encode(data))
    facts = verify_strategy(data, LIBRARY, Deadline()).facts
    assert any(fact.startswith("The squares, sets, turns") for fact in facts)
    path.write_text(ODD.replace("b1 a2", "b1 a3"))
    with pytest.raises(Rejected, match="sets: they are not those of"):
        verify_strategy(data, LIBRARY, Deadline())


def test_another_name_is_another_game() -> None:
    """What is not known by its name is for the second stage."""
    data = made_by_tactics(og.hypercube(2, 2), {}, "x always wins", named(2, 2))
    assert any("worked out anew" in fact for fact in verify(encode(data)).facts)
    elsewhere = verify(encode({**data, "game": "square"}))
    premise = "square (side=2, dim=2) is the game of the squares"
    assert any(premise in what for what in elsewhere.trusted)
    assert "That the ground rules are those of nim (matches=4)." in verify(encode(nim4())).trusted


def steps(data: Json) -> list[Json]:
    return [step for one in data["questions"] for step in one["steps"]]


@pytest.fixture
def lying() -> Json:
    """A valid one, to be tampered with."""
    return valid("every size")


def refused(data: Json, stage: int, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        judged(data, stage)


@NEEDS_Z3
def test_each_text_is_refuted_by_solvers_alone(lying: Json) -> None:
    """Each says which rules it comes from; as in what files these stand is no matter."""
    z3: Any = import_module("z3")
    for step in steps(lying):
        context = z3.Context()
        text = f"{HEADS[step['way']]}{step['text']}\n{CHECKS[step['way']]}\n"
        assert z3.Z3_eval_smtlib2_string(context.ref(), text).split() == ["unsat"]
    assert sum("; asp/games/pick_up_bricks.lp:" in step["text"] for step in steps(lying)) > 5
    for step in steps(lying):
        step["text"] = step["text"].replace("; asp/games/", "; elsewhere/")
    assert judged(lying, 2).facts


@NEEDS_Z3
def test_a_question_that_is_left_out(lying: Json) -> None:
    for number, one in [*enumerate(lying["questions"])][::4]:
        less = [*lying["questions"][:number], *lying["questions"][number + 1 :]]
        where = re.escape(f"{one['half']} {one['about']}")
        refused({**lying, "questions": less}, 1, f"^questions: {where} is not among them$")
    refused({**lying, "questions": lying["questions"] * 2}, 1, "not each one once, in order")


@NEEDS_Z3
def test_texts_that_say_something_else(lying: Json) -> None:
    """The first stage says what it does not know; the second stage knows."""
    guard = "(= (mod bricks 3) 0)"
    few = "do not answer all those that the sources ask"
    data = valid("every size")
    for step in steps(data):
        assert guard in step["text"]
        step["text"] = step["text"].replace(guard, "(= bricks 3)")
    refused(data, 2, few)
    for step in steps(lying):
        step["text"] = "(assert false)"
    assert "if these texts are those of the claim" in judged(lying, 1).claim
    refused(lying, 2, few)


@NEEDS_Z3
@tabled()
def test_each_question_of_why_plays_end_has_to_be_there(
    ending: str, about: list[str], lying: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_asp.extensions.sizes.certificate._ask_all", lambda *_: None)
    ends = [{"half": "end", "about": one, "steps": []} for one in about]
    data = {**lying, "claim": "o always wins", "ending": ending}
    judged({**data, "questions": [*lying["questions"], *ends]}, 1)
    for wrong in (*([*ends[:n], *ends[n + 1 :]] for n in range(len(ends))), ends[::-1], []):
        questions = [*lying["questions"], *wrong]
        refused({**data, "questions": questions}, 1, "of the end of plays there are not all")
    questions = [*lying["questions"], *ends]
    refused({**lying, "questions": questions}, 1, "questions: of the end of plays")
    refused({**data, "ending": "", "questions": questions}, 1, "of the end of plays there are not")


@NEEDS_Z3
def test_a_certificate_is_of_the_proof_that_was_found(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To write it, z3 is asked nothing a second time."""
    asked, ask = list[str](), Solver.is_unsat

    def counted(solver: Solver, way: Procedure, text: str) -> bool:
        asked.append(text)
        return ask(solver, way, text)

    monkeypatch.setattr(Solver, "is_unsat", counted)
    path = tmp_path / "it.json"
    line = ("-g", "pick_up_bricks", "--every", EVERY, "--o", "three_by_three", "-L", "threes_left")
    assert run("prove", "o never loses", *line).status == 0
    without = asked[:]
    asked.clear()
    assert run("prove", "o never loses", *line, "--certificate", path).status == 0
    assert asked == without
    texts = [step["text"] for step in steps(json.loads(path.read_bytes()))]
    assert texts and set(texts) <= set(asked)


@NEEDS_Z3
@tabled()
def test_a_text_is_declarations_and_assertions(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_asp.extensions.sizes.certificate.Solver", _never)
    small = valid("small")
    steps(small)[0]["text"] += "\n" + text
    refused(small, 1, "no formula|neither declares|not closed")


def _never(*_: object) -> None:
    raise AssertionError("a solver was told the text")


# --- of drawn games -------------------------------------------------------------------------------


@EACH
@DRAWN
@tries(2, hunt=5)
def test_certificates_are_accepted_where_they_are_true(family: str, chance: random.Random) -> None:
    with posed(family, chance) as (asked, game, folder):
        every = chance.sample(claims(asked.drawn.world.roles), 6)
        const = {key: str(value) for key, value in asked.drawn.const.items()}
        library = open_library([folder])
        question = Question(every[0], texts(asked), game=game, const=const, folders=library.folders)
        try:
            seen = asked.seen()
            data = certificate(read(question, Deadline()), Limits())
        except (InputError, Undetermined):
            return
        for claim in every:
            data["claim"] = claim
            true = brute_force.judge(claim, seen) == "proved"
            # if plays may go on for ever, some claims are proved, but not certified
            accepted = accepted_by_both(data, None)
            assert accepted == true or (seen.endless and true), f"{claim}, {accepted}: {asked}"
            if accepted and chance.random() < 0.1:
                assert accepted_by_both(data, library), f"second stage of {claim}: {asked}"


def accepted_by_both(data: Any, library: Any) -> bool:
    """Whether a certificate is accepted, by its second stage too where there is a library."""
    try:
        return bool(verify_data(json.dumps(data).encode(), Deadline(), library).report.facts)
    except Rejected:
        return False
