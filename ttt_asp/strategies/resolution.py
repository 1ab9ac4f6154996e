"""Names in a strategy's term, replaced by what they stand for."""

from dataclasses import dataclass, field, replace
from itertools import count

from ttt_asp.errors import nearest, wrong
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.library import Library, summaries

# A strategy with more parts than this, names replaced, is refused.
_LARGEST = 10_000
_DEEPEST = 30


def resolve(node: Composition, library: Library) -> Composition:
    """Replace every name in a composition by what it stands for.

    Args:
        node: as parsed.
        library: where names are looked up.

    Raises:
        InputError: an unknown name, strategies that are defined by one another, or a strategy
            that is too large.
    """
    return _Resolver(library).resolve(node, ())


@dataclass(frozen=True, slots=True)
class _Resolver:
    library: Library
    parts: "count[int]" = field(default_factory=lambda: count(1))

    def resolve(self, node: Composition, via: tuple[str, ...]) -> Composition:
        if next(self.parts) > _LARGEST:
            raise wrong(f"this strategy has more than {_LARGEST} parts", node.location)
        if node.operator == "name":
            return self._name(node, via)
        if node.operator in ("hole", "lines"):
            message = "this is a hole: a strategy here is a whole one"
            raise wrong(message, node.location, "`ttt-asp fill` looks for what fits into holes")
        if node.operator == "pick" and node.name not in self.library.orders:
            known = sorted(self.library.orders)
            hint = nearest(node.name, known, f"the orders are: {', '.join(known) or 'none'}")
            raise wrong(f"there is no order {node.name}", node.location, hint)
        return replace(node, operands=tuple(self.resolve(o, via) for o in node.operands))

    def _name(self, node: Composition, via: tuple[str, ...]) -> Composition:
        if node.name in via:
            chain = " → ".join((*via[via.index(node.name) :], node.name))
            raise wrong(f"strategies defined by one another: {chain}", node.location)
        if len(via) > _DEEPEST:
            raise wrong(f"more than {_DEEPEST} strategies within one another", node.location)
        found = self.library.find(node.name)
        if found is None:
            hint = _meant(node.name, self.library) or nearest(
                node.name, self.library.names(), "`ttt-asp list` shows them all"
            )
            raise wrong(f"there is no strategy or tactic {node.name}", node.location, hint)
        if found.operator == "tactic":
            return replace(found, location=node.location)
        body = self.resolve(found, (*via, node.name))
        return Composition("strategy", node.name, (body,), node.location)


def _meant(word: str, library: Library) -> str:
    """A hint for a word that a tactic's file begins with, as `Win: complete a line`."""
    said = summaries(library.names("tactic"), library)
    known = {text.partition(":")[0].lower(): name for name, text in said.items() if ":" in text}
    if word.lower() not in known:
        return ""
    name = known[word.lower()]
    return f"did you mean {name} ({said[name].rstrip('.')})?"
