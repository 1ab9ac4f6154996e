"""Files of tactics, orders and lemmas: loading, and checks of what they define and use."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain

from ttt_asp.errors import Diagnostic, Location, OtherGame, refuse
from ttt_asp.extension import hook
from ttt_asp.games.game import Game
from ttt_asp.games.lint import foreign_atoms, moving_atoms
from ttt_asp.lp.lint import forbidden_cycles, lint_rules, unknown_predicates
from ttt_asp.lp.overflow import overflows
from ttt_asp.lp.reach import Reach
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature
from ttt_asp.strategies.known_files import keep_in_order, was_in_order
from ttt_asp.strategies.library import Kind, Library, bad_name

# In a comment of a file: the game that it is about.
_GAME = re.compile(r"%\s*game\s+(\S+)((?:\s+\w+=\S+)*)\s*")


def load_tactics(
    names: list[str], game: Game, library: Library, orders: Iterable[str] = ()
) -> tuple[tuple[Source, ...], tuple[Diagnostic, ...]]:
    """Load and check the files of the named tactics and orders, and of the tactics they use.

    Returns:
        The files, and warnings about recommended actions that are other games'.

    Raises:
        OtherGame: a file is about other games.
        InputError: something else is wrong with one.
    """
    known = library.names("tactic")
    ranking = {name: library.orders[name].read() for name in dict.fromkeys(orders)}
    sources = with_asked_tactics([*names, *chain(*map(asked_tactics, ranking.values()))], library)
    kinds: tuple[tuple[Kind, dict[str, Source]], ...] = (("order", ranking), ("tactic", sources))
    problems: list[Diagnostic] = []
    for kind, files in kinds:
        for name, source in files.items():
            problems += check_file(kind, source, name, game, known)
    if problems and all(isinstance(problem, _OfOtherGame) for problem in problems):
        raise OtherGame(problems[:1])  # the others would say the same of other files
    refuse(problems)
    files_together = *sources.values(), *ranking.values()
    refuse(forbidden_cycles(files_together))
    errors, other_actions = misfits(files_together, game)
    if errors:
        raise OtherGame(errors)
    refuse(too_large_numbers(files_together, game))
    if not other_actions:
        keep_in_order(files_together, game)
    return files_together, other_actions


def misfits(
    sources: tuple[Source, ...], game: Game
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Return what can never be true in files: what fits no game, and actions of other games."""
    # to find them takes longer than to read the files
    find = None if not sources or was_in_order(sources, game) else hook("misfits")
    if find is None:
        return (), ()
    found = find(sources, game)
    return found.errors, found.actions


@lru_cache(maxsize=64)  # claims of a file are about the same tactics again and again
def too_large_numbers(sources: tuple[Source, ...], game: Game) -> tuple[Diagnostic, ...]:
    """Find what files of tactics, orders or lemmas compute and clingo might not hold.

    Args:
        sources: the files, otherwise in order.
        game: the game at hand.
    """
    if not sources or was_in_order(sources, game):
        return ()
    reach = Reach((game.rules, *game.vocabulary, *sources), game.constants, game.facts)
    return tuple(overflows(sources, reach))


def game_of(source: Source) -> tuple[str, dict[str, str]] | None:
    """Return the game that a file says it is about, with its constants; None if it names none."""
    for _, comment in source.comments:
        if match := _GAME.fullmatch(comment):
            return match[1], dict(word.split("=", 1) for word in match[2].split())
    return None


class _OfOtherGame(Diagnostic):
    """The message that a file is about other games."""


def _of_other_game(source: Source, name: str, game: Game) -> Diagnostic | None:
    """Return a message about a file whose examples name another game."""
    about = game_of(source)
    if about is None or about[0] == game.name:
        return None
    message = f"{name} is about {about[0]}, not about {game.name}"
    return _OfOtherGame(message, Location(source.label), f"choose the game {about[0]}")


def asked_tactics(source: Source) -> list[str]:
    """Return the tactics whose recommendations a file asks for."""
    named = (atom.first for atom in source.bodies if atom.name == "suggests")
    return [name for name in named if name is not None]


