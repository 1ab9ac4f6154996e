"""The search of all questions: candidates, the smallest first, and what their refutations tell.

Where the positions are few enough all choices in plays are known before the first candidate, and
clingo chooses none that fails. Else only those of plays that refuted candidates are known, and the
rest is taken for harmless: an engine is asked about each candidate, and its refutation becomes
facts, so that no candidate which allows this play is tried again (counterexample-guided synthesis).
What is found is put to the engines either way, like any other strategy.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS, Expired, Stop, Stopped, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError, internal
from ttt_asp.extensions.playing.solve import solve
from ttt_asp.extensions.synthesis.choices import Choices, choices_of
from ttt_asp.extensions.synthesis.known_plays import KnownPlays, losing_plays, proved
from ttt_asp.extensions.synthesis.task import AskedClaim, FillTask
from ttt_asp.limits import Limits, number_of
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
    """

    answer: Found = "unknown"
    reason: str = ""
    seconds: float = 0.0
    stopped: Stopped = ""
    candidates: int = 0
    counterexamples: int = 0

    @property
    def status(self) -> Status:
        """See `Result`."""
        if self.answer == "none":
            return "no"
        return "unknown" if self.answer == "unknown" else "yes"


Known = TypeVar("Known", bound=Searched)
Candidate = TypeVar("Candidate")


@dataclass
class Search(Generic[Known, Candidate]):
    """A search: its results so far, its limits, and what it has learned.

    A question with candidates is a class of this one, which says what they are.

    Attributes:
        known: the results so far.
        choices: those in all plays of each claim; empty where they cannot all be listed.
        plays: the known plays of each claim, where that is so; else empty, and no candidate fails.
        failed: facts that leave out the candidates which were tried.
    """

    known: Known
    limits: Limits
    choices: Sequence[Choices] = ()
    plays: list[KnownPlays] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def run(self, body: Callable[[], None]) -> Known:
        """Search; a limit that is reached, or Ctrl-C, leaves the answer `unknown`."""
        try:
            body()
        except STOPS as error:
            stop = stop_of(error)
            self.end("unknown", stop.reason + (self.so_far() or stop.reached), stop.kind)
        self.note(seconds=self.limits.deadline.elapsed)
        return self.known

    def so_far(self) -> str:
        """Return how far it is, to be added to why it stopped; empty for the stop's own words."""
        tried = number_of(self.known.candidates, "candidate")
        return f"; so far: {tried}" if self.known.counterexamples else ""

    def note(self, **known: Any) -> None:
        """Record the results known by now."""
        self.known = replace(self.known, **known)

    def end(self, answer: Found, reason: str, stopped: Stopped = "") -> None:
        """Settle the answer."""
        self.note(answer=answer, reason=reason, stopped=stopped)

    def open(self, task: FillTask) -> bool:
        """Look at the choices of a task, or prepare to learn of them; return whether there is hope.

        Without hope the answer is `none`: no strategy keeps one of the claims.
        """
        everything = choices_everywhere(task, self.limits)
        if everything is None:
            for number, part in enumerate(task.parts):
                self.plays.append(KnownPlays.of(part, number, self.limits))
            return True
        for part, choices in zip(task.parts, everything, strict=True):
            if choices.start.breaks:
                self.end("none", hopeless(part, self.limits))
                return False
        self.choices = everything
        return True

    def from_the_least(self, most: int, unit: str = "") -> None:
        """Go through candidates of sizes up to `most`, until one is taken and no more are wanted.

        Args:
            most: the largest size.
            unit: what sizes count, for progress.

        Raises:
            Expired: a limit was reached.
        """
        for size in range(1, most + 1):
            self.exclude(size - 1)
            if unit:
                self.limits.tell(unit, size)
            while True:
                for plays in self.plays:
                    if plays.hopeless:
                        problem = plays.part.problem
                        claim = problem.game.spelt(str(problem.claim))
                        return self.end("none", f"no strategy keeps {claim}")
                candidate = self.candidate(size)
                if candidate is None:
                    break
                self.failed += self.left_out(candidate)
                if not self.refuted(candidate) and not self.take(candidate, size):
                    return None
        self.exclude(most)
        return self.exhausted()

    def refuted(self, candidate: Candidate) -> bool:
        """Whether an engine refutes some claim about a candidate; its plays are learned.

        Raises:
            Expired: a limit was reached.
        """
        self.note(candidates=self.known.candidates + 1)
        self.limits.tell("candidates", self.known.candidates)
        if not self.plays:  # all choices are known, so that clingo gives no candidate that fails
            return False
        pairs = list(zip(self.questions(candidate), self.plays, strict=True))
        # all claims are tried, though one is refuted: from each something can be learned
        drawn = [self._refuted_by_lot(*pair) for pair in pairs]
        if not any(drawn) and all(proved(*pair, self.limits) for pair in pairs):
            return False
        self.note(counterexamples=self.known.counterexamples + 1)
        return True

    def _refuted_by_lot(self, question: Question, seen: KnownPlays) -> bool:
        """Whether plays drawn by lot refute a claim; they are added to `seen`.

        An engine is asked only if they do not: these are found sooner, and there are several.
        """
        problem = read(question, self.limits.deadline)
        if problem.claim.quantifier == "can" or problem.claim.by is not None:
            return False
        plays = losing_plays(problem, seen, self.limits)
        seen.learn(plays)
        return bool(plays)

    def exclude(self, size: int) -> None:
        """Record that no candidate of up to this size keeps the claims."""

    def candidate(self, size: int) -> Candidate | None:
        """Return the next candidate of a size, which all known choices allow; None if none is."""
        raise NotImplementedError

    def left_out(self, candidate: Candidate) -> Iterable[str]:
        """Return facts with which a candidate does not come again."""
        raise NotImplementedError

    def questions(self, candidate: Candidate) -> Sequence[Question]:
        """Return the claims about a candidate."""
        raise NotImplementedError

    def take(self, candidate: Candidate, size: int) -> bool:
        """Take a candidate that was not refuted; return whether more are wanted."""
        raise NotImplementedError

    def exhausted(self) -> None:
        """Settle the answer where there are no more candidates."""
        raise NotImplementedError


