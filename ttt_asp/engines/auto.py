"""Engine auto: the choice of the engine, and of a second one that has to agree.

Small games are answered by the bounded engine, and by the explicit engine again, which has another
frame, and looks at positions in place of clingo's solver; both rest on the same sources, composed
and lifted in the same way, and on clingo's grounder. Where nothing says how long plays
are, they may go round in a circle: the explicit engine, which ends then too, goes first.
Programs are asked by the explicit engine, whatever the game.
Larger games are answered by the explicit engine; those with too many positions to look at each by
induction, if that decides the claim, and so are questions with lemmas. Books of a thousand pages
keep the bounded engine busy for minutes, so the explicit engine answers alone. Where it
has looked for long and reached a limit of its own, the bounded engine looks for a short play that
decides the claim, as it keeps no positions.
"""

from dataclasses import replace

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Unsuited, internal, wrong
from ttt_asp.limits import SMALL, Limits
from ttt_asp.strategies.asked import asked_of
from ttt_asp.verdict import Verdict

# Games with more fluents have too many positions, unless strategies leave few.
LARGE = 48
# But not games whose plays have at most this number of moves: numeric tic-tac-toe has 92 fluents,
# and 9 moves.
SHORT = 9
# In games with more fluents even looking for lemmas takes too long.
VAST = 2500
# Strategies with more bytes, such as books of a thousand pages, take engine bounded too long.
HEAVY = 150_000
# An exploration that stops at a limit after this number of seconds is followed by a search for a
# short play, which may take as long again.
LONG = 10.0


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim with the engine that fits the game, twice where that takes no time.

    Args:
        problem: the question.
        limits: of each engine.

    Raises:
        InputError: the sources do not make a sound program.
        InternalError: two engines contradict each other.
    """
    number = len(problem.game.base)
    if asked_of(problem.strategies):
        return _asked(problem, limits)
    if problem.lemmas.sources:
        return _with_note(
            engine("induction").prove(problem, limits), "engine induction, for the lemmas"
        )
    long = problem.game.horizon is None or problem.game.horizon > SHORT
    long = long and problem.horizon is None  # induction is about plays of any length
    unsure: Verdict | None = None
    if LARGE < number <= VAST and long and (verdict := _by_induction(problem, limits)) is not None:
        verdict = _with_note(verdict, f"engine induction, as the game has {number} fluents")
        if verdict.verdict != "incomplete" or verdict.stopped:
            return verdict
        unsure = verdict  # another play may break the claim, which comes before
    sources = {source for each in problem.consulted.values() for source in each.tactics}
    heavy = sum(len(source.text) for source in sources)
    if number > SMALL or heavy > HEAVY:
        why = f"the game has {number} fluents, more than {SMALL}"
        if number <= SMALL:
            why = f"the strategies have {heavy:,} bytes, more than {HEAVY:,}"
        try:
            verdict = engine("explicit").prove(problem, limits)
        except Unsuited as error:
            note = f"engine bounded, although {why}: {error.diagnostics[0].message}"
            return _with_note(engine("bounded").prove(problem, limits), note)
        verdict = _with_note(verdict, f"engine explicit, as {why}")
        short = _short_play(problem, limits, verdict)
        verdict = verdict if short is None else short
        return verdict if unsure is None or verdict.verdict != "unknown" else unsure
    if problem.fixed_horizon is None:
        return _without_horizon(problem, limits)
    verdict = engine("bounded").prove(problem, limits)
    why = f"engine bounded, as the game has {number} fluents, up to {SMALL}"
    verdict = _with_note(verdict, why)
    if not limits.cross_check or verdict.stopped == "interrupted":
        return _with_note(verdict, "not cross-checked")
    return _cross_checked(problem, limits, verdict)


def _asked(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim about programs by the explicit engine, which asks them.

    In small games the bounded engine answers again, by rules made of all that they answered.
    """
    small = len(problem.game.base) <= SMALL and problem.game.horizon is not None
    limits = replace(limits, stop_at_first=False) if small else limits
    verdict = _with_note(engine("explicit").prove(problem, limits), "engine explicit asks programs")
    if not small or not limits.cross_check or verdict.verdict == "unknown" or verdict.stopped:
        return _with_note(verdict, "not cross-checked")
    if problem.horizon is not None:  # nothing was asked in the last positions
        return _with_note(verdict, "not cross-checked: the horizon cuts plays")
    try:
        written = problem.written()
        sources = {s.label: s for each in written.strategies.values() for s in each.tactics}
        if sum(len(source.text) for source in sources.values()) > HEAVY:
            raise wrong(f"the replies of programs have more than {HEAVY:,} bytes")
        return _compared(engine("bounded").prove(written, limits), verdict)
    except InputError as error:
        return _with_note(verdict, f"not cross-checked: {error.diagnostics[0].message}")


