"""Every position that occurs in plays, layer by layer.

Layer N has the positions that some play reaches first after N moves; where the number of moves
is limited, all positions that it reaches after N moves. Positions are merged across move orders.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Expired, Stop, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.extension import hook, missing
from ttt_asp.limits import Limits, ProgressReport, number_of, progress_text
from ttt_asp.positions.exploration import Exploration, Occurrence, stray_fluent_error
from ttt_asp.positions.layers import Counts, Form, Moved, Positions
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.position import goalless_error, simultaneous_at, undetermined_at
from ttt_asp.programs.compose import has_pick
from ttt_asp.records import dataclass
from ttt_asp.strategies.strategy import asked_of

# A layer of more positions than this is worth the import of numpy.
MANY = 8000
# The most positions that wait before duplicates are merged.
AT_ONCE = 1 << 22


def explore(
    match: Match,
    machine: Machine,
    limits: Limits,
    horizon: int | None = None,
    strict: bool = True,
    fold: bool = False,
    scratch: Path | None = None,
    begun: Exploration | None = None,
    enough: Callable[[Exploration], bool] | None = None,
    heeded: bool = True,
) -> Exploration:
    """Explore every play of a match-up.

    Args:
        match: who plays what; of a problem, `limits.stop_at_first` heeds the claim.
        machine: its gates.
        limits: where to stop.
        horizon: the number of moves after which plays are cut; None for all.
        strict: whether a play that ends without a goal for every role is an error.
        fold: whether layers may have one position of each orbit under the match's symmetries;
            this is done in larger games where every position comes after one number of moves.
        scratch: the folder of large layers; an exploration begun there goes on.
        begun: an exploration of the same that reached a limit on positions, which goes on.
        enough: asked at each layer, before its moves are made, whether to halt there.
        heeded: whether plays keep to the answers of strategies that are asked; else these are asked
            at all positions that the others leave.

    Raises:
        InputError: two roles choose at once, a `pick` names no single action, or a play ends
            without a goal for every role; the scratch folder is no place for this.
    """
    if asked_of(match.strategies):
        asking = hook("asking")(match, machine, heeded, scratch)
        explorer = _Explorer(match, machine, limits, horizon, strict, asking=asking)
        explored: Exploration = asking.explored(explorer.run)
        return explored
    explorer = _Explorer(match, machine, limits, horizon, strict, scratch, enough)
    if begun is not None and begun.waiting is not None:
        explorer = replace(explorer, begun=begun)
        fold = fold and begun.layered
    try:
        return replace(explorer, fold=fold).run()
    except _Unlayered:
        return replace(explorer, begun=None).run()


def worth_arrays(form: Form, layer: Positions) -> bool:
    """Whether a layer is a list, and so large that it is worth the import of numpy."""
    return form.grows and form.size(layer) > MANY


class _Unlayered(Exception):
    """Raised where layers up to symmetry share positions: cycles have to be looked for."""


@dataclass
class _Explorer:
    match: Match
    machine: Machine
    limits: Limits
    horizon: int | None
    strict: bool
    folder: Path | None = None
    enough: Callable[[Exploration], bool] | None = None
    fold: bool = False
    begun: Exploration | None = None
    asking: Any = None

    def run(self) -> Exploration:
        self.exploration = exploration = self.begun or self._beginning()
        try:
            if self.folder is None:
                self._layers(None)
            else:
                if (large := hook("arrays")) is None:
                    message = f"layers are kept in folders by {missing('--scratch')}"
                    raise wrong(message, Location.argument("scratch"))
                question = self.match, exploration, self.limits, self.horizon
                scratch = large.open_scratch(self.folder, *question)
                with scratch.ours():
                    self._layers(scratch)
        except (Expired, MemoryError) as error:
            moves = len(exploration.layers) - 1
            report = ProgressReport("positions", exploration.positions, moves=moves)
            reached = progress_text([report])
            if self.asking is not None:
                asked = f"{self.asking.reached}, up to move {moves + 1}"
                reached = f"; {asked}, and no play decides the claim so far"
            exploration.stopped = replace(stop_of(error), reached=reached)
        ended = exploration.stopped or exploration.halted
        exploration.complete = not ended and exploration.cut is None
        if self.horizon is not None and not exploration.layered and exploration.complete:
            # layers may share some
            merged, _ = exploration.form.merge([(layer, None) for layer in exploration.layers])
            exploration.positions = exploration.form.size(merged)
        return exploration

    def _beginning(self) -> Exploration:
        form = self.machine.small_form
        exploration = Exploration(self.machine, form, asking=self.asking)
        exploration.decided = {
            role: dict.fromkeys((text for text, _ in parts), 0)
            for role, parts in self.machine.parts.items()
        }
        if self.limits.count is False:
            exploration.outcomes = None
        return exploration

    def _layers(self, scratch: Any) -> None:
        exploration = self.exploration
        layer = exploration.form.packed([self.machine.init])
        counts: Counts | None = None if self.limits.count is False else [1]
        if exploration.waiting is not None:
            (layer, counts), exploration.waiting = exploration.waiting, None
            exploration.stopped = None
        if scratch is not None:
            begun = scratch.begun(exploration, self.fold)
            if exploration.layers:
                layer, counts = exploration.layers.pop(), begun
        while exploration.form.size(layer):
            if worth_arrays(exploration.form, layer) and (large := hook("arrays")):
                layer, counts = large.to_numpy(exploration, layer, counts, self.fold)
            exploration.waiting = layer, counts
            self._within(fresh=exploration.form.size(layer))
            exploration.waiting = None
            if scratch is not None and not exploration.form.grows:
                layer = scratch.keep(exploration, layer, counts)
            sizes = exploration.form.sizes(layer)
            exploration.layers.append(layer)
            exploration.positions += (
                exploration.form.size(layer) if sizes is None else exploration.form.sum(sizes)
            )
            if self.enough is not None and self.enough(exploration):
                exploration.halted = True
                return
            last = self.horizon is not None and len(exploration.layers) > self.horizon
            pending = self._layer(layer, counts, sizes, last)
            exploration.halted = exploration.halted or (bool(pending) and self._decided())
            if exploration.halted or not pending:
                return
            self.limits.deadline.check()
            merged, counts = exploration.form.merge(pending)
            del pending
            layer, counts = self._fresh(merged, counts)

    def _fresh(self, merged: Positions, counts: Counts | None) -> Moved:
        """Return the positions of a next layer that are in no layer yet."""
        exploration = self.exploration
        if self.horizon is not None and not exploration.layered:
            return merged, counts
        fresh, kept = exploration.form.without(merged, counts, exploration.layers)
        if exploration.form.size(fresh) == exploration.form.size(merged):
            return merged, counts
        if exploration.form.folds:
            raise _Unlayered
        exploration.layered = False
        if self.horizon is not None:
            return merged, counts
        exploration.outcomes = None  # plays are then counted afterwards, if at all
        return fresh, None if counts is None else kept

    def _layer(
        self, layer: Positions, counts: Counts | None, sizes: Counts | None, last: bool
    ) -> list[Moved]:
        """Look at the positions of a layer; return their successors, unless it is the last."""
        exploration, machine = self.exploration, self.machine
        depth = len(exploration.layers) - 1
        pending: list[Moved] = []
        self.limits.tell("positions", exploration.positions, moves=depth)
        for batch in exploration.batches(layer, last or self._decided()):
            self.limits.deadline.check()
            values = batch.values
            if batch.any(values[machine.several]):
                several = machine.unpack(batch.first(values[machine.several]))
                raise simultaneous_at(self.match.game, several)
            if batch.any(values[machine.undetermined]):
                first = batch.first(values[machine.undetermined])
                raise undetermined_at(self.match.game, self.match.consulted, machine.unpack(first))
            bad = values[machine.terminal] & values[machine.goalless]
            if self.strict and batch.any(bad):
                raise goalless_error(self.match.game, machine.unpack(batch.first(bad)))
            exploration.see(batch)
            if counts is not None and exploration.outcomes is not None:
                exploration.tally(batch, counts)
            for role, parts in machine.parts.items():
                for text, gate in parts:
                    where = values[gate]
                    number = batch.count(where) if sizes is None else batch.total(where, sizes)
                    exploration.decided[role][text] += number
            moved: list[Moved] = []
            if last or self._decided():
                going_on = [vector for _, vector, _ in exploration.moves(batch)]
                if going_on and last and exploration.cut is None:
                    exploration.cut = Occurrence(depth, batch.first(reduce(or_, going_on)))
                exploration.halted = exploration.halted or (bool(going_on) and not last)
                continue
            for action, vector, effect in exploration.moves(batch):
                selected = None if counts is None else batch.selected(vector, counts)
                if effect.stray and batch.any(vector & batch.value(effect, effect.stray)):
                    first = batch.first(vector & batch.value(effect, effect.stray))
                    raise stray_fluent_error(self.match, machine, first, action.move)
                moved.append((batch.move(vector, effect), selected))
            if moved:
                pending.append(exploration.form.gathered(moved))
                waiting = [exploration.form.size(positions) for positions, _ in pending]
                if sum(waiting[1:]) > max(AT_ONCE, waiting[0]):  # most are there twice
                    pending = [exploration.form.merge(pending)]
            self._within(pending)
            self.limits.tell("positions", exploration.positions, moves=depth)
        return pending

    def _decided(self) -> bool:
        """Whether a play decides the claim, where the search is to stop at the first."""
        if not self.limits.stop_at_first or not isinstance(self.match, Problem):
            return False
        claim, exploration = self.match.claim, self.exploration
        if claim.quantifier == "can":
            return exploration.agreeing is not None and not has_pick(self.match.strategies)
        if claim.of_strategy:
            return exploration.broken is not None and not has_pick(self.match.consulted)
        late = claim.by is not None and len(exploration.layers) > claim.by + 1
        wrong_end = exploration.agreeing if claim.quantifier == "never" else exploration.against
        no_proof = self.limits.proof_only and exploration.stuck is not None
        return late or no_proof or wrong_end is not None

    def _within(self, pending: Sequence[Moved] = (), fresh: int = 0) -> None:
        exploration, form, limits = self.exploration, self.exploration.form, self.limits
        kept = sum(map(form.size, exploration.layers))
        if fresh and limits.foresees and len(exploration.layers) > 1:
            # as many times more as when the role that is to move now moved last, if they alternate
            before, after = map(form.size, exploration.layers[-2:])
            fresh = max(fresh, fresh * after // before)
        if limits.max_positions is not None and kept + fresh > limits.max_positions:
            reason = f"the limit of {number_of(limits.max_positions, 'position')} was reached"
            raise Expired(Stop("positions", reason))
        if limits.max_memory is None:
            return
        held = 0 if self.folder else sum(form.memory(layer) for layer in exploration.layers)
        # the next layer is sorted in a copy, and counts take as much as positions
        copies = 2 if limits.count is False else 3
        held += copies * sum(form.memory(positions) for positions, _ in pending)
        if held > limits.max_memory:
            reason = f"the limit of {limits.max_memory / 1e6:,.0f} MB was reached"
            raise Expired(Stop("memory", reason))
