"""The smallest change of a list that makes a claim true; no smaller one does.

Lines have names that they keep, so that an edit can be left out, and later ones still be made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import Question, read
from ttt_asp.engines.answer import answer
from ttt_asp.errors import Undetermined
from ttt_asp.extensions.synthesis.frame import Candidate, fill_program, situation
from ttt_asp.extensions.synthesis.holes import Pool
from ttt_asp.extensions.synthesis.known_plays import proved
from ttt_asp.extensions.synthesis.search import Search, Searched, answer_or_stop
from ttt_asp.extensions.synthesis.task import LIST, FillTask, GivenList
from ttt_asp.limits import Limits
from ttt_asp.lp.templates import render
from ttt_asp.result import plain, record
from ttt_asp.strategies.terms import Composition
from ttt_asp.verdict import Verdict

Kind = Literal["insert", "delete", "replace", "exchange", "refine"]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit as the search has it.

    Attributes:
        kind: of edit.
        place: the number of the line, counted from 1. other: of `exchange` the other one.
        offer: the text of the term that is put in.
    """

    kind: Kind
    place: int
    other: int = 0
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit, the lines that it changes, and why it is needed.

    Attributes:
        kind: of edit.
        line: the text of the line as it was; of `insert` that of the next line, empty at the end.
        term: the term that is put in; of `exchange` the other line, of `delete` empty.
        without: the strategy without this one edit; empty where no line is left.
        verdict: of the claim then; None where a `pick` names no single action.
    """

    kind: Kind
    line: str
    term: str
    without: str = ""
    verdict: Verdict | None = None

    def __str__(self) -> str:
        where = f" before {self.line}" if self.line else " at the end"
        return {
            "insert": f"insert {self.term}{where}",
            "delete": f"delete {self.line}",
            "replace": f"replace {self.line} by {self.term}",
            "exchange": f"exchange {self.line} and {self.term}",
            "refine": f"refine {self.line} by {self.term}",
        }[self.kind]


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
        edits: the edits, in the order in which they are made.
        lines: the lines of the repaired list, as texts.
        strategy: the same as a term; empty where there is none.
        changed: the number of positions at which it recommends other moves; None if not known.
        pool: the tactics that edits could take.
    """

    most: int
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


def find_repair(given: GivenList, pool: Pool, most: int, limits: Limits) -> Repair:
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
    known = Repair(given, before, most, pool=tuple(pool.fillers))
    return _RepairSearch(known, limits, given=given, pool=pool).run()


@dataclass
class _RepairSearch(Search[Repair]):
    """The search for edits."""

    given: GivenList = field(kw_only=True)
    pool: Pool = field(kw_only=True)
    task: FillTask = field(init=False)

    def search(self) -> None:
        """Look for plans of more and more edits."""
        if (before := self.known.before).verdict == "proved":
            return self.end("proved", f"there is nothing to repair: {before.reason}")
        pool = self.pool.with_lines(self.given.lines)
        self.task = self.given.task(pool, 1, self.limits.deadline)
        self.open(self.task)
        if self.whole:
            self.note(positions=sum(map(len, self.seen[0].choices.at)))
        for plays in self.learned:  # the refutation of the list itself
            proved(self.given.question, plays, self.limits)
        return self.from_the_least(self.known.most)

    def candidates(self, size: int, take: Callable[[Candidate], object]) -> None:
        """Go through plans of a number of edits; of all positions they change the fewest."""
        slots = range(1, len(self.given.lines) + size + 1)
        holes = tuple(Composition("tactic", f"_hole_1_{n}") for n in slots)
        term, frame = Composition("first", "", holes), render("synthesis/repair.lp.j2", edits=size)
        facts = [*self._form(size), *self._about(), *self.failed]
        self.answers(lambda: fill_program({LIST: term}, facts, frame), take)

    def _form(self, edits: int) -> Iterator[str]:
        """Yield the facts known before any position."""
        lines = self.given.lines
        for number, line in enumerate(lines, 1):
            yield f"given({number},{line})."
        for text in self.pool.fillers:
            yield f"offer({text})."
        if len(set(map(str, lines))) == len(lines):
            yield "distinct."
        for number in range(1, len(lines) + edits + 1):
            yield f"slot({number},_hole_1_{number})."

    def _about(self) -> Iterator[str]:
        """Yield the known choices; if all are known, how many positions each stands for, too."""
        for plays in self.seen:
            yield from plays.facts()
            if self.whole:
                part, come_to = plays.part, set(plays.choices.reached)
                for number, choice in enumerate(plays.choices.ordered):
                    yield f"weight(s(0,{number}),{len(plays.choices.at[number])})."
                    if number not in come_to:
                        options = [option.by for option in choice.options]
                        yield from situation(0, number, part, choice.role, options, keeps=False)

    def _edited(self, candidate: Candidate) -> tuple[list[Edit], tuple[Composition, ...]]:
        return edited(self.given.lines, _steps(candidate), self.pool.fillers)

    def text(self, candidate: Candidate) -> str:
        return str(list_of(self._edited(candidate)[1]))

    def questions(self, candidate: Candidate) -> list[Question]:
        return self.task.questions({LIST: self.text(candidate)})

    def settle(self) -> None:
        """Prove the claim with a plan's list, and say what becomes of it without each edit."""
        if not self.held:
            many = f"{self.known.most} edits of lines, or fewer, with this pool, make"
            if self.known.most == 1:
                many = "one edit of a line, with this pool, makes"
            return self.end("none", f"{many} no repair")
        ((text, candidate),) = self.held.items()
        edits, lines = self._edited(candidate)
        verdict = answer_or_stop(self._problem(text), self.limits, text)
        known = {str(list_of(self.given.lines)): self.known.before}
        quick = replace(self.limits, count=False)
        for other in (edit.without for edit in edits):
            if other and other not in known:
                with suppress(Undetermined):
                    known[other] = answer(self._problem(other), "auto", quick)
        self.note(
            edits=tuple(replace(edit, verdict=known.get(edit.without)) for edit in edits),
            lines=tuple(map(str, lines)),
            strategy=text,
            after=verdict,
            changed=sum(candidate.costs) if self.whole else None,
        )
        return self.end("repaired", "the claim is proved")

    def _problem(self, text: str) -> Problem:
        return read(self.given.question_with(text), self.limits.deadline)


