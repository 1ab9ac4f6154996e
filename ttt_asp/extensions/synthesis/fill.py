"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

The shortest list that keeps a proved claim is a filling of a list that is nothing but holes.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, TypeVar

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS, Deadline
from ttt_asp.errors import Diagnostic, NotProved
from ttt_asp.extensions.synthesis.frame import Candidate, fill_program, filling_of, form
from ttt_asp.extensions.synthesis.holes import Pool
from ttt_asp.extensions.synthesis.search import (
    Filled,
    Search,
    Searched,
    answer_or_stop,
)
from ttt_asp.extensions.synthesis.task import FillTask, GivenList
from ttt_asp.limits import GRACE, Limits
from ttt_asp.programs.program import Program
from ttt_asp.result import Result, Status, record
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import Verdict

# Fillings, or rules, that are shown where all are counted.
SHOWN = 10


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


Found = TypeVar("Found", bound=Fillings)


@dataclass
class HoleSearch(Search[Found]):
    """A search for what is in the holes of strategies.

    Attributes:
        task: the strategies, and the claims.
        verdicts: proofs of those that hold, by their texts.
    """

    task: FillTask = field(kw_only=True)
    verdicts: dict[str, tuple[Verdict, ...]] = field(default_factory=dict)

    def run(self) -> Found:
        """Search; see `Search.run`. What was found before a limit is proved in a last moment."""
        if super().run().answer == "unknown":
            if not self.whole:  # nobody knows whether it keeps the claims
                self.best = None
            if self.best is not None:
                self.hold(self.best)
            with suppress(*STOPS):  # those found stand without, and are shown as not proved
                self.prove(replace(self.limits, deadline=Deadline(GRACE)))
        return self.known

    def prove(self, limits: Limits) -> None:
        """Have the engines prove the claims with all that was found.

        Raises:
            Expired: a limit was reached; all are shown, those that are proved with their proofs.
            InternalError: an engine refutes one.
        """
        try:
            for text, candidate in self.held.items():
                if text not in self.verdicts:
                    problems = [read(each, limits.deadline) for each in self.questions(candidate)]
                    verdicts = [answer_or_stop(problem, limits, text) for problem in problems]
                    self.verdicts[text] = tuple(verdicts)
        finally:
            self.show()

    def show(self) -> None:
        """Record what was found, the cheapest first."""
        found = [self.way(each, self.verdicts.get(text, ())) for text, each in self.held.items()]
        found.sort(key=lambda way: way.cost)
        self.note(strategies=tuple(found))

    def way(self, candidate: Candidate, verdicts: tuple[Verdict, ...] = ()) -> Filled:
        """Return a candidate as people read it, with its proofs."""
        raise NotImplementedError

    def program(self, facts: Iterable[str], before: str = "", shortest: bool = False) -> Program:
        """Return the program about fillings; see `fill_program`."""
        task = self.task
        every = [*form(task.holes, task.pool, task.strategies), *facts, *self.failed]
        return fill_program(task.strategies, every, before, shortest=shortest)

    def alike(self, names: Iterable[str]) -> list[Sequence[str]]:
        """Group terms that recommend the same at all known choices."""
        columns: dict[str, list[int]] = {name: [] for name in names}
        for plays in self.seen:
            options = plays.choices.options
            for bit, (term, _) in enumerate(plays.part.terms):
                if term in columns:
                    column = "".join("1" if by >> bit & 1 else "0" for by in options)
                    columns[term].append(int(column or "0", 2))
        groups: dict[tuple[int, ...], list[str]] = {}
        for name, recommended in columns.items():
            groups.setdefault(tuple(recommended), []).append(name)
        return list(groups.values())


def find_fillings(
    task: FillTask,
    limits: Limits,
    shortest: bool = False,
    every: bool = False,
    limit: int | None = None,
) -> Fillings:
    """Look for fillings that keep all claims of a task.

    Args:
        task: the strategies with holes, and the claims.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the best so far.
        shortest: look for those of the lowest cost only, and prove that none is lower.
        every: count them all.
        limit: how many are shown, and proved; None for one, and for `SHOWN` of all.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes a result that the search has proved.
    """
    limit = limit or (SHOWN if every else 1)
    search = _FillSearch(Fillings(task), limits, limit, every, task=task, shortest=shortest)
    found = search.run()
    return replace(found, number=0) if every and found.answer == "none" else found


