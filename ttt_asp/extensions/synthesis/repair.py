"""The smallest change of a list that makes a claim true; no smaller one does."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer, answer_or_stop
from ttt_asp.errors import Undetermined
from ttt_asp.extensions.synthesis.candidates import KnownPlays, proved, refuted
from ttt_asp.extensions.synthesis.choices import Choices
from ttt_asp.extensions.synthesis.fill import choices_everywhere, hopeless
from ttt_asp.extensions.synthesis.holes import Pool
from ttt_asp.extensions.synthesis.lists import LIST, Edit, GivenList, Step, edited, list_of
from ttt_asp.extensions.synthesis.search import fill_program, situation, situations, solve
from ttt_asp.extensions.synthesis.search_state import Searched, SearchLedger
from ttt_asp.extensions.synthesis.task import AskedClaim, FillTask
from ttt_asp.limits import Limits
from ttt_asp.lp.templates import render
from ttt_asp.result import plain, record
from ttt_asp.strategies.composition import Composition
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Repaired(Searched):
    """A change of a strategy that makes a claim true.

    Attributes:
        given: the strategy, its role, and the claim. before: the verdict with it.
        positions: how many the search could choose from; None if unknown.
        after: the verdict with the change, which is proved.
    """

    given: GivenList = field(repr=False)
    before: Verdict
    positions: int | None = field(default=None, kw_only=True)
    after: Verdict | None = field(default=None, kw_only=True)

    def record(self, *names: str, **others: object) -> dict[str, Any]:
        """Return fields as plain data, with the question, and others."""
        spelt = self.given.problem.game.spelt
        claim, role = spelt(str(self.given.problem.claim)), spelt(self.given.role)
        asked = {"claim": claim, "role": role, "given": self.given.text}
        return record(self, *names, **asked, **others, stopped=self.stopped or None)


@dataclass(frozen=True, slots=True)
class Repair(Repaired):
    """The smallest change of a list that makes a claim true.

    The answer `none` is proved, of up to `most` edits. `positions` are those at which the role has
    to choose, in plays in which it may do anything, and the claim can still be kept.

    Attributes:
        most: the number of edits to try, at most.
        excluded: it is proved that no repair has this number of edits, or fewer.
        edits: the edits, in the order in which they are made.
        lines: the lines of the repaired list, as texts.
        strategy: the same as a term; empty where there is none.
        changed: the number of positions at which it recommends other moves; None if not known.
        pool: the tactics that edits could take.
    """

    most: int
    excluded: int | None = None
    edits: tuple[Edit, ...] = ()
    lines: tuple[str, ...] = ()
    strategy: str = ""
    changed: int | None = None
    pool: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the repair as plain data, the keys of `--json`."""
        return self.record(
            *("answer", "reason", "seconds", "stopped", "candidates", "counterexamples"),
            *("before", "positions", "after", "excluded", "edits", "lines", "strategy"),
            *("changed", "pool"),
            lines=list(map(str, self.given.lines)),
            strategy=self.strategy or None,
            repaired=self.lines,
            edits=[
                {
                    "edit": edit.kind,
                    "line": edit.line or None,
                    "term": edit.term or None,
                    "without": edit.without,
                    "verdict": plain(edit.verdict),
                }
                for edit in self.edits
            ],
        )


# Edits that are tried, at most, where no limit is given.
MOST_EDITS = 3


def repair(given: GivenList, pool: Pool, most: int, limits: Limits) -> Repair:
    """Look for the smallest number of edits that make a claim true.

    An edit inserts, deletes or replaces a line, exchanges two, or refines one by a tactic, each
    line once. Among equally small changes one is taken that changes the fewest positions.

    Args:
        given: the strategy, and the claim.
        pool: the terms that edits may put in.
        most: how many edits are tried.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`.

    Raises:
        InputError: the explicit engine does not apply to the game.
        InternalError: an engine refutes a result that the search has proved.
        Expired: a limit was reached before it was known whether there is anything to repair.
    """
    before = answer_or_stop(given.problem, limits)
    work = _RepairSearch(Repair(given, before, most, pool=tuple(pool.fillers)), limits, given, pool)
    return work.run(work.search)