def _steps(candidate: Candidate) -> list[Step]:
    """Return the edits of a candidate, in their order."""
    atoms = candidate.atoms
    offers = {a.arguments[0].number: a.arguments[1] for a in atoms if a.name == "with"}
    kinds = {a.arguments[0].number: a.arguments[1] for a in atoms if a.name == "edit"}
    steps = []
    for number, edit in sorted(kinds.items()):
        places = [place.number for place in edit.arguments]
        offer = str(offers.get(number, "")).replace(",", ", ")
        steps.append(Step(edit.name, places[0], places[1] if len(places) > 1 else 0, offer))  # type: ignore[arg-type]
    return steps


# --- edits of a list ----------------------------------------------------------------------------


def list_of(lines: tuple[Composition, ...]) -> Composition:
    """Return the strategy made of a list of lines."""
    return lines[0] if len(lines) == 1 else Composition("first", "", lines)


# A line with a name that it keeps when others come and go.
_Line = tuple[int, Composition]


def edited(
    lines: Sequence[Composition], steps: Sequence[Step], offers: Mapping[str, Composition]
) -> tuple[list[Edit], tuple[Composition, ...]]:
    """Apply edits to a list.

    Args:
        lines: the list.
        steps: the edits, in their order.
        offers: the terms that they take, by their texts.

    Returns:
        The edits, without verdicts, and the list after all of them. Without an insertion, edits of
        the new line are left out too.
    """
    now, edits, without = list(enumerate(lines)), list[Edit](), list[list[_Line]]()
    for name, step in enumerate(steps, len(lines)):
        line = str(now[step.place - 1][1]) if step.place <= len(now) else ""
        term = str(now[step.other - 1][1]) if step.kind == "exchange" else step.offer
        edits.append(Edit(step.kind, line, term))
        # of an insertion all lines before the new one, which takes the name of the edit
        about = now[: step.place - 1]
        if step.kind != "insert":
            about = [now[place - 1] for place in (step.place, step.other) if place]
        names, offer = [line_name for line_name, _ in about], offers.get(step.offer)
        without = [_applied(other_list, step, names, name, offer) for other_list in without] + [now]
        now = _applied(now, step, names, name, offer)
    texts = [str(list_of(tuple(term for _, term in rest))) if rest else "" for rest in without]
    needed = [replace(edit, without=text) for edit, text in zip(edits, texts, strict=True)]
    return needed, tuple(term for _, term in now)


def _applied(
    now: Sequence[_Line], step: Step, names: Sequence[int], new: int, offer: Composition | None
) -> list[_Line]:
    """Return a list after an edit of named lines; unchanged where one of these is not there."""
    lines, there = list(now), [name for name, _ in now]
    if step.kind == "insert" and offer is not None:
        nearest = next((name for name in reversed(names) if name in there), None)
        lines.insert(0 if nearest is None else there.index(nearest) + 1, (new, offer))
    elif set(names) <= set(there):
        name, line = lines[place := there.index(names[0])]
        if step.kind == "delete":
            del lines[place]
        elif step.kind == "exchange":
            other = there.index(names[1])
            lines[place], lines[other] = lines[other], lines[place]
        elif offer is not None:
            refined = Composition("refine", "", (line, offer))
            lines[place] = name, offer if step.kind == "replace" else refined
    return lines
