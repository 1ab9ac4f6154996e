"""Claims about every size: what is proved, what is wrong at some size, and the guard."""

import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from conftest import HUNT, NEEDS_Z3, examples, write
from hypothesis import given
from hypothesis import strategies as st
from tables import constant, contents, tabled

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import problem_of_play
from ttt_asp.engines.registry import engine as engine_called
from ttt_asp.errors import InputError, InternalError
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.sizes import engine
from ttt_asp.extensions.sizes.condition import at_size, parse_every, sizes_of
from ttt_asp.extensions.sizes.decision_procedures import (
    CHECKS,
    EFFORTS,
    HEADS,
    LOOK,
    Decider,
    Half,
    Procedure,
    Proof,
    Solver,
)
from ttt_asp.extensions.sizes.engine import candidates
from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Formula,
    Junction,
    Quantified,
    Theory,
    condition,
)
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number
from ttt_asp.extensions.sizes.scripts import formula_text
from ttt_asp.extensions.sizes.small_sizes import checked
from ttt_asp.limits import Limits
from ttt_asp.paths import STRATEGIES
from ttt_asp.strategies.library import NO_LEMMAS, load_lemmas, open_library
from ttt_asp.verdict import Answer, ProofLemmas, Seconds, Verdict, plain_constants

CLAIMS = {entry.id: entry for entry in read_claims(STRATEGIES / "claims/every_size.toml")}
THEOREMS = [name for name, entry in CLAIMS.items() if entry.expect == "proved"]
BRICKS = "pick_up_bricks"
STRATEGY = {"o": "three_by_three"}
THREES = "bricks > 0, bricks \\ 3 = 0"


def posed(
    claim: str, every: str, roles: dict[str, str], game: str = BRICKS, **more: Any
) -> Problem:
    return read(Question(claim, roles, game, every=every, **more), Deadline())


def proved_by_solver(problem: Problem) -> Proof | None:
    """A proof that z3 alone finds: nobody looks at the smallest sizes before."""
    with Solver(LOOK, Deadline()) as solver:
        return engine.proof_of(problem, Limits(), solver.is_unsat)


def guarded(problem: Problem, answer: Answer, limits: Limits | None = None) -> Verdict:
    """What becomes of what an engine might say of every size, right or not."""
    said = Verdict(**question_fields(problem), verdict=answer, reason="so it says", engine="sizes",
                   play=None, seconds=Seconds(), statistics={},
                   induction=ProofLemmas(()))  # fmt: skip
    return checked(problem, said, limits or Limits())


@tabled()
def test_the_smallest_sizes_are_looked_at(
    every: str, roles: dict[str, str], game: str, answer: Answer, verdict: str, notes: list[str]
) -> None:
    """Sizes that are too large are passed over, and time that is up ends the look."""
    late = Deadline(0) if "time limit" in notes[0] else Deadline()
    limits = replace(Limits(late), max_positions=20 if game == "tictactoe" else 10**6)
    problem = posed(f"{'x' if game == 'tictactoe' else 'o'} never loses", every, roles, game)
    found = guarded(problem, answer, limits)
    assert found.verdict == verdict
    assert all(map(str.startswith, found.notes, notes)), found.notes
    assert len(found.notes) == len(notes)
    assert found.const.get("bricks") == (7 if verdict == "incomplete" else None)


@tabled()
def test_a_size_that_refutes_a_claim_is_found(
    every: str, roles: dict[str, str], game: str, size: dict[str, str]
) -> None:
    problem = posed(f"{next(iter(roles))} never loses", every, roles, game)
    found = guarded(problem, "unknown")
    assert (found.verdict, found.every) == ("refuted", every)
    assert found.const == plain_constants(size)
    one = problem_of_play(problem, found)
    assert one.every is None and one.game.constants == size and found.play is not None
    assert found.play.positions[0] == one.game.init  # a play of that size, from its start
    assert found.reason.startswith("at ") and "unknown: so it says" in found.notes[-1]


def test_who_proves_what_a_size_refutes_is_wrong() -> None:
    problem = posed("o never loses", "bricks > 0", STRATEGY)
    with pytest.raises(InternalError) as caught:
        guarded(problem, "proved")
    message = str(caught.value)
    assert "proved for every size, engine explicit says refuted at bricks = 1" in message


