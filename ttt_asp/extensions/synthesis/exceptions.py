"""The fewest positions at which a strategy has to be overruled for a claim to be true."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from ttt_asp.claims.problem import Match, Problem, free_play
from ttt_asp.deadline import Expired, Stop
from ttt_asp.engines.plays import respelt
from ttt_asp.errors import internal, wrong
from ttt_asp.extensions.arrays.groups import image_of
from ttt_asp.extensions.arrays.symmetry import symmetry_group
from ttt_asp.extensions.players.book import MOST_PAGES, Page, book
from ttt_asp.extensions.synthesis.choices import Choices, choices_of
from ttt_asp.extensions.synthesis.frame import AllPlays, Candidate, fill_program
from ttt_asp.extensions.synthesis.repair import Repaired
from ttt_asp.extensions.synthesis.search import Search, answer_or_stop
from ttt_asp.extensions.synthesis.task import LIST, AskedClaim, GivenList
from ttt_asp.limits import Limits
from ttt_asp.lp.source import parse
from ttt_asp.lp.templates import render
from ttt_asp.paths import in_comment
from ttt_asp.positions.machine import load_machine
from ttt_asp.result import record
from ttt_asp.strategies.strategy import FREE, Strategy
from ttt_asp.strategies.terms import Composition


@dataclass(frozen=True, slots=True)
class Overruled:
    """Positions at which a strategy is overruled, which count as one.

    Attributes:
        position: the fluents of one of them.
        recommended: the strategy's moves there. instead: the moves to be played.
        pages: all of them, with the moves to be played there: symmetries of the rules take them to
            one another, the strategy recommends the same there, and every move leads to the same.
    """

    position: frozenset[str]
    recommended: tuple[str, ...]
    instead: tuple[str, ...]
    pages: tuple[Page, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exceptions(Repaired):
    """The fewest positions at which a strategy has to be overruled.

    The answer is `none` where no strategy keeps the claim, which is proved. `positions` are counted
    up to symmetry.

    Attributes:
        overruled: the positions, up to symmetry; fewer are not enough.
    """

    overruled: tuple[Overruled, ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return every position at which the strategy is overruled, with the moves played there."""
        return tuple(chain.from_iterable(overruled.pages for overruled in self.overruled))

    def book(self, name: str) -> str:
        """Return the text of a tactic file that overrules the strategy from in front of it."""
        about = (
            f"the exceptions that {in_comment(str(self.given.problem.claim))} needs: it overrules"
        )
        about += f"\n{in_comment(self.given.text)} in first({name}, ...)."
        return book(name, self.given.role, self.pages, about, "`ttt-asp repair --exceptions`")

    def as_json(self) -> dict[str, Any]:
        """Return the exceptions as plain data, the keys of `--json`."""
        game, names = self.given.problem.game, ("position", "recommended", "instead")
        return self.record(
            *("answer", "reason", "seconds", "stopped", "before", "positions", "after"),
            exceptions=[
                record(respelt(overruled, game, *names), positions=len(overruled.pages))
                for overruled in self.overruled
            ],
        )


NAME = "exceptions"
_GIVEN = "given"
_TERM = Composition(
    "first", "", (Composition("tactic", "exception"), Composition("tactic", _GIVEN))
)


def find_exceptions(given: GivenList, limits: Limits, name: str = NAME) -> Exceptions:
    """Look for the fewest positions at which a strategy has to be overruled.

    Args:
        given: the strategy, and the claim.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`.
        name: the tactic's name for them, where they stand in front of the strategy.

    Raises:
        InputError: the explicit engine does not apply to the game, or play can go round in it.
        InternalError: an engine refutes a result that the search has proved.
        Expired: a limit was reached before it was known whether there is anything to repair.
    """
    known = Exceptions(given, answer_or_stop(given.problem, limits))
    return _ExceptionSearch(known, limits, name=name).run()


