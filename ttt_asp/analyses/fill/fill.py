"""Strategies with holes: fillings that keep claims, the shortest, all of them, or that none does.

Where the positions are few enough, all are looked at before the search; else it learns from the
plays that refute candidates. Either way whatever it finds is put to the engines like any other
strategy.
"""

from dataclasses import dataclass, field, replace

from ttt_asp.analyses.fill.choices import Choices, choices_of
from ttt_asp.analyses.fill.facts import form, known, reached, situations
from ttt_asp.analyses.fill.lazy import Seen
from ttt_asp.analyses.fill.result import Filled, Fillings, Found
from ttt_asp.analyses.fill.search import Filling, Search
from ttt_asp.analyses.fill.task import Task
from ttt_asp.claims.question import read
from ttt_asp.deadline import STOPS, Expired, Stop, Stopped, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.engines.auto import LARGE
from ttt_asp.engines.explicit.explore import explored
from ttt_asp.engines.explicit.graph import graph_of
from ttt_asp.engines.explicit.voices import Voices
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import engine
from ttt_asp.errors import internal
from ttt_asp.strategies.composition import parse_term
from ttt_asp.verdict import Verdict

# Of more positions only those are looked at that come up in plays of candidates.
MOST = 100_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of the fillings.

    Attributes:
        shortest: those of the lowest cost only, and the proof that none is lower.
        every: their exact number.
        limit: how many are shown, and proved.
        seen_only: look at positions only that come up, however few there are.
    """

    shortest: bool = False
    every: bool = False
    limit: int = 1
    seen_only: bool = False


def fill(task: Task, wanted: Wanted, limits: Limits) -> Fillings:
    """Look for fillings that keep all claims of a task.

    Args:
        task: the strategies with holes, and the claims.
        wanted: which fillings.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the best so far.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes what the search has proved.
    """
    filler = _Filler(task, wanted, limits)
    try:
        filler.run()
    except STOPS as error:
        stop = stop_of(error)
        filler.end("unknown", str(stop), stop.kind)
    return filler.result()


@dataclass
class _Filler:
    task: Task
    wanted: Wanted
    limits: Limits
    answer: Found = "unknown"
    reason: str = ""
    stopped: Stopped = ""
    found: dict[tuple[str, ...], Filled] = field(default_factory=dict)
    number: int = 0
    shortest: bool = False
    same: tuple[tuple[str, ...], ...] = ()
    candidates: int = 0
    counterexamples: int = 0
    positions: int = 0

    def run(self) -> None:
        """Look at all positions, or at those that come up."""
        everything = None if self.wanted.seen_only else self._everything()
        self.form = [*form(self.task.holes, self.task.pool, self.task.strategies)]
        if everything is None:
            self._learn()
        elif hopeless := [one for one in everything if one.start.breaks]:
            claim = hopeless[0].problem.claim
            self.end("none", f"no strategy at all keeps {claim}")
        else:
            self._search(everything)

    def end(self, answer: Found, reason: str, stopped: Stopped = "") -> None:
        """Settle the answer."""
        self.answer, self.reason, self.stopped = answer, reason, stopped

    def result(self) -> Fillings:
        """Everything that was found."""
        strategies = sorted(self.found.values(), key=lambda one: one.cost)
        return Fillings(
            self.answer,
            self.reason,
            tuple(strategies),
            self.number if self.wanted.every and self.answer != "unknown" else None,
            self.shortest,
            self.same,
            self.candidates,
            self.counterexamples,
            self.positions,
            self.limits.deadline.elapsed,
            self.stopped,
            self.task,
        )

    def _everything(self) -> list[Choices] | None:
        """The choices in all plays of every claim; None where they are too many, or go round."""
        found = []
        for part in self.task.parts:
            plays = self.limits.deadline.run(lambda: explored(part.problem, self.limits, MOST))  # noqa: B023
            if plays.stopped and plays.stopped.kind == "positions":
                return None
            if plays.stopped:
                raise Expired(plays.stopped)
            if not plays.layered and part.problem.claim.by is not None:
                return None
            graph = graph_of(plays, self.limits.deadline)
            if graph.cyclic:
                return None
            voices = {role: Voices.of(plays.machine, part.problem, role) for role in part.players}
            found.append(choices_of(part.problem, plays, graph, voices, self.limits.deadline))
        return found

    def _search(self, everything: list[Choices]) -> None:
        facts = self.form
        for number, (part, choices) in enumerate(zip(self.task.parts, everything, strict=True)):
            facts += situations(choices, part.terms, part.players, number)
            self.positions += len(reached(choices))
        self.same = _alike(self.task, everything)
        search = Search(self.task.strategies, facts, self.limits.deadline)
        cost: int | None = None
        if self.wanted.shortest:
            best = self._shortest(search)
            if best is None:
                return self.end("none", "no filling keeps the claims")
            self.shortest, cost = True, best[1]
            self._keep(best[0])
        if not self.wanted.shortest or self.wanted.every or self.wanted.limit > 1:
            self._each(search, cost)
        if not self.found:
            return self.end("none", "no filling keeps the claims")
        for key, one in self.found.items():
            self.found[key] = self._proved(one)
        return self.end("filled", "every claim is proved")

    def _shortest(self, search: Search) -> tuple[Filling, int] | None:
        try:
            return search.shortest()
        except STOPS:
            if search.best:  # the best so far is a filling all the same
                self._keep(search.best[0])
                for key, one in self.found.items():
                    self.found[key] = self._proved(one, replace(self.limits.afresh()))
            raise

    def _each(self, search: Search, cost: int | None) -> None:
        seen: set[tuple[str, ...]] = set()

        def take(filling: Filling) -> bool:
            key = tuple(self.task.terms(filling).values())
            if key not in seen:
                seen.add(key)
                if len(self.found) < self.wanted.limit:
                    self._keep(filling)
            return self.wanted.every or len(self.found) < self.wanted.limit

        search.each(cost, take)
        self.number = len(seen)

    def _keep(self, filling: Filling) -> None:
        terms = self.task.terms(filling)
        cost = sum(
            self.task.pool.cost[text] * self.task.holes.places[hole]
            for hole, text in filling.items()
        )
        lines = sum(_lines(text) for text in terms.values())
        shown = {self.task.texts[name]: text for name, text in terms.items()}
        self.found.setdefault(tuple(terms.values()), Filled(shown, cost, lines))

    def _proved(self, one: Filled, limits: Limits | None = None) -> Filled:
        """The same with the verdicts of the engines, which have to agree."""
        self.candidates += 1
        terms = dict(zip(self.task.texts, one.terms.values(), strict=True))
        verdicts = []
        for question in self.task.questions(terms):
            problem = read(question, self.limits.deadline)
            found = answer(problem, "auto", limits or self.limits)
            if found.verdict == "unknown":
                raise Expired(Stop(found.stopped, f"{one.terms}: {found.reason}"))
            if found.verdict != "proved":
                raise internal(f"fill has {found.claim} proved, engine auto {found.verdict}")
            verdicts.append(found)
        return replace(one, verdicts=tuple(verdicts))

    def _learn(self) -> None:
        deadline = self.limits.deadline
        seen = [Seen.of(part, n, deadline) for n, part in enumerate(self.task.parts)]
        left_out: list[str] = []
        cost: int | None = None
        while True:
            facts = [*self.form, *left_out, *(f for one in seen for f in one.facts)]
            search = Search(self.task.strategies, facts, deadline)
            candidate = self._candidate(search)
            if candidate is None or (cost is not None and candidate[1] > cost):
                break
            filling, price = candidate
            if self._refuted(filling, seen):
                self.counterexamples += 1
                left_out += known(self.candidates, self.task.holes, filling)
                if any(one.hopeless for one in seen):
                    return self.end("none", "no strategy at all keeps the claims")
                continue
            if self.wanted.shortest:
                self.shortest, cost = True, price
            self.number += 1
            if len(self.found) < self.wanted.limit:
                self._keep(filling)
            if not self.wanted.every and len(self.found) >= self.wanted.limit:
                break
            left_out += known(self.candidates, self.task.holes, filling)
        self.positions = sum(one.choices for one in seen)
        if not self.found:
            return self.end("none", "no filling keeps the claims")
        for key, one in self.found.items():
            self.found[key] = self._proved(one)
        return self.end("filled", "every claim is proved")

    def _candidate(self, search: Search) -> tuple[Filling, int] | None:
        if self.wanted.shortest:
            return search.shortest()
        some: list[Filling] = []
        search.each(None, lambda filling: some.append(filling) or False)  # type: ignore[func-returns-value]
        return (some[0], 0) if some else None

    def _refuted(self, filling: Filling, seen: list[Seen]) -> bool:
        """Whether an engine refutes some claim about a candidate; its play is taken up."""
        self.candidates += 1
        quick = replace(self.limits, count=False, stop_at_first=True, cross_check=False)
        for one, question in zip(seen, self.task.questions(self.task.terms(filling)), strict=True):
            problem = read(question, self.limits.deadline)
            name = "explicit" if len(problem.game.base) <= LARGE else "auto"
            found: Verdict = engine(name).prove(problem, quick)
            if found.verdict == "unknown":
                raise Expired(Stop(found.stopped, found.reason))
            if found.verdict != "proved":
                if found.play is not None and not found.play.anywhere:
                    one.learn(found.play)
                return True
        return False


def _lines(text: str) -> int:
    term = parse_term(text, "")
    return len(term.operands) if term.operator == "first" else 1


def _alike(task: Task, everything: list[Choices]) -> tuple[tuple[str, ...], ...]:
    """Tactics of the pool that recommend the same at every choice that fillings come to."""
    columns: dict[str, list[bool]] = {name: [] for name in task.pool.tactics}
    for part, choices in zip(task.parts, everything, strict=True):
        for number in reached(choices):
            for option in choices.found[number].options:
                for bit, term in enumerate(part.terms):
                    if term in columns:
                        columns[term].append(bool(option.by >> bit & 1))
    groups: dict[tuple[bool, ...], list[str]] = {}
    for name, column in columns.items():
        groups.setdefault(tuple(column), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
