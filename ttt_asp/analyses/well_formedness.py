"""Well-formed games: every reachable position is looked at, many at a time by gates.

Games in which several roles choose at once have no such gates. There clingo is asked about every
position on its own: an answer set is a joint move there. That takes longer, so only small games
are explored to their end; of others the observations so far are reported.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

import clingo

from ttt_asp.analyses.properties import NEEDED, Property, Seen, properties
from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.errors import Unsuited
from ttt_asp.games.game import Game
from ttt_asp.games.recognition.ground import rules_text
from ttt_asp.limits import GRACE, Limits
from ttt_asp.lp.dependencies import closure
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.circuit.schedule import schedule
from ttt_asp.positions.exploration import Exploration, Occurrence, SimultaneousMoves
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import Graph, graph_of, readable_play, shortest_play, sorted_graph
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import load_machine
from ttt_asp.solving.ground import Ground, ground
from ttt_asp.verdict import Move, Play, simultaneous_move

# Where goals are given everywhere, every move is looked at for one that falls; up to so many.
_MOST = 200_000
# Where several choose at once, so many positions are looked at, and joint moves, and no more.
MOST = 20_000
MOST_MOVES = 40_000
_PROGRAM = """\
{ true(F) : base(F) }.
acts(P) :- legal(P,A).
{ does(P,A) : legal(P,A) } = 1 :- acts(P), not terminal.
#show does/2. #show next/1. #show terminal/0. #show goal/2. #show acts/1.
"""
Position = frozenset[str]
# What is shown of an answer set.
Answer = Sequence[clingo.Symbol]


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
        machine = load_machine(match, limits.deadline)
        seen = _seen(explore(match, machine, limits, strict=False), limits, everybody)
        known.extend(properties(names, machine.init, seen, everybody))

    reason = ""
    try:
        try:
            limits.deadline.run(by_gates, GRACE)
        except SimultaneousMoves:
            known.extend(properties(names, 0, seen_at_once(game, limits, everybody), everybody))
    except STOPS as error:
        reason = stop_of(error).reason
    except Unsuited as error:
        reason = error.diagnostics[0].message
    decided = {prop.name for prop in known}
    return known + [Property(name, None, reason) for name in NEEDED if name not in decided]


def _seen(plays: Exploration, limits: Limits, everybody: bool) -> Seen:
    """Go over all positions once more, with gates for the roles that have a legal move."""
    machine, limit = plays.machine, plays.stopped.reason if plays.stopped else ""
    seen = Seen(
        play=lambda spot, ending: shortest_play(plays, spot, ending),
        along=lambda steps, ending: readable_play(plays, machine.init, steps, ending),
        graph=cache(lambda: None if plays.stopped else graph_of(plays, limits.deadline)),
        longest=len(plays.layers) - 1 if plays.layered else None,
        limit=limit,
        positions=plays.positions,
        ends=plays.vectors,
    )
    if limit or plays.positions > _MOST:
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
    for depth, layer in enumerate(plays.layers):
        for batch in plays.form.batches(layer, plan):
            terminal = batch.values[machine.terminal]
            for role, gate in acts.items():
                idle = (terminal ^ batch.every) & (batch.values[gate] ^ batch.every)
                if seen.idle is None and batch.any(idle):
                    seen.idle = role, Occurrence(depth, batch.first(idle))
            bad = batch.values[machine.goalless]
            if seen.bad_end is None and batch.any(bad & terminal):
                seen.bad_end = Occurrence(depth, batch.first(bad & terminal))
            won = [(n, batch.values[has[100]]) for n, has in enumerate(machine.goals) if 100 in has]
            for (first, here), (second, there) in combinations(won, 2):
                if seen.two_won is None and batch.any(both := here & there & terminal):
                    seen.two_won = first, second, Occurrence(depth, batch.first(both))
            seen.partial = seen.partial or batch.any(bad)
            if seen.goals is not None and not seen.partial:
                seen.goals.update(_goals(plays, batch))
    return seen


def _goals(plays: Exploration, batch: Batch) -> dict[int, tuple[int, ...]]:
    """Return every role's goal at each position of a batch."""
    positions = plays.form.unpacked(batch.positions)
    rows: list[list[int]] = [[] for _ in positions]
    for gates in plays.machine.goals:
        for value, gate in gates.items():
            for place in batch.indices(batch.values[gate]):
                rows[int(place) - batch.start].append(value)
    return dict(zip(positions, map(tuple, rows), strict=True))


