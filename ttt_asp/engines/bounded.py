"""The bounded engine: the paper's method, one program that has every play as an answer set.

The questions are asked in order of one grounding: does some play
get stuck, does some violate the claim, is some cut by the horizon? A claim is proved only where
all three answers are no, and no play ends without goals. Where a `pick` names no single action
plays get stuck too; that is asked first of all, and an error.
"""

import time
from dataclasses import replace

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.answer_set_plays import SHOWN, last_undetermined, read_play, seconds_of
from ttt_asp.engines.strategy_claims import BROKEN, holds
from ttt_asp.errors import internal
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.positions.rejections import goalless_error, stray_error, undetermined_error
from ttt_asp.programs.compose import has_pick, never_stuck
from ttt_asp.programs.program import play_program
from ttt_asp.solving.run import Model, Run
from ttt_asp.verdict import UNEXPLORED, Answer, Play, Verdict

NAME = "bounded"

_BROKEN = "this play breaks the claim"
# In the order in which they decide the verdict.
_QUESTIONS: tuple[tuple[str, Answer, str], ...] = (
    ("stuck", "incomplete", "{mover}'s strategy recommends nothing in the last position"),
    ("violated", "refuted", _BROKEN),
    ("cut", "unknown", "this play is not over after {horizon} moves"),
)


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by looking for plays with clingo.

    Args:
        problem: the question.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound program, or a play that decides the answer
            ends without exactly one goal for every role.
    """
    begun = time.perf_counter()
    runs: list[Run] = []
    fixed, horizon = problem.fixed_horizon, problem.first_horizon
    known = ""
    play: Play | None = None
    answer: Answer = "unknown"
    reason = ""
    stopped: Stopped = ""
    unexplored = ""
    while not reason:
        try:
            run = Run(play_program(problem, horizon), limits.deadline, limits.clingo)
            runs.append(run)
            limits.tell("grounding", moves=horizon)
            run.ground()
            limits.tell("solving", moves=horizon)
            answer, reason, play, unexplored = _ask_questions(problem, run, horizon)
            if answer == "unknown" and fixed is None:
                known = f"; so far: no play of up to {horizon} moves decides it"
                horizon, reason, play = 2 * horizon, "", None
        except STOPS as error:
            stop = stop_of(error)
            reason, stopped = stop.reason + known, stop.kind
    return Verdict(
        **question_fields(problem),
        verdict=answer,
        reason=reason,
        engine=NAME,
        play=play,
        seconds=seconds_of(runs, begun),
        statistics=runs[-1].statistics() if runs else {},
        stopped=stopped,
        unexplored=unexplored,
    )


_Answer = tuple[Answer, str, Play | None, str]


def _ask_questions(problem: Problem, run: Run, horizon: int) -> _Answer:
    if problem.claim.quantifier == "can":
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
    if problem.claim.of_strategy:
        return _of_strategy(problem, run, horizon)
    # one search for all of them in place of one for each: it proves in half the time
    failing = run.ask("counterexample", SHOWN)
    if failing is None:
        _not_vacuous(run)
        return "proved", "no play gets stuck, breaks the claim or is cut short", None, ""
    broken = "violated" in failing.answers
    try:
        return _first_failure(problem, run, horizon, failing)
    except STOPS:
        if not broken:
            raise
    play = _with_goals(problem, failing)
    return "refuted", _BROKEN, play, UNEXPLORED


def _first_failure(problem: Problem, run: Run, horizon: int, failing: Model) -> _Answer:
    refuse_undetermined(problem, run)
    _with_goals(problem, failing)
    for question, answer, reason in _QUESTIONS:
        answers_too = question in failing.answers
        if model := failing if answers_too else run.ask(question, SHOWN):
            play = _with_goals(problem, model)
            mover = Notation(problem.game).who_moves(play.positions[-1])
            message = reason.format(mover=mover, horizon=horizon)
            return answer, message, play, _unexplored(problem, run) if answer == "refuted" else ""
    raise internal("a counterexample that answers none of the questions")


def _of_strategy(problem: Problem, run: Run, horizon: int) -> _Answer:
    """Answer a claim about a strategy: one position decides it, whatever other plays do."""
    refuse_undetermined(problem, run)
    if model := run.ask("stray", SHOWN):
        _with_goals(problem, model)
    if model := run.ask("violated", SHOWN):
        return "refuted", BROKEN, replace(read_play(model), ending="there"), ""
    if model := run.ask("goalless", SHOWN):
        _with_goals(problem, model)
    for question, answer, reason in (_QUESTIONS[0], _QUESTIONS[2]):
        if model := run.ask(question, SHOWN):
            play = read_play(model)
            mover = Notation(problem.game).who_moves(play.positions[-1])
            return answer, reason.format(mover=mover, horizon=horizon), play, ""
    _not_vacuous(run)
    return "proved", holds(problem), None, ""


def _unexplored(problem: Problem, run: Run) -> str:
    """Return the note on a play that breaks the claim where other plays go on."""
    if never_stuck(problem.game, problem.strategies):
        return ""
    try:
        return "" if run.ask("cut") is None else UNEXPLORED
    except STOPS:
        return UNEXPLORED


def refuse_undetermined(problem: Problem, run: Run) -> None:
    """Ask whether some play comes to a position where a `pick` names no single action.

    Args:
        problem: the question.
        run: its program.

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
