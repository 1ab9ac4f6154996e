"""Whether a game is well-formed, in the sense of the Game Description Language.

The properties are those of Love et al., *General Game Playing: Game Description Language
Specification* (2008), section 6: a game is *playable* if every role has a legal move at every
reachable position that is not terminal; it *terminates* if no play goes on for ever; it is
*monotonic* if every role has exactly one goal at every reachable position, and no role's goal
falls in the course of a play; it is *weakly winnable* if every role gets 100 at the end of some
play. Games published since give goals at terminal positions only, or goals that fall: so
exactly one goal at each terminal position is what is asked for, and the other two are notes. So
are two more: the end is *coherent* if no two roles have won there at once (A. Jäckle, *Games in
Lean*); the game is of *zero sum* if goals add up to 50 for each role.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from ttt_asp.analyses.properties import Property, longest
from ttt_asp.analyses.wellformed_at_once import wellformed_at_once
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.engines.circuit.gates import FALSE
from ttt_asp.engines.circuit.schedule import schedule
from ttt_asp.engines.explicit.exploration import Exploration, Spot
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.graph import graph_of
from ttt_asp.engines.explicit.layers import Batch, Vector
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.explicit.trace import shortest, written
from ttt_asp.engines.explicit.unsuited import AtOnce
from ttt_asp.engines.limits import GRACE, Limits
from ttt_asp.errors import Unsuited
from ttt_asp.games.game import Game

# The properties without which a game is no game; the others are notes.
NEEDED = ("playable", "terminates", "goals")
# Where goals are given everywhere, every move is looked at for one that falls; up to so many.
_MOST = 200_000


@dataclass
class _Seen:
    """What a pass over all positions found."""

    idle: dict[str, Spot] = field(default_factory=dict)
    bad_end: Spot | None = None
    two_won: tuple[str, str, Spot] | None = None
    partial: bool = False
    goals: dict[int, tuple[int, ...]] = field(default_factory=dict)


def wellformed(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    """Look at every reachable position of a game.

    Args:
        game: which.
        limits: where to stop; what was not seen by then is not known.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        InputError: the rules make no sound circuit.
    """
    match = free_play(game)
    known: list[Property] = []

    def work() -> None:
        limits.tell("grounding")
        machine = load(match, limits.deadline)
        found = explore(match, machine, limits, strict=False)
        known.extend(_properties(game, found, limits, everybody))

    reason = ""
    try:
        limits.deadline.run(work, GRACE)
    except STOPS as error:
        reason = stop_of(error).reason
    except AtOnce:
        return _at_once(game, limits, everybody)
    except Unsuited as error:
        reason = error.diagnostics[0].message
    names = {one.name for one in known}
    return known + [Property(name, None, reason) for name in NEEDED if name not in names]


def _at_once(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    try:
        return wellformed_at_once(game, limits, everybody)
    except STOPS as error:
        return [Property(name, None, stop_of(error).reason) for name in NEEDED]


def _properties(
    game: Game, found: Exploration, limits: Limits, everybody: bool
) -> Iterator[Property]:
    machine = found.machine
    seen = _look(game, found, everybody)
    limit = found.stopped.reason if found.stopped else ""
    for role, spot in seen.idle.items():
        who = game.spelt(role) if role else "nobody"
        said = f"{who} has {'no' if role else 'a'} legal move in the last position"
        yield Property("playable", False, said, shortest(found, spot, "stuck"))
        break
    else:
        who = "every role" if everybody else "some role"
        said = f"{who} has a legal move at every position that is not terminal"
        yield Property("playable", None if limit else True, limit or said)
    if limit:
        yield Property("terminates", None, limit)
    elif found.layered:
        yield Property("terminates", True, longest(len(found.layers) - 1))
    else:
        graph = graph_of(found, limits.deadline)
        start = machine.init
        if graph.cyclic:
            play = written(found, start, graph.lasso(start), "lasso")
            yield Property("terminates", False, "a play can go on for ever", play)
        else:
            yield Property("terminates", True, longest(len(graph.longest(start))))
    if seen.bad_end is not None:
        said = "not every role has exactly one goal in the last position"
        yield Property("goals", False, said, shortest(found, seen.bad_end, "ended"))
    else:
        said = "every role has exactly one at every terminal position"
        yield Property("goals", None if limit else True, limit or said)
    yield _coherent(game, found, seen)
    yield _zero_sum(found)
    yield _winnable(game, found)
    yield _monotonic(game, found, seen, limits)
    count = f"{found.positions:,} are reachable"
    yield Property("positions", None if limit else True, limit or count)


def _look(game: Game, found: Exploration, everybody: bool) -> _Seen:
    """Go over all positions once more, with the gates that say who has a legal move."""
    machine, seen = found.machine, _Seen()
    atoms = machine.circuit.rules.atoms("acts", 1)
    acts = {
        role: machine.circuit.gates[atoms[role,]] if (role,) in atoms else FALSE
        for role in game.roles
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
                if batch.any(idle):
                    seen.idle.setdefault(role, Spot(depth, batch.first(idle)))
            bad = batch.values[machine.goalless]
            if batch.any(bad & terminal) and seen.bad_end is None:
                seen.bad_end = Spot(depth, batch.first(bad & terminal))
            seen.two_won = seen.two_won or _both(found, batch, depth, terminal)
            seen.partial = seen.partial or batch.any(bad)
            if not seen.partial and found.positions <= _MOST:
                _note_goals(found, batch, seen)
    return seen


def _both(
    found: Exploration, batch: Batch, depth: int, terminal: Vector
) -> tuple[str, str, Spot] | None:
    """Two roles that have won at once where play is over, and where."""
    roles, goals = found.machine.roles, found.machine.goals
    won = [(role, batch.values[has[100]]) for role, has in zip(roles, goals, strict=True)
           if 100 in has]  # fmt: skip
    for (one, here), (other, there) in combinations(won, 2):
        if batch.any(both := here & there & terminal):
            return one, other, Spot(depth, batch.first(both))
    return None


def _note_goals(found: Exploration, batch: Batch, seen: _Seen) -> None:
    positions = found.form.unpacked(batch.positions)
    rows: list[list[int]] = [[] for _ in positions]
    for gates in found.machine.goals:
        for value, gate in gates.items():
            vector = batch.values[gate]
            for place in batch.indices(vector):
                rows[int(place) - batch.start].append(value)
    seen.goals.update(zip(positions, map(tuple, rows), strict=True))


def _coherent(game: Game, found: Exploration, seen: _Seen) -> Property:
    if seen.two_won is not None:
        one, other, spot = seen.two_won
        said = f"{game.spelt(one)} and {game.spelt(other)} have both won in the last position"
        return Property("coherent", False, said, shortest(found, spot, "ended"))
    if found.stopped:
        return Property("coherent", None, found.stopped.reason)
    return Property("coherent", True, "no two roles have won at once where play ends")


def _zero_sum(found: Exploration) -> Property:
    odd = next((v for v in sorted(found.vectors) if None in v or sum(v) != 50 * len(v)), None)
    if odd is not None:
        return Property(
            "zero-sum", False, f"some play ends with the goals {', '.join(map(str, odd))}"
        )
    if found.stopped:
        return Property("zero-sum", None, found.stopped.reason)
    return Property("zero-sum", True, "every play ends with goals of 50 on average")


def _winnable(game: Game, found: Exploration) -> Property:
    best = [max((vector[i] for vector in found.vectors), default=None)
            for i in range(len(game.roles))]  # fmt: skip
    short = [game.spelt(r) for r, value in zip(game.roles, best, strict=True) if value != 100]
    if not short:
        return Property("winnable", True, "every role gets 100 at the end of some play")
    if found.stopped:
        return Property("winnable", None, found.stopped.reason)
    return Property("winnable", False, f"no play gives 100 to {' or '.join(short)}")


def _monotonic(game: Game, found: Exploration, seen: _Seen, limits: Limits) -> Property:
    if seen.partial:
        said = "there are positions without exactly one goal for every role"
        return Property("monotonic", False, said)
    if found.stopped or found.positions > _MOST:
        return Property(
            "monotonic", None, str(found.stopped or "too many positions to look at moves")
        )
    for depth, layer in enumerate(found.layers):
        limits.deadline.check()
        before = found.form.unpacked(layer)
        for action, places, after in found.successors(layer):
            for place, position in zip(places, found.form.unpacked(after), strict=True):
                old, new = seen.goals[before[place]], seen.goals[position]
                for role, one, other in zip(game.roles, old, new, strict=True):
                    if other < one:
                        way = shortest(found, Spot(depth, before[place]), "cut")
                        steps = [*zip(way.moves, map(found.machine.pack, way.positions[1:]),
                                      strict=True), (action.move, position)]  # fmt: skip
                        play = written(found, found.machine.init, steps, "cut")
                        said = f"the last move lowers {game.spelt(role)}'s goal, {one} to {other}"
                        return Property("monotonic", False, said, play)
    return Property("monotonic", True, "no role's goal ever falls")
