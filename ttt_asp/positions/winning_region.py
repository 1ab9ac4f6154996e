"""Winning regions: the positions at which a role can keep a claim (Zermelo 1913).

Values are computed by backward induction. The others play by their strategies, of the role itself
all legal moves are looked at. Layers are gone through once, up to symmetry if they are large; each
move is kept as places: those where it is made, and those of the successors in the next layer.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from ttt_asp.claims.claim import Claim
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.exploration import made
from ttt_asp.positions.explore import MANY
from ttt_asp.positions.layers import AnyBatch, AnyForm, Places, Positions, Ranks, Vector
from ttt_asp.positions.machine import Machine

# No more positions are looked at, and no more moves, in words of a position each.
MOST = 500_000
_WORDS = 1 << 21


@dataclass(frozen=True, slots=True)
class Edges:
    """A move at some positions of a layer.

    Attributes:
        own: whether it is the keeper's. allowed: whether plays make it; else it is only legal.
        places: of the positions. after: the places of their successors in the next layer.
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
        layers: the positions of each layer, sorted; of each orbit one where the form folds.
        edges: of each layer the moves from there.
        legal, allowed: of each layer for each position 1 where the claim can be kept, by legal
            moves or by moves that the role's strategy allows; else 0.
    """

    role: str
    form: AnyForm
    layers: list[Positions] = field(default_factory=list)
    edges: list[list[Edges]] = field(default_factory=list)
    legal: list[Ranks] = field(default_factory=list)
    allowed: list[Ranks] = field(default_factory=list)

    def kept(self, values: Sequence[Ranks], depth: int, positions: Sequence[int]) -> list[bool]:
        """Return the values, `legal` or `allowed`, of positions at a depth."""
        if not positions:
            return []
        (places,) = self.form.finder(self.layers[depth])([self.form.packed(positions)])
        return [bool(value) for value in self.form.taken(values[depth], places)]

    def plays(self, well: bool) -> Iterator[tuple[int, list[Edges]]]:
        """Yield the moves of plays from each layer, at positions that plays reach.

        Args:
            well: whether to go on only from such moves of the keeper's as keep the claim.
        """
        form = self.form
        reached = form.filled(1, 1)
        for depth in range(len(self.layers) - 1):
            following = form.filled(form.size(self.layers[depth + 1]), 0)
            allowed_moves = []
            for edges in self.edges[depth]:
                if edges.allowed:
                    come = form.ranked(form.taken(reached, edges.places), 1)
                    places, after = form.taken(edges.places, come), form.taken(edges.after, come)
                    allowed_moves.append(Edges(edges.own, True, places, after))
                    if well and edges.own:
                        kept = form.ranked(form.taken(self.allowed[depth + 1], after), 1)
                        after = form.taken(after, kept)
                    form.put(following, after, 1)
            yield depth, allowed_moves
            reached = following


def winning_region(
    problem: Problem, role: str, machine: Machine, limits: Limits
) -> WinningRegion | None:
    """Find the positions at which a role can keep a claim.

    Args:
        problem: the claim, with `never` or `always`.
        role: who is to keep it.
        machine: of the problem.
        limits: when to give up, and at how many positions, if at fewer than `MOST`.

    Returns:
        None where a position comes after different numbers of moves, several roles choose at
        once, or the moves of the others are not determined somewhere.

    Raises:
        Expired: time is up, or there are too many positions.
    """
    with suppress(_NoValues):
        for form in _forms(machine, limits.symmetry):
            with suppress(_OtherForm):
                return _Search(problem.claim, machine, limits, WinningRegion(role, form)).run()
    return None


class _OtherForm(Exception):
    """Raised where layers turn out to be large, or up to symmetry to share positions."""


class _NoValues(Exception):
    """Raised where there are no such values."""


def _forms(machine: Machine, fold: bool) -> Iterator[AnyForm]:
    """Yield forms of layers to be tried, each where the one before does not suffice."""
    yield machine.small_form
    # a door to numpy: small games do not wait for its import
    from ttt_asp.positions.orbit_layers import numpy_form

    yield numpy_form(machine, fold)
    yield numpy_form(machine, False)


@dataclass
class _Search:
    claim: Claim
    machine: Machine
    limits: Limits
    region: WinningRegion
    positions: int = 0
    words: int = 0

    def run(self) -> WinningRegion:
        """Go through all layers, and back from the last to the first."""
        region, form = self.region, self.region.form
        layer: Positions = form.packed([self.machine.init])
        while True:
            size = form.size(layer)
            if form.grows and size > MANY:
                raise _OtherForm
            self._within(size, 0)
            region.layers.append(layer)
            for values in (region.legal, region.allowed):
                values.append(form.filled(size, 0))
            moves, moved = [], []
            for batch in form.batches(layer, self.machine.plan):
                self.limits.deadline.check()
                self._ends(batch)
                for edges, positions in self._moves(batch):
                    moves.append(edges)
                    moved.append(positions)
            if not moved:
                break
            layer, places = form.linked(moved)
            region.edges.append([replace(e, after=a) for e, a in zip(moves, places, strict=True)])
            if form.size(form.without(layer, None, region.layers)[0]) < form.size(layer):
                raise _OtherForm if form.folds else _NoValues
        for depth in range(len(region.layers) - 2, -1, -1):
            for move in [] if self._late(depth) else region.edges[depth]:
                for values in (region.legal, region.allowed) if move.allowed else (region.legal,):
                    after = form.taken(values[depth + 1], move.after)
                    form.improve(values[depth], move.places, after, move.own)
        return region

    def _ends(self, batch: AnyBatch) -> None:
        """Set the values before any sweep: kept at good ends, and where others move."""
        region, machine, values = self.region, self.machine, batch.values
        if self._late(len(region.layers) - 1):
            return
        agreeing = values[machine.outcome]
        if self.claim.quantifier != "always":
            agreeing = agreeing ^ batch.every
        start = values[machine.terminal] & agreeing | self._choosing(batch, own=False)
        places = batch.indices(start)
        for ranks in (region.legal, region.allowed):
            region.form.put(ranks[-1], places, 1)

    def _moves(self, batch: AnyBatch) -> Iterator[tuple[Edges, Positions]]:
        """Yield the moves from a batch, and the successors of its positions."""
        machine, values = self.machine, batch.values
        unsaid = values[machine.undetermined] & ~self._choosing(batch, own=True)
        if batch.any(values[machine.several] | unsaid):
            raise _NoValues
        for number, action in enumerate(machine.actions):
            is_own = action.move.role == self.region.role
            legal, plays = values[action.legal], values[action.plays]
            for allowed in (True, False) if is_own else (True,):
                where = legal & plays if allowed else legal & ~plays
                for vector, effect in made(machine, batch, number, where):
                    places = batch.indices(vector)
                    self._within(0, len(places))
                    yield Edges(is_own, allowed, places, places), batch.move(vector, effect)

    def _choosing(self, batch: AnyBatch, own: bool) -> Vector:
        """Return where it is the keeper that moves, or where it is not."""
        gates = [a.legal for a in self.machine.actions if (a.move.role == self.region.role) == own]
        return reduce(or_, map(batch.values.__getitem__, gates), batch.values[FALSE])

    def _late(self, depth: int) -> bool:
        return self.claim.by is not None and depth > self.claim.by

    def _within(self, positions: int, moves: int) -> None:
        self.positions += positions
        self.words += moves * -(-len(self.machine.base) // 64)
        most = min(self.limits.at_most(MOST), MOST)
        if self.positions > most or self.words > _WORDS:
            most = min(most, self.positions)
            raise Expired(Stop("positions", f"no blunder analysis: more than {most:,} positions"))