def seen_at_once(game: Game, limits: Limits, everybody: bool) -> Seen:
    """Look at the positions of a game one by one, as far as limits allow.

    Args:
        game: which; positions are numbered as they are found, the first one is 0.
        limits: where to stop.
        everybody: whether every role has to have a legal move, or one of them.

    Raises:
        Expired: time is up.
    """
    sources = closure([game.rules], game.vocabulary)
    # one more than are looked at: a single position may have millions of joint moves
    text = rules_text(sources, game.constants) + _PROGRAM
    rules = ground(text, limits.deadline, [str(MOST_MOVES + 1), "--warn=none"])
    known = rules.control.symbolic_atoms.by_signature("true", 1)
    literals = {str(atom.symbol.arguments[0]): atom.literal for atom in known}
    numbers: dict[Position, int] = {frozenset(game.opening): 0}
    queue = [*numbers]
    moves: dict[int, list[tuple[Move, int]]] = {}

    def along(steps: Sequence[tuple[Move, int]], ending: str) -> Play:
        positions = [queue[0], *(queue[number] for _, number in steps)]
        return Play(tuple(move for move, _ in steps), tuple(positions), ending)

    @cache
    def graph() -> Graph:
        known = ((n, [step for step in steps if step[1] in moves]) for n, steps in moves.items())
        return sorted_graph(known, limits.deadline)

    seen = Seen(
        play=lambda spot, ending: along(graph().way([0], {spot.position}), ending),
        along=along,
        graph=graph,
    )
    most, many = min(MOST, limits.max_positions or MOST), 0
    for number, position in enumerate(queue):
        limits.deadline.check()
        limits.tell("positions", number)
        if number >= most:
            seen.limit = f"the limit of {most:,} positions was reached"
            break
        assumed = [lit if name in position else -lit for name, lit in literals.items()]
        after = _note(seen, number, _answers(rules, assumed), game, everybody)
        for _, then in after:
            if then not in numbers:
                numbers[then] = len(numbers)
                queue.append(then)
        moves[number] = [(move, numbers[then]) for move, then in after]
        seen.positions, many = seen.positions + 1, many + len(after)
        if many > MOST_MOVES:  # of the last position perhaps not all
            seen.limit = f"several roles choose at once: {MOST_MOVES:,} joint moves were looked at"
            break
    return seen


def _answers(rules: Ground, assumed: Sequence[int]) -> list[Answer]:
    """Return every joint move at a position, with the atoms that hold; one answer without moves."""
    answers: list[Answer] = []
    rules.search(lambda model: answers.append(list(model.symbols(shown=True))), assumed)
    return answers


def _note(
    seen: Seen, number: int, answers: Sequence[Answer], game: Game, everybody: bool
) -> list[tuple[Move, Position]]:
    """Record a position; return the joint moves that go on from there."""
    first, spot = answers[0], Occurrence(0, number)
    acts = {str(atom.arguments[0]) for atom in first if atom.name == "acts"}
    terminal = any(atom.name == "terminal" for atom in first)
    values: dict[str, set[int]] = {role: set() for role in game.roles}
    for atom in first:
        if atom.name == "goal" and atom.arguments[1].type == clingo.SymbolType.Number:
            values.setdefault(str(atom.arguments[0]), set()).add(atom.arguments[1].number)
    goals = [sorted(v for v in values[role] if 0 <= v <= 100) for role in game.roles]
    partial = any(len(of_role) != 1 for of_role in goals)
    idle = [role for role in game.roles if role not in acts]
    if terminal:
        won = [n for n, of_role in enumerate(goals) if 100 in of_role]
        seen.bad_end = seen.bad_end or (spot if partial else None)
        seen.two_won = seen.two_won or ((won[0], won[1], spot) if len(won) > 1 else None)
        seen.ends.update(product(*goals))
    elif idle and (everybody or not acts):
        seen.idle = seen.idle or (idle[0] if everybody else "", spot)
    seen.partial = seen.partial or partial
    if not partial and seen.goals is not None:
        seen.goals[number] = tuple(of_role[0] for of_role in goals)
    joint = [] if terminal or not acts else [_joint(answer) for answer in answers]
    choosing = {role for role in acts if len({does.get(role) for does, _ in joint}) > 1}
    after = {_joint_move(game, does, choosing): then for does, then in joint}
    return sorted(after.items(), key=str)


def _joint(answer: Answer) -> tuple[dict[str, str], Position]:
    """Return the move of each role in an answer set, and the position after it."""
    does = {
        str(atom.arguments[0]): str(atom.arguments[1]) for atom in answer if atom.name == "does"
    }
    return does, frozenset(str(atom.arguments[0]) for atom in answer if atom.name == "next")


def _joint_move(game: Game, does: dict[str, str], choosing: set[str]) -> Move:
    """Return a joint move; only the move of the one role that chooses, where no other does."""
    if len(choosing) == 1:
        (role,) = choosing
        return Move(role, does[role])
    return simultaneous_move([Move(role, does[role]) for role in game.roles if role in does])
