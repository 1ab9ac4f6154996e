"""A question put to the prover: a game, a strategy for each role, and a claim."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttt_asp.claims.claim import Claim
from ttt_asp.errors import Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.games.game import Game
from ttt_asp.games.lint import foreign_atoms, moving_atoms
from ttt_asp.lp.dependencies import Node, closure, depends_on
from ttt_asp.lp.recursion import cycles
from ttt_asp.lp.source import Source
from ttt_asp.strategies.composition import Composition, leaves, orders, parse_term, resolve
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas
from ttt_asp.strategies.library import Library, bad_name
from ttt_asp.strategies.lint import lint_order, lint_tactic

ANY = "any"


@dataclass(frozen=True)
class Strategy:
    """What a role keeps to.

    Attributes:
        text: as the user wrote it.
        composition: the same with every name resolved.
        tactics: the files it rests on, of tactics and of orders, each checked.
        assumed: true when the role was given none and plays `any`.
    """

    text: str
    composition: Composition
    tactics: tuple[Source, ...]
    assumed: bool = False


@dataclass(frozen=True)
class Problem:
    """A claim about a match-up.

    Attributes:
        game: the game with its constants.
        strategies: one for each role, in the order of the roles.
        claim: what is to be proved.
        horizon: the number of moves to look at, None for all.
        lemmas: what its author says holds whenever a round begins; for proofs by induction.
    """

    game: Game
    strategies: Mapping[str, Strategy]
    claim: Claim
    horizon: int | None = None
    lemmas: Lemmas = NO_LEMMAS


def load_strategy(text: str | None, role: str, game: Game, library: Library) -> Strategy:
    """Find, check and resolve a strategy.

    Args:
        text: a name or a term; None for a role that was given none.
        role: whose strategy it is, for messages.
        game: the game it is for.
        library: where names are looked up.

    Raises:
        InputError: unknown names, malformed terms, anything wrong with a tactic's file.
    """
    node = parse_term(ANY if text is None else text, f"<--{role}>")
    composition = resolve(node, library.find, library.names(), library.orders)
    picked = [name for name, _ in orders(composition)]
    tactics = load_tactics([name for name, _ in leaves(composition)], game, library, picked)
    if _has_opponent(composition):
        swapped: set[Node] = {("suggests", 3, name) for name, under in leaves(composition) if under}
        swapped |= {("order", 3, name) for name, under in orders(composition) if under}
        _check_opponent(swapped, role, game, tactics)
    return Strategy(str(node), composition, tactics, text is None)


def load_tactics(
    names: list[str], game: Game, library: Library, orders: Iterable[str] = ()
) -> tuple[Source, ...]:
    """The files of the named tactics and orders, and of the tactics they use, checked."""
    known = library.names("tactic")
    ranking: dict[str, Source] = {}
    sources: dict[str, Source] = {}
    problems: list[Diagnostic] = []
    for name in dict.fromkeys(orders):
        source = ranking[name] = library.orders[name].read()
        problems += check_order(source, name, game, known)
        names += _used(source, known)
    for name in names:
        if name in sources:
            continue
        source = sources[name] = library.entries[name].read()
        problems += check_tactic(source, name, game, known)
        names += _used(source, known)
    if problems:
        raise InputError(problems)
    found = (*sources.values(), *ranking.values())
    check_together(found)
    return found


def _used(source: Source, known: list[str]) -> list[str]:
    uses = (a.first for s in source.statements for a in s.body if a.name == "suggests")
    return [used for used in uses if used in known]


def check_together(tactics: Sequence[Source]) -> None:
    """Refuse files of tactics, of one role or of several, that cannot share a program.

    Raises:
        InputError: a helper that two files define, or a cycle through several files.
    """
    problems = [*_shared_helpers(tactics), *cycles(tactics)]
    if problems:
        raise InputError(problems)


def check_tactic(source: Source, name: str, game: Game, known: list[str]) -> list[Diagnostic]:
    """What is wrong with a tactic's file, its name included."""
    return _checked("tactic", source, name, game, lint_tactic(source, name, game.defined, known))


def check_order(source: Source, name: str, game: Game, known: list[str]) -> list[Diagnostic]:
    """What is wrong with an order's file, its name included."""
    return _checked("order", source, name, game, lint_order(source, name, game.defined, known))


def _checked(
    kind: str, source: Source, name: str, game: Game, found: Iterable[Diagnostic]
) -> list[Diagnostic]:
    problems = list(found)
    if problems:
        strange = foreign_atoms(source, game.name, game.foreign, game.defined)
        lacking = {problem.location: problem for problem in strange}
        problems = [lacking.get(problem.location, problem) for problem in problems]
    problems += moving_atoms(source, f"{kind}s", game.moving)
    reason = bad_name(name)
    if name in game.constants:
        reason = f"the {kind} {name} is named like a constant of the game, which would replace it"
    if reason:
        problems.insert(0, Diagnostic(reason, Location(source.label), "rename the file"))
    about = game_of(source)
    if problems and about is not None and about[0] != game.name:
        message = f"{name} is about {about[0]}, not about {game.name}"
        problems.insert(0, Diagnostic(message, Location(source.label), f"-g {about[0]}"))
    return problems


def _shared_helpers(tactics: Sequence[Source]) -> Iterator[Diagnostic]:
    homes: dict[str, Source] = {}
    for source in tactics:
        for statement in source.statements:
            for head in statement.heads:
                home = homes.setdefault(head.name, source)
                if head.name not in ("suggests", "order") and home is not source:
                    message = f"{head.name} is defined in {home.label}"
                    where = source.location(head.begin, head.end)
                    yield Diagnostic(message, where, "rename one of them")


def _has_opponent(node: Composition) -> bool:
    return node.operator == "opponent" or any(map(_has_opponent, node.operands))


def _check_opponent(swapped: set[Node], role: str, game: Game, tactics: tuple[Source, ...]) -> None:
    where = Location(f"<--{role}>")
    if len(game.roles) != 2:
        raise wrong(f"opponent(...) needs two roles, {game.name} has {len(game.roles)}", where)
    sources = closure([game.rules, *tactics], game.vocabulary)
    statements = [statement for source in sources for statement in source.statements]
    targets = frozenset({("mover", 1), ("legal", 2)})
    for node in sorted(swapped, key=str):
        if path := depends_on([node], statements, targets):
            chain = " → ".join(f"{n}({t})" if t else n for n, _, t in path)
            name = node[2]
            message = f"opponent({name}): {name} may not depend on whose turn it is: {chain}"
            raise wrong(message, where, "opponent asks what is said to the other role")


def role_of(text: str, game: Game) -> str:
    """The game's own spelling of a role, whose case may differ.

    Raises:
        InputError: the game has no such role.
    """
    exact = [name for name in game.roles if text in (name, game.spelt(name))]
    names = exact or [name for name in game.roles if game.spelt(name).lower() == text.lower()]
    if len(names) != 1:
        roles = [game.spelt(name) for name in game.roles]
        hint = nearest(text, roles, f"the roles are {' and '.join(roles)}")
        raise wrong(f"there is no role {text} in {game.name}", Location("--role"), hint)
    return names[0]


def named_roles(given: Mapping[str, str], game: Game) -> dict[str, str]:
    """The strategies as given, keyed by the game's own spelling of the roles.

    Raises:
        InputError: a role that the game does not have, or one given twice.
    """
    found: dict[str, str] = {}
    for text, strategy in given.items():
        role = role_of(text, game)
        if role in found:
            raise wrong(f"{role} is given two strategies", Location("--role"))
        found[role] = strategy
    return found
