"""All mistakes: positions at which a choice of a strategy's breaks a claim, or gives it away.

What is looked for depends on the claim. Of how plays end it is a choice after which the claim
cannot be kept any more, where it still could be; of a strategy that keeps to another one it is a
choice that this one does not recommend. Mistakes that a symmetry of the game takes to one another
count as one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from ttt_asp.claims.problem import Problem, free_play, over_all_positions
from ttt_asp.deadline import STOPS, Expired, stop_of
from ttt_asp.errors import InputError, wrong
from ttt_asp.extension import hook
from ttt_asp.extensions.exploring.inspection import inspect_batches
from ttt_asp.extensions.exploring.recommendations import Recommendations
from ttt_asp.extensions.exploring.winning_region import winning_region
from ttt_asp.limits import Limits, number_of
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.records import dataclass
from ttt_asp.result import Brief
from ttt_asp.strategies.strategy import asked_of
from ttt_asp.verdict import Verdict

# Mistakes that are listed, at most.
LISTED = 100
# Positions that are compared up to symmetry, at most, times the number of symmetries.
_COMPARED = 200_000
# Positions whose gates are evaluated at once.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Mistake:
    """A position at which a choice of a strategy's breaks a claim, or gives it away.

    Attributes:
        position: its fluents.
        chosen: the moves that the strategy recommends there, and that are wrong.
        keeping: the moves that would be right.
    """

    position: frozenset[str]
    chosen: tuple[str, ...]
    keeping: tuple[str, ...]

    def spelt(self, spell: Callable[[str], str]) -> "Mistake":
        """Return it with terms as a game's file spells them."""
        chosen, keeping = (tuple(map(spell, some)) for some in (self.chosen, self.keeping))
        return Mistake(frozenset(map(spell, self.position)), chosen, keeping)


@dataclass(frozen=True, slots=True)
class Mistakes(Brief):
    """All mistakes of a strategy of which a claim is refuted.

    Attributes:
        listed: the first of them, those after the fewest moves first.
        number: how many there are.
        alike: whether those count as one that a symmetry of the game takes to one another.
    """

    listed: tuple[Mistake, ...]
    number: int
    alike: bool

    def __str__(self) -> str:
        return f"{number_of(self.number, 'mistake')}{', up to symmetry' if self.alike else ''}"


# What was found: the positions that have one, and what to say of some.
Found = tuple[list[int], Callable[[Sequence[int]], Iterator[Mistake]]]


def with_mistakes(problem: Problem, verdict: Verdict, limits: Limits) -> Verdict:
    """Return a verdict with all mistakes, or a note on why they are not known."""
    if verdict.verdict != "refuted":
        return verdict

    def find() -> Mistakes | None:
        if asked_of(problem.strategies) and verdict.positions is None:
            raise wrong("programs were asked only until a play decided")
        return find_mistakes(problem.written(), verdict, limits)

    try:
        search = replace(verdict.blunder_search, mistakes=limits.deadline.run(find))
        return replace(verdict, blunder_search=search)
    except InputError as error:
        why = error.diagnostics[0].message
    except STOPS as error:
        why = stop_of(error).reason
    return replace(verdict, notes=(*verdict.notes, f"mistakes are not listed: {why}"))


def find_mistakes(problem: Problem, verdict: Verdict, limits: Limits) -> Mistakes | None:
    """Find all mistakes of the role that a refuted claim is about.

    Args:
        problem: the question.
        verdict: its verdict, with the blunder where the claim is of how plays end.
        limits: when to give up, and at how many positions at most.

    Returns:
        None where nobody is to blame: the claim is not refuted, or has no blunder.

    Raises:
        InputError: the positions cannot be looked at; the message says why.
        Expired: time is up, or there are too many positions.
    """
    if verdict.verdict != "refuted" or problem.every is not None:
        return None
    if problem.claim.kept:
        return _collected(problem, *_departures(problem, limits), limits)
    lost = verdict.blunder
    if lost is None:
        return None
    role = next(role for role in problem.game.roles if problem.game.spelt(role) == lost.role)
    return _collected(problem, *_given_away(problem, role, limits), limits)


