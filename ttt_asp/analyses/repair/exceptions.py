"""The fewest positions at which a strategy has to be overruled for a claim to be true."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

from ttt_asp.analyses.board_symmetry import moved, rectangular
from ttt_asp.analyses.fill.choices import Choices, choices_of
from ttt_asp.analyses.fill.facts import reached, situations
from ttt_asp.analyses.fill.fill import hopeless
from ttt_asp.analyses.fill.given_list import LIST, GivenList
from ttt_asp.analyses.fill.search import solve
from ttt_asp.analyses.fill.task import Part
from ttt_asp.analyses.repair.result import Found
from ttt_asp.claims.problem import Problem
from ttt_asp.claims.question import read
from ttt_asp.deadline import STOPS, Expired, Stop, Stopped, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.engines.explicit.exploration import UNLAYERED, Exploration
from ttt_asp.engines.explicit.explore import explored
from ttt_asp.engines.explicit.graph import graph_of
from ttt_asp.engines.explicit.look import look
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.explicit.voices import Said
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import internal, wrong
from ttt_asp.games.notation import Notation
from ttt_asp.lp.source import parse
from ttt_asp.paths import in_comment
from ttt_asp.programs.fill import fill_program
from ttt_asp.programs.templates import render
from ttt_asp.result import Result
from ttt_asp.strategies.book import MOST_PAGES, Page, book
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import ANY, Strategy
from ttt_asp.verdict import Verdict

# Of more positions the fewest are not looked for.
MOST = 100_000
NAME = "exceptions"
_GIVEN = "given"
_TERM = Composition(
    "first", "", (Composition("tactic", "exception"), Composition("tactic", _GIVEN))
)


@dataclass(frozen=True, slots=True)
class Overruled:
    """Positions at which a strategy is overruled, which count as one.

    Attributes:
        position: the fluents of one of them.
        recommended: what the strategy recommends there. instead: what is to be played.
        pages: all of them, with what is to be played there: turns and reflections of the board
            take them to one another, and there the strategy does the same, and the same comes of
            every move.
    """

    position: frozenset[str]
    recommended: tuple[str, ...]
    instead: tuple[str, ...]
    pages: tuple[Page, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exceptions(Result):
    """The fewest positions at which a strategy has to be overruled.

    Attributes:
        answer: `repaired`; `proved`, where there is nothing to repair; `none`, where no strategy
            keeps the claim; or `unknown`.
        reason: why, in words.
        given: the strategy, its role, and the claim. before: the verdict with it.
        overruled: the positions, up to symmetry; no fewer will do.
        positions: how many there were to choose from, up to symmetry.
        after: the verdict with the exceptions, proved.
        seconds: spent.
        stopped: what ended the search before its end, if anything did.
    """

    answer: Found
    reason: str
    given: GivenList = field(repr=False)
    before: Verdict
    overruled: tuple[Overruled, ...] = ()
    positions: int | None = None
    after: Verdict | None = None
    seconds: float = 0.0
    stopped: Stopped = ""

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every position at which the strategy is overruled, and what is played there."""
        return tuple(page for one in self.overruled for page in one.pages)

    def book(self, name: str) -> str:
        """The text of a tactic file that overrules the strategy, to be put in front of it."""
        about = (
            f"the exceptions that {in_comment(str(self.given.problem.claim))} needs: it overrules"
        )
        about += f"\n{in_comment(self.given.text)} in first({name}, ...)."
        return book(name, self.given.role, self.pages, about, "`ttt-asp repair --exceptions`")

    def as_json(self) -> dict[str, Any]:
        """The exceptions as plain data, the keys of `--json`."""
        return {
            "answer": self.answer,
            "reason": self.reason,
            "claim": str(self.given.problem.claim),
            "role": self.given.role,
            "given": self.given.text,
            "exceptions": [
                {
                    "position": sorted(one.position),
                    "recommended": list(one.recommended),
                    "instead": list(one.instead),
                    "positions": len(one.pages),
                }
                for one in self.overruled
            ],
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped or None,
            "before": self.before.as_json(),
            "after": None if self.after is None else self.after.as_json(),
        }


def exceptions(given: GivenList, limits: Limits, name: str = NAME) -> Exceptions:
    """Look for the fewest positions at which a strategy has to be overruled.

    Args:
        given: the strategy, and the claim.
        limits: of the search as a whole; one that is reached, or Ctrl-C, leaves the answer
            `unknown`.
        name: what to call them, where they stand in front of the strategy.

    Raises:
        InputError: the explicit engine does not apply to the game, or play can go round in it.
        InternalError: an engine refutes what the search has proved.
        Expired: a limit was reached before it was known whether there is anything to repair.
    """
    before = answer(given.problem, "auto", limits)
    if before.verdict == "unknown":
        raise Expired(Stop(before.stopped, before.reason))
    found = Exceptions("unknown", "", given, before)
    if before.verdict == "proved":
        reason = f"there is nothing to repair: {before.reason}"
        found = replace(found, answer="proved", reason=reason)
    else:
        try:
            found = _search(found, limits, name)
        except STOPS as error:
            stop = stop_of(error)
            found = replace(found, answer="unknown", reason=str(stop), stopped=stop.kind)
    return replace(found, seconds=limits.deadline.elapsed)