def with_asked_tactics(names: Iterable[str], library: Library) -> dict[str, Source]:
    """Read the files of tactics, and of all tactics that they ask; leave out other names."""
    known, left, sources = library.names("tactic"), list(names), dict[str, Source]()
    for name in left:
        if name in known and name not in sources:
            sources[name] = library.entries[name].read()
            left += asked_tactics(sources[name])
    return sources


def check_file(
    kind: Kind,
    source: Source,
    name: str,
    game: Game,
    tactics: Sequence[str],
    helpers: AbstractSet[Signature] = frozenset(),
) -> list[Diagnostic]:
    """List all that is wrong with the file of a tactic, an order or a lemma, its name included.

    Args:
        kind: the kind of file.
        source: the parsed file.
        name: the tactic's, the order's or the lemma's, the file's stem.
        game: the game it is for.
        tactics: the names of all tactics that this one may use.
        helpers: the helpers of other tactics that it may use.
    """
    problems = [*lint_rules(source), *_head_problems(kind, source, name, game)]
    # wrong names of helpers are reported there
    defined = {signature for signature in source.defined if signature[0] != _head_of(kind)}
    known = defined | helpers | game.defined.keys()
    problems += [
        *unknown_predicates(source, f"{kind}s", known, tactics),
        *forbidden_cycles([source]),
    ]
    if problems and (other := _of_other_game(source, name, game)):
        return [other]
    if problems:
        places, strange = foreign_atoms(source, game)
        problems = [diagnostic for diagnostic in problems if diagnostic.location not in places]
        if strange:
            problems.append(_OfOtherGame(strange.message, strange.location, strange.hint))
    problems += moving_atoms(source, f"{kind}s", game.moving)
    reason = bad_name(name)
    if name in game.constants:
        reason = f"the {kind} {name} is named like a constant of the game, which would replace it"
    if reason:
        problems.insert(0, Diagnostic(reason, Location(source.label), "rename the file"))
    return problems


# The rule that each kind of file has, as people write it.
_RULES: Mapping[Kind, str] = {
    "tactic": "suggests({},P,ACTION)",
    "order": "order({},ACTION,RANK)",
    "lemma": "lemma({})",
}
# Predicates that a file may define besides its rule, or alone.
_MORE: Mapping[Kind, str] = {"lemma": "measure"}


def _head_problems(kind: Kind, source: Source, name: str, game: Game) -> Iterator[Diagnostic]:
    """Report predicates that a file defines and may not, or should define and does not."""
    more = f", or a {_MORE[kind]}(N)" if kind in _MORE else ""
    named = {str(a.first): a for a in source.heads if a.name == _head_of(kind) and a.first}
    if named and name not in named and len(named) == 1:
        ((other, atom),) = named.items()
        message = f"the file is {name}.lp, the rule says {other}"
        yield source.problem(message, atom, "rename either")
        name = other
    elif name not in named and all(a.name != _MORE.get(kind) for a in source.heads):
        hint = f"a rule {_RULES[kind].format(name)} :- ...{more}"
        yield Diagnostic(f"the {kind} {name} is not defined here", source.location(0), hint)
    rule = _RULES[kind].format(name)
    allowed = f"the file of this {kind} defines {rule} and helpers {name}_...{more}"
    for atom in source.heads:
        for message in _head_problem(atom, kind, name, game.defined):
            yield source.problem(message, atom, allowed)


def _head_of(kind: Kind) -> str:
    return _RULES[kind].partition("(")[0]


def _head_problem(
    atom: Atom, kind: Kind, stem: str, defined: Mapping[Signature, str]
) -> Iterator[str]:
    """Say why a file of that kind may not define this."""
    homes = [home for (name, _), home in defined.items() if name == atom.name]
    if atom.name == _head_of(kind):
        if atom.arity != (arity := _RULES[kind].count(",") + 1):
            many = "arguments" if arity > 1 else "argument"
            yield f"{atom.name} has {arity} {many}, not {atom.arity}"
        elif atom.first is None:
            yield f"the {kind} has to be named: {_RULES[kind].format(stem)}"
        elif atom.first != stem:
            yield f"{atom.first} is another file's {kind}"
    elif homes:
        yield f"{atom.name} is defined in {homes[0]}"
    elif atom.name != _MORE.get(kind) and not atom.name.startswith(f"{stem}_"):
        yield f"{atom.name} cannot be defined here: call it {stem}_{atom.name}"
