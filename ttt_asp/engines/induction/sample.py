"""Random plays under both strategies, many at a time, one bit a play.

What holds when rounds begin is kept. Nothing here is trusted: plays only tell which lemmas are
not worth trying.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.induction.candidates import Sample
from ttt_asp.games.notation import Notation
from ttt_asp.positions.circuit.circuit import Circuit
from ttt_asp.positions.circuit.ground import GroundRules, ground
from ttt_asp.positions.circuit.schedule import Schedule, schedule
from ttt_asp.programs.program import open_program
from ttt_asp.strategies.composition import leaves

# How many plays, a multiple of 8, and how many rounds of each at most: on 20x20 four times as many
# plays and all 200 rounds break no candidate more.
PLAYS = 256
MOST_ROUNDS = 100
SEED = 1


@dataclass
class _Plays:
    """The gates of one move, and how to evaluate them."""

    fluents: tuple[str, ...]
    roles: Mapping[str, Sequence[tuple[int, int]]]  # input of the move, gate of its allowance
    following: Sequence[int]
    over: Sequence[int]
    says: Mapping[str, Sequence[int]]
    before: Schedule
    after: Schedule
    inputs: int


def sample(problem: Problem, deadline: Deadline) -> Sample:
    """Play at random.

    Args:
        problem: with the strategies to be kept to.
        deadline: when to give up.

    Raises:
        InputError: the sources make no circuit.
        Expired: time is up.
    """
    gates = _gates(problem, ground(open_program(problem), deadline))
    turns = set(Notation(problem.game).turns.values())
    kept = [n for n, fluent in enumerate(gates.fluents) if fluent not in turns]
    names = [gates.fluents[n] for n in kept] + list(gates.says)
    every = (1 << PLAYS) - 1
    columns = [every if f in problem.game.init else 0 for f in gates.fluents]
    columns += [0] * (gates.inputs - len(columns))
    random = np.random.default_rng(SEED)
    seen: list[list[int]] = []
    alive, moves = every, 0
    limit = len(problem.game.roles) * MOST_ROUNDS
    while alive and moves <= limit:
        deadline.check()
        values = gates.before.run(columns, 0, every)
        for gate in gates.over:
            alive &= ~values[gate]
        if moves % len(problem.game.roles) == 0 and alive:
            rows = [columns[n] for n in kept]
            rows += [_any(values[gate] for gate in says) for says in gates.says.values()]
            seen.append([alive, *(row & alive for row in rows)])
        for allowed in gates.roles.values():
            _choose(allowed, values, columns, random)
        values = gates.after.run(columns, 0, every)
        columns[: len(gates.fluents)] = [values[gate] for gate in gates.following]
        moves += 1
    if not seen:  # the game is over before it begins
        return Sample(tuple(names), len(kept), (0,) * len(names), 0, 0)
    random.shuffle(seen)  # early and late positions side by side
    chunks = ([row.to_bytes(PLAYS // 8, "little") for row in rows] for rows in seen)
    every, *held = (int.from_bytes(b"".join(one), "little") for one in zip(*chunks, strict=True))
    return Sample(tuple(names), len(kept), tuple(held), every, PLAYS * len(seen))


def _choose(
    allowed: Sequence[tuple[int, int]],
    values: Sequence[int],
    columns: list[int],
    random: np.random.Generator,
) -> None:
    """One of the moves allowed to a role, in every play in which there is one."""
    if not allowed:
        return
    may = _bits([values[gate] for _, gate in allowed])
    weights = random.random(may.shape, dtype=np.float32) * may
    chosen = weights.argmax(axis=0)
    does = np.zeros_like(may)
    does[chosen, np.arange(PLAYS)] = may.any(axis=0)
    packed = np.packbits(does, axis=1, bitorder="little")
    for (place, _), row in zip(allowed, packed, strict=True):
        columns[place] = int.from_bytes(row.tobytes(), "little")


def _bits(vectors: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Bit vectors as rows of a matrix of 0 and 1."""
    text = b"".join(vector.to_bytes(PLAYS // 8, "little") for vector in vectors)
    packed = np.frombuffer(text, dtype=np.uint8).reshape(len(vectors), -1)
    return np.unpackbits(packed, axis=1, bitorder="little")


def _any(vectors: Iterable[int]) -> int:
    found = 0
    for vector in vectors:
        found |= vector
    return found


def _gates(problem: Problem, rules: GroundRules) -> _Plays:
    circuit = Circuit(rules)
    network = circuit.network
    true = rules.atoms("true", 1)
    fluents = tuple(sorted(fluent for (fluent,) in true))
    does = rules.atoms("does", 2)
    for place, fluent in enumerate(fluents):
        circuit.gates[true[fluent,]] = network.input(place)
    inputs = {key: len(fluents) + number for number, key in enumerate(does)}
    for key, atom in does.items():
        circuit.gates[atom] = network.input(inputs[key])
    following = rules.atoms("next", 1)
    recommended = rules.atoms("recommended", 2)
    suggests = rules.atoms("suggests", 3)
    over = [a for name in ("terminal", "stuck") for a in rules.atoms(name, 0).values()]
    groups = (following, recommended, suggests)
    circuit.build([*over, *(atom for group in groups for atom in group.values())])
    gate = circuit.gates
    says: dict[str, list[int]] = {}
    for tactic, role in _advice(problem):
        said = [gate[atom] for (t, r, _), atom in suggests.items() if (t, r) == (tactic, role)]
        says[f"says({tactic},{role})"] = said
    roles: dict[str, list[tuple[int, int]]] = {role: [] for role in problem.game.roles}
    for key, atom in recommended.items():
        if key in inputs:
            roles[key[0]].append((inputs[key], gate[atom]))
    ends = [gate[atom] for atom in over]
    allowed = [g for moves in roles.values() for _, g in moves]
    after = [gate[following[fluent,]] if (fluent,) in following else 0 for fluent in fluents]
    before = [*ends, *allowed, *(g for said in says.values() for g in said)]
    return _Plays(
        fluents,
        roles,
        after,
        ends,
        says,
        schedule(network, before),
        schedule(network, after),
        len(fluents) + len(does),
    )


def _advice(problem: Problem) -> list[tuple[str, str]]:
    """The tactics of all strategies, each with the roles whose moves it is asked about."""
    found: dict[tuple[str, str], None] = {}
    for role, strategy in problem.strategies.items():
        others = [other for other in problem.game.roles if other != role]
        for tactic, swapped in leaves(strategy.composition):
            for who in others if swapped else [role]:
                found[tactic, who] = None
    return list(found)
