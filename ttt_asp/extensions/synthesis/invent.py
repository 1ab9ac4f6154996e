"""Rules for the holes of strategies, found: the shortest with which claims hold.

A hole's tactic is recommended by rules whose bodies are made of literals. Each literal is asked
like a tactic what it recommends at the choices that `fill` tells apart; clingo chooses which
literals the bodies have. Lengths are gone through from the shortest on, each to its end: so the
first rule found is one of the shortest, and where none is found there is none.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import clingo

from ttt_asp.claims.question import Question, read
from ttt_asp.deadline import STOPS
from ttt_asp.engines.answer import answer
from ttt_asp.extensions.synthesis.candidates import KnownPlays, refuted
from ttt_asp.extensions.synthesis.choices import Choices
from ttt_asp.extensions.synthesis.elsewhere import elsewhere
from ttt_asp.extensions.synthesis.fill import choices_everywhere, hopeless
from ttt_asp.extensions.synthesis.holes import INVENTED, fill_holes
from ttt_asp.extensions.synthesis.invented import InventedTactic
from ttt_asp.extensions.synthesis.invention import Invented, Invention, of_every_size, one_claim
from ttt_asp.extensions.synthesis.literals import Literal
from ttt_asp.extensions.synthesis.search import Filling, fill_program, form, situations, solve
from ttt_asp.extensions.synthesis.search_state import SearchLedger, proofs
from ttt_asp.extensions.synthesis.task import AskedClaim
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
    search = InventionSearch(asked, limits)
    search.run(search.search)
    return search.known


# The literals that are in the bodies of holes: by hole, then by the number of the rule.
_Uses = dict[str, dict[int, list[str]]]


@dataclass
class InventionSearch(SearchLedger[Invention]):
    """A search for rules.

    Attributes:
        literals: by the names of their tactics.
        seen: the known plays of each claim, where not all positions can be looked at.
        facts: those known before the search. failed: rules that leave out what failed.
        merged: whether literals that are equal in all known plays are one.
    """

    literals: dict[str, Literal] = field(init=False)
    seen: list[KnownPlays] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
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
        self._say_excluded()
        everything = choices_everywhere(task, self.limits)
        for part, choices in zip(task.parts, everything or (), strict=everything is not None):
            if choices.start.breaks:
                return self.end("none", hopeless(part, self.limits))
        self.facts = [*form(task.holes, task.pool, task.strategies), *self._about(everything)]
        for plays in self.seen:
            if plays.hopeless:
                return self.end("none", self._hopeless())
        holes = len(task.holes.found)
        most = bounds.lines or min(bounds.literals, len(self.literals)) * bounds.rules * holes
        for bound in range(1, most + 1):
            self.limits.tell("lines" if bounds.lines else "literals", bound)
            if self._of_length(bound):
                return None
            if any(plays.hopeless for plays in self.seen):
                return self.end("none", self._hopeless())
            self.note(excluded=bound)
            self._say_excluded()
        return self.end("none", self._nothing())

    def _say_excluded(self) -> None:
        """Have a limit that is reached say which lengths were gone through."""
        excluded = self.known.excluded
        none = f"none of up to {self._measured(excluded)}" if excluded else "no length is excluded"
        self.reached = f"; {none}, {self._over}"

    def _measured(self, bound: int) -> str:
        return number_of(bound, "line" if self.known.bounds.lines else "literal")

    def _hopeless(self) -> str:
        problems = [plays.part.problem for plays in self.seen if plays.hopeless]
        return f"no strategy keeps {problems[0].game.spelt(str(problems[0].claim))}"

    def _nothing(self) -> str:
        bounds = self.known.bounds
        if bounds.lines:
            lines = number_of(bounds.lines, "line")
            body = number_of(bounds.literals, "literal")
            return (
                f"no list of up to {lines}, tactics or rules of up to {body} {self._over}, proved"
            )
        many = "rule" if bounds.rules == 1 else f"{bounds.rules} rules"
        holes = " for each hole" if len(self.known.task.holes.found) > 1 else ""
        up_to = f"{number_of(bounds.literals, 'literal')}{holes}"
        return f"no {many} of up to {up_to} {self._over}, proved"

    @property
    def _over(self) -> str:
        """The language in words: how many literals, of which words."""
        words = self.known.bounds.words
        of = "all words" if words is None else f"the words {', '.join(words)}"
        return f"over these {number_of(len(self.known.language), 'literal')} of {of}"

    def _about(self, everything: list[Choices] | None) -> Iterator[str]:
        """Yield facts about the literals, and about all choices if they can be listed."""
        task, deadline = self.known.task, self.limits.deadline
        if everything is None:
            self.seen = [KnownPlays.of(part, n, deadline) for n, part in enumerate(task.parts)]
            for plays in self.seen:
                plays.look_ahead(self.limits)
            return
        options = [
            [option.by for n in choices.reached for option in choices.ordered[n].options]
            for choices in everything
        ]
        kept = self._different(options)
        self.note(different=len(kept), positions=sum(len(c.reached) for c in everything))
        yield from self._sizes(kept)
        for number, (part, choices) in enumerate(zip(task.parts, everything, strict=True)):
            mask = self._mask(part, kept)
            yield from situations(choices.masked(mask), replace(part, kept=mask), number)

    def _known(self) -> Iterator[str]:
        """Yield facts about the known plays, and about literals that differ in these."""
        options = [[bits for _, by in p.options.values() for bits in by] for p in self.seen]
        kept = self._different(options) if self.merged else list(self.literals)
        yield from self._sizes(kept)
        for plays in self.seen:
            yield from plays.facts(self._mask(plays.part, kept))

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

    def _of_length(self, bound: int) -> bool:
        """Look for rules, or a list, of a length; return whether there are any."""
        while (found := self._candidate(bound)) is not None:
            way = self._way(*found)
            plays = sum(known.plays for known in self.seen)
            if self.seen and refuted(self.known.questions(way), self.seen, self, by_lot=True):
                self.failed.append(_left_out(*found))
                self._say_excluded()
                # no play says so of rules that are equal as far as is known
                self.merged &= sum(known.plays for known in self.seen) > plays
                if any(plays.hopeless for plays in self.seen):
                    return False
                continue
            self.note(shortest=True, found=(way,))
            if self.known.bounds.others:
                self._others(bound)
            self.note(found=tuple(map(self._proved, self.known.found)))
            self.end("invented", "every claim is proved")
            with suppress(*STOPS):  # what is proved stays so
                self._beyond(self.known.questions(self.known.found[0]))
            return True
        return False

    def _proved(self, way: Invented) -> Invented:
        """Have the engines prove the claims; see `proofs`."""
        rules = " ".join(rule for tactic in way.tactics for rule in tactic.rules)
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

    def _candidate(self, bound: int) -> tuple[Filling, _Uses] | None:
        """Return the simplest rules of a length with which all known plays keep the claims."""
        best: list[tuple[Filling, _Uses]] = []

        def take(model: clingo.Model) -> bool:
            best[:] = [_found(model)]
            return not self.seen  # a candidate is as good as another

        self._solve(bound, take, [], simplest=not self.seen)
        return best[0] if best else None

    def _solve(
        self, bound: int, take: Callable[[clingo.Model], bool], options: list[str], simplest: bool
    ) -> None:
        bounds, facts = self.known.bounds, [*self.facts, *self.failed]
        if self.seen:
            facts += self._known()
            self.note(positions=sum(plays.choices for plays in self.seen))
        # one hole cannot have more of either than all holes have literals
        most = len(self.literals) if bounds.lines else bound
        frame = render(
            "synthesis/invent.lp.j2",
            literals=min(bounds.literals, most),
            rules=min(bounds.rules, most),
            most=None if bounds.lines else bound,
            lines=bound if bounds.lines else None,
            simplest=simplest,
        )
        strategies = self.known.task.strategies
        solve(lambda: fill_program(strategies, facts, frame), options, take, self.limits.deadline)

    def _others(self, bound: int) -> None:
        """Count all rules of the same length, and keep those that are shown."""
        ways: dict[tuple[str, ...], Invented] = {}
        number, (first,) = 0, self.known.found

        def take(model: clingo.Model) -> bool:
            nonlocal number
            number += 1
            if len(ways) < self.known.bounds.limit:
                way = self._way(*_found(model))
                ways[tuple(str(tactic.rules) for tactic in way.tactics)] = way
            return True

        if self.seen:
            return  # not all positions were looked at
        self._solve(bound, take, ["--models=0"], simplest=False)
        kept = [way for way in ways.values() if way.tactics != first.tactics]
        self.note(number=number, found=(first, *kept)[: self.known.bounds.limit])

    def _way(self, filling: Filling, uses: _Uses) -> Invented:
        """Return the strategies with rules in their holes."""
        task, name = self.known.task, self.known.bounds.name
        fillers = {hole: task.pool.fillers[text] for hole, text in filling.items()}
        tactics: list[InventedTactic] = []
        for hole in task.holes.found:
            if filling.get(hole) == INVENTED:
                called = name if len(uses) == 1 else f"{name}_{len(tactics) + 1}"
                bodies = [
                    [self.literals[n] for n in names] for _, names in sorted(uses[hole].items())
                ]
                ordered = tuple(tuple(sorted(body, key=lambda x: x.key)) for body in bodies)
                tactics.append(InventedTactic(called, ordered))
                fillers[hole] = Composition("tactic", called)
        terms = {key: str(fill_holes(term, fillers)) for key, term in task.strategies.items()}
        shown = {task.texts[key]: text for key, text in terms.items()}
        return Invented(tuple(tactics), shown, len(filling))


def _found(model: clingo.Model) -> tuple[Filling, _Uses]:
    """Return what an answer set puts into holes, and the literals that its rules use."""
    filling: dict[str, str] = {}
    uses: _Uses = {}
    for symbol in model.symbols(shown=True):
        hole, *rest = symbol.arguments
        if symbol.name == "fill":
            filling[str(hole)] = str(rest[0]).replace(",", ", ")
        else:
            uses.setdefault(str(hole), {}).setdefault(rest[0].number, []).append(str(rest[1]))
    return filling, uses


def _left_out(filling: Filling, uses: _Uses) -> str:
    """Return a rule that leaves out one way to fill the holes."""
    atoms = [f"fill({hole},{text})" for hole, text in filling.items()]
    for hole, bodies in uses.items():
        for rule, names in bodies.items():
            atoms += [f"uses({hole},{rule},{name})" for name in names]
            atoms.append(f"{len(names)} = #count {{ F : uses({hole},{rule},F) }}")
        atoms.append(f"not rule({hole},{len(bodies) + 1})")
    return f":- {', '.join(atoms)}."
