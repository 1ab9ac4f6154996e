"""Rounds that go wrong at some small size: there no solver has to look for a proof."""

from dataclasses import dataclass, replace

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.sizes import at_size
from ttt_asp.engines.clingo.plays import SHOWN, read_play
from ttt_asp.engines.clingo.run import Run
from ttt_asp.engines.limits import Limits
from ttt_asp.programs.compose import picks
from ttt_asp.programs.rounds import round_program
from ttt_asp.strategies.lemmas import Lemmas
from ttt_asp.verdict import Play

# So many of the smallest sizes are looked at, of games of so many fluents.
_SIZES = 4
_FLUENTS = 100
_BASE, _STEP = ((clingo.Function("start"), True),), ((clingo.Function("start"), False),)


@dataclass(frozen=True, slots=True)
class Failure:
    """A round that goes wrong.

    Attributes:
        problem: of one size. about: what is wrong, as the frame names it.
        play: the round; from some position, or from the start of the game.
    """

    problem: Problem
    about: str
    play: Play


def failure(problem: Problem, lemmas: Lemmas, limits: Limits) -> Failure | None:
    """The first round that goes wrong at one of the smallest sizes; None if none does.

    That plays may not end is not asked: a round does not tell.

    Args:
        problem: a claim about every size.
        lemmas: all of them.
        limits: of the search.

    Raises:
        InputError: the sources make no sound program.
        Expired: time is up.
    """
    assert problem.every is not None
    asked = ["stray", "goalless", "stuck", "violated"]
    asked += ["undetermined"] if picks(problem.strategies) else []
    questions = [clingo.Function(name) for name in asked]
    questions += [clingo.Function("lemma", [clingo.Function(name)]) for name in lemmas.names]
    for size in problem.every.smallest(_SIZES):
        one = at_size(problem, size, limits.deadline)
        if len(one.game.base) > _FLUENTS:
            break
        run = Run(round_program(one, 1, lemmas), limits.deadline)
        run.ground()
        for question in questions:
            if (model := run.ask(question, SHOWN, _STEP)) is not None:
                return Failure(one, str(question), replace(read_play(model), anywhere=True))
            early = clingo.Function("early", [question])
            if (model := run.ask(early, SHOWN, _BASE)) is not None:
                return Failure(one, str(question), read_play(model))
    return None