@NEEDS_Z3
def test_a_step_in_which_nothing_is_possible_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(*asked: Any) -> dict[Half, Theory]:
        theories = engine_theories(*asked)
        definitions = [
            replace(known, formula=FALSE)
            if known.predicate.startswith(("asked(", "answer(given)"))
            else known
            for known in theories["step"].definitions
        ]
        return {**theories, "step": replace(theories["step"], definitions=tuple(definitions))}

    problem = posed("o never loses", THREES, STRATEGY)
    problem = replace(problem, lemmas=load_lemmas(["threes_left"], problem.game, open_library(())))
    assert engine.prove(problem, Limits()).verdict == "proved"
    engine_theories = engine.theories_of
    monkeypatch.setattr(engine, "theories_of", wrong)
    with pytest.raises(InternalError, match="none of those of the step"):
        engine.prove(problem, Limits())


# --- what is false --------------------------------------------------------------------------------


@NEEDS_Z3
@tabled()
def test_what_is_wrong_at_some_larger_size_is_never_proved(
    file: str,
    old: str,
    new: str,
    size: dict[str, str],
    verdict: str,
    reason: str,
    tmp_path: Path,
) -> None:
    """One of the library's files says something else; it does not take long to say so.

    No size that is looked at shows the mistake from 40 on: it is not proved, and the question said.
    Where a size refutes the claim, the play is one from its start; else from some position.
    """
    text = (STRATEGIES / file).read_text("utf-8")
    assert old in text
    write(tmp_path / file, text.replace(old, new))
    if "threes" in file:
        problem = posed("o never loses", THREES, STRATEGY, lemmas=("threes_left",),
                        folders=(tmp_path,))  # fmt: skip
    else:
        problem = posed("x always wins", "rows = cols, rows > 1", {"x": "mirror_arms"}, "chomp",
                        lemmas=("arms_differ",), folders=(tmp_path,))  # fmt: skip
    found = engine_called("sizes").prove(problem, Limits())
    assert found.verdict == verdict and reason in found.reason
    assert found.const == plain_constants(size)
    assert (found.play is not None) == bool(size)
    if found.play is not None:
        assert found.play.anywhere == (verdict == "unknown")
    if found.play is not None and verdict == "refuted":
        one = replace(problem_of_play(problem, found), horizon=len(found.play.moves))
        assert engine_called("bounded").prove(one, Limits()).verdict == verdict


@NEEDS_Z3
@pytest.mark.parametrize("theorem", THEOREMS)
def test_bricks_and_chomp_are_seen_at_a_glance(theorem: str) -> None:
    """So they take a second: no models are looked for, nor is there a long look."""
    outcome = engine.decide(read(CLAIMS[theorem].question(()), Deadline()), Limits())
    assert outcome.answer == "proved" and outcome.proof is not None
    steps = [step for one in outcome.proof.shown for step in one.steps]
    assert {step.way for step in steps} == {"glance", "arithmetic"}


def test_ways_are_known_everywhere() -> None:
    ways = {*get_args(Procedure)}
    assert HEADS.keys() == EFFORTS.keys() == CHECKS.keys() == ways


def _thirds(remainder: int) -> Formula:
    """That every number has one of the other two residues by 3; or, with 3, any of all."""
    apart = Arithmetic("-", (Name("N"), Arithmetic("*", (Number(3), Name("M")))))
    ways = tuple(Compare("=", apart, Number(rest)) for rest in range(3) if rest != remainder)
    return Quantified("forall", ("N",), Quantified("exists", ("M",), Junction("or", ways)))


@NEEDS_Z3
@pytest.mark.parametrize(
    ("form", "impossible"),
    [
        # without a predicate there is nothing for patterns to match
        (_thirds(0), True),
        (_thirds(3), False),
        (Quantified("forall", ("N",), Compare("<", Name("N"), Name("rows"))), True),
        (Quantified("forall", ("N",), Quantified("exists", ("M",), Compare(
            "=", Arithmetic("+", (Name("N"), Name("M"))), Name("rows")))), False),
    ],
)  # fmt: skip
def test_what_is_said_of_integers_alone_is_decided(form: Formula, impossible: bool) -> None:
    theory = Theory(("rows",), (), (), (), ())
    with Solver(10**6, Deadline()) as solver:
        steps = Decider(solver.is_unsat, theory, TRUE).impossible(form)
    assert (steps is not None) == impossible
    if steps is not None:
        assert [step.way for step in steps] == ["arithmetic"]


