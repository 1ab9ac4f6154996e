"""The search of all questions: candidates, the smallest first, and what their refutations tell.

Where the positions are few enough all choices in plays are known before the first candidate, and
clingo chooses none that fails. Else only those are known that candidates failed by, and the rest is
taken to keep the claim: an engine is asked about each candidate, and its refutation becomes facts,
so that no candidate which chooses the same is tried again (counterexample-guided synthesis). What
is found is put to the engines either way, like any other strategy.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question
from ttt_asp.deadline import STOPS, Expired, Stop, Stopped, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError, internal
from ttt_asp.extensions.playing.solve import solve as solve_game
from ttt_asp.extensions.synthesis.choices import choices_of
from ttt_asp.extensions.synthesis.frame import AllPlays, Candidate, solve
from ttt_asp.extensions.synthesis.known_plays import KnownPlays, proved, refuted_by_lot
from ttt_asp.extensions.synthesis.task import AskedClaim, FillTask
from ttt_asp.limits import Limits, number_of
from ttt_asp.programs.program import Program
from ttt_asp.result import Brief, Result, Status
from ttt_asp.strategies.strategy import ANY
from ttt_asp.verdict import Verdict

Found = Literal["filled", "invented", "repaired", "proved", "found", "none", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(Result):
    """The result of a search, and why it ended; that there is `none` is proved.

    Attributes:
        answer: `filled`, `invented`, `repaired`, `found`, `proved` where nothing is to repair,
            `none`, or `unknown`.
        reason: why, in words.
        seconds: the time that it took.
        stopped: the kind of limit that ended the search early; empty if none did.
        candidates: the number of strategies that were put to the engines.
        counterexamples: the number of these that failed.
        excluded: it is proved that no answer has this size, or less; None if no size is known.
    """

    answer: Found = "unknown"
    reason: str = ""
    seconds: float = 0.0
    stopped: Stopped = ""
    candidates: int = 0
    counterexamples: int = 0
    excluded: int | None = field(default=None, repr=False)

    @property
    def status(self) -> Status:
        """See `Result`."""
        if self.answer == "none":
            return "no"
        return "unknown" if self.answer == "unknown" else "yes"


Known = TypeVar("Known", bound=Searched)


@dataclass
class Search(Generic[Known]):
    """A search: its results so far, its limits, and what it has learned.

    Each kind of question is a subclass, which says what its candidates are.

    Attributes:
        known: the results so far.
        limits: of the search as a whole.
        limit: how many candidates with which all claims hold are kept, at most.
        every: whether all of them are counted.
        seen: what is known of each claim: the choices in all plays; or, where these are too many,
            those by which candidates failed.
        failed: rules that leave out the candidates which were tried.
        held: the candidates that are kept, by their texts.
        texts: those of all candidates with which all claims hold, kept or not.
        best: the best so far, where it is not known whether there is a better one.
    """

    known: Known
    limits: Limits
    limit: int = 1
    every: bool = False
    seen: Sequence[AllPlays] = ()
    failed: list[str] = field(default_factory=list)
    held: dict[str, Candidate] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    best: Candidate | None = None

    def run(self) -> Known:
        """Search; a limit that is reached, or Ctrl-C, leaves the answer `unknown`."""
        try:
            self.search()
        except STOPS as error:
            stop = stop_of(error)
            self.end("unknown", stop.reason + (self.so_far() or stop.reached), stop.kind)
        self.note(seconds=self.limits.deadline.elapsed)
        return self.known

    def note(self, **known: Any) -> None:
        """Record the results known by now."""
        self.known = replace(self.known, **known)

    def end(self, answer: Found, reason: str, stopped: Stopped = "") -> None:
        """Settle the answer."""
        self.note(answer=answer, reason=reason, stopped=stopped)

    def open(self, task: FillTask) -> None:
        """Look at the choices of a task, or prepare to learn of them."""
        everything = choices_everywhere(task, self.limits)
        self.seen = everything or [
            KnownPlays.of(part, number, self.limits) for number, part in enumerate(task.parts)
        ]

    @property
    def learned(self) -> list[KnownPlays]:
        """What is known of each claim, where more can be learned."""
        return [plays for plays in self.seen if isinstance(plays, KnownPlays)]

    @property
    def whole(self) -> bool:
        """Whether all choices are known, so that no candidate fails."""
        return not self.learned

    @property
    def positions(self) -> int:
        """The number of known choices that candidates can come to."""
        return sum(len(plays.choices.open) for plays in self.seen)

    def from_the_least(self, most: int, unit: str = "") -> None:
        """Go through candidates of sizes up to `most`, until enough hold.

        Args:
            most: the largest size.
            unit: what sizes count, for progress.

        Raises:
            Expired: a limit was reached.
        """
        for size in range(1, most + 1):
            self.note(excluded=size - 1)
            if unit:
                self.limits.tell(unit, size)
            if self._all_of(size):
                return self.settle()
            if self.known.answer == "none":
                return None
        self.note(excluded=most)
        return self.settle()

    def _all_of(self, size: int) -> bool:
        """Go through candidates of a size, until enough hold; return whether any does."""
        while True:
            for plays in self.seen:
                if plays.hopeless:
                    self.end("none", hopeless(plays.part, self.limits if self.whole else None))
                    return False
            if self.whole:
                self.candidates(size, self.hold)
                self.note(candidates=len(self.held))
                return bool(self.held)
            tried: list[Candidate] = []
            self.candidates(size, tried.append)  # the first one is enough
            if not tried:
                return bool(self.held)
            self.failed.append(tried[0].left_out())
            if not self.refuted(tried[0]) and not self.hold(tried[0]):
                return True

    def answers(
        self,
        program: Callable[[], Program],
        take: Callable[[Candidate], object],
        options: Sequence[str] = (),
    ) -> None:
        """Go through answer sets; where these have costs, through those of the lowest cost.

        Args:
            program: a function that puts the program together.
            take: called with each candidate; the search goes on while it returns true.
            options: of clingo's search, which ends with the first answer set if they do not say
                otherwise.

        Raises:
            Expired: a limit was reached; then `best` is the best so far.
        """
        going_on: object = True

        def each(model: clingo.Model) -> bool:
            nonlocal going_on
            candidate = Candidate(tuple(model.symbols(shown=True)), tuple(model.cost))
            if model.cost and not model.optimality_proven:
                self.best = candidate
                return True
            if self.best is not None:  # now it is known that there is no better one
                best, self.best = self.best, None
                going_on = take(best)
            going_on = going_on and take(candidate)
            return bool(going_on)

        self.best = None
        solve(program, list(options), each, self.limits.deadline)
        if self.best is not None:
            best, self.best = self.best, None
            take(best)

    def refuted(self, candidate: Candidate) -> bool:
        """Whether an engine refutes some claim about a candidate; its plays are learned.

        Raises:
            Expired: a limit was reached.
        """
        self.note(candidates=self.known.candidates + 1)
        self.limits.tell("candidates", self.known.candidates)
        pairs = list(zip(self.questions(candidate), self.learned, strict=True))
        # all claims are tried, though one is refuted: from each something can be learned
        drawn = [refuted_by_lot(*pair, self.limits) for pair in pairs]
        if not any(drawn) and all(proved(*pair, self.limits) for pair in pairs):
            return False
        self.note(counterexamples=self.known.counterexamples + 1)
        return True

    def hold(self, candidate: Candidate) -> bool:
        """Keep a candidate with which all claims hold; return whether more are wanted."""
        text = self.text(candidate)
        if text not in self.texts and len(self.held) < self.limit:
            self.held[text] = candidate
        self.texts.add(text)
        return self.every or len(self.held) < self.limit

    # --- what a question is -----------------------------------------------------------------------

    def search(self) -> None:
        """Look for candidates, and settle the answer.

        Raises:
            Expired: a limit was reached.
        """
        raise NotImplementedError

    def so_far(self) -> str:
        """Return how far it is, to be added to why it stopped; empty for the stop's own words."""
        tried = number_of(self.known.candidates, "candidate")
        return f"; so far: {tried}" if self.known.counterexamples else ""

    def candidates(self, size: int, take: Callable[[Candidate], object]) -> None:
        """Go through those of a size that all known choices allow, while `take` returns true."""
        raise NotImplementedError

    def text(self, candidate: Candidate) -> str:
        """Return a candidate as text, which no other one has."""
        return str(candidate)

    def questions(self, candidate: Candidate) -> Sequence[Question]:
        """Return the claims about a candidate."""
        raise NotImplementedError

    def settle(self) -> None:
        """Settle the answer where enough candidates hold, or there are no more."""
        raise NotImplementedError


