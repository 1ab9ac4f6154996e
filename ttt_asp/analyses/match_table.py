"""One table for all match-ups: what every strategy recommends wherever any of them comes to.

The position frame is ground once, with every strategy in it. Each role plays whatever any of its
strategies recommends, so the table has every position of every match-up; with each move stands
who makes it, as a set of strategies: a number, bit N is the N-th of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.claims.problem import Panel, free_play
from ttt_asp.deadline import Expired
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.circuit.schedule import Schedule, schedule
from ttt_asp.positions.exploration import Exploration, vectors
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.layers import Batch
from ttt_asp.positions.machine import Machine, load
from ttt_asp.positions.moves import Action, computed
from ttt_asp.positions.small import Small
from ttt_asp.programs.compose import player
from ttt_asp.strategies.strategy import Strategy

# A table of more positions is not made, nor of more moves.
MOST, MOST_MOVES = 50_000, 500_000
# So many positions are evaluated at once.
_BATCH = 2_000

# For each of two roles the number of a set of its strategies, see `MatchTable.sets`.
Sets = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchTable:
    """The positions of all match-ups of two roles' strategies; the first one is the initial one.

    Attributes:
        sets: for each role sets of its strategies: bit N is the N-th; the first one has none.
        moves: at each position (position after it, number of the role, number of the set that
            makes the move).
        ends: the vector of goals of terminal positions, by their number in `vectors`.
        vectors: those that occur.
        stuck: where a play of such strategies gets stuck, of one role or the other.
        undetermined: where a `pick` of such strategies names no single action.
    """

    sets: tuple[Sequence[int], Sequence[int]]
    moves: Sequence[Sequence[tuple[int, int, int]]]
    ends: Mapping[int, int]
    vectors: Sequence[tuple[int, ...]]
    stuck: Mapping[int, Sets]
    undetermined: Mapping[int, Sets]


def match_table(
    game: Game, strategies: Sequence[Sequence[Strategy]], limits: Limits
) -> MatchTable | None:
    """Ground strategies together, and explore whatever any of them does.

    Args:
        game: of two roles.
        strategies: of each role.
        limits: when to give up, and whom to tell how far it is; no other limit.

    Returns:
        The table; None where there are too many positions, or a play may go on for ever.

    Raises:
        InputError: the strategies make no sound circuit together, or the game none at all.
        Expired: time is up.
    """
    match = Panel(game, free_play(game).strategies, dict(zip(game.roles, strategies, strict=True)))
    limits.tell("grounding")
    machine, voices = _voices(load(match, limits.deadline), [len(some) for some in strategies])
    bounds = replace(limits, max_positions=MOST, max_memory=None, count=False, stop_at_first=False)
    found = explore(match, machine, bounds)
    if found.stopped is not None:
        if found.stopped.kind in ("positions", "memory"):
            return None
        raise Expired(found.stopped)
    if not found.layered:
        graph = graph_of(found, limits.deadline)
        # plays come to the same position after different numbers of moves, and are told apart
        if graph.cyclic or found.positions * len(graph.longest(machine.init)) > MOST_MOVES:
            return None
    return _Maker(found, voices, limits).table()


@dataclass(frozen=True)
class _Voices:
    """The gates of what each strategy does.

    Attributes:
        plays: for each action which strategies of its role make the move.
        stuck, undetermined: for each role which of its strategies are.
        over: where play cannot go on, whoever plays.
        plan: how to evaluate all these, and whatever else is needed of positions.
    """

    plays: Sequence[Sequence[int]]
    stuck: Sequence[Sequence[int]]
    undetermined: Sequence[Sequence[int]]
    over: int
    plan: Schedule


def _voices(machine: Machine, numbers: Sequence[int]) -> tuple[Machine, _Voices]:
    """The gates of strategies, and a machine that does what any of them does.

    Args:
        machine: in which both roles do whatever is legal.
        numbers: how many strategies each role has besides.
    """
    circuit, network = machine.circuit, machine.circuit.network
    players = [[player(role, place) for place in range(number)]
               for role, number in zip(machine.roles, numbers, strict=True)]  # fmt: skip
    recommended = circuit.rules.atoms("recommended", 2)
    says, undetermined = circuit.rules.atoms("moves", 1), circuit.rules.atoms("undetermined", 1)
    choice = circuit.rules.atoms("choice", 1)
    asked = (recommended, says, undetermined, choice)
    circuit.build(atom for some in asked for atom in some.values())

    def gate(atoms: Mapping[tuple[str, ...], int], *key: str) -> int:
        return circuit.gates[atoms[key]] if key in atoms else FALSE

    choosing = [gate(choice, role) for role in machine.roles]
    on = network.negation(machine.terminal)
    plays, actions = [], list[Action]()
    for action in machine.actions:
        unasked = network.negation(choosing[action.role])
        own = [network.disjunction([unasked, gate(recommended, who, action.move.action)])
               for who in players[action.role]]  # fmt: skip
        plays.append([network.conjunction([action.plays, one]) for one in own])
        actions.append(replace(action, plays=network.disjunction(plays[-1])))
    stuck = [
        [network.conjunction([on, asked, network.negation(gate(says, who))]) for who in some]
        for some, asked in zip(players, choosing, strict=True)
    ]
    unclear = [
        [network.conjunction([on, gate(undetermined, who)]) for who in some] for some in players
    ]
    # of the others' picks only theirs may come of what `undetermined` says
    made = replace(machine, actions=tuple(actions), undetermined=FALSE)
    wanted = [*made.gates, *computed(made.effects(False)), *computed(made.effects(True))]
    wanted += [one for some in (*plays, *stuck, *unclear) for one in some]
    plan = schedule(network, wanted)
    return made, _Voices(plays, stuck, unclear, machine.stuck, plan)


@dataclass
class _Maker:
    found: Exploration
    voices: _Voices
    limits: Limits
    numbers: dict[int, int] = field(default_factory=dict)

    def table(self) -> MatchTable | None:
        found, machine, voices = self.found, self.found.machine, self.voices
        for layer in found.layers:
            for position in found.form.unpacked(layer):
                self.numbers[position] = len(self.numbers)
        order, roles = list(self.numbers), range(len(voices.stuck))
        self.sets: list[dict[int, int]] = [{0: 0} for _ in roles]
        everybody = [(1 << len(some)) - 1 for some in voices.stuck]
        moves: list[list[tuple[int, int, int]]] = [[] for _ in order]
        ends: dict[int, int] = {}
        kinds = {vector: number for number, vector in enumerate(sorted(found.vectors))}
        stuck, undetermined = dict[int, Sets](), dict[int, Sets]()
        small = Exploration(machine, Small(len(machine.base)))
        many = 0
        for start in range(0, len(order), _BATCH):
            self.limits.deadline.check()
            batch = small.form.batch(order[start : start + _BATCH], voices.plan, start)
            actions = {action.move: number for number, action in enumerate(machine.actions)}
            for action, vector, effect in small.moves(batch):
                makers = _columns(batch, voices.plays[actions[action.move]])
                places = batch.indices(vector)
                many += len(places)
                for place, after in zip(places, batch.move(vector, effect), strict=True):
                    who = self._set(action.role, makers[place - start])
                    moves[place].append((self.numbers[after], action.role, who))
            for vector, where in vectors(batch, machine.goals, batch.values[machine.terminal]):
                ends |= dict.fromkeys(batch.indices(where), kinds[vector])
            for place in batch.indices(batch.values[voices.over]):
                stuck[place] = self._set(0, everybody[0]), self._set(1, everybody[1])
            stuck |= self._pairs(batch, voices.stuck)
            undetermined |= self._pairs(batch, voices.undetermined)
            if many > MOST_MOVES:
                return None
        first, second = self.sets
        sets = list(first), list(second)
        return MatchTable(sets, moves, ends, tuple(kinds), stuck, undetermined)

    def _pairs(self, batch: Batch, gates: Sequence[Sequence[int]]) -> dict[int, Sets]:
        """The sets of strategies of each role for which a gate holds, where it does for any."""
        if not any(batch.values[gate] for some in gates for gate in some):
            return {}
        first, second = (_columns(batch, some) for some in gates)
        return {
            place: (self._set(0, one), self._set(1, other))
            for place, (one, other) in enumerate(zip(first, second, strict=True), batch.start)
            if one or other
        }

    def _set(self, role: int, members: int) -> int:
        return self.sets[role].setdefault(members, len(self.sets[role]))


def _columns(batch: Batch, gates: Sequence[int]) -> list[int]:
    """At each position of a batch which of the gates hold: bit N for the N-th."""
    texts = [f"{batch.values[gate]:0{len(batch.positions)}b}" for gate in reversed(gates)]
    return [int("".join(column), 2) for column in zip(*texts, strict=True)]
