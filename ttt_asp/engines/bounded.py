"""The bounded engine: the paper's method, one program that has every play as an answer set.

The questions are asked in order of one grounding: does some play
violate the claim, does some get stuck, is some cut by the horizon? A claim is proved only where
all three answers are no, and no play ends without goals. Where a `pick` names no single action
plays get stuck too; that is asked first of all, and an error. Where a play gets stuck and another
is cut, a longer one may still violate the claim: the horizon grows, unless it was given.
"""

import time
from collections.abc import Iterator
from dataclasses import field, replace

import clingo

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.plays import (
    BROKEN,
    HOLDS,
    SHOWN,
    last_undetermined,
    read_play,
    seconds_of,
    stuck_note,
    stuck_reason,
)
from ttt_asp.errors import internal
from ttt_asp.limits import Limits
from ttt_asp.positions.position import goalless_error, stray_error, undetermined_error
from ttt_asp.programs.compose import has_pick, never_stuck
from ttt_asp.programs.program import play_program
from ttt_asp.records import dataclass
from ttt_asp.solving.run import SEARCH, Model, Run
from ttt_asp.verdict import UNDECIDED, UNEXPLORED, Answer, Play, Verdict

NAME = "bounded"
# How many searches for a play of fewer moves may come to their limit.
GIVEN_UP = 2

