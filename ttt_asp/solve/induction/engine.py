"""The induction engine's answer: with the lemmas given, else with those that can be found."""

import time
from collections.abc import Sequence

from ttt_asp.errors import wrong
from ttt_asp.patience import Expired
from ttt_asp.solve.clingo_run import Exhausted, Run
from ttt_asp.solve.induction.halves import Halves, Outcome, does_not_apply
from ttt_asp.solve.limits import Limits
from ttt_asp.sources.lemmas import game_lemmas
from ttt_asp.sources.position import Notation
from ttt_asp.sources.problem import Problem
from ttt_asp.verdict import Seconds, Verdict

NAME = "induction"


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by induction over rounds.

    Args:
        problem: the question.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound program, or the claim or the game is none
            that induction is for.
    """
    begun = time.perf_counter()
    check_applies(problem)
    if limits.rounds < 1:
        raise wrong(f"{limits.rounds} is not a number of rounds")
    lemmas = game_lemmas(problem.game) + problem.lemmas
    attempt = Halves(problem, lemmas, limits)
    runs: list[Run] = [attempt.run]
    try:
        outcome = attempt.prove()
    except Expired:
        limit = limits.deadline.seconds
        outcome = Outcome("unknown", f"the time limit of {limit:g} s was reached")
    except KeyboardInterrupt:
        outcome = Outcome("unknown", "interrupted")
    except Exhausted:
        outcome = Outcome("unknown", "clingo stopped at a limit before the search was over")
    play = outcome.play
    notation = Notation(problem.game)
    return Verdict(
        claim=str(problem.claim),
        game=problem.game.name,
        const=problem.game.constants,
        roles={role: strategy.text for role, strategy in problem.strategies.items()},
        assumed=tuple(role for role, s in problem.strategies.items() if s.assumed),
        verdict=outcome.answer,
        reason=outcome.reason,
        engine=NAME,
        play=play,
        boards=tuple(notation.write(position) for position in play.positions) if play else (),
        seconds=_seconds(runs, begun),
        statistics=runs[-1].statistics() if runs and runs[-1].solve_seconds else {},
        lemmas=lemmas.names,
    )


def check_applies(problem: Problem) -> None:
    """Refuse what induction over rounds says nothing about.

    Raises:
        InputError: with the reason.
    """
    claim, game = problem.claim, problem.game
    if claim.quantifier == "can":
        raise does_not_apply(problem, "it proves what holds in every play")
    if claim.quantifier == "always" and claim.outcome != "ties":
        raise does_not_apply(problem, "it proves claims with never, and ties")
    starts = game.init & set(Notation(game).turns.values())
    if len(starts) != 1:
        raise does_not_apply(problem, "the game does not say who moves first (to_move, init)")


def _seconds(runs: Sequence[Run], begun: float) -> Seconds:
    ground = sum(run.ground_seconds for run in runs)
    solve = sum(run.solve_seconds for run in runs)
    total = time.perf_counter() - begun
    return Seconds(max(0.0, total - ground - solve), ground, solve, total)
