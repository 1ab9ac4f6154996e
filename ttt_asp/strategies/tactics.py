"""Files of tactics and orders: found, read and checked."""

from collections.abc import Iterable, Sequence

from ttt_asp.errors import Diagnostic, InputError, Location, Misfit
from ttt_asp.games.game import Game
from ttt_asp.games.lint import foreign_atoms, moving_atoms
from ttt_asp.lp.lint import cycles
from ttt_asp.lp.source import Source
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library, bad_name
from ttt_asp.strategies.lint import lint_named
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