@dataclass
class _RepairSearch(SearchLedger[Repair]):
    """The search for edits, and facts about the lists that failed."""

    given: GivenList
    pool: Pool
    failed: list[str] = field(default_factory=list)

    def search(self) -> None:
        """Look for plans of more and more edits.

        Raises:
            Expired: a limit was reached.
        """
        if (before := self.known.before).verdict == "proved":
            return self.end("proved", f"there is nothing to repair: {before.reason}")
        deadline, lines = self.limits.deadline, self.given.lines
        task = self.given.task(self.pool.with_lines(lines), 1, deadline)
        everything = choices_everywhere(task, self.limits)
        seen: list[KnownPlays] = []
        if everything is None:
            seen = [KnownPlays.of(part, number, deadline) for number, part in enumerate(task.parts)]
            proved(self.given.question, seen[0], self.limits)  # its refutation is learned
        elif everything[0].start.breaks:
            return self.end("none", hopeless(task.parts[0], self.limits))
        else:
            self.note(positions=sum(map(len, everything[0].at)))
        for edits in range(1, self.known.most + 1):
            self.note(excluded=edits - 1)
            while True:
                about = _everywhere(everything[0], task.parts[0]) if everything else seen[0].facts()
                facts = [*self._form(edits), *about, *self.failed]
                if seen and seen[0].hopeless:
                    problem = self.given.problem
                    kept = problem.game.spelt(str(problem.claim))
                    return self.end("none", f"no strategy keeps {kept}")
                plan = _plan(edits, len(lines), facts, deadline)
                if plan is None:
                    break
                if self._tried(plan, task, seen):
                    return self.end("repaired", "the claim is proved")
        most = self.known.most
        self.note(excluded=most)
        many = f"{most} edits of lines, or fewer, with this pool, make"
        if most == 1:
            many = "one edit of a line, with this pool, makes"
        return self.end("none", f"{many} no repair")

    def _form(self, edits: int) -> Iterator[str]:
        """Yield the facts known before any position."""
        for number, line in enumerate(self.given.lines, 1):
            yield f"given({number},{line})."
        for text in self.pool.fillers:
            yield f"offer({text})."
        if len(set(map(str, self.given.lines))) == len(self.given.lines):
            yield "distinct."
        for number in range(1, len(self.given.lines) + edits + 1):
            yield f"slot({number},_hole_1_{number})."

    def _tried(self, plan: "_Plan", task: FillTask, seen: list[KnownPlays]) -> bool:
        """Put a plan's list to the engines; return whether they prove the claim."""
        steps, changed = plan
        edits, lines = edited(self.given.lines, steps, self.pool.fillers)
        term = list_of(lines)
        if refuted(task.questions({LIST: str(term)})[: len(seen)], seen, self):
            self.failed += _failed(self.known.candidates, lines, self.given.lines)
            return False
        verdict = answer_or_stop(self._problem(str(term)), self.limits, ("repair", str(term)))
        known = {str(list_of(self.given.lines)): self.known.before}
        quick = replace(self.limits, count=False)
        for text in (edit.without for edit in edits):
            if text and text not in known:
                with suppress(Undetermined):
                    known[text] = answer(self._problem(text), "auto", quick)
        self.note(
            edits=tuple(replace(edit, verdict=known.get(edit.without)) for edit in edits),
            lines=tuple(map(str, lines)),
            strategy=str(term),
            after=verdict,
            changed=None if seen else changed,
        )
        return True

    def _problem(self, text: str) -> Problem:
        return read(self.given.question_with(text), self.limits.deadline)


_Plan = tuple[tuple[Step, ...], int]


def _everywhere(choices: Choices, part: AskedClaim) -> Iterator[str]:
    """Return the choices in all plays, and how many positions each stands for."""
    yield from situations(choices, part, 0)
    come_to = set(choices.reached)
    for number, choice in enumerate(choices.ordered):
        yield f"weight(s(0,{number}),{len(choices.at[number])})."
        if number not in come_to:
            options = [option.by for option in choice.options]
            yield from situation(0, number, part, choice.role, options, keeps=False)


def _plan(edits: int, lines: int, facts: Sequence[str], deadline: Deadline) -> _Plan | None:
    """Find a plan with this number of edits that changes the fewest positions, and count these."""
    best: list[_Plan] = []

    def take(model: clingo.Model) -> bool:
        kinds = {s.arguments[0].number: s for s in model.symbols(shown=True) if s.name == "edit"}
        offers = {s.arguments[0].number: s for s in model.symbols(shown=True) if s.name == "with"}
        steps = []
        for number, symbol in sorted(kinds.items()):
            places = [place.number for place in symbol.arguments[1].arguments]
            offer = str(offers[number].arguments[1]).replace(",", ", ") if number in offers else ""
            other = places[1] if len(places) > 1 else 0
            steps.append(Step(symbol.arguments[1].name, places[0], other, offer))  # type: ignore[arg-type]
        best.append((tuple(steps), model.cost[0] if model.cost else 0))
        return bool(model.cost)  # without weights one plan is as good as another

    holes = tuple(Composition("tactic", f"_hole_1_{n}") for n in range(1, lines + edits + 1))
    frame = render("synthesis/repair.lp.j2", edits=edits)
    solve(
        lambda: fill_program({LIST: Composition("first", "", holes)}, facts, frame),
        [],
        take,
        deadline,
    )
    return best[-1] if best else None


def _failed(
    number: int, lines: Sequence[Composition], given: Sequence[Composition]
) -> Iterator[str]:
    """Yield facts that leave out a list which failed."""
    given_lines = set(map(str, given))
    yield f"failed({number},{len(lines)})."
    for place, line in enumerate(lines, 1):
        parts = (line,) if str(line) in given_lines or line.operator != "refine" else line.operands
        first, second = str(parts[0]), str(parts[1]) if len(parts) > 1 else "0"
        yield f"failed({number},{place},{first},{second})."
