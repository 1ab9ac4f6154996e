"""Well-formed games: every reachable position is looked at, many at a time by gates.

In large games one position of each orbit under symmetries stands for all of them: each property
but `monotonic` is the same at all. That one is about moves, and looked at in smaller games.

Games in which several roles choose at once have too many joint moves for a gate each. There the
moves are further inputs of the gates, and every joint move at every position is evaluated. That
takes longer, so only small games are explored to their end; of others the observations so far are
reported.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product

from ttt_asp.claims.problem import Match, free_play
from ttt_asp.deadline import STOPS, Stop, stop_of
from ttt_asp.errors import Unsuited
from ttt_asp.extensions.exploring.graph import Graph, graph_of, sorted_graph
from ttt_asp.extensions.wellformed.properties import NEEDED, Property, SeenPositions, properties
from ttt_asp.games.game import Game
from ttt_asp.limits import GRACE, Limits, number_of
from ttt_asp.positions.exploration import (
    Exploration,
    Occurrence,
    stray_fluent_error,
    vectors,
)
from ttt_asp.positions.explore import explore
from ttt_asp.positions.gates import schedule
from ttt_asp.positions.graph import readable_play, shortest_play
from ttt_asp.positions.layers import Form
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.positions.position import SimultaneousMoves, strange_goals
from ttt_asp.verdict import Move, Play, simultaneous_move

# Moves that are looked at, at most, for a goal that falls, where goals are given everywhere.
MOST_GRAPHED = 200_000
# Positions, and joint moves, that are looked at, at most, where several roles choose at once.
MOST, MOST_MOVES = 20_000, 40_000
# Positions that are evaluated at once.
_AT_ONCE = 500


def well_formedness(game: Game, limits: Limits, everybody: bool) -> list[Property]:
    """Look at every reachable position of a game.

    Args:
        game: the game.
        limits: where to stop; properties that need later positions stay unknown.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        InputError: the rules make no sound circuit.
    """
    known: list[Property] = []
    names = {role: game.spelt(role) for role in game.roles}

    def by_gates() -> None:
        limits.tell("grounding")
        match = free_play(game)
        machine = load_machine(match, limits.deadline, at_once=True)
        try:
            seen = _seen_in_turn(_explored(match, machine, limits), limits)
        except SimultaneousMoves:
            seen = seen_at_once(match, machine, limits)
        _look(seen, everybody)
        if seen.bad_end:
            seen.bad_goals += strange_goals(game, machine.unpack(seen.bad_end.position))
        known.extend(properties(names, seen, everybody))

    reason = ""
    try:
        limits.deadline.run(by_gates, GRACE)
    except STOPS as error:
        reason = stop_of(error).reason
    except Unsuited as error:
        reason = error.diagnostics[0].message
    decided = {prop.name for prop in known}
    return known + [Property(name, None, reason) for name in NEEDED if name not in decided]


def _explored(match: Match, machine: Machine, limits: Limits) -> Exploration:
    """Explore a game; up to symmetry, unless it is so small that its moves are looked at."""
    uncounted = replace(limits, count=False)
    plays = explore(match, machine, uncounted, strict=False, fold=limits.symmetry)
    most = min(MOST_GRAPHED, limits.max_positions or MOST_GRAPHED)
    if plays.form.folds and not plays.stopped and plays.positions <= most:
        return explore(match, machine, uncounted, strict=False)
    return plays


def _seen_in_turn(plays: Exploration, limits: Limits) -> SeenPositions:
    """Return all positions of a game in which one role chooses at a time."""
    return SeenPositions(
        plays,
        lambda spot, ending: shortest_play(plays, spot, ending),
        cache(lambda: None if plays.stopped else graph_of(plays, limits.deadline)),
        goals=None if plays.stopped else {},
    )


def _look(seen: SeenPositions, everybody: bool) -> None:
    """Go over all positions once more, with gates for the roles that have a legal move."""
    plays, machine = seen.plays, seen.plays.machine
    if plays.positions > MOST_GRAPHED or plays.form.folds:
        seen.goals = None
    acts = machine.acts
    if not everybody:
        acts = {"": machine.circuit.network.disjunction(acts.values())}
    goals = [gate for values in machine.goals for gate in values.values()]
    plan = schedule(
        machine.circuit.network, [machine.terminal, machine.goalless, *acts.values(), *goals]
    )
    for depth, layer in enumerate(plays.layers):
        for batch in plays.form.batches(layer, plan):
            terminal = batch.values[machine.terminal]
            for role, gate in acts.items():
                idle = (terminal ^ batch.every) & (batch.values[gate] ^ batch.every)
                if seen.idle is None and batch.any(idle):
                    seen.idle = role, Occurrence(depth, batch.first(idle))
            plays.vectors.update(vector for vector, _ in vectors(batch, machine.goals, terminal))
            bad = batch.values[machine.goalless]
            if seen.bad_end is None and batch.any(bad & terminal):
                seen.bad_end = Occurrence(depth, batch.first(bad & terminal))
            won = [(n, batch.values[has[100]]) for n, has in enumerate(machine.goals) if 100 in has]
            for (first, here), (second, there) in combinations(won, 2):
                if seen.two_won is None and batch.any(both := here & there & terminal):
                    seen.two_won = first, second, Occurrence(depth, batch.first(both))
            seen.partial = seen.partial or batch.any(bad)
            if seen.goals is not None and not seen.partial:
                positions = plays.form.unpacked(batch.positions)
                for vector, where in vectors(batch, machine.goals, batch.every):
                    for place in batch.indices(where):
                        seen.goals[positions[int(place) - batch.start]] = vector


def seen_at_once(match: Match, machine: Machine, limits: Limits) -> SeenPositions:
    """Return positions of a game in which several roles choose at once, as far as limits allow.

    Args:
        match: free play of the game.
        machine: its gates.
        limits: where to stop; a joint move counts as well as a position.

    Raises:
        InputError: moves make true what is no fluent.
        Expired: time is up.
    """
    queue, known, many = [machine.init], {machine.init}, 0
    moves: dict[int, list[tuple[Move, int]]] = {}
    any_moves, number = machine.specialise.any_moves, len(machine.base)
    inputs = {Move(*key): 1 << bit for bit, key in enumerate(any_moves.inputs, number)}
    form = Form(number + len(inputs))
    most = min(MOST, limits.max_positions or MOST)
    while many <= MOST_MOVES and (todo := queue[len(moves) : most][:_AT_ONCE]):
        limits.deadline.check()
        limits.tell("positions", len(moves))
        made: list[tuple[int, Move]] = []
        packed: list[int] = []
        for position, choices in _choices(machine, todo):
            moves[position] = []
            for joint in islice(product(*choices), MOST_MOVES + 1 - many) if choices else ():
                choosing = [move for move, of in zip(joint, choices, strict=True) if len(of) > 1]
                made.append(
                    (position, choosing[0] if len(choosing) == 1 else simultaneous_move(joint))
                )
                packed.append(position | sum(inputs[move] for move in joint))
                many += 1
            if many > MOST_MOVES:
                break
        if not packed:
            continue
        batch = form.batch(packed, any_moves.plan)
        if strays := batch.indices(batch.value(any_moves.effect, any_moves.effect.stray)):
            raise stray_fluent_error(match, machine, *made[strays[0]])
        reached = batch.move(batch.every, any_moves.effect)
        for (position, move), after in zip(made, reached, strict=True):
            moves[position].append((move, after))
            if after not in known:
                known.add(after)
                queue.append(after)
    small = machine.small_form
    plays = Exploration(machine, small, [small.packed([*moves])], len(moves), layered=False)
    if many > MOST_MOVES:  # of the last position perhaps not all
        reason = f"several roles choose at once: {MOST_MOVES:,} joint moves were looked at"
        plays.stopped = Stop("positions", reason)
    elif len(moves) < len(queue):
        plays.stopped = Stop("positions", f"the limit of {number_of(most, 'position')} was reached")

    @cache
    def graph() -> Graph:
        looked = ((p, [step for step in steps if step[1] in moves]) for p, steps in moves.items())
        return sorted_graph(looked, limits.deadline)

    def play(spot: Occurrence, ending: str) -> Play:
        way = graph().way([machine.init], {spot.position})
        return readable_play(plays, machine.init, way, ending)

    return SeenPositions(plays, play, graph)


def _choices(machine: Machine, positions: list[int]) -> Iterator[tuple[int, list[list[Move]]]]:
    """Yield for each position the moves of each role that may move; none where play is over."""
    plan = schedule(machine.circuit.network, [machine.terminal, *machine.legal.values()])
    batch = machine.evaluated(positions, plan)
    goes_on = batch.values[machine.terminal] ^ batch.every
    legal = {m: set(batch.indices(batch.values[g] & goes_on)) for m, g in machine.legal.items()}
    for place, position in enumerate(positions):
        each = [
            [m for m in legal if m.role == role and place in legal[m]] for role in machine.roles
        ]
        yield position, [moves for moves in each if moves]
