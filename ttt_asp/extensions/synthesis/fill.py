"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

The shortest list that keeps a proved claim is a filling of a list that is nothing but holes.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

import clingo

from ttt_asp.claims.question import Question
from ttt_asp.deadline import STOPS, Deadline
from ttt_asp.errors import Diagnostic, NotProved
from ttt_asp.extensions.synthesis.frame import (
    Filling,
    fill_program,
    filling_of,
    form,
    known,
    situations,
    solve,
)
from ttt_asp.extensions.synthesis.holes import Pool
from ttt_asp.extensions.synthesis.search import Filled, Search, Searched, answer_or_stop, proofs
from ttt_asp.extensions.synthesis.task import FillTask, GivenList
from ttt_asp.limits import GRACE, Limits
from ttt_asp.result import Result, Status, record
from ttt_asp.strategies.terms import parse_term
from ttt_asp.verdict import Verdict


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


def fill(task: FillTask, wanted: SearchGoal, limits: Limits) -> Fillings:
    """Look for fillings that keep all claims of a task.

    Args:
        task: the strategies with holes, and the claims.
        wanted: which fillings.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the best so far.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes a result that the search has proved.
    """
    search = _FillSearch(Fillings(task), limits, wanted=wanted)
    search.run(search.search)
    if search.known.answer == "unknown":
        with suppress(*STOPS):  # the best so far stands without, and is shown as not proved
            search.prove(replace(limits, deadline=Deadline(GRACE)))
    counted = wanted.every and search.known.answer != "unknown"
    ordered = sorted(search.fillings.values(), key=lambda filled: filled.cost)
    number = len(search.seen) if counted else None
    return replace(search.known, strategies=tuple(ordered), number=number)


@dataclass
class _FillSearch(Search[Fillings, Filling]):
    """A search for fillings: its goal, and those found, each once, by the terms of strategies."""

    wanted: SearchGoal = field(kw_only=True)
    fillings: dict[tuple[str, ...], Filled] = field(default_factory=dict)
    seen: set[tuple[str, ...]] = field(default_factory=set)

    def search(self) -> None:
        """Look for fillings.

        Raises:
            Expired: a limit was reached; those found so far are kept.
        """
        if self.open(self.known.task):
            if self.plays:
                self.from_the_least(1)
            else:
                self._everywhere()

    def _everywhere(self) -> None:
        """Look for fillings, given the choices in all plays of every claim."""
        task, facts = self.known.task, list[str]()
        for number, (part, choices) in enumerate(zip(task.parts, self.choices, strict=True)):
            facts += situations(choices, part, number)
        positions = sum(len(choices.reached) for choices in self.choices)
        self.note(positions=positions, same=self._alike())
        self.limits.tell(f"searching {positions:,} choices for fillings")
        # the cheapest so far, while it is not known whether there is a cheaper one
        best: Filling | None = None

        def each(filling: Filling, _: int, lowest: bool) -> bool:
            nonlocal best
            if self.wanted.shortest and not lowest:
                best = filling
                return True
            self.note(shortest=self.wanted.shortest)
            if best is not None and not self._add(best):
                return False
            return self._add(filling)

        try:
            self._solve(facts, each)
        except STOPS:
            if best:  # which keeps the claims all the same
                self._add(best)
            raise
        self.note(candidates=len(self.fillings))
        self.exhausted()

    def _solve(self, facts: Sequence[str], take: Any) -> None:
        """Go through fillings.

        Args:
            facts: about the choices.
            take: called with each, its cost if that matters, and whether it is known that none
                costs less; the search goes on while it returns true. Where the shortest are asked
                for each costs less than the one before; then come all of the lowest cost, the last
                one again among them.
        """
        task, shortest = self.known.task, self.wanted.shortest
        options = ["--models=0", *(["--opt-mode=optN"] if shortest else [])]
        every = [*form(task.holes, task.pool, task.strategies), *self.failed, *facts]

        def each(model: clingo.Model) -> bool:
            lowest = model.optimality_proven or not model.cost
            return bool(take(filling_of(model), model.cost[0] if model.cost else 0, lowest))

        def program() -> Any:
            return fill_program(task.strategies, every, shortest=shortest)

        solve(program, options, each, self.limits.deadline)

    def candidate(self, size: int) -> Filling | None:
        """Return a filling, of the lowest cost where the shortest are asked for."""
        self.note(positions=sum(plays.choices for plays in self.plays))
        found: list[tuple[Filling, int]] = []

        def take(filling: Filling, cost: int, lowest: bool) -> bool:
            found.append((filling, cost))
            return self.wanted.shortest and not lowest

        self._solve(list(chain.from_iterable(plays.facts() for plays in self.plays)), take)
        least = min((filling.cost for filling in self.fillings.values()), default=None)
        if not found or (self.wanted.shortest and least is not None and found[-1][1] > least):
            return None
        return found[-1][0]

    def left_out(self, candidate: Filling) -> Iterator[str]:
        return known(self.known.candidates, self.known.task.holes, candidate)

    def questions(self, candidate: Filling) -> list[Question]:
        return self.known.task.questions(self.known.task.terms(candidate))

    def take(self, candidate: Filling, size: int) -> bool:
        self.note(shortest=self.wanted.shortest)
        more = self._add(candidate)
        if not more:
            self.exhausted()
        return more

    def exhausted(self) -> None:
        """Settle the answer when the search is over: the engines have to prove each filling."""
        if not self.fillings:
            problems = [part.problem for part in self.known.task.parts]
            claims = dict.fromkeys(p.game.spelt(str(p.claim)) for p in problems)
            return self.end("none", f"no filling keeps {' and '.join(claims)}")
        self.prove(self.limits)
        return self.end("filled", "every claim is proved")

    def _add(self, filling: Filling) -> bool:
        """Add a filling that keeps the claims; return whether more are wanted."""
        task = self.known.task
        terms = task.terms(filling)
        key = tuple(terms.values())
        if key not in self.seen and len(self.fillings) < self.wanted.limit:
            places = task.holes.places
            cost = sum(task.pool.cost[text] * places[hole] for hole, text in filling.items())
            shown = {task.texts[name]: text for name, text in terms.items()}
            self.fillings[key] = Filled(shown, cost, sum(map(_lines, key)))
        self.seen.add(key)
        return self.wanted.every or len(self.fillings) < self.wanted.limit

    def prove(self, limits: Limits) -> None:
        """Have the engines prove the fillings found; see `proofs`."""
        task = self.known.task
        for key, filled in self.fillings.items():
            if not filled.verdicts:
                questions = task.questions(dict(zip(task.texts, key, strict=True)))
                verdicts = proofs(questions, limits, ("fill", ", ".join(key)))
                self.fillings[key] = replace(filled, verdicts=verdicts)

    def _alike(self) -> tuple[tuple[str, ...], ...]:
        """Group tactics of the pool that recommend the same wherever fillings come to."""
        task = self.known.task
        columns: dict[str, list[bool]] = {name: [] for name in task.pool.tactics}
        for part, choices in zip(task.parts, self.choices, strict=True):
            for by in choices.options:
                for bit, (term, swapped) in enumerate(part.terms):
                    if term in columns and not swapped:
                        columns[term].append(bool(by >> bit & 1))
        groups: dict[tuple[bool, ...], list[str]] = {}
        for name, column in columns.items():
            groups.setdefault(tuple(column), []).append(name)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)


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


def shorten(given: GivenList, pool: Pool, limits: Limits) -> Shortened:
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
        return fill(given.task(pool, lines, limits.deadline), SearchGoal(shortest=True), limits)

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
