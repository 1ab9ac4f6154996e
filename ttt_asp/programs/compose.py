"""Compositions as rules: each node of a strategy's term becomes a predicate of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ttt_asp.errors import Diagnostic, Unsuited
from ttt_asp.games.game import Game
from ttt_asp.records import dataclass
from ttt_asp.strategies.strategy import Strategy, asked_of
from ttt_asp.strategies.terms import ASKED, SIGNS, Composition, orders_of


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a composition, ready to be written as rules.

    Attributes:
        name: its predicate, `NAME(A)`; `NAME` alone says that it recommends some action.
        operator: `any`, `tactic`, `opponent` (of a tactic), or an operator with operands.
        term: its composition, opponents pushed down to the tactics.
        operands: the predicates of its operands.
        tactic: the tactic's name.
        order: under `pick` the order's name.
        asked: whether `NAME` alone is needed in the program.
    """

    name: str
    operator: str
    term: Composition
    operands: tuple[str, ...] = ()
    tactic: str = ""
    order: str = ""
    asked: bool = False

    @property
    def comment(self) -> str:
        """The node as people would write it."""
        return "" if self.operator in ("any", "tactic", "opponent") else with_signs(self.term)


@dataclass(frozen=True, slots=True)
class RoleNodes:
    """A role's strategy as nodes, operands before the operators on them.

    Attributes:
        name: the role. title: how people call its strategy. root: the predicate of the whole.
        player: the player in `recommended` and `undetermined`: the role if it keeps to this
            strategy; `player(ROLE,N)` for the N-th other strategy that it could keep to.
    """

    name: str
    title: str
    root: str
    nodes: tuple[Node, ...]
    player: str

    @property
    def aside(self) -> bool:
        """Whether the role does not keep to this strategy."""
        return self.player != self.name

    @property
    def picking(self) -> frozenset[str]:
        """The predicates of nodes with a `pick` in them: somewhere it may pick nothing."""
        names: set[str] = set()
        for node in self.nodes:  # operands come before what is made of them
            if node.order or not names.isdisjoint(node.operands):
                names.add(node.name)
        return frozenset(names)

    @property
    def parts(self) -> tuple[str, ...]:
        """The predicates of the operands of the outermost `first`, else the root alone."""
        root = next(node for node in self.nodes if node.name == self.root)
        return root.operands if root.operator == "first" else (self.root,)

    @property
    def part_terms(self) -> tuple[str, ...]:
        """The parts as people would write them."""
        terms = {node.name: with_signs(node.term) for node in self.nodes}
        return tuple(terms[part] for part in self.parts)


def with_signs(node: Composition, nested: bool = False) -> str:
    """Write a term with the paper's signs, named strategies by name: A ∇ (B △ C)."""
    if node.operator in SIGNS:
        inner = f" {SIGNS[node.operator]} ".join(with_signs(o, True) for o in node.operands)
        return f"({inner})" if nested else inner
    if node.operator == "opponent":
        return f"opponent({with_signs(node.operands[0])})"
    if node.operator == "pick":
        return f"pick({with_signs(node.operands[0])}, {node.name})"
    return node.name or node.operator


def compose(
    strategies: Mapping[str, Strategy], others: Mapping[str, Sequence[Strategy]] | None = None
) -> list[RoleNodes]:
    """Return the nodes of every role's strategy.

    Args:
        strategies: resolved compositions by role.
        others: for each role strategies that it does not keep to, but could; they follow the roles,
            in any order, and may share nodes.
    """
    plain = all(role.isidentifier() and role.islower() and "_" not in role for role in strategies)
    roles, players = [], []
    for number, (role, strategy) in enumerate(strategies.items(), 1):
        # two underscores: no name in a user's file has them, and no role before them has one
        prefix = f"{role}__" if plain else f"role{number}__"
        roles += _nodes_of(role, {role: strategy}, prefix)
        # no name of a node before begins with a number and two underscores
        shared = dict[str, Strategy]()
        for place, other in enumerate((others or {}).get(role, ())):
            if orders_of(other.composition):  # whether a `pick` is consulted is each player's own
                players += _nodes_of(role, {adviser(role, place): other}, f"{prefix}{place + 1}__")
            else:
                shared[adviser(role, place)] = other
        players += _nodes_of(role, shared, f"{prefix}0__")
    return [*roles, *players]


def adviser(role: str, place: int) -> str:
    """Return the term for one of the `others` of `compose`, in rules and in atoms."""
    return f"player({role},{place})"