def _search(found: Exceptions, limits: Limits, name: str) -> Exceptions:
    given = found.given
    free = read(given.question_with(ANY), limits.deadline)
    plays = limits.deadline.run(lambda: explored(free, limits, MOST))
    if plays.stopped:
        raise Expired(plays.stopped)
    if not plays.layered and free.claim.by is not None:
        raise wrong(f"no exceptions: {UNLAYERED}")
    choices = limits.deadline.run(lambda: _choices(given, free, plays, limits))
    if choices.start.breaks:
        part = Part(given.question, free, {given.role: LIST}, ())
        return replace(found, answer="none", reason=hopeless(part, limits))
    chosen = _fewest(choices, given.role, limits)
    if chosen is None:
        raise internal(f"no exceptions make {free.claim} true, though some strategy keeps it")
    found = replace(
        found,
        answer="repaired",
        reason="the claim is proved",
        positions=len(choices.found),
        overruled=tuple(_overruled(choices, plays, chosen)),
    )
    if len(found.pages) > MOST_PAGES:
        raise wrong(f"a book of the exceptions would need more than {MOST_PAGES:,} pages")
    verdict = answer(_with_book(found, name), "auto", limits)
    if verdict.verdict == "unknown":
        raise Expired(Stop(verdict.stopped, verdict.reason))
    if verdict.verdict != "proved":
        text = f"repair has {verdict.claim} proved, engine auto {verdict.verdict}"
        raise internal(f"{text}: {len(found.pages)} exceptions from {given.text}")
    return replace(found, after=verdict)


def _choices(given: GivenList, free: Problem, plays: Exploration, limits: Limits) -> Choices:
    graph = graph_of(plays, limits.deadline)
    if graph.cyclic:
        raise wrong("no exceptions: play can go round in a circle in this game")
    machine = load(given.problem, limits.deadline)

    def at(positions: Sequence[int]) -> list[Said]:
        """What the given strategy recommends, exactly as in plays, its picks included."""
        packed = [machine.pack(plays.machine.unpack(position)) for position in positions]
        return [
            Said(
                one.mover == given.role and len(one.steps) > 1,
                {step.move.action: int(step.allowed) for step in one.steps},
            )
            for one in look(machine, packed)
        ]

    apart = _pictures(Notation(free.game), plays, at)
    return choices_of(free, plays, graph, {given.role: at}, limits.deadline, apart.__getitem__)


def _pictures(notation: Notation, plays: Exploration, at: Any) -> dict[int, Hashable]:
    """For each position at which the role has to choose the first of its turns and reflections."""
    positions = [p for layer in plays.layers for p in plays.form.unpacked(layer)]
    asked = [p for p, said in zip(positions, at(positions), strict=True) if said.asked]
    cells = sorted(notation.cells)
    itself: dict[int, Hashable] = {position: position for position in asked}
    if not cells:
        return itself
    shown = {}
    for position in asked:
        rows = notation.rows(plays.machine.unpack(position))
        shown[position] = [rows[i - 1][j - 1] for i, j in cells]
    if len(set(map(tuple, shown.values()))) < len(asked):  # the board does not say everything
        return itself
    ways = list(dict.fromkeys(rectangular(cells)))
    return {p: min(moved(board, way) for way in ways) for p, board in shown.items()}


def _fewest(choices: Choices, role: str, limits: Limits) -> Mapping[int, int] | None:
    """For the choices at which the strategy is overruled the number of the option to be taken."""
    facts = list(situations(choices, [(_GIVEN, False)], {role: LIST}, 0))
    facts += [f"weight(s(0,{n}),{len(choices.at[n])})." for n in reached(choices)]
    best: list[dict[int, int]] = []

    def take(model: clingo.Model) -> bool:
        pairs: Iterator[list[clingo.Symbol]] = (s.arguments for s in model.symbols(shown=True))
        best.append({at.arguments[1].number: action.number for action, at in pairs})
        return True

    frame = render("frames/exceptions.lp.j2")
    solve(lambda: fill_program({LIST: _TERM}, facts, frame), [], take, limits.deadline)
    return best[-1] if best else None


def _overruled(
    choices: Choices, plays: Exploration, chosen: Mapping[int, int]
) -> Iterator[Overruled]:
    unpack = plays.machine.unpack
    for number in sorted(chosen, reverse=True):  # as plays come to them
        option = choices.found[number].options[chosen[number]]
        at = choices.at[number]
        pages = {unpack(p): tuple(sorted(a for a, o in at[p] if o == option)) for p in sorted(at)}
        first = min(at)
        recommended = tuple(sorted(a for a, o in at[first] if o.by))
        position = unpack(first)
        yield Overruled(position, recommended, pages[position], tuple(pages.items()))


def _with_book(found: Exceptions, name: str) -> Problem:
    """The claim with the exceptions in front of the strategy."""
    problem, role = found.given.problem, found.given.role
    given = problem.strategies[role]
    while any(source.path and source.path.stem == name for source in given.tactics):
        name += "_too"
    source = parse(found.book(name).encode(), f"tactics/{name}.lp")
    term = Composition("first", "", (Composition("tactic", name), given.composition))
    strategy = Strategy(f"first({name}, {given.text})", term, (*given.tactics, source))
    return replace(problem, strategies={**problem.strategies, role: strategy})
