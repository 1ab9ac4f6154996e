"""Engine auto: which engine answers, and a second one that has to agree.

Small games are answered by the bounded engine, and by the explicit engine again, which has another
frame, and looks at positions in place of clingo's solver; both rest on the same sources, composed
and lifted in the same way, and on clingo's grounder. Where nothing says how long plays
are, they may go round in a circle: the explicit engine, which ends then too, goes first.
Programs are asked by the explicit engine, whatever the game.

In other games the engines take turns, with more to spend each time, as nothing seen beforehand says
which one will do. The explicit engine goes on where it stopped; induction looks first with the
lemmas that are there, then for others; the bounded engine looks for a play of few moves that
decides. Books of a thousand pages keep the bounded engine busy for minutes, so they are never its.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import INTERRUPTED, Deadline
from ttt_asp.engines.explicit import Search
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Unsuited, internal, wrong
from ttt_asp.extension import engines
from ttt_asp.limits import SMALL, Limits
from ttt_asp.programs.compose import has_pick
from ttt_asp.records import dataclass
from ttt_asp.strategies.asked import asked_of
from ttt_asp.verdict import Answer, Verdict

# Strategies with more bytes, such as books of a thousand pages, take engine bounded too long.
HEAVY = 150_000
# The positions that the explicit engine keeps at the end of its first turn, and how many times as
# many at the end of each further one.
FIRST, MORE = 20_000, 4
# The moves of the plays that the bounded engine looks for in its first turn, twice as many in each
# further one; and the conflicts that its solver may have.
MOVES, CONFLICTS = 9, 5_000
# Seconds that a turn of the bounded engine, or of induction with a search for lemmas, may always
# take; they may take as long as the explicit engine has taken so far.
LEAST = 0.5


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
    sources = {source for each in problem.consulted.values() for source in each.tactics}
    heavy = sum(len(source.text) for source in sources)
    if number > SMALL or heavy > HEAVY:
        why = f"the game has {number} fluents, more than {SMALL}"
        if number <= SMALL:
            why = f"the strategies have {heavy:,} bytes, more than {HEAVY:,}"
        try:
            return _Turns(problem, limits, why, heavy > HEAVY).verdict()
        except Unsuited as error:
            note = f"engine bounded, although {why}: {error.diagnostics[0].message}"
            return _with_note(engine("bounded").prove(problem, limits), note)
    if problem.fixed_horizon is None:
        return _without_horizon(problem, limits)
    verdict = engine("bounded").prove(problem, limits)
    why = f"engine bounded, as the game has {number} fluents, up to {SMALL}"
    verdict = _with_note(verdict, why)
    if not limits.cross_check or verdict.stopped == "interrupted":
        return _with_note(verdict, "not cross-checked")
    return _cross_checked(problem, limits, verdict)


# How much verdicts say.
_DECIDED = 2
_RANKS: dict[Answer, int] = {
    "unknown": 0,
    "incomplete": 1,
    "proved": _DECIDED,
    "refuted": _DECIDED,
}


def _rank(verdict: Verdict | None) -> int:
    return 0 if verdict is None else _RANKS[verdict.verdict]


@dataclass
class _Turns:
    """The turns of the engines at one question.

    Attributes:
        problem: the question.
        limits: of all turns together.
        why: why the explicit engine begins.
        heavy: whether the bounded engine would be busy with the strategies for long.
        spent: the seconds that the turns so far took. exploring: those of the explicit engine.
        by_induction: whether induction may decide it with more time.
    """

    problem: Problem
    limits: Limits
    why: str
    heavy: bool
    spent: float = 0.0
    exploring: float = 0.0
    by_induction: bool = True

    def verdict(self) -> Verdict:
        """Return the first verdict that decides, else what the engines came to.

        Where plays are to be counted, or a `pick` may fail in a play that is longer, what others
        say does not end the search of the explicit engine; it stands where a limit ends that.
        """
        search, most, known = Search(self.problem), self.limits.max_positions, None
        for turn in count():
            positions = FIRST * MORE**turn
            # what is kept in a folder may be large, and goes on there another time
            last = self.limits.scratch is not None or (most is not None and positions >= most)
            kept = replace(self.limits, max_positions=most if last else positions)
            explored = self._timed(search.verdict(kept))
            self.exploring += explored.seconds.total
            if not search.waits:
                return self._furthest(explored, known, turn)
            decided = _rank(explored) == _DECIDED or _rank(known) == _DECIDED
            for verdict in () if decided else self._others(turn):
                if _rank(verdict) == _DECIDED and self._ends(verdict):
                    return self._noted(verdict, turn + 1)
                # of plays that get stuck another one may break the claim, which comes before
                if _rank(verdict) >= _rank(known) and self._stands(verdict):
                    known = verdict
                if verdict.stopped == "interrupted" or self.limits.deadline.over:
                    stop = (
                        INTERRUPTED
                        if verdict.stopped == "interrupted"
                        else self.limits.deadline.stop
                    )
                    explored = replace(explored, stopped=stop.kind)
                    if explored.verdict == "unknown":
                        explored = replace(explored, reason=f"{stop}{search.reached}")
                    return self._furthest(explored, known, turn + 1)
            if last or explored.stopped == "memory":
                return self._furthest(explored, known, turn + 1)
        raise AssertionError

    def _ends(self, verdict: Verdict) -> bool:
        """Whether nothing is left to be done after a verdict of another engine that decides."""
        by_play = verdict.play is not None and has_pick(self.problem.consulted)
        return not self.limits.count and not by_play

    def _stands(self, verdict: Verdict) -> bool:
        """Whether a verdict stands where a limit ends the search; see the explicit engine's."""
        shown = self.problem.claim.quantifier == "can" and verdict.play is not None
        return not (shown and has_pick(self.problem.consulted))

    def _furthest(self, explored: Verdict, known: Verdict | None, turns: int) -> Verdict:
        """Return what the explicit engine came to, or what the others did where they know more."""
        further = known is not None and explored.stopped and _rank(known) > _rank(explored)
        return self._noted(known if known is not None and further else explored, turns)

    def _others(self, turn: int) -> Iterator[Verdict]:
        """Yield the verdicts of the engines that keep no positions."""
        yield from self._short_play(turn)
        if self.problem.horizon is not None:  # induction is about plays of any length
            return
        if not turn:
            yield from self._by_induction(replace(self.limits, find_lemmas=False))
        if self.limits.find_lemmas is not False:
            yield from self._by_induction(self._for_now())

    def _for_now(self) -> Limits:
        """Return the limits of a turn that may take as long as the explicit engine so far."""
        deadline = self.limits.deadline
        seconds = max(LEAST, self.exploring)
        if deadline.seconds is not None:
            seconds = min(seconds, max(0.0, deadline.seconds - deadline.elapsed))
        within = Deadline(seconds, deadline.memory, before=deadline.before)
        return replace(self.limits, deadline=within)

    def _short_play(self, turn: int) -> Iterator[Verdict]:
        """Look for a play of few moves that decides, and then for shorter ones.

        Within a horizon the bounded engine decides nothing that a longer play might decide
        otherwise, so its verdict holds for the whole game.
        """
        if self.heavy or self.limits.count:
            return
        moves, found = MOVES * 2**turn, None
        if self.problem.fixed_horizon is not None:
            moves = min(moves, self.problem.fixed_horizon)
        options = (f"--solve-limit={CONFLICTS * MORE**turn}", *self.limits.clingo)
        limits = replace(self._for_now(), clingo=options)
        while found is None or moves > 0:
            shorter = replace(self.problem, horizon=moves)
            verdict = self._timed(engine("bounded").prove(shorter, limits))
            if found is not None and verdict.verdict != found.verdict:
                break
            found = verdict
            if verdict.verdict == "unknown" or verdict.play is None or verdict.stopped:
                break
            moves = len(verdict.play.moves) - 1
        yield found

    def _by_induction(self, limits: Limits) -> Iterator[Verdict]:
        if not self.by_induction or "induction" not in engines():
            return
        try:
            verdict = self._timed(engine("induction").prove(self.problem, limits))
        except Unsuited:
            self.by_induction = False
            return
        self.by_induction = bool(verdict.stopped) or limits.find_lemmas is False
        yield verdict

    def _timed(self, verdict: Verdict) -> Verdict:
        self.spent += verdict.seconds.total
        return verdict

    def _noted(self, verdict: Verdict, turns: int) -> Verdict:
        """Return the verdict with the seconds of all turns, and a note that says which it was."""
        note = f"engine {verdict.engine}, as {self.why}"
        if turns:
            note = f"engine {verdict.engine}, after {turns} turns of the others: {self.why}"
        seconds = replace(verdict.seconds, total=self.spent)
        return _with_note(replace(verdict, seconds=seconds), note)


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
