"""Rules for the holes of strategies, found: the shortest with which claims hold.

A hole's tactic is recommended by rules whose bodies are made of literals. Each literal is asked
like a tactic what it recommends at the choices that `fill` tells apart; clingo chooses which
literals the bodies have. Lengths are gone through from the shortest on, each to its end: so the
first rule found is one of the shortest, and where none is found there is none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.extensions.synthesis.fill import HoleSearch
from ttt_asp.extensions.synthesis.frame import Candidate, filling_of
from ttt_asp.extensions.synthesis.holes import fill_holes
from ttt_asp.extensions.synthesis.invention import (
    Body,
    Invented,
    InventedTactic,
    Invention,
    of_every_size,
    one_claim,
)
from ttt_asp.extensions.synthesis.literals import Literal
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits, number_of
from ttt_asp.lp.templates import render
from ttt_asp.strategies.terms import Composition
from ttt_asp.verdict import Verdict


def find_rules(asked: Invention, limits: Limits) -> Invention:
    """Look for the shortest rules with which all claims hold.

    Args:
        asked: what is asked; see `read_invention`.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the length up to which there is no rule.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes a result that the search has proved.
    """
    return _RuleSearch(asked, limits, task=asked.task).run()


@dataclass
class _RuleSearch(HoleSearch[Invention]):
    """A search for rules.

    Attributes:
        literals: by the names of their tactics.
        facts: those about all choices, and about literals.
        merged: whether literals that are equal in all known plays are one.
    """

    literals: dict[str, Literal] = field(init=False)
    facts: list[str] = field(default_factory=list)
    merged: bool = True

    def __post_init__(self) -> None:
        """Name the literals."""
        self.literals = dict(zip(self.task.pool.literals, self.known.language, strict=True))

    def search(self) -> None:
        """Go through lengths, or numbers of lines, from the least on.

        Raises:
            Expired: a limit was reached.
        """
        bounds = self.known.bounds
        self.open(self.task)
        of_all = min(bounds.literals, len(self.literals)) * bounds.rules
        of_all *= len(self.task.holes.found)
        self.from_the_least(bounds.lines or of_all, "lines" if bounds.lines else "literals")

    def _about(self) -> list[str]:
        """Return facts about the known choices, and about literals.

        Of literals that recommend the same at all of them one is asked about, the simplest.
        """
        if self.whole and self.facts:
            return self.facts
        kept = list(self.literals)
        if self.merged:
            groups = self.alike(self.literals)
            kept = [min(group, key=lambda name: self.literals[name].key) for group in groups]
        self.note(positions=self.positions, different=len(kept) if self.whole else None)
        self.facts = [
            f"literal({name}). atoms({name},{self.literals[name].atoms})." for name in kept
        ]
        left_out = self.literals.keys() - set(kept)
        for plays in self.seen:
            terms = enumerate(plays.part.terms)
            self.facts += plays.facts(
                sum(1 << bit for bit, (term, _) in terms if term not in left_out)
            )
        return self.facts

    def so_far(self) -> str:
        """Return which lengths were gone through."""
        excluded = self.known.excluded
        unit = "line" if self.known.bounds.lines else "literal"
        none = f"none of up to {number_of(excluded, unit)}" if excluded else "no length is excluded"
        return f"; {none}, {self._over}"

    def _none(self) -> str:
        """Return the words that there are no rules."""
        bounds = self.known.bounds
        body = number_of(bounds.literals, "literal")
        many = "rule" if bounds.rules == 1 else f"{bounds.rules} rules"
        each = " for each hole" if len(self.task.holes.found) > 1 else ""
        of_them = f"{many} of up to {body}{each}"
        if bounds.lines:
            lines = number_of(bounds.lines, "line")
            of_them = f"list of up to {lines}, each a tactic or a rule of up to {body},"
        return f"no {of_them} {self._over}, proved"

    @property
    def _over(self) -> str:
        """The language in words: how many literals, of which words."""
        words = self.known.bounds.words
        of = "all words" if words is None else f"the words {', '.join(words)}"
        return f"over these {number_of(len(self.known.language), 'literal')} of {of}"

    def candidates(self, size: int, take: Callable[[Candidate], object]) -> None:
        """Go through the simplest rules of a length, where all choices are known; else some."""
        self._go_through(size, take, simplest=self.whole)

    def _go_through(
        self, size: int, take: Callable[[Candidate], object], simplest: bool, options: str = ""
    ) -> None:
        bounds = self.known.bounds
        # one hole cannot have more of either than all holes have literals
        most = len(self.literals) if bounds.lines else size
        frame = render(
            "synthesis/invent.lp.j2",
            literals=min(bounds.literals, most),
            rules=min(bounds.rules, most),
            most=None if bounds.lines else size,
            lines=size if bounds.lines else None,
            simplest=simplest,
        )
        facts = self._about()
        self.answers(lambda: self.program(facts, frame), take, options.split())

    def refuted(self, candidate: Candidate) -> bool:
        before = sum(known.plays for known in self.learned)
        refuted = super().refuted(candidate)
        # no play says so of rules that are equal as far as is known
        self.merged &= not refuted or sum(known.plays for known in self.learned) > before
        return refuted

    def questions(self, candidate: Candidate) -> list[Question]:
        return self.known.questions(self.way(candidate))

    def text(self, candidate: Candidate) -> str:
        way = self.way(candidate)
        rules = chain.from_iterable(tactic.rules for tactic in way.tactics)
        return "\n".join([*way.terms.values(), *rules])

    def settle(self) -> None:
        """Prove the claims with rules, and with others of the same length, if these are wanted."""
        bounds = self.known.bounds
        if not self.held:
            return self.end("none", self._none())
        if bounds.others and self.whole:
            self.limit, self.every = bounds.limit, True
            size = self.known.excluded
            self._go_through(size + 1, self.hold, simplest=False, options="--models=0")
            self.note(number=len(self.texts))
        self.prove(self.limits)
        self.end("invented", "every claim is proved")
        with suppress(*STOPS):  # what is proved stays so
            self._beyond(self.known.questions(self.known.found[0]))
        return None

    def show(self) -> None:
        super().show()
        self.note(shortest=bool(self.held))

    def _beyond(self, questions: list[Question]) -> None:
        """Say where else one claim holds: at larger sizes, and at every size that was asked about.

        Raises:
            Expired: a limit was reached.
        """
        bounds, last = self.known.bounds, questions[-1]
        if not one_claim(questions):
            return
        if bounds.every is not None:
            problem = read(of_every_size(last, bounds), self.limits.deadline)
            self.note(everywhere=answer(problem, "auto", self.limits))
        if bounds.larger:
            self.note(elsewhere=elsewhere(questions, self.limits))

    def way(self, candidate: Candidate, verdicts: tuple[Verdict, ...] = ()) -> Invented:
        task, name, filling = self.task, self.known.bounds.name, filling_of(candidate)
        fillers = {hole: task.pool.fillers[text] for hole, text in filling.fillers.items()}
        tactics: list[InventedTactic] = []
        for hole in task.holes.found:
            if hole in filling.rules:
                several = len(filling.rules) > 1
                called = f"{name}_{len(tactics) + 1}" if several else name
                bodies = list[Body]()
                for _, names in sorted(filling.rules[hole].items()):
                    literals = [self.literals[n] for n in names]
                    bodies.append(tuple(sorted(literals, key=lambda literal: literal.key)))
                tactics.append(InventedTactic(called, tuple(bodies)))
                fillers[hole] = Composition("tactic", called)
        terms = {key: str(fill_holes(term, fillers)) for key, term in task.strategies.items()}
        shown = {task.texts[key]: text for key, text in terms.items()}
        length = sum(tactic.length for tactic in tactics)
        return Invented(shown, length, len(fillers), verdicts, tuple(tactics))


# --- other sizes --------------------------------------------------------------------------------

# Positions of a larger board that are looked at, at most: a few seconds' work.
_MOST = 20_000
# Larger sizes that are tried, at most.
_SIZES = 3


def elsewhere(questions: Sequence[Question], limits: Limits) -> dict[str, bool | None]:
    """Say of a few larger sizes whether a claim holds there; None where that is not found soon.

    Args:
        questions: the claim at the sizes that were asked about, with the strategies that keep it.
        limits: of the work.

    Raises:
        Expired: a limit was reached.
    """
    games = [load_game(question.game, question.const, limits.deadline) for question in questions]
    known = [game.constants for game in games]
    last, game = questions[-1], games[-1]
    few = replace(limits, max_positions=_MOST, count=False, stop_at_first=True)
    found: dict[str, bool | None] = {}
    for const in _larger(game):
        if const in known:
            continue
        try:
            problem = read(replace(last, const=const), limits.deadline)
            if problem.game.lineless:
                continue
            verdict = answer(problem, "explicit", few)
        except InputError:  # there is no game of this size, or not with these words
            continue
        found[_named(const, game)] = {"proved": True, "unknown": None}.get(verdict.verdict, False)
        if len(found) == _SIZES:
            break
    return found


def _larger(game: Game) -> Iterator[dict[str, str]]:
    """Yield constants with one of the sizes greater by one, then with all of them."""
    sizes = [name for name, value in game.constants.items() if value.isdigit() and int(value) > 1]
    plain = dict(game.constants)
    for name in reversed(sizes):
        yield {**plain, name: str(int(plain[name]) + 1)}
    if len(sizes) > 1:
        yield {**plain, **{name: str(int(plain[name]) + 1) for name in sizes}}
    for name in sizes if len(sizes) == 1 else ():
        yield {**plain, name: str(int(plain[name]) + 2)}


def _named(const: Mapping[str, str], game: Game) -> str:
    """Return a size as people write it: 3x4, or the constants that differ."""
    changed = {name: value for name, value in const.items() if value != game.constants[name]}
    board = f"{const['rows']}x{const['cols']}" if {"rows", "cols"} <= const.keys() else ""
    others = [
        f"{n}={value}" for n, value in changed.items() if not board or n not in ("rows", "cols")
    ]
    return " with ".join(filter(None, [board, " ".join(others)]))
