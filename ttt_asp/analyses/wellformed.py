"""Whether a game is well-formed: every reachable position is looked at, many at a time by gates.

Games in which several roles choose at once have no such gates; see `joint_moves`.
"""

from functools import cache
from itertools import combinations

from ttt_asp.analyses.joint_moves import seen_at_once
from ttt_asp.analyses.properties import NEEDED, Property, Seen, properties
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.errors import Unsuited
from ttt_asp.games.game import Game
from ttt_asp.limits import GRACE, Limits
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.circuit.schedule import schedule
from ttt_asp.positions.exploration import AtOnce, Exploration, Spot
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import Graph, graph_of
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import load
from ttt_asp.positions.trace import shortest, written

# Where goals are given everywhere, every move is looked at for one that falls; up to so many.
_MOST = 200_000


def wellformed(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    """Look at every reachable position of a game.

    Args:
        game: which.
        limits: where to stop; what was not seen by then is not known.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        InputError: the rules make no sound circuit.
    """
    known: list[Property] = []
    names = {role: game.spelt(role) for role in game.roles}

    def by_gates() -> None:
        limits.tell("grounding")
        match = free_play(game)
        machine = load(match, limits.deadline)
        seen = _seen(explore(match, machine, limits, strict=False), limits, everybody)
        known.extend(properties(names, machine.init, seen, everybody))

    reason = ""
    try:
        try:
            limits.deadline.run(by_gates, GRACE)
        except AtOnce:
            known.extend(properties(names, 0, seen_at_once(game, limits, everybody), everybody))
    except STOPS as error:
        reason = stop_of(error).reason
    except Unsuited as error:
        reason = error.diagnostics[0].message
    found = {one.name for one in known}
    return known + [Property(name, None, reason) for name in NEEDED if name not in found]


def _seen(found: Exploration, limits: Limits, everybody: bool) -> Seen:
    """Go over all positions once more, with the gates that say who has a legal move."""
    machine, limit = found.machine, found.stopped.reason if found.stopped else ""
    seen = Seen(
        play=lambda spot, ending: shortest(found, spot, ending),
        along=lambda steps, ending: written(found, machine.init, steps, ending),
        graph=cache(lambda: _graph(found, limits)),
        longest=len(found.layers) - 1 if found.layered else None,
        limit=limit,
        positions=found.positions,
        ends=found.vectors,
    )
    if limit or found.positions > _MOST:
        seen.goals = None
    atoms = machine.circuit.rules.atoms("acts", 1)
    acts = {
        role: machine.circuit.gates[atoms[role,]] if (role,) in atoms else FALSE
        for role in machine.roles
    }
    if not everybody:
        acts = {"": machine.circuit.network.disjunction(acts.values())}
    goals = [gate for values in machine.goals for gate in values.values()]
    plan = schedule(
        machine.circuit.network, [machine.terminal, machine.goalless, *acts.values(), *goals]
    )
    for depth, layer in enumerate(found.layers):
        for batch in found.form.batches(layer, plan):
            terminal = batch.values[machine.terminal]
            for role, gate in acts.items():
                idle = (terminal ^ batch.every) & (batch.values[gate] ^ batch.every)
                if seen.idle is None and batch.any(idle):
                    seen.idle = role, Spot(depth, batch.first(idle))
            bad = batch.values[machine.goalless]
            if seen.bad_end is None and batch.any(bad & terminal):
                seen.bad_end = Spot(depth, batch.first(bad & terminal))
            won = [(n, batch.values[has[100]]) for n, has in enumerate(machine.goals) if 100 in has]
            for (one, here), (other, there) in combinations(won, 2):
                if seen.two_won is None and batch.any(both := here & there & terminal):
                    seen.two_won = one, other, Spot(depth, batch.first(both))
            seen.partial = seen.partial or batch.any(bad)
            if seen.goals is not None and not seen.partial:
                seen.goals.update(_goals(found, batch))
    return seen


def _graph(found: Exploration, limits: Limits) -> Graph | None:
    return None if found.stopped else graph_of(found, limits.deadline)


def _goals(found: Exploration, batch: Batch) -> dict[int, tuple[int, ...]]:
    """Every role's goal at each position of a batch."""
    positions = found.form.unpacked(batch.positions)
    rows: list[list[int]] = [[] for _ in positions]
    for gates in found.machine.goals:
        for value, gate in gates.items():
            for place in batch.indices(batch.values[gate]):
                rows[int(place) - batch.start].append(value)
    return dict(zip(positions, map(tuple, rows), strict=True))
