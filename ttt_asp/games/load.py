"""Loading a game from a name or a file: rules checked, constants chosen, facts worked out."""

import copyreg
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import clingo
from clingo.ast import ASTType

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Location, nearest, refuse, wrong
from ttt_asp.extension import hook, in_own_words, missing, readers
from ttt_asp.games.constants import choose, named_like_constant, replacing_constants
from ttt_asp.games.facts import shown, static_facts, with_drawing
from ttt_asp.games.game import Game
from ttt_asp.games.lint import lint_game
from ttt_asp.games.vocabulary import (
    Replaced,
    of_any_game,
    partly_replaced,
    vocabulary_of,
    whole_vocabulary,
)
from ttt_asp.layout import Spelling
from ttt_asp.lp.dependencies import GAME, closure
from ttt_asp.lp.lint import forbidden_cycles, lint_rules
from ttt_asp.lp.source import Source, read
from ttt_asp.lp.syntax import Signature, signatures
from ttt_asp.paths import ASP

# How an extension reads a game's file: its rules, and its spelling of names.
Reader = Callable[[Path, Deadline], tuple[Source, Spelling]]
# Asked of a game's facts, to show it; no part of generated programs.
SHOWN = signatures("drawn/4 target/3 glyph/2")


def game_names() -> list[str]:
    """Return the names of the built-in games."""
    return sorted(path.stem for path in (ASP / "games").glob("*.lp"))


# Games that were read already, by constants and texts of files. Only those asked for last are kept,
# as a workbench lives long.
LOADED: dict[Hashable, Game] = {}
MOST_LOADED = 64


def load_game(
    name: str,
    constants: Mapping[str, int | str],
    deadline: Deadline | None = None,
    as_written: bool = False,
) -> Game:
    """Read a game's rules and work out its constant facts.

    Args:
        name: of a built-in game, or the path of a file of rules (.lp), or of one in another format
            that an extension reads, such as .pg or .kif.
        constants: values for constants that the game declares, as clingo terms.
        deadline: when to give up.
        as_written: whether it is played in its file's words alone, whatever game it is.

    Raises:
        InputError: no such game or constant, a value that makes no game, or a file that is wrong.
    """
    deadline = deadline or Deadline()
    texts = {constant: str(value) for constant, value in constants.items()}
    rules, trusted, spelling = rules_of(name, deadline)
    # a file of claims asks for the same game again and again
    says = (rules, rules.path, rules.origins, tuple(spelling.names.items()))
    key = (name, tuple(sorted(texts.items())), says, as_written)
    game = LOADED.get(key)
    if game is None:
        game = checked(name, rules, trusted, texts, spelling, deadline, as_written)
    # answers name all constants, whatever was given
    keys = (key, (name, tuple(sorted(game.constants.items())), *key[2:]))
    game = LOADED.get(keys[1], game)
    for known in keys:
        LOADED.pop(known, None)
    LOADED.update(dict.fromkeys(keys, game))  # now the latest
    for oldest in list(LOADED)[:-MOST_LOADED]:
        LOADED.pop(oldest, None)  # another thread may have been here
    return game


def _game_at(
    name: str,
    constants: Mapping[str, str],
    as_written: bool,
    start: frozenset[str] | None,
    position: str,
) -> Game:
    game = load_game(name, constants, as_written=as_written)
    return replace(game, start=start, position=position)


