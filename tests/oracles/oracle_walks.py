"""Games that are graphs, in plain Python: a token on a node, moved along edges by who owns it."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import brute_force
from tables import contents

# By name, to where a tactic moves from a node, for each role.
Tactics = Mapping[str, Mapping[tuple[int, str], frozenset[int]]]


@dataclass(frozen=True)
class Walk:
    """A token on the nodes of a graph; whoever owns its node moves it along an edge.

    Attributes:
        owners: of each node. edges: from each node.
        ends: the goals of the roles where play is over, in their order.
        tactics: see `Tactics`. roles: their names.
    """

    owners: Sequence[str]
    edges: Mapping[int, Sequence[int]]
    ends: Mapping[int, Sequence[int]]
    tactics: Tactics = field(default_factory=dict)
    roles: Sequence[str] = "xo"

    start = 0

    def mover(self, node: int) -> str:
        return self.owners[node]

    def moves(self, node: int) -> Sequence[int]:
        return self.edges.get(node, ())

    def after(self, _: int, to: int) -> int:
        return to

    def over(self, node: int) -> tuple[int, ...] | None:
        return tuple(self.ends[node]) if node in self.ends else None

    def advice(self, name: str, node: int, role: str) -> Collection[int]:
        """Where a tactic moves from a node."""
        return self.tactics[name].get((node, role), ())

    def game(self) -> str:
        """The game as a file has it."""
        facts = [f"role({role})." for role in self.roles]
        for node, owner in enumerate(self.owners):
            facts.append(f"node({node}). owner({node},{owner}).")
            facts += [f"step({node},{to})." for to in self.edges.get(node, ())]
            pairs = zip(self.roles, self.ends.get(node, ()), strict=False)
            facts += [f"over({node},{role},{value})." for role, value in pairs]
        return "\n".join([*facts, _GRAPH])

    def tactic(self, name: str) -> str:
        """A tactic as a file has it."""
        return "\n".join([
            # says nothing: a token is on one node only
            f"suggests({name},P,go({self.edges[0][0]})) :- role(P), true(at(0)), true(at(1)).",
            *(
                f"suggests({name},{role},go({to})) :- true(at({node}))."
                for (node, role), some in sorted(self.tactics[name].items())
                for to in sorted(some)
            ),
        ])  # fmt: skip

    def values(self, role: str) -> list[int]:
        """What a role can force at each node: minimax over a number of moves, that of the nodes.

        What is not over then counts 50. A win that can be forced at all can be forced within them.
        """
        ends = {node: goals[self.roles.index(role)] for node, goals in self.ends.items()}
        now = [ends.get(node, 50) for node in range(len(self.owners))]
        for _ in self.owners:
            now = [
                ends[node]
                if node in ends
                else (max if owner == role else min)(now[other] for other in self.edges[node])
                for node, owner in enumerate(self.owners)
            ]
        return now

    def reached(self) -> frozenset[int]:
        """The nodes that plays come to."""
        return brute_force.explore(self).reached


_GRAPH = contents("oracles/graph.lp")


def random_walk(
    chance: random.Random,
    size: int,
    way: str,
    names: Sequence[str] = (),
    roles: Sequence[str] = "xo",
    goals: Sequence[int] = (0, 0, 50, 100, 100),
) -> Walk:
    """A random graph and tactics: `layered`, `forward` to later nodes, or `round` and round.

    Sometimes a tactic never fires, and sometimes the first and the last of four are equal. Of two
    roles the goals add up to 100.
    """
    edges: dict[int, list[int]] = {}
    ends: dict[int, Sequence[int]] = {}
    for node in range(size):
        later = [to for to in range(size) if to > node or (way == "round" and to != node)]
        if way == "layered":
            later = [to for to in range(size) if (to + 1) // 2 == (node + 1) // 2 + 1]
        if not later or node == size - 1 or (node > 2 and chance.random() < 0.2):
            some = [chance.choice(goals) for _ in roles[: len(roles) - (len(roles) == 2)]]
            ends[node] = [*some, 100 - some[0]][: len(roles)]
        else:
            number = min(len(later), chance.choice((1, 2, 2, 3, 3)))
            edges[node] = sorted(chance.sample(later, number))
    tactics: dict[str, dict[tuple[int, str], frozenset[int]]] = {}
    for name in names:
        often, wide = chance.random(), chance.random()
        tactics[name] = {
            (node, role): frozenset(to for to in edges[node] if chance.random() < wide)
            for node in edges
            for role in roles
            if chance.random() < often
        }
    if names and chance.random() < 0.3:
        tactics[names[3]] = tactics[names[0]]
    if names and chance.random() < 0.2:
        tactics[names[2]] = {}
    return Walk([chance.choice(roles) for _ in range(size)], edges, ends, tactics, roles)
