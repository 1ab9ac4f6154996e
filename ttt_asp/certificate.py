"""Certificates: what a sceptic needs to establish a proof again without this program.

The format is that of `verify_certificate.py`, which shares no code with this module.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ttt_asp.errors import Location, wrong
from ttt_asp.frame.compose import normal
from ttt_asp.frame.program import sources_of
from ttt_asp.solve.explicit.exploration import Exploration
from ttt_asp.solve.explicit.explore import explore
from ttt_asp.solve.explicit.ground import FACT, GroundRules
from ttt_asp.solve.explicit.look import Look, Step, look
from ttt_asp.solve.explicit.machine import Machine, load
from ttt_asp.solve.limits import Limits
from ttt_asp.sources.position import Notation
from ttt_asp.sources.problem import ANY, Problem, Strategy
from ttt_asp.verdict import constant
from ttt_asp.write import write_json

FORMAT, VERSION = "ttt-asp certificate", 1

# The game whose rules the checker knows by itself.
KNOWN = "tictactoe"

# Positions looked at together.
_MANY = 20_000


def write_certificate(path: Path, problem: Problem, limits: Limits) -> int:
    """Write the certificate of a proved claim; gzipped when the name ends in `.gz`.

    Args:
        path: the file, replaced if it is there.
        problem: the question, whose verdict is `proved`.
        limits: those of the exploration.

    Returns:
        The size of the file in bytes.

    Raises:
        InputError: it cannot be written, or a limit keeps the positions from being listed.
    """
    return write_json(path, certificate(problem, limits))


def certificate(problem: Problem, limits: Limits) -> dict[str, Any]:
    """The certificate of a proved claim, as plain data; see `write_certificate`."""
    machine = load(problem, limits.deadline)
    found = explore(problem, machine, limits, None)
    if not found.complete:
        why = found.stopped or "the search was stopped at a first play"
        raise wrong(f"no certificate: {why}", Location("--certificate"))
    spelling = _Spelling(problem, machine, Notation(problem.game))
    looks = sorted(_looks(found), key=lambda one: spelling.position(one.position))
    counts: dict[str, Any] = {"positions": len(looks)}
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": problem.game.name,
        "const": {name: constant(value) for name, value in problem.game.constants.items()},
        "claim": str(problem.claim),
        "roles": {role: _role(problem, s) for role, s in problem.strategies.items()},
        "positions": [spelling.entry(one) for one in looks],
        "counts": counts,
    }
    outcomes = found.outcomes or {}
    if problem.game.name == KNOWN:
        names: dict[tuple[int, ...], str] = {(100, 0): "x", (0, 100): "o", (50, 50): "tie"}
        counts["plays"] = dict.fromkeys(("x", "o", "tie"), 0)
        counts["plays"] |= {names[goals]: number for goals, number in outcomes.items()}
        counts["stuck"] = found.stuck_plays
        return data
    data["rules"] = ground_rules(machine)
    data["ranks"] = _ranks(looks)
    counts["plays"] = counts["stuck"] = None
    if data["ranks"] is not None:
        counts["plays"], counts["stuck"] = _plays(machine, looks)
    return data


def _looks(found: Exploration) -> Iterator[Look]:
    for layer in found.layers:
        positions = found.ways.unpacked(layer)
        for start in range(0, len(positions), _MANY):
            yield from look(found.machine, positions[start : start + _MANY])


def _role(problem: Problem, strategy: Strategy) -> dict[str, Any]:
    term, free = str(normal(strategy.composition)), is_free(strategy)
    sources = {} if free else hashes(problem, strategy)
    return {"strategy": term, "free": free, "sources": sources}


def hashes(problem: Problem, strategy: Strategy) -> dict[str, str]:
    """The sha256 of every file that a strategy rests on: tactics, game, vocabulary."""
    sources = sources_of(problem.game, strategy)
    return {source.label: hashlib.sha256(source.text).hexdigest() for source in sources}


@dataclass(frozen=True)
class _Spelling:
    """How a certificate writes the positions and moves of a problem's game."""

    problem: Problem
    machine: Machine
    notation: Notation

    def position(self, packed: int) -> str | list[int]:
        if self.problem.game.name == KNOWN:
            return str(self.notation.write(self.machine.unpack(packed)))
        return [number for number in range(len(self.machine.base)) if packed >> number & 1]

    def move(self, step: Step) -> int:
        if self.problem.game.name == KNOWN:
            row, column = self.notation.places[step.move.action]
            return (row - 1) * int(self.problem.game.constants["cols"]) + column - 1
        return self.actions[step.move.role].index(step.move.action)

    def entry(self, one: Look) -> Any:
        position = self.position(one.position)
        role = one.mover or self.notation.mover(self.machine.unpack(one.position))
        chooses = not one.terminal and (one.stuck or len(one.steps) > 1)
        if not chooses or role is None or role in self.free:
            return position
        return [position, sorted(self.move(step) for step in one.allowed)]

    @cached_property
    def actions(self) -> Mapping[str, list[str]]:
        return _actions(self.machine)

    @cached_property
    def free(self) -> frozenset[str]:
        strategies = self.problem.strategies.items()
        return frozenset(role for role, s in strategies if is_free(s))