def choices_everywhere(task: FillTask, limits: Limits) -> list[AllPlays] | None:
    """Return the choices in all plays of every claim; None where they cannot all be listed.

    Raises:
        Expired: a limit was reached.
        InputError: the explicit engine does not apply to a game.
    """
    everything = []
    for number, part in enumerate(task.parts):
        choices = limits.deadline.run(lambda part=part: choices_of(part.problem, limits))  # type: ignore[misc]
        if isinstance(choices, Stop):
            return None
        everything.append(AllPlays(part, number, choices))
    return everything


def hopeless(part: AskedClaim, limits: Limits | None) -> str:
    """Return the words that no strategy at all keeps a claim, and who wins with best play.

    Args:
        part: the claim.
        limits: of the work to find out who wins; None to leave that out.
    """
    problem = part.problem
    text = f"no strategy keeps {problem.game.spelt(str(problem.claim))}"
    if limits is None:
        return text
    others = [problem.strategies[role] for role in problem.game.roles if role not in part.players]
    if any(strategy.text != ANY for strategy in others):
        return f"{text} against {' and '.join(strategy.text for strategy in others)}"
    with suppress(InputError):  # of some games nobody says what best play is worth
        solution = solve_game(problem.game, limits)
        if solution.opposed:
            value = f"{solution.winner} wins" if solution.winner else "the game is a tie"
            return f"{text}; {value} with best play"
    return text


@dataclass(frozen=True, slots=True)
class Filled(Brief):
    """One way to fill the holes of strategies.

    Attributes:
        terms: each strategy with its holes filled, by the text it had with them.
        cost: the cost of all fillers. lines: the number of lines of these strategies together.
        verdicts: of the claims, all proved; empty where it was not put to the engines.
    """

    terms: dict[str, str]
    cost: int
    lines: int
    verdicts: tuple[Verdict, ...] = ()


def answer_or_stop(problem: Problem, limits: Limits, found: str = "") -> Verdict:
    """Answer a question by engine auto; raise `Expired` where the verdict is `unknown`.

    Args:
        problem: the question.
        limits: of the answer.
        found: the result of a search that proved the claim; any other verdict is a fault then.

    Raises:
        Expired: a limit was reached.
        InternalError: the claim is not proved.
    """
    verdict = answer(problem, "auto", limits)
    if verdict.verdict == "unknown":
        about = f"{verdict.claim}: " if found else ""
        raise Expired(Stop(verdict.stopped, about + verdict.reason))
    if found and verdict.verdict != "proved":
        text = f"a search has {verdict.claim} proved, engine auto {verdict.verdict}"
        raise internal(f"{text}: {found}")
    return verdict
