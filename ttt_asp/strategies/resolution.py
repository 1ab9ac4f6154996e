"""Names in a strategy's term, replaced by what they stand for."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from itertools import count

from ttt_asp.errors import nearest, wrong
from ttt_asp.strategies.composition import Composition

# A strategy with more parts than this, names replaced, is refused.
_LARGEST = 10_000
_DEEPEST = 30

Lookup = Callable[[str], "Composition | None"]


def resolve(
    node: Composition, lookup: Lookup, names: list[str], orders: Collection[str] = ()
) -> Composition:
    """Replace every name in a composition by what it stands for.

    Args:
        node: as parsed.
        lookup: a tactic's or strategy's composition by name, None if there is none.
        names: all names there are, for a hint.
        orders: the names of the orders there are.

    Raises:
        InputError: an unknown name, strategies that are defined by one another, or a strategy
            that is too large.
    """
    return _Resolver(lookup, names, orders).resolve(node, ())


@dataclass(frozen=True, slots=True)
class _Resolver:
    lookup: Lookup
    names: list[str]
    orders: Collection[str]
    parts: "count[int]" = field(default_factory=lambda: count(1))

    def resolve(self, node: Composition, via: tuple[str, ...]) -> Composition:
        if next(self.parts) > _LARGEST:
            raise wrong(f"this strategy has more than {_LARGEST} parts", node.location)
        if node.operator == "name":
            return self._name(node, via)
        if node.operator in ("hole", "lines"):
            message = "this is a hole: a strategy here is a whole one"
            raise wrong(message, node.location, "`ttt-asp fill` looks for what fits into holes")
        if node.operator == "pick" and node.name not in self.orders:
            known = sorted(self.orders)
            hint = nearest(node.name, known, f"the orders are: {', '.join(known) or 'none'}")
            raise wrong(f"there is no order {node.name}", node.location, hint)
        return replace(node, operands=tuple(self.resolve(o, via) for o in node.operands))

    def _name(self, node: Composition, via: tuple[str, ...]) -> Composition:
        if node.name in via:
            chain = " → ".join((*via[via.index(node.name) :], node.name))
            raise wrong(f"strategies defined by one another: {chain}", node.location)
        if len(via) > _DEEPEST:
            raise wrong(f"more than {_DEEPEST} strategies within one another", node.location)
        found = self.lookup(node.name)
        if found is None:
            hint = nearest(node.name, self.names, "`ttt-asp list` shows them all")
            raise wrong(f"there is no strategy or tactic {node.name}", node.location, hint)
        if found.operator == "tactic":
            return replace(found, location=node.location)
        body = self.resolve(found, (*via, node.name))
        return Composition("strategy", node.name, (body,), node.location)
