"""Searches for fillings where there are too many positions to look at all of them.

The search knows only the positions of plays that refuted candidates, and takes the rest for
harmless. A candidate is put to the engines; if it fails, its play becomes facts, so that no
candidate that allows this play is tried again (counterexample-guided synthesis).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import Deadline, Expired, Stop
from ttt_asp.engines.registry import engine
from ttt_asp.errors import Undetermined
from ttt_asp.extensions.exploring.inspection import inspect_positions
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.synthesis.search import Filling, form, known, meanings, search, situation
from ttt_asp.extensions.synthesis.search_state import SearchLedger, SearchState
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.limits import Limits
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.progress_report import number_of
from ttt_asp.verdict import Play

# Fluents of a game up to which the explicit engine is asked alone: engine auto takes longer there.
EXPLICIT = 48


@dataclass
class KnownPlays:
    """The known plays of one claim.

    Attributes:
        part: the claim. number: its number.
        machine: the gates of its problem. terms: what those of each role with holes recommend.
        facts: the facts of all plays so far, each once. plays: the number of these plays.
        numbers: of the packed positions at which a strategy chooses, in the order in which they
            came up; they stand for them, which have too many bits for clingo's integers.
        hopeless: whether a play broke the claim without a choice of a strategy with holes.
    """

    part: AskedClaim
    number: int
    machine: Machine
    terms: Mapping[str, Recommendations]
    facts: dict[str, None] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    plays: int = 0
    hopeless: bool = False

    @classmethod
    def of(cls, part: AskedClaim, number: int, deadline: Deadline) -> "KnownPlays":
        """Ground a claim's problem.

        Raises:
            InputError: the sources make no circuit.
            Expired: time is up.
        """
        machine = load_machine(part.problem, deadline)
        terms = {role: Recommendations.of(machine, part.problem, role) for role in part.players}
        return cls(part, number, machine, terms)

    @property
    def choices(self) -> int:
        """Return the number of known positions at which a strategy with holes has to choose."""
        return sum(fact.startswith("situation") for fact in self.facts)

    def learn(self, play: Play) -> None:
        """Add the facts of a play that broke the claim, or got stuck."""
        self.plays += 1
        steps = list(self._choices(play))
        if not steps:
            self.hopeless = True
            return
        facts = [f"start({steps[0][0]})."]
        facts += [
            f"step({action},{here},{after})."
            for (here, action, _), (after, _, _) in pairwise(steps)
        ]
        here, action, _ = steps[-1]
        # a play that goes round, or is too long, is broken by all its choices together; one that
        # is stuck at a choice is no candidate's that recommends anything there
        if action is None:
            pass
        elif play.ending == "lasso" or self.part.problem.claim.by is not None:
            number = f"p({self.number},{self.plays})"
            facts.append(f"play({number}).")
            facts += [f"taken({number},{player},{a},{at})." for at, a, player in steps]
        else:
            facts.append(f"breaks({action},{here}).")
        self.facts |= dict.fromkeys(facts)

    def _choices(self, play: Play) -> Iterator[tuple[str, int | None, str]]:
        """Yield the choices in a play: the situation, the number of the move, the strategy's name.

        The last one is without a move where the strategy got stuck there.
        """
        packed = [self.machine.pack(position) for position in play.positions]
        recommended = {role: terms.at(packed) for role, terms in self.terms.items()}
        for place, here in enumerate(inspect_positions(self.machine, packed)):
            if here.mover not in recommended or not recommended[here.mover][place].asked:
                continue
            recommendation = recommended[here.mover][place]
            by, undetermined = recommendation.by, recommendation.undetermined
            actions = sorted(step.move.action for step in here.steps)
            options = [by.get(action, 0) for action in actions]
            number = self.numbers.setdefault(here.position, len(self.numbers))
            at, player = f"s({self.number},{number})", self.part.players[here.mover]
            if undetermined:
                options.append(undetermined)
                self.facts[f"breaks({len(actions)},{at})."] = None
            about = situation(self.number, number, self.part, here.mover, options, True)
            self.facts |= dict.fromkeys(about)
            self.facts |= dict.fromkeys(meanings(self.part, self.number, options))
            if place < len(play.moves):
                yield at, actions.index(play.moves[place].action), player
            elif play.ending == "stuck":
                yield at, None, player


def search_by_candidates(state: SearchState) -> None:
    """Look for fillings, candidate by candidate.

    Raises:
        Expired: a limit was reached; the search state has the fillings found so far.
    """
    task, wanted, deadline = state.task, state.wanted, state.limits.deadline
    fixed = [*form(task.holes, task.pool, task.strategies)]
    seen = [KnownPlays.of(part, number, deadline) for number, part in enumerate(task.parts)]
    left_out: list[str] = []
    while True:
        facts = [*fixed, *left_out]
        for plays in seen:
            facts += plays.facts
        state.note(positions=sum(plays.choices for plays in seen))
        fillings: list[tuple[Filling, int]] = []

        def take(filling: Filling, cost: int, lowest: bool, fillings: Any = fillings) -> bool:
            fillings.append((filling, cost))
            return wanted.shortest and not lowest

        search(task.strategies, facts, deadline, take, wanted.shortest)
        lowest = min((filling.cost for filling in state.fillings.values()), default=None)
        if not fillings or (wanted.shortest and lowest is not None and fillings[-1][1] > lowest):
            break
        candidate = fillings[-1][0]
        left_out += known(state.known.candidates, task.holes, candidate)
        if not refuted(task.questions(task.terms(candidate)), seen, state):
            state.note(shortest=wanted.shortest)
            if not state.take(candidate):
                break
        elif any(plays.hopeless for plays in seen):
            return state.end("none", f"no strategy keeps {state.claims()}")
    return state.finish()


def refuted(
    questions: Sequence[Question], seen: Sequence[KnownPlays], search: SearchLedger[Any]
) -> bool:
    """Whether an engine refutes some claim about a candidate; its play is added to `seen`.

    Args:
        questions: the claims with the candidate.
        seen: the known plays of each.
        search: where candidates are counted, and its limits.

    Raises:
        Expired: a limit was reached.
    """
    tried = search.known.candidates + 1
    search.note(candidates=tried)
    search.limits.tell("candidates", tried)
    pairs = zip(questions, seen, strict=True)
    if all(proved(question, plays, search.limits) for question, plays in pairs):
        return False
    search.note(counterexamples=search.known.counterexamples + 1)
    search.reached = f"; so far: {number_of(tried, 'candidate')}"
    return True


def proved(question: Question, seen: KnownPlays, limits: Limits) -> bool:
    """Whether an engine proves a claim; a play that refutes it is added to `seen`."""
    quick = replace(limits, count=False, stop_at_first=True, proof_only=True, cross_check=False)
    problem = read(question, quick.deadline)
    name = "explicit" if len(problem.game.base) <= EXPLICIT else "auto"
    try:
        verdict = engine(name).prove(problem, quick)
    except Undetermined:  # no verdict, so no proof
        return False
    if verdict.verdict == "unknown":
        raise Expired(Stop(verdict.stopped, verdict.reason))
    if verdict.verdict != "proved" and verdict.play is not None and not verdict.play.anywhere:
        seen.learn(verdict.play)
    return verdict.verdict == "proved"