# --- lemmas that are looked for ------------------------------------------------------------------

TURNS = contents("extensions/sizes/every_lemmas_turns.lp")


@tabled()
def test_the_order_of_what_is_looked_for(
    game: str, tactic: str, every: str, lemmas: list[str], tmp_path: Path
) -> None:
    """Residues, and numbers that are equal; the two numbers of one fluent too."""
    write(tmp_path / "tactics/level.lp", f"%*! level: make two numbers equal. *%\n{tactic}")
    rules = contents(f"extensions/sizes/every_lemmas_{game}.lp") + TURNS
    path = str(write(tmp_path / f"{game}.lp", rules))
    problem = posed("o never loses", every, {"o": "first(level, any)"}, path, folders=(tmp_path,))
    texts = [one.sources[0].text.decode() for one in candidates(problem, ())]
    assert [text.partition(":- ")[2].strip() for text in texts] == lemmas


# --- conditions ----------------------------------------------------------------------------------


@tabled()
def test_the_largest_size_within_a_number(
    condition: str, within: int, size: tuple[int, int] | None
) -> None:
    assert parse_every(condition, ["rows", "cols"], "chomp").largest(within) == size


def test_the_largest_of_too_many_sizes_is_not_looked_for() -> None:
    every = parse_every("a + b + c + d > 0", ["a", "b", "c", "d"], "a game")
    assert every.largest(16) is None and every.largest(4) == (4, 4, 4, 4)


@tabled()
def test_a_solver_is_told_what_a_condition_says(text: str) -> None:
    z3: Any = pytest.importorskip("z3")  # it says nothing of types
    every = parse_every(text, ("rows", "cols"), "chomp")
    parsed = z3.parse_smt2_string(
        f"(declare-const rows Int)(declare-const cols Int)(assert {formula_text(condition(every))})"
    )
    said = z3.And(*parsed)
    found = set()
    for size in product(range(-9, 10), repeat=len(every.parameters)):
        values = [(z3.Int(n), z3.IntVal(v)) for n, v in zip(every.parameters, size, strict=True)]
        holds = z3.is_true(z3.simplify(z3.substitute(said, *values)))
        assert holds == every.allows(size), size
        found.add(holds)
    assert found == {False, True}


# Sizes of which no number is larger are tried one by one.
LARGEST = 6
SIGNS = ("<=", "<", "!=", "=")
# Claims about every size, and the files that are changed.
CHANGED: list[dict[str, Any]] = constant(__file__, "CHANGED")


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


def posed_changed(theorem: dict[str, Any], folder: Path, seed: int) -> Problem:
    """The claim, one of its tactics changed."""
    chance = random.Random(seed)
    name = chance.choice(theorem["files"])
    text = (STRATEGIES / name).read_text("utf-8")
    for _ in range(chance.choice((1, 1, 2))):
        text = changed(text, chance)
    write(folder / name, text)
    asked = {**theorem["asked"], "lemmas": tuple(theorem["lemmas"]), "folders": (folder,)}
    return read(Question(**asked), Deadline())


@given(st.sampled_from(CHANGED), st.integers(0, 10**6))
@examples(3 if HUNT == 1 else 1000 // HUNT)
def test_what_is_proved_for_every_size_holds_at_small_ones(
    tmp_path_factory: pytest.TempPathFactory, theorem: dict[str, Any], seed: int
) -> None:
    """The solver alone: neither the guard nor the engine looks at the smallest sizes before."""
    try:
        problem = posed_changed(theorem, tmp_path_factory.mktemp("changed"), seed)
        proof = proved_by_solver(problem)
    except InputError:  # it is no tactic any more, or says what has no translation
        return
    if proof is not None:
        for size in sizes_of(problem).smallest(40):
            if max(size) <= LARGEST:
                one = at_size(problem, size, Deadline())
                small = Problem(one.game, one.strategies, one.claim, lemmas=NO_LEMMAS)
                assert engine_called("explicit").prove(small, Limits()).verdict == "proved", size
