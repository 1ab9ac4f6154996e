"""Strategies: from a name or a term to a composition of checked tactics."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from itertools import chain, count

from ttt_asp.errors import Argument, Diagnostic, Location, nearest, wrong
from ttt_asp.extension import hook
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import Node, closure, depends_on
from ttt_asp.lp.source import Source
from ttt_asp.records import dataclass
from ttt_asp.strategies.library import Asked, Library, bad_name
from ttt_asp.strategies.tactics import load_tactics
from ttt_asp.strategies.terms import ASKED, Composition, leaves, orders_of, parse_term
from ttt_asp.verdict import Origin

ANY = "any"
# A strategy with more parts than this, names replaced, is refused.
_LARGEST = 10_000
_DEEPEST = 30


@dataclass(frozen=True)
class Strategy:
    """The strategy that a role keeps to.

    Attributes:
        text: as the user wrote it.
        composition: the same with every name resolved.
        tactics: the files it rests on, of tactics and of orders, each checked.
        assumed: true when the role was given none and plays `any`.
        warnings: rules and terms that never apply in this game.
        replies: for rules made of the replies of a program, the way in which it was asked.
        asked: for one that is asked where plays come to, and has no rules, what is asked.
    """

    text: str
    composition: Composition
    tactics: tuple[Source, ...]
    assumed: bool = False
    warnings: tuple[Diagnostic, ...] = ()
    replies: Origin | None = None
    asked: Asked | None = None

    @property
    def inquiry(self) -> Origin | None:
        """The way in which a program was asked."""
        return self.replies if self.asked is None else self.asked.inquiry


# Every legal move.
FREE = Strategy(ANY, Composition(ANY), (), assumed=True)


@contextmanager
def closing(strategies: Mapping[str, Strategy]) -> Iterator[None]:
    """End, behind a block, what answers for strategies that are asked."""
    try:
        yield
    finally:
        for player in asked_of(strategies).values():
            player.close()


def asked_of(strategies: Mapping[str, Strategy]) -> dict[str, Asked]:
    """Return the strategies that are asked, by their roles."""
    return {role: s.asked for role, s in strategies.items() if s.asked is not None}


def either(strategies: Sequence[Strategy]) -> Strategy:
    """Return the strategy that recommends what any of some does."""
    together = Composition("either", "", tuple(each.composition for each in strategies))
    files = chain.from_iterable(each.tactics for each in strategies)
    tactics = {source.label: source for source in files}
    return Strategy(str(together), together, tuple(tactics.values()))


def place_of(role: str, game: Game) -> str:
    """Return the place where the strategy of a role was given, for messages."""
    return Argument("roles", game.spelt(role)) if role in game.roles else role


def load_strategy(text: str | None, role: str, game: Game, library: Library) -> Strategy:
    """Find, check and resolve a strategy.

    Args:
        text: a name or a term; None for a role that was given none.
        role: the role that plays it; or the place where it was given, for messages.
        game: the game it is for.
        library: the library for names.

    Raises:
        InputError: an unknown name, a malformed term, or something wrong with a tactic's file.
    """
    if hidden := library.entries.get(ANY):  # whoever wrote it means it by `any`
        raise wrong(bad_name(ANY), Location(hidden.label), "rename the file")
    node = parse_term(ANY if text is None else text, place_of(role, game))
    composition = resolve(node, library)
    picked = [name for name, _ in orders_of(composition)]
    tactics, warnings = load_tactics(
        [name for name, _ in leaves(composition)], game, library, picked
    )
    if leaves(composition, kind="opponent"):
        swapped: set[Node] = {("suggests", 3, name) for name, under in leaves(composition) if under}
        swapped |= {("order", 3, name) for name, under in orders_of(composition) if under}
        _check_opponent(swapped, role, game, tactics)
    entry = library.entries.get(node.name)
    inquiry, asked = (entry.inquiry, entry.asked) if entry else (None, None)
    return Strategy(str(node), composition, tactics, text is None, warnings, inquiry, asked)


def _check_opponent(swapped: set[Node], role: str, game: Game, tactics: tuple[Source, ...]) -> None:
    where = Location(place_of(role, game))
    if len(game.roles) != 2:
        raise wrong(f"opponent(...) needs two roles, {game.name} has {len(game.roles)}", where)
    sources = closure([game.rules, *tactics], game.vocabulary)
    statements = list(chain.from_iterable(source.statements for source in sources))
    targets = frozenset({("mover", 1), ("legal", 2)})
    for node in sorted(swapped, key=str):
        if path := depends_on([node], statements, targets):
            shown = " → ".join(f"{n}({t})" if t else n for n, _, t in path)
            name = node[2]
            message = f"opponent({name}): {name} may not depend on whose turn it is: {shown}"
            raise wrong(message, where, "opponent asks what is said to the other role")


def resolve(node: Composition, library: Library) -> Composition:
    """Replace every name in a composition by the tactic or strategy that it stands for.

    Args:
        node: as parsed.
        library: the library for names.

    Raises:
        InputError: an unknown name, strategies that are defined by one another, or a strategy
            that is too large.
    """
    return _Resolver(library).resolve(node, ())


@dataclass(frozen=True, slots=True)
class _Resolver:
    library: Library
    parts: "count[int]" = field(default_factory=lambda: count(1))
    found: dict[str, Composition | None] = field(default_factory=dict)

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
        if node.name not in self.found:
            self.found[node.name] = self.library.find(node.name)
        term = self.found[node.name]
        if term is None:
            hint = nearest(node.name, self.library.names(), "`ttt-asp list` shows them all")
            if meant := hook("meant"):
                hint = meant.strategy(node.name, self.library) or hint
            raise wrong(f"there is no strategy or tactic {node.name}", node.location, hint)
        if term.operator in ("tactic", ASKED):
            return replace(term, location=node.location)
        body = self.resolve(term, (*via, node.name))
        return Composition("strategy", node.name, (body,), node.location)
