"""The meaning of a position's gates for play: moves, endings, goals."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from operator import itemgetter

from ttt_asp.claims.problem import Match, Problem
from ttt_asp.deadline import Deadline
from ttt_asp.positions.gates import FALSE, Schedule, schedule
from ttt_asp.positions.ground import Circuit, ground
from ttt_asp.positions.layers import Batch, Form, Vector
from ttt_asp.positions.moves import Action, Effect, Specialiser, computed
from ttt_asp.positions.position import facts_along, simultaneous_at
from ttt_asp.programs.compose import compose
from ttt_asp.programs.program import open_program
from ttt_asp.records import dataclass
from ttt_asp.verdict import Move

# Gates of a machine that are those of an atom without arguments.
_SINGLE = ("terminal", "stuck", "several", "outcome", "broken", "blocked")

# Ways to evaluate moves that are kept, at most.
_PLANS = 64


@dataclass(frozen=True)
class Machine:
    """A game with a strategy for each role, as gates over packed positions.

    Attributes:
        roles: their names. base: the fluent of each bit. init: the first position.
        circuit: the gates. specialise: makes the effects of moves.
        actions: every move, sorted by role and action.
        terminal, stuck, several, undetermined, goalless, outcome, broken, blocked: gates; where
            `goalless` holds, some role has not exactly one goal; the last three are the claim's, if
            there is one: how plays end, or what is recommended.
        goals: for each role the gate of each goal value.
        parts: for each role the parts of its strategy's outermost `first`, and the gates that
            say where they decide.
        acts: for each role the gate that says where it has a legal move.
        legal: for each move of each role the gate that says where it is legal.
    """

    roles: tuple[str, ...]
    base: tuple[str, ...]
    init: int
    circuit: Circuit
    specialise: Specialiser
    actions: tuple[Action, ...]
    terminal: int
    stuck: int
    several: int
    undetermined: int
    goalless: int
    outcome: int
    broken: int
    blocked: int
    goals: tuple[Mapping[int, int], ...]
    parts: Mapping[str, Sequence[tuple[str, int]]]
    acts: Mapping[str, int]
    legal: Mapping[Move, int]

    @cached_property
    def outputs(self) -> list[tuple[Hashable, int]]:
        """Return the gates that describe positions, moves apart, each with a label of its own."""
        labeled: list[tuple[Hashable, int]] = [("goalless", self.goalless)]
        labeled += [(name, getattr(self, name)) for name in ("undetermined", *_SINGLE)]
        for role, goals in zip(self.roles, self.goals, strict=True):
            labeled += [(("goal", role, value), gate) for value, gate in goals.items()]
        for role, parts in self.parts.items():
            labeled += [(("part", role, part), gate) for part, (_, gate) in enumerate(parts)]
        labeled += [(("acts", role), gate) for role, gate in self.acts.items()]
        return labeled

    @cached_property
    def joint(self) -> bool:
        """Whether some move may be made with those of others."""
        return any(action.accompanied != FALSE for action in self.actions)

    @cached_property
    def plan(self) -> Schedule:
        """Return how to evaluate all that describes positions, and which moves are legal."""
        return self._schedule([*self.legal.values(), *(action.legal for action in self.actions)])

    @cached_property
    def plain_plan(self) -> Schedule:
        """Return how to evaluate what plays do; enough where nobody moves with others."""
        return self._schedule([])

    def _schedule(self, more: Sequence[int]) -> Schedule:
        gates = [gate for _, gate in self.outputs]
        for action in self.actions:
            gates += [action.plays, action.accompanied]
        return schedule(self.circuit.network, [*gates, *more])

    @cached_property
    def planned(self) -> Callable[[frozenset[int]], Schedule]:
        """How to evaluate some gates; those of possible moves are asked for again soon."""
        # by the network alone: a machine that its own plans name is freed late, with what it holds
        return lru_cache(_PLANS)(partial(schedule, self.circuit.network))

    @property
    def small_form(self) -> Form:
        """Return the form of small layers."""
        return Form(len(self.base))

    def evaluated(self, positions: Sequence[int], plan: Schedule | None = None) -> Batch:
        """Evaluate gates at packed positions, at least one; all gates if there is no plan."""
        return Form(len(self.base)).batch(list(positions), plan or self.plan)

    @cached_property
    def _bits(self) -> Mapping[str, int]:
        return {fluent: 1 << bit for bit, fluent in enumerate(self.base)}

    def pack(self, fluents: frozenset[str]) -> int:
        """Pack a position into a number: bit N is the N-th fluent."""
        return sum(self._bits[fluent] for fluent in fluents)

    def unpack(self, position: int) -> frozenset[str]:
        """Return the fluents of a packed position."""
        return frozenset(f for bit, f in enumerate(self.base) if position >> bit & 1)


class _AtOnce(Exception):
    """Raised where several roles choose at once; clingo makes errors that it passes on anew."""


def load_machine(match: Match, deadline: Deadline, at_once: bool = False) -> Machine:
    """Ground the position frame of a match, or of a problem, and read its gates.

    Args:
        match: who plays what.
        deadline: when to give up.
        at_once: whether several roles may choose at once. Else a game of many rules is refused,
            before all are there, if they do so at its first position.

    Raises:
        InputError: the rules of the sources make no circuit, or several roles choose at once.
        Expired: time is up.
    """
    opening = match.game.opening

    def beyond() -> None:
        (atoms,) = facts_along(match.game, match.strategies, [opening])
        if ("terminal", 0) not in atoms and len(atoms.get(("choice", 1), ())) > 1:
            raise _AtOnce

    try:
        rules = ground(open_program(match), deadline, None if at_once else beyond)
    except _AtOnce:
        raise simultaneous_at(match.game, opening) from None
    roles, circuit = match.game.roles, Circuit(rules)
    network, gates = circuit.network, circuit.gates
    true, plays, does = rules.atoms("true", 1), rules.atoms("plays", 2), rules.atoms("does", 2)
    base = tuple(sorted(fluent for (fluent,) in true))
    bits = {fluent: bit for bit, fluent in enumerate(base)}
    gates |= {atom: network.input(bits[fluent]) for (fluent,), atom in true.items()}
    following, legal = rules.atoms("next", 1), rules.atoms("legal", 2)
    goals, decides = rules.atoms("goal", 2), rules.atoms("decides", 2)
    acts, chooses = rules.atoms("acts", 1), rules.atoms("chooses", 1)
    goalless = rules.atoms("goalless", 1)
    unclear = rules.atoms("undetermined", 1)
    single = {name: rules.atoms(name, 0) for name in _SINGLE}
    # first with no move at all: gates that a single move changes are built anew below
    gates |= dict.fromkeys(does.values(), FALSE)
    groups = [plays, following, goals, decides, legal, acts, chooses, goalless, unclear]
    groups += single.values()
    circuit.build(list(chain.from_iterable(group.values() for group in groups)))

    def gate(atoms: Mapping[tuple[str, ...], int], *key: str) -> int:
        return gates[atoms[key]] if key in atoms else FALSE

    on = network.negation(gate(single["terminal"]))
    actions = []
    for role, action in sorted(does):
        may = network.conjunction([gate(legal, role, action), gate(chooses, role), on])
        if may == FALSE:
            continue
        others = [gates[atom] for (other,), atom in acts.items() if other != role]
        move, allowed = Move(role, action), gate(plays, role, action)
        actions.append(Action(move, roles.index(role), allowed, may, network.disjunction(others)))
    # what others say decides nothing, unless the claim is about it
    of_strategy = isinstance(match, Problem) and match.claim.of_strategy
    heeded = [gates[atom] for (who,), atom in unclear.items() if who in roles or of_strategy]
    composed = {role.name: role.part_terms for role in compose(match.strategies)}
    parts = {
        role: tuple(
            (text, gate(decides, role, str(number)))
            for number, text in enumerate(composed[role], 1)
        )
        for role in roles
    }
    values = {key: int(key[1]) for key in goals if key[1].isdigit() and int(key[1]) <= 100}
    ordered = sorted(values.items(), key=itemgetter(1))
    return Machine(
        roles,
        base,
        sum(1 << bits[fluent] for fluent in opening),
        circuit,
        Specialiser(circuit, bits, does, legal, following),
        tuple(actions),
        undetermined=network.conjunction([on, network.disjunction(heeded)]),
        goalless=network.disjunction(map(gates.__getitem__, goalless.values())),
        goals=tuple(
            {value: gate(goals, *key) for key, value in ordered if key[0] == role} for role in roles
        ),
        parts=parts,
        acts={role: gate(acts, role) for role in roles},
        legal={Move(*key): gates[atom] for key, atom in sorted(legal.items())},
        **{name: gate(atoms) for name, atoms in single.items()},
    )


def made(
    machine: Machine, batch: Batch, moves: Iterable[tuple[Action, Vector]]
) -> Iterator[tuple[Action, Vector, Effect]]:
    """Yield where moves are made, together with which of others; each with its effect.

    Args:
        machine: the gates.
        batch: evaluated by `machine.plan`; by `plain_plan` where nobody moves with others.
        moves: each with where it is made. Where others act, they have a single action each.
    """
    legal: dict[str, list[tuple[int, Move, Vector]]] = {role: [] for role in machine.roles}
    if machine.joint:
        for move, gate in machine.legal.items():
            if move.role in legal and batch.any(batch.values[gate]):
                number = batch.count(batch.values[gate])
                legal[move.role].append((number, move, batch.values[gate]))
        for known in legal.values():
            known.sort(key=itemgetter(0), reverse=True)  # to find in few steps what others do
    found: list[tuple[Action, Vector, tuple[Move, ...]]] = []
    for action, where in moves:
        if not batch.any(where):
            continue
        parts: list[tuple[tuple[Move, ...], Vector]] = [((action.move,), where)]
        for role in machine.roles if machine.joint else ():
            if role != action.move.role:
                made_with = (_with(batch, *before, legal[role]) for before in parts)
                parts = list(chain.from_iterable(made_with))
        found += ((action, vector, all) for all, vector in parts)
    effects = effects_of(machine, batch, [all for _, _, all in found])
    for (action, vector, _), effect in zip(found, effects, strict=True):
        yield action, vector, effect


def effects_of(
    machine: Machine, batch: Batch, moves: Sequence[tuple[Move, ...]]
) -> Iterator[Effect]:
    """Yield the effects of moves, evaluated at a batch; each of at most one move of each role."""
    effects = [machine.specialise.together(all) for all in moves]
    made_alone = [effect for effect in effects if effect is not None]
    batch.evaluate(computed(made_alone), machine.planned)
    for all, effect in zip(moves, effects, strict=True):
        yield effect or _evaluated(machine, batch, all)


def _evaluated(machine: Machine, batch: Batch, moves: tuple[Move, ...]) -> Effect:
    """Evaluate the effect of any moves for these."""
    any_moves, none = machine.specialise.any_moves, batch.every ^ batch.every
    chosen = {(move.role, move.action) for move in moves}
    inputs = [batch.every if key in chosen else none for key in any_moves.inputs]
    return replace(any_moves.effect, values=batch.run(any_moves.plan, inputs))


def _with(
    batch: Batch,
    moves: tuple[Move, ...],
    where: Vector,
    legal: Sequence[tuple[int, Move, Vector]],
) -> Iterator[tuple[tuple[Move, ...], Vector]]:
    """Yield where moves are made with each move of another role, and where with none."""
    for _, move, vector in legal:
        both = where & vector
        if batch.any(both):
            yield (*moves, move), both
            where = where ^ both
            if not batch.any(where):
                return
    yield moves, where