def _given_away(problem: Problem, role: str, limits: Limits) -> Found:
    """Return the positions of plays at which a choice of a role's gives the claim away."""
    machine = load_machine(problem, limits.deadline)
    region = winning_region(problem, role, machine, limits)
    form, reached = region.form, region.reached(well=False)
    bad = form.filled(form.size(region.positions), 0)
    for edges in chain.from_iterable(region.edges):
        if edges.own and edges.allowed:
            lost = form.taken(edges.places, region.at(region.legal, 0, edges.after))
            lost = form.taken(lost, region.at(region.legal, 1, lost))
            form.put(bad, form.taken(lost, region.at(reached, 1, lost)), 1)

    def described(some: Sequence[int]) -> Iterator[Mistake]:
        for here in inspect_batches(machine, some, limits.deadline):
            kept = region.kept(region.legal, [step.after for step in here.steps])
            steps = list(zip(here.steps, kept, strict=True))
            yield Mistake(
                machine.unpack(here.position),
                tuple(step.move.action for step, well in steps if step.allowed and not well),
                tuple(step.move.action for step, well in steps if well),
            )

    positions = list[int]()
    for layer, places in zip(region.layers, region.places, strict=True):
        positions += [form.at(layer, place) for place in region.at(bad, 1, places)]
    return positions, described


def _departures(problem: Problem, limits: Limits) -> Found:
    """Return the positions at which a strategy recommends what the one that it keeps to does not.

    Raises:
        Expired: a limit was reached.
    """
    role = problem.claim.role or ""
    others = [problem.strategies[role], *problem.others[role]]
    asked = replace(over_all_positions(problem), others={role: others})
    machine = load_machine(asked, limits.deadline)
    every = replace(limits, stop_at_first=False, count=False, scratch=None)
    plays = explore(asked, machine, every, problem.horizon)
    if plays.stopped is not None:
        raise Expired(plays.stopped)
    found = Recommendations.of(machine, asked, role)
    positions: list[int] = []
    for layer in plays.layers:
        for batch in plays.batches(layer):
            places = batch.indices(batch.values[machine.broken])
            positions += [plays.form.at(layer, place) for place in places]

    def described(some: Sequence[int]) -> Iterator[Mistake]:
        for position, here in zip(some, found.at(some), strict=True):
            own = tuple(sorted(action for action, by in here.by.items() if by == 1))
            yield Mistake(
                machine.unpack(position),
                own,
                tuple(sorted(action for action, by in here.by.items() if by & 2)),
            )

    return list(dict.fromkeys(positions)), described


def _collected(
    problem: Problem,
    positions: Sequence[int],
    described: Callable[[Sequence[int]], Iterator[Mistake]],
    limits: Limits,
) -> Mistakes:
    """Return the mistakes at some positions, one of those that are alike."""
    spell, first = problem.game.spelt, dict[object, Mistake]()
    alike, kind = _kinds(problem, len(positions), limits)
    for start in range(0, len(positions), _BATCH):
        limits.deadline.check()
        for mistake in described(positions[start : start + _BATCH]):
            first.setdefault(kind(mistake), mistake)
    listed = tuple(mistake.spelt(spell) for mistake in islice(first.values(), LISTED))
    return Mistakes(listed, len(first), alike)


def _kinds(
    problem: Problem, number: int, limits: Limits
) -> tuple[bool, Callable[[Mistake], object]]:
    """Return whether mistakes are compared up to symmetry, and what those alike have in common."""
    large = hook("arrays")
    if large is None or number > _COMPARED:
        return False, lambda mistake: mistake.position
    machine = load_machine(free_play(problem.game), limits.deadline)
    group = large.symmetry_group(machine, moves=True)
    if number * len(group) > _COMPARED:
        return False, lambda mistake: mistake.position
    bits = {fluent: bit for bit, fluent in enumerate(machine.base)}
    moves = {action.move.action: len(bits) + n for n, action in enumerate(machine.actions)}

    def kind(mistake: Mistake) -> tuple[int, ...]:
        numbers = [bits[fluent] for fluent in mistake.position]
        numbers += [moves[action] for action in mistake.chosen]
        return min(tuple(sorted(element[number] for number in numbers)) for element in group)

    return len(group) > 1, kind