@dataclass
class _FillSearch(HoleSearch[Fillings]):
    """A search for fillings.

    Attributes:
        shortest: whether those of the lowest cost are looked for.
    """

    shortest: bool = False

    def search(self) -> None:
        self.open(self.task)
        self.from_the_least(1)

    def candidates(self, size: int, take: Callable[[Candidate], object]) -> None:
        shortest, options = self.shortest, list[str]()
        self.note(positions=self.positions)
        if self.whole:
            same = [tuple(group) for group in self.alike(self.task.pool.tactics) if len(group) > 1]
            self.note(same=tuple(same))
            self.limits.tell(f"searching {self.positions:,} choices for fillings")
            if self.every or self.limit > 1:
                options = ["--models=0", *(["--opt-mode=optN"] if shortest else [])]
        facts = list(chain.from_iterable(plays.facts() for plays in self.seen))
        least = min(map(self._cost, self.held.values()), default=None)

        def as_cheap(candidate: Candidate) -> object:
            dearer = shortest and least is not None and self._cost(candidate) > least
            return not dearer and take(candidate)

        self.answers(lambda: self.program(facts, shortest=shortest), as_cheap, options)

    def _terms(self, candidate: Candidate) -> dict[str, str]:
        return self.task.terms(filling_of(candidate).fillers)

    def text(self, candidate: Candidate) -> str:
        return ", ".join(self._terms(candidate).values())

    def questions(self, candidate: Candidate) -> list[Question]:
        return self.task.questions(self._terms(candidate))

    def _cost(self, candidate: Candidate) -> int:
        cost, places = self.task.pool.cost, self.task.holes.places
        fillers = filling_of(candidate).fillers
        return sum(cost[text] * places[hole] for hole, text in fillers.items())

    def settle(self) -> None:
        if not self.held:
            problems = [part.problem for part in self.task.parts]
            claims = dict.fromkeys(p.game.spelt(str(p.claim)) for p in problems)
            return self.end("none", f"no filling keeps {' and '.join(claims)}")
        self.prove(self.limits)
        self.note(number=len(self.texts) if self.every else None)
        return self.end("filled", "every claim is proved")

    def show(self) -> None:
        super().show()
        self.note(shortest=self.shortest and bool(self.held) and self.best is None)

    def way(self, candidate: Candidate, verdicts: tuple[Verdict, ...] = ()) -> Filled:
        terms = self._terms(candidate)
        shown = {self.task.texts[name]: term for name, term in terms.items()}
        return Filled(shown, self._cost(candidate), sum(map(_lines, terms.values())), verdicts)


def _lines(text: str) -> int:
    term = parse_term(text, "")
    return len(term.operands) if term.operator == "first" else 1


# --- the shortest list --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shortened(Result):
    """The shortest lists.

    Attributes:
        answer: `shortest`, or `unknown`, where a limit was reached.
        given: the strategy, its role, and the claim, which is proved.
        cost: the cost of its lines.
        verdict: of the claim with it.
        own: lists of its own lines, each taken or not, in any order.
        pool: lists of these and of the tactics of the pool; None where they were not searched.
    """

    answer: Literal["shortest", "unknown"]
    given: GivenList = field(repr=False)
    cost: int
    verdict: Verdict
    own: Fillings
    pool: Fillings | None

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.answer == "shortest" else "unknown"

    def as_json(self) -> dict[str, Any]:
        """Return the lists as plain data, the keys of `--json`."""
        spelt = self.given.problem.game.spelt
        return record(
            self,
            claim=spelt(str(self.given.problem.claim)),
            role=spelt(self.given.role),
            strategy=self.given.text,
            lines=list(map(str, self.given.lines)),
        )


def find_shortest(given: GivenList, pool: Pool, limits: Limits) -> Shortened:
    """Look for the shortest list that keeps a proved claim.

    Args:
        given: the strategy, and the claim.
        pool: tactics that the second list may have besides the lines of the first.
        limits: of the search as a whole.

    Raises:
        InputError: the claim is not proved with the strategy.
        Expired: a limit was reached before the claim was proved.
    """
    verdict = answer_or_stop(given.problem, replace(limits, count=False))
    if verdict.verdict != "proved":
        hint = "`ttt-asp prove` shows why, `ttt-asp repair` looks for the smallest change"
        reason = (
            f"{given.problem.claimed} is {verdict.verdict} with {given.text}: only proofs are kept"
        )
        raise NotProved([Diagnostic(reason, None, hint)])

    def shortest(pool: Pool, lines: int) -> Fillings:
        return find_fillings(given.task(pool, lines, limits.deadline), limits, shortest=True)

    cost = sum(map(pool.cost_of, given.lines))
    own = shortest(pool.with_lines(given.lines, alone=True), len(given.lines))
    if own.answer == "unknown":
        return Shortened("unknown", given, cost, verdict, own, None)
    # every line costs something, so that a list of lower cost has no more lines than this
    more = shortest(pool.with_lines(given.lines), max(own.cost or 0, 1))
    known = more.answer != "unknown"
    return Shortened("shortest" if known else "unknown", given, cost, verdict, own, more)


def shortest_of(fillings: Fillings) -> Filled | None:
    """Return the shortest of lists, where there is one."""
    return fillings.strategies[0] if fillings.strategies else None
