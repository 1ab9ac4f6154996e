"""Winning regions: the positions at which a role can keep a claim (Zermelo 1913).

Values are computed by backward induction. The others play by their strategies, of the role itself
all legal moves are looked at. Positions are gone through once, up to symmetry if they are many;
each move is kept as places: those where it is made, and those of the successors.

A value does not depend on how many moves were made, unless the claim counts them. So each position
has one, however it is reached. Where plays may go on for ever these keep what is never to be, and
not what is always to be: values are the greatest fixpoint of the step backwards, or the least.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain
from operator import or_

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import wrong
from ttt_asp.extension import hook
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import worth_arrays
from ttt_asp.positions.gates import FALSE
from ttt_asp.positions.layers import Batch, Form, Places, Positions, Ranks, Vector
from ttt_asp.positions.machine import Machine, made
from ttt_asp.positions.position import goalless_error, simultaneous_at, undetermined_at

# No more positions are looked at, and no more moves, in words of a position each.
MOST = 500_000
_WORDS = 1 << 21


@dataclass(frozen=True, slots=True)
class Edges:
    """A move at some positions of a layer.

    Attributes:
        own: whether it is the keeper's. allowed: whether plays make it; else it is only legal.
        places: of the positions. after: the places of their successors.
    """

    own: bool
    allowed: bool
    places: Places
    after: Places


@dataclass(frozen=True)
class WinningRegion:
    """The positions at which a role can keep a claim.

    Attributes:
        role: the keeper. form: how layers are handled.
        layers: the positions that are reached first after each number of moves; of each orbit one
            where the form folds.
        positions: those of all layers, sorted; places are among these.
        places: of the positions of each layer.
        edges: of each layer the moves from there.
        legal, allowed: for each position 1 where the claim can be kept, by legal moves or by moves
            that the role's strategy allows; else 0.
    """

    role: str
    form: Form
    layers: Sequence[Positions]
    positions: Positions
    places: Sequence[Places]
    edges: Sequence[Sequence[Edges]]
    legal: Ranks
    allowed: Ranks

    def kept(self, values: Ranks, positions: Sequence[int]) -> list[bool]:
        """Return the values, `legal` or `allowed`, of positions."""
        if not positions:
            return []
        (places,) = self.form.finder(self.positions)([self.form.packed(positions)])
        return [bool(value) for value in self.form.taken(values, places)]

    def reached(self, well: bool) -> Ranks:
        """Return for each position 1 where plays reach it, else 0.

        Args:
            well: whether to go on only by such moves of the keeper's as keep the claim.
        """
        form = self.form
        reached = form.filled(form.size(self.positions), 0)
        form.put(reached, self.places[0], 1)
        known, number = 0, 1
        while known < number:
            known = number
            for edges in chain.from_iterable(self.edges):
                if edges.allowed:
                    after = form.taken(edges.after, self.at(reached, 1, edges.places))
                    if well and edges.own:
                        after = form.taken(after, self.at(self.allowed, 1, after))
                    form.put(reached, after, 1)
            number = len(form.ranked(reached, 1))
        return reached

    def at(self, values: Ranks, value: int, places: Places) -> Places:
        """Return the numbers of those of some places that have a value."""
        return self.form.ranked(self.form.taken(values, places), value)


def winning_region(problem: Problem, role: str, machine: Machine, limits: Limits) -> WinningRegion:
    """Find the positions at which a role can keep a claim.

    Args:
        problem: the claim, with `never` or `always`.
        role: who is to keep it.
        machine: of the problem.
        limits: when to give up, and at how many positions, if at fewer than `MOST`.

    Raises:
        InputError: several roles choose at once, a play ends without exactly one goal for every
            role, the moves of the others are not determined somewhere, or the claim counts moves
            and positions come after different numbers.
        Expired: time is up, or there are too many positions.
    """
    try:
        return _Search(problem, role, machine, limits, machine.small_form).run()
    except _ManyPositions:
        form = hook("arrays").numpy_form(machine, limits.symmetry)
        return _Search(problem, role, machine, limits, form).run()


class _ManyPositions(Exception):
    """Raised where layers turn out to be large."""


@dataclass
class _Search:
    problem: Problem
    role: str
    machine: Machine
    limits: Limits
    form: Form
    layers: list[Positions] = field(default_factory=list)
    following: list[Positions] = field(default_factory=list)
    edges: list[list[Edges]] = field(default_factory=list)
    starts: list[Ranks] = field(default_factory=list)
    seen: int = 0
    words: int = 0

    def run(self) -> WinningRegion:
        """Go through all positions, and back from the last to the first."""
        form, layer = self.form, self.form.packed([self.machine.init])
        while form.size(layer):
            if worth_arrays(form, layer) and hook("arrays"):
                raise _ManyPositions
            layer = self._layer(layer)
        positions, _ = form.merge([(layer, None) for layer in self.layers])
        find = form.finder(positions)
        places, following = find(self.layers), find(self.following)
        edges = [
            [
                replace(e, places=form.taken(here, e.places), after=form.taken(after, e.after))
                for e in moves
            ]
            for here, after, moves in zip(places, following, self.edges, strict=False)
        ]
        region = WinningRegion(self.role, form, self.layers, positions, places, edges, [], [])
        legal, allowed = self._values(region, False), self._values(region, True)
        return replace(region, legal=legal, allowed=allowed)

    def _layer(self, layer: Positions) -> Positions:
        """Look at the moves from a layer; return the positions after them that are new."""
        form, start = self.form, self.form.filled(self.form.size(layer), 0)
        self._within(form.size(layer), 0)
        moves, moved = [], []
        for batch in form.batches(layer, self.machine.plan):
            self.limits.deadline.check()
            form.put(start, self._starting(batch), 1)
            for edges, positions in self._moves(batch):
                moves.append(edges)
                moved.append(positions)
        self.layers.append(layer)
        self.starts.append(start)
        if not moved:
            return form.packed([])
        following, places = form.linked(moved)
        self.following.append(following)
        self.edges.append([replace(e, after=a) for e, a in zip(moves, places, strict=True)])
        fresh, _ = form.without(following, None, self.layers)
        counted = self.problem.claim.by is not None and not self._late(len(self.layers) - 1)
        if counted and form.size(fresh) < form.size(following):
            why = "the claim counts moves, and some positions come after different numbers of them"
            raise wrong(why)
        return fresh

    def _values(self, region: WinningRegion, allowed: bool) -> Ranks:
        """Return the values of positions, by the moves that the keeper's strategy allows or all."""
        form, size = self.form, self.form.size(region.positions)
        values = form.filled(size, int(self.problem.claim.quantifier != "always"))
        known, number = -1, size
        while known != number:  # values only grow, or only fall
            known = number
            for depth in range(len(self.layers) - 1, -1, -1):
                self.limits.deadline.check()
                self._step_back(region, depth, values, allowed)
            number = len(form.ranked(values, 1))
        return values

    def _step_back(self, region: WinningRegion, depth: int, values: Ranks, allowed: bool) -> None:
        """Compute the values in a layer from those of its successors."""
        form, here, start = self.form, region.places[depth], self.starts[depth]
        last = depth >= len(region.edges) or self._late(depth)
        moves = [m for m in ([] if last else region.edges[depth]) if m.allowed or not allowed]
        after = [form.taken(values, move.after) for move in moves]
        for value in (0, 1):
            form.put(values, form.taken(here, form.ranked(start, value)), value)
        for move, others in zip(moves, after, strict=True):
            form.improve(values, move.places, others, move.own)

    def _starting(self, batch: Batch) -> Places:
        """Return where the claim is kept at first: at good ends, and where others can move."""
        machine, values = self.machine, batch.values
        if self._late(len(self.layers)):
            return batch.indices(values[FALSE])
        agreeing = values[machine.outcome]
        if self.problem.claim.quantifier != "always":
            agreeing = agreeing ^ batch.every
        moved_on = self._choosing(batch, own=False) & ~values[machine.stuck]
        return batch.indices(values[machine.terminal] & agreeing | moved_on)

    def _moves(self, batch: Batch) -> Iterator[tuple[Edges, Positions]]:
        """Yield the moves from a batch, and the successors of its positions."""
        machine, values = self.machine, batch.values
        if batch.any(several := values[machine.several]):
            raise simultaneous_at(self.problem.game, machine.unpack(batch.first(several)))
        if batch.any(ends := values[machine.terminal] & values[machine.goalless]):
            raise goalless_error(self.problem.game, machine.unpack(batch.first(ends)))
        if batch.any(unsaid := values[machine.undetermined] & ~self._choosing(batch, own=True)):
            first = machine.unpack(batch.first(unsaid))
            raise undetermined_at(self.problem.game, self.problem.consulted, first)
        for allowed in (True, False):
            moves = []
            for action in machine.actions:
                legal, plays = values[action.legal], values[action.plays]
                if allowed or action.move.role == self.role:
                    moves.append((action, legal & plays if allowed else legal & ~plays))
            for action, vector, effect in made(machine, batch, moves):
                places, is_own = batch.indices(vector), action.move.role == self.role
                self._within(0, len(places))
                yield Edges(is_own, allowed, places, places), batch.move(vector, effect)

    def _choosing(self, batch: Batch, own: bool) -> Vector:
        """Return where it is the keeper that moves, or where it is not."""
        gates = [a.legal for a in self.machine.actions if (a.move.role == self.role) == own]
        return reduce(or_, map(batch.values.__getitem__, gates), batch.values[FALSE])

    def _late(self, depth: int) -> bool:
        return self.problem.claim.by is not None and depth > self.problem.claim.by

    def _within(self, positions: int, moves: int) -> None:
        self.seen += positions
        self.words += moves * -(-len(self.machine.base) // 64)
        most = min(self.limits.at_most(MOST), MOST)
        if self.seen > most or self.words > _WORDS:
            most = min(most, self.seen)
            raise Expired(Stop("positions", f"more than {most:,} positions"))