def checked(
    name: str,
    rules: Source,
    trusted: bool,
    constants: Mapping[str, str],
    spelling: Spelling,
    deadline: Deadline,
    as_written: bool = False,
) -> Game:
    """Check a game's rules, and make a game of them.

    Args:
        name: the game's.
        rules: its file.
        trusted: whether the file is ours: built in, or made by one of our readers.
        constants: values for some of those it declares.
        spelling: the file's spelling of the names in its terms.
        deadline: when to give up.
        as_written: see `load_game`.

    Raises:
        InputError: something is wrong with the rules or the constants.
        Expired: time is up.
    """
    ways: tuple[Replaced, ...] = ()
    if described := in_own_words(name):
        vocabulary = of_any_game()
    else:
        vocabulary, ways = vocabulary_of(rules)
    directives = [ASTType.Defined if described else ASTType.Definition]
    instead = "say what may be done: legal(P,A) :- ...; or invalid(TEXT), if this makes no game"
    problems = list(lint_rules(rules, directives, instead))
    if not trusted:
        problems += lint_game(rules, vocabulary)
    if not (described and trusted):  # where ours reads it recursion was found to end
        problems = problems or list(forbidden_cycles([rules], vocabulary))
    refuse(problems)
    marking = ("legal", 2) not in rules.defined
    sources = closure([rules], vocabulary, SHOWN | ({("horizon", 1)} if marking else set()))
    if lacking := GAME - frozenset[Signature]().union(*(source.defined for source in sources)):
        message = ", ".join(sorted(f"{predicate}/{arity}" for predicate, arity in lacking))
        hint = (
            "say winning_set(L) and part_of(C,L), or size(M,N) and in_a_row(K); "
            "docs/games.md shows how"
        )
        raise wrong(f"this is no game: there is no {message}", Location(rules.label), hint)
    if ways:
        inside = {source.label for source in sources}
        whole = [source for source in whole_vocabulary() if source.label in inside]
        refuse(partly_replaced(rules, whole))
    spoken = {source.label: source.text for source in vocabulary}
    refuse(replacing_constants(rules, spoken))
    chosen = choose(sources, constants)
    refuse(named_like_constant(rules, chosen))
    doubted = [] if trusted and (described or not constants) else [rules, *vocabulary]
    facts = deadline.run(lambda: static_facts(sources, chosen, doubted))
    apart = described
    if not trusted and rules.defined >= GAME:  # they may say all of how it is played
        apart |= all(file.defined.isdisjoint(GAME) for file in closure([rules], vocabulary)[1:])
    game = Game(name, rules, vocabulary, chosen, facts, spelling, ways)
    # in all other rules nothing is to be recognised
    strange = apart or ("winning_set", 1) in rules.defined
    if strange and not as_written and not facts.get("invalid") and (lay_over := hook("overlay")):
        game = lay_over(game, sources, apart, deadline)
    facts = with_drawing(game.facts)
    refusals = dict.fromkeys(shown(reason) for (reason,) in facts.get("invalid", ()))
    given = ", ".join(f"{key}={value}" for key, value in chosen.items())
    values = " ".join(f"{key}={value}" for key, value in constants.items())
    where = Location.argument("const", values) if trusted else Location(rules.label)
    refuse(Diagnostic(reason, where, given) for reason in refusals)
    roles = [role for (role,) in facts.get("role", ())]
    odd = [r for r in roles if r.type != clingo.SymbolType.Function or r.arguments or not r.name]
    if odd or not roles:
        message = f"{odd[0]} cannot be a role" if odd else "there is no role"
        raise wrong(message, Location(rules.label), "a role is a name, and not that of a constant")
    return replace(game, facts=facts)


def rules_of(name: str, deadline: Deadline) -> tuple[Source, bool, Spelling]:
    """Read a game's own file.

    Returns:
        What it says; whether it is ours: built in, or made by one of our readers; and how it spells
        the names in its terms.

    Raises:
        InputError: there is no such game, or it cannot be read.
        Expired: time is up.
    """
    suffix = Path(name).suffix.lower()
    if suffix in readers():
        extension, file_format = readers()[suffix]
        read_rules: Reader = extension.load(file_format.reads)
        rules, spelling = read_rules(Path(name), deadline)
        return rules, extension.is_ours, spelling
    if lacking := missing(suffix):
        message = f"games in {suffix} are read by {lacking}"
        raise wrong(message, Location.argument("game"))
    if name.endswith(".lp"):
        return read(Path(name)), False, Spelling()
    if name in game_names():
        return read(ASP / "games" / f"{name}.lp"), True, Spelling()
    hint = nearest(name, game_names(), f"the games are {', '.join(game_names())}")
    if (suffix := Path(name).suffix) or "/" in name:
        *others, last = ".lp", *readers()
        endings = f"{', '.join(others)} or {last}" if others else last
        hint = f"games' files end in {endings}, not in {suffix or 'nothing'}"
    if name == "positional":
        hint = "winning sets come from a file: FILE.lp or FILE.pg"
    raise wrong(f"there is no game {name}", Location.argument("game"), hint)


def _reduced(game: Game) -> tuple[Any, ...]:
    # where nothing was looked for, there is nothing to be found: ours are in the vocabulary's words
    as_written = game.recognised is None
    return _game_at, (game.name, dict(game.constants), as_written, game.start, game.position)


def _written(symbol: clingo.Symbol) -> tuple[Any, ...]:
    return clingo.parse_term, (str(symbol),)


# sent to another process, a game is read there, and a symbol too: it is an address in this one
copyreg.pickle(Game, _reduced)
copyreg.pickle(clingo.Symbol, _written)
