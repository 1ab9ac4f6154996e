"""Certificates of games that the checker has to be told the ground rules of."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Deadline
from ttt_asp.engines.circuit.ground import FACT, GroundRules
from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.graph import Graph, sorted_graph
from ttt_asp.engines.explicit.look import Look, look
from ttt_asp.engines.explicit.machine import Machine
from ttt_asp.errors import internal
from ttt_asp.games.notation import Notation

# Positions looked at together.
_MANY = 20_000


def by_rules(problem: Problem, found: Exploration, free: Container[str]) -> dict[str, Any]:
    """Rules, positions, ranks and counts of a game of any kind.

    Args:
        problem: the question, whose verdict is `proved`.
        found: everything that was explored.
        free: the roles that may play any legal move.
    """
    machine = found.machine
    looks = sorted(_looks(found), key=lambda one: _numbers(machine, one.position))
    steps = ((one.position, [(s.move, s.after) for s in one.allowed]) for one in looks)
    graph = sorted_graph(steps, Deadline())
    counts: dict[str, Any] = {"positions": len(looks), "plays": None, "stuck": None}
    ranks: list[int] | None = None
    if not graph.cyclic:
        heights = graph.heights()
        ranks = [heights[one.position] for one in looks]
        counts["plays"], counts["stuck"] = _plays(machine, graph, looks)
    notation, actions = Notation(problem.game), _actions(machine)
    entries = [_entry(machine, notation, free, actions, one) for one in looks]
    return {"rules": ground_rules(machine), "positions": entries, "ranks": ranks, "counts": counts}


def _looks(found: Exploration) -> Iterator[Look]:
    for layer in found.layers:
        positions = found.form.unpacked(layer)
        for start in range(0, len(positions), _MANY):
            yield from look(found.machine, positions[start : start + _MANY])


def _numbers(machine: Machine, packed: int) -> list[int]:
    return [number for number in range(len(machine.base)) if packed >> number & 1]


def _entry(
    machine: Machine,
    notation: Notation,
    free: Container[str],
    actions: Mapping[str, list[str]],
    one: Look,
) -> Any:
    position = _numbers(machine, one.position)
    role = one.mover or notation.mover(machine.unpack(one.position))
    chooses = not one.terminal and (one.stuck or len(one.steps) > 1)
    if not chooses or role is None or role in free:
        return position
    moves = [actions[s.move.role].index(s.move.action) for s in one.allowed]
    return [position, sorted(moves)]


def _actions(machine: Machine) -> Mapping[str, list[str]]:
    actions: dict[str, list[str]] = {role: [] for role in machine.roles}
    for action in machine.actions:
        actions[action.move.role].append(action.move.action)
    return actions


@dataclass(frozen=True, slots=True)
class _Names:
    """Names for the ground rules' atoms; clingo's own are `#N`, as nothing in a game can be."""

    known: Mapping[int, str]

    def of(self, literal: int) -> str:
        name = self.known.get(abs(literal), f"#{abs(literal)}")
        return name if literal > 0 else f"not {name}"


def _names(atoms: Sequence[tuple[clingo.Symbol, int]]) -> _Names:
    known = {literal: str(symbol) for symbol, literal in atoms}
    if len(set(known.values())) < len(atoms):
        raise internal("two atoms of the ground rules have one name, or one atom has two")
    return _Names(known)


def ground_rules(machine: Machine) -> dict[str, Any]:
    """The rules of the game as data: what `legal`, `next`, `terminal` and `goal` rest on."""
    rules: GroundRules = machine.circuit.rules
    symbolic = [(a.symbol, a.literal, a.is_fact) for a in rules.control.symbolic_atoms]
    names = _names([(symbol, literal) for symbol, literal, fact in symbolic if not fact])
    asked = ("legal", "next", "terminal", "goal")
    program: list[list[Any]] = [
        [str(symbol), []] for symbol, _, fact in symbolic if fact and symbol.name in asked
    ]
    pending = [literal for symbol, literal, fact in symbolic if symbol.name in asked and not fact]
    seen = set(pending)
    for atom in pending:
        for body in rules.bodies.get(atom, ()):
            literals = [names.of(literal) for literal in body.literals]
            if body.bound is None:
                program.append([names.of(atom), literals])
            else:
                weighted = [list(pair) for pair in zip(body.weights, literals, strict=True)]
                program.append([names.of(atom), body.bound, weighted])
            fresh = {abs(literal) for literal in body.literals} - seen - {FACT}
            seen |= fresh
            pending.extend(sorted(fresh))
    return {
        "roles": list(machine.roles),
        "fluents": list(machine.base),
        "actions": _actions(machine),
        "init": [n for n in range(len(machine.base)) if machine.init >> n & 1],
        "program": program,
    }


def _plays(machine: Machine, graph: Graph, looks: Sequence[Look]) -> tuple[dict[str, int], int]:
    """How many plays end with each list of goals, and how many are stuck.

    They are counted along the graph: an exploration has no counts where a position comes after
    different numbers of moves.
    """
    number = graph.plays(machine.init)
    plays: dict[str, int] = {}
    for one in looks:
        if one.terminal:
            goals = " ".join(str(one.goals[role]) for role in machine.roles)
            plays[goals] = plays.get(goals, 0) + number[one.position]
    return plays, sum(number[one.position] for one in looks if one.stuck)