@dataclass
class _ExceptionSearch(Search[Exceptions]):
    """The search for the fewest positions.

    Attributes:
        name: the tactic's name for them.
        choices: those in all plays.
    """

    name: str = field(kw_only=True)
    choices: Choices = field(init=False)

    def search(self) -> None:
        """Look at all positions, then for the fewest."""
        given, before, limits = self.known.given, self.known.before, self.limits
        if before.verdict == "proved":
            return self.end("proved", f"there is nothing to repair: {before.reason}")
        strategies = given.problem.strategies
        free, others = {**strategies, given.role: FREE}, {given.role: [strategies[given.role]]}
        loose = replace(given.problem, strategies=free, others=others)
        part = AskedClaim(given.question, loose, {given.role: LIST}, ((_GIVEN, False),))
        choices = limits.deadline.run(lambda: choices_of(loose, limits, _orbits(loose, limits)))
        if isinstance(choices, Stop):
            raise Expired(choices) if choices.kind else wrong(f"no exceptions: {choices.reason}")
        self.choices, self.seen = choices, [AllPlays(part, 0, choices)]
        return self.from_the_least(1)

    def candidates(self, size: int, take: Callable[[Candidate], object]) -> None:
        facts = list(self.seen[0].facts())
        facts += [f"weight(s(0,{n}),{len(self.choices.at[n])})." for n in self.choices.reached]
        frame = render("synthesis/exceptions.lp.j2")
        # from below: of many violations each needs an exception, which is soon proved
        options = ["--opt-strategy=usc"]
        self.answers(lambda: fill_program({LIST: _TERM}, facts, frame), take, options)

    def settle(self) -> None:
        claim, given = self.choices.problem.claim, self.known.given
        if not self.held:
            text = f"no exceptions make {claim} true"
            if claim.quantifier == "can":
                return self.end("none", text)
            raise internal(f"{text}, though some strategy keeps it")
        (candidate,) = self.held.values()
        overruling = (atom.arguments for atom in candidate.atoms)
        # the number of the option to be taken, at each choice at which the strategy is overruled
        chosen = {at.arguments[1].number: action.number for action, at in overruling}
        overruled = tuple(_overruled(self.choices, chosen))
        self.note(positions=len(self.choices.ordered), overruled=overruled)
        if (pages := len(self.known.pages)) > MOST_PAGES:
            raise wrong(f"a book of the exceptions would need more than {MOST_PAGES:,} pages")
        problem, about = _with_book(self.known, self.name), f"{pages} exceptions from {given.text}"
        self.note(after=answer_or_stop(problem, self.limits, about))
        return self.end("repaired", "the claim is proved")


def _orbits(match: Match, limits: Limits) -> Callable[[int], int]:
    """Return a position of each orbit under the symmetries of the rules, whatever strategies do."""
    symmetries = symmetry_group(load_machine(free_play(match.game), limits.deadline))
    return lambda position: min(image_of(position, symmetry) for symmetry in symmetries)


def _overruled(choices: Choices, chosen: Mapping[int, int]) -> Iterator[Overruled]:
    unpack = choices.machine.unpack
    for number in sorted(chosen, reverse=True):  # as plays come to them
        option = choices.ordered[number].options[chosen[number]]
        at = choices.at[number]
        pages = {unpack(p): tuple(sorted(a for a, o in at[p] if o == option)) for p in sorted(at)}
        first = min(at)
        recommended = tuple(sorted(a for a, o in at[first] if o.by))
        position = unpack(first)
        yield Overruled(position, recommended, pages[position], tuple(pages.items()))


def _with_book(exceptions: Exceptions, name: str) -> Problem:
    """Return the claim with the exceptions in front of the strategy."""
    problem, role = exceptions.given.problem, exceptions.given.role
    given = problem.strategies[role]
    while any(source.path and source.path.stem == name for source in given.tactics):
        name += "_too"
    source = parse(exceptions.book(name).encode(), f"tactics/{name}.lp")
    term = Composition("first", "", (Composition("tactic", name), given.composition))
    strategy = Strategy(f"first({name}, {given.text})", term, (*given.tactics, source))
    return replace(problem, strategies={**problem.strategies, role: strategy})
