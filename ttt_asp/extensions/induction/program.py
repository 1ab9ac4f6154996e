"""The program of a proof by induction over rounds; a lemma is checked in it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.induction.lemmas import game_lemmas, load_lemmas
from ttt_asp.games.game import Game
from ttt_asp.lp.templates import render
from ttt_asp.programs.compose import has_pick
from ttt_asp.programs.program import Program, claim_rules, surrounded, title_of
from ttt_asp.programs.sources import progress
from ttt_asp.solving.run import Run
from ttt_asp.strategies.library import Lemmas, Library
from ttt_asp.strategies.strategy import load_strategy

# A clause, as `extensions/induction/candidates.py` has them.
Clause = Sequence[tuple[bool, str]]
Half = Literal["", "base", "step"]

# The faults of a measure: the frame's name, and words about a round.
MEASURED: Mapping[str, str] = {
    "unmeasured": "begins at a position that has no measure",
    "ambiguous": "begins at a position that has two measures",
    "negative": "begins at a position whose measure is negative",
    "rising": "does not lower the measure",
}

# clingo's numbers wrap around: of 2^31 rounds no situation would be left.
MOST_ROUNDS = 1000

_BOTH = (
    "A proof by induction over rounds. Run it with `clingo FILE`: no answer set means proved.",
    "An answer set with `start` is a play that breaks the claim or a lemma in its first round;",
    "one without is a position, with all lemmas, from which a round does so: plays may come to",
    "it or not. T is the situation: after T moves.",
)
_BASE = (
    "The base case of a proof by induction over rounds. Run it with `clingo FILE`: no answer set",
    "means that no play breaks the claim or a lemma in its first round; an answer set is one that",
    "does. `clingo FILE -c ask=play` finds a play. T is the situation: after T moves.",
)
_STEP = (
    "The step of a proof by induction over rounds. Run it with `clingo FILE`: no answer set means",
    "that no round from any position with all lemmas breaks the claim or a lemma; an answer set is",
    "one that does. T is the situation: after T moves.",
)


def round_program(
    problem: Problem,
    rounds: int,
    lemmas: Lemmas,
    clauses: Sequence[Clause] = (),
    half: Half = "",
) -> Program:
    """Write the program of a proof by induction over rounds, base case and step (the round frame).

    Args:
        problem: the question.
        rounds: their number; in the step the last round is the one in question.
        lemmas: statements to hold whenever a round begins.
        clauses: candidates for further lemmas, each literal a sign and a feature (see the frame).
        half: only one of the two, `base` or `step`, for readers that pass no assumptions.

    Raises:
        InputError: names that cannot stand together in one program.
    """
    moves = len(problem.game.roles)
    if not 0 < rounds <= MOST_ROUNDS:
        message = f"{rounds} is not a number of rounds from 1 to {MOST_ROUNDS}"
        raise wrong(message, Location.argument("rounds"))
    numbers = {"round": moves, "last": moves * rounds, "begun": moves * (rounds - 1)}
    context = {"lemmas": lemmas.names, "claim": problem.claim, "half": half, **numbers}
    context["picks"] = has_pick(problem.strategies)
    context["measured"] = has_measure(problem.claim, lemmas)
    frame = render("induction/round.lp.j2", **context)
    if clauses:
        frame += "\n" + render("induction/candidates.lp.j2", clauses=clauses, **numbers)
    about = {"base": _BASE, "step": _STEP}.get(half, _BOTH)
    more, label = [claim_rules(problem), progress()], "asp/induction/round.lp.j2"
    return surrounded(problem, more, title_of(problem), frame, label, about, lemmas)


def has_measure(claim: Claim, lemmas: Lemmas) -> bool:
    """Whether a measure is used to show that plays end: it is given, and the claim needs it."""
    return bool(lemmas.measure) and claim.quantifier == "always"


def ground_lemma(name: str, game: Game, library: Library) -> None:
    """Ground a lemma in the program of a round.

    Raises:
        InputError: anything wrong with it.
    """
    lemmas = game_lemmas(game) + load_lemmas([name], game, library)
    strategies = {role: load_strategy(None, role, game, library) for role in game.roles}
    problem = Problem(game, strategies, Claim(game.roles[0], "never", "loses"))
    Run(round_program(problem, 1, lemmas), Deadline()).ground()
