"""The choices of the strategies with holes in all plays, as far as fillings tell them apart.

Everything else is taken out: what others do, moves without a choice, the ends of plays. Positions
are merged at which the same tactics recommend moves to the same places: no filling treats them
differently, whatever operators make of tactics. So a board's symmetries need not be known, and are
not assumed of tactics that do not respect them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.graph import Graph, Steps
from ttt_asp.positions.look import Look, looks
from ttt_asp.positions.voices import Said


@dataclass(frozen=True, slots=True)
class Future:
    """What may come next, until a strategy with holes has to choose again.

    Attributes:
        choices: the numbers of the choices that plays come to.
        breaks: some play breaks the claim, or gets stuck, before that.
        shows: some play ends with the claim's outcome before that.
    """

    choices: frozenset[int] = frozenset()
    breaks: bool = False
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A move at a choice.

    Attributes:
        by: the numbers of the terms that recommend it, as the bits of a number.
        future: what comes of it.
    """

    by: int
    future: Future


@dataclass(frozen=True, slots=True)
class Choice:
    """Positions that no filling tells apart, at which a strategy with holes has to choose.

    Attributes:
        role: whose strategy. options: the moves, two or more.
        apart: what is told apart though no filling does.
    """

    role: str
    options: tuple[Option, ...]
    apart: Hashable = None


@dataclass
class Choices:
    """The choices in all plays of a problem.

    Attributes:
        problem: its roles with holes play `first(any, TERM, ...)` of all terms there may be.
        found: by number, from the last in plays to the first.
        at: the positions of each, with the action that makes each move.
        start: what may come from the initial position on.
        apart: positions for which this differs are not merged.
        ends: where plays end, get stuck, or are too long. numbers: of those found.
    """

    problem: Problem
    apart: Callable[[int], Hashable]
    found: list[Choice] = field(default_factory=list)
    at: list[dict[int, list[tuple[str, Option]]]] = field(default_factory=list)
    start: Future = field(default_factory=Future)
    ends: dict[int, Future] = field(default_factory=dict)
    numbers: dict[Choice, int] = field(default_factory=dict)

    def read(self, here: Look, late: bool) -> None:
        """Remember where plays end, get stuck, or are too long."""
        quantifier = self.problem.claim.quantifier
        wrong_end = here.outcome == (quantifier == "never")
        if late or (quantifier != "can" and (here.stuck or (here.terminal and wrong_end))):
            self.ends[here.position] = Future(breaks=True)
        elif quantifier == "can" and here.terminal and here.outcome:
            # a play that gets stuck shows nothing, and breaks nothing
            self.ends[here.position] = Future(shows=True)

    def future(
        self,
        position: int,
        steps: Steps,
        futures: Mapping[int, Future],
        said: tuple[str, Said] | None,
    ) -> Future:
        """What may come from a position on, given that of those after it."""
        if position in self.ends:
            return self.ends[position]
        if said is None:
            return _union(futures[after] for _, after in steps)
        role, what = said
        moves = [(m.action, Option(what.by.get(m.action, 0), futures[p])) for m, p in steps]
        found = list(dict.fromkeys(option for _, option in moves))
        if all(option.future.breaks for option in found):
            return Future(breaks=True)  # whoever comes here has lost already
        if what.undetermined:  # of no claim there is a verdict then
            found.append(Option(what.undetermined, Future(breaks=True)))
        if len(found) == 1:  # two moves that are alike: it is a choice all the same
            found *= 2
        found.sort(key=lambda o: (o.by, sorted(o.future.choices), o.future.breaks, o.future.shows))
        choice = Choice(role, tuple(found), self.apart(position))
        number = self.numbers.setdefault(choice, len(self.numbers))
        if number == len(self.found):
            self.found.append(choice)
            self.at.append({})
        self.at[number][position] = moves
        return Future(frozenset({number}))


def choices_of(
    problem: Problem,
    explored: Exploration,
    graph: Graph,
    voices: Mapping[str, Callable[[Sequence[int]], list[Said]]],
    deadline: Deadline,
    apart: Callable[[int], Hashable] = lambda _: None,
) -> Choices:
    """Go through all plays from the last positions back.

    Args:
        problem: the claim, against loose strategies.
        explored: all its plays.
        graph: the same, which has no cycle.
        voices: of each role with holes what is said at positions.
        deadline: when to give up.
        apart: positions for which this differs are not merged.

    Raises:
        Expired: time is up.
    """
    back = Choices(problem, apart)
    said: dict[int, tuple[str, Said]] = {}
    late = problem.claim.by
    for depth, layer in enumerate(explored.layers):
        positions = explored.form.unpacked(layer)
        deadline.check()
        for role, one in voices.items():
            at = zip(positions, one(positions), strict=True)
            said |= {position: (role, what) for position, what in at if what.asked}
        too_late = late is not None and depth > late
        over = [p for p in positions if too_late or not graph.moves[p]]
        for here in looks(explored.machine, over, deadline):
            back.read(here, too_late)
    futures: dict[int, Future] = {}
    for position in reversed(graph.order):
        steps = graph.moves[position]
        futures[position] = back.future(position, steps, futures, said.get(position))
    back.start = futures[explored.machine.init]
    return back


def _union(futures: Iterable[Future]) -> Future:
    every = list(futures)
    return Future(
        frozenset[int]().union(*(one.choices for one in every)),
        any(one.breaks for one in every),
        any(one.shows for one in every),
    )
