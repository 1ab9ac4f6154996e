"""What may be wrong with a tactic though it can be read: it comes to nothing, or to nothing new."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ttt_asp.authoring.sampling import Hashed, Sample, never_true, sample
from ttt_asp.deadline import Expired
from ttt_asp.errors import Diagnostic, TttAspError
from ttt_asp.games.game import Game
from ttt_asp.lp.source import Source
from ttt_asp.paths import STRATEGIES, real
from ttt_asp.strategies.library import Library
from ttt_asp.strategies.misfits import misfits
from ttt_asp.strategies.strategy import ANY
from ttt_asp.strategies.tactics import check_file, load_tactics


def remarks(
    source: Source, name: str, game: Game, library: Library
) -> tuple[list[Diagnostic], list[str]]:
    """Warnings and notes about a tactic that is otherwise in order.

    Args:
        source: its file.
        name: the tactic's.
        game: the one to look at it in.
        library: where the tactics are that it is compared with.
    """
    fits = misfits((source,), game)
    warnings = [*fits.actions, *fits.terms]
    try:
        found = _sampled(name, game, library)
    except (TttAspError, Expired) as late:
        return warnings, [f"not tried in random plays: {late}"]
    said = {one.location for one in warnings}
    if not fits.actions:
        never = never_true(source, game, found.rules)
        warnings += [one for one in never if one.location not in said]
    return warnings, [] if warnings else list(_notes(name, found, game, library))


def _sampled(name: str, game: Game, library: Library) -> Sample:
    """Random plays with all tactics that the game has, or with this one alone."""
    tactics = _usable(Hashed(game), tuple(_sources(library).items()))
    try:
        return sample(game, dict(tactics))
    except TttAspError:  # clingo refuses some other tactic in this game
        sources, _ = load_tactics([name], game, library)
        return sample(game, {name: sources[0]} | {s.label: s for s in sources[1:]})


def _sources(library: Library) -> Mapping[str, Source]:
    return {name: library.entries[name].read() for name in library.names("tactic")}


@lru_cache(maxsize=4)
def _usable(
    hashed: Hashed, tactics: tuple[tuple[str, Source], ...]
) -> tuple[tuple[str, Source], ...]:
    """The tactics that can recommend anything in a game."""
    known, game = [name for name, _ in tactics], hashed.game

    def fits(name: str, source: Source) -> bool:
        if check_file("tactic", source, name, game, known):
            return False
        found = misfits((source,), game)
        return not found.errors and not found.actions

    usable = {name: source for name, source in tactics if fits(name, source)}
    while lost := [name for name, s in usable.items() if not _used(s) <= usable.keys()]:
        for name in lost:
            del usable[name]
    return tuple(usable.items())


def _used(source: Source) -> set[str]:
    """The other tactics that a file asks."""
    atoms = (atom for statement in source.statements for atom in statement.body)
    return {atom.first or "" for atom in atoms if atom.name == "suggests"}


def _notes(name: str, found: Sample, game: Game, library: Library) -> Iterator[str]:
    where = f"at {found.size} positions of random plays of {game.name}"
    if not found.speaks(name):
        yield f"{where} {name} recommends nothing legal"
        return
    if found.within(ANY, name):
        yield f"{where} {name} recommends all that is legal, as any does"
        return
    if real(library.entries[name].path).is_relative_to(STRATEGIES):
        return  # how the tactics of the library itself are related is no news
    sources = _sources(library)
    others = [
        other
        for other in found.tactics
        if other != name
        and name not in _closure(other, sources)
        and other not in _closure(name, sources)
        and found.within(name, other)
    ]
    if others:
        least = min(others, key=lambda other: (found.spoken(other), other))
        same = found.within(least, name)
        more = f"the same as {least}" if same else f"nothing more than {least}"
        yield f"{where} {name} recommends {more}: after {least} in first(...) it never decides"


def _closure(name: str, sources: Mapping[str, Source]) -> set[str]:
    """The tactics that one asks, directly or not."""
    found, fresh = set[str](), [name]
    while fresh:
        more = _used(sources[fresh.pop()]) & sources.keys() - found
        found |= more
        fresh += more
    return found
