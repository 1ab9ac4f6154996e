"""Engine auto: the engines take turns at a question, with more to spend each time.

Nothing seen beforehand says which engine will do. The explicit engine goes first, and goes on where
it stopped; induction looks with the lemmas that are there, then for others; the bounded engine
looks for a play of few moves that decides, and goes on, too. Where the explicit engine has gone
through all positions, the bounded engine, which has another frame and asks clingo's solver, answers
again, and has to agree; both rest on the same sources, composed and lifted in the same way, and on
clingo's grounder.

What a turn may take is counted, never timed, so that the same question has the same answer by the
same engine on a busy machine, too: positions, ground rules, conflicts, candidates for lemmas. Only
what is ground of one position, and of one round, is ground in any case, however large it is.
"""

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import count

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import INTERRUPTED
from ttt_asp.engines.bounded import PlaySearch
from ttt_asp.engines.explicit import Search
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, InternalError, Unsuited, internal
from ttt_asp.extension import engines
from ttt_asp.limits import Limits
from ttt_asp.programs.compose import has_pick
from ttt_asp.records import dataclass
from ttt_asp.strategies.strategy import asked_of
from ttt_asp.verdict import Answer, Verdict

# What the engines may spend in the first turn, and how many times as much in each further one.
# Positions that the explicit engine keeps, with those of the turns before, and expects next.
POSITIONS, MORE_POSITIONS = 32_000, 6
# Moves of the plays that the bounded engine looks for.
MOVES, MORE_MOVES = 9, 4
# Ground rules of its program, about as many for each move as there are of a position; and conflicts
# in a search of clingo's times its ground rules, as with more of these each takes longer.
RULES, WORK, MORE_WORK = 100_000, 40_000_000, 3
# The same where it answers again; the conflicts are those of its second turn.
CHECKED = 40_000
# Pairs of fluents for induction to look for lemmas among; and how many candidates it asks about.
PAIRS, MORE_PAIRS = 25_000, 4
CANDIDATES = 10_000


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by the engines in turns, twice where that takes little.

    Args:
        problem: the question.
        limits: of all turns together.

    Raises:
        InputError: the sources do not make a sound program.
        InternalError: two engines contradict each other.
    """
    if asked_of(problem.strategies):
        return _asked(problem, limits)
    if problem.lemmas.sources:
        return _with_note(
            engine("induction").prove(problem, limits), "engine induction, for the lemmas"
        )
    try:
        return _Turns(problem, limits).verdict()
    except Unsuited as error:
        note = f"not cross-checked: {error.diagnostics[0].message}"
        return _with_note(engine("bounded").prove(problem, limits), note)


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
        search: the explicit engine's.
        plays: the bounded engine's search for plays of few moves.
        spent: the seconds that the turns so far took.
        by_induction: whether induction may decide it with more to spend.
        whole: whether the bounded engine had a turn at plays of any length.
    """

    problem: Problem
    limits: Limits
    search: Search = field(init=False)
    plays: PlaySearch | None = None
    spent: float = 0.0
    by_induction: bool = field(init=False)
    whole: bool = False

    def __post_init__(self) -> None:
        self.search = Search(self.problem)
        # it is about plays of any length
        self.by_induction = self.problem.horizon is None and "induction" in engines()

    def verdict(self) -> Verdict:
        """Return the first verdict that decides, else what the engines came to.

        Where plays are to be counted, or a `pick` may fail in a play that is longer, what others
        say does not end the search of the explicit engine; it stands where a limit ends that.
        """
        search, most, known = self.search, self.limits.max_positions, None
        for turn in count():
            positions = POSITIONS * MORE_POSITIONS**turn // search.weight
            # what is kept in a folder may be large, and goes on there another time
            at_once = self.limits.scratch is not None
            last = at_once or (most is not None and positions >= most)
            within = most if last else positions
            kept = replace(self.limits, max_positions=within, foresees=not at_once)
            explored = self._timed(search.verdict(kept))
            if not search.waits:
                return self._furthest(explored, known, turn)
            decided = _rank(explored) == _DECIDED or _rank(known) == _DECIDED
            for verdict in () if decided else self._others(turn):
                if _rank(verdict) == _DECIDED and self._ends(verdict):
                    note = f"not cross-checked: engine explicit is unknown, {explored.reason}"
                    return self._noted(_with_note(verdict, note), turn)
                # of plays that get stuck another one may break the claim, which comes before
                if _rank(verdict) >= _rank(known) and self._stands(verdict):
                    known = verdict
                ctrl_c = verdict.stopped == "interrupted"
                if ctrl_c or self.limits.deadline.over:
                    stop = INTERRUPTED if ctrl_c else self.limits.deadline.stop
                    explored = replace(explored, stopped=stop.kind)
                    if explored.verdict == "unknown":
                        explored = replace(explored, reason=f"{stop}{search.reached}")
                    return self._furthest(explored, known, turn)
            if last and explored.stopped == "positions":  # it may have only foreseen too many
                explored = self._timed(search.verdict(replace(kept, foresees=False)))
            if last or explored.stopped == "memory":
                return self._furthest(explored, known, turn)
        raise AssertionError

    def _ends(self, verdict: Verdict) -> bool:
        """Whether nothing is left to be done after a verdict of another engine that decides."""
        by_play = verdict.play is not None and has_pick(self.problem.consulted)
        return not self.limits.count and not by_play

    def _stands(self, verdict: Verdict) -> bool:
        """Whether a verdict stands where a limit ends the search; see the explicit engine's."""
        shown = self.problem.claim.quantifier == "can" and verdict.play is not None
        return not (shown and has_pick(self.problem.consulted))

    def _furthest(self, explored: Verdict, known: Verdict | None, turn: int) -> Verdict:
        """Return what the explicit engine came to, or what the others did where they know more."""
        decided = known is not None and _rank(known) == _rank(explored) == _DECIDED
        if known is not None and decided and known.verdict != explored.verdict:
            raise _contradiction(known, explored)
        further = known is not None and explored.stopped and _rank(known) > _rank(explored)
        if known is not None and further:
            return self._noted(known, turn)
        if self.search.whole and not self.whole and self.limits.cross_check:
            return _cross_checked(self.problem, self.limits, self.search, explored)
        return self._noted(_with_note(explored, "not cross-checked"), turn)

    def _others(self, turn: int) -> Iterator[Verdict]:
        """Yield the verdicts of the engines that keep no positions."""
        if not turn:
            yield from self._by_induction(turn, find_lemmas=False)
        yield from self._short_play(turn)
        pairs = len(self.problem.game.base) ** 2
        if self.limits.find_lemmas is not False and pairs <= PAIRS * MORE_PAIRS**turn:
            yield from self._by_induction(turn, find_lemmas=self.limits.find_lemmas)

    def _short_play(self, turn: int) -> Iterator[Verdict]:
        """Look for a play of few moves that decides, and then for shorter ones.

        Within a horizon the bounded engine decides nothing that a longer play might decide
        otherwise, so its verdict holds for the whole game.
        """
        horizon = self.problem.fixed_horizon
        rules = RULES * MORE_WORK**turn
        few = MOVES * MORE_MOVES**turn
        if self.problem.claim.quantifier == "can" and horizon is not None:
            few = horizon  # of longer plays there are more that show it
        moves = min(few, rules // self.search.rules)
        if self.limits.count or moves < 1:
            return
        if horizon is not None and moves >= horizon:
            moves, self.whole = horizon, True
        shares = MORE_WORK**turn
        if self.plays is None or self.plays.horizon != moves:
            self.plays = PlaySearch(replace(self.problem, horizon=moves))
        else:
            shares -= shares // MORE_WORK  # it had these in the turn before
        conflicts = WORK // (moves * self.search.rules)
        found = self.plays.verdict(replace(self.limits, conflicts=conflicts * shares))
        yield self._timed(self.plays.shorter(found, conflicts))

    def _by_induction(self, turn: int, find_lemmas: bool | None) -> Iterator[Verdict]:
        if not self.by_induction:
            return
        moves = self.limits.rounds * len(self.problem.game.roles) + 1
        limits = _within(self.limits, turn, moves * self.search.rules)
        limits = replace(limits, find_lemmas=find_lemmas)
        try:
            verdict = self._timed(engine("induction").prove(self.problem, limits))
        except Unsuited:
            self.by_induction = False
            return
        # where it came to an end, it shows the round that it does not get over
        self.by_induction = verdict.play is None or find_lemmas is False
        yield verdict

    def _timed(self, verdict: Verdict) -> Verdict:
        self.spent += verdict.seconds.total
        return verdict

    def _noted(self, verdict: Verdict, turn: int) -> Verdict:
        """Return the verdict with the seconds of all turns, and a note that says which it was."""
        seconds = replace(verdict.seconds, total=self.spent)
        note = f"engine {verdict.engine}, in turn {turn + 1}"
        return replace(verdict, seconds=seconds, notes=(note, *verdict.notes))


def _within(limits: Limits, turn: int, rules: int) -> Limits:
    """Return the limits of a turn in which clingo has about this number of ground rules."""
    conflicts = WORK * MORE_WORK**turn // max(1, rules)
    return replace(limits, conflicts=conflicts, candidates=CANDIDATES * MORE_WORK**turn)


def _asked(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim about programs by the explicit engine, which asks them.

    The bounded engine answers again, by rules made of all that they answered.
    """
    search = Search(problem)
    verdict = _with_note(search.verdict(limits), "engine explicit asks programs")
    if not limits.cross_check or verdict.verdict == "unknown" or not search.whole:
        return _with_note(verdict, "not cross-checked")
    if problem.horizon is not None:  # nothing was asked in the last positions
        return _with_note(verdict, "not cross-checked: the horizon cuts plays")
    try:
        return _cross_checked(problem, limits, search, verdict)
    except InputError as error:
        return _with_note(verdict, f"not cross-checked: {error.diagnostics[0].message}")


def _cross_checked(problem: Problem, limits: Limits, search: Search, verdict: Verdict) -> Verdict:
    """Return what the explicit engine found where it saw all, with the bounded engine's answer."""
    shown, pages = verdict.play, 0
    if search.endless:
        if shown is None or shown.ending == "lasso":
            note = "plays may go on for ever, so engine bounded would not end"
            return _with_note(verdict, f"not cross-checked: {note}")
        problem = replace(problem, horizon=len(shown.moves))
    if asked_of(problem.strategies):
        pages = verdict.positions or 0
    rules = (search.rules + pages) * (problem.fixed_horizon or search.layers)
    if rules > CHECKED:
        note = f"engine bounded would have some {rules:,} rules, more than {CHECKED:,}"
        return _with_note(verdict, f"not cross-checked: {note}")
    limits = _within(limits, 1, rules)
    return _compared(engine("bounded").prove(problem.written(), limits), verdict)


def _compared(verdict: Verdict, second: Verdict) -> Verdict:
    """Return the verdict on which the bounded and the explicit engine agree."""
    seconds = replace(verdict.seconds, total=verdict.seconds.total + second.seconds.total)
    both = replace(
        verdict,
        counts=second.counts,
        seconds=seconds,
        notes=(*verdict.notes, *second.notes),
        others=verdict.others and second.others,
        blunder_search=second.blunder_search,
    )
    if second.verdict == verdict.verdict:
        if second.play is not None:  # there is no shorter one
            both = replace(both, play=second.play, reason=second.reason)
        return _with_note(both, "cross-checked: engine explicit agrees")
    if verdict.verdict == "unknown":
        note = f"not cross-checked: engine bounded is unknown, {verdict.reason}"
        return _with_note(replace(second, seconds=seconds), note)
    for a, b in ((verdict, second), (second, verdict)):
        if a.others and (a.verdict, b.verdict) == ("incomplete", "refuted"):
            note = f"engine {a.engine} found a play that gets stuck, and looked no further"
            return replace(b, seconds=seconds, notes=(*verdict.notes, *second.notes, note))
    raise _contradiction(verdict, second)


def _contradiction(one: Verdict, other: Verdict) -> InternalError:
    says = f"engine {one.engine} says {one.verdict}, engine {other.engine} says {other.verdict}"
    return internal(says, "add the question, and the files that it names")


def _with_note(verdict: Verdict, note: str) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, note))
