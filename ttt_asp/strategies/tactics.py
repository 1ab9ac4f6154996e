"""Files of tactics and orders: found, read and checked; what they may define, and may ask."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttt_asp.errors import Diagnostic, InputError, Location, Misfit
from ttt_asp.games.game import Game
from ttt_asp.games.lint import foreign_atoms, moving_atoms
from ttt_asp.lp.lint import cycles, lint_rules, unknown
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library, bad_name
from ttt_asp.strategies.misfits import misfits


def load_tactics(
    names: list[str], game: Game, library: Library, orders: Iterable[str] = ()
) -> tuple[tuple[Source, ...], tuple[Diagnostic, ...]]:
    """The files of the named tactics and orders, and of the tactics they use, checked.

    Returns:
        The files, and warnings about what is recommended there and is an action of other games.

    Raises:
        Misfit: a file is about other games.
        InputError: anything else wrong with one.
    """
    known = library.names("tactic")
    ranking: dict[str, Source] = {}
    sources: dict[str, Source] = {}
    problems: list[Diagnostic] = []
    for name in dict.fromkeys(orders):
        source = ranking[name] = library.orders[name].read()
        problems += check_file("order", source, name, game, known)
        names += _used(source, known)
    for name in names:
        if name in sources:
            continue
        source = sources[name] = library.entries[name].read()
        problems += check_file("tactic", source, name, game, known)
        names += _used(source, known)
    if problems:
        named = {**ranking, **sources}
        elsewhere = [one for name in named for one in _elsewhere(named[name], name, game)]
        if set(problems) <= set(elsewhere):
            raise Misfit(problems[:1])  # the others would say the same of other files
        raise InputError(problems)
    found = (*sources.values(), *ranking.values())
    check_together(found)
    fits = misfits(tuple(found), game)
    if fits.errors:
        raise Misfit(fits.errors)
    return found, fits.actions


def _elsewhere(source: Source, name: str, game: Game) -> list[Diagnostic]:
    """What is said of a file that is about other games, and wrong in no other way."""
    _, strange = _foreign(source, game)
    return [one for one in (_of_other_game(source, name, game), strange) if one is not None]


def _foreign(source: Source, game: Game) -> tuple[list[Location], Diagnostic | None]:
    """Where a file names what the game does not have, and what is to be said of it."""
    return foreign_atoms(source, game.name, game.foreign, game.defined, game.unlike_lines)


def _of_other_game(source: Source, name: str, game: Game) -> Diagnostic | None:
    """What is said of a file whose examples name another game."""
    about = game_of(source)
    if about is None or about[0] == game.name:
        return None
    message = f"{name} is about {about[0]}, not about {game.name}"
    return Diagnostic(message, Location(source.label), f"-g {about[0]}")


def _used(source: Source, known: list[str]) -> list[str]:
    uses = (a.first for s in source.statements for a in s.body if a.name == "suggests")
    return [used for used in uses if used in known]


def check_together(tactics: Sequence[Source]) -> None:
    """Refuse files of tactics, of one role or of several, that rest on one another in a circle.

    Raises:
        InputError: a cycle through several files.
    """
    if problems := list(cycles(tactics)):
        raise InputError(problems)


def check_file(
    kind: str, source: Source, name: str, game: Game, known: list[str]
) -> list[Diagnostic]:
    """List what is wrong with the file of a `tactic` or an `order`, its name included."""
    problems = list(lint_named(kind, source, name, game.defined, known))
    if problems and (other := _of_other_game(source, name, game)):
        return [other]
    if problems:
        places, strange = _foreign(source, game)
        problems = [one for one in problems if one.location not in places]
        problems += [strange] if strange else []
    problems += moving_atoms(source, f"{kind}s", game.moving)
    reason = bad_name(name)
    if name in game.constants:
        reason = f"the {kind} {name} is named like a constant of the game, which would replace it"
    if reason:
        problems.insert(0, Diagnostic(reason, Location(source.label), "rename the file"))
    return problems


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of file: what it is called, what it defines, and what is said if it does not."""

    name: str
    owner: str
    head: str
    form: str
    empty: str


_KINDS = {
    "tactic": _Kind(
        "tactic",
        "a tactic's",
        "suggests",
        "suggests({},P,ACTION)",
        "the tactic {} suggests nothing",
    ),
    "order": _Kind(
        "order", "an order's", "order", "order({},ACTION,RANK)", "the order {} gives no ranks"
    ),
}


def lint_named(
    called: str,
    source: Source,
    name: str,
    defined: Mapping[Signature, str],
    tactics: Sequence[str],
) -> Iterator[Diagnostic]:
    """Find everything that is wrong with a tactic's or an order's own file.

    Args:
        called: what the file is, `tactic` or `order`.
        source: the parsed file.
        name: the tactic's or the order's, the file's stem.
        defined: what the game and the vocabulary define, and in which file.
        tactics: the names of all tactics that this one may use.
    """
    kind = _KINDS[called]
    yield from lint_rules(source)
    named = {str(a.first): a for a in _heads(source) if a.name == kind.head and a.first}
    if named and name not in named and len(named) == 1:
        ((other, atom),) = named.items()
        what = f"the file is {name}.lp, the rule says {other}"
        yield Diagnostic(what, source.location(atom.begin, atom.end), "rename either")
        name = other
    elif name not in named:
        hint = f"a rule {kind.form.format(name)} :- ..."
        yield Diagnostic(kind.empty.format(name), source.location(0), hint)
    for atom in _heads(source):
        for what, hint in _foreign_head(atom, kind, name, defined):
            yield Diagnostic(what, source.location(atom.begin, atom.end), hint)
    # those with wrong names were told of above
    own = {a.signature for a in _heads(source) if a.name != kind.head}
    yield from unknown(source, f"{kind.name}s", own | defined.keys(), tactics)
    yield from cycles([source])


def _heads(source: Source) -> list[Atom]:
    return [atom for statement in source.statements for atom in statement.heads]


def _foreign_head(
    atom: Atom, kind: _Kind, own: str, defined: Mapping[Signature, str]
) -> Iterator[tuple[str, str]]:
    """Why a tactic's or an order's file may not define this, and what it may."""
    allowed = f"{kind.owner} file defines {kind.form.format(own)} and helpers {own}_..."
    homes = [home for (name, _), home in defined.items() if name == atom.name]
    if atom.name == kind.head:
        if atom.arity != 3:
            yield f"{kind.head} has 3 arguments, not {atom.arity}", allowed
        elif atom.first is None:
            yield f"the {kind.name} has to be named: {kind.head}({own},...)", allowed
        elif atom.first != own:
            yield f"{atom.first} is another file's {kind.name}", allowed
    elif homes:
        yield f"{atom.name} is defined in {homes[0]}", allowed
    elif not atom.name.startswith(f"{own}_"):
        what = f"{atom.name} cannot be defined here: a helper's name starts with the {kind.name}'s"
        yield what, f"call it {own}_{atom.name}"
