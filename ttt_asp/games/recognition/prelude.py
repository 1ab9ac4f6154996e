"""What was recognised, as rules of the vocabulary's, over a game's own or by themselves.

Over a game's own rules they say what is marked, whose turn it is, which lines there are and what is
drawn, and nothing of what is legal, what comes next and who wins: that the game says itself. By
themselves they are the same game, as recognition has proved: so what holds of plays of the one, and
says nothing of what its words are, holds of the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo

from ttt_asp.games.recognition.recognise import Recognised
from ttt_asp.games.recognition.sheet import lines_of, shared
from ttt_asp.games.vocabulary import give_way, vocabulary_of, whole_vocabulary
from ttt_asp.lp.dependencies import GAME, usable
from ttt_asp.lp.source import Source, parse
from ttt_asp.lp.syntax import signatures

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


def overlay(found: Recognised, rules: Source) -> tuple[Source, ...]:
    """The rules that say what was recognised, then all files of the vocabulary to go with them.

    Args:
        found: what was recognised, marks at least.
        rules: the game's own.
    """
    label = f"{rules.label} (as a game of lines)"
    text = "\n".join(_rules(found)).encode()
    both = parse(rules.text + b"\n" + text, label)
    # a word of the file's own, where it means the same, stands for both
    made = give_way(rules, parse(text, label))[0] or parse(_RULES.encode(), label)
    kept = [file for file in vocabulary_of(both)[0] if not _of_plays(file)]
    if not found.bounded:  # moves need not mark squares, which say nothing of how long plays are
        kept = [file for file in kept if ("horizon", 1) not in file.defined]
    kept = usable(both, kept)[0]
    if found.sheet.blanks:
        kept.insert(0, parse(_LEMMA.encode(), f"{label}: lemma"))
    return made, *kept


def _of_plays(file: Source) -> bool:
    """Whether a file says, where nothing gives way, how games are played."""
    whole = (one for one in whole_vocabulary() if one.label == file.label)
    return any(not one.defined.isdisjoint(GAME) for one in whole)


def _rules(found: Recognised) -> Iterator[str]:
    sheet, names = found.sheet, found.board.names
    yield _RULES
    yield from (f"mark_of({f},{p},{names[c]})." for f, (p, c) in sheet.marks.items())
    yield from (f"blank_of({f},{names[c]})." for f, c in sheet.blanks.items())
    yield from (f"to_move({fluent},{role})." for role, fluent in sheet.turns.items())
    yield from (f"glyph({role},{glyph})." for role, glyph in _glyphs(sheet.roles).items())
    yield f"begins({sheet.roles[0]})."
    if found.bounded:
        yield _HORIZON
    if sheet.moves:
        for (role, action), square in sheet.moves.items():
            yield f"means({role},{action},{clingo.Function('mark', [names[square]])})."
    else:
        yield _LANDING
        yield from sheet.landing
    if found.board.sides or found.board.places:
        yield _DRAWN
        yield _TARGET if sheet.moves else ""
    yield from board_rules(found)


def board_rules(found: Recognised) -> Iterator[str]:
    """The rules that say which squares there are, and which lines if they are such."""
    yield from _squares(found)
    if found.has_lines:
        yield from _lines(found)


def _squares(found: Recognised) -> Iterator[str]:
    board = found.board
    if len(board.sides) == 2:
        yield f"size({board.sides[0]},{board.sides[1]})."
    elif board.length and found.has_lines:
        yield f"cube({board.sides[0]},{len(board.sides)})."
        return
    else:
        yield from (f"square({board.names[square]})." for square in found.sheet.squares)
    for square, (row, column) in (board.places or {}).items():
        yield f"place({board.names[square]},{row},{column})."


def _lines(found: Recognised) -> Iterator[str]:
    board = found.board
    yield f"line_goal({found.value})."
    yield from (f"no_line_goal({role},{value})." for role, value in found.otherwise.items())
    if board.length:
        if len(board.sides) == 2:
            yield f"in_a_row({board.length})."
            yield f"win_length({board.length})."
        yield "line_for(P,L) :- role(P), line(L)."
        return
    lines = lines_of(found.sets)
    alike = shared(found.sets)
    ordered = sorted(lines, key=lambda one: sorted(board.names[square] for square in one))
    for number, squares in enumerate(ordered, 1):
        line = f"set({number})"
        yield f"winning_set({line})."
        yield from (
            f"part_of({name},{line})." for name in sorted(board.names[square] for square in squares)
        )
        if not alike:
            yield from (f"line_for({role},{line})." for role in lines[squares])
    if alike:
        yield "line_for(P,L) :- role(P), line(L)."


def _glyphs(roles: tuple[clingo.Symbol, ...]) -> Mapping[clingo.Symbol, str]:
    """A letter for each role: its first, or x, o, y, ... where these will not do."""
    first = [str(role)[0] for role in roles]
    plain = len(set(first)) == len(first) and all("a" <= one <= "z" for one in first)
    return dict(zip(roles, first if plain else "xoyzabcdefgh", strict=False))


@dataclass(frozen=True)
class Natively:
    """The game, and its words.

    Attributes:
        text: rules that the vocabulary makes a game of.
        words: for each fluent and action of such a game what the file calls it.
        blanks: for each mark the fluent of the file, if there is one, that says the square is free.
    """

    text: str
    words: Mapping[str, str]
    blanks: Mapping[str, str]

    def position(self, fluents: Iterable[str]) -> frozenset[str]:
        """The file's fluents of a position."""
        held = list(fluents)
        taken = {self.blanks[one] for one in held if one in self.blanks}
        return frozenset([self.words[one] for one in held] + [*set(self.blanks.values()) - taken])


def natively(found: Recognised, init: Iterable[str]) -> Natively:
    """A game of lines as the vocabulary has it.

    Args:
        found: what was recognised; a game of lines in every respect, of two roles.
        init: the fluents of the initial position.
    """
    sheet, names = found.sheet, found.board.names
    marks = {f"marked({p},{names[c]})": (f, c) for f, (p, c) in sheet.marks.items()}
    words = {one: str(fluent) for one, (fluent, _) in marks.items()}
    words |= {f"turn({role})": str(fluent) for role, fluent in sheet.turns.items()}
    words |= {f"mark({names[c]})": str(action) for (_, action), c in sheet.moves.items()}
    free = {square: str(fluent) for fluent, square in sheet.blanks.items()}
    held = set(init)
    text = [
        *(f"role({role})." for role in sheet.roles),
        f"begins({sheet.roles[0]}).",
        *(f"init({one})." for one, (fluent, _) in marks.items() if str(fluent) in held),
        *board_rules(found),
    ]
    blanks = {one: free[square] for one, (_, square) in marks.items() if square in free}
    return Natively("\n".join(text), words, blanks)
