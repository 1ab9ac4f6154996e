"""What a search knows of plays where it cannot look at all positions: where candidates failed.

Of a claim with `never` or `always` these are the positions of plays that break it. Of one with
`can` they are all that the candidate comes to, as none of its plays is the one that is wanted. The
choices there become facts for the fill frame, as those in all plays do where these are few
(`choices`). Whatever comes after other moves is taken to keep the claim: so no candidate that keeps
it is left out.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines.registry import engine
from ttt_asp.errors import InputError, Undetermined
from ttt_asp.extensions.exploring.graph import sorted_graph
from ttt_asp.extensions.exploring.inspection import (
    explore_uncounted,
    inspect_plays,
    positions_of,
)
from ttt_asp.extensions.exploring.recommendations import Recommendations, Recommended
from ttt_asp.extensions.exploring.winning_region import WinningRegion, winning_region
from ttt_asp.extensions.synthesis.choices import Choices, Future, choices_in, end_of
from ttt_asp.extensions.synthesis.frame import AllPlays
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.limits import Limits
from ttt_asp.positions.graph import Steps
from ttt_asp.positions.machine import Machine, load_machine

# Fluents of a game up to which the explicit engine is asked alone: engine auto takes longer there.
EXPLICIT = 48
# Positions that a candidate of a claim with `can` may come to, at most, for these to be learned.
_MOST = 20_000
# Nobody: the others may do whatever they can.
_NOBODY = ""


@dataclass
class KnownPlays(AllPlays):
    """The known plays of one claim.

    A position is a number: packed, and where the claim counts moves, with the number of moves in
    the bits above.

    Attributes:
        machine: the gates of the claim's problem.
        terms: what those of each role with holes recommend.
        deadline: of the search.
        region: the positions at which it is settled that the claim fails, whatever comes later:
            the one role with holes cannot keep it; or, of `can`, no play comes to its outcome.
            None where that is not known.
        moves: of each position that was looked at.
        recommended_at: where a role with holes has to choose: which one, and the recommendations.
        ends: the futures of the other positions that are known: where plays end, where the claim
            fails, and where nobody has looked on.
        plays: how often something was learned that leaves out the candidate.
    """

    machine: Machine
    terms: Mapping[str, Recommendations]
    deadline: Deadline
    region: WinningRegion | None = None
    moves: dict[int, Steps] = field(default_factory=dict)
    recommended_at: dict[int, tuple[str, Recommended]] = field(default_factory=dict)
    ends: dict[int, Future] = field(default_factory=dict)
    plays: int = 0

    @classmethod
    def of(cls, part: AskedClaim, number: int, limits: Limits) -> "KnownPlays":
        """Ground a claim's problem; find where it fails, if there are not too many positions.

        Raises:
            InputError: the sources make no circuit.
            Expired: time is up.
        """
        problem, machine = part.problem, load_machine(part.problem, limits.deadline)
        terms = {role: Recommendations.of(machine, problem, role) for role in part.players}
        known = cls(part, number, Choices(problem, machine), machine, terms, limits.deadline)
        if known.can or len(part.players) == 1:
            role, asked = next(iter(part.players)), problem
            if known.can:  # where it is settled that the outcome never comes, whoever moves
                claim = replace(problem.claim, quantifier="never")
                role, asked = _NOBODY, replace(problem, claim=claim)
            with suppress(InputError, Expired):
                known.region = winning_region(asked, role, machine, limits)
            limits.deadline.check()
        known._see([machine.init])
        known._sort()
        return known

    @property
    def can(self) -> bool:
        """Whether one play is enough."""
        return self.part.problem.claim.quantifier == "can"

    def learn(self, plays: Sequence[Sequence[frozenset[str]]]) -> None:
        """Add plays, or their beginnings, that refuted a candidate: the positions of each."""
        by = self.part.problem.claim.by
        for play in plays:
            positions = list(map(self.machine.pack, play))
            around = positions[positions.index(positions[-1]) + 1 :]
            if by is not None and around:  # it goes round and round, until it is too late
                positions += around * (by // len(around) + 1)
            self._look_at([self._node(at, depth) for depth, at in enumerate(positions)])
        if plays:
            self._sort()
            self.plays += len(plays)

    def learn_all(self, problem: Problem, limits: Limits) -> None:
        """Add all positions that a candidate comes to, none of whose plays is one that is wanted.

        Args:
            problem: the claim about the candidate.
            limits: of the work; nothing is learned where there are too many positions.

        Raises:
            Expired: time is up.
        """
        most = replace(limits, max_positions=min(limits.at_most(_MOST), _MOST))
        explored = explore_uncounted(problem, most, _MOST)
        if explored.stopped:
            limits.deadline.check()
            return
        unpack = explored.machine.unpack
        self._look_at([self.machine.pack(unpack(at)) for at in positions_of(explored)])
        self._sort()
        self.plays += 1

    def fails(self, positions: Sequence[int]) -> list[bool]:
        """Return whether it is settled at packed positions that the claim fails."""
        if self.region is None:
            return [False] * len(positions)
        return [kept == self.can for kept in self.region.kept(self.region.legal, positions)]

    def _node(self, position: int, depth: int) -> int:
        counts = self.part.problem.claim.by is not None
        return position | depth << len(self.machine.base) if counts else position

    def _split(self, node: int) -> tuple[int, int]:
        """Return a position as the machine has it, and the number of moves, 0 if none counts."""
        width = len(self.machine.base)
        return node & (1 << width) - 1, node >> width

    def _see(self, nodes: Sequence[int]) -> None:
        """Record positions that nobody has looked at yet."""
        new = [n for n in dict.fromkeys(nodes) if n not in self.ends and n not in self.moves]
        failing = self.fails([self._split(node)[0] for node in new])
        for node, fails in zip(new, failing, strict=True):
            self.ends[node] = Future(breaks=fails and not self.can, shows=self.can and not fails)

    def _look_at(self, nodes: Sequence[int]) -> None:
        """Record the moves at positions where it is not settled that the claim fails."""
        self._see(nodes)
        unknown = Future(shows=self.can)
        new = [n for n in dict.fromkeys(nodes) if n not in self.moves and self.ends[n] == unknown]
        places = list(map(self._split, new))
        positions = [position for position, _ in places]
        recommended = {role: terms.at(positions) for role, terms in self.terms.items()}
        inspected = inspect_plays(self.part.problem, self.machine, positions, self.deadline)
        for number, here in enumerate(inspected):
            node, (_, depth) = new[number], places[number]
            end = end_of(self.part.problem, here, depth)
            if end.breaks or not here.allowed:
                self.ends[node], self.moves[node] = end, ()
                continue
            del self.ends[node]
            steps = [(step.move, self._node(step.after, depth + 1)) for step in here.allowed]
            self.moves[node] = steps
            if here.mover in recommended and (advice := recommended[here.mover][number]).asked:
                self.recommended_at[node] = here.mover, advice
        for node in new:
            self._see([after for _, after in self.moves[node]])

    def _sort(self) -> None:
        """Find the choices in all that is known."""
        moves: dict[int, Steps] = {**dict.fromkeys(self.ends, ()), **self.moves}
        graph = sorted_graph(moves.items(), self.deadline)
        problem = self.part.problem
        self.choices = choices_in(problem, self.machine, graph, self.recommended_at, self.ends)


def proved(question: Question, seen: KnownPlays, limits: Limits) -> bool:
    """Whether an engine proves a claim; what refutes it is added to `seen`."""
    quick = replace(limits, count=False, stop_at_first=True, proof_only=True, cross_check=False)
    problem = read(question, quick.deadline)
    name = "explicit" if len(problem.game.base) <= EXPLICIT else "auto"
    try:
        verdict = engine(name).prove(problem, quick)
    except Undetermined:  # no verdict, so no proof
        return False
    if verdict.verdict == "unknown":
        raise Expired(Stop(verdict.stopped, verdict.reason))
    if verdict.verdict == "refuted" and seen.can:
        seen.learn_all(problem, limits)
    elif verdict.verdict != "proved" and verdict.play is not None and not verdict.play.anywhere:
        seen.learn([verdict.play.positions])
    return verdict.verdict == "proved"


# Positions after each number of moves that are gone on from, at most: these are quickly looked at.
_WIDTH = 600
# Plays that are learned at once, at most.
_PLAYS = 6


def refuted_by_lot(question: Question, seen: KnownPlays, limits: Limits) -> bool:
    """Whether plays drawn by lot refute a claim; they are added to `seen`.

    They end where the claim can no longer be kept. An engine is asked only if there are none, which
    proves nothing: these are found sooner, and there are several.

    Args:
        question: the claim, with one strategy in place of the holes.
        seen: what is known of it.
        limits: of the work.

    Raises:
        InputError: the sources make no circuit, or the game is none that a claim can be about.
        Expired: time is up.
    """
    problem = read(question, limits.deadline)
    if seen.can:
        return False
    machine, chance = load_machine(problem, limits.deadline), Random(0)
    before, lost = {machine.init: machine.init}, list[int]()
    layer, depth = [machine.init], 0
    while layer and len(lost) < _PLAYS:
        after: dict[int, int] = {}
        for here in inspect_plays(problem, machine, layer, limits.deadline):
            if end_of(problem, here, depth).breaks:
                lost.append(here.position)
            for step in here.allowed:
                if step.after not in before:
                    after.setdefault(step.after, here.position)
        reached = list(after)
        fails = seen.fails([seen.machine.pack(machine.unpack(position)) for position in reached])
        failing = [position for position, fail in zip(reached, fails, strict=True) if fail]
        failing = chance.sample(failing, min(_PLAYS, len(failing)))
        layer = [position for position, fail in zip(reached, fails, strict=True) if not fail]
        layer = chance.sample(layer, min(_WIDTH, len(layer)))
        before |= {position: after[position] for position in [*failing, *layer]}
        lost += failing
        depth += 1
    plays = []
    for position in lost[:_PLAYS]:
        play = [position]
        while play[-1] != machine.init:
            play.append(before[play[-1]])
        plays.append(list(map(machine.unpack, reversed(play))))
    seen.learn(plays)
    return bool(plays)
