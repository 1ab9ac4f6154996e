"""Rules for the holes of strategies, found: the shortest with which claims hold.

A hole's tactic is recommended by rules whose bodies are made of literals. Each literal is asked
like a tactic what it recommends at the choices that `fill` tells apart; clingo chooses which
literals the bodies have. Lengths are gone through from the shortest on, each to its end: so the
first rule found is one of the shortest, and where none is found there is none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

import clingo

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS
from ttt_asp.engines.answer import answer
from ttt_asp.errors import InputError
from ttt_asp.extensions.synthesis.frame import Filling, fill_program, form, situations, solve
from ttt_asp.extensions.synthesis.holes import INVENTED, fill_holes
from ttt_asp.extensions.synthesis.invention import (
    Body,
    Invented,
    InventedTactic,
    Invention,
    of_every_size,
    one_claim,
)
from ttt_asp.extensions.synthesis.literals import Literal
from ttt_asp.extensions.synthesis.search import Search, proofs
from ttt_asp.extensions.synthesis.task import AskedClaim
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game
from ttt_asp.limits import Limits
from ttt_asp.lp.templates import render
from ttt_asp.progress_report import number_of
from ttt_asp.strategies.composition import Composition


def invent(asked: Invention, limits: Limits) -> Invention:
    """Look for the shortest rules with which all claims hold.

    Args:
        asked: what is asked; see `read_invention`.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`, with the length up to which there is no rule.

    Raises:
        InputError: the explicit engine does not apply to a game.
        InternalError: an engine refutes a result that the search has proved.
    """
    search = _RuleSearch(asked, limits)
    return search.run(search.search)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What is in holes, and the literals of rules: by hole, then by the number of the rule."""

    filling: Filling
    uses: Mapping[str, Mapping[int, Sequence[str]]]


@dataclass
class _RuleSearch(Search[Invention, _Rules]):
    """A search for rules.

    Attributes:
        literals: by the names of their tactics.
        facts: those known before the search.
        merged: whether literals that are equal in all known plays are one.
    """

    literals: dict[str, Literal] = field(init=False)
    facts: list[str] = field(default_factory=list)
    merged: bool = True

    def __post_init__(self) -> None:
        """Name the literals."""
        names = self.known.task.pool.literals
        self.literals = dict(zip(names, self.known.language, strict=True))

    def search(self) -> None:
        """Go through lengths, or numbers of lines, from the least on.

        Raises:
            Expired: a limit was reached.
        """
        task, bounds = self.known.task, self.known.bounds
        if self.open(task):
            self.facts = [*form(task.holes, task.pool, task.strategies), *self._everywhere()]
            of_all = min(bounds.literals, len(self.literals)) * bounds.rules * len(task.holes.found)
            self.from_the_least(bounds.lines or of_all, "lines" if bounds.lines else "literals")

    def _everywhere(self) -> Iterator[str]:
        """Yield facts about all choices, if they can be listed, and about literals."""
        if self.choices:
            kept = self._different([choices.options for choices in self.choices])
            positions = sum(len(choices.reached) for choices in self.choices)
            self.note(different=len(kept), positions=positions)
            yield from self._sizes(kept)
            parts = zip(self.known.task.parts, self.choices, strict=True)
            for number, (part, choices) in enumerate(parts):
                mask = self._mask(part, kept)
                yield from situations(choices.masked(mask), replace(part, kept=mask), number)

    def _known(self) -> Iterator[str]:
        """Yield facts about the known plays, if there are any, and about literals that differ."""
        if self.plays:
            recommended = [plays.recommended for plays in self.plays]
            kept = self._different(recommended) if self.merged else list(self.literals)
            yield from self._sizes(kept)
            for plays in self.plays:
                yield from plays.facts(self._mask(plays.part, kept))
            self.note(positions=sum(plays.choices for plays in self.plays))

    def _sizes(self, kept: Iterable[str]) -> Iterator[str]:
        for name in kept:
            yield f"literal({name}). atoms({name},{self.literals[name].atoms})."

    def _mask(self, part: AskedClaim, kept: Iterable[str]) -> int:
        """Return the bits of the terms of a claim, without literals that are not kept."""
        left_out = self.literals.keys() - set(kept)
        return sum(1 << bit for bit, (term, _) in enumerate(part.terms) if term not in left_out)

    def _different(self, options: Sequence[Sequence[int]]) -> list[str]:
        """Return literals no two of which recommend the same.

        Args:
            options: for each claim the moves at choices, as bits of the terms that recommend them.
        """
        columns: dict[str, list[int]] = {name: [] for name in self.literals}
        for part, every in zip(self.known.task.parts, options, strict=True):
            for bit, (term, _) in enumerate(part.terms):
                if term in columns:
                    column = "".join("1" if by >> bit & 1 else "0" for by in every)
                    columns[term].append(int(column or "0", 2))
        best: dict[tuple[int, ...], str] = {}
        for name, recommended in columns.items():
            other = best.setdefault(tuple(recommended), name)
            best[tuple(recommended)] = min(name, other, key=lambda name: self.literals[name].key)
        return list(best.values())

    def exclude(self, size: int) -> None:
        self.note(excluded=size)

    def so_far(self) -> str:
        """Return which lengths were gone through."""
        excluded = self.known.excluded
        unit = "line" if self.known.bounds.lines else "literal"
        none = f"none of up to {number_of(excluded, unit)}" if excluded else "no length is excluded"
        return f"; {none}, {self._over}"

    def exhausted(self) -> None:
        bounds = self.known.bounds
        body = number_of(bounds.literals, "literal")
        many = "rule" if bounds.rules == 1 else f"{bounds.rules} rules"
        each = " for each hole" if len(self.known.task.holes.found) > 1 else ""
        of_them = f"{many} of up to {body}{each}"
        if bounds.lines:
            lines = number_of(bounds.lines, "line")
            of_them = f"list of up to {lines}, each a tactic or a rule of up to {body},"
        return self.end("none", f"no {of_them} {self._over}, proved")

    @property
    def _over(self) -> str:
        """The language in words: how many literals, of which words."""
        words = self.known.bounds.words
        of = "all words" if words is None else f"the words {', '.join(words)}"
        return f"over these {number_of(len(self.known.language), 'literal')} of {of}"

    def candidate(self, size: int) -> _Rules | None:
        """Return the simplest rules of a length, where all choices are known; else some."""
        best: list[_Rules] = []

        def take(model: clingo.Model) -> bool:
            best[:] = [_found(model)]
            return not self.plays  # a candidate is as good as another

        self._solve(size, take, [], simplest=not self.plays)
        return best[0] if best else None

    def _solve(
        self, size: int, take: Callable[[clingo.Model], bool], options: list[str], simplest: bool
    ) -> None:
        bounds, facts = self.known.bounds, [*self.facts, *self._known(), *self.failed]
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
        strategies = self.known.task.strategies
        solve(lambda: fill_program(strategies, facts, frame), options, take, self.limits.deadline)

    def refuted(self, candidate: _Rules) -> bool:
        before = sum(known.plays for known in self.plays)
        refuted = super().refuted(candidate)
        # no play says so of rules that are equal as far as is known
        self.merged &= not refuted or sum(known.plays for known in self.plays) > before
        return refuted

    def questions(self, candidate: _Rules) -> list[Question]:
        return self.known.questions(self._way(candidate))

    def left_out(self, candidate: _Rules) -> Iterator[str]:
        """Yield a rule that leaves out one way to fill the holes."""
        atoms = []
        for hole in self.known.task.holes.found:  # with one more line it is another list
            text = candidate.filling.get(hole)
            atoms.append(f"fill({hole},{text})" if text else f"not fill({hole},_)")
        for hole, bodies in candidate.uses.items():
            for rule, names in bodies.items():
                atoms += [f"uses({hole},{rule},{name})" for name in names]
                atoms.append(f"{len(names)} = #count {{ F : uses({hole},{rule},F) }}")
            atoms.append(f"not rule({hole},{len(bodies) + 1})")
        yield f":- {', '.join(atoms)}."

    def take(self, candidate: _Rules, size: int) -> bool:
        """Prove the claims with rules, and with others of the same length, if these are wanted."""
        ways = [self._way(candidate)]
        self.note(shortest=True, found=tuple(ways))
        if self.known.bounds.others and not self.plays:
            ways = self._others(ways[0], size)
        self.note(found=tuple(map(self._proved, ways)))
        self.end("invented", "every claim is proved")
        with suppress(*STOPS):  # what is proved stays so
            self._beyond(self.known.questions(self.known.found[0]))
        return False

    def _others(self, first: Invented, size: int) -> list[Invented]:
        """Count all rules of the same length; return those that are shown."""
        # those left out here were candidates, which hold
        self.failed, limit = [], self.known.bounds.limit
        ways: dict[tuple[str, ...], Invented] = {}
        number = 0

        def take(model: clingo.Model) -> bool:
            nonlocal number
            number += 1
            if len(ways) < limit:
                way = self._way(_found(model))
                ways[tuple(str(tactic.rules) for tactic in way.tactics)] = way
            return True

        self._solve(size, take, ["--models=0"], simplest=False)
        self.note(number=number)
        return [first, *(way for way in ways.values() if way.tactics != first.tactics)][:limit]

    def _proved(self, way: Invented) -> Invented:
        """Have the engines prove the claims; see `proofs`."""
        rules = " ".join(chain.from_iterable(tactic.rules for tactic in way.tactics))
        found = proofs(self.known.questions(way), self.limits, ("invent", rules))
        return replace(way, verdicts=found)

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

    def _way(self, candidate: _Rules) -> Invented:
        """Return the strategies with rules in their holes."""
        task, name, filling = self.known.task, self.known.bounds.name, candidate.filling
        fillers = {hole: task.pool.fillers[text] for hole, text in filling.items()}
        tactics: list[InventedTactic] = []
        for hole in task.holes.found:
            if filling.get(hole) == INVENTED:
                several = len(candidate.uses) > 1
                called = f"{name}_{len(tactics) + 1}" if several else name
                bodies = list[Body]()
                for _, names in sorted(candidate.uses[hole].items()):
                    literals = [self.literals[n] for n in names]
                    bodies.append(tuple(sorted(literals, key=lambda literal: literal.key)))
                tactics.append(InventedTactic(called, tuple(bodies)))
                fillers[hole] = Composition("tactic", called)
        terms = {key: str(fill_holes(term, fillers)) for key, term in task.strategies.items()}
        shown = {task.texts[key]: text for key, text in terms.items()}
        return Invented(tuple(tactics), shown, len(filling))


def _found(model: clingo.Model) -> _Rules:
    """Return what an answer set puts into holes, and the literals that its rules use."""
    filling: dict[str, str] = {}
    uses: dict[str, dict[int, list[str]]] = {}
    for symbol in model.symbols(shown=True):
        hole, *rest = symbol.arguments
        if symbol.name == "fill":
            filling[str(hole)] = str(rest[0]).replace(",", ", ")
        else:
            uses.setdefault(str(hole), {}).setdefault(rest[0].number, []).append(str(rest[1]))
    return _Rules(filling, uses)


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
