"""A recognised game as rules of the vocabulary's, over its own rules or by themselves.

Over a game's own rules they define marks, turns, lines and drawings; the game's own rules say what
is legal, what comes next and who wins. By themselves they are the same game, as recognition has
proved: so whatever holds of the plays of one game, and does not depend on its words, holds of the
other's.

A file's helpers may have the names of words of the vocabulary. They get other names, and the words
keep the vocabulary's meaning.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.extension import in_own_words
from ttt_asp.extensions.recognition.board import kinds_of_squares
from ttt_asp.extensions.recognition.ground import rules_of
from ttt_asp.extensions.recognition.interpretation import lines_of, same_lines_for_all
from ttt_asp.extensions.recognition.marks import landing
from ttt_asp.extensions.recognition.recognise import Recognised, recognise
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.load import SHOWN
from ttt_asp.games.vocabulary import of_any_game, vocabulary_of, whole_vocabulary
from ttt_asp.lp.dependencies import GAME, closure, state_predicates, usable_vocabulary
from ttt_asp.lp.source import Source, parse, read
from ttt_asp.lp.syntax import Signature, Splice, signatures, spliced
from ttt_asp.lp.templates import render
from ttt_asp.paths import ASP

# What is asked of a recognised game's facts besides.
ASKED = signatures(
    "line_for/2 part_of/2 drawn/4 target/3 corner/1 edge/1 center/1 diagonal/1 horizon/1 square/1"
)
# Defined piece by piece, or for every game alike: never renamed.
_SHARED = GAME | signatures("lemma/1 measure/1 invalid/1")
# Stands before words of the file that are the vocabulary's too, more than once if that is taken.
_PREFIX = "own_"


# The recognised game, with the words of the file that are renamed; the game's own rules, with these
# renamed; and the rules that state what was recognised, with the files of the vocabulary.
Laid = tuple[Recognised, Source, tuple[Source, ...]]


def overlay(recognised: Recognised, rules: Source) -> tuple[Source, ...]:
    """Return the rules that state the recognised parts, then all files of the vocabulary for them.

    Args:
        recognised: the recognised parts of a game of lines, marks at least.
        rules: the game's own.
    """
    label = f"{rules.label} (as a game of lines)"
    sheet, board = recognised.sheet, recognised.board
    given = {
        "sheet": sheet,
        "names": board.names,
        "glyphs": _glyphs(sheet.roles),
        "bounded": recognised.bounded,
        "drawn": bool(board.sides or board.places),
    }
    text = render("recognition/laid_over.lp.j2", **given) + board_rules(recognised)
    made = parse(text.encode(), label)
    both = parse(rules.text + b"\n" + made.text, label)
    # files that say, where nothing gives way, how games are played
    plays = {file.label for file in whole_vocabulary() if not file.defined.isdisjoint(GAME)}
    kept = [file for file in vocabulary_of(both)[0] if file.label not in plays]
    if not recognised.bounded:  # squares do not say then how long plays are
        kept = [file for file in kept if ("horizon", 1) not in file.defined]
    kept = usable_vocabulary(both, kept)
    if sheet.blanks:
        kept.insert(0, read(ASP / "recognition" / "blank_squares.lp"))
    return made, *kept


def board_rules(recognised: Recognised) -> str:
    """Write the rules for the squares, and for the lines if the game has lines."""
    board, lines = recognised.board, lines_of(recognised.sets)
    sets = [(sorted(board.names[square] for square in line), lines[line]) for line in lines]
    alike = bool(board.length) or same_lines_for_all(recognised.sets)
    cube = bool(board.length) and recognised.has_lines and len(board.sides) != 2
    given = {"game": recognised, "board": board, "cube": cube, "alike": alike}
    listed = [] if board.length else sorted(sets)
    return render("recognition/board.lp.j2", **given, sets=listed)


def _glyphs(roles: tuple[clingo.Symbol, ...]) -> Mapping[clingo.Symbol, str]:
    """Return a letter for each role: its first, or x, o, y, ... if those will not do."""
    first = [str(role)[0] for role in roles]
    plain = len(set(first)) == len(first) and all("a" <= letter <= "z" for letter in first)
    return dict(zip(roles, first if plain else "xoyzabcdefgh", strict=False))


def laid_beside(recognised: Recognised, rules: Source, vocabulary: Sequence[Source]) -> Laid:
    """Lay the vocabulary over a game's rules, which live apart from it.

    Args:
        recognised: the game of lines that was recognised in the rules, marks at least.
        rules: the game's own.
        vocabulary: its files that these rules may use; those that they do use become theirs, as
            the words are about other squares from now on.
    """
    common = {file.label for file in of_any_game()}
    used = [source for source in closure([rules], vocabulary)[1:] if source.label not in common]
    texts = [rule for source in used for rule in rules_of(source)]
    whole = parse(b"\n".join([rules.text, *texts]), rules.label, rules.path)
    mine, prefix = whole.defined - _SHARED, _PREFIX
    apart = prefixed(whole, mine, prefix)
    laid = overlay(_restated(recognised, apart), apart)
    words = mine & frozenset[Signature]().union(*(file.defined for file in laid))
    words |= mine & _clashing_when_lifted(whole, laid)
    while any((prefix + name, arity) in mine for name, arity in words):
        prefix += _PREFIX
    rules = prefixed(whole, words, prefix)
    names = {name: prefix + name for name, _ in sorted(words)}
    recognised = _restated(replace(recognised, renamed=names), rules)
    return recognised, rules, overlay(recognised, rules)


def _restated(recognised: Recognised, rules: Source) -> Recognised:
    """Restate the recognised game in the words that the rules have now."""
    again = tuple(landing(rules)) if recognised.sheet.landing else ()
    return replace(recognised, sheet=replace(recognised.sheet, landing=again))


def _clashing_when_lifted(whole: Source, laid: Sequence[Source]) -> frozenset[Signature]:
    """Find words that lifting, which adds an argument, would turn into others of the vocabulary."""
    files = [whole, *laid]
    state = state_predicates(files)
    theirs = frozenset[Signature]().union(*(file.defined for file in laid))
    longer = {(name, arity) for name, arity in whole.defined - state if (name, arity - 1) in state}
    shorter = {(name, arity - 1) for name, arity in theirs - state} & state
    return frozenset(longer | (shorter & whole.defined))


def prefixed(source: Source, words: AbstractSet[Signature], prefix: str) -> Source:
    """Return a file with a prefix before the names of some predicates."""
    places = set[int]()
    for statement in source.statements:
        places.update(atom.begin for atom in statement.atoms if atom.signature in words)
    begins = sorted(places)
    if not begins:
        return source
    text = spliced(source.text, [Splice(begin, begin, prefix.encode()) for begin in begins])
    origins = tuple(
        (s.begin + len(prefix) * bisect_left(begins, s.begin), source.location(s.begin, s.end))
        for s in source.statements
    )
    return parse(text, source.label, source.path, origins)


def lay_over(game: Game, sources: Sequence[Source], apart: bool, deadline: Deadline) -> Game:
    """Return a game with the rules that state what was recognised in it.

    In a game apart from the vocabulary that is a game of lines; else, where winning sets are
    listed, the kinds of squares if these form a grid.

    Args:
        game: as far as it is read: its rules are checked, its facts are worked out.
        sources: its rules, and the files of its vocabulary that they need.
        apart: whether its rules may say all of how it is played themselves.
        deadline: when to give up.

    Raises:
        InputError: a relation of the rules that cannot be worked out.
        Expired: time is up.
    """
    rules, vocabulary = game.rules, game.vocabulary
    if not apart:
        kinds = kinds_of_squares(rules, game.facts, deadline)
        return replace(game, vocabulary=(kinds, *vocabulary)) if kinds else game
    recognised = recognise(sources, game.constants, game.facts, deadline)
    if not isinstance(recognised, Recognised):
        return replace(game, recognised=recognised, unlike_lines=recognised)
    unlike = "; ".join(recognised.missing)
    if not recognised.has_marks:
        return replace(game, recognised=recognised, unlike_lines=unlike)
    if in_own_words(game.name):  # no word of such a description is the vocabulary's
        vocabulary = overlay(recognised, rules)
    else:
        recognised, rules, vocabulary = laid_beside(recognised, rules, vocabulary)
    needed = closure([rules], vocabulary, vocabulary[0].defined | SHOWN | ASKED)
    facts = deadline.run(lambda: static_facts(needed, game.constants))
    game = replace(game, recognised=recognised, laid_over=vocabulary[:1], unlike_lines=unlike)
    return replace(game, rules=rules, vocabulary=vocabulary, facts=facts)