_BROKEN = "this play breaks the claim"


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by looking for plays with clingo.

    A limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound program, or a play that decides the answer
            ends without exactly one goal for every role.
    """
    return PlaySearch(problem).verdict(limits)


@dataclass
class PlaySearch:
    """A search for plays that decide, which goes on where it came to a limit.

    What clingo has learned of plays up to some number of moves is kept.

    Attributes:
        problem: the question.
        runs: the programs that were ground so far; of the last one plays are looked for.
        horizon: the moves of its plays, at most; None where there is none to go on with.
    """

    problem: Problem
    runs: list[Run] = field(default_factory=list)
    horizon: int | None = None

    def verdict(self, limits: Limits) -> Verdict:
        """Return the verdict within limits; see `prove`."""
        problem, begun = self.problem, time.perf_counter()
        fixed = problem.fixed_horizon
        horizon = problem.first_horizon if self.horizon is None else self.horizon
        known = ""
        outcome: _Answer = ("unknown", "", None, "")
        stopped: Stopped = ""
        decided = False
        while not decided:
            try:
                run = self._ground(horizon, limits)
                limits.tell("solving", moves=horizon)
                for better in _answers(problem, run, horizon):
                    outcome = better
                # where a play is cut, a longer one may break the claim
                unsure = outcome[0] == "unknown" or (outcome[0] == "incomplete" and outcome[3])
                decided = fixed is not None or not unsure
                known = f"; so far: no play of up to {horizon} moves decides it"
                horizon *= 2
            except STOPS as error:
                stop = stop_of(error)
                if outcome[0] == "unknown":  # else a play decides all the same
                    outcome = ("unknown", stop.reason + known, None, "")
                stopped, decided = stop.kind, True
                if stopped:  # the search may still run in its thread
                    self.horizon = None
        answer, reason, play, others = outcome
        return Verdict(
            **question_fields(problem),
            verdict=answer,
            reason=reason,
            engine=NAME,
            play=play,
            seconds=seconds_of(self.runs, begun),
            statistics=self.runs[-1].statistics() if self.runs else {},
            stopped=stopped,
            others=others,
        )

    def _ground(self, horizon: int, limits: Limits) -> Run:
        """Return the program of plays of at most `horizon` moves; the one that there is goes on."""
        if horizon == self.horizon:
            self.runs[-1].allow(limits.conflicts)
            return self.runs[-1]
        run = Run(
            play_program(self.problem, horizon),
            limits.deadline,
            limits.clingo,
            limits.search(SEARCH),
        )
        self.runs.append(run)
        limits.tell("grounding", moves=horizon)
        run.ground()
        self.horizon = horizon
        return run

    def shorter(self, found: Verdict, conflicts: int) -> Verdict:
        """Return the verdict with a play of fewer moves, if some such play decides the same.

        Args:
            found: what this search came to.
            conflicts: in each search for a play of fewer moves, at most.
        """
        questions = {"proved": "witness", "refuted": "violated", "incomplete": "stuck"}
        if found.play is None or found.stopped or found.verdict not in questions:
            return found
        begun = time.perf_counter()
        run, play, none, given_up = self.runs[-1], found.play, 0, 0
        run.allow(conflicts)
        while len(play.moves) - 1 > none and given_up < GIVEN_UP:
            moves = (none + len(play.moves)) // 2
            longer = clingo.Function("reached", [clingo.Number(moves + 1)])
            try:
                model = run.ask(questions[found.verdict], SHOWN, [(longer, False)])
            except STOPS as error:
                if stop_of(error).kind:  # the search may still run in its thread
                    self.horizon = None
                    break
                model, given_up = None, given_up + 1
            if model is None:
                none = moves
                continue
            play = _with_goals(self.problem, model)
            if self.problem.claim.of_strategy and found.verdict == "refuted":
                play = replace(play, ending="there")
        reason, late = found.reason, self.problem.claim.by
        if found.verdict == "incomplete":
            reason = stuck_reason(self.problem.game, play.positions[-1])
        elif late is not None and len(play.moves) > late + 1:  # it is too long already there
            play = Play(play.moves[: late + 1], play.positions[: late + 2], "cut")
        total = found.seconds.total + time.perf_counter() - begun
        seconds = replace(found.seconds, total=total)
        return replace(found, play=play, reason=reason, seconds=seconds)


# The answer, the reason, the play that shows it, and a note on other plays.
_Answer = tuple[Answer, str, Play | None, str]


def _answers(problem: Problem, run: Run, horizon: int) -> Iterator[_Answer]:
    """Yield what is known of the answer, more each time: the last one stands."""
    claim, game = problem.claim, problem.game
    if claim.quantifier == "can":
        yield _of_some_play(problem, run, horizon)
        return
    known: Model | None = None
    if not claim.of_strategy:
        # one search for all of them in place of one for each: it proves in half the time
        known = run.ask("counterexample", SHOWN)
        if known is None:
            _not_vacuous(run)
            yield "proved", "no play gets stuck, breaks the claim or is cut short", None, ""
            return
        play = _with_goals(problem, known)
        if "violated" in known.answers:
            yield "refuted", _BROKEN, play, UNEXPLORED
        elif "stuck" in known.answers and "undetermined" not in known.answers:
            yield "incomplete", stuck_reason(game, play.positions[-1]), play, UNDECIDED
    refuse_undetermined(problem, run)
    if claim.of_strategy and (model := run.ask("stray", SHOWN)):
        _with_goals(problem, model)
    if model := _asked(run, "violated", known):
        if claim.of_strategy:  # one position decides it, whatever other plays do
            yield "refuted", BROKEN, replace(read_play(model), ending="there"), ""
            return
        play = _with_goals(problem, model)
        yield "refuted", _BROKEN, play, UNEXPLORED
        yield "refuted", _BROKEN, play, _others(problem, run)
        return
    if claim.of_strategy and (model := run.ask("goalless", SHOWN)):
        _with_goals(problem, model)
    if model := _asked(run, "stuck", known):
        play = _with_goals(problem, model)
        reason = stuck_reason(game, play.positions[-1])
        yield "incomplete", reason, play, UNDECIDED
        if _asked(run, "cut", known) is None:
            yield "incomplete", reason, play, ""
    elif model := _asked(run, "cut", known):
        reason = f"this play is not over after {horizon} moves"
        yield "unknown", reason, _with_goals(problem, model), ""
    elif claim.of_strategy:
        _not_vacuous(run)
        yield "proved", HOLDS, None, ""
    else:
        raise internal("a counterexample that answers none of the questions")


def _of_some_play(problem: Problem, run: Run, horizon: int) -> _Answer:
    refuse_undetermined(problem, run)
    if model := run.ask("witness", SHOWN):
        return "proved", "this play shows it", _with_goals(problem, model), ""
    if model := run.ask("stray", SHOWN):
        _with_goals(problem, model)
    if model := run.ask("cut", SHOWN):
        reason = f"no play of up to {horizon} moves shows it, but this one goes on"
        return "unknown", reason, read_play(model), ""
    if model := run.ask("goalless", SHOWN):
        _with_goals(problem, model)
    _not_vacuous(run)
    return "refuted", "no play ends so", None, ""


def _asked(run: Run, question: str, known: Model | None) -> Model | None:
    """Return the play that is known if it answers a question, else another one that does."""
    return known if known and question in known.answers else run.ask(question, SHOWN)


def _others(problem: Problem, run: Run) -> str:
    """Return the note on the other plays where one breaks the claim."""
    if never_stuck(problem.game, problem.strategies):
        return ""
    if model := run.ask("stuck", SHOWN):
        return stuck_note(problem.game, read_play(model).positions[-1])
    return "" if run.ask("cut") is None else UNEXPLORED


def refuse_undetermined(problem: Problem, run: Run) -> None:
    """Ask whether some play comes to a position where a `pick` names no single action.

    Raises:
        InputError: there is one.
    """
    if has_pick(problem.consulted) and (model := run.ask("undetermined", SHOWN)):
        position = read_play(model).positions[-1]
        raise undetermined_error(
            problem.game, problem.consulted, last_undetermined(model), position
        )


def _with_goals(problem: Problem, model: Model) -> Play:
    """Return the play of an answer set; refuse one without goals, or with terms no fluents."""
    play = read_play(model)
    if "stray" in model.answers:
        base = set(problem.game.base)
        first = next(position for position in play.positions if not base.issuperset(position))
        raise stray_error(problem.game, first)
    if "goalless" in model.answers:
        raise goalless_error(problem.game, play.positions[-1])
    return play


def _not_vacuous(run: Run) -> None:
    if run.ask("play") is None:
        raise internal("the generated program has no play at all")
