"""Rounds that go wrong at some size, small or not: there no solver has to look for a proof."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.sizes import at_size
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.plays import SHOWN, read_play
from ttt_asp.engines.sizes.inquiries import Half
from ttt_asp.lp.terms import read_term
from ttt_asp.programs.compose import picks
from ttt_asp.programs.rounds import MEASURED, measured, round_program
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import Lemmas
from ttt_asp.verdict import Play

# So many of the smallest sizes are looked at, of games of so many fluents.
_SIZES = 4
_FLUENTS = 100
# Larger ones have numbers up to these, until a game has so many fluents: twice as large a board has
# four times as many. Residues by 8, and lines of 9 squares, have all come by then.
_WITHIN = (4, 8, 16)
_GROWING = 150
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

    That plays may not end is not asked, but of a measure: a round does not tell.

    Args:
        problem: a claim about every size.
        lemmas: all of them.
        limits: of the search.

    Raises:
        InputError: the sources make no sound program.
        Expired: time is up.
    """
    assert problem.every is not None
    for size in problem.every.smallest(_SIZES):
        one = at_size(problem, size, limits.deadline)
        if len(one.game.base) > _FLUENTS:
            break
        if (found := _failure_at(one, lemmas, limits)) is not None:
            return found
    return None


@dataclass
class Doubt:
    """A look at some sizes, once, when a proof turns out to be hard: small ones and larger ones.

    Attributes:
        problem: a claim about every size. lemmas: all of them. limits: of the search.
        small: whether the smallest sizes were looked at before.
        failure: the round that goes wrong at one of them; None if none was found.
    """

    problem: Problem
    lemmas: Lemmas
    limits: Limits
    small: bool
    failure: Failure | None = None
    _looked: bool = False

    def __call__(self) -> bool:
        """Whether a round goes wrong at one of them, so that there is no proof.

        Raises:
            InputError: a size that the condition allows is no game.
            Expired: time is up.
        """
        if not self._looked:
            self._looked = True
            if not self.small:
                self.limits.tell("looking at the smallest sizes")
                self.failure = failure(self.problem, self.lemmas, self.limits)
            if self.failure is None:
                self.limits.tell("looking at larger sizes")
                self.failure = self._found()
        return self.failure is not None

    def _found(self) -> Failure | None:
        every, seen = self.problem.every, None
        assert every is not None
        for within in _WITHIN:
            size = every.largest(within)
            if size is None or size == seen:
                continue
            one, seen = at_size(self.problem, size, self.limits.deadline), size
            if (found := _failure_at(one, self.lemmas, self.limits)) is not None:
                return found
            if len(one.game.base) > _GROWING:
                break
        return None


def _failure_at(one: Problem, lemmas: Lemmas, limits: Limits) -> Failure | None:
    """The first round that goes wrong at one size."""
    about = ["stray", "goalless", "stuck", "violated"]
    about += ["undetermined"] if picks(one.strategies) else []
    about += MEASURED if measured(one.claim, lemmas) else []
    about += [f"lemma({name})" for name in lemmas.names]
    halves: tuple[Half, Half] = "step", "base"
    return round_at(one, lemmas, limits, [(half, what) for what in about for half in halves])


def round_at(
    one: Problem,
    lemmas: Lemmas,
    limits: Limits,
    asked: Iterable[tuple[Half, str]],
    conflicts: int | None = None,
) -> Failure | None:
    """The first round that goes wrong at one size, says clingo, of those that are asked for.

    Args:
        one: a claim about that size.
        lemmas: all of them.
        limits: of the search.
        asked: the halves of a proof, and what may be wrong there, as inquiries name both.
        conflicts: after how many of them clingo gives up; None for never.

    Raises:
        InputError: the sources make no sound program.
        Expired: time is up, or clingo gave up.
    """
    # without preparations, that take longer than the search where a measure is a sum of two numbers
    options = ["--sat-prepro=no"]
    options += [] if conflicts is None else [f"--solve-limit={conflicts}"]
    run = Run(round_program(one, 1, lemmas), limits.deadline, options, counts=False)
    run.ground()
    for half, about in asked:
        question = read_term(about)
        if half == "base":
            question = clingo.Function("early", [question])
        if (model := run.ask(question, SHOWN, _BASE if half == "base" else _STEP)) is not None:
            return Failure(one, about, replace(read_play(model), anywhere=half != "base"))
    return None
