"""The choices of the strategies with holes in all plays, as far as fillings tell them apart.

All else is taken out: the moves of others, moves without a choice, the ends of plays. Positions
are merged at which the same tactics recommend moves to the same places: no filling treats them
differently, whatever operators make of tactics. So a board's symmetries need not be known, and are
not assumed of tactics that do not respect them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.extensions.exploring.graph import Graph, backward_induction, graph_of
from ttt_asp.extensions.exploring.inspection import Inspection, explore_uncounted, inspect_batches
from ttt_asp.extensions.exploring.recommendations import Recommendations, Recommended
from ttt_asp.limits import Limits
from ttt_asp.positions.graph import Steps
from ttt_asp.positions.machine import Machine

# Positions up to which all are looked at; of more only those that plays of candidates come to.
MOST = 100_000

# As the bits of a number: all terms.
_EVERY_TERM = -1
# What positions are told apart by, besides their moves and the futures after them.
Key = Callable[[int], Hashable]


@dataclass(frozen=True, slots=True)
class Future:
    """The ways that plays may go on, until a strategy with holes has to choose again.

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
        future: the ways that plays may go on after it.
    """

    by: int
    future: Future


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """Positions that no filling tells apart, at which a strategy with holes has to choose.

    Attributes:
        role: whose strategy. options: the moves, two or more.
        apart: a key that keeps positions apart though no filling tells them apart.
    """

    role: str
    options: tuple[Option, ...]
    apart: Hashable = None


@dataclass
class Choices:
    """The choices in all plays of a claim.

    Attributes:
        problem: the claim, see `choices_of`. machine: the gates of it.
        ordered: by number, from the last in plays to the first; in no order where plays go round.
        at: the positions of each, with the action that makes each move.
        start: the future from the initial position on.
        numbers: the number of each choice.
        circles: whether plays may go round; then every position where play goes on is a choice of
            its own, all of whose moves all terms recommend where no role with holes chooses.
    """

    problem: Problem
    machine: Machine
    ordered: list[OpenChoice] = field(default_factory=list)
    at: list[dict[int, list[tuple[str, Option]]]] = field(default_factory=list)
    start: Future = field(default_factory=Future)
    numbers: dict[OpenChoice, int] = field(default_factory=dict)
    circles: bool = False

    def future(
        self,
        position: int,
        role: str,
        recommended: Recommended,
        moves: Iterable[tuple[str, Future]],
        apart: Key,
    ) -> Future:
        """Record a choice; return the future from its position on, where a role with holes chooses.

        Args:
            position: packed.
            role: whose turn it is.
            recommended: the recommendations there.
            moves: each action, with the future after it.
            apart: see `choices_of`.
        """
        made = [(action, Option(recommended.by.get(action, 0), future)) for action, future in moves]
        options = list(dict.fromkeys(option for _, option in made))
        if all(option.future.breaks for option in options):
            return Future(breaks=True)  # whoever comes here has lost already
        if recommended.undetermined:  # of no claim there is a verdict then
            options.append(Option(recommended.undetermined, Future(breaks=True)))
        if len(options) == 1:  # two moves that are alike: it is a choice all the same
            options *= 2
        options.sort(
            key=lambda o: (o.by, sorted(o.future.choices), o.future.breaks, o.future.shows)
        )
        choice = OpenChoice(role, tuple(options), apart(position))
        number = self.numbers.setdefault(choice, len(self.numbers))
        if number == len(self.ordered):
            self.ordered.append(choice)
            self.at.append({})
        self.at[number][position] = made
        return Future(frozenset({number}))

    @property
    def open(self) -> list[int]:
        """Return the numbers of the choices that plays can come to where a role has to choose."""
        return [number for number in self.reached if self.ordered[number].role]

    @property
    def options(self) -> list[int]:
        """Return the terms, as bits, that recommend each move at the choices plays can come to."""
        options = chain.from_iterable(self.ordered[number].options for number in self.open)
        return [option.by for option in options]

    @cached_property
    def reached(self) -> list[int]:
        """Return the numbers of the choices that plays can come to before they have lost."""
        seen: dict[int, None] = {}
        stack = sorted(self.start.choices)
        while stack:
            number = stack.pop()
            if number not in seen:
                seen[number] = None
                for option in self.ordered[number].options:
                    if not option.future.breaks:
                        stack += option.future.choices
        return list(seen)


def choices_of(
    problem: Problem,
    limits: Limits,
    apart: Key = lambda _: None,
    most: int = MOST,
    circles: bool = False,
) -> Choices | Stop:
    """Go through all plays of a claim, from the last positions back.

    Args:
        problem: the claim; roles whose choices are looked at may do anything, and are asked about
            terms.
        limits: of the work.
        apart: positions for which this differs are not merged.
        most: the number of positions that are looked at where no limit is given.
        circles: whether choices are listed where play can go round too; see `Choices`.

    Returns:
        The choices; or why they cannot be listed: there are too many positions, play can go round
        in a circle, or a claim with `by move N` is about positions that come after different
        numbers of moves.

    Raises:
        Expired: a limit was reached.
        InputError: the explicit engine does not apply to the game.
    """
    deadline = limits.deadline
    plays = explore_uncounted(problem, limits, most)
    if plays.stopped and plays.stopped.kind != "positions":
        raise Expired(plays.stopped)
    if plays.stopped:
        return plays.stopped
    if not plays.layered and problem.claim.by is not None:
        return Stop("", "a position comes after different numbers of moves in this game")
    graph = graph_of(plays, deadline)
    if graph.cyclic and not circles:
        return Stop("", "play can go round in a circle in this game")
    everyone = {role: Recommendations.of(plays.machine, problem, role) for role in problem.others}
    recommended: dict[int, tuple[str, Recommended]] = {}
    ends: dict[int, Future] = {}
    for depth, layer in enumerate(plays.layers):
        positions = plays.form.unpacked(layer)
        deadline.check()
        for role, terms in everyone.items():
            at = zip(positions, terms.at(positions), strict=True)
            recommended |= {position: (role, advice) for position, advice in at if advice.asked}
        over = [position for position in positions if not graph.moves[position]]
        for here in inspect_batches(plays.machine, over, deadline):
            ends[here.position] = end_of(problem, here, depth)
    return choices_in(problem, plays.machine, graph, recommended, ends, apart)


def choices_in(
    problem: Problem,
    machine: Machine,
    graph: Graph,
    recommended: Mapping[int, tuple[str, Recommended]],
    ends: Mapping[int, Future],
    apart: Key = lambda _: None,
) -> Choices:
    """Return the choices in a graph of moves, from the last positions back.

    Args:
        problem: see `choices_of`.
        machine: the gates of it.
        graph: moves from its first position on.
        recommended: where a role with holes has to choose, which one, and what is recommended.
        ends: the futures of the positions where the graph ends.
        apart: see `choices_of`.
    """
    choices = Choices(problem, machine, circles=graph.cyclic)
    if graph.cyclic:
        choices.start = _all_choices(choices, graph.moves, recommended, ends)[machine.init]
        return choices

    def future(position: int, after: list[Future]) -> Future:
        if position in ends:
            return ends[position]
        if position not in recommended:
            return _union(after)
        moves = zip((move.action for move, _ in graph.moves[position]), after, strict=True)
        return choices.future(position, *recommended[position], moves, apart)

    futures = backward_induction(
        graph.order, lambda p: (after for _, after in graph.moves[p]), future
    )
    choices.start = futures[machine.init]
    return choices


def _all_choices(
    choices: Choices,
    moves: Mapping[int, Steps],
    recommended: Mapping[int, tuple[str, Recommended]],
    ends: Mapping[int, Future],
) -> Mapping[int, Future]:
    """List each position where play goes on as a choice; return the futures of all positions."""
    going_on = [position for position in reversed([*moves]) if position not in ends]
    futures = dict(ends)
    futures |= {position: Future(frozenset({n})) for n, position in enumerate(going_on)}
    for position in going_on:
        after = [(move.action, futures[other]) for move, other in moves[position]]
        role, options = "", [Option(_EVERY_TERM, _union([future for _, future in after]))]
        if position in recommended:
            role, advice = recommended[position]
            options = [Option(advice.by.get(action, 0), future) for action, future in after]
            if advice.undetermined:
                options.append(Option(advice.undetermined, Future(breaks=True)))
        options = list(dict.fromkeys(options))
        if role and len(options) == 1:  # see `Choices.future`
            options *= 2
        choices.ordered.append(OpenChoice(role, tuple(options), position))
    return futures


def end_of(problem: Problem, here: Inspection, depth: int) -> Future:
    """Return the future where plays end, get stuck, or are too long, after a number of moves."""
    quantifier, by = problem.claim.quantifier, problem.claim.by
    late = by is not None and depth + (not here.terminal) > by
    wrong_end = here.outcome == (quantifier == "never")
    if late or (quantifier != "can" and (here.stuck or (here.terminal and wrong_end))):
        return Future(breaks=True)
    # a play that gets stuck shows nothing, and breaks nothing
    return Future(shows=quantifier == "can" and here.terminal and here.outcome)


def _union(futures: Sequence[Future]) -> Future:
    return Future(
        frozenset[int]().union(*(future.choices for future in futures)),
        any(future.breaks for future in futures),
        any(future.shows for future in futures),
    )
