"""Files of lemmas, found and checked.

A lemma's file is written in the language of tactics, and defines `lemma(NAME)`, NAME being the
file's stem, and helpers `NAME_...`. It may use what tactics suggest, and their helpers too, as
most lemmas are about the position that a tactic has brought about. One of the files may define
`measure(N)` besides, or alone, which is proved like the lemmas.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import PurePath

from ttt_asp.errors import Diagnostic, Location, nearest, refuse, wrong
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import closure
from ttt_asp.lp.lint import forbidden_cycles
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature
from ttt_asp.strategies.known_files import keep_in_order
from ttt_asp.strategies.library import LEMMA, Lemmas, Library, measures_in
from ttt_asp.strategies.tactics import check_file, load_tactics, misfits, too_large_numbers


def game_lemmas(game: Game) -> Lemmas:
    """Return a game's own lemmas: those of its rules, and of the vocabulary that it uses."""
    # laid over a game's rules, the whole vocabulary is about it
    whole = [game.rules, *game.vocabulary]
    within = whole if game.laid_over else closure([game.rules], game.vocabulary)
    known = frozenset[Signature]().union(*(source.defined for source in within))
    known |= {("true", 1)}
    sources = [game.rules] if LEMMA in game.rules.defined else []
    for source in game.vocabulary:
        if LEMMA in source.defined and source.used - source.defined <= known:
            sources.append(source)
    names = [name for source in sources for name in _names(source)]
    return Lemmas(tuple(dict.fromkeys(names)), tuple(s for s in sources if s is not game.rules))


def _names(source: Source) -> Iterator[str]:
    for head in source.heads:
        if head.signature == LEMMA and head.first is not None:
            yield head.first


def load_lemmas(names: Sequence[str], game: Game, library: Library) -> Lemmas:
    """Find and check lemmas.

    Args:
        names: names of files in `lemmas/` folders.
        game: the game they are for.
        library: the library for names.

    Raises:
        InputError: there is no such lemma, or something is wrong with its file.
    """
    sources: dict[str, Source] = {}
    for name in names:
        if name not in library.lemmas:
            known = sorted(library.lemmas)
            hint = nearest(name, known, f"the lemmas are: {', '.join(known) or 'none'}")
            raise wrong(f"there is no lemma {name}", Location.argument("lemmas"), hint)
        sources[name] = library.lemmas[name].read()
    return check_lemmas(sources, game, library)


def check_lemmas(sources: Mapping[str, Source], game: Game, library: Library) -> Lemmas:
    """Check lemmas, whether they come from files or not.

    Args:
        sources: the sources by name.
        game: the game they are for.
        library: the library for the tactics that they use.

    Raises:
        InputError: something is wrong with one of them.
    """
    used: dict[str, None] = {}
    problems: list[Diagnostic] = []
    for name, source in sources.items():
        tactics = _tactics(source, library)
        helpers = frozenset[Signature]().union(*tactics.values())
        problems += _lint(source, name, game, library, helpers)
        used |= dict.fromkeys(tactics)
    measures = [place for source in sources.values() for place in measures_in(source)]
    refuse([*problems, *_measured_twice(measures)])
    rest, _ = load_tactics(list(used), game, library)
    together = *sources.values(), *rest
    refuse(forbidden_cycles(together))
    errors, other_actions = misfits(together, game)
    refuse(errors)
    refuse(too_large_numbers(together, game))
    if not other_actions:
        keep_in_order(together, game)
    names = tuple(name for name, source in sources.items() if defines_lemma(source, name))
    return Lemmas(names, tuple(sources.values()), rest, str(measures[0]) if measures else "")


def defines_lemma(source: Source, name: str) -> bool:
    """Whether a file defines the lemma; it may define a measure and nothing else."""
    return name in _names(source)


def name_of(source: Source) -> str:
    """Return the lemma that a file defines, or the file's name if it has a measure alone."""
    return next(_names(source), PurePath(source.label).stem)


def _measured_twice(places: Sequence[Location]) -> Iterator[Diagnostic]:
    for place in places[1:]:
        message = f"there is a measure already, {places[0]}"
        yield Diagnostic(message, place, "give one of these lemmas only")


def _lint(
    source: Source, name: str, game: Game, library: Library, helpers: AbstractSet[Signature]
) -> Iterator[Diagnostic]:
    """Report all that is wrong with a lemma's own file, which uses helpers of tactics."""
    if name in game_lemmas(game).names:
        message = f"{name} is a lemma of {game.name} itself"
        yield Diagnostic(message, Location(source.label), "rename the file")
    yield from check_file("lemma", source, name, game, library.names("tactic"), helpers)
    for head in source.heads:
        if head.name == "measure" and (head.arity != 1 or not _may_be_a_number(head, game)):
            yield source.problem("a measure is one number: measure(N)", head)


def _may_be_a_number(head: Atom, game: Game) -> bool:
    """Whether an atom's argument may be a number, as far as can be seen here."""
    named = {name for name in head.names(0) if name} - {f"{name}/0" for name in game.constants}
    return not named and not (head.first or "").startswith('"')


def _tactics(source: Source, library: Library) -> dict[str, frozenset[Signature]]:
    """Return the tactics that a lemma uses, with those of their helpers that it uses."""
    used: dict[str, frozenset[Signature]] = {}
    names = library.names("tactic")
    for atom in source.bodies:
        if atom.name == "suggests" and atom.first in names:
            used.setdefault(atom.first, frozenset())
        for name in names if atom.signature not in source.defined else ():
            if atom.name.startswith(f"{name}_"):
                helpers = library.entries[name].read().defined
                if atom.signature in helpers:
                    used[name] = used.get(name, frozenset()) | {atom.signature}
    return used
