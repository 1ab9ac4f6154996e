"""The program of a proof by induction over rounds."""

from collections.abc import Sequence

from ttt_asp.frame.compose import picks
from ttt_asp.frame.program import Program, framed, render
from ttt_asp.sources.lemmas import Lemmas
from ttt_asp.sources.problem import Problem

# A clause, as `solve/induction/candidates.py` has them.
Clause = Sequence[tuple[bool, str]]


def round_program(
    problem: Problem, rounds: int, lemmas: Lemmas, clauses: Sequence[Clause] = ()
) -> Program:
    """A proof by induction over rounds, base case and step (the round frame).

    Args:
        problem: the question.
        rounds: how many; of those from any position the last is the one in question.
        lemmas: what is to hold whenever a round begins.
        clauses: candidates for more of them, each literal a sign and a feature (see the frame).

    Raises:
        InputError: names that cannot stand together in one program.
    """
    moves = len(problem.game.roles)
    numbers = {"round": moves, "last": moves * rounds, "begun": moves * (rounds - 1)}
    context = {"lemmas": lemmas.names, "claim": problem.claim, **numbers}
    context["picks"] = picks(problem.strategies)
    frame = render("frames/round.lp.j2", **context)
    if clauses:
        frame += "\n" + render("frames/candidates.lp.j2", clauses=clauses, **numbers)
    about = [
        "A proof by induction over rounds. Run it with `clingo FILE`: no answer set means proved.",
        "An answer set with `start` is a play that breaks the claim or a lemma in its first round;",
        "one without is a position, with all lemmas, from which a round does so: plays may come to",
        "it or not. T is the situation: after T moves.",
    ]
    return framed(problem, frame, "asp/frames/round.lp.j2", about, lemmas)
