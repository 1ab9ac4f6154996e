"""The explicit engine's answer: the claim read off every reachable position."""

import time
from dataclasses import field, replace

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.engines.plays import BROKEN, HOLDS, stuck_note, stuck_reason
from ttt_asp.limits import GRACE, SMALL, Limits
from ttt_asp.positions.exploration import Exploration, Occurrence
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import lasso, longest_path, readable_play, shortest_play
from ttt_asp.positions.links import Links, count_plays, links_of, outcomes
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.programs.compose import has_pick, never_stuck
from ttt_asp.records import dataclass
from ttt_asp.strategies.strategy import asked_of, closing
from ttt_asp.verdict import (
    UNDECIDED,
    UNEXPLORED,
    Answer,
    BlunderSearch,
    Play,
    PlayCounts,
    Seconds,
    Verdict,
)

NAME = "explicit"
# To apply this number of symmetries to a position takes about as long as all else that is done.
APPLIED = 16
HALTED = "the search stopped at the first play that decides; to count plays it goes on"


@dataclass(slots=True)
class _Answer:
    verdict: Answer
    reason: str
    play: Play | None = None
    others: str = ""


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim by going through every position that occurs in plays.

    A limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources do not make a sound circuit, two roles choose at once, or a
            play ends without exactly one goal for every role.
    """
    return Search(problem).verdict(limits)


@dataclass
class Search:
    """A search for the answer, which goes on where it came to a limit on positions.

    Attributes:
        problem: the question.
        machine: its gates, once they are made.
        exploration: the positions, once a limit was reached or all were seen.
        answer: what they say of the claim.
        whole: whether all positions were seen that plays come to, within the horizon if any.
        endless: whether some play is known to go on for ever.
    """

    problem: Problem
    machine: Machine | None = None
    exploration: Exploration | None = None
    answer: _Answer = field(default_factory=lambda: _Answer("unknown", ""))
    whole: bool = False
    endless: bool = False

    def verdict(self, limits: Limits) -> Verdict:
        """Return the verdict within limits; see `prove`."""
        problem, begun = self.problem, time.perf_counter()
        grounded, stop = begun, None
        if limits.count is None and (len(problem.game.base) > SMALL or self.waits):
            # a play that decides is the answer, unless an order may fail in another one
            decisive = problem.claim.quantifier in ("can", "is") or not has_pick(problem.strategies)
            limits = replace(limits, stop_at_first=limits.stop_at_first or decisive)
        if self.machine is None:
            limits.tell("grounding")
        try:
            limits.deadline.run(lambda: self._ground(limits), GRACE)
            grounded = time.perf_counter()
            limits.deadline.run(lambda: self._explore(limits), GRACE)
            stop = self.exploration.stopped if self.exploration else None
        except STOPS as error:
            stop = stop_of(error)
            self.answer.reason = self.answer.reason or stop.reason
        done, answer, exploration = time.perf_counter(), self.answer, self.exploration
        self.whole = exploration is not None and not stop and not exploration.halted
        explored = answer.verdict == "refuted" and not asked_of(problem.strategies)
        return Verdict(
            **question_fields(problem),  # after the exploration, which asks programs
            verdict=answer.verdict,
            reason=answer.reason,
            engine=NAME,
            play=answer.play,
            seconds=Seconds(0.0, grounded - begun, done - grounded, done - begun),
            statistics=_statistics(self.machine, exploration),
            counts=_counts(exploration),
            notes=(HALTED,) if exploration and exploration.halted else (),
            stopped=stop.kind if stop else "",
            others=answer.others,
            blunder_search=BlunderSearch(explored=self.machine if explored else None),
        )

    @property
    def waits(self) -> bool:
        """Whether there are positions to go on with, beyond a limit."""
        return self.exploration is not None and self.exploration.waiting is not None

    @property
    def rules(self) -> int:
        """How many ground rules there are of a position."""
        return 0 if self.machine is None else self.machine.circuit.rules.size["rules"]

    @property
    def weight(self) -> int:
        """How many times as long a position takes as where there are no symmetries to apply."""
        symmetries = 1 if self.exploration is None else self.exploration.symmetries
        return max(1, symmetries // APPLIED)

    @property
    def layers(self) -> int:
        """After how many moves there were new positions, and one."""
        return 0 if self.exploration is None else len(self.exploration.layers)

    @property
    def reached(self) -> str:
        """How far it got, to be added to the reason why it ended."""
        stop = self.exploration.stopped if self.exploration else None
        return stop.reached if stop else ""

    def _ground(self, limits: Limits) -> None:
        if self.machine is None:
            self.machine = load_machine(self.problem.freed, limits.deadline)

    def _explore(self, limits: Limits) -> None:
        assert self.machine is not None
        begun, self.exploration = self.exploration, None
        self.answer = _Answer("unknown", "")
        exploration = explore(
            self.problem,
            self.machine,
            limits,
            self.problem.horizon,
            fold=limits.symmetry,
            scratch=limits.scratch,
            begun=begun,
        )
        self.exploration = exploration
        with closing(self.problem.strategies):  # the last position of a play may be asked about
            links = _links(self.problem, exploration, limits)
            self.endless = links is not None and links.cyclic
            self.answer = _answer(self.problem, exploration, links)


def _statistics(machine: Machine | None, exploration: Exploration | None) -> dict[str, int]:
    if machine is None:
        return {}
    numbers = {**machine.circuit.rules.size, "gates": len(machine.circuit.network.kinds)}
    if exploration is not None:
        numbers["kept"] = sum(map(exploration.form.size, exploration.layers))
        if exploration.symmetries > 1:
            numbers["symmetries"] = exploration.symmetries
    return numbers


def _counts(exploration: Exploration | None) -> PlayCounts:
    if exploration is None or not exploration.complete:
        return PlayCounts()
    return PlayCounts(exploration.positions, outcomes(exploration), exploration.decided)


def _links(problem: Problem, exploration: Exploration, limits: Limits) -> Links | None:
    """Return the moves between all positions where plays may go round in a circle."""
    if exploration.layered or problem.horizon is not None or not exploration.complete:
        return None
    links = links_of(exploration, limits.deadline)
    if not links.cyclic and limits.count is not False:
        count_plays(exploration, links)
    return links


def _answer(problem: Problem, exploration: Exploration, links: Links | None) -> _Answer:
    claim = problem.claim
    unfinished = bool(exploration.stopped)
    if claim.quantifier == "can":
        # where a `pick` names no single action there is no answer, so every position counts
        if exploration.agreeing and not (unfinished and has_pick(problem.strategies)):
            return _Answer(
                "proved",
                "this play shows it",
                shortest_play(exploration, exploration.agreeing, "ended"),
            )
        if unfinished:
            return _Answer("unknown", str(exploration.stopped))
        if exploration.cut:
            reason = f"no play of up to {problem.horizon} moves shows it, but this one goes on"
            return _Answer("unknown", reason, shortest_play(exploration, exploration.cut, "cut"))
        return _Answer("refuted", "no play ends so")
    if claim.of_strategy and exploration.broken:
        return _Answer("refuted", BROKEN, shortest_play(exploration, exploration.broken, "there"))
    if violation := _violation(problem, exploration, links):
        reason = "this play breaks the claim"
        if violation.ending == "lasso":
            reason = "this play never ends: its last position was there before"
        return _Answer("refuted", reason, violation, _others(problem, exploration))
    if stuck := exploration.blocked if claim.of_strategy else exploration.stuck:
        play = shortest_play(exploration, stuck, "stuck")
        reason = stuck_reason(problem.game, play.positions[-1])
        return _Answer("incomplete", reason, play, "" if exploration.complete else UNDECIDED)
    if unfinished:
        return _Answer("unknown", str(exploration.stopped))
    if exploration.cut:
        reason = f"this play is not over after {problem.horizon} moves"
        return _Answer("unknown", reason, shortest_play(exploration, exploration.cut, "cut"))
    none = "no play gets stuck, breaks the claim or is cut short"
    return _Answer("proved", HOLDS if claim.of_strategy else none)


def _others(problem: Problem, exploration: Exploration) -> str:
    """Return the note on the other plays where one breaks the claim."""
    if exploration.stuck:
        counted = exploration.complete and exploration.outcomes is not None
        number = exploration.stuck_plays if counted else None
        position = exploration.machine.unpack(exploration.stuck.position)
        return stuck_note(problem.game, position, number)
    sure = exploration.halted and never_stuck(problem.game, problem.strategies)
    return "" if exploration.complete or sure else UNEXPLORED


def _violation(problem: Problem, exploration: Exploration, links: Links | None) -> Play | None:
    """Return a shortest play that violates a `never` or `always` claim."""
    claim = problem.claim
    if claim.of_strategy:
        return None
    ended = exploration.agreeing if claim.quantifier == "never" else exploration.against
    late = None
    if claim.by is not None and len(exploration.layers) > claim.by + 1:
        first = exploration.layers[claim.by + 1]
        late = Occurrence(claim.by + 1, exploration.form.at(first, 0))
    if late is not None and (ended is None or late.depth < ended.depth):
        return shortest_play(exploration, late, _ending(exploration, late))
    if ended is not None:
        return shortest_play(exploration, ended, "ended")
    if links is None or claim.quantifier != "always":
        return None
    start = exploration.machine.init
    if links.cyclic:
        steps = lasso(exploration, links.endless, links.deadline)
        return readable_play(exploration, start, steps, "lasso")
    if claim.by is not None and links.height(start) > claim.by:
        steps = longest_path(exploration, links, claim.by + 1)
        ending = _ending(exploration, Occurrence(claim.by + 1, steps[-1][1]))
        return readable_play(exploration, start, steps, ending)
    return None


def _ending(exploration: Exploration, spot: Occurrence) -> str:
    """Return how a play that is too long ends: over, stuck, or going on."""
    there = exploration.small([[spot.position]])
    (batch,) = there.batches(there.layers[0])
    if batch.any(batch.values[there.machine.terminal]):
        return "ended"
    return "stuck" if batch.any(there.stuck_at(batch)) else "cut"