def choices_everywhere(task: FillTask, limits: Limits) -> list[Choices] | None:
    """Return the choices in all plays of every claim; None where they cannot all be listed.

    Raises:
        Expired: a limit was reached.
        InputError: the explicit engine does not apply to a game.
    """
    everything = []
    for part in task.parts:
        choices = limits.deadline.run(lambda part=part: choices_of(part.problem, limits))  # type: ignore[misc]
        if isinstance(choices, Stop):
            return None
        everything.append(choices)
    return everything


def hopeless(part: AskedClaim, limits: Limits) -> str:
    """Return the words that no strategy at all keeps a claim, and who wins with best play."""
    problem = part.problem
    text = f"no strategy keeps {problem.game.spelt(str(problem.claim))}"
    others = [problem.strategies[role] for role in problem.game.roles if role not in part.players]
    if any(strategy.text != ANY for strategy in others):
        return f"{text} against {' and '.join(strategy.text for strategy in others)}"
    with suppress(InputError):  # of some games nobody says what best play is worth
        solution = solve(problem.game, limits)
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


def proofs(
    questions: Sequence[Question], limits: Limits, found: tuple[str, str]
) -> tuple[Verdict, ...]:
    """Have the engines prove claims that a search has proved.

    Args:
        questions: the claims.
        limits: of the work.
        found: the search that proved them, and its result.

    Raises:
        InternalError: an engine refutes one.
        Expired: a limit was reached.
    """
    problems = (read(question, limits.deadline) for question in questions)
    return tuple(answer_or_stop(problem, limits, found) for problem in problems)


def answer_or_stop(
    problem: Problem, limits: Limits, proved: tuple[str, str] | None = None
) -> Verdict:
    """Answer a question by engine auto; raise `Expired` where the verdict is `unknown`.

    Args:
        problem: the question.
        limits: of the answer.
        proved: the search that proved the claim, and its result; any other verdict is a fault.

    Raises:
        Expired: a limit was reached.
        InternalError: the claim is not proved.
    """
    verdict = answer(problem, "auto", limits)
    if verdict.verdict == "unknown":
        about = f"{verdict.claim}: " if proved else ""
        raise Expired(Stop(verdict.stopped, about + verdict.reason))
    if proved and verdict.verdict != "proved":
        text = f"{proved[0]} has {verdict.claim} proved, engine auto {verdict.verdict}"
        raise internal(f"{text}: {proved[1]}")
    return verdict
