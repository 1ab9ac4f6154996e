"""Certificates of games whose ground rules the checker has to be given."""

from collections.abc import Mapping, Sequence
from typing import Any

from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.ground import FACT, GroundRules
from ttt_asp.positions.links import count_plays, links_of
from ttt_asp.positions.machine import Machine
from ttt_asp.verdict import Move

# A packed position, and the moves that are listed with it.
Entry = tuple[int, Sequence[Move] | None]


def by_rules(exploration: Exploration, listed: Sequence[Entry]) -> dict[str, Any]:
    """Return rules, positions, ranks and counts of a game of any kind."""
    machine = exploration.machine
    names = _actions(machine)
    actions = {role: {a: n for n, a in enumerate(names[role])} for role in names}
    entries = []
    for packed, moves in listed:
        position = [number for number in range(len(machine.base)) if packed >> number & 1]
        chosen = None if moves is None else sorted(actions[m.role][m.action] for m in moves)
        entries.append((position, chosen, packed))
    entries.sort(key=lambda entry: entry[0])
    links = links_of(exploration, Deadline())
    counts: dict[str, Any] = {"positions": exploration.positions, "plays": None, "stuck": None}
    ranks: list[int] | None = None
    if not links.cyclic:
        ranks = links.heights_of([packed for _, _, packed in entries])
        if exploration.outcomes is None:
            count_plays(exploration, links)
        plays = exploration.outcomes or {}
        counts["plays"] = {" ".join(map(str, goals)): number for goals, number in plays.items()}
        counts["stuck"] = exploration.stuck_plays
    positions = [place if chosen is None else [place, chosen] for place, chosen, _ in entries]
    return {
        "rules": ground_rules(machine),
        "positions": positions,
        "ranks": ranks,
        "counts": counts,
    }


def _actions(machine: Machine) -> Mapping[str, list[str]]:
    actions: dict[str, list[str]] = {role: [] for role in machine.roles}
    for action in machine.actions:
        actions[action.move.role].append(action.move.action)
    return actions


def ground_rules(machine: Machine) -> dict[str, Any]:
    """Return the rules of the game as data: what `legal`, `next`, `terminal` and `goal` rest on."""
    rules: GroundRules = machine.circuit.rules
    symbolic = [(a.symbol, a.literal, a.is_fact) for a in rules.control.symbolic_atoms]
    named = {literal: str(symbol) for symbol, literal, fact in symbolic if not fact}
    if len(set(named.values())) < sum(not fact for _, _, fact in symbolic):
        raise internal("two atoms of the ground rules have one name, or one atom has two")

    def name(literal: int) -> str:
        """Return an atom, or its negation; clingo's own are `#N`, as no atom of a game can be."""
        atom = named.get(abs(literal), f"#{abs(literal)}")
        return atom if literal > 0 else f"not {atom}"

    asked = ("legal", "next", "terminal", "goal")
    program: list[list[Any]] = [
        [str(symbol), []] for symbol, _, fact in symbolic if fact and symbol.name in asked
    ]
    pending = [literal for symbol, literal, fact in symbolic if symbol.name in asked and not fact]
    seen = set(pending)
    for atom in pending:
        for body in rules.bodies.get(atom, ()):
            literals = [name(literal) for literal in body.literals]
            if body.bound is None:
                program.append([name(atom), literals])
            else:
                weighted = [list(pair) for pair in zip(body.weights, literals, strict=True)]
                program.append([name(atom), body.bound, weighted])
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
