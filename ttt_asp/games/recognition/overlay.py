"""A recognised game as rules of the vocabulary's, over its own rules or by themselves.

Over a game's own rules they define marks, turns, lines and drawings; the game's own rules say what
is legal, what comes next and who wins. By themselves they are the same game, as recognition has
proved: so whatever holds of the plays of one game, and does not depend on its words, holds of the
other's.

A file's helpers may have the names of words of the vocabulary. They get other names, and the words
keep the vocabulary's meaning.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import clingo
from clingo.ast import ASTType

from ttt_asp.games.recognition.interpretation import lines_of, same_lines_for_all
from ttt_asp.games.recognition.marks import landing
from ttt_asp.games.recognition.recognise import Recognised
from ttt_asp.games.vocabulary import of_any_game, prefixed, vocabulary_of, whole_vocabulary
from ttt_asp.lp.dependencies import GAME, closure, state_predicates, usable_vocabulary
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import Signature, signatures

# What is asked of a recognised game's facts besides.
ASKED = signatures(
    "line_for/2 part_of/2 drawn/4 target/3 corner/1 edge/1 center/1 diagonal/1 horizon/1 square/1"
)
_RULES = """\
%*! mark_of(F,P,C): the fluent F says that P owns the square C.
blank_of(F,C): F says that C is free. *%
marked(P,C) :- true(F), mark_of(F,P,C).
mover(P) :- true(F), to_move(F,P).
#defined blank_of/2.

%*! means(P,A,B): the action A of P's is what tactics call B. *%
"""
_DRAWN = """\
drawn(F,I,J,G) :- mark_of(F,P,C), place(C,I,J), glyph(P,G).
drawn(F,I,J,".") :- blank_of(F,C), place(C,I,J).
"""
_TARGET = "target(A,I,J) :- means(P,A,mark(C)), place(C,I,J)."
_LEMMA = """\
%*! lemma(blank_squares): the squares that a fluent says are free are free, and no others.
misdrawn: some square is not so. *%
lemma(blank_squares) :- not misdrawn.
misdrawn :- blank_of(F,C), true(F), not free(C).
misdrawn :- blank_of(F,C), not true(F), free(C).
"""
_HORIZON = """\
horizon(N-I) :- N = #count { C : square(C) }, I = #count { C : init(F), mark_of(F,P,C) }.
"""
_LANDING = """\
means(P,A,mark(C)) :- lands(P,A,F), mark_of(F,P,C), not true(F).
%*! lands(P,A,F): if P does A here, F holds next; said of marks only. *%
"""
# Defined piece by piece, or for every game alike: never renamed.
_SHARED = GAME | signatures("lemma/1 measure/1 invalid/1")
# Of the file's words that are the vocabulary's too; it stands more than once where they are taken.
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
    text = "\n".join(_rules(recognised)).encode()
    both = parse(rules.text + b"\n" + text, label)
    # files that say, where nothing gives way, how games are played
    plays = {file.label for file in whole_vocabulary() if not file.defined.isdisjoint(GAME)}
    kept = [file for file in vocabulary_of(both)[0] if file.label not in plays]
    if not recognised.bounded:  # squares do not say then how long plays are
        kept = [file for file in kept if ("horizon", 1) not in file.defined]
    kept = usable_vocabulary(both, kept)[0]
    if recognised.sheet.blanks:
        kept.insert(0, parse(_LEMMA.encode(), f"{label}: lemma"))
    return parse(text, label), *kept


def _rules(recognised: Recognised) -> Iterator[str]:
    sheet, names = recognised.sheet, recognised.board.names
    yield _RULES
    yield from (f"mark_of({f},{p},{names[c]})." for f, (p, c) in sheet.marks.items())
    yield from (f"blank_of({f},{names[c]})." for f, c in sheet.blanks.items())
    yield from (f"to_move({fluent},{role})." for role, fluent in sheet.turns.items())
    yield from (f"glyph({role},{glyph})." for role, glyph in _glyphs(sheet.roles).items())
    yield f"begins({sheet.roles[0]})."
    if recognised.bounded:
        yield _HORIZON
    if sheet.moves:
        for (role, action), square in sheet.moves.items():
            yield f"means({role},{action},{clingo.Function('mark', [names[square]])})."
    else:
        yield _LANDING
        yield from sheet.landing
    if recognised.board.sides or recognised.board.places:
        yield _DRAWN
        yield _TARGET if sheet.moves else ""
    yield from board_rules(recognised)


def board_rules(recognised: Recognised) -> Iterator[str]:
    """Write the rules for the squares, and for the lines if the game has lines."""
    yield from _squares(recognised)
    if recognised.has_lines:
        yield from _lines(recognised)


def _squares(recognised: Recognised) -> Iterator[str]:
    board = recognised.board
    if len(board.sides) == 2:
        yield f"size({board.sides[0]},{board.sides[1]})."
    elif board.length and recognised.has_lines:
        yield f"cube({board.sides[0]},{len(board.sides)})."
        return
    else:
        yield from (f"square({board.names[square]})." for square in recognised.sheet.squares)
    for square, (row, column) in (board.places or {}).items():
        yield f"place({board.names[square]},{row},{column})."


def _lines(recognised: Recognised) -> Iterator[str]:
    board = recognised.board
    yield f"line_goal({recognised.value})."
    yield from (f"no_line_goal({role},{value})." for role, value in recognised.otherwise.items())
    if board.length:
        if len(board.sides) == 2:
            yield f"in_a_row({board.length})."
            yield f"win_length({board.length})."
        yield "line_for(P,L) :- role(P), line(L)."
        return
    lines = lines_of(recognised.sets)
    alike = same_lines_for_all(recognised.sets)
    ordered = sorted(lines, key=lambda symbols: sorted(board.names[square] for square in symbols))
    for number, squares in enumerate(ordered, 1):
        line = f"set({number})"
        yield f"winning_set({line})."
        names = sorted(board.names[square] for square in squares)
        yield from (f"part_of({name},{line})." for name in names)
        if not alike:
            yield from (f"line_for({role},{line})." for role in lines[squares])
    if alike:
        yield "line_for(P,L) :- role(P), line(L)."


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
    texts = [s.text[r.begin : r.end] for s in used for r in s.statements if r.kind == ASTType.Rule]
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