def _nodes_of(role: str, players: Mapping[str, Strategy], prefix: str) -> list[RoleNodes]:
    """Return the nodes of each player's strategy, without those that an earlier one has."""
    nodes: dict[Composition, Node] = {}
    bodies = {name: normal_form(strategy.composition) for name, strategy in players.items()}
    roots, ends = {}, []
    for name, body in bodies.items():
        roots[name] = _add_node(body, prefix, nodes)
        ends.append(len(nodes))
    firsts = [node.operands for node in nodes.values() if node.operator == "first"]
    asked = set[str]().union(*firsts)
    marked = [replace(node, asked=node.name in asked) for node in nodes.values()]
    composed = []
    for (name, body), start, end in zip(bodies.items(), [0, *ends], ends, strict=False):
        text = players[name].text
        title = text + (f" = {with_signs(body)}" if text != with_signs(body) else "")
        composed.append(RoleNodes(role, title, roots[name], tuple(marked[start:end]), name))
    return composed


def has_pick(strategies: Mapping[str, Strategy]) -> bool:
    """Whether some role's strategy has a `pick`: then frames ask whether it is undetermined."""
    return any(orders_of(strategy.composition) for strategy in strategies.values())


def always_recommends(strategies: Mapping[str, Strategy]) -> bool:
    """Whether every strategy is sure to recommend something wherever anything is legal.

    A `pick` is not sure to: at some position it may name no single action.
    """
    if has_pick(strategies) or asked_of(strategies):
        return False
    return all(
        _surely_recommends(normal_form(strategy.composition)) for strategy in strategies.values()
    )


def never_stuck(game: Game, strategies: Mapping[str, Strategy]) -> bool:
    """Whether surely no play can get stuck; False if this is not seen here.

    A strategy that ends in `any` is not enough: by a game's own rules it may be that nobody can
    move although play is not over.
    """
    return game.only_marks and always_recommends(strategies)


def _surely_recommends(node: Composition) -> bool:
    """Whether a term surely recommends something; False if this is not seen here."""
    if node.operator in ("first", "either"):
        return any(map(_surely_recommends, node.operands))
    if node.operator == "refine":
        return _surely_recommends(node.operands[0])
    return node.operator == "any"


def normal_form(node: Composition, swapped: bool = False) -> Composition:
    """Return the term without names of strategies, with `opponent` only around tactics.

    `opponent` distributes over the operators, cancels itself, and `opponent(any)` is `any`;
    `refine` of several is nested to the left. Locations are dropped.
    """
    if node.operator == ASKED:  # nothing may take it for something with rules
        message = f"{node.name} is a program, which has no rules"
        raise Unsuited([Diagnostic(message, None, "`prove -o` writes its replies as rules")])
    if node.operator == "strategy":
        return normal_form(node.operands[0], swapped)
    if node.operator == "opponent":
        return normal_form(node.operands[0], not swapped)
    if node.operator == "tactic":
        leaf = Composition("tactic", node.name)
        return Composition("opponent", "", (leaf,)) if swapped else leaf
    operands = [normal_form(operand, swapped) for operand in node.operands]
    if node.operator == "refine":
        while len(operands) > 2:
            operands[:2] = [Composition("refine", "", tuple(operands[:2]))]
    return Composition(node.operator, node.name, tuple(operands))


def lines_of(strategy: Strategy) -> tuple[Composition, ...]:
    """Return the operands of a strategy's outermost `first`; without one, the whole strategy."""
    body = normal_form(strategy.composition)
    return body.operands if body.operator == "first" else (body,)


def _add_node(node: Composition, prefix: str, nodes: dict[Composition, Node]) -> str:
    if node in nodes:
        return nodes[node].name
    if node.operator == "opponent":
        tactic, number = node.operands[0].name, _next_number(nodes)
        nodes[node] = Node(f"{prefix}{number}_opponent_{tactic}", "opponent", node, (), tactic)
    elif node.operator == "tactic":
        nodes[node] = Node(f"{prefix}{node.name}", "tactic", node, (), node.name)
    else:
        operands = tuple(_add_node(operand, prefix, nodes) for operand in node.operands)
        number = _next_number(nodes)
        name = f"{prefix}{number}_{node.operator}" if operands else f"{prefix}{node.operator}"
        nodes[node] = Node(name, node.operator, node, operands, order=node.name)
    return nodes[node].name


def _next_number(nodes: Mapping[Composition, Node]) -> int:
    # no tactic's name starts with a digit, so a numbered node is never taken for a tactic's
    return sum(1 for node in nodes.values() if node.operator not in ("tactic", "any")) + 1