def _without_horizon(problem: Problem, limits: Limits) -> Verdict:
    """Answer a small game whose plays may be infinite: there the bounded engine never ends."""
    number = len(problem.game.base)
    why = f"as the game has {number} fluents, up to {SMALL}"
    try:
        second = engine("explicit").prove(problem, replace(limits, count=True, stop_at_first=False))
    except Unsuited as error:
        verdict = _with_note(engine("bounded").prove(problem, limits), f"engine bounded, {why}")
        return _with_note(verdict, f"not cross-checked: {error.diagnostics[0].message}")
    shown, endless = second.play, second.plays is None
    if limits.count is False:
        second = replace(second, plays=None)
    if not limits.cross_check or second.verdict == "unknown":
        return _with_note(
            _with_note(second, "engine explicit, as no horizon is given"), "not cross-checked"
        )
    if endless and (shown is None or shown.ending == "lasso"):
        note = "not cross-checked: plays may go on for ever, so engine bounded would not end"
        return _with_note(_with_note(second, "engine explicit, as no horizon is given"), note)
    asked = replace(problem, horizon=len(shown.moves)) if endless and shown else problem
    verdict = _with_note(engine("bounded").prove(asked, limits), f"engine bounded, {why}")
    return _compared(verdict, second)


def _short_play(problem: Problem, limits: Limits, explored: Verdict) -> Verdict | None:
    """Return a verdict that a short play decides, where the explicit engine reached a limit.

    The bounded engine may take the time that the exploration took. Its answer holds for the whole
    game: within a horizon it answers `unknown` unless a play decides the claim, or no play is
    longer.
    """
    spent, horizon = explored.seconds.total, problem.horizon
    if explored.stopped not in ("positions", "memory") or spent < LONG:
        return None
    if explored.verdict in ("proved", "refuted"):
        return None
    left = limits.deadline.seconds
    seconds = spent if left is None else min(spent, max(0.0, left - limits.deadline.elapsed))
    shorter = replace(problem, horizon=SHORT if horizon is None else min(SHORT, horizon))
    brief = replace(limits, deadline=Deadline(seconds, limits.deadline.memory))
    verdict = engine("bounded").prove(shorter, brief)
    if verdict.verdict in ("unknown", explored.verdict):
        return None
    total = replace(verdict.seconds, total=verdict.seconds.total + spent)
    note = f"engine explicit is {explored.verdict}, {explored.reason}"
    note += "; engine bounded found a short play"
    return replace(verdict, seconds=total, notes=(*explored.notes, note))


def _by_induction(problem: Problem, limits: Limits) -> Verdict | None:
    try:
        verdict = engine("induction").prove(problem, limits)
    except Unsuited:
        return None
    return verdict if verdict.stopped or verdict.verdict != "unknown" else None


def _cross_checked(problem: Problem, limits: Limits, verdict: Verdict) -> Verdict:
    try:
        # a limit on the search only makes sense where it is the answer that is wanted
        second = engine("explicit").prove(problem, replace(limits, stop_at_first=False))
    except Unsuited as error:
        return _with_note(verdict, f"not cross-checked: {error.diagnostics[0].message}")
    return _compared(verdict, second)


def _compared(verdict: Verdict, second: Verdict) -> Verdict:
    """Return the verdict on which the bounded and the explicit engine agree."""
    seconds = replace(verdict.seconds, total=verdict.seconds.total + second.seconds.total)
    both = replace(
        verdict,
        positions=second.positions,
        plays=second.plays,
        decided=second.decided,
        seconds=seconds,
        others=verdict.others and second.others,
        blunder_search=second.blunder_search,
    )
    if second.verdict == verdict.verdict:
        if second.play is not None:  # there is no shorter one
            both = replace(both, play=second.play, reason=second.reason)
        return _with_note(both, "cross-checked: engine explicit agrees")
    if second.verdict == "unknown":
        warning = f"not cross-checked: engine explicit is unknown, {second.reason}"
        return replace(both, warnings=(*both.warnings, warning))
    if verdict.verdict == "unknown":
        note = f"engine bounded is unknown, {verdict.reason}; the answer is engine explicit's"
        return replace(second, seconds=seconds, notes=(*verdict.notes, *second.notes, note))
    for a, b in ((verdict, second), (second, verdict)):
        if a.others and (a.verdict, b.verdict) == ("incomplete", "refuted"):
            note = f"engine {a.engine} found a play that gets stuck, and looked no further"
            return replace(b, seconds=seconds, notes=(*verdict.notes, *second.notes, note))
    raise internal(
        f"engine {verdict.engine} says {verdict.verdict}, engine explicit says {second.verdict}",
        "add the question, and the files that it names",
    )


def _with_note(verdict: Verdict, note: str) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, note))
