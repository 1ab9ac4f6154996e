"""The symmetries of a match: found, never declared, and each checked against the circuit.

Everything that an exploration evaluates is written down as *records*: the operation and the inputs
of each gate, the effect of each move on each fluent, the fluents of the first position, and the
outputs. A permutation of fluents, moves and gates that takes every record to a record is a
symmetry: it takes positions of plays to positions of the same number of plays, and where one is
terminal, stuck, of a goal or against the claim, so is the other; for a gate's value is what its
record says of its inputs' values, a loop's the least fixpoint. Roles, goals, parts of strategies
and the outputs are labels of records, and so stay what they are; a strategy that prefers one corner
leaves fewer symmetries.

A library proposes permutations (`positions.groups`); each is checked, none is believed.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence
from operator import itemgetter

from ttt_asp.deadline import Deadline
from ttt_asp.extensions.arrays.groups import Permutation, bounded_group, generators, is_permutation
from ttt_asp.positions.gates import FALSE, TRUE, Kind, Network
from ttt_asp.positions.machine import Machine
from ttt_asp.positions.moves import Effect
from ttt_asp.verdict import Move

# A label; nodes in an order that matters; weights and nodes in none. A node is a gate, a move
# or a loop, as a tuple of the word and its number.
Node = tuple[str, int]
Record = tuple[Hashable, tuple[Node, ...], tuple[tuple[int, Node], ...]]

# The node of a weight and a node.
_NODE = itemgetter(1)
# A group of more elements than this is not used, but a part of it.
MOST = 1024
# So many generators of it are looked at: ten would double a group to more than that.
_GENERATORS = 24


def symmetry_group(
    machine: Machine, moves: bool = False, also: Sequence[int] = (), at_once: bool = False
) -> list[Permutation]:
    """Return symmetries of a match, as permutations of the bits of a position: a group.

    Args:
        machine: the match.
        moves: whether the permutations are of the machine's actions too, which follow the bits.
        also: a further gate of each action, which is to be taken to that of the action's image.
        at_once: whether several roles may choose at once; then without `moves` and `also`.

    Returns:
        Every element once, the identity first; of a group of more than `MOST` elements those
        that some of its generators generate.
    """
    written = list(joint_records(machine) if at_once else records(machine, also))
    inputs = [machine.circuit.network.input(bit) for bit in range(len(machine.base))]
    nodes: list[Node] = [("gate", gate) for gate in inputs]
    if moves:
        nodes += [("move", number) for number in range(len(machine.actions))]
    proposed = _proposed(written, nodes)
    numbers = {node: number for number, node in enumerate(nodes)}
    there = frozenset(written)  # the records are hashed once
    kept = [node_map for node_map in proposed if respects(node_map, there)]
    moved = (tuple(numbers[node_map[node]] for node in nodes) for node_map in kept)
    return bounded_group(dict.fromkeys(moved), len(nodes), MOST, Deadline())[0]


def _nodes(written: Collection[Record]) -> Iterator[Node]:
    """Yield the nodes of records, some again and again."""
    for _, ordered, rest in written:
        yield from ordered
        yield from (node for _, node in rest)


def respects(node_map: dict[Node, Node], written: Collection[Record]) -> bool:
    """Whether a map of nodes takes all records to records, and no two nodes to the same."""
    there = frozenset(written)
    moved = {node for node, other in node_map.items() if node != other}
    nodes = set(_nodes(written))
    return (
        nodes == set(node_map)
        and nodes == set(node_map.values())
        and all(
            (
                label,
                tuple(node_map[node] for node in ordered),
                tuple(sorted((weight, node_map[node]) for weight, node in rest)),
            )
            in there
            for label, ordered, rest in there
            if not (moved.isdisjoint(ordered) and moved.isdisjoint(map(_NODE, rest)))
        )
    )


def _proposed(written: Sequence[Record], moving: Sequence[Node]) -> list[dict[Node, Node]]:
    """Return maps of nodes that the library proposes as symmetries; they move some of `moving`."""
    vertices: dict[Hashable, int] = {}
    colors: list[int] = []
    palette: dict[Hashable, int] = {}
    edges: list[tuple[int, int]] = []

    def vertex(name: Hashable, color: Hashable) -> int:
        if name not in vertices:
            vertices[name] = len(colors)
            colors.append(palette.setdefault(color, len(palette)))
        return vertices[name]

    nodes = dict.fromkeys(_nodes(written))
    for node in nodes:
        vertex(node, node[0])
    for number, (label, ordered, rest) in enumerate(written):
        here = vertex(number, label)
        for place, node in enumerate(ordered):
            port = here if not place else vertex((number, place), ("place", place))
            edges.append((port, vertices[node]))
            if place:
                edges.append((here, port))
        for weight, node in rest:
            port = here if not weight else vertex((number, node), ("weight", weight))
            edges.append((vertices[node], port))
            if weight:
                edges.append((port, here))
    every, size = list(nodes), len(nodes)
    wanted, kept = [vertices[node] for node in moving], list(dict.fromkeys(edges))
    return [
        {node: every[permutation[number]] for number, node in enumerate(every)}
        for permutation in generators(colors, kept, wanted, _GENERATORS)
        if is_permutation(permutation[:size], size)
    ]


def records(machine: Machine, also: Sequence[int] = ()) -> Iterator[Record]:
    """Yield the records of everything that an exploration evaluates; see `symmetry_group`."""
    network = machine.circuit.network
    yield from ((label, (("gate", gate),), ()) for label, gate in machine.outputs)
    wanted = [*(gate for _, gate in machine.outputs), *also]
    for number, gate in enumerate(also):
        yield "also", (("move", number), ("gate", gate)), ()
    joint = any(action.accompanied != FALSE for action in machine.actions)
    for number, action in enumerate(machine.actions):
        move = ("move", number)
        yield ("role", action.role), (move,), ()
        for label, gate in (
            ("plays", action.plays),
            ("legal", action.legal),
            ("accompanied", action.accompanied),
        ):
            yield label, (move, ("gate", gate)), ()
            wanted.append(gate)
        for accompanied in (False, True) if joint else (False,):
            effect = _effect_of(machine, action.move, accompanied)
            yield from _effect(network, effect, move, accompanied, len(machine.base))
            wanted += [effect.stray, *(gate for gate, _ in effect.computed)]
    yield from _beginning(machine)
    yield from _gates(network, wanted)


def _effect_of(machine: Machine, move: Move, joint: bool) -> Effect:
    """Return the effect of a move; others play what they may, if `joint`, else nothing."""
    specialise = machine.specialise
    given = {specialise.does[move.role, move.action]: TRUE}
    if joint:
        for other, atom in specialise.does.items():
            if other[0] != move.role:
                given[atom] = machine.circuit.gates[specialise.legal[other]]
    return specialise.effect(given)


def joint_records(machine: Machine) -> Iterator[Record]:
    """Yield the records of what all moves at once lead to: each move is an input of the gates."""
    network, effect = machine.circuit.network, machine.specialise.any_moves.effect
    labeled = [*machine.outputs, ("stray", effect.stray)]
    yield from ((label, (("gate", gate),), ()) for label, gate in labeled)
    wanted = [gate for _, gate in labeled]
    for number, (role, action) in enumerate(machine.specialise.any_moves.inputs):
        does, may = network.input(len(machine.base) + number), machine.legal.get(Move(role, action))
        legal = FALSE if may is None else may
        yield ("does", role), (("gate", does), ("gate", legal)), ()
        wanted.append(legal)
    for gate, bit in effect.computed:
        yield "becomes", (("gate", network.input(bit)), ("gate", gate)), ()
        wanted.append(gate)
    yield from _beginning(machine)
    yield from _gates(network, wanted)


def _beginning(machine: Machine) -> Iterator[Record]:
    """Yield for each fluent whether it holds at first."""
    for bit in range(len(machine.base)):
        gate = machine.circuit.network.input(bit)
        yield ("bit", machine.init >> bit & 1), (("gate", gate),), ()


def _effect(
    network: Network, effect: Effect, move: Node, joint: bool, bits: int
) -> Iterator[Record]:
    """Yield the effect of a move on each fluent, but for those that it leaves as they are."""
    becomes = {bit: network.input(source) for source, bit in effect.copied}
    becomes |= {bit: gate for gate, bit in effect.computed}
    for bit in range(bits):
        fluent = ("gate", network.input(bit))
        if bit in becomes:
            yield ("becomes", joint), (move, fluent, ("gate", becomes[bit])), ()
        elif effect.set >> bit & 1:
            yield ("set", joint), (move, fluent), ()
        elif not effect.keep >> bit & 1:
            yield ("cleared", joint), (move, fluent), ()
    yield ("stray", joint), (move, ("gate", effect.stray)), ()


def _gates(network: Network, wanted: Sequence[int]) -> Iterator[Record]:
    """Yield the records of gates and of all that they rest on; inputs have theirs elsewhere."""
    stack, seen, loops = list(wanted), set[int](), set[int]()
    while stack:
        gate = stack.pop()
        if gate in seen:
            continue
        seen.add(gate)
        kind, arguments, node = network.kinds[gate], network.arguments[gate], ("gate", gate)
        if kind is Kind.CONSTANT:
            yield ("constant", *arguments), (node,), ()
        elif kind is Kind.VARIABLE:
            (number,) = arguments
            if number in loops:
                continue
            loops.add(number)
            loop = network.loops[number]
            for variable, body in zip(loop.variables, loop.bodies, strict=True):
                yield "loop", (("loop", number), ("gate", variable), ("gate", body)), ()
            stack += loop.bodies
        elif kind is not Kind.INPUT:
            bound, items = network.sums.get(gate, (0, tuple((0, inner) for inner in arguments)))
            rest = tuple(sorted((weight, ("gate", inner)) for weight, inner in items))
            yield (kind.name if gate not in network.sums else "sum", bound), (node,), rest
            stack += (inner for _, inner in items)
