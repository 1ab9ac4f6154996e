"""Searches for fillings, their goals, and their results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.answer import answer_or_stop
from ttt_asp.extensions.synthesis.search import Filling
from ttt_asp.extensions.synthesis.task import FillTask
from ttt_asp.limits import Limits
from ttt_asp.result import Brief, Result, Status, record
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import Verdict

Found = Literal["filled", "invented", "repaired", "proved", "none", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(Result):
    """The result of a search, and why it ended; that there is `none` is proved.

    Attributes:
        answer: `filled`, `invented`, `repaired`, `proved` where nothing is to repair, `none`, or
            `unknown`.
        reason: why, in words.
        seconds: spent.
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


@dataclass
class SearchLedger(Generic[Known]):
    """A search: its results so far, and its limits.

    Attributes:
        reached: how far it is, for the message when it is stopped; empty for the stop's own words.
    """

    known: Known
    limits: Limits
    reached: str = field(default="", kw_only=True)

    def run(self, body: Callable[[], None]) -> Known:
        """Search; a limit that is reached, or Ctrl-C, leaves the answer `unknown`."""
        try:
            body()
        except STOPS as error:
            stop = stop_of(error)
            self.end("unknown", stop.reason + (self.reached or stop.reached), stop.kind)
        self.note(seconds=self.limits.deadline.elapsed)
        return self.known

    def note(self, **known: Any) -> None:
        """Record the results known by now."""
        self.known = replace(self.known, **known)

    def end(self, answer: Found, reason: str, stopped: Stopped = "") -> None:
        """Settle the answer."""
        self.note(answer=answer, reason=reason, stopped=stopped)


@dataclass(frozen=True, slots=True)
class SearchGoal:
    """The fillings that are asked for.

    Attributes:
        shortest: those of the lowest cost only, and the proof that none is lower.
        every: their exact number.
        limit: how many are shown, and proved.
    """

    shortest: bool = False
    every: bool = False
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Filled(Brief):
    """One filling.

    Attributes:
        terms: each strategy with its holes filled, by the text it had with them.
        cost: the cost of all fillers. lines: the number of lines of these strategies together.
        verdicts: of the claims, all proved; empty where it was not put to the engines.
    """

    terms: Mapping[str, str]
    cost: int
    lines: int
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Fillings(Searched):
    """The fillings that a search found; that there is none is proved.

    Attributes:
        task: the task that was set.
        strategies: fillings that keep all claims, those of lowest cost first where it was asked
            for.
        number: the number of such fillings, where all were asked for.
        shortest: whether it is proved that none of lower cost keeps the claims.
        same: groups of tactics that recommend the same at every choice that fillings come to.
        positions: the number of choices that were looked at; positions that no filling tells apart
            are one.
    """

    task: FillTask = field(repr=False)
    strategies: tuple[Filled, ...] = ()
    number: int | None = None
    shortest: bool = False
    same: tuple[tuple[str, ...], ...] = ()
    positions: int = 0

    @property
    def cost(self) -> int | None:
        """Return the lowest cost that was found; None where there is no filling."""
        return min((filled.cost for filled in self.strategies), default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the fillings as plain data, the keys of `--json`."""
        return record(
            self,
            claims=[part.question.claim for part in self.task.parts],
            strategies=[filled.terms for filled in self.strategies],
            cost=self.cost,
            lines=self.strategies[0].lines if self.strategies else None,
            pool=list(self.task.pool.fillers),
            verdicts=[filled.verdicts for filled in self.strategies],
            stopped=self.stopped or None,
        )


@dataclass
class SearchState(SearchLedger[Fillings]):
    """A search: its goal, the fillings found, each once, and all other results in `known`."""

    wanted: SearchGoal
    fillings: dict[tuple[str, ...], Filled] = field(default_factory=dict)
    seen: set[tuple[str, ...]] = field(default_factory=set)

    @property
    def task(self) -> FillTask:
        """Return the task."""
        return self.known.task

    def finish(self) -> None:
        """Settle the answer when the search is over: the engines have to prove each filling."""
        if not self.fillings:
            return self.end("none", "no filling keeps " + self.claims())
        self.prove(self.limits)
        return self.end("filled", "every claim is proved")

    def claims(self) -> str:
        """Return the claims in words."""
        problems = [part.problem for part in self.task.parts]
        return " and ".join(dict.fromkeys(p.game.spelt(str(p.claim)) for p in problems))

    def take(self, filling: Filling) -> bool:
        """Add a filling that keeps the claims; return whether more are wanted."""
        terms = self.task.terms(filling)
        key = tuple(terms.values())
        if key not in self.seen and len(self.fillings) < self.wanted.limit:
            pool, places = self.task.pool, self.task.holes.places
            cost = sum(pool.cost[text] * places[hole] for hole, text in filling.items())
            shown = {self.task.texts[name]: text for name, text in terms.items()}
            self.fillings[key] = Filled(shown, cost, sum(map(_lines, key)))
        self.seen.add(key)
        return self.wanted.every or len(self.fillings) < self.wanted.limit

    def prove(self, limits: Limits) -> None:
        """Have the engines prove the fillings found.

        Raises:
            InternalError: an engine refutes a filling that the search has proved.
            Expired: a limit was reached.
        """
        for key, filled in self.fillings.items():
            if not filled.verdicts:
                terms = dict(zip(self.task.texts, key, strict=True))
                verdicts = proofs(self.task.questions(terms), limits, ("fill", ", ".join(key)))
                self.fillings[key] = replace(filled, verdicts=verdicts)

    def result(self) -> Fillings:
        """Return the result, with all fillings found."""
        counted = self.wanted.every and self.known.answer != "unknown"
        return replace(
            self.known,
            strategies=tuple(sorted(self.fillings.values(), key=lambda filled: filled.cost)),
            number=len(self.seen) if counted else None,
        )


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


def _lines(text: str) -> int:
    term = parse_term(text, "")
    return len(term.operands) if term.operator == "first" else 1
