"""What a search for fillings has found so far."""

from dataclasses import dataclass, field, replace

from ttt_asp.analyses.fill.result import Filled, Fillings, Found
from ttt_asp.analyses.fill.search import Filling
from ttt_asp.analyses.fill.task import Task
from ttt_asp.claims.question import read
from ttt_asp.deadline import Expired, Stop, Stopped
from ttt_asp.engines.answer import answer
from ttt_asp.errors import internal
from ttt_asp.limits import Limits
from ttt_asp.strategies.composition import parse_term


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of the fillings.

    Attributes:
        shortest: those of the lowest cost only, and the proof that none is lower.
        every: their exact number.
        limit: how many are shown, and proved.
    """

    shortest: bool = False
    every: bool = False
    limit: int = 1


@dataclass
class Ledger:
    """What is asked, and what was found; see `Fillings` for the rest."""

    task: Task
    wanted: Wanted
    limits: Limits
    answer: Found = "unknown"
    reason: str = ""
    stopped: Stopped = ""
    found: dict[tuple[str, ...], Filled] = field(default_factory=dict)
    seen: set[tuple[str, ...]] = field(default_factory=set)
    shortest: bool = False
    same: tuple[tuple[str, ...], ...] = ()
    candidates: int = 0
    counterexamples: int = 0
    positions: int = 0

    def end(self, answer: Found, reason: str, stopped: Stopped = "") -> None:
        """Settle the answer."""
        self.answer, self.reason, self.stopped = answer, reason, stopped

    def end_with_found(self) -> None:
        """Settle the answer when the search is over: the engines have to prove what was found."""
        if not self.found:
            return self.end("none", "no filling keeps " + self.claims())
        self.prove(self.limits)
        return self.end("filled", "every claim is proved")

    def claims(self) -> str:
        """The claims in words."""
        return " and ".join(
            dict.fromkeys(
                part.problem.game.spelt(str(part.problem.claim)) for part in self.task.parts
            )
        )

    def take(self, filling: Filling) -> bool:
        """Take up a filling that keeps the claims; whether more are wanted."""
        terms = self.task.terms(filling)
        key = tuple(terms.values())
        if key not in self.seen and len(self.found) < self.wanted.limit:
            pool, places = self.task.pool, self.task.holes.places
            cost = sum(pool.cost[text] * places[hole] for hole, text in filling.items())
            shown = {self.task.texts[name]: text for name, text in terms.items()}
            self.found[key] = Filled(shown, cost, sum(map(_lines, key)))
        self.seen.add(key)
        return self.wanted.every or len(self.found) < self.wanted.limit

    def prove(self, limits: Limits) -> None:
        """Put what was found to the engines.

        Raises:
            InternalError: one refutes what the search has proved.
            Expired: a limit was reached.
        """
        for key, one in self.found.items():
            if not one.verdicts:
                terms = dict(zip(self.task.texts, key, strict=True))
                verdicts = []
                for question in self.task.questions(terms):
                    problem = read(question, limits.deadline)
                    found = answer(problem, "auto", limits)
                    if found.verdict == "unknown":
                        raise Expired(Stop(found.stopped, f"{found.claim}: {found.reason}"))
                    if found.verdict != "proved":
                        text = f"fill has {found.claim} proved, engine auto {found.verdict}"
                        raise internal(f"{text}: {', '.join(key)}")
                    verdicts.append(found)
                self.found[key] = replace(one, verdicts=tuple(verdicts))

    def result(self) -> Fillings:
        """Everything that was found."""
        known = self.wanted.every and self.answer != "unknown"
        return Fillings(
            self.answer,
            self.reason,
            tuple(sorted(self.found.values(), key=lambda one: one.cost)),
            len(self.seen) if known else None,
            self.shortest,
            self.same,
            self.candidates,
            self.counterexamples,
            self.positions,
            self.limits.deadline.elapsed,
            self.stopped,
            self.task,
        )


def _lines(text: str) -> int:
    term = parse_term(text, "")
    return len(term.operands) if term.operator == "first" else 1