def is_free(strategy: Strategy) -> bool:
    """Whether a strategy is every legal move, whatever it is called."""
    return normal(strategy.composition).operator == ANY


def _actions(machine: Machine) -> Mapping[str, list[str]]:
    actions: dict[str, list[str]] = {role: [] for role in machine.roles}
    for action in machine.actions:
        actions[action.move.role].append(action.move.action)
    return actions


@dataclass(frozen=True, slots=True)
class _Names:
    """Names for the ground rules' atoms, of clingo's own too."""

    known: Mapping[int, str]

    def of(self, literal: int) -> str:
        name = self.known.get(abs(literal), f"aux({abs(literal)})")
        return name if literal > 0 else f"not {name}"


def ground_rules(machine: Machine) -> dict[str, Any]:
    """The rules of the game as data: what `legal`, `next`, `terminal` and `goal` rest on."""
    rules: GroundRules = machine.circuit.rules
    symbolic = [(a.symbol, a.literal, a.is_fact) for a in rules.control.symbolic_atoms]
    names = _Names({literal: str(symbol) for symbol, literal, fact in symbolic if not fact})
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


def _ranks(looks: Sequence[Look]) -> list[int] | None:
    """For each position the length of the longest play from it; None where plays do not end."""
    before: dict[int, list[int]] = {one.position: [] for one in looks}
    missing = {one.position: len({s.after for s in one.allowed}) for one in looks}
    for one in looks:
        for after in {step.after for step in one.allowed}:
            before[after].append(one.position)
    ranks = {position: 0 for position, number in missing.items() if number == 0}
    ready = list(ranks)
    for position in ready:
        for earlier in before[position]:
            missing[earlier] -= 1
            if missing[earlier] == 0:
                ranks[earlier] = ranks[position] + 1
                ready.append(earlier)
    if len(ranks) < len(looks):
        return None
    return [ranks[one.position] for one in looks]


def _plays(machine: Machine, looks: Sequence[Look]) -> tuple[dict[str, int], int]:
    """How many plays end with each list of goals, and how many are stuck."""
    number = {machine.init: 1}
    plays: dict[str, int] = {}
    stuck = 0
    ranks = _ranks(looks) or []
    for _, one in sorted(zip(ranks, looks, strict=True), key=lambda pair: -pair[0]):
        here = number.get(one.position, 0)
        if one.terminal:
            goals = " ".join(str(one.goals[role]) for role in machine.roles)
            plays[goals] = plays.get(goals, 0) + here
        stuck += here if one.stuck else 0
        for step in one.allowed:
            number[step.after] = number.get(step.after, 0) + here
    return plays, stuck
