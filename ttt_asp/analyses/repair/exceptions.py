"""The fewest positions at which a strategy has to be overruled for a claim to be true."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import clingo

from ttt_asp.analyses.fill.choices import Choices, choices_of
from ttt_asp.analyses.fill.fill import hopeless
from ttt_asp.analyses.fill.result import Search
from ttt_asp.analyses.fill.search import reached, situations, solve
from ttt_asp.analyses.fill.task import Part
from ttt_asp.analyses.repair.lists import LIST, GivenList
from ttt_asp.analyses.repair.result import Exceptions, Overruled, searched
from ttt_asp.claims.problem import Problem, free_play
from ttt_asp.claims.question import read
from ttt_asp.deadline import Expired
from ttt_asp.engines.answer import settled
from ttt_asp.errors import internal, wrong
from ttt_asp.limits import Limits
from ttt_asp.lp.source import parse
from ttt_asp.lp.templates import render
from ttt_asp.positions.exploration import Exploration, unlayered
from ttt_asp.positions.explore import explored
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.groups import Images
from ttt_asp.positions.look import look
from ttt_asp.positions.machine import load
from ttt_asp.positions.symmetry import group
from ttt_asp.positions.voices import Said
from ttt_asp.programs.program import fill_program
from ttt_asp.strategies.book import MOST_PAGES
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import ANY, Strategy

# Of more positions the fewest are not looked for.
MOST = 100_000
NAME = "exceptions"
_GIVEN = "given"
_TERM = Composition(
    "first", "", (Composition("tactic", "exception"), Composition("tactic", _GIVEN))
)


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
    search = Search(Exceptions(given, settled(given.problem, limits)), limits)
    return searched(search, lambda: _search(search, name))


def _search(search: Search[Exceptions], name: str) -> None:
    given, limits = search.known.given, search.limits
    free = read(given.question_with(ANY), limits.deadline)
    plays = limits.deadline.run(lambda: explored(free, limits, MOST))
    if plays.stopped:
        raise Expired(plays.stopped)
    if not plays.layered and free.claim.by is not None:
        raise unlayered("exceptions", free.game)
    choices = limits.deadline.run(lambda: _choices(given, free, plays, limits))
    if choices.start.breaks:
        part = Part(given.question, free, {given.role: LIST}, ())
        return search.end("none", hopeless(part, limits))
    chosen = _fewest(choices, given.role, limits)
    if chosen is None and free.claim.quantifier == "can":
        return search.end("none", f"no exceptions make {free.claim} true")
    if chosen is None:
        raise internal(f"no exceptions make {free.claim} true, though some strategy keeps it")
    overruled = tuple(_overruled(choices, plays, chosen))
    search.note(positions=len(choices.found), overruled=overruled)
    found = search.known
    if len(found.pages) > MOST_PAGES:
        raise wrong(f"a book of the exceptions would need more than {MOST_PAGES:,} pages")
    what = f"{len(found.pages)} exceptions from {given.text}"
    search.note(after=settled(_with_book(found, name), limits, ("repair", what)))
    return search.end("repaired", "the claim is proved")


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

    # positions are one exception if the rules do not tell them apart, whatever strategies do
    symmetries = group(load(free_play(free.game), limits.deadline))
    images = [Images(some) for some in symmetries]

    def apart(position: int) -> int:
        return min(one.of(position) for one in images)

    return choices_of(free, plays, graph, {given.role: at}, limits.deadline, apart)


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
